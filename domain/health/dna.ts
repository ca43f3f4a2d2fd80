/**
 * DNA tests with their many names, and the predictions for a litter from the results of both parents. Each puppy
 * inherits each copy of an autosomal mutation with a probability of one half (Mendel). This does not apply to
 * mutations on the X chromosome, for which no share is calculated. The names come from the Orthopedic Foundation
 * for Animals' list of DNA databases.
 */
import { foldText } from "../text/text";

export const DNA_STATUSES = ["clear", "carrier", "at_risk"] as const;
export type DnaStatus = (typeof DNA_STATUSES)[number];

export interface DnaTest {
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Color and coat tests are harmless. */
  readonly isTrait?: true;
  readonly isSexLinked?: true;
  /** The mutation is dominant. */
  readonly isOneCopyHarmful?: true;
}

export const DNA_TESTS: readonly DnaTest[] = [
  { key: "cea", name: "Collie Eye Anomaly (CEA/CH)", aliases: ["CEA", "CEA/CH", "Collie eye anomaly"] },
  { key: "cmr1", name: "Canine Multifocal Retinopathy 1 (CMR1)", aliases: ["CMR1"] },
  { key: "cnm", name: "Centronuclear Myopathy (CNM)", aliases: ["CNM"] },
  { key: "csnb", name: "Stationary Night Blindness (CSNB)", aliases: ["SNB", "CSNB"] },
  { key: "cystinuria", name: "Cystinuria", aliases: ["SLC3A1"] },
  {
    key: "dlocus",
    name: "D Locus (dilute)",
    aliases: ["D locus", "Dilute"],
    isTrait: true,
  },
  {
    key: "dma",
    name: "Degenerative Myelopathy (SOD1-A)",
    aliases: ["DM", "DM-A", "SOD1", "SOD1-A", "Degenerative myelopathy"],
  },
  { key: "dmb", name: "Degenerative Myelopathy (SOD1-B)", aliases: ["DM-B", "SOD1-B"] },
  { key: "eic", name: "Exercise-Induced Collapse (EIC)", aliases: ["EIC", "Exercise induced collapse"] },
  { key: "hsf4", name: "Hereditary Cataract (HSF4)", aliases: ["HSF4", "HC"], isOneCopyHarmful: true },
  { key: "hsrisk", name: "Histiocytic Sarcoma risk test", aliases: ["HS", "Histiocytic sarcoma"] },
  { key: "ichthyosis", name: "Ichthyosis (PNPLA1)", aliases: ["ICT", "ICT-A", "Ichthyosis"] },
  { key: "igs", name: "Imerslund-Gräsbeck Syndrome (IGS)", aliases: ["IGS"] },
  { key: "jhc", name: "Juvenile Cataract (JHC)", aliases: ["JHC", "HSF4-1"] },
  { key: "jlpp", name: "Laryngeal Paralysis and Polyneuropathy (JLPP)", aliases: ["JLPP", "RAB3GAP1"] },
  {
    key: "mdr1",
    name: "Multidrug Sensitivity (MDR1)",
    aliases: ["MDR1", "ABCB1"],
    isOneCopyHarmful: true,
  },
  { key: "mls", name: "Musladin-Lueke Syndrome (MLS)", aliases: ["MLS"] },
  { key: "ncl", name: "Neuronal Ceroid Lipofuscinosis (NCL)", aliases: ["NCL"] },
  { key: "pll", name: "Primary Lens Luxation (PLL)", aliases: ["PLL"] },
  {
    key: "prcdpra",
    name: "Progressive Retinal Atrophy (prcd-PRA)",
    aliases: ["prcd", "prcd-PRA", "PRA-prcd"],
  },
  { key: "rcd3pra", name: "Progressive Retinal Atrophy (rcd3-PRA)", aliases: ["rcd3", "rcd3-PRA"] },
  {
    key: "vwd1",
    name: "von Willebrand Disease type I (vWD)",
    aliases: ["vWD", "vWD1", "vWD I", "von Willebrand disease"],
  },
  {
    key: "xlpra",
    name: "X-Linked Progressive Retinal Atrophy (XL-PRA)",
    aliases: ["XLPRA", "XL-PRA1"],
    isSexLinked: true,
  },
];

const compact = (text: string): string => foldText(text).replace(/[^a-z0-9]/gu, "");

const BY_NAME = new Map(
  DNA_TESTS.flatMap((test) => [test.name, test.key, ...test.aliases].map((name) => [compact(name), test])),
);

export const findDnaTest = (name: string): DnaTest | undefined => BY_NAME.get(compact(name));

/** Results for one mutation have the same key. A name in another script is its own key. */
export const dnaKeyOf = (name: string): string => findDnaTest(name)?.key ?? (compact(name) || foldText(name));

const COPIES: Readonly<Record<DnaStatus, number>> = { clear: 0, carrier: 1, at_risk: 2 };

/** Only for an autosomal mutation. */
export function crossShares(sire: DnaStatus, dam: DnaStatus): { oneCopy: number; twoCopies: number } {
  const [fromSire, fromDam] = [COPIES[sire] / 2, COPIES[dam] / 2];
  return {
    oneCopy: fromSire * (1 - fromDam) + fromDam * (1 - fromSire),
    twoCopies: fromSire * fromDam,
  };
}

export const toDnaStatus = (grade: string): DnaStatus | null =>
  DNA_STATUSES.find((status) => status === grade) ?? null;

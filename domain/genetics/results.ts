/**
 * The meaning of a result for a variant that matters for mating: a disease, or a coat allele that is harmful with
 * two copies. Genotypes, DNA tests, and laboratories' files use different names. Here a variant has a single key.
 * Only a result that is read as clear counts as clear.
 */
import { dnaKeyOf, findDnaTest, toDnaStatus, type DnaTest } from "../health/dna";
import { readEmbarkLines, type EmbarkLine, type HealthResult } from "./embark";
import { findLocus, LOCI, MERLE, type Locus } from "./loci";
import { readAlleles } from "./record";

export const STANDINGS = ["carries", "clear", "unclear"] as const;
/** At least one copy, no copy, or an unreadable result. */
export type Standing = (typeof STANDINGS)[number];

export interface VariantResult {
  /** The key is the same for one variant in all sources. */
  readonly variant: string;
  readonly name: string;
  readonly standing: Standing;
  /** Two copies of a disease's variant, or one copy if one is enough. */
  readonly isAtRisk: boolean;
  readonly alleles: readonly string[];
}

/** The alleles that are harmful together with another allele of the list, by locus. */
const HARMFUL: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["M", [...MERLE.pattern, ...MERLE.atypical]],
  ...LOCI.flatMap((locus: Locus) => (locus.lethal ? [[locus.key, [locus.lethal]] as const] : [])),
]);

/** The letters and names of the loci, as a laboratory or a breeder writes them. */
const LOCUS_NAMES: ReadonlyMap<string, string> = new Map(
  LOCI.flatMap(({ key, name }) =>
    [`${key} locus`, `${key}-locus`, name].map((written) => [written.toLowerCase(), key] as const),
  ),
);

const LAST_BRACKETS = /\(([^()]+)\)$/u;

/** Breeders use these names instead of the gene in brackets. */
const SHORT_NAMES: Readonly<Record<string, string>> = { dma: "DM", dmb: "DM-B", ichthyosis: "ichthyosis" };

const shortName = ({ key, name }: DnaTest): string =>
  SHORT_NAMES[key] ?? LAST_BRACKETS.exec(name)?.[1] ?? name;

/** The key is the key of the disease's test. */
export function shortNameOf(key: string): string {
  const test = findDnaTest(key);
  return test ? shortName(test) : key;
}

function ofDisease(name: string, status: string | null, key = dnaKeyOf(name)): VariantResult | null {
  const test = findDnaTest(key);
  if (key === "" || test?.isTrait) return null;
  const read = status === null ? null : toDnaStatus(status.replace(" ", "_"));
  return {
    ...{ variant: key, name: test ? shortName(test) : name.trim(), alleles: [] },
    standing: read === null ? "unclear" : read === "clear" ? "clear" : "carries",
    isAtRisk: read === "at_risk",
  };
}

function ofLocus(locus: string, alleles: readonly string[] | null): VariantResult | null {
  const harmful = HARMFUL.get(locus);
  if (!harmful) return null;
  const carries = alleles?.some((allele) => harmful.includes(allele)) ?? false;
  return {
    ...{ variant: locus, name: (findLocus(locus)?.name ?? locus).toLowerCase(), isAtRisk: false },
    standing: alleles === null ? "unclear" : carries ? "carries" : "clear",
    alleles: alleles ?? [],
  };
}

interface RecordedGenotype {
  readonly locus: string;
  readonly genotype?: string | undefined;
  readonly status?: string | undefined;
}

/** Returns null if the result does not matter for mating, or if the laboratory made no call. */
export function resultOfGenotype({ locus, genotype, status }: RecordedGenotype): VariantResult | null {
  if (status === "not_called") return null;
  if (findLocus(locus)) return ofLocus(locus, genotype ? readAlleles(locus, genotype) : null);
  return ofNamed(locus, status ?? null);
}

/** The name may be a coat locus in words. */
function ofNamed(name: string, status: string | null): VariantResult | null {
  const locus = LOCUS_NAMES.get(name.trim().toLowerCase());
  if (locus === undefined) return ofDisease(name, status);
  const read = status === null ? null : toDnaStatus(status);
  const [harmful] = HARMFUL.get(locus) ?? [];
  // A status contains no allele; for merle, it may be any allele.
  const carried = locus === "M" ? "M*" : harmful;
  return ofLocus(locus, read === null ? null : read === "clear" || carried === undefined ? [] : [carried]);
}

interface RecordedDnaTest {
  readonly kind: string;
  readonly name?: string | undefined;
  readonly result: { readonly type: string; readonly grade?: string };
}

/** Returns null for any other kind of test and for a trait. */
export function resultOfDnaTest({ kind, name, result }: RecordedDnaTest): VariantResult | null {
  if (kind !== "dna" || name === undefined) return null;
  return ofNamed(name, result.grade ?? null);
}

/**
 * Embark's genes with a single meaningful variant, with the key of the DNA test. If a gene has variants that cause
 * different diseases, the name must also match. A name that is not listed is a separate variant.
 */
const EMBARK_GENES: Readonly<Record<string, { readonly key: string; readonly name?: RegExp }>> = {
  PRCD: { key: "prcdpra" },
  SOD1A: { key: "dma" },
  SOD1B: { key: "dmb" },
  NHEJ1: { key: "cea" },
  ABCB1: { key: "mdr1" },
  MDR1: { key: "mdr1" },
  DNM1: { key: "eic" },
  ADAMTS17: { key: "pll", name: /primary lens luxation/iu },
  ADAMTSL2: { key: "mls", name: /musladin/iu },
  BEST1: { key: "cmr1", name: /\bcmr1\b/iu },
  PDE6A: { key: "rcd3pra", name: /\brcd3\b/iu },
  PTPLA: { key: "cnm", name: /centronuclear/iu },
  RPE65: { key: "csnb", name: /night blindness/iu },
  VWF: { key: "vwd1", name: /\btype i\b/iu },
};

function resultOfHealth({ name, gene, status }: HealthResult): VariantResult | null {
  if (status === "not called") return null;
  const known = gene === null ? undefined : EMBARK_GENES[gene];
  const isKnown = known && (known.name?.test(name) ?? true);
  const read = status === "not understood" ? null : status;
  return ofDisease(name, read, isKnown ? known.key : dnaKeyOf(name));
}

export function resultsOfFile(lines: readonly EmbarkLine[]): VariantResult[] {
  const read = readEmbarkLines(lines);
  if ("problem" in read) return [];
  const found = [
    ...read.health.map(resultOfHealth),
    ...read.traits.map(({ locus, alleles }) => (locus === null ? null : ofLocus(locus, alleles))),
  ];
  return found.filter((result) => result !== null);
}

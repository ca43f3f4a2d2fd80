/**
 * Predicts diseases of a litter. Each copy of a variant is passed on with a chance of one half (Mendel). A son has
 * nothing of his sire's X chromosome. A parent without a readable result may have any number of copies, so its
 * shares are ranges.
 */
import { findDnaTest, type DnaStatus } from "../health/dna";
import { findLocus } from "./loci";
import type { Standing } from "./results";

/** If the results of a dog contradict each other, the worse result counts. */
export interface DiseaseResult {
  readonly variant: string;
  readonly name: string;
  /** Null if no result is readable. */
  readonly status: DnaStatus | null;
  readonly isDisputed: boolean;
}

interface Said {
  readonly variant: string;
  readonly name: string;
  readonly standing: Standing;
  /** The number of results of a dog at risk. */
  readonly atRisk: number;
}

/** Coat loci are left out. */
export function diseasesOf(said: readonly Said[]): DiseaseResult[] {
  const byVariant = new Map<string, Said[]>();
  for (const row of said) {
    if (!findLocus(row.variant)) byVariant.set(row.variant, [...(byVariant.get(row.variant) ?? []), row]);
  }
  return [...byVariant].map(([variant, rows]) => {
    const has = (standing: Standing): boolean => rows.some((row) => row.standing === standing);
    const isAtRisk = rows.some((row) => row.standing === "carries" && row.atRisk > 0);
    const clear = has("clear") && !has("unclear") ? "clear" : null;
    return {
      ...{ variant, name: rows[0]?.name ?? variant, isDisputed: has("carries") && has("clear") },
      status: has("carries") ? (isAtRisk ? "at_risk" : "carrier") : clear,
    };
  });
}

/** From 0 to 1. The limits are equal if both parents' results are known. */
interface Range {
  readonly low: number;
  readonly high: number;
}

interface Copies {
  readonly none: Range;
  readonly one: Range;
  /** Two copies, or the only copy of a son on X. */
  readonly all: Range;
}

export interface DiseaseForecast {
  readonly variant: string;
  readonly name: string;
  readonly sire: DnaStatus | null;
  readonly dam: DnaStatus | null;
  /** These parents' results contradict each other. */
  readonly disputed: readonly ("sire" | "dam")[];
  /** Daughters and sons differ only for a variant on the X chromosome. */
  readonly daughters: Copies;
  readonly sons: Copies;
  readonly isSexLinked: boolean;
  /**
   * "recessive": all copies are needed. "one copy": a single copy is harmful. "unknown": the disease is not in our
   * list.
   */
  readonly effect: "recessive" | "one copy" | "unknown";
}

const CHANCES: Readonly<Record<DnaStatus, number>> = { clear: 0, carrier: 0.5, at_risk: 1 };
const rangeOf = (values: readonly number[]): Range => ({
  low: Math.min(...values),
  high: Math.max(...values),
});

function combine(sires: readonly number[], dams: readonly number[]): Copies {
  const pairs = sires.flatMap((sire) => dams.map((dam) => [sire, dam] as const));
  return {
    none: rangeOf(pairs.map(([sire, dam]) => (1 - sire) * (1 - dam))),
    one: rangeOf(pairs.map(([sire, dam]) => sire * (1 - dam) + dam * (1 - sire))),
    all: rangeOf(pairs.map(([sire, dam]) => sire * dam)),
  };
}

/** Sons have one X chromosome, which comes from their dam. */
const combineForSons = (dams: readonly number[]): Copies => ({
  none: rangeOf(dams.map((dam) => 1 - dam)),
  one: { low: 0, high: 0 },
  all: rangeOf(dams),
});

const chancesOf = (status: DnaStatus | null): readonly number[] =>
  status === null ? Object.values(CHANCES) : [CHANCES[status]];

/** Predicts only diseases with a carrier among the parents. The most likely harm is first. */
export function forecastDiseases(
  sire: readonly DiseaseResult[],
  dam: readonly DiseaseResult[],
): DiseaseForecast[] {
  const variants = new Map([...sire, ...dam].map(({ variant, name }) => [variant, name]));
  const found = [...variants].flatMap(([variant, name]): DiseaseForecast[] => {
    const [ofSire, ofDam] = [sire, dam].map((results) => results.find((each) => each.variant === variant));
    const [sireStatus, damStatus] = [ofSire?.status ?? null, ofDam?.status ?? null];
    if (![sireStatus, damStatus].some((status) => status === "carrier" || status === "at_risk")) return [];
    const test = findDnaTest(variant);
    const isSexLinked = test?.isSexLinked ?? false;
    // A male has one X. If it carries the variant, every daughter inherits a copy.
    const sires = isSexLinked
      ? sireStatus === null
        ? [0, 1]
        : [Math.ceil(CHANCES[sireStatus])]
      : chancesOf(sireStatus);
    const dams = chancesOf(damStatus);
    const daughters = combine(sires, dams);
    return [
      {
        ...{ variant, name, sire: sireStatus, dam: damStatus, daughters, isSexLinked },
        disputed: [
          ...(ofSire?.isDisputed ? (["sire"] as const) : []),
          ...(ofDam?.isDisputed ? (["dam"] as const) : []),
        ],
        sons: isSexLinked ? combineForSons(dams) : daughters,
        effect: test ? (test.isOneCopyHarmful ? "one copy" : "recessive") : "unknown",
      },
    ];
  });
  const harm = ({ daughters, sons }: DiseaseForecast): number => Math.max(daughters.all.high, sons.all.high);
  return found.sort((a, b) => harm(b) - harm(a) || (a.name < b.name ? -1 : 1));
}

/**
 * How fast a breed loses diversity: effective population size (Ne) by three methods, and the generation interval.
 * If a rate is not positive, there is no Ne.
 */
import { UNKNOWN } from "../pedigree/packed";
import type { Relationship } from "./relationship";

export interface Rate {
  /** The increase per generation. */
  readonly delta: number;
  /** 1/(2 delta); null if the figure does not increase. */
  readonly ne: number | null;
}

const rateOf = (delta: number): Rate => ({ delta, ne: delta > 0 ? 1 / (2 * delta) : null });

/**
 * Calculates Ne by the individual increase in inbreeding, 1 - (1 - F)^(1/(t - 1)). Uses the dogs of the reference
 * with more than one equivalent generation t (Gutiérrez, Cervantes and Goyache 2009); null if there are no such
 * dogs.
 */
export function rateByInbreeding(
  relationship: Relationship,
  reference: readonly number[],
): (Rate & { readonly dogs: number }) | null {
  const generations = relationship.equivalentGenerations();
  let [sum, dogs] = [0, 0];
  for (const place of reference) {
    const t = generations[relationship.numberOf(place)] ?? 0;
    if (t <= 1) continue;
    sum += 1 - (1 - relationship.pedigree.at(place).coefficient) ** (1 / (t - 1));
    dogs += 1;
  }
  return dogs === 0 ? null : { ...rateOf(sum / dogs), dogs };
}

/**
 * Calculates Ne by the increase in kinship of each pair of the reference, 1 - (1 - f)^(2/(ti + tj)) (Cervantes et
 * al. 2011); null if no pair has ancestors. Needs one product for each dog of the reference.
 */
export function rateByKinship(relationship: Relationship, reference: readonly number[]): Rate | null {
  const generations = relationship.equivalentGenerations();
  const depthOf = (place: number): number => generations[relationship.numberOf(place)] ?? 0;
  let [sum, pairs] = [0, 0];
  reference.forEach((place, index) => {
    const kinships = relationship.kinshipsOf(place);
    for (const other of reference.slice(index + 1)) {
      const depth = depthOf(place) + depthOf(other);
      if (depth === 0) continue;
      sum += 1 - (1 - (kinships[other] ?? 0)) ** (2 / depth);
      pairs += 1;
    }
  });
  return pairs === 0 ? null : rateOf(sum / pairs);
}

/** Least squares; null if all points have the same x. */
function slopeOf(points: readonly (readonly [number, number])[]): number | null {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  let [products, squares] = [0, 0];
  for (const [x, y] of points) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) ** 2;
  }
  return squares > 0 ? products / squares : null;
}

/** Only dogs whose parents are both known are counted. */
export interface BirthYear {
  readonly year: number;
  readonly places: readonly number[];
  readonly meanInbreeding: number;
  /** The mean kinship of these dogs, including each dog with itself. */
  readonly meanKinship: number;
}

/** If `only` is given, the other dogs are ignored. */
export function listBirthYears(
  relationship: Relationship,
  first: number,
  last: number,
  only?: ReadonlySet<number>,
): BirthYear[] {
  const { pedigree, order } = relationship;
  const byYear = new Map<number, number[]>();
  for (const place of order) {
    const { sire, dam, year } = pedigree.at(place);
    if (year < first || year > last || sire === UNKNOWN || dam === UNKNOWN) continue;
    if (only && !only.has(place)) continue;
    const places = byYear.get(year) ?? [];
    places.push(place);
    byYear.set(year, places);
  }
  return [...byYear]
    .sort(([a], [b]) => a - b)
    .map(([year, places]) => {
      const kinships = relationship.kinships(relationship.alike(places));
      const meanOf = (values: Float64Array): number =>
        places.reduce((sum, place) => sum + (values[place] ?? 0), 0) / places.length;
      return {
        year,
        places,
        meanInbreeding: meanOf(pedigree.coefficients),
        meanKinship: meanOf(kinships),
      };
    });
}

/**
 * The increase is the slope of ln(1 - F) over the years of birth, and the slope of ln(1 - mean kinship of the
 * year). Both slopes are multiplied by the generation interval in years (Leroy et al. 2013). Returns null for a
 * single year.
 */
export function rateByYear(
  { pedigree }: Relationship,
  years: readonly BirthYear[],
  generationInterval: number,
): { readonly inbreeding: Rate; readonly kinship: Rate } | null {
  const dogs = years.flatMap(({ year, places }) =>
    places.map((place) => [year, Math.log(1 - pedigree.at(place).coefficient)] as const),
  );
  const inbreeding = slopeOf(dogs);
  const kinship = slopeOf(years.map(({ year, meanKinship }) => [year, Math.log(1 - meanKinship)] as const));
  if (inbreeding === null || kinship === null) return null;
  const rateOfSlope = (slope: number): Rate => rateOf(1 - Math.exp(slope * generationInterval));
  return { inbreeding: rateOfSlope(inbreeding), kinship: rateOfSlope(kinship) };
}

/** The mean ages of parents, in years, by the sexes of parent and offspring; null if there is no such pair. */
export interface GenerationInterval {
  readonly sireSon: number | null;
  readonly sireDaughter: number | null;
  readonly damSon: number | null;
  readonly damDaughter: number | null;
  readonly mean: number | null;
}

/**
 * Calculates the mean age of parents at the birth of offspring that became parents themselves. Dogs without a year of
 * birth are left out. With `only`, only the offspring at the given places are used.
 */
export function generationInterval(
  { order, sires, dams, pedigree }: Relationship,
  only?: ReadonlySet<number>,
): GenerationInterval {
  const [isSire, isDam] = [new Uint8Array(order.length), new Uint8Array(order.length)];
  for (let n = 0; n < order.length; n += 1) {
    const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
    if (sire !== UNKNOWN) isSire[sire] = 1;
    if (dam !== UNKNOWN) isDam[dam] = 1;
  }
  const yearOf = (n: number): number => pedigree.years[order[n] ?? UNKNOWN] ?? 0;
  const meanOf = (parents: Int32Array, became: Uint8Array): number | null => {
    let [sum, cases] = [0, 0];
    for (let n = 0; n < order.length; n += 1) {
      const parent = parents[n] ?? UNKNOWN;
      if (became[n] !== 1 || parent === UNKNOWN || yearOf(n) === 0 || yearOf(parent) === 0) continue;
      if (only && !only.has(order[n] ?? UNKNOWN)) continue;
      sum += yearOf(n) - yearOf(parent);
      cases += 1;
    }
    return cases === 0 ? null : sum / cases;
  };
  const paths = {
    sireSon: meanOf(sires, isSire),
    sireDaughter: meanOf(sires, isDam),
    damSon: meanOf(dams, isSire),
    damDaughter: meanOf(dams, isDam),
  };
  const known = Object.values(paths).filter((years) => years !== null);
  return {
    ...paths,
    mean: known.length === 0 ? null : known.reduce((sum, years) => sum + years, 0) / known.length,
  };
}

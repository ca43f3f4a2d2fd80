/**
 * The possible colors and coats of a litter of two tested parents, and the health risks. A color is predicted only
 * if both parents are tested at every locus that its description needs. Otherwise the missing loci are listed.
 */
import { describeCoat, describeColour, missingLoci } from "./colour";
import { certainly, cross, sumByWords, type ParentGenotypes } from "./cross";
import { findLocus, LOCI, type Genotype } from "./loci";

/** A base color needs all of these loci. The other loci add details if both parents are tested there. */
const NEEDED = ["E", "K", "A", "B", "D"] as const;
const ADDED = ["Co", "I", "RALY", "M", "H", "S", "R", "Panda"] as const;
const COAT = ["Hr", "L", "F", "Cu", "T"] as const;

/** The remaining outcomes share one line. */
const MOST_SHOWN = 12;

export interface Outlook {
  readonly words: string;
  /** The share of the born puppies, from 0 to 1. */
  readonly chance: number;
}

export interface LitterForecast {
  /** Null if a locus that the description needs is untested in a parent. */
  readonly colours: readonly Outlook[] | null;
  /** Empty if there are no coat loci at which both parents are tested. */
  readonly coats: readonly Outlook[];
  /** The missing loci, and the parents that are untested there. */
  readonly untested: readonly { readonly locus: string; readonly sire: boolean; readonly dam: boolean }[];
  /** The share of conceptions that die before birth, from 0 to 1. */
  readonly lostBeforeBirth: number;
}

type Tested = ReadonlyMap<string, Genotype>;

const parentOf = (tested: Tested): ParentGenotypes => ({
  at: new Map([...tested].map(([locus, genotype]) => [locus, certainly(genotype)] as const)),
});

function limit(outlooks: readonly Outlook[]): Outlook[] {
  if (outlooks.length <= MOST_SHOWN) return [...outlooks];
  const rest = outlooks.slice(MOST_SHOWN - 1).reduce((sum, { chance }) => sum + chance, 0);
  return [...outlooks.slice(0, MOST_SHOWN - 1), { words: "other", chance: rest }];
}

export function forecastOf(sire: Tested, dam: Tested): LitterForecast {
  const isTested = (locus: string): boolean => sire.has(locus) && dam.has(locus);
  const [father, mother] = [parentOf(sire), parentOf(dam)];
  const colourLoci = [...NEEDED, ...ADDED].filter(isTested);
  const puppies = cross(father, mother, colourLoci);
  const missing = new Set(puppies.outcomes.flatMap(({ genotypes }) => missingLoci(genotypes)));
  const isPartly = (locus: string): boolean => sire.has(locus) !== dam.has(locus);
  const coatLoci = COAT.filter(isTested);
  const coats = cross(father, mother, coatLoci);
  return {
    colours:
      missing.size > 0
        ? null
        : limit(sumByWords(puppies.outcomes, ({ genotypes }) => describeColour(genotypes))),
    coats:
      coatLoci.length === 0
        ? []
        : limit(sumByWords(coats.outcomes, ({ genotypes }) => describeCoat(genotypes))),
    untested: LOCI.filter(({ key }) => missing.has(key) || isPartly(key)).map(({ key }) => ({
      locus: key,
      sire: !sire.has(key),
      dam: !dam.has(key),
    })),
    lostBeforeBirth: 1 - (1 - puppies.lostBeforeBirth) * (1 - coats.lostBeforeBirth),
  };
}

/** Returns, for example, 'Extension (E)'. */
export const nameLocus = (key: string): string => {
  const name = findLocus(key)?.name;
  return name === undefined || name === key ? key : `${name} (${key})`;
};

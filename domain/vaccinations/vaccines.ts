/**
 * Derives facts from the name of a vaccine: which doses belong to the same vaccine, how long a full course lasts,
 * and whether it is a core vaccine. Sources: document 001 sections 3, 5 and 9, decisions GAP-IMM-01, 02 and 06.
 * Each interval names its guideline.
 */
import { foldText } from "../text/text";

interface LongLasting {
  readonly key: string;
  readonly isNamedBy: (folded: string) => boolean;
  readonly years: number;
}

const containsAny =
  (...names: readonly string[]) =>
  (folded: string): boolean =>
    names.some((name) => folded.includes(name));

/** The vaccines are recognized by a part of the entered name. They are repeated after more than a year. */
const LONG_LASTING: readonly LongLasting[] = [
  {
    key: "rabies",
    isNamedBy: containsAny("rabies"),
    // One or three years, as the vaccine is licensed (AAHA Canine Vaccination Guidelines, 2022, table 2). Local law
    // may require a booster after one year (WSAVA Vaccination Guidelines, 2024).
    years: 3,
  },
  {
    key: "dhpp",
    // Distemper, hepatitis (adenovirus) and parvovirus, with or without parainfluenza or leptospirosis.
    isNamedBy: (folded) =>
      containsAny("dhpp", "dapp", "da2pp", "dhlpp")(folded) || folded.split(/[^a-z0-9]+/).includes("dhp"),
    // Every three years (AAHA, 2022, table 2), and not more often (WSAVA, 2024). Both guidelines require an earlier
    // first booster: within one year (AAHA), or at 26 weeks of age or after one year (WSAVA).
    years: 3,
  },
];

/**
 * All other vaccines: Bordetella, Lyme disease, canine influenza and leptospirosis are repeated yearly if a dog is
 * at risk (AAHA, 2022, table 2; WSAVA, 2024).
 */
const USUAL_YEARS = 1;

const findLongLasting = (folded: string): LongLasting | undefined =>
  LONG_LASTING.find(({ isNamedBy }) => isNamedBy(folded));

/** All doses of a vaccine share this key. */
export function vaccineKeyOf(name: string): string {
  const folded = foldText(name);
  return findLongLasting(folded)?.key ?? folded;
}

export const repeatYearsOf = (vaccineName: string): number =>
  findLongLasting(foldText(vaccineName))?.years ?? USUAL_YEARS;

export const isCoreType = (vaccineType: string): boolean =>
  /\bcore\b/i.test(vaccineType) && !/\bnon[\s-]*core\b/i.test(vaccineType);

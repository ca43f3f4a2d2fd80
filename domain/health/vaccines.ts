/**
 * What follows from a vaccine's name: which doses are of one vaccine, when the next is due and whether it is a
 * core vaccine. Sources: document 001 sections 3, 5 and 9, decisions GAP-IMM-01, 02, 05, 06.
 */
import { addYears } from "../dates/calendar-days";
import { foldText } from "../text/text";

interface LongLasting {
  readonly key: string;
  readonly names: readonly string[];
}

/** Vaccines that are repeated after three years, by what a typed name contains. */
const LONG_LASTING: readonly LongLasting[] = [
  { key: "rabies", names: ["rabies"] },
  { key: "dhpp", names: ["dhpp", "dapp"] },
];

const LONG_YEARS = 3;
const USUAL_YEARS = 1;

const findLongLasting = (folded: string): LongLasting | undefined =>
  LONG_LASTING.find(({ names }) => names.some((name) => folded.includes(name)));

/** Answers by what doses of one vaccine are told from others. */
export function vaccineKeyOf(name: string): string {
  const folded = foldText(name);
  return findLongLasting(folded)?.key ?? folded;
}

/** Reckons the day on which the next dose is due: three years on for rabies and DHPP, otherwise one. */
export const nextDueAfter = (vaccineName: string, dateAdministered: string): string =>
  addYears(dateAdministered, findLongLasting(foldText(vaccineName)) ? LONG_YEARS : USUAL_YEARS);

/** Says whether a vaccine's type is core, and not non-core. */
export const isCoreType = (vaccineType: string): boolean =>
  /\bcore\b/i.test(vaccineType) && !/\bnon[\s-]*core\b/i.test(vaccineType);

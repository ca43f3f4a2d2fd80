/** What a pedigree loses with a dog: whose coefficients of inbreeding change when its offspring lose it as a parent. */
import { CoefficientPass } from "./coefficients";
import { descendantsOf } from "./order";
import { uncalculated, UNKNOWN, type PackedPedigree } from "./packed";

/** Places looked at before it would take too long. */
const WORK = 10_000_000;

/** Differences below this are rounding. */
const NOTHING = 1e-12;

/** Counts the descendants of a dog, and those whose coefficients would change without it; null where that takes long. */
export function effectOfLoss(
  pedigree: PackedPedigree,
  lost: number,
): { readonly descendants: number; readonly changed: number | null } {
  const descendants = descendantsOf(pedigree, [lost]);
  const without = (parents: Int32Array) => parents.map((parent) => (parent === lost ? UNKNOWN : parent));
  const [sires, dams] = [without(pedigree.sires), without(pedigree.dams)];
  const coefficients = pedigree.coefficients.slice();
  for (const place of descendants) {
    coefficients[place] = uncalculated(sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN);
  }
  const pass = new CoefficientPass({ sires, dams, coefficients });
  pass.advance(WORK);
  if (!pass.isDone) return { descendants: descendants.length, changed: null };
  const isChanged = (place: number): boolean =>
    Math.abs((coefficients[place] ?? 0) - (pedigree.coefficients[place] ?? 0)) > NOTHING;
  return { descendants: descendants.length, changed: descendants.filter(isChanged).length };
}

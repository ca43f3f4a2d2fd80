/**
 * Decides whether a puppy meets an applicant's wishes. A missing wish is always met, and so is a wish about an
 * unknown property of the puppy.
 */
import type { Gender } from "../dogs/rules";
import { GOING_HOME_DAYS } from "./rules";
import { addDays } from "../dates/calendar-days";
import { breedNamed } from "../dogs/breeds";
import { foldText } from "../text/text";

export interface Wishes {
  readonly gender: Gender | null;
  readonly color: string | null;
  readonly breed: string | null;
  readonly wantedFrom: string | null;
}

export interface OfferedPuppy {
  readonly gender: Gender | null;
  readonly color: string | null;
  readonly breed: string | null;
  readonly bornOn: string;
}

export const MISMATCHES = ["gender", "color", "breed", "time"] as const;
export type Mismatch = (typeof MISMATCHES)[number];

/** One of the applicant's colors is enough: 'red or sable' matches 'Sable, white feet'. */
function isColor(wish: string, color: string): boolean {
  const known = foldText(color).split(/[^\p{L}\p{N}]+/u);
  return foldText(wish)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 2 && known.includes(word));
}

const isSame = (one: string, other: string): boolean =>
  foldText(breedNamed(one)) === foldText(breedNamed(other));

/** The first date on which a puppy may leave the kennel. */
export const goingHomeOn = (bornOn: string): string => addDays(bornOn, GOING_HOME_DAYS);

export function mismatchesOf(wishes: Wishes, puppy: OfferedPuppy): Mismatch[] {
  const speaksAgainst: Record<Mismatch, boolean> = {
    gender: wishes.gender !== null && puppy.gender !== null && wishes.gender !== puppy.gender,
    color: wishes.color !== null && puppy.color !== null && !isColor(wishes.color, puppy.color),
    breed: wishes.breed !== null && puppy.breed !== null && !isSame(wishes.breed, puppy.breed),
    time: wishes.wantedFrom !== null && wishes.wantedFrom > goingHomeOn(puppy.bornOn),
  };
  return MISMATCHES.filter((mismatch) => speaksAgainst[mismatch]);
}

/** Checks a litter's numbers, and the details of its birth. Source: decision GAP-LIT-02. */
import type { Gender } from "../dogs/rules";
import type { PuppyStatus } from "./rules";
import type { FieldErrors } from "../errors";

/** The number of puppies in a litter. */
export interface LitterCounts {
  readonly numberBorn: number;
  readonly numberAlive: number;
  readonly numberMales: number;
  readonly numberFemales: number;
}

/** Refuses numbers if more puppies are alive, or males and females together are more, than were born. */
export function checkCounts({
  numberBorn,
  numberAlive,
  numberMales,
  numberFemales,
}: LitterCounts): FieldErrors {
  const errors: FieldErrors = {};
  if (numberAlive > numberBorn) errors.numberAlive = "Number alive cannot be more than the number born";
  if (numberMales + numberFemales > numberBorn) {
    const message = "Males and females together cannot be more than the number born";
    errors.numberMales = message;
    errors.numberFemales = message;
  }
  return errors;
}

interface Birth {
  readonly birth?: string | null | undefined;
  readonly caesareanPlanned?: string | null | undefined;
  readonly caesareanReason?: string | null | undefined;
}

const OF_CAESAREANS = ["caesareanPlanned", "caesareanReason"] as const;

/** Refuses details of a caesarean for a litter that was not born by caesarean. */
export const checkBirth = (litter: Birth): FieldErrors =>
  Object.fromEntries(
    OF_CAESAREANS.filter((name) => litter.birth !== "caesarean" && litter[name]).map((name) => [
      name,
      "Only a litter born by caesarean has this",
    ]),
  );

/** Clears the details of a caesarean from a litter that was not born by caesarean. */
export const settleBirth = <Litter extends Birth>(litter: Litter): Litter =>
  litter.birth === "caesarean" ? litter : { ...litter, caesareanPlanned: null, caesareanReason: null };

/** The numbers of a litter's recorded puppies. */
export interface PuppyTally {
  readonly recorded: number;
  readonly deceased: number;
  readonly males: number;
  readonly females: number;
}

interface TalliedPuppy {
  readonly status: PuppyStatus;
  readonly gender?: Gender;
}

/** Adds up the puppies of a litter. */
export const tallyPuppies = (puppies: readonly TalliedPuppy[]): PuppyTally => ({
  recorded: puppies.length,
  deceased: puppies.filter(({ status }) => status === "deceased").length,
  males: puppies.filter(({ gender }) => gender === "male").length,
  females: puppies.filter(({ gender }) => gender === "female").length,
});

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * Updates a litter's numbers after a change of its puppies. If all puppies are recorded, the numbers are counted
 * from them. Otherwise the entered numbers are kept, as far as the recorded puppies allow.
 */
export function followPuppies(counts: LitterCounts, before: PuppyTally, after: PuppyTally): LitterCounts {
  if (before.recorded >= counts.numberBorn || after.recorded >= counts.numberBorn) {
    return {
      numberBorn: after.recorded,
      numberAlive: after.recorded - after.deceased,
      numberMales: after.males,
      numberFemales: after.females,
    };
  }
  // A recorded puppy that dies was counted as alive. A newly recorded dead puppy may already have been counted as
  // dead.
  const died = after.recorded === before.recorded ? after.deceased - before.deceased : 0;
  return fitPuppies({ ...counts, numberAlive: counts.numberAlive - died }, after);
}

/** Makes a litter's numbers consistent with each other and with its recorded puppies, with the smallest change. */
export function fitPuppies(
  counts: LitterCounts,
  { recorded, deceased, males, females }: PuppyTally,
): LitterCounts {
  const numberBorn = Math.max(counts.numberBorn, recorded);
  const numberMales = between(counts.numberMales, males, numberBorn - females);
  return {
    numberBorn,
    numberAlive: between(counts.numberAlive, recorded - deceased, numberBorn - deceased),
    numberMales,
    numberFemales: between(counts.numberFemales, females, numberBorn - numberMales),
  };
}

/** Refuses entered numbers that contradict the recorded puppies. */
export function checkAgainstPuppies(counts: LitterCounts, tally: PuppyTally): FieldErrors {
  const errors: FieldErrors = {};
  const recorded = (count: number, what: string) => `${count} ${what} of this litter are already recorded`;
  if (counts.numberBorn < tally.recorded) errors.numberBorn = recorded(tally.recorded, "puppies");
  if (counts.numberMales < tally.males) errors.numberMales = recorded(tally.males, "males");
  if (counts.numberFemales < tally.females) errors.numberFemales = recorded(tally.females, "females");
  if (counts.numberAlive < tally.recorded - tally.deceased) {
    errors.numberAlive = recorded(tally.recorded - tally.deceased, "living puppies");
  } else if (counts.numberAlive > counts.numberBorn - tally.deceased) {
    errors.numberAlive = recorded(tally.deceased, "deceased puppies");
  }
  return errors;
}

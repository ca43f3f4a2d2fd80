/** Checks a litter's numbers, and the details of its birth. Source: decision GAP-LIT-02. */
import type { Gender } from "../dogs/rules";
import type { PuppyStatus } from "./rules";
import type { FieldErrors } from "../errors";

export interface LitterCounts {
  readonly numberBorn: number;
  readonly numberAlive: number;
  readonly numberMales: number;
  readonly numberFemales: number;
}

/** Neither the living puppies nor males and females together may be more than were born. */
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

export const checkBirth = (litter: Birth): FieldErrors =>
  Object.fromEntries(
    OF_CAESAREANS.filter((name) => litter.birth !== "caesarean" && litter[name]).map((name) => [
      name,
      "Only a litter born by caesarean has this",
    ]),
  );

/** Clears details of a caesarean that do not apply. */
export const settleBirth = <Litter extends Birth>(litter: Litter): Litter =>
  litter.birth === "caesarean" ? litter : { ...litter, caesareanPlanned: null, caesareanReason: null };

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

export const tallyPuppies = (puppies: readonly TalliedPuppy[]): PuppyTally => ({
  recorded: puppies.length,
  deceased: puppies.filter(({ status }) => status === "deceased").length,
  males: puppies.filter(({ gender }) => gender === "male").length,
  females: puppies.filter(({ gender }) => gender === "female").length,
});

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * If all puppies are recorded, the numbers are counted from them. Otherwise the entered numbers are kept, as far as
 * the recorded puppies allow.
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

/** Makes the smallest change after which a litter's numbers agree with each other and with the recorded puppies. */
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

/** The numbers of a litter and whether they fit together. Source: decision GAP-LIT-02. */
import type { FieldErrors } from "../errors";

/** How many puppies a litter has. */
export interface LitterCounts {
  readonly numberBorn: number;
  readonly numberAlive: number;
  readonly numberMales: number;
  readonly numberFemales: number;
}

/** Refuses more puppies alive, or more males and females, than were born. */
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

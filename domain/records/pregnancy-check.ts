/** A look whether a bitch is pregnant, as it is recorded: each field once. Whether its day is odd is in domain/breedings/dates.ts. */
import { PREGNANCY_METHODS, PREGNANCY_RESULTS } from "../constants/breedings";
import { MAX_PUPPIES_BORN } from "../constants/litters";
import { neededChoice, neededDay, openChoice, openCount } from "./fields";

/** What a person writes of a check; how it was done may not be known. */
export const PREGNANCY_CHECK_FIELDS = {
  on: neededDay("Day", "Day is required", { column: "Checked on", about: "The day of the check" }),
  method: openChoice("Method", PREGNANCY_METHODS),
  result: neededChoice("Result", PREGNANCY_RESULTS),
  puppiesSeen: openCount("Puppies seen", MAX_PUPPIES_BORN, { example: 6 }),
} as const;

/** The dog list's filters: all strings, an empty one meaning no filter. Sources: document 000 section 3, decision GAP-DOG-10. */
import { z } from "zod";
import { AGE_BAND_NAMES, DOG_STATUSES, GENDERS } from "../constants/dogs";
import { SHORT_TEXT_MAX } from "../constants/text";
import { choiceFilter } from "./fields";

const oneOf = <const Values extends readonly [string, ...string[]]>(label: string, values: Values) =>
  choiceFilter(z.enum(values), `${label} must be ${values.join(", ")} or empty`);

const text = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(SHORT_TEXT_MAX, `${label} must be at most ${SHORT_TEXT_MAX} characters`)
    .default("");

const BOOLEANS = ["true", "false"] as const;

export const dogFiltersSchema = z.object({
  search: text("Search"),
  breed: text("Breed"),
  gender: oneOf("Gender", GENDERS),
  status: oneOf("Status", DOG_STATUSES),
  isBreedingDog: oneOf("Breeding dog", BOOLEANS),
  hasPhotos: oneOf("Has photos", BOOLEANS),
  isInKennel: oneOf("In the kennel", BOOLEANS),
  ageRange: oneOf("Age range", AGE_BAND_NAMES),
});

export type DogFilters = z.output<typeof dogFiltersSchema>;

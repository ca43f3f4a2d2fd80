/** The zod shapes of dogs, of the filters of their table and of its saved views. */
import { z } from "zod";
import { AGE_BAND_NAMES, DOG_STATUSES, GENDERS, DOG_LAYOUTS } from "./rules";
import { SHORT_TEXT_MAX } from "../text/rules";
import { choiceFilter, requiredText, optionalText } from "../records/parts";
import { DOG_SORT_COLUMNS, SORT_DIRECTIONS } from "./list-order";
import { DOG_COLUMNS, toDogColumns } from "./table-columns";
import { checkOwnersOfFile } from "./owners";
import { DOG_FIELDS, IMPORTED_DOG_FIELDS, OWNER_FIELDS } from "./record";
import { changeShape, newShape } from "../records/record";

/**
 * All filters are strings, and an empty string has no effect. Sources: document 000 section 3, decision GAP-DOG-10.
 */

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

const dogViewStateSchema = z.object({
  filters: dogFiltersSchema.transform((filters): Record<string, string> => {
    const set = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
    return Object.fromEntries(set);
  }),
  layout: z.enum(DOG_LAYOUTS, { error: `Layout must be ${DOG_LAYOUTS.join(" or ")}` }),
  sort: z.enum(DOG_SORT_COLUMNS, { error: "Dogs are sorted by a column of their table" }),
  direction: z.enum(SORT_DIRECTIONS, { error: `Direction must be ${SORT_DIRECTIONS.join(" or ")}` }),
  /** Null for the columns that the person has chosen for all views. */
  columns: z
    .array(z.enum(DOG_COLUMNS, { error: "Columns must be columns of the table of dogs" }))
    .transform(toDogColumns)
    .nullable(),
});

export const dogViewSchema = z.object({
  name: requiredText("Name", "Please enter a name"),
  state: dogViewStateSchema,
});

/** Omitted fields stay unchanged. */
export const dogViewChangesSchema = dogViewSchema.partial();

/**
 * The form, REST and functions use the same shapes, so that messages are the same everywhere. Rules that need other
 * records or today's date are elsewhere in domain/dogs.
 */

export const newDogSchema = newShape(DOG_FIELDS);

/** An omitted field stays unchanged, and null or empty clears a field. */
export const dogChangesSchema = changeShape(DOG_FIELDS);

/** A row of an import file has the names of the parents. */
export const importedDogSchema = newShape(IMPORTED_DOG_FIELDS).extend({
  sire: optionalText("Sire"),
  sireNumber: optionalText("Sire registration"),
  dam: optionalText("Dam"),
  damNumber: optionalText("Dam registration"),
  coOwners: z
    .array(z.object({ name: OWNER_FIELDS.name.schema, share: z.number().nullable() }))
    .superRefine((owners, ctx) => {
      const message = checkOwnersOfFile(owners);
      if (message !== null) ctx.addIssue({ code: "custom", message });
    })
    .optional(),
});

/** Recorded only for pedigrees. */
export const externalDogSchema = newDogSchema.pick({
  name: true,
  breed: true,
  gender: true,
  registrationNumber: true,
  titles: true,
  color: true,
});

export type ImportedDog = z.output<typeof importedDogSchema>;
export type DogChanges = z.output<typeof dogChangesSchema>;

/** The shape of a saved view of the list of dogs: its name, and what it shows. */
import { z } from "zod";
import { DOG_LAYOUTS } from "../constants/dog-views";
import { DOG_SORT_COLUMNS, SORT_DIRECTIONS } from "../dogs/list-order";
import { DOG_COLUMNS, toDogColumns } from "../dogs/table-columns";
import { dogFiltersSchema } from "./dog-filters";
import { requiredText } from "./fields";

/** What a view shows; filters that filter nothing are left out. */
const dogViewStateSchema = z.object({
  filters: dogFiltersSchema.transform((filters): Record<string, string> => {
    const set = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
    return Object.fromEntries(set);
  }),
  layout: z.enum(DOG_LAYOUTS, { error: `Layout must be ${DOG_LAYOUTS.join(" or ")}` }),
  sort: z.enum(DOG_SORT_COLUMNS, { error: "Dogs are sorted by a column of their table" }),
  direction: z.enum(SORT_DIRECTIONS, { error: `Direction must be ${SORT_DIRECTIONS.join(" or ")}` }),
  /** Null for the columns of whoever looks. */
  columns: z
    .array(z.enum(DOG_COLUMNS, { error: "Columns must be columns of the table of dogs" }))
    .transform(toDogColumns)
    .nullable(),
});

/** A new view. */
export const dogViewSchema = z.object({
  name: requiredText("Name", "Please enter a name"),
  state: dogViewStateSchema,
});

/** A change of a view: what is absent stays. */
export const dogViewChangesSchema = dogViewSchema.partial();

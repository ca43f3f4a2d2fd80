/**
 * The vaccine doses given to a kennel's dogs and to puppies that are no dogs of the kennel yet. Of each vaccine only
 * a patient's newest dose says when the next one is due; older ones are history. Written by vaccinations/model/immunizations.ts,
 * which keeps `isNewest`, `dueOn` and the counts by month in line in the same transaction; a patient's doses go when
 * the patient goes.
 */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { recordTable } from "../../platform/tables/recordTable";

export const immunizations = recordTable(DOSE_FIELDS, {
  // In a file, whether the date was calculated stands before the last ones.
  columns: ({ veterinarianName, veterinaryClinic, notes, ...recorded }) => ({
    /** The dog, or else the puppy; a puppy that became a dog is found by both. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    /** The name folded for telling doses of one vaccine. */
    vaccineKey: v.string(),
    ...recorded,
    /**
     * Whether the next due date was calculated, so that it follows the vaccine, the date and the day of birth; absent in
     * rows older than the field until they are settled.
     */
    isDueAutomatic: v.optional(v.boolean()),
    ...{ veterinarianName, veterinaryClinic, notes },
    /** Whether it is the patient's newest dose of its vaccine; absent in rows older than the field. */
    isNewest: v.optional(v.boolean()),
    /**
     * The day the next dose is due, null where none is; absent in history and while the patient is not in the kennel,
     * so that a range of this index is exactly who is due.
     */
    dueOn: v.optional(v.union(v.string(), v.null())),
    /** What a search looks through, the patient's names among it. */
    searchText: v.optional(v.string()),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_date", ["kennelId", "dateAdministered"])
      .index("by_kennel_and_dog_and_date", ["kennelId", "dogId", "dateAdministered"])
      .index("by_kennel_and_puppy_and_date", ["kennelId", "puppyId", "dateAdministered"])
      .index("by_kennel_and_due_and_date", ["kennelId", "dueOn", "dateAdministered"])
      .searchIndex("by_words", { searchField: "searchText", filterFields: ["kennelId"] }),
  alertKind: "vaccination",
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog_and_date", inBatches: "back" },
    // Of one that became a dog the doses are that dog's.
    puppyId: { does: "cascade", by: "by_kennel_and_puppy_and_date", inBatches: "back" },
  },
  history: {
    place: 150,
    label: "Immunization",
    plural: "Immunizations",
    area: "health",
    titles: ["vaccineName"],
    fields: { dogId: text("Dog"), puppyId: text("Puppy") },
  },
  export: {
    place: 140,
    printed: [
      "dogId",
      "puppyId",
      "vaccineName",
      "dateAdministered",
      "nextDueDate",
      "batchNumber",
      "veterinarianName",
    ],
  },
  backup: { place: 80, one: "vaccine dose", many: "vaccine doses" },
});

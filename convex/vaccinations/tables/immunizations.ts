/**
 * The vaccine doses given to a kennel's dogs and to puppies that are not recorded as its dogs. Only a patient's
 * newest dose of a vaccine has a due date; older doses are history. Written by vaccinations/model/immunizations.ts,
 * which updates `isNewest`, `dueOn` and the counts by month in the same transaction; deleted with the patient.
 */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { recordTable } from "../../platform/tables/recordTable";

export const immunizations = recordTable(DOSE_FIELDS, {
  // In an export, the column that says whether the date was calculated precedes these columns.
  columns: ({ veterinarianName, veterinaryClinic, notes, ...recorded }) => ({
    /** The dog, or else the puppy; both are set for a puppy that is recorded as a dog. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    /** The name without case and accents, to recognize doses of the same vaccine. */
    vaccineKey: v.string(),
    ...recorded,
    /**
     * Whether the next due date is calculated, so that it changes with the vaccine, the date and the birth date.
     * Absent in rows from before the field existed, until they are settled.
     */
    isDueAutomatic: v.optional(v.boolean()),
    ...{ veterinarianName, veterinaryClinic, notes },
    /** Whether the dose is the patient's newest of its vaccine; absent in rows from before the field existed. */
    isNewest: v.optional(v.boolean()),
    /**
     * The date of the next dose; null if none is due. Absent in older doses and while the patient is not in the
     * kennel, so that a range of this index contains exactly what is due.
     */
    dueOn: v.optional(v.union(v.string(), v.null())),
    /** The searchable text, including the patient's names. */
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
    // Doses of a puppy that is recorded as a dog belong to the dog.
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

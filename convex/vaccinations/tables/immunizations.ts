/**
 * The vaccine doses given to a kennel's dogs and to puppies that are not yet its dogs. Only a patient's newest dose
 * of a vaccine has a due date; older ones are history. Written by vaccinations/model/immunizations.ts, which
 * updates `isNewest`, `dueOn` and the counts by month in the same transaction; deleted with the patient.
 */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { recordTable } from "../../platform/tables/recordTable";

export const immunizations = recordTable(DOSE_FIELDS, {
  // In an export, the column that says whether the date was calculated comes before these.
  columns: ({ veterinarianName, veterinaryClinic, notes, ...recorded }) => ({
    /** The dog, or else the puppy; for a puppy that became a dog both are set. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    /** The name, folded to recognize doses of one vaccine. */
    vaccineKey: v.string(),
    ...recorded,
    /**
     * Whether the next due date is calculated, so that it follows the vaccine, the date and the birth date; absent
     * in rows older than the field until they are settled.
     */
    isDueAutomatic: v.optional(v.boolean()),
    ...{ veterinarianName, veterinaryClinic, notes },
    /** Whether it is the patient's newest dose of its vaccine; absent in rows older than the field. */
    isNewest: v.optional(v.boolean()),
    /**
     * The date of the next dose, null if none is due; absent in older doses and while the patient is not in the
     * kennel, so that a range of this index is exactly what is due.
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
    // Doses of a puppy that became a dog belong to the dog.
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

/**
 * The vaccine doses of a kennel's dogs, and of puppies that are not recorded as dogs. Only a patient's newest dose
 * of a vaccine has a due date. Older doses are history. Written by vaccinations/model/immunizations.ts. The same
 * transaction also updates `isNewest`, `dueOn` and the counts by month. Deleted with the patient.
 */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { recordTable } from "../../platform/tables/recordTable";

export const immunizations = recordTable(DOSE_FIELDS, {
  // In an export, the column that says whether the date was calculated comes before these columns.
  columns: ({ veterinarianName, veterinaryClinic, notes, ...recorded }) => ({
    /** The dog, or otherwise the puppy. If a puppy is recorded as a dog, both are set. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    /** The name in lower case and without accents. It identifies doses of the same vaccine. */
    vaccineKey: v.string(),
    ...recorded,
    /**
     * A calculated date changes with the vaccine, the date and the birth date. Absent in rows from before this
     * field existed, until they are settled.
     */
    isDueAutomatic: v.optional(v.boolean()),
    ...{ veterinarianName, veterinaryClinic, notes },
    /** The patient's newest dose of its vaccine; absent in rows from before this field existed. */
    isNewest: v.optional(v.boolean()),
    /**
     * The date of the next dose; null if no dose is due. Absent in older doses and while the patient is not in the
     * kennel, so that a range of this index contains exactly the due doses.
     */
    dueOn: v.optional(v.union(v.string(), v.null())),
    /** The patient's names are included. */
    searchText: v.optional(v.string()),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_date", ["kennelId", "dateAdministered"])
      .index("by_kennel_and_dog_and_date", ["kennelId", "dogId", "dateAdministered"])
      .index("by_kennel_and_puppy_and_date", ["kennelId", "puppyId", "dateAdministered"])
      .index("by_kennel_and_due_and_date", ["kennelId", "dueOn", "dateAdministered"])
      .index("by_kennel_and_vaccine_and_due", ["kennelId", "vaccineKey", "dueOn"])
      .searchIndex("by_words", { searchField: "searchText", filterFields: ["kennelId"] }),
  alertKind: "vaccination",
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog_and_date", inBatches: "back" },
    // If a puppy is recorded as a dog, its doses belong to the dog.
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

/** Laboratories' files with results for a dog, line by line. Deleted with the dog. */
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { GENETIC_FILE_FIELDS } from "../../../domain/genetics/record";
import { recordTable } from "../../platform/tables/recordTable";

export const fileLinesValidator = v.array(
  v.object({ category: v.string(), name: v.string(), value: v.string() }),
);

export const geneticFiles = recordTable(GENETIC_FILE_FIELDS, {
  columns: (recorded) => ({
    ...recorded,
    sampleNumber: v.optional(v.string()),
    lines: fileLinesValidator,
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_dog", ["kennelId", "dogId"])
      .index("by_kennel_and_sample", ["kennelId", "sampleNumber"]),
  onDelete: { dogId: { does: "cascade", by: "by_kennel_and_dog" } },
  history: {
    place: 146,
    label: "Genetic file",
    plural: "Genetic files",
    area: "health",
    titles: ["sampleNumber"],
    fields: { sampleNumber: text("Sample number") },
  },
  export: { place: 136, printed: ["dogId", "sampleNumber", "testedOn"] },
  backup: { place: 106, one: "genetic file", many: "genetic files" },
});

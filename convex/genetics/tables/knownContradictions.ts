/** Contradictions between two dogs' records that the kennel knows about. A row is deleted with either dog. */
import { v } from "convex/values";
import { KNOWN_CONTRADICTION_FIELDS } from "../../../domain/genetics/record";
import { recordTable } from "../../platform/tables/recordTable";

export const knownContradictions = recordTable(KNOWN_CONTRADICTION_FIELDS, {
  columns: ({ otherId: _, ...recorded }) => ({ ...recorded, otherId: v.optional(v.id("dogs")) }),
  indexes: (table) =>
    table
      .index("by_kennel_and_dog", ["kennelId", "dogId"])
      .index("by_kennel_and_other", ["kennelId", "otherId"]),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog" },
    otherId: { does: "cascade", by: "by_kennel_and_other", isLoose: true },
  },
  history: {
    place: 148,
    label: "Known contradiction",
    plural: "Known contradictions",
    area: "health",
    titles: ["kind"],
  },
  export: { place: 137, printed: ["dogId", "otherId", "kind", "locus", "saidBy"] },
  backup: { place: 107, one: "known contradiction", many: "known contradictions" },
});

/**
 * The matings of a breeding. The mating on the breeding's date determines the due date. Written by
 * breedings/model/matings.ts; deleted with the breeding.
 */
import { v } from "convex/values";
import { MATING_FIELDS } from "../../../domain/breedings/record";
import { recordTable } from "../../platform/tables/recordTable";

export const matings = recordTable(MATING_FIELDS, {
  columns: (recorded) => ({ breedingId: v.id("breedings"), ...recorded }),
  indexes: (table) => table.index("by_kennel_and_breeding_and_day", ["kennelId", "breedingId", "on"]),
  onDelete: {
    breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_day" },
  },
  history: {
    place: 33,
    label: "Mating",
    plural: "Matings",
    area: "breeding",
    titles: ["on"],
  },
  export: {
    place: 83,
    printed: ["breedingId", "on", "at", "kind", "place", "witnesses"],
  },
  backup: { place: 23 },
});

/**
 * The matings of a breeding. The mating on the breeding's date determines the due date. Written by
 * breedings/model/matings.ts; matings are deleted with their breeding.
 */
import { v } from "convex/values";
import { MATING_FIELDS } from "../../../domain/breedings/record";
import { recordTable } from "../../platform/tables/recordTable";

export const matings = recordTable(MATING_FIELDS, {
  columns: (recorded) => ({ breedingId: v.id("breedings"), ...recorded }),
  indexes: (table) =>
    table
      .index("by_kennel_and_breeding_and_day", ["kennelId", "breedingId", "on"])
      .index("by_kennel_and_contact", ["kennelId", "otherOwnerId"]),
  onDelete: {
    breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_day" },
    otherOwnerId: { does: "clear", by: "by_kennel_and_contact" },
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
    printed: ["breedingId", "on", "at", "kind", "place", "witnesses", "otherOwnerName"],
  },
  backup: { place: 23 },
});

/**
 * The pregnancy checks of a bitch: date, method and result. Written by breedings/model/pregnancyChecks.ts; checks
 * are deleted with their breeding.
 */
import { v } from "convex/values";
import { PREGNANCY_CHECK_FIELDS } from "../../../domain/breedings/record";
import { recordTable } from "../../platform/tables/recordTable";

export const pregnancyChecks = recordTable(PREGNANCY_CHECK_FIELDS, {
  columns: (recorded) => ({
    breedingId: v.id("breedings"),
    ...recorded,
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_breeding_and_day", ["kennelId", "breedingId", "on"])
      .index("by_kennel_and_veterinarian", ["kennelId", "veterinarianId"]),
  onDelete: {
    breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_day" },
    veterinarianId: { does: "clear", by: "by_kennel_and_veterinarian" },
  },
  history: {
    place: 35,
    label: "Pregnancy check",
    plural: "Pregnancy checks",
    area: "breeding",
    titles: ["on"],
  },
  export: {
    place: 85,
    printed: ["breedingId", "on", "method", "result", "puppiesSeen"],
  },
  backup: { place: 25, one: "pregnancy check", many: "pregnancy checks" },
});

/**
 * The litters of a kennel's breedings, with notes on their whelping. A litter has the parents of its breeding and
 * is deleted with it. The user enters how many puppies were born and are alive. When puppies are recorded, these
 * counts are calculated from the puppies (litters/model/litters.ts). Written by litters/model/litters.ts.
 */
import { v } from "convex/values";
import { described, within } from "../../../domain/history/describing";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { recordTable } from "../../platform/tables/recordTable";

const whelpingValidator = v.object(rowFields(WHELPING_FIELDS)).partial();

export const litters = recordTable(LITTER_FIELDS, {
  columns: (recorded) => ({
    breedingId: v.id("breedings"),
    ...recorded,
    whelping: whelpingValidator,
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_whelping_date", ["kennelId", "whelpingDate"])
      .index("by_kennel_and_breeding", ["kennelId", "breedingId"])
      .index("by_kennel_and_veterinarian", ["kennelId", "veterinarianId"]),
  onDelete: {
    breedingId: { does: "refuse", by: "by_kennel_and_breeding", code: "HAS_LITTERS" },
    veterinarianId: { does: "clear", by: "by_kennel_and_veterinarian" },
  },
  history: {
    place: 60,
    label: "Litter",
    plural: "Litters",
    area: "breeding",
    titles: ["whelpingDate"],
    fields: { ...within("whelping", described(WHELPING_FIELDS)) },
  },
  export: {
    place: 30,
    printed: [
      "breedingId",
      "whelpingDate",
      "numberBorn",
      "numberAlive",
      "numberMales",
      "numberFemales",
      "notes",
    ],
  },
  backup: { place: 30 },
});

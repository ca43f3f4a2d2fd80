/**
 * The litters of a kennel's breedings, with the notes of their whelping. A litter is deleted with its breeding and
 * has its parents. Its numbers are typed at first and follow the puppies as soon as these are recorded
 * (litters/model/litters.ts). Written by litters/model/litters.ts.
 */
import { v } from "convex/values";
import { described, within } from "../../../domain/history/describing";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { recordTable } from "../../platform/tables/recordTable";

/** How the whelping went, if anything is known. */
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
      .index("by_kennel_and_breeding", ["kennelId", "breedingId"]),
  onDelete: {
    breedingId: { does: "refuse", by: "by_kennel_and_breeding", code: "HAS_LITTERS" },
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

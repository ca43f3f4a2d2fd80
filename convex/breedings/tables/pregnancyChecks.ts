/**
 * When and how it was looked whether the bitch of a breeding is pregnant, and what was seen. Written by
 * breedings/model/pregnancyChecks.ts; checks go with their breeding.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described } from "../../../domain/history/describing";
import { PREGNANCY_CHECK_FIELDS } from "../../../domain/breedings/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const pregnancyChecks = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    breedingId: v.id("breedings"),
    ...rowFields(PREGNANCY_CHECK_FIELDS),
    /** When a person last saved the check. */
    updatedAt: v.number(),
  }).index("by_kennel_and_breeding_and_day", ["kennelId", "breedingId", "on"]),
  {
    onDelete: {
      breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_day" },
    },
    history: {
      place: 35,
      label: "Pregnancy check",
      plural: "Pregnancy checks",
      area: "breeding",
      titles: ["on"],
      fields: described(PREGNANCY_CHECK_FIELDS),
      unkept: ["breedingId", "updatedAt"],
    },
    export: {
      place: 85,
      printed: ["breedingId", "on", "method", "result", "puppiesSeen"],
      described: PREGNANCY_CHECK_FIELDS,
    },
    backup: { place: 25, one: "pregnancy check", many: "pregnancy checks" },
  },
);

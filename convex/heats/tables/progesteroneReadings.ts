/**
 * Progesterone readings of heats, in the unit the laboratory gave. Written by heats/model/heats.ts; readings go with their
 * heat.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described, text } from "../../../domain/history/describing";
import { READING_FIELDS } from "../../../domain/heats/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const progesteroneReadings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    heatId: v.id("heats"),
    dogId: v.id("dogs"),
    ...rowFields(READING_FIELDS),
    /** When a person last saved the reading. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_dog_and_taken", ["kennelId", "dogId", "takenOn"])
    .index("by_kennel_and_heat_and_taken", ["kennelId", "heatId", "takenOn"]),
  {
    onDelete: {
      heatId: { does: "cascade", by: "by_kennel_and_heat_and_taken", inBatches: "both" },
      dogId: { does: "follow" },
    },
    history: {
      place: 110,
      label: "Progesterone reading",
      plural: "Progesterone readings",
      area: "breeding",
      titles: ["takenOn"],
      fields: { ...described(READING_FIELDS), unit: text("Unit") },
      unkept: ["heatId", "dogId", "updatedAt"],
    },
    export: {
      place: 60,
      title: "Progesterone",
      printed: ["dogId", "takenOn", "takenTime", "value", "unit", "laboratory"],
      described: READING_FIELDS,
    },
  },
);

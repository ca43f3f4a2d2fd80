/**
 * Progesterone readings of heats, in the unit the laboratory gave. Written by heats/model/heats.ts; readings go with their
 * heat.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PROGESTERONE_UNITS } from "../../../domain/constants/heats";
import { rows } from "../../platform/tables/rows";

export const progesteroneUnitValidator = v.union(...PROGESTERONE_UNITS.map((unit) => v.literal(unit)));

export const progesteroneReadings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    heatId: v.id("heats"),
    dogId: v.id("dogs"),
    takenOn: v.string(),
    /** The time of day as HH:MM, where it was noted. */
    takenTime: v.optional(v.string()),
    value: v.number(),
    unit: progesteroneUnitValidator,
    laboratory: v.optional(v.string()),
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
  },
);

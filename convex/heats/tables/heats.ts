/**
 * The heats of a kennel's bitches. The day one starts is the first day of bleeding. Written by heats/model/heats.ts; a
 * bitch's heats go when she goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { HEAT_SIGNS } from "../../../domain/constants/heats";
import { rows } from "../../platform/tables/rows";

export const heatSignValidator = v.union(...HEAT_SIGNS.map((sign) => v.literal(sign)));

export const heats = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    startOn: v.string(),
    endOn: v.optional(v.string()),
    signs: v.array(heatSignValidator),
    notes: v.optional(v.string()),
    /** When a person last saved the heat. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_start", ["kennelId", "startOn"])
    .index("by_kennel_and_dog_and_start", ["kennelId", "dogId", "startOn"]),
);

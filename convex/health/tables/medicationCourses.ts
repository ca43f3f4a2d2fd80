/**
 * Courses of medication of a kennel's dogs: what is given, how much, how often and until when. `lastOn` is the last day
 * on which a dose can be due, so that the kennel's open courses are one range of an index. Written by
 * health/model/medicationCourses.ts; a dog's courses go when the dog goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { DOSE_UNITS } from "../../../domain/constants/medications";
import { rows } from "../../platform/tables/rows";

export const doseUnitValidator = v.union(...DOSE_UNITS.map((unit) => v.literal(unit)));

export const courseScheduleValidator = v.union(
  v.object({
    type: v.literal("times"),
    /** 1 for every day. */
    everyDays: v.number(),
    times: v.array(v.string()),
  }),
  v.object({ type: v.literal("as_needed") }),
);

export const medicationCourses = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    drug: v.string(),
    doseAmount: v.number(),
    doseUnit: doseUnitValidator,
    schedule: courseScheduleValidator,
    startOn: v.string(),
    endOn: v.optional(v.string()),
    reason: v.optional(v.string()),
    veterinarian: v.optional(v.string()),
    notes: v.optional(v.string()),
    stoppedOn: v.optional(v.string()),
    stopReason: v.optional(v.string()),
    lastOn: v.string(),
    /** When a person last saved the course. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_last", ["kennelId", "lastOn"])
    .index("by_kennel_and_dog_and_start", ["kennelId", "dogId", "startOn"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog_and_start" },
    },
  },
);

/**
 * Courses of medication of a kennel's dogs: what is given, how much, how often and until when. `lastOn` is the last day
 * on which a dose can be due, so that the kennel's open courses are one range of an index. Written by
 * health/model/medicationCourses.ts; a dog's courses go when the dog goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { choice, described, text } from "../../../domain/history/describing";
import { COURSE_FIELDS, COURSE_STATE } from "../../../domain/health/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

const DESCRIPTION = { ...COURSE_FIELDS, ...COURSE_STATE };

export const courseScheduleValidator = v.union(
  v.object({
    type: v.literal("times"),
    /** 1 for every day. */
    everyDays: v.number(),
    times: v.array(v.string()),
  }),
  v.object({ type: v.literal("as_needed") }),
);

// In an export, how it is given stands behind these.
const { drug, doseAmount, doseUnit, ...recorded } = rowFields(COURSE_FIELDS);

export const medicationCourses = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    ...{ drug, doseAmount, doseUnit },
    schedule: courseScheduleValidator,
    ...recorded,
    ...rowFields(COURSE_STATE),
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
    history: {
      place: 180,
      label: "Medication",
      plural: "Medication",
      area: "health",
      titles: ["drug"],
      fields: {
        ...described(DESCRIPTION),
        "schedule.type": choice("How it is given"),
        "schedule.everyDays": text("Interval in days"),
        "schedule.times": text("Times"),
      },
      unkept: ["dogId", "lastOn", "updatedAt"],
    },
    export: {
      place: 160,
      title: "Medications",
      printed: ["dogId", "drug", "doseAmount", "doseUnit", "startOn", "endOn", "reason", "veterinarian"],
      described: DESCRIPTION,
    },
    backup: { place: 90, one: "course of medication", many: "courses of medication" },
  },
);

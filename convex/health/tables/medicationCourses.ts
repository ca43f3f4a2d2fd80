/**
 * Courses of medication of a kennel's dogs: the medicine, the dose, the frequency and the period. `lastOn` is the
 * last date on which a dose can be due, so one index range contains the kennel's open courses. Written by
 * health/model/medicationCourses.ts; deleted with the dog.
 */
import { v } from "convex/values";
import { choice, text } from "../../../domain/history/describing";
import { COURSE_FIELDS, COURSE_STATE } from "../../../domain/health/record";
import { recordTable } from "../../platform/tables/recordTable";

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

export const medicationCourses = recordTable(DESCRIPTION, {
  // In exports, the column of the route of administration comes after the unit of the dose.
  columns: ({ drug, doseAmount, doseUnit, ...recorded }) => ({
    dogId: v.id("dogs"),
    ...{ drug, doseAmount, doseUnit },
    schedule: courseScheduleValidator,
    ...recorded,
    lastOn: v.string(),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_last", ["kennelId", "lastOn"])
      .index("by_kennel_and_dog_and_start", ["kennelId", "dogId", "startOn"]),
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
      "schedule.type": choice("How it is given"),
      "schedule.everyDays": text("Interval in days"),
      "schedule.times": text("Times"),
    },
  },
  export: {
    place: 160,
    title: "Medications",
    printed: ["dogId", "drug", "doseAmount", "doseUnit", "startOn", "endOn", "reason", "veterinarian"],
  },
  backup: { place: 90, one: "course of medication", many: "courses of medication" },
});

/**
 * Doses given: of which course, for which slot of which day, when and by whom. `entryKey` is made where the dose was
 * ticked off, so that an entry sent twice is kept once; one that was taken back stays as a mark, or a late copy of it
 * would come again. Written by health/model/medicationDoses.ts; doses go with their course.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { day, instant } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const medicationDoses = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    courseId: v.id("medicationCourses"),
    dayOn: v.string(),
    /** The place among the day's times; absent for a dose as needed. */
    slot: v.optional(v.number()),
    givenAt: v.number(),
    givenBy: v.id("users"),
    entryKey: v.string(),
    /** When the entry was taken back. */
    removedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_course_and_day", ["kennelId", "courseId", "dayOn"])
    .index("by_kennel_and_entry_key", ["kennelId", "entryKey"]),
  {
    onDelete: {
      courseId: { does: "cascade", by: "by_kennel_and_course_and_day", inBatches: "both" },
    },
    history: {
      place: 190,
      label: "Dose",
      plural: "Doses given",
      area: "health",
      titles: ["dayOn"],
      fields: { dayOn: day("Day"), givenAt: instant("Given at"), removedAt: instant("Undone") },
      unkept: ["courseId", "slot", "givenBy", "entryKey"],
    },
    export: {
      place: 170,
      title: "Medication doses",
      printed: ["courseId", "dayOn", "givenAt", "givenBy"],
    },
  },
);

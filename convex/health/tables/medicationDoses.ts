/**
 * Given doses: the course, the date and slot of the dose, and who gave it when. The client creates `entryKey` when
 * the user records the dose, so an entry that is sent twice is stored once. An undone dose remains as a marked row,
 * so that the same entry is not stored again if it arrives late. Written by health/model/medicationDoses.ts;
 * deleted with the course.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { day, instant, isMarkedRemoved } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const medicationDoses = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    courseId: v.id("medicationCourses"),
    dayOn: v.string(),
    /** The position among the day's times; absent for a dose that is given as needed. */
    slot: v.optional(v.number()),
    givenAt: v.number(),
    givenBy: v.id("users"),
    entryKey: v.string(),
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
      isRemoval: isMarkedRemoved,
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

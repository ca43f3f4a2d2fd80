/** The registered functions of medication: a dog's courses, today's courses in the kennel, and given doses. */
import { v } from "convex/values";
import { dogMutation, dogQuery, kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import {
  courses,
  courseShape,
  dueDogShape,
  listCourses,
  listDueCourses,
  resumeCourse,
  stopCourse,
} from "./model/medicationCourses";
import { doseOutcomeShape, giveDose, undoDose } from "./model/medicationDoses";

export const {
  get,
  create: start,
  update,
  remove,
  editsSince,
} = recordFunctions(courses, {
  argument: "courseId",
  owner: "dogId",
  area: "health",
  isOfNamedDog: true,
});

/** Today's doses are included. Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.union(v.array(courseShape), v.null()),
  handler: async (ctx, { today }) => ctx.reached && (await listCourses(ctx, ctx.reached, today)),
});

/** Lists the dogs on medication today. */
export const due = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.array(dueDogShape),
  handler: async (ctx, { today }) => await listDueCourses(ctx, ctx.access, today),
});

export const stop = dogMutation({
  permission: "health:write",
  args: {
    courseId: v.string(),
    stoppedOn: v.string(),
    stopReason: v.optional(v.union(v.string(), v.null())),
    today: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, args) => await stopCourse(ctx, ctx, args),
});

export const resume = dogMutation({
  permission: "health:write",
  args: { courseId: v.string() },
  returns: v.null(),
  handler: async (ctx, { courseId }) => await resumeCourse(ctx, ctx, courseId),
});

/** If the same entry is sent several times, it is stored once. */
export const giveOne = dogMutation({
  permission: "health:write",
  args: {
    courseId: v.string(),
    dayOn: v.string(),
    slot: v.union(v.number(), v.null()),
    givenAt: v.number(),
    entryKey: v.string(),
    isMeant: v.optional(v.boolean()),
    today: v.string(),
  },
  returns: doseOutcomeShape,
  handler: async (ctx, args) => await giveDose(ctx, ctx, args),
});

export const undoOne = dogMutation({
  permission: "health:write",
  args: { courseId: v.string(), entryKey: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await undoDose(ctx, ctx, args),
});

/**
 * The coefficients that a finished reckoning found, a thousand dogs to a row and in the order of their ids, so that
 * one read finds any dog's. Written at the end of a reckoning, deleted when the next one has taken its place.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const coefficients = defineTable({
  kennelId: v.id("kennels"),
  runId: v.id("coefficientRuns"),
  firstDogId: v.id("dogs"),
  dogIds: v.array(v.id("dogs")),
  coefficients: v.array(v.number()),
}).index("by_kennel_and_run_and_dog", ["kennelId", "runId", "firstDogId"]);

/** The registered functions of contradictions and of the kennel's notes about them. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { contradictionShape, describeContradictions, knownContradictions } from "./model/contradictions";

export const { list, get, create, update, remove, editsSince } = recordFunctions(knownContradictions, {
  argument: "knownContradictionId",
  owner: "dogId",
  area: "health",
});

/**
 * Compares the records of a dog, its parents and its offspring. Returns null if the caller's kennel has no such
 * dog.
 */
export const ofDog = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(contradictionShape), v.null()),
  handler: async (ctx) => ctx.reached && (await describeContradictions(ctx, ctx.reached)),
});

/** The registered functions of dogs' owners. An owner is an ordinary kind of record. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { listOwners, owners } from "./model/dogOwners";

export const { list, get, create, update, remove, editsSince } = recordFunctions(owners, {
  argument: "dogOwnerId",
  owner: "dogId",
  area: { read: "dogs:read & finances:read", write: "dogs:write & finances:write" },
});

/** Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "dogs:read & finances:read",
  args: {},
  returns: v.union(v.array(owners.shape), v.null()),
  handler: async (ctx) => ctx.reached && (await listOwners(ctx, ctx.reached.dog)),
});

/** The registered functions of puppies: list, search, change, set the status, sell, and record as dogs. */
import { v } from "convex/values";
import { PUPPY_DEATH_FIELDS } from "../../domain/litters/record";
import { kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { changeArgs } from "../platform/tables/recordValidators";
import { litterMutation, puppyMutation } from "./builders";
import { savedDogShape } from "../dogs/model/dogShape";
import {
  foundPuppyShape,
  listPuppies,
  puppyListArgs,
  puppyPageShape,
  searchPuppies,
} from "./model/litterList";
import { createPuppy, puppies, removePuppy } from "./model/puppies";
import {
  addPuppyToDogs,
  reservePuppy,
  sellPuppy,
  setPuppyStatus,
  steppedPuppyShape,
} from "./model/puppySales";
import { reservationArgs, saleArgs } from "./model/puppyShape";

export const { get, update, editsSince } = recordFunctions(puppies, {
  argument: "puppyId",
  owner: "kennelId",
  area: "breeding",
});

/** Lists a page of the kennel's puppies with the number of puppies per status. */
export const list = kennelQuery({
  permission: "breeding:read",
  args: puppyListArgs,
  returns: puppyPageShape,
  handler: async (ctx, args) => await listPuppies(ctx, ctx.access.kennelId, args),
});

/** Finds puppies of any age by name, microchip or buyer, with their parents. */
export const search = kennelQuery({
  permission: "breeding:read",
  args: { search: v.string() },
  returns: v.array(foundPuppyShape),
  handler: async (ctx, { search: typed }) => await searchPuppies(ctx, ctx.access.kennelId, typed),
});

/** Records a puppy of a litter. */
export const create = litterMutation({
  permission: "breeding:write",
  args: { ...puppies.changeArgs, isStillborn: v.optional(v.boolean()) },
  returns: puppies.shape,
  handler: async (ctx, args) => await createPuppy(ctx, ctx.litter, args),
});

/** Deletes a puppy with its weights and checks, unless the puppy is sold. */
export const remove = puppyMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePuppy(ctx, ctx.puppy),
});

/** Sets a puppy's status: releases or keeps the puppy, records a death, or undoes a status. */
export const setStatus = puppyMutation({
  permission: "breeding:write",
  args: {
    status: v.string(),
    /** The date of a death; today if it is omitted. */
    diedOn: v.optional(v.string()),
    ...changeArgs(PUPPY_DEATH_FIELDS),
    expectedStatus: v.optional(v.string()),
    today: v.string(),
  },
  returns: steppedPuppyShape,
  handler: async (ctx, args) => await setPuppyStatus(ctx, ctx, args),
});

/** Reserves an available puppy. */
export const reserve = puppyMutation({
  permission: "breeding:write & finances:write",
  args: { ...reservationArgs, today: v.string() },
  returns: puppies.shape,
  handler: async (ctx, args) => await reservePuppy(ctx, ctx, args),
});

/** Sells an available or reserved puppy. */
export const sell = puppyMutation({
  permission: "breeding:write & finances:write",
  args: { ...saleArgs, today: v.string() },
  returns: steppedPuppyShape,
  handler: async (ctx, args) => await sellPuppy(ctx, ctx, args),
});

/** Records a kept puppy as a dog of the kennel; this also requires the right to change dogs. */
export const addToDogs = puppyMutation({
  permission: "breeding:write",
  args: {
    name: v.optional(v.union(v.string(), v.null())),
    breed: v.optional(v.union(v.string(), v.null())),
    today: v.string(),
  },
  returns: savedDogShape,
  handler: async (ctx, args) => await addPuppyToDogs(ctx, ctx, args),
});

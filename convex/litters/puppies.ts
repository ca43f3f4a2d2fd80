/** The registered functions of puppies: list, search, change, set the status, sell, and record as dogs. */
import { v } from "convex/values";
import { PUPPY_DEATH_FIELDS, SALE_CORRECTION_FIELDS } from "../../domain/litters/record";
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
  correctSale as correctSaleOf,
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

/** The number of puppies per status is included. */
export const list = kennelQuery({
  permission: "breeding:read",
  args: puppyListArgs,
  returns: puppyPageShape,
  handler: async (ctx, args) => await listPuppies(ctx, ctx.access.kennelId, args),
});

/** Puppies of any age are found by name, microchip or buyer, with their parents. */
export const search = kennelQuery({
  permission: "breeding:read",
  args: { search: v.string() },
  returns: v.array(foundPuppyShape),
  handler: async (ctx, { search: typed }) => await searchPuppies(ctx, ctx.access.kennelId, typed),
});

export const create = litterMutation({
  permission: "breeding:write",
  args: { ...puppies.changeArgs, isStillborn: v.optional(v.boolean()) },
  returns: puppies.shape,
  handler: async (ctx, args) => await createPuppy(ctx, ctx.litter, args),
});

/** A sold puppy cannot be deleted. Weights and checks are also deleted. */
export const remove = puppyMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePuppy(ctx, ctx.puppy),
});

/** Releases or keeps the puppy, records a death, or undoes a status. */
export const setStatus = puppyMutation({
  permission: "breeding:write",
  args: {
    status: v.string(),
    /** Today if the date of a death is omitted. */
    diedOn: v.optional(v.string()),
    ...changeArgs(PUPPY_DEATH_FIELDS),
    expectedStatus: v.optional(v.string()),
    today: v.string(),
  },
  returns: steppedPuppyShape,
  handler: async (ctx, args) => await setPuppyStatus(ctx, ctx, args),
});

export const reserve = puppyMutation({
  permission: "breeding:write & finances:write",
  args: { ...reservationArgs, today: v.string() },
  returns: puppies.shape,
  handler: async (ctx, args) => await reservePuppy(ctx, ctx, args),
});

export const sell = puppyMutation({
  permission: "breeding:write & finances:write",
  args: { ...saleArgs, today: v.string() },
  returns: steppedPuppyShape,
  handler: async (ctx, args) => await sellPuppy(ctx, ctx, args),
});

/** Corrects the amounts, the day and the buyer's contact details of a sale. */
export const correctSale = puppyMutation({
  permission: "breeding:write & finances:write",
  args: {
    ...changeArgs(SALE_CORRECTION_FIELDS),
    expectedUpdatedAt: v.optional(v.number()),
    today: v.string(),
  },
  returns: puppies.shape,
  handler: async (ctx, args) => await correctSaleOf(ctx, ctx, args),
});

/** The caller must also have the right to change dogs. */
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

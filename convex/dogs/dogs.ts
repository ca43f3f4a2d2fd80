/** The registered functions of dogs: list, get, create, update, remove, and the choices in the dog form. */
import { v } from "convex/values";
import { dogMutation, dogQuery, kennelMutation, kennelQuery } from "../platform/functions";
import { listBreeds, listOwnBreeds } from "./model/breeds";
import { dogListArgs, dogPageShape, listDogs } from "./model/dogList";
import {
  calledDogShape,
  dogOfOwnerShape,
  listCalledDogs,
  parentChoiceShape,
  searchAncestors as searchExternal,
  searchDogsOfOwner,
  searchParentChoices,
  toParentChoice,
} from "./model/dogSearch";
import {
  adoptDog,
  changedStatusShape,
  changeStatuses,
  createDog,
  createExternalDog,
  describeDog,
  removeDog,
  updateDog,
} from "./model/dogs";
import { dogChangeArgs, dogShape, newDogArgs, savedDogShape } from "./model/dogShape";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { genderValidator, statusValidator } from "../platform/tables/dogs";

/** The default order is alphabetical. */
export const list = kennelQuery({
  permission: "dogs:read",
  args: dogListArgs,
  returns: dogPageShape,
  handler: async (ctx, args) => await listDogs(ctx, ctx.access.kennelId, args),
});

/** Names and call names are returned, so that they can be found in a text. Only living dogs are listed. */
export const listCalled = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: v.array(calledDogShape),
  handler: async (ctx) => await listCalledDogs(ctx, ctx.access.kennelId),
});

export const searchByOwner = kennelQuery({
  permission: "dogs:read & finances:read",
  args: { search: v.string() },
  returns: v.array(dogOfOwnerShape),
  handler: async (ctx, { search }) => await searchDogsOfOwner(ctx, ctx.access.kennelId, search),
});

/** Returns null if the caller's kennel has no such dog. */
export const get = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(dogShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeDog(ctx, ctx.reached.dog)),
});

/** Adds an entry in the activity list. */
export const create = kennelMutation({
  permission: "dogs:write",
  args: { ...newDogArgs, today: v.string() },
  returns: savedDogShape,
  handler: async (ctx, args) => await createDog(ctx, ctx.access, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = dogMutation({
  permission: "dogs:write",
  args: { ...dogChangeArgs, today: v.string(), expectedUpdatedAt: v.optional(v.number()) },
  returns: savedDogShape,
  handler: async (ctx, args) => await updateDog(ctx, ctx.dog, args),
});

/** Returns the result for each dog. */
export const changeStatus = kennelMutation({
  permission: "dogs:write",
  args: {
    dogIds: v.array(v.string()),
    status: statusValidator,
    statusChangedOn: v.optional(v.union(v.string(), v.null())),
    today: v.string(),
  },
  returns: v.array(changedStatusShape),
  handler: async (ctx, args) => await changeStatuses(ctx, ctx.access, args),
});

/** The newest change is first. Returns null if the caller's kennel has no such dog. */
export const editsSince = dogQuery({
  permission: "dogs:read",
  args: { since: v.number() },
  returns: v.union(v.array(editShape), v.null()),
  handler: async (ctx, { since }) =>
    ctx.reached && (await listEditsSince(ctx, ctx.reached.access, ctx.reached.dog, since)),
});

/** If the dog has offspring or breedings, the caller must confirm the deletion. */
export const remove = dogMutation({
  permission: "dogs:write",
  args: { confirmed: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { confirmed }) => await removeDog(ctx, ctx.dog, confirmed === true),
});

/** The dogs are in alphabetical order. */
export const searchParents = kennelQuery({
  permission: "dogs:read",
  args: { gender: genderValidator, search: v.optional(v.string()), excludeDogId: v.optional(v.string()) },
  returns: v.array(parentChoiceShape),
  handler: async (ctx, args) => await searchParentChoices(ctx, ctx.access.kennelId, args),
});

/** The kennel's breeds come before common breeds. */
export const breeds = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: v.array(v.string()),
  handler: async (ctx) => await listBreeds(ctx, ctx.access.kennelId),
});

/** The breeds of the list's filter, in alphabetical order. */
export const ownBreeds = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: v.array(v.string()),
  handler: async (ctx) => await listOwnBreeds(ctx, ctx.access.kennelId),
});

export const createExternal = kennelMutation({
  permission: "dogs:write",
  args: {
    name: v.string(),
    breed: v.string(),
    gender: genderValidator,
    registrationNumber: v.optional(v.union(v.string(), v.null())),
    titles: v.optional(v.union(v.string(), v.null())),
    color: v.optional(v.union(v.string(), v.null())),
  },
  returns: parentChoiceShape,
  handler: async (ctx, args) => toParentChoice(await createExternalDog(ctx, ctx.access, args)),
});

/** The ancestor becomes one of the kennel's own dogs. */
export const adopt = dogMutation({
  permission: "dogs:write",
  args: {},
  returns: dogShape,
  handler: async (ctx) => await adoptDog(ctx, ctx.dog),
});

/** Searches names and registration numbers. The total number is included. */
export const searchAncestors = kennelQuery({
  permission: "dogs:read",
  args: { search: v.string() },
  returns: v.object({ total: v.number(), found: v.array(parentChoiceShape) }),
  handler: async (ctx, { search }) => await searchExternal(ctx, ctx.access.kennelId, search),
});

/** The registered functions of dogs' veterinarians: list, get, create, update, remove, the primary one, and clinics. */
import { v } from "convex/values";
import { dogMutation, dogQuery, kennelQuery } from "../platform/functions";
import { veterinarianMutation, veterinarianQuery } from "./builders";
import { suggestClinics } from "../vaccinations/model/clinics";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import {
  createVeterinarian,
  describeVeterinarian,
  listVeterinarians,
  listVeterinariansOf,
  removeVeterinarian,
  setPrimaryVeterinarian,
  updateVeterinarian,
  veterinarianListArgs,
} from "./model/veterinaryRecords";
import {
  newVeterinarianArgs,
  veterinarianChangeArgs,
  veterinarianPageShape,
  veterinarianShape,
} from "./model/veterinaryShape";

/** Lists a page of the kennel's veterinarians, or of one dog's with the primary one first. */
export const list = kennelQuery({
  permission: "health:read",
  args: veterinarianListArgs,
  returns: veterinarianPageShape,
  handler: async (ctx, args) => await listVeterinarians(ctx, ctx.access.kennelId, args),
});

/** Lists a dog's veterinarians, the primary one first, or returns null when the caller has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(veterinarianShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listVeterinariansOf(ctx, ctx.reached.dog)),
});

/** Returns a veterinarian with the dog. */
export const get = veterinarianQuery({
  permission: "health:read",
  args: {},
  returns: veterinarianShape,
  handler: async (ctx) => await describeVeterinarian(ctx, ctx.veterinarian),
});

/** Adds a veterinarian to a dog; the first one is the primary one. */
export const create = dogMutation({
  permission: "health:write",
  args: newVeterinarianArgs,
  returns: veterinarianShape,
  handler: async (ctx, args) => await createVeterinarian(ctx, ctx.dog, args),
});

/** Changes a veterinarian; omitted fields stay unchanged, null or empty ones are cleared. */
export const update = veterinarianMutation({
  permission: "health:write",
  args: { ...veterinarianChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: veterinarianShape,
  handler: async (ctx, args) => await updateVeterinarian(ctx, ctx.veterinarian, args),
});

/** Makes a veterinarian the dog's primary one, and no other. */
export const setPrimary = veterinarianMutation({
  permission: "health:write",
  /** Where a dog is named, the veterinarian must be that dog's. */
  args: { dogId: v.optional(v.string()) },
  returns: veterinarianShape,
  handler: async (ctx, { dogId }) => await setPrimaryVeterinarian(ctx, ctx.veterinarian, dogId),
});

/** Deletes a veterinarian; of a dog's others the first becomes the primary one. */
export const remove = veterinarianMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeVeterinarian(ctx, ctx.veterinarian),
});

/** Suggests the kennel's own clinics, the most used first. */
export const clinics = kennelQuery({
  permission: "health:read",
  args: { search: v.optional(v.string()) },
  returns: v.array(v.string()),
  handler: async (ctx, { search }) => await suggestClinics(ctx, ctx.access.kennelId, search),
});

/** Lists who changed the veterinarian after a version of it, the newest first. */
export const editsSince = veterinarianQuery({
  permission: "health:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.veterinarian, since),
});

/**
 * The registered functions of dogs' veterinarians: list them for the kennel or a dog, choose the primary
 * veterinarian, and suggest clinics.
 */
import { v } from "convex/values";
import { dogQuery, kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { suggestClinics } from "../vaccinations/model/clinics";
import { veterinarianMutation } from "./builders";
import {
  listVeterinarians,
  listVeterinariansOf,
  setPrimaryVeterinarian,
  veterinarianListArgs,
  veterinarians,
} from "./model/veterinaryRecords";

export const { get, create, update, remove, editsSince } = recordFunctions(veterinarians, {
  argument: "veterinaryRecordId",
  owner: "dogId",
  area: "health",
});

/** The list covers the kennel or one dog. For one dog, the primary veterinarian is first. */
export const list = kennelQuery({
  permission: "health:read",
  args: veterinarianListArgs,
  returns: veterinarians.pageShape,
  handler: async (ctx, args) => await listVeterinarians(ctx, ctx.access.kennelId, args),
});

/** The primary veterinarian is first. Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(veterinarians.shape), v.null()),
  handler: async (ctx) => ctx.reached && (await listVeterinariansOf(ctx, ctx.reached.dog)),
});

/** The dog has only one primary veterinarian. */
export const setPrimary = veterinarianMutation({
  permission: "health:write",
  /** If a dog is named, the veterinarian must belong to that dog. */
  args: { dogId: v.optional(v.string()) },
  returns: veterinarians.shape,
  handler: async (ctx, { dogId }) => await setPrimaryVeterinarian(ctx, ctx.veterinarian, dogId),
});

/** The kennel's most used clinics are first. */
export const clinics = kennelQuery({
  permission: "health:read",
  args: { search: v.optional(v.string()) },
  returns: v.array(v.string()),
  handler: async (ctx, { search }) => await suggestClinics(ctx, ctx.access.kennelId, search),
});

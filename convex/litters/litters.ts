/**
 * The registered functions of litters: list, get, create, update, remove, and the content of the exported sheet.
 */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { breedingMutation, breedingQuery } from "../breedings/builders";
import { innerLitterQuery, litterMutation, litterQuery } from "./builders";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { listLitters, litterListArgs } from "./model/litterList";
import {
  createLitterOfBreeding,
  describeLitter,
  describeLittersOf,
  removeLitter,
  updateLitter,
} from "./model/litters";
import {
  litterChangeArgs,
  litterEntryShape,
  litterPageShape,
  newLitterArgs,
  savedLitterShape,
} from "./model/litterShape";
import { describeLitterSheet, litterSheetShape } from "./model/litterSheet";
import { createMissingPuppies } from "./model/puppies";

/** The youngest litter is first. The puppies are included. */
export const list = kennelQuery({
  permission: "breeding:read",
  args: litterListArgs,
  returns: litterPageShape,
  handler: async (ctx, args) => await listLitters(ctx, ctx.access.kennelId, args),
});

/** The breeding and the puppies are included. */
export const get = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: litterEntryShape,
  handler: async (ctx) => await describeLitter(ctx, ctx.litter),
});

/** The first born litter is first. The puppies are included. */
export const ofBreeding = breedingQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(litterEntryShape),
  handler: async (ctx) => await describeLittersOf(ctx, ctx.breeding),
});

/** Marks the breeding as whelped. If the actual mating date is given, also stores that date. */
export const create = breedingMutation({
  permission: "breeding:write",
  args: { ...newLitterArgs, breedingDate: v.optional(v.string()), today: v.string() },
  returns: savedLitterShape,
  handler: async (ctx, args) => await createLitterOfBreeding(ctx, ctx.breeding, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = litterMutation({
  permission: "breeding:write",
  args: { ...litterChangeArgs, today: v.string(), expectedUpdatedAt: v.optional(v.number()) },
  returns: savedLitterShape,
  handler: async (ctx, args) => await updateLitter(ctx, ctx.litter, args),
});

/** If the litter has puppies, the caller must confirm that the puppies are also deleted. */
export const remove = litterMutation({
  permission: "breeding:write",
  args: { isConfirmed: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { isConfirmed = false }) => await removeLitter(ctx, ctx.litter, isConfirmed),
});

/** The number of missing records follows from the litter's counts. */
export const addMissingPuppies = litterMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await createMissingPuppies(ctx, ctx.litter),
});

/** The newest change is first. */
export const editsSince = litterQuery({
  permission: "breeding:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.litter, since),
});

export const sheet = innerLitterQuery({
  permission: "breeding:read",
  args: {},
  returns: litterSheetShape,
  handler: async (ctx) => await describeLitterSheet(ctx, ctx.litter),
});

/**
 * The registered functions of saved views of the list of dogs. A view belongs to one person in one kennel. Users
 * who may see the dogs can save views. Nobody can read another person's views.
 */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import {
  createDogView,
  dogViewsShape,
  dogViewStateArgs,
  listDogViews,
  removeDogView,
  updateDogView,
} from "./model/dogViews";
import { dogViewValidator } from "./tables/dogViews";

/** The views are in alphabetical order. */
export const list = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: dogViewsShape,
  handler: async (ctx) => await listDogViews(ctx, ctx.access),
});

export const create = kennelMutation({
  permission: "dogs:read",
  args: { name: v.string(), state: dogViewStateArgs },
  returns: dogViewValidator,
  handler: async (ctx, args) => await createDogView(ctx, ctx.access, args),
});

/** Omitted fields stay unchanged. */
export const update = kennelMutation({
  permission: "dogs:read",
  args: { viewId: v.string(), name: v.optional(v.string()), state: v.optional(dogViewStateArgs) },
  returns: dogViewValidator,
  handler: async (ctx, args) => await updateDogView(ctx, ctx.access, args),
});

export const remove = kennelMutation({
  permission: "dogs:read",
  args: { viewId: v.string() },
  returns: v.null(),
  handler: async (ctx, { viewId }) => await removeDogView(ctx, ctx.access, viewId),
});

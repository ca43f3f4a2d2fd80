/** The registered functions of a kennel's application form. */
import { v } from "convex/values";
import { internalQuery, kennelMutation, kennelQuery } from "../platform/functions";
import { describeForm, formArgs, formShape, publicFormShape, reachForm, saveForm } from "./model/forms";

/** Returns the default form if none is saved. */
export const get = kennelQuery({
  permission: "settings:read",
  args: {},
  returns: formShape,
  handler: async (ctx) => await describeForm(ctx, ctx.access.kennelId),
});

/** Omitted settings stay unchanged. */
export const save = kennelMutation({
  permission: "settings:write",
  args: { ...formArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: formShape,
  handler: async (ctx, args) => await saveForm(ctx, ctx.access, args),
});

export const open = internalQuery({
  args: { slug: v.string() },
  returns: v.union(publicFormShape, v.null()),
  handler: async (ctx, { slug }) => (await reachForm(ctx, slug))?.shown ?? null,
});

/** The registered functions of kennel logos. kennels/actions/kennelLogo.ts accepts a logo. */
import { v } from "convex/values";
import { innerKennelMutation, internalQuery, kennelMutation, kennelQuery } from "../platform/functions";
import {
  admitLogo,
  findSignedLogo,
  logoFileShape,
  logoOf,
  removeLogo,
  replaceLogo,
} from "./model/kennelLogos";
import { kennelShape } from "./model/kennels";

/** Throws if the caller may not change the kennel's logo now. */
export const admit = innerKennelMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitLogo(ctx, ctx.access),
});

/** The file must have been checked. */
export const replace = innerKennelMutation({
  permission: "settings:write",
  args: { file: logoFileShape },
  returns: kennelShape,
  handler: async (ctx, { file }) => await replaceLogo(ctx, ctx.access, file),
});

export const remove = kennelMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeLogo(ctx, ctx.access),
});

export const getFile = kennelQuery({
  permission: "kennel",
  args: {},
  returns: logoFileShape,
  handler: async (ctx) => await logoOf(ctx, ctx.access.kennelId),
});

export const getSignedFile = internalQuery({
  args: { kennelId: v.string(), signature: v.string() },
  returns: v.union(logoFileShape, v.null()),
  handler: async (ctx, args) => await findSignedLogo(ctx, args),
});

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

/** Counts an upload of a logo; throws if the caller may not change the kennel's logo now. */
export const admit = innerKennelMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitLogo(ctx, ctx.access),
});

/** Sets a kennel's logo after its file was checked. */
export const replace = innerKennelMutation({
  permission: "settings:write",
  args: { file: logoFileShape },
  returns: kennelShape,
  handler: async (ctx, { file }) => await replaceLogo(ctx, ctx.access, file),
});

/** Removes the kennel's logo. */
export const remove = kennelMutation({
  permission: "settings:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeLogo(ctx, ctx.access),
});

/** Finds the file of the kennel's logo for a member of the kennel. */
export const getFile = kennelQuery({
  permission: "kennel",
  args: {},
  returns: logoFileShape,
  handler: async (ctx) => await logoOf(ctx, ctx.access.kennelId),
});

/** Finds the logo of a signed address. */
export const getSignedFile = internalQuery({
  args: { kennelId: v.string(), signature: v.string() },
  returns: v.union(logoFileShape, v.null()),
  handler: async (ctx, args) => await findSignedLogo(ctx, args),
});

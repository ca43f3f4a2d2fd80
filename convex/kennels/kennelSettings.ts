/**
 * The registered functions of a kennel's settings: read, change, reset, and the people who changed the settings.
 */
import { v } from "convex/values";
import { innerKennelQuery, kennelMutation, kennelQuery } from "../platform/functions";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import {
  brandingArgs,
  describePreview,
  findKennelSettings,
  getKennelSettings,
  kennelSettingsArgs,
  kennelSettingsShape,
  previewShape,
  resetKennelSettings,
  updateKennelSettings,
} from "./model/kennelSettings";

export const get = kennelQuery({
  permission: "settings:read",
  args: {},
  returns: kennelSettingsShape,
  handler: async (ctx) => await getKennelSettings(ctx, ctx.access.kennelId),
});

/** Omitted settings stay unchanged. Null or an empty text clears a setting. */
export const update = kennelMutation({
  permission: "settings:write",
  args: { ...kennelSettingsArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: kennelSettingsShape,
  handler: async (ctx, args) => await updateKennelSettings(ctx, ctx.access, args),
});

export const reset = kennelMutation({
  permission: "settings:write",
  args: {},
  returns: kennelSettingsShape,
  handler: async (ctx) => await resetKennelSettings(ctx, ctx.access),
});

/** The newest change is first. */
export const editsSince = kennelQuery({
  permission: "settings:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => {
    const settings = await findKennelSettings(ctx, ctx.access.kennelId);
    return settings ? await listEditsSince(ctx, ctx.access, settings, since) : [];
  },
});

export const preview = innerKennelQuery({
  permission: "settings:read",
  args: brandingArgs,
  returns: previewShape,
  handler: async (ctx, args) => await describePreview(ctx, ctx.access.kennelId, args),
});

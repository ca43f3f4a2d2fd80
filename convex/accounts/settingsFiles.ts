/** The registered functions of settings as a file: export and import. */
import { v } from "convex/values";
import { signedInQuery, userMutation } from "../platform/functions";
import {
  importSettingsFile,
  importAnswerShape,
  readSettingsFile,
  settingsFileShape,
} from "./model/settingsFiles";

const kennelArg = { kennelId: v.optional(v.string()) };

/** Exports the caller's settings, with a kennel's details if one is named. */
export const read = signedInQuery({
  args: kennelArg,
  returns: settingsFileShape,
  handler: async (ctx, { kennelId }) => await readSettingsFile(ctx, ctx.user, kennelId),
});

/** Imports a settings file, with the kennel's part if a kennel is named. */
export const apply = userMutation({
  args: { ...kennelArg, file: v.any() },
  returns: importAnswerShape,
  handler: async (ctx, args) => await importSettingsFile(ctx, ctx.user, args),
});

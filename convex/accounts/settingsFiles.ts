/** The registered functions that export and import settings. */
import { v } from "convex/values";
import { signedInQuery, userMutation } from "../platform/functions";
import {
  importSettingsFile,
  importAnswerShape,
  readSettingsFile,
  settingsFileShape,
} from "./model/settingsFiles";

const kennelArg = { kennelId: v.optional(v.string()) };

/** The kennel's details are included only if a kennel is named. */
export const read = signedInQuery({
  args: kennelArg,
  returns: settingsFileShape,
  handler: async (ctx, { kennelId }) => await readSettingsFile(ctx, ctx.user, kennelId),
});

/** Imports the kennel's part only if a kennel is named. */
export const apply = userMutation({
  args: { ...kennelArg, file: v.any() },
  returns: importAnswerShape,
  handler: async (ctx, args) => await importSettingsFile(ctx, ctx.user, args),
});

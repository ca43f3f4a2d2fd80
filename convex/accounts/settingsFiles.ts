/** The registered functions of settings as a file: write them out, and take a file in. */
import { v } from "convex/values";
import { signedInQuery, userMutation } from "../platform/functions";
import {
  importSettingsFile,
  importAnswerShape,
  readSettingsFile,
  settingsFileShape,
} from "./model/settingsFiles";

const kennelArg = { kennelId: v.optional(v.string()) };

/** Returns what the caller has set, with the details of a kennel where one is named. */
export const read = signedInQuery({
  args: kennelArg,
  returns: settingsFileShape,
  handler: async (ctx, { kennelId }) => await readSettingsFile(ctx, ctx.user, kennelId),
});

/** Takes a file of settings in, with its kennel's part where a kennel is named. */
export const apply = userMutation({
  args: { ...kennelArg, file: v.any() },
  returns: importAnswerShape,
  handler: async (ctx, args) => await importSettingsFile(ctx, ctx.user, args),
});

/** The registered functions of a person's own settings: read and change them, nobody else's. */
import { signedInQuery, userMutation } from "./functions";
import {
  changeUserSettings,
  getUserSettings,
  userSettingsArgs,
  userSettingsShape,
} from "./model/userSettings";

/** Answers the caller's settings. */
export const get = signedInQuery({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await getUserSettings(ctx, ctx.user),
});

/** Changes how the caller is notified; what is absent stays. */
export const update = userMutation({
  args: userSettingsArgs,
  returns: userSettingsShape,
  handler: async (ctx, args) => await changeUserSettings(ctx, ctx.user, args),
});

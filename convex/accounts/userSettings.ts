/** The registered functions of a person's own settings: read and change them, nobody else's. */
import { signedInQuery, userMutation, userQuery } from "../platform/functions";
import {
  changeUserSettings,
  changeWhole,
  describeWhole,
  getUserSettings,
  resetUserSettings,
  userSettingsArgs,
  userSettingsShape,
  wholeSettingsArgs,
  wholeSettingsShape,
} from "./model/userSettings";

/** Returns the caller's settings. */
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

/** Returns the caller's settings with the profile; throws UNAUTHENTICATED before the first sign-in is recorded. */
export const whole = userQuery({
  args: {},
  returns: wholeSettingsShape,
  handler: async (ctx) => await describeWhole(ctx, ctx.user),
});

/** Changes settings and profile together; what is absent stays. */
export const updateWhole = userMutation({
  args: wholeSettingsArgs,
  returns: wholeSettingsShape,
  handler: async (ctx, args) => await changeWhole(ctx, ctx.user, args),
});

/** Brings the caller's settings back to the defaults. */
export const reset = userMutation({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await resetUserSettings(ctx, ctx.user),
});

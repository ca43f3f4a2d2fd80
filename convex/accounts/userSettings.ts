/** The registered functions of a person's own settings. Nobody can read or change another person's settings. */
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

/** Changes how the caller is notified; omitted fields stay unchanged. */
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

/** Changes settings and profile in one step; omitted fields stay unchanged. */
export const updateWhole = userMutation({
  args: wholeSettingsArgs,
  returns: wholeSettingsShape,
  handler: async (ctx, args) => await changeWhole(ctx, ctx.user, args),
});

/** Resets the caller's settings to the defaults. */
export const reset = userMutation({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await resetUserSettings(ctx, ctx.user),
});

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

export const get = signedInQuery({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await getUserSettings(ctx, ctx.user),
});

/** Omitted fields stay unchanged. */
export const update = userMutation({
  args: userSettingsArgs,
  returns: userSettingsShape,
  handler: async (ctx, args) => await changeUserSettings(ctx, ctx.user, args),
});

/** Throws UNAUTHENTICATED before the first sign-in is recorded. */
export const whole = userQuery({
  args: {},
  returns: wholeSettingsShape,
  handler: async (ctx) => await describeWhole(ctx, ctx.user),
});

/** Omitted fields stay unchanged. */
export const updateWhole = userMutation({
  args: wholeSettingsArgs,
  returns: wholeSettingsShape,
  handler: async (ctx, args) => await changeWhole(ctx, ctx.user, args),
});

export const reset = userMutation({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await resetUserSettings(ctx, ctx.user),
});

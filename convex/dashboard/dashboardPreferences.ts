/**
 * The registered functions of a person's dashboard preferences. Nobody can read or change another person's
 * preferences.
 */
import { signedInQuery, userMutation } from "../platform/functions";
import {
  arrangementArgs,
  changePreferences,
  getPreferences,
  preferenceArgs,
  preferencesShape,
  resetPreferences,
  restoreArrangement,
} from "./model/dashboardPreferences";

export const get = signedInQuery({
  args: {},
  returns: preferencesShape,
  handler: async (ctx) => await getPreferences(ctx, ctx.user),
});

/** Omitted fields stay unchanged. */
export const update = userMutation({
  args: preferenceArgs,
  returns: preferencesShape,
  handler: async (ctx, args) => await changePreferences(ctx, ctx.user, args),
});

/** The widgets are included. */
export const reset = userMutation({
  args: {},
  returns: preferencesShape,
  handler: async (ctx) => await resetPreferences(ctx, ctx.user),
});

/** Undoes a reset: restores the former widgets, hidden parts and order. */
export const restore = userMutation({
  args: arrangementArgs,
  returns: preferencesShape,
  handler: async (ctx, args) => await restoreArrangement(ctx, ctx.user, args),
});

/** The registered functions of how a person has arranged their dashboard; nobody else's is reached. */
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

/** Returns the caller's preferences. */
export const get = signedInQuery({
  args: {},
  returns: preferencesShape,
  handler: async (ctx) => await getPreferences(ctx, ctx.user),
});

/** Changes what is hidden and in which order; what is absent stays. */
export const update = userMutation({
  args: preferenceArgs,
  returns: preferencesShape,
  handler: async (ctx, args) => await changePreferences(ctx, ctx.user, args),
});

/** Brings the dashboard back to how it comes, the widgets included. */
export const reset = userMutation({
  args: {},
  returns: preferencesShape,
  handler: async (ctx) => await resetPreferences(ctx, ctx.user),
});

/** Takes a reset back: the widgets and what was hidden and moved stand as they are given. */
export const restore = userMutation({
  args: arrangementArgs,
  returns: preferencesShape,
  handler: async (ctx, args) => await restoreArrangement(ctx, ctx.user, args),
});

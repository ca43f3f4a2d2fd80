/** The registered functions of a person's own settings: read and change them, nobody else's. */
import { signedInQuery, userMutation } from "./functions";
import {
  changeNotifications,
  getUserSettings,
  notificationChangesValidator,
  userSettingsShape,
} from "./model/userSettings";

/** Answers the caller's settings. */
export const get = signedInQuery({
  args: {},
  returns: userSettingsShape,
  handler: async (ctx) => await getUserSettings(ctx, ctx.user),
});

/** Changes how the caller is notified; absent channels stay. */
export const update = userMutation({
  args: { notifications: notificationChangesValidator },
  returns: userSettingsShape,
  handler: async (ctx, { notifications }) => await changeNotifications(ctx, ctx.user, notifications),
});

/** What the REST calls of settings return and accept: profile, channels, privacy. */
import type { z as Zod } from "@hono/zod-openapi";
import type { UserDescription } from "../model/users";
import { z } from "../../platform/rest/zod";

const toggle = (label: string) => z.boolean({ error: `${label} must be true or false` });

const channels = { email: toggle("Email"), sms: toggle("SMS"), push: toggle("Push") };
export const notificationSettings = z.object(channels).openapi("NotificationSettings");
export const notificationChanges = z.object(channels).partial();

const shared = {
  showInDirectory: toggle("Show in directory"),
  shareAnalytics: toggle("Share analytics"),
};
export const privacySettings = z.object(shared).openapi("PrivacySettings");
export const privacyChanges = z.object(shared).partial();

const textOrNull = z.string().nullable();

export const profileAnswer = z
  .object({
    firstName: textOrNull,
    lastName: textOrNull,
    email: z.string().openapi({ example: "anna@example.com" }),
    timeZone: textOrNull.openapi({
      description: "The chosen time zone; null while that of the device used last applies",
    }),
    avatarPath: textOrNull.openapi({
      description: "The picture, fetched with GET /api and this path; signed, so it needs no token",
    }),
  })
  .openapi("Profile");

export const toProfileAnswer = (user: UserDescription): Zod.input<typeof profileAnswer> => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  timeZone: user.isTimeZoneChosen ? user.timeZone : null,
  avatarPath: user.avatarPath,
});

export const userSettingsAnswer = z
  .object({ profile: profileAnswer, notifications: notificationSettings, privacy: privacySettings })
  .openapi("UserSettings");

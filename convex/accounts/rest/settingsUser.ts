/** The REST calls of a person's own settings: profile, notifications and privacy as one object, and its reset. */
import type { z as Zod } from "@hono/zod-openapi";
import { profileSchema } from "../../../domain/schemas/profile";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  endpoint,
  jsonBody,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import {
  notificationChanges,
  notificationSettings,
  privacyChanges,
  privacySettings,
  toProfileAnswer,
  userSettingsAnswer,
} from "./settingsEntities";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

const OWN_REFUSALS = { 400: REFUSALS[400], 401: REFUSALS[401], 429: REFUSALS[429], 503: REFUSALS[503] };

export const getUserSettings = contract({
  operationId: "getUserSettings",
  method: "get",
  path: "/settings/user",
  tags,
  summary: "Get the caller's own settings",
  "x-permission": "signed in",
  responses: {
    200: answer(wrapped(userSettingsAnswer), "The settings"),
    401: REFUSALS[401],
    429: REFUSALS[429],
    503: REFUSALS[503],
  },
});

const changes = z
  .object({
    profile: profileSchema
      .extend({
        email: z.string().optional().openapi({
          description: "As it is; another address is confirmed by a link first, see the security settings",
        }),
      })
      .optional(),
    notifications: notificationChanges.optional(),
    privacy: privacyChanges.optional(),
  })
  .openapi("UserSettingsChanges");

export const updateUserSettings = contract({
  operationId: "updateUserSettings",
  method: "put",
  path: "/settings/user",
  tags,
  summary: "Change the caller's own settings; what is absent stays",
  "x-permission": "signed in",
  request: {
    body: jsonBody(changes, {
      profile: { firstName: "Anna", lastName: "Berg" },
      notifications: { email: true, sms: false, push: true },
    }),
  },
  responses: { 200: answer(wrapped(userSettingsAnswer), "The settings as they are then"), ...OWN_REFUSALS },
});

export const resetUserSettings = contract({
  operationId: "resetUserSettings",
  method: "post",
  path: "/settings/user/reset",
  tags,
  summary: "Bring the caller's notification and privacy settings back to the defaults",
  description: "The profile, the phone number, dogs and records stay as they are.",
  "x-permission": "signed in",
  responses: {
    201: answer(wrapped(z.object({ notifications: notificationSettings, privacy: privacySettings })), "Them"),
    401: REFUSALS[401],
    429: REFUSALS[429],
    503: REFUSALS[503],
  },
});

export const updatePrivacySettings = contract({
  operationId: "updatePrivacySettings",
  method: "put",
  path: "/settings/privacy",
  tags,
  summary: "Choose what the caller shares beyond their kennels",
  description: "A setting that is not named stays as it is.",
  "x-permission": "signed in",
  request: { body: jsonBody(privacyChanges, { showInDirectory: false }) },
  responses: { 200: answer(wrapped(privacySettings), "The settings as they are then"), ...OWN_REFUSALS },
});

type Whole = typeof api.accounts.userSettings.whole._returnType;

const toAnswer = ({ profile, notifications, privacy }: Whole): Zod.input<typeof userSettingsAnswer> => ({
  profile: toProfileAnswer(profile),
  notifications,
  privacy,
});

export const settingsUserEndpoints: readonly Endpoint[] = [
  endpoint(getUserSettings, async (c) =>
    c.json({ data: toAnswer(await c.env.runQuery(api.accounts.userSettings.whole, {})) }, 200),
  ),
  endpoint(updateUserSettings, async (c) => {
    const { profile, ...settings } = c.req.valid("json");
    const data = await c.env.runMutation(api.accounts.userSettings.updateWhole, { ...settings, profile });
    return c.json({ data: toAnswer(data) }, 200);
  }),
  endpoint(resetUserSettings, async (c) => {
    const { notifications, privacy } = await c.env.runMutation(api.accounts.userSettings.reset, {});
    return c.json({ data: { notifications, privacy } }, 201);
  }),
  endpoint(updatePrivacySettings, async (c) => {
    const privacy = c.req.valid("json");
    const settings = await c.env.runMutation(api.accounts.userSettings.update, { privacy });
    return c.json({ data: settings.privacy }, 200);
  }),
];

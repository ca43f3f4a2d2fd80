/**
 * The REST calls of a person's own settings: profile, notifications and privacy as one object, and the reset of
 * these settings.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { profileSchema } from "../../../domain/accounts/schemas";
import { api } from "../../_generated/api";
import { jsonBody, one, OWN_REFUSALS, get, post, put, type Endpoint } from "../../platform/rest/calls";
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

const changes = z
  .object({
    profile: profileSchema
      .extend({
        email: z.string().optional().openapi({
          description: "Cannot be changed here; a new address must first be confirmed by a link",
        }),
      })
      .optional(),
    notifications: notificationChanges.optional(),
    privacy: privacyChanges.optional(),
  })
  .openapi("UserSettingsChanges");

type Whole = typeof api.accounts.userSettings.whole._returnType;

const toAnswer = ({ profile, notifications, privacy }: Whole): Zod.input<typeof userSettingsAnswer> => ({
  profile: toProfileAnswer(profile),
  notifications,
  privacy,
});

export const settingsUserEndpoints: readonly Endpoint[] = [
  get("/settings/user", {
    operationId: "getUserSettings",
    tags,
    permission: "signed in",
    summary: "Get the caller's own settings",
    returns: one(userSettingsAnswer, "The settings"),
    usualRefusals: OWN_REFUSALS,
    run: async ({ env }) => toAnswer(await env.runQuery(api.accounts.userSettings.whole, {})),
  }),
  put("/settings/user", {
    operationId: "updateUserSettings",
    tags,
    permission: "signed in",
    summary: "Change the caller's own settings; omitted fields stay unchanged",
    body: jsonBody(changes, {
      profile: { firstName: "Anna", lastName: "Berg" },
      notifications: { email: true, sms: false, push: true },
    }),
    returns: one(userSettingsAnswer, "The settings after the change"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED"],
    run: async ({ env, body: { profile, ...settings } }) => {
      const data = await env.runMutation(api.accounts.userSettings.updateWhole, { ...settings, profile });
      return toAnswer(data);
    },
  }),
  post("/settings/user/reset", {
    operationId: "resetUserSettings",
    tags,
    permission: "signed in",
    summary: "Reset the caller's notification and privacy settings to the defaults",
    description: "The profile, the phone number, dogs and records stay as they are.",
    returns: one(z.object({ notifications: notificationSettings, privacy: privacySettings }), "Them"),
    usualRefusals: OWN_REFUSALS,
    run: async ({ env }) => {
      const { notifications, privacy } = await env.runMutation(api.accounts.userSettings.reset, {});
      return { notifications, privacy };
    },
  }),
  put("/settings/privacy", {
    operationId: "updatePrivacySettings",
    tags,
    permission: "signed in",
    summary: "Choose what the caller shares beyond their kennels",
    description: "Omitted settings stay unchanged.",
    body: jsonBody(privacyChanges, { showInDirectory: false }),
    returns: one(privacySettings, "The settings after the change"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED"],
    run: async ({ env, body: privacy }) => {
      const settings = await env.runMutation(api.accounts.userSettings.update, { privacy });
      return settings.privacy;
    },
  }),
];

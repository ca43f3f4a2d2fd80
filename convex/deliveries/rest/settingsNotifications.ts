/**
 * The REST calls of the caller's notification settings: the three channels, and a test of each channel. Sources:
 * GAP-SET-08, GAP-SET-09.
 */
import { CHANNELS } from "../../../domain/deliveries/rules";
import { api } from "../../_generated/api";
import { jsonBody, one, OWN_REFUSALS, post, put, type Endpoint } from "../../platform/rest/calls";
import { notificationChanges, notificationSettings } from "../../accounts/rest/settingsEntities";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

const testAnswer = z
  .object({
    channel: z.enum(CHANNELS),
    status: z.enum(["queued", "not_set_up"]),
    message: z.string().openapi({ example: "The test notification is on its way" }),
  })
  .openapi("ChannelTest");

export const settingsNotificationEndpoints: readonly Endpoint[] = [
  put("/settings/notifications", {
    operationId: "updateNotificationSettings",
    tags,
    permission: "signed in",
    summary: "Choose the channels on which the caller is notified of what is due",
    description: "Omitted channels stay unchanged.",
    body: jsonBody(notificationChanges, { email: true, sms: false, push: true }),
    returns: one(notificationSettings, "The channels after the change"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED"],
    run: async ({ env, body: { email, sms, push } }) => {
      const notifications = {
        ...(email !== undefined && { email }),
        ...(sms !== undefined && { sms }),
        ...(push !== undefined && { push }),
      };
      const { notifications: data } = await env.runMutation(api.accounts.userSettings.update, {
        notifications,
      });
      return data;
    },
  }),
  post("/settings/notifications/test", {
    operationId: "testNotificationSettings",
    tags,
    permission: "signed in",
    summary: "Send the caller a test notification on one channel",
    description:
      "It goes out at once, whatever the settings and quiet hours. Without `kennelId` it comes from the first kennel.",
    body: jsonBody(
      z.object({
        type: z.enum(CHANNELS, { error: `Type must be ${CHANNELS.join(", ")}` }),
        kennelId: z.string({ error: "Kennel must be an id" }).optional(),
      }),
      { type: "email" },
    ),
    returns: one(testAnswer, "Whether it was sent, and if not, why"),
    run: async ({ env, body: { type: channel, kennelId } }) => {
      const { status, message } = await env.runMutation(api.deliveries.deliveries.testChannel, {
        channel,
        ...(kennelId !== undefined && { kennelId }),
      });
      return { channel, status, message };
    },
  }),
];

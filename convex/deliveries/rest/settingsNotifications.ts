/** The REST calls of how the caller is told: the three channels, and a test of one. Sources: GAP-SET-08, GAP-SET-09. */
import { CHANNELS } from "../../../domain/constants/notifications";
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
import { notificationChanges, notificationSettings } from "../../accounts/rest/settingsEntities";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

export const updateNotificationSettings = contract({
  operationId: "updateNotificationSettings",
  method: "put",
  path: "/settings/notifications",
  tags,
  summary: "Choose the channels on which the caller is told of what is due",
  description: "A channel that is not named stays as it is.",
  "x-permission": "signed in",
  request: { body: jsonBody(notificationChanges, { email: true, sms: false, push: true }) },
  responses: {
    200: answer(wrapped(notificationSettings), "The channels as they are then"),
    400: REFUSALS[400],
    401: REFUSALS[401],
    429: REFUSALS[429],
    503: REFUSALS[503],
  },
});

const testAnswer = z
  .object({
    channel: z.enum(CHANNELS),
    status: z.enum(["queued", "not_set_up"]),
    message: z.string().openapi({ example: "The test notification is on its way" }),
  })
  .openapi("ChannelTest");

export const testNotificationSettings = contract({
  operationId: "testNotificationSettings",
  method: "post",
  path: "/settings/notifications/test",
  tags,
  summary: "Send the caller a test notification on one channel",
  description:
    "It goes out at once, whatever the settings and quiet hours. Without `kennelId` it comes from the first kennel.",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({
        type: z.enum(CHANNELS, { error: `Type must be ${CHANNELS.join(", ")}` }),
        kennelId: z.string({ error: "Kennel must be an id" }).optional(),
      }),
      { type: "email" },
    ),
  },
  responses: { 201: answer(wrapped(testAnswer), "Whether it is on its way"), ...REFUSALS },
});

export const settingsNotificationEndpoints: readonly Endpoint[] = [
  endpoint(updateNotificationSettings, async (c) => {
    const { email, sms, push } = c.req.valid("json");
    const notifications = {
      ...(email !== undefined && { email }),
      ...(sms !== undefined && { sms }),
      ...(push !== undefined && { push }),
    };
    const { notifications: data } = await c.env.runMutation(api.accounts.userSettings.update, {
      notifications,
    });
    return c.json({ data }, 200);
  }),
  endpoint(testNotificationSettings, async (c) => {
    const { type: channel, kennelId } = c.req.valid("json");
    const { status, message } = await c.env.runMutation(api.deliveries.deliveries.testChannel, {
      channel,
      ...(kennelId !== undefined && { kennelId }),
    });
    return c.json({ data: { channel, status, message } }, 201);
  }),
];

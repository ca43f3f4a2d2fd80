/** The REST calls of notifications about one reminder: their history and a test. Source: decision GAP-REM-17. */
import { CHANNELS } from "../../../domain/constants/notifications";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { tags } from "./reminderContracts";
import { z } from "../../platform/rest/zod";

const params = z.object({ id: idParam("id", "The reminder's id") });
const channel = z.enum(CHANNELS, { error: `Type must be ${CHANNELS.join(", ")}` });

const attemptAnswer = z
  .object({
    sentAt: z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" }),
    channel,
    status: z.enum(["sent", "failed", "skipped", "not_set_up"]),
    message: z
      .string()
      .openapi({ description: "What the provider answered", example: "250 2.0.0 Ok: queued as 4Y1X" }),
  })
  .openapi("NotificationAttempt");

const testAnswer = z
  .object({
    channel,
    status: z.enum(["queued", "not_set_up"]),
    message: z.string().openapi({ example: "The test notification is on its way" }),
  })
  .openapi("TestNotification");

export const sendTestNotification = contract({
  operationId: "sendTestNotification",
  method: "post",
  path: "/reminders/{id}/test-notification",
  tags,
  summary: "Send the caller a test notification about a reminder on one channel",
  description: "It goes out at once, whatever the settings and quiet hours; its end is in the history.",
  "x-permission": "reminders:write",
  request: { params, body: jsonBody(z.object({ type: channel }), { type: "email" }) },
  responses: { 201: answer(wrapped(testAnswer), "Whether it is on its way"), ...REFUSALS },
});

export const listNotificationHistory = contract({
  operationId: "listNotificationHistory",
  method: "get",
  path: "/reminders/{id}/notification-history",
  tags,
  summary: "List every attempt to tell people of a reminder, the newest first",
  "x-permission": "reminders:read",
  request: { params },
  responses: { 200: answer(wrapped(z.array(attemptAnswer)), "The attempts"), ...REFUSALS },
});

export const reminderNotificationEndpoints: readonly Endpoint[] = [
  endpoint(sendTestNotification, async (c) => {
    const data = await c.env.runMutation(api.deliveries.deliveries.test, {
      reminderId: c.req.valid("param").id,
      channel: c.req.valid("json").type,
    });
    return c.json({ data }, 201);
  }),
  endpoint(listNotificationHistory, async (c) => {
    const history = await c.env.runQuery(api.deliveries.deliveries.history, {
      reminderId: c.req.valid("param").id,
    });
    const data = history.map(({ sentAt, channel: way, status, message }) => ({
      sentAt: new Date(sentAt).toISOString(),
      channel: way,
      status,
      message,
    }));
    return c.json({ data }, 200);
  }),
];

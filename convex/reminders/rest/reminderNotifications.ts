/** The REST calls of notifications about one reminder: their history and a test. Source: decision GAP-REM-17. */
import { CHANNELS } from "../../../domain/deliveries/rules";
import { api } from "../../_generated/api";
import { jsonBody, one, idParam, get, post, type Endpoint } from "../../platform/rest/calls";
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
      .openapi({ description: "The provider's response", example: "250 2.0.0 Ok: queued as 4Y1X" }),
  })
  .openapi("NotificationAttempt");

const testAnswer = z
  .object({
    channel,
    status: z.enum(["queued", "not_set_up"]),
    message: z.string().openapi({ example: "The test notification is on its way" }),
  })
  .openapi("TestNotification");

export const reminderNotificationEndpoints: readonly Endpoint[] = [
  post("/reminders/{id}/test-notification", {
    operationId: "sendTestNotification",
    tags,
    permission: "reminders:write",
    summary: "Send the caller a test notification about a reminder on one channel",
    description: "It goes out at once, whatever the settings and quiet hours; its result is in the history.",
    params,
    body: jsonBody(z.object({ type: channel }), { type: "email" }),
    returns: one(testAnswer, "Whether it was sent, and if not, why"),
    run: async ({ env, params, body }) => {
      const data = await env.runMutation(api.deliveries.deliveries.test, {
        reminderId: params.id,
        channel: body.type,
      });
      return data;
    },
  }),
  get("/reminders/{id}/notification-history", {
    operationId: "listNotificationHistory",
    tags,
    permission: "reminders:read",
    summary: "List every attempt to notify people of a reminder, the newest first",
    params,
    returns: one(z.array(attemptAnswer), "The attempts"),
    run: async ({ env, params }) => {
      const history = await env.runQuery(api.deliveries.deliveries.history, {
        reminderId: params.id,
      });
      const data = history.map(({ sentAt, channel: way, status, message }) => ({
        sentAt: new Date(sentAt).toISOString(),
        channel: way,
        status,
        message,
      }));
      return data;
    },
  }),
];

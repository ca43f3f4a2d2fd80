/**
 * The REST calls of calendar sync: the caller's iCalendar address of a kennel. Any calendar program can subscribe
 * to this address, so there is only one provider. Other providers are refused. Source: decision GAP-REM-16.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { CALENDAR_PARTS, CALENDAR_PROVIDER, type CalendarPart } from "../../../domain/calendar/rules";
import { api } from "../../_generated/api";
import type { Calendar } from "../model/calendarFeeds";
import { jsonBody, one, idParam, get, post, type Endpoint } from "../../platform/rest/calls";
import { tags } from "../../reminders/rest/reminderContracts";
import { instant, toInstantOrNull } from "../../platform/rest/entities";
import { kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const include = z.array(z.enum(CALENDAR_PARTS, { error: `Choose from ${CALENDAR_PARTS.join(", ")}` }));

const calendarSyncAnswer = z
  .object({
    kennelId: z.string().openapi({ example: "k57d2m8q1" }),
    calendarProvider: z.literal(CALENDAR_PROVIDER),
    status: z.enum(["active", "off", "not_set_up"]).openapi({
      description: "not_set_up: the server has no secret for creating addresses",
    }),
    url: z.string().nullable().openapi({
      description: "Whoever has it can read the calendar",
      example: "https://studbook.example/api/calendars/…ics",
    }),
    settings: z.object({ include }),
    connectedAt: instant.nullable(),
    lastReadAt: instant.nullable().openapi({ description: "When a calendar last fetched it" }),
  })
  .openapi("CalendarSync");

const bodySchema = z.object({
  kennelId: kennelReference,
  calendarProvider: z
    .string({ error: "Name a calendar provider" })
    .refine((name) => name === CALENDAR_PROVIDER, {
      error: ({ input }) =>
        `${String(input)} is not supported; any calendar can subscribe to ${CALENDAR_PROVIDER}`,
    })
    .openapi({ enum: [CALENDAR_PROVIDER] }),
  settings: z
    .object({
      include: include
        .min(1, "Choose at least one")
        .optional()
        .openapi({ description: "Everything if omitted" }),
      isEnabled: z.boolean().optional().openapi({ description: "false turns the address off" }),
      renew: z.boolean().optional().openapi({ description: "true replaces the address with a new one" }),
    })
    .optional(),
});

function toAnswer(kennelId: string, calendar: Calendar | null): Zod.input<typeof calendarSyncAnswer> {
  return {
    kennelId,
    calendarProvider: CALENDAR_PROVIDER,
    status: calendar === null ? "off" : calendar.url === null ? "not_set_up" : "active",
    url: calendar?.url ?? null,
    settings: { include: calendar?.parts ?? [] },
    connectedAt: toInstantOrNull(calendar?.renewedAt ?? null),
    lastReadAt: toInstantOrNull(calendar?.readAt ?? null),
  };
}

export const calendarSyncEndpoints: readonly Endpoint[] = [
  post("/reminders/calendar-sync", {
    operationId: "connectCalendar",
    tags,
    permission: "member",
    summary:
      "Turn the caller's calendar address of a kennel on, change what it shows, renew it or turn it off",
    description:
      "The address is private to the caller: it shows what the caller may read, and stops working when the caller leaves the kennel.",
    body: jsonBody(bodySchema, { calendarProvider: "ics", settings: { include: ["reminders", "breeding"] } }),
    returns: one(calendarSyncAnswer, "The address as it is now"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, body }) => {
      const { kennelId, settings = {} } = body;
      const change: { include?: CalendarPart[]; isEnabled?: boolean; renew?: boolean } = settings;
      const data = await env.runMutation(api.calendar.calendarFeeds.connect, { kennelId, ...change });
      return toAnswer(kennelId, data);
    },
  }),
  get("/reminders/calendar-sync/{kennelId}/status", {
    operationId: "getCalendarStatus",
    tags,
    permission: "member",
    summary:
      "Get whether the caller's calendar address of a kennel is on, and when a calendar last fetched it",
    params: z.object({ kennelId: idParam("kennelId", "The kennel's id") }),
    returns: one(calendarSyncAnswer, "The status"),
    run: async ({ env, params: { kennelId } }) => {
      const data = await env.runQuery(api.calendar.calendarFeeds.ofKennel, { kennelId });
      return toAnswer(kennelId, data);
    },
  }),
];

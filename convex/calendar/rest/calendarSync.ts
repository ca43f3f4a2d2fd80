/**
 * The REST calls of calendar sync: the caller's iCalendar address of a kennel. Any calendar can subscribe to it, so
 * there is one provider, and others are refused. Source: decision GAP-REM-16.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { CALENDAR_PARTS, CALENDAR_PROVIDER, type CalendarPart } from "../../../domain/constants/calendars";
import { api } from "../../_generated/api";
import type { Calendar } from "../model/calendarFeeds";
import {
  answer,
  contract,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { tags } from "../../reminders/rest/reminderContracts";
import { kennelOrDefault, kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });

const include = z.array(z.enum(CALENDAR_PARTS, { error: `Choose of ${CALENDAR_PARTS.join(", ")}` }));

const calendarSyncAnswer = z
  .object({
    kennelId: z.string().openapi({ example: "k57d2m8q1" }),
    calendarProvider: z.literal(CALENDAR_PROVIDER),
    status: z.enum(["active", "off", "not_set_up"]).openapi({
      description: "not_set_up: the server has no secret to make addresses with",
    }),
    url: z.string().nullable().openapi({
      description: "Whoever has it reads the calendar",
      example: "https://studbook.example/api/calendars/…ics",
    }),
    settings: z.object({ include }),
    connectedAt: instant.nullable(),
    lastReadAt: instant.nullable().openapi({ description: "When a calendar last came for it" }),
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
        .openapi({ description: "Without it, all that it has" }),
      isEnabled: z.boolean().optional().openapi({ description: "false turns the address off" }),
      renew: z.boolean().optional().openapi({ description: "true stops the address and makes another" }),
    })
    .optional(),
});

export const connectCalendar = contract({
  operationId: "connectCalendar",
  method: "post",
  path: "/reminders/calendar-sync",
  tags,
  summary: "Turn the caller's calendar address of a kennel on, change what is in it, renew it or turn it off",
  description:
    "The address is private to the caller: it gives what the caller may read, and stops when the caller leaves the kennel.",
  "x-permission": "member",
  request: {
    body: jsonBody(bodySchema, { calendarProvider: "ics", settings: { include: ["reminders", "breeding"] } }),
  },
  responses: {
    201: answer(wrapped(calendarSyncAnswer), "The address as it is now"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const getCalendarStatus = contract({
  operationId: "getCalendarStatus",
  method: "get",
  path: "/reminders/calendar-sync/{kennelId}/status",
  tags,
  summary:
    "Tell whether the caller's calendar address of a kennel is on, and when a calendar last came for it",
  "x-permission": "member",
  request: { params: z.object({ kennelId: idParam("kennelId", "The kennel's id") }) },
  responses: { 200: answer(wrapped(calendarSyncAnswer), "The status"), ...REFUSALS },
});

const toInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function toAnswer(kennelId: string, calendar: Calendar | null): Zod.input<typeof calendarSyncAnswer> {
  return {
    kennelId,
    calendarProvider: CALENDAR_PROVIDER,
    status: calendar === null ? "off" : calendar.url === null ? "not_set_up" : "active",
    url: calendar?.url ?? null,
    settings: { include: calendar?.parts ?? [] },
    connectedAt: toInstant(calendar?.renewedAt ?? null),
    lastReadAt: toInstant(calendar?.readAt ?? null),
  };
}

export const calendarSyncEndpoints: readonly Endpoint[] = [
  endpoint(connectCalendar, async (c) => {
    const { kennelId: named, settings = {} } = c.req.valid("json");
    const kennelId = await kennelOrDefault(c.env, named);
    const change: { include?: CalendarPart[]; isEnabled?: boolean; renew?: boolean } = settings;
    const data = await c.env.runMutation(api.calendar.calendarFeeds.connect, { kennelId, ...change });
    return c.json({ data: toAnswer(kennelId, data) }, 201);
  }),
  endpoint(getCalendarStatus, async (c) => {
    const { kennelId } = c.req.valid("param");
    const data = await c.env.runQuery(api.calendar.calendarFeeds.ofKennel, { kennelId });
    return c.json({ data: toAnswer(kennelId, data) }, 200);
  }),
];

/**
 * Serves the calendar files at calendar addresses. Calendar programs request these addresses repeatedly without a
 * sign-in. If nothing has changed, the response has no body. All invalid addresses get the same response, whatever
 * the reason.
 */
import { settleEntries } from "../../domain/calendar/entries";
import { CALENDAR_FORMAT, makeCalendarFile } from "../../domain/calendar/feed";
import { getErrorData } from "../../domain/errors";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import { appOrigin } from "../platform/model/people/ownAddresses";
import { tokenOf } from "./model/calendarTokens";

const OK = 200;
const NOT_MODIFIED = 304;
const NOT_FOUND = 404;
const TOO_MANY = 429;

/**
 * In every time zone, days begin at a quarter of an hour (UTC). Requests within the same quarter of an hour
 * therefore have the same result.
 */
const QUARTER_MS = 900_000;

const COMMON_HEADERS = {
  "X-Robots-Tag": "noindex",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

const hashOf = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** A proxy may have marked the copy's tag as weak. */
const isKept = (request: Request, etag: string): boolean =>
  (request.headers.get("If-None-Match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");

const refuse = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...COMMON_HEADERS, ...headers, "Cache-Control": "no-store", "Content-Type": "text/plain" },
  });

async function answerCalendar(ctx: ActionCtx, request: Request): Promise<Response> {
  const token = tokenOf(new URL(request.url).pathname);
  const now = Date.now();
  const opened = await ctx.runMutation(internal.calendar.calendarFeeds.open, { token });
  if (!opened) return refuse(NOT_FOUND, "This calendar address no longer works.");
  const { name, timeZone, kennels } = opened;
  const entries = [];
  for (const { kennelId, name: kennelName } of kennels) {
    const asked = { token, kennelId, now: now - (now % QUARTER_MS) };
    const read = await ctx.runQuery(internal.calendar.calendarFeeds.read, asked);
    const place = kennels.length > 1 ? [kennelName] : [];
    entries.push(...read.map((entry) => ({ ...entry, lines: [...entry.lines, ...place] })));
  }
  const settled = settleEntries(entries);
  const facts = { name, timeZone, description: "What is due in the kennel, from Studbook" };
  const etag = `"${await hashOf(JSON.stringify([CALENDAR_FORMAT, appOrigin(), facts, settled]))}"`;
  const headers = { ...COMMON_HEADERS, "Cache-Control": "private, no-cache", ETag: etag };
  if (isKept(request, etag)) return new Response(null, { status: NOT_MODIFIED, headers });
  return new Response(makeCalendarFile(facts, settled, appOrigin()), {
    status: OK,
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="studbook.ics"',
    },
  });
}

/** A program that sends far too many requests gets an error with the time of the next allowed request. */
export const get = httpAction(async (ctx: ActionCtx, request) => {
  try {
    return await answerCalendar(ctx, request);
  } catch (error) {
    const data = getErrorData(error);
    if (data?.code !== "RATE_LIMITED") throw error;
    const { retryAfterSeconds = 1 } = data.details;
    return refuse(TOO_MANY, data.message, { "Retry-After": String(retryAfterSeconds) });
  }
});

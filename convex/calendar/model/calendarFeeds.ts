/**
 * Calendar addresses of people. An address shows only entries that its holder may read now, and no entries of a
 * kennel that the holder has left. Source: decision GAP-REM-16.
 */
import { v, type Infer } from "convex/values";
import {
  CALENDAR_PARTS,
  CALENDAR_READ_MINUTES,
  CALENDAR_SCOPES,
  MAX_DOG_CALENDARS,
  type CalendarPart,
  type CalendarScope,
} from "../../../domain/calendar/rules";
import { MAX_MEMBERSHIPS_PER_USER } from "../../../domain/kennels/rules";
import { callNameOf } from "../../../domain/calendar/words";
import { dayIn } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { calendarPartValidator } from "../tables/calendarFeeds";
import { readableParts, readEntries } from "./calendarContents";
import { calendarEntryShape } from "./calendarEntries";
import { feedsOf, findAt, type Place } from "./calendarRows";
import { addressOf, findFeed } from "./calendarTokens";
import { getStanding, type Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { isLongPast } from "../../platform/model/changes/settledTime";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

type Feed = Doc<"calendarFeeds">;

const scopeValidator = v.union(...CALENDAR_SCOPES.map((scope) => v.literal(scope)));

/** A dog's calendar needs the dog. */
export const calendarArgs = { scope: scopeValidator, dogId: v.optional(v.string()) };
interface Named {
  readonly scope: CalendarScope;
  readonly dogId?: string;
}

export const calendarShape = v.object({
  scope: scopeValidator,
  dogId: v.union(v.id("dogs"), v.null()),
  dogName: v.union(v.string(), v.null()),
  parts: v.array(calendarPartValidator),
  /** Null if the deployment has no secret for signing addresses. */
  url: v.union(v.string(), v.null()),
  renewedAt: v.number(),
  readAt: v.union(v.number(), v.null()),
});
export type Calendar = Infer<typeof calendarShape>;

export const calendarListShape = v.object({
  /** The caller may read these parts in this kennel. */
  readableParts: v.array(calendarPartValidator),
  calendars: v.array(calendarShape),
});

/** Throws NOT_FOUND for a dog outside the kennel, and FORBIDDEN without the right. */
async function placeOf(ctx: QueryCtx, access: Access, { scope, dogId }: Named): Promise<Place> {
  if (scope === "person") return {};
  const { kennelId } = access;
  if (scope === "kennel") return { kennelId };
  const dog = await findRow(ctx, "dogs", dogId ?? "");
  if (dog?.kennelId !== kennelId) return fail("NOT_FOUND");
  if (!hasPermission(access.permissions, "dogs", "read")) fail("FORBIDDEN");
  return { kennelId, dogId: dog._id };
}

const scopeOf = ({ kennelId, dogId }: Place): CalendarScope =>
  kennelId === undefined ? "person" : dogId === undefined ? "kennel" : "dog";

async function describe(ctx: QueryCtx, feed: Feed): Promise<Calendar> {
  const dog = feed.dogId && (await ctx.db.get("dogs", feed.dogId));
  return {
    scope: scopeOf(feed),
    dogId: feed.dogId ?? null,
    dogName: dog ? callNameOf(dog) : null,
    parts: feed.parts,
    url: await addressOf(feed),
    renewedAt: feed.renewedAt,
    readAt: feed.readAt ?? null,
  };
}

/** The calendars are for all kennels of the caller, for this kennel, and for its dogs. */
export async function listCalendars(ctx: QueryCtx, access: Access): Promise<Infer<typeof calendarListShape>> {
  const { user, kennelId } = access;
  const own = await findAt(ctx, {}, user._id);
  const feeds = [...(own ? [own] : []), ...(await feedsOf(ctx, kennelId, user._id))];
  return {
    readableParts: readableParts(access, CALENDAR_PARTS),
    calendars: await Promise.all(feeds.map(async (feed) => await describe(ctx, feed))),
  };
}

/** Returns null if the calendar is turned off. */
export async function getKennelCalendar(ctx: QueryCtx, access: Access): Promise<Calendar | null> {
  const feed = await findAt(ctx, { kennelId: access.kennelId }, access.user._id);
  return feed && (await describe(ctx, feed));
}

function checkParts(parts: readonly CalendarPart[]): CalendarPart[] {
  if (parts.length === 0) fail("VALIDATION_FAILED", { fields: { parts: "Choose at least one" } });
  return CALENDAR_PARTS.filter((part) => parts.includes(part));
}

/** A change of the contents does not change the address. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function saveCalendar(
  ctx: MutationCtx,
  access: Access,
  { parts: asked, ...named }: Named & { parts: readonly CalendarPart[] },
): Promise<Calendar> {
  const place = await placeOf(ctx, access, named);
  const parts = checkParts(asked);
  const userId = access.user._id;
  const known = await findAt(ctx, place, userId);
  if (known) {
    await ctx.db.patch("calendarFeeds", known._id, { parts });
    return await describe(ctx, { ...known, parts });
  }
  if (named.scope === "dog" && (await feedsOf(ctx, access.kennelId, userId)).length >= MAX_DOG_CALENDARS) {
    fail("LIMIT_REACHED", { count: MAX_DOG_CALENDARS });
  }
  const row = { ...place, userId, parts, generation: 1, renewedAt: Date.now() };
  const id = await ctx.db.insert("calendarFeeds", row);
  return await describe(ctx, await getOrFail(ctx, "calendarFeeds", id));
}

/** The old address stops working immediately. Throws NOT_FOUND if the calendar is turned off. */
export async function renewCalendar(ctx: MutationCtx, access: Access, named: Named): Promise<Calendar> {
  const place = await placeOf(ctx, access, named);
  const feed = (await findAt(ctx, place, access.user._id)) ?? fail("NOT_FOUND");
  const renewed = { generation: feed.generation + 1, renewedAt: Date.now(), readAt: undefined };
  await ctx.db.patch("calendarFeeds", feed._id, renewed);
  return await describe(ctx, { ...feed, ...renewed });
}

interface Connection {
  readonly include?: readonly CalendarPart[];
  readonly isEnabled?: boolean;
  readonly renew?: boolean;
}

/** Returns null if the calendar is then off. Throws VALIDATION_FAILED. */
export async function connectCalendar(
  ctx: MutationCtx,
  access: Access,
  { include, isEnabled = true, renew = false }: Connection,
): Promise<Calendar | null> {
  const named = { scope: "kennel" } as const;
  if (!isEnabled) return await removeCalendar(ctx, access, named);
  const known = await getKennelCalendar(ctx, access);
  const saved = await saveCalendar(ctx, access, {
    ...named,
    parts: include ?? known?.parts ?? readableParts(access, CALENDAR_PARTS),
  });
  return known && renew ? await renewCalendar(ctx, access, named) : saved;
}

/** The address stops working immediately. */
export async function removeCalendar(ctx: MutationCtx, access: Access, named: Named): Promise<null> {
  const feed = await findAt(ctx, await placeOf(ctx, access, named), access.user._id);
  if (feed) await ctx.db.delete("calendarFeeds", feed._id);
  return null;
}

export const openedShape = v.union(
  v.object({
    name: v.string(),
    timeZone: v.string(),
    kennels: v.array(v.object({ kennelId: v.id("kennels"), name: v.string() })),
  }),
  v.null(),
);

/** Kennels in which the holder may read no part of the calendar are left out. */
async function standingsOf(ctx: QueryCtx, { kennelId, userId, dogId, parts }: Feed): Promise<Access[]> {
  const memberships =
    kennelId === undefined
      ? await ctx.db
          .query("memberships")
          .withIndex("by_user", (q) => q.eq("userId", userId))
          .take(MAX_MEMBERSHIPS_PER_USER)
      : [{ kennelId }];
  const standings = await Promise.all(
    memberships.map(async (row) => await getStanding(ctx, row.kennelId, userId)),
  );
  return standings
    .filter((access) => access !== null)
    .filter((access) => readableParts(access, parts).length > 0)
    .filter(({ permissions }) => dogId === undefined || hasPermission(permissions, "dogs", "read"));
}

const READ_MS = CALENDAR_READ_MINUTES * 60_000;

/** The time is rounded to half an hour. */
async function noteReading(ctx: MutationCtx, { _id, readAt }: Feed): Promise<void> {
  if (isLongPast(readAt ?? 0, READ_MS)) await ctx.db.patch("calendarFeeds", _id, { readAt: Date.now() });
}

/**
 * Saves the time of the request. Returns null if the calendar is no longer valid, whatever the reason. Throws
 * RATE_LIMITED if the holder's calendars are requested more often than any program does.
 */
export async function openCalendar(ctx: MutationCtx, token: string): Promise<Infer<typeof openedShape>> {
  const feed = await findFeed(ctx, token);
  const standings = feed ? await standingsOf(ctx, feed) : [];
  const kennels = [];
  for (const { kennelId } of standings) {
    const kennel = await ctx.db.get("kennels", kennelId);
    if (kennel) kennels.push({ kennelId, name: kennel.name });
  }
  const [first] = kennels;
  const dog = feed?.dogId && (await ctx.db.get("dogs", feed.dogId));
  if (!feed || !first || (feed.dogId && !dog)) return null;
  await spend(ctx, feed.userId, "calendarReads");
  await noteReading(ctx, feed);
  const place = dog ? `${callNameOf(dog)}, ${first.name}` : first.name;
  return {
    name: kennels.length > 1 ? "Studbook" : `Studbook: ${place}`,
    timeZone: await timeZoneOf(ctx, first.kennelId),
    kennels,
  };
}

export const calendarEntriesShape = v.array(calendarEntryShape);

/** Returns no entries if the calendar is no longer valid. */
export async function readCalendar(
  ctx: QueryCtx,
  { token, kennelId, now }: { token: string; kennelId: Id<"kennels">; now: number },
): Promise<Infer<typeof calendarEntriesShape>> {
  const feed = await findFeed(ctx, token);
  const access = feed && (await standingsOf(ctx, feed)).find((standing) => standing.kennelId === kennelId);
  if (!access) return [];
  const today = dayIn(await timeZoneOf(ctx, kennelId), now);
  const reading = { kennelId, dogId: feed.dogId ?? null, today };
  return await readEntries(ctx, reading, readableParts(access, feed.parts));
}

/**
 * Parts of requests that several calls share: pages, today's date, saved versions and the default kennel. The
 * router fills in omitted parts before a handler runs.
 */
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from "../../../domain/records/paging";
import { isCalendarDay, latestDayOnEarth, utcDay } from "../../../domain/dates/calendar-days";
import { dayIn } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { api, internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { z } from "./zod";

const wholeNumber = (label: string) =>
  z.coerce
    .number({ error: `${label} must be a whole number from 1` })
    .int(`${label} must be a whole number from 1`)
    .min(1, `${label} must be a whole number from 1`);

export const pageQuery = {
  page: wholeNumber("Page").default(1).openapi({ type: "integer", minimum: 1, default: 1 }),
  limit: wholeNumber("Limit")
    .default(DEFAULT_PAGE_LIMIT)
    .openapi({
      type: "integer",
      minimum: 1,
      default: DEFAULT_PAGE_LIMIT,
      description: `At most ${MAX_PAGE_LIMIT}; a larger one is reduced to this`,
    }),
};

/**
 * Placeholders for the kennel's date until the router has found the kennel's time zone. They cannot be confused
 * with a date. If no time zone is known, read calls use the date in UTC. Write calls then use the latest date in
 * any time zone, so that a value is not refused only because its date has not begun everywhere.
 */
const DAYS_WITHOUT_ZONE = { reading: utcDay, writing: latestDayOnEarth } as const;
type UnnamedDay = keyof typeof DAYS_WITHOUT_ZONE;

const isUnnamedDay = (today: unknown): today is UnnamedDay =>
  typeof today === "string" && Object.hasOwn(DAYS_WITHOUT_ZONE, today);

const today = (unnamed: UnnamedDay) =>
  z
    .string()
    .refine(isCalendarDay, "Today must be a date such as 2025-06-15")
    .optional()
    .transform((day) => day ?? unnamed)
    .openapi({
      description: "The caller's calendar day, YYYY-MM-DD; without it the day it is at the kennel",
      example: "2025-06-15",
    });

/** Ages and due states depend on this date. */
export const readingDay = today("reading");

/** Today's date, for a call that changes something. The call refuses values with a later date. */
export const writingDay = today("writing");

export const readingDayQuery = z.object({ today: readingDay });
export const writingDayQuery = z.object({ today: writingDay });

/**
 * An empty text means no filter. `label` names the filter in the error for other values. Without a label, the
 * called function checks the value.
 */
export const oneOrAll = (values: readonly string[], description: string, label?: string) =>
  z
    .string()
    .refine((value) => label === undefined || value === "" || values.includes(value), {
      error: `${label} must be ${values.join(", ")} or empty`,
    })
    .optional()
    .openapi({ enum: ["", ...values], description });

export const searchQuery = (description: string) => z.string().optional().openapi({ description });

/** False if the flag is omitted. */
export const yesOrNo = (name: string) =>
  z
    .enum(["true", "false"], { error: `${name} must be true or false` })
    .optional()
    .transform((typed) => typed === "true");

/** A response contains this version. A change is based on it. */
export const savedVersion = z.iso
  .datetime({ error: "updatedAt must be the value of an earlier response" })
  .optional()
  .openapi({
    description: "Send the record's updatedAt to get a 409 if it has been saved since",
  });

/** Functions compare the version as a time. */
export const toVersion = (updatedAt: string | undefined): number | undefined =>
  updatedAt === undefined ? undefined : Date.parse(updatedAt);

/** The router replaces this value by the caller's default kennel. No real id is empty. */
const DEFAULT_KENNEL = "";

/** If the kennel is omitted, the caller's default kennel is used. */
export const kennelReference = z
  .string()
  .min(1)
  .optional()
  .transform((kennelId) => kennelId ?? DEFAULT_KENNEL)
  .openapi({ description: "The kennel; without it the first of GET /kennels", example: "k57d2m8q1" });

export const kennelQuery = z.object({ kennelId: kennelReference });
export const kennelDayQuery = z.object({ kennelId: kennelReference, today: readingDay });

/** The default is the caller's default kennel; throws NOT_FOUND if the caller has no kennel. */
export async function kennelOrDefault(ctx: ActionCtx, kennelId: string | undefined): Promise<string> {
  if (kennelId !== undefined) return kennelId;
  const [first] = await ctx.runQuery(api.kennels.kennels.list, {});
  return first?._id ?? fail("NOT_FOUND");
}

/** The default kennel is added only to a query or body without a kennel. */
export async function withKennel(ctx: ActionCtx, part: unknown): Promise<unknown> {
  const isAsked =
    typeof part === "object" && part !== null && Reflect.get(part, "kennelId") === DEFAULT_KENNEL;
  return isAsked ? { ...part, kennelId: await kennelOrDefault(ctx, undefined) } : part;
}

/** The ids are in fields such as `id`, `kennelId` or `reminderIds`. */
const idsIn = (part: unknown): string[] =>
  Object.entries(typeof part === "object" && part !== null ? part : {})
    .filter(([name]) => /(?:^i|I)ds?$/u.test(name))
    .flatMap(([, ids]: [string, unknown]) => ids)
    .filter((id) => typeof id === "string");

/** The day is that of the kennel of the first known id, or otherwise that of the caller's time zone. */
export async function kennelDay(
  ctx: ActionCtx,
  ids: readonly string[] = [],
  unnamed: UnnamedDay = "reading",
): Promise<string> {
  const now = Date.now();
  const zone = await ctx.runQuery(internal.platform.timeZones.find, { ids: [...ids] });
  return zone === null ? DAYS_WITHOUT_ZONE[unnamed](now) : dayIn(zone, now);
}

/** The date is added only to parts without a date. */
export async function withDay<Parts extends { readonly [part: string]: unknown }>(
  ctx: ActionCtx,
  parts: Parts,
): Promise<Parts> {
  const filled = Object.entries(parts).map(async ([name, part]) => {
    if (typeof part !== "object" || part === null) return [name, part] as const;
    const unnamed: unknown = Reflect.get(part, "today");
    if (!isUnnamedDay(unnamed)) return [name, part] as const;
    const ids = [parts.query, parts.body, parts.params].flatMap(idsIn);
    return [name, { ...part, today: await kennelDay(ctx, ids, unnamed) }] as const;
  });
  return Object.fromEntries(await Promise.all(filled)) as Parts; // The result has the same parts under the same names.
}

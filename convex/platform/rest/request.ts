/** Parts of requests that several resources share: pages, today, saved versions and the default kennel. */
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from "../../../domain/constants/paging";
import { isCalendarDay, latestDayOnEarth, utcDay } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { z } from "./zod";

const wholeNumber = (label: string) =>
  z.coerce
    .number({ error: `${label} must be a whole number from 1` })
    .int(`${label} must be a whole number from 1`)
    .min(1, `${label} must be a whole number from 1`);

/** Query parameters of every paged list. */
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

/** The caller's calendar day. */
export const todayQuery = z
  .string()
  .refine(isCalendarDay, "Today must be a date such as 2025-06-15")
  .optional()
  .openapi({ description: "The caller's calendar day, YYYY-MM-DD", example: "2025-06-15" });

/** The day to calculate ages from when the caller names none. */
export const todayForReading = (today: string | undefined): string => today ?? utcDay(Date.now());

/** The day no date may lie after when the caller names none: the latest it is anywhere, so that none is refused early. */
export const todayForWriting = (today: string | undefined): string => today ?? latestDayOnEarth(Date.now());

/** The version a change is based on, as an answer gave it. */
export const savedVersion = z.iso
  .datetime({ error: "updatedAt must be the value of an earlier response" })
  .optional()
  .openapi({
    description: "Send the record's updatedAt to get a 409 if it has been saved since",
  });

/** Turns the version back into the instant the functions compare. */
export const toVersion = (updatedAt: string | undefined): number | undefined =>
  updatedAt === undefined ? undefined : Date.parse(updatedAt);

/** A kennel named in a query or body; without one the caller's default kennel is meant. */
export const kennelReference = z
  .string()
  .min(1)
  .optional()
  .openapi({ description: "The kennel; without it the first of GET /kennels", example: "k57d2m8q1" });

/** Returns the kennel named, or the caller's default one. */
export async function kennelOrDefault(ctx: ActionCtx, kennelId: string | undefined): Promise<string> {
  if (kennelId !== undefined) return kennelId;
  const [first] = await ctx.runQuery(api.kennels.kennels.list, {});
  return first?._id ?? fail("NOT_FOUND");
}

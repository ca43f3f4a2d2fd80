/**
 * Calendar addresses. An address contains the row's id and generation, signed with the deployment's secret, so it
 * can be shown again without being stored. It becomes invalid when the row is deleted or its generation increases.
 */
import { env } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";

/** The path follows the base address of HTTP actions. */
export const CALENDAR_PATH = "/api/calendars/";

const ENDING = ".ics";

const signedTextOf = ({ _id, generation }: Pick<Doc<"calendarFeeds">, "_id" | "generation">): string =>
  `calendar.${_id}.${generation}`;

/** Returns null if the deployment has no secret. */
export async function addressOf(
  feed: Pick<Doc<"calendarFeeds">, "_id" | "generation">,
): Promise<string | null> {
  const key = await getSigningKey();
  if (key === null) return null;
  const signature = await signText(key, signedTextOf(feed));
  return `${env.CONVEX_SITE_URL.replace(/\/$/, "")}${CALENDAR_PATH}${feed._id}-${signature}${ENDING}`;
}

export const tokenOf = (path: string): string => path.slice(CALENDAR_PATH.length);

/** Returns null if this deployment did not create the token, or if the token is no longer valid. */
export async function findFeed(ctx: QueryCtx, token: string): Promise<Doc<"calendarFeeds"> | null> {
  const [, name = "", signature = ""] = /^([^-]+)-([0-9a-f]+)\.ics$/.exec(token) ?? [];
  const id: Id<"calendarFeeds"> | null = ctx.db.normalizeId("calendarFeeds", name);
  const feed = id && (await ctx.db.get("calendarFeeds", id));
  return feed && (await isSignedHere(signedTextOf(feed), signature)) ? feed : null;
}

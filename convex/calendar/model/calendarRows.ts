/** Reads the calendar rows of people. */
import { MAX_DOG_CALENDARS } from "../../../domain/calendar/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type Feed = Doc<"calendarFeeds">;

/** The stored scope of a calendar; absent means all kennels of its holder. */
export type Place = Pick<Feed, "kennelId" | "dogId">;

/** Finds a person's calendar of one scope, or null. */
export const findAt = async (
  ctx: QueryCtx,
  { kennelId, dogId }: Place,
  userId: Id<"users">,
): Promise<Feed | null> =>
  await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_user_and_dog", (q) =>
      q.eq("kennelId", kennelId).eq("userId", userId).eq("dogId", dogId),
    )
    .unique();

/** Reads a person's calendars of a kennel and its dogs. */
export const feedsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">, userId: Id<"users">): Promise<Feed[]> =>
  await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_user_and_dog", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .take(MAX_DOG_CALENDARS + 1);

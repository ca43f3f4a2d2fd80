/** Reads the calendar rows of people. */
import { MAX_DOG_CALENDARS } from "../../../domain/calendar/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type Feed = Doc<"calendarFeeds">;

/** Absent for a calendar of all kennels of its holder. */
export type Place = Pick<Feed, "kennelId" | "dogId">;

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

export const feedsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">, userId: Id<"users">): Promise<Feed[]> =>
  await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_user_and_dog", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .take(MAX_DOG_CALENDARS + 1);

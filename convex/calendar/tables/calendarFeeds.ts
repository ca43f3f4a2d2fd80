/**
 * The calendar addresses that people have, each one person's: of a kennel, of a dog of it, or, without a kennel, of
 * all that person's kennels. The address itself is not stored: it is the row's id and generation, signed. Written by
 * calendar/model/calendarFeeds.ts; a row goes with its membership, its dog or its kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CALENDAR_PARTS } from "../../../domain/calendar/rules";
import { rows } from "../../platform/tables/rows";

export const calendarPartValidator = v.union(...CALENDAR_PARTS.map((part) => v.literal(part)));

export const calendarFeeds = rows(
  "personal",
  defineTable({
    kennelId: v.optional(v.id("kennels")),
    userId: v.id("users"),
    dogId: v.optional(v.id("dogs")),
    parts: v.array(calendarPartValidator),
    /** Raised when the address is renewed, so that the one before it stops. */
    generation: v.number(),
    /** When its present address was made. */
    renewedAt: v.number(),
    /** When a calendar last fetched it, to half an hour. */
    readAt: v.optional(v.number()),
  })
    .index("by_kennel_and_user_and_dog", ["kennelId", "userId", "dogId"])
    .index("by_kennel_and_dog", ["kennelId", "dogId"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog" },
    },
  },
);

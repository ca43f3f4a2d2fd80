/**
 * People's calendar addresses: each belongs to one person and covers a kennel, one of its dogs, or, without a
 * kennel, all that person's kennels. The address itself is not stored: it is the row's id and generation, signed.
 * Written by calendar/model/calendarFeeds.ts; a row is deleted with its membership, dog or kennel.
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
    /** Increased when the address is renewed, which invalidates the former one. */
    generation: v.number(),
    /** When its current address was made. */
    renewedAt: v.number(),
    /** When a calendar program last loaded it, to the half hour. */
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

/**
 * People's calendar addresses. Each address belongs to one person. It covers a kennel, one of its dogs or, without
 * a kennel, all kennels of that person. The address itself is not stored: it is the signed id and generation of the
 * row. Written by calendar/model/calendarFeeds.ts; a row is deleted with its membership, dog or kennel.
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
    /** Renewing the address increases this number, so that the former address becomes invalid. */
    generation: v.number(),
    renewedAt: v.number(),
    /** Rounded to half an hour. */
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

/**
 * Which fields of a record somebody changed and when, so that a person who saves over a newer version can be told
 * whose value stands there. Written by platform/model/edits.ts in the transaction of the change; kept for some days, as no
 * form stays open longer. `recordId` is the id of a dog, a breeding, a heat, a litter, a puppy, a reminder or the kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const edits = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    recordId: v.string(),
    /** The `updatedAt` that the record got by this change. */
    savedAt: v.number(),
    savedBy: v.id("users"),
    fields: v.array(v.string()),
  }).index("by_kennel_and_record_and_saved", ["kennelId", "recordId", "savedAt"]),
);

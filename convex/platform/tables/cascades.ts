/**
 * Children deleted after their record, or restored after it, in batches because they are too many for one
 * transaction. Written by changes/recorder.ts and history/model/undelete.ts in the transaction of the deletion or
 * its undo, read by everything that must not show such children meanwhile, deleted by history/model/cascades.ts
 * with the last batch.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

const leftChildrenValidator = v.object({
  /** Their table, and the field of their owner: a kind of platform/model/changes/deletionRules.ts. */
  kind: v.string(),
  ownerId: v.string(),
  /** The history entry that counts them as parts. */
  changeId: v.optional(v.id("changes")),
});

export const cascades = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** The deletion's step, which is also in its stored rows. */
    operation: v.string(),
    /** When the deletion was. */
    at: v.number(),
    work: v.union(
      /** The children still to delete, by their owner. */
      v.object({ direction: v.literal("going"), left: v.array(leftChildrenValidator) }),
      /** The restored records, by their old and new ids, and the last restored part. */
      v.object({
        direction: v.literal("coming"),
        owners: v.array(v.object({ from: v.string(), to: v.string() })),
        isRestored: v.boolean(),
        cursor: v.number(),
      }),
    ),
    /** When the last batch moved. */
    stateSince: v.number(),
  })
    .index("by_kennel", ["kennelId"])
    // Across kennels: interrupted work is found in all kennels.
    .index("by_state_since", ["stateSince"]),
  { isLarge: true },
);

/**
 * Work that deletes or restores the children of a record in batches, because one transaction cannot change all of
 * them. Written by changes/recorder.ts and history/model/undelete.ts in the transaction of the deletion or of its
 * undo. history/model/cascades.ts deletes a row together with its last batch. Every query that could return such
 * children reads these rows and hides the children.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

const leftChildrenValidator = v.object({
  /** One of the kinds in platform/model/changes/deletionRules.ts. */
  kind: v.string(),
  ownerId: v.string(),
  /** The history entry that counts the children. */
  changeId: v.optional(v.id("changes")),
});

export const cascades = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** The stored rows also contain this id of the deletion's step. */
    operation: v.string(),
    at: v.number(),
    work: v.union(
      /** The children that remain to be deleted, grouped by their owner. */
      v.object({ direction: v.literal("going"), left: v.array(leftChildrenValidator) }),
      /** The restored records by their old and new ids, and the part that was restored last. */
      v.object({
        direction: v.literal("coming"),
        owners: v.array(v.object({ from: v.string(), to: v.string() })),
        isRestored: v.boolean(),
        cursor: v.number(),
      }),
    ),
    stateSince: v.number(),
  })
    .index("by_kennel", ["kennelId"])
    // The sweep looks for interrupted work in all kennels.
    .index("by_state_since", ["stateSince"]),
  { isLarge: true },
);

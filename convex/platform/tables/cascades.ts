/**
 * What goes after a deleted record, or comes after one brought back: children too many for one transaction, moved in
 * batches. Written by changes/recorder.ts and history/model/undelete.ts in the transaction of the deletion or return,
 * read by all that must not meet such children meanwhile, deleted by history/model/cascades.ts with the last batch.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

const leftChildrenValidator = v.object({
  /** Their table, and the field that names whom they belong to: a kind of platform/model/changes/deletionRules.ts. */
  kind: v.string(),
  ownerId: v.string(),
  /** The entry of the history that counts them as parts. */
  changeId: v.optional(v.id("changes")),
});

export const cascades = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** The deletion's step, which its kept rows name too. */
    operation: v.string(),
    /** When the deletion was. */
    at: v.number(),
    work: v.union(
      /** The children that are still to go, by whom they belonged to. */
      v.object({ direction: v.literal("going"), left: v.array(leftChildrenValidator) }),
      /** The records that are back, by their ids then and now, and the last part whose rows have come. */
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
    // Across kennels: work that was cut off is found wherever it is.
    .index("by_state_since", ["stateSince"]),
  { isLarge: true },
);

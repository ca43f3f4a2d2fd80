/**
 * The history of a kennel's records: who did what to which one, and when, with the values before and after. Written by
 * platform/model/changeRecorder.ts in the transaction of the change, and never changed but to say that one was undone. A record
 * that was deleted together with another has no entry of its own; it counts as a part of that one's.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CHANGE_KINDS, CHANGE_SOURCES, HISTORY_TABLES } from "../../../domain/history/records";

export const historyTableValidator = v.union(...HISTORY_TABLES.map((table) => v.literal(table)));
export const changeKindValidator = v.union(...CHANGE_KINDS.map((kind) => v.literal(kind)));
export const changeSourceValidator = v.union(...CHANGE_SOURCES.map((source) => v.literal(source)));

export const changes = defineTable({
  kennelId: v.id("kennels"),
  table: historyTableValidator,
  recordId: v.string(),
  /** The dog, litter or breeding whose history it is shown in too; of these, itself. */
  subjectId: v.string(),
  kind: changeKindValidator,
  at: v.number(),
  /** Who did it; absent for what was done without a person. */
  by: v.optional(v.id("users")),
  source: v.optional(changeSourceValidator),
  /** The same in all that one step changed. */
  operation: v.string(),
  /** What the record was called. */
  title: v.string(),
  /** What changed, where it was changed. */
  fields: v.optional(
    v.array(v.object({ name: v.string(), before: v.optional(v.any()), after: v.optional(v.any()) })),
  ),
  /** How many records went with a deleted one. */
  partCount: v.optional(v.number()),
  /** What a record was called by before it was brought back under a new id. */
  formerId: v.optional(v.string()),
  undoneAt: v.optional(v.number()),
})
  .index("by_kennel_and_at", ["kennelId", "at"])
  .index("by_kennel_and_record_and_at", ["kennelId", "recordId", "at"])
  .index("by_kennel_and_subject_and_at", ["kennelId", "subjectId", "at"])
  .index("by_kennel_and_kind_and_at", ["kennelId", "kind", "at"]);

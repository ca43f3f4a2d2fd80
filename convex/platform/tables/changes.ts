/**
 * The history of a kennel's records: who changed which record in which way and when, with the values before and
 * after. Entries are written in the transaction of the change, by changes/recorder.ts, or by
 * platform/model/changes/historyEvents.ts for events of the team and of restores. Entries never change, with two
 * exceptions: an entry is marked when its change is undone, and the address of a deleted account is removed. A
 * record that was deleted together with another record has no entry of its own: the other record's entry counts it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { HISTORY_EVENTS } from "../../../domain/history/events";
import { CHANGE_KINDS, CHANGE_SOURCES } from "../../../domain/history/changes";
import { HISTORY_TABLES } from "../../../domain/history/tables.gen";
import { roleValidator } from "./shared";
import { rows } from "./rows";

export const historyTableValidator = v.union(...HISTORY_TABLES.map((table) => v.literal(table)));
export const changeKindValidator = v.union(...CHANGE_KINDS.map((kind) => v.literal(kind)));
export const changeSourceValidator = v.union(...CHANGE_SOURCES.map((source) => v.literal(source)));

/** Set if the entry is not a change of a record. */
export const eventValidator = v.object({
  what: v.union(...HISTORY_EVENTS.map((event) => v.literal(event))),
  /** The event concerns this member. */
  memberId: v.optional(v.id("users")),
  /** The role that was given or offered. */
  role: v.optional(roleValidator),
  /** Records that a restore wrote. */
  counts: v.optional(v.object({ added: v.number(), replaced: v.number(), removed: v.number() })),
});

export const changes = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    table: historyTableValidator,
    recordId: v.string(),
    /**
     * The dog, litter or breeding whose history also shows the change. For a change of such a record, this is the
     * record itself.
     */
    subjectId: v.string(),
    kind: changeKindValidator,
    at: v.number(),
    /**
     * The record's `updatedAt` after this change, or 0 if the change was caused by another record and did not
     * change `updatedAt`. Absent in entries without fields, and in entries from before this field existed.
     */
    savedAt: v.optional(v.number()),
    /** Absent for automatic changes. */
    by: v.optional(v.id("users")),
    source: v.optional(changeSourceValidator),
    /** All changes of one step have the same id. */
    operation: v.string(),
    /** The record's name at that time. For an event: the invited address or the name of the restored file. */
    title: v.string(),
    /** Set for entries of a change. */
    fields: v.optional(
      v.array(v.object({ name: v.string(), before: v.optional(v.any()), after: v.optional(v.any()) })),
    ),
    /** Set for events of the team or of all records. Such an entry has the kennel as its record. */
    event: v.optional(eventValidator),
    /** Records that were deleted together with this record. */
    partCount: v.optional(v.number()),
    /** The id before the record was deleted and restored under a new id. */
    formerId: v.optional(v.string()),
    undoneAt: v.optional(v.number()),
  })
    .index("by_kennel_and_at", ["kennelId", "at"])
    .index("by_kennel_and_record_and_at", ["kennelId", "recordId", "at"])
    .index("by_kennel_and_subject_and_at", ["kennelId", "subjectId", "at"])
    .index("by_kennel_and_kind_and_at", ["kennelId", "kind", "at"]),
);

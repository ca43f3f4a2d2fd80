/**
 * The history of a kennel's records: who did what to which one, and when, with the values before and after. Written by
 * changes/recorder.ts, or platform/model/changes/historyEvents.ts for what happened to the team and by restores, in the
 * transaction of the change, and never changed but to say that one was undone or to forget an address. A record
 * that was deleted together with another has no entry of its own; it counts as a part of that one's.
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

/** What happened where it is no change of a record. */
export const eventValidator = v.object({
  what: v.union(...HISTORY_EVENTS.map((event) => v.literal(event))),
  /** The member whom it is about. */
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
    /** The dog, litter or breeding whose history it is shown in too; of these, itself. */
    subjectId: v.string(),
    kind: changeKindValidator,
    at: v.number(),
    /**
     * The `updatedAt` that the record got by this change, 0 where it kept its own as the change followed from that of
     * another record. Absent in entries without fields, and in those from before it was kept.
     */
    savedAt: v.optional(v.number()),
    /** Who did it; absent for what was done without a person. */
    by: v.optional(v.id("users")),
    source: v.optional(changeSourceValidator),
    /** The same in all that one step changed. */
    operation: v.string(),
    /** What the record was called; of an event, the address that was invited or the restored file. */
    title: v.string(),
    /** What changed, where it was changed. */
    fields: v.optional(
      v.array(v.object({ name: v.string(), before: v.optional(v.any()), after: v.optional(v.any()) })),
    ),
    /** Set in what is no change of a record but of the team or of all records; its record is the kennel. */
    event: v.optional(eventValidator),
    /** How many records went with a deleted one. */
    partCount: v.optional(v.number()),
    /** What a record was called by before it was brought back under a new id. */
    formerId: v.optional(v.string()),
    undoneAt: v.optional(v.number()),
  })
    .index("by_kennel_and_at", ["kennelId", "at"])
    .index("by_kennel_and_record_and_at", ["kennelId", "recordId", "at"])
    .index("by_kennel_and_subject_and_at", ["kennelId", "subjectId", "at"])
    .index("by_kennel_and_kind_and_at", ["kennelId", "kind", "at"]),
);

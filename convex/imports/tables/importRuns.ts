/**
 * Imports of dogs and of pedigree databases, from the first row received to the last row written. Written by the
 * model/import*.ts files alone; the person who started an import drives it, all members of the kennel may watch.
 *
 *   staging --all rows sent--> checking --> checked --confirmed--> writing --> finished
 *      |                          |            |  ▲ kennel changed    |           | undone
 *      ▼                          ▼            ▼  └── checking        ▼           ▼
 * (deleted) failed (deleted) undoing --> failed or deleted
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { IMPORT_KINDS } from "../../../domain/imports/rules";
import { KNOWN_DOG_MODES } from "../../../domain/imports/planned";
import { rows } from "../../platform/tables/rows";

export const importKindValidator = v.union(...IMPORT_KINDS.map((kind) => v.literal(kind)));
export const importModeValidator = v.union(...KNOWN_DOG_MODES.map((mode) => v.literal(mode)));

const IMPORT_STATES = ["staging", "checking", "checked", "writing", "finished", "undoing", "failed"] as const;
export const importStateValidator = v.union(...IMPORT_STATES.map((state) => v.literal(state)));

/** What an import would do or has done. */
export const importReportValidator = v.object({
  added: v.number(),
  updated: v.number(),
  skipped: v.number(),
  /** External ancestors created because a parent was not found. */
  ancestors: v.number(),
  errors: v.number(),
  warnings: v.number(),
  isOverLimit: v.boolean(),
  /** How many dogs it adds to those counted by the plan's limit. */
  countedChange: v.number(),
  /** Parents given only as unknown; absent in reports from before they were counted separately. */
  unknownParents: v.optional(v.number()),
  /** Names of parents that were not compared with similar ones; absent if all were. */
  uncomparedNames: v.optional(v.number()),
  /** Unanswered questions about parents. */
  questions: v.optional(v.number()),
  /** Known dogs that already have everything in the file. */
  unchanged: v.optional(v.number()),
  /** Known dogs whose rows are skipped; absent, like the links, in reports from before they were counted. */
  untouched: v.optional(v.number()),
  /** How the parents of all rows are linked. */
  links: v.optional(
    v.object({
      certain: v.number(),
      doubted: v.number(),
      answered: v.number(),
      made: v.number(),
      emptied: v.number(),
    }),
  ),
});

/** What is imported, and the progress. */
export const importProgressFields = {
  kind: importKindValidator,
  mode: importModeValidator,
  fileName: v.string(),
  /** Identifies a file with its settings, so that an interrupted upload can continue. */
  fingerprint: v.string(),
  state: importStateValidator,
  rowCount: v.number(),
  chunkCount: v.number(),
  stagedChunks: v.number(),
  /** Progress within the state. */
  done: v.number(),
  total: v.number(),
};

export const importRuns = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    ...importProgressFields,
    /** The breeder's date, for rules about dates. */
    today: v.string(),
    /** Parts of the file that are in no field: columns left out, rows that are not dogs. */
    notes: v.optional(v.array(v.string())),
    /** The breeder's answers to the questions. */
    answers: v.optional(v.array(v.object({ key: v.string(), answer: v.string() }))),
    /** Whether the breeder answers all other questions with a new dog. */
    areOthersNew: v.optional(v.boolean()),
    /** How many dogs that count towards the plan's limit are imported; later rows wait. */
    mostCounted: v.optional(v.number()),
    /** The breed of rows without one. */
    breed: v.optional(v.string()),
    /** Counts the attempts at a plan, so that one that was given up cannot write anything. */
    attempt: v.number(),
    report: v.optional(importReportValidator),
    /** The kennel's revision on which the plan is based. */
    plannedRevision: v.optional(v.number()),
    changeCount: v.number(),
    stepCount: v.number(),
    /** Steps before this one are written. */
    nextStep: v.number(),
    /** Set when the kennel changed after the check, so that the breeder reviews the new one. */
    isRechecked: v.boolean(),
    /** Why it failed, in words for the breeder. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    /** When its first dogs were written; all dogs that it adds have it as the time of their last save. */
    writtenAt: v.optional(v.number()),
    /** When all of it was written; absent before, and in old runs of dogs, which cannot be undone. */
    finishedAt: v.optional(v.number()),
    /** Who undoes it after it was finished. */
    undoneBy: v.optional(v.id("users")),
    /** After an undo: the first names of the remaining dogs, and their number. */
    kept: v.optional(v.object({ count: v.number(), names: v.array(v.string()) })),
    /** When the state or the progress last changed; stopped runs are resumed. */
    stateSince: v.number(),
  })
    .index("by_kennel_and_kind_and_started", ["kennelId", "kind", "startedAt"])
    .index("by_kennel_and_state", ["kennelId", "state"])
    // Led by the state: the sweep looks for stopped or expired runs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    .index("by_state_and_kind_and_since", ["state", "kind", "stateSince"]),
);

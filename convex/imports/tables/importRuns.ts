/**
 * Imports of dogs and of pedigree databases, from the first row sent to the last row written. Written by the
 * model/import*.ts files alone; the person who began an import drives it, everybody of the kennel may watch.
 *
 *   staging --all rows sent--> checking --> checked --confirmed--> writing --> finished
 *      |                          |            |  ▲ kennel changed    |           | taken back
 *      ▼                          ▼            ▼  └── checking        ▼           ▼
 *   (gone)                     failed       (gone)                 undoing --> failed or gone
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
  /** External ancestors made because a parent was found nowhere. */
  ancestors: v.number(),
  errors: v.number(),
  warnings: v.number(),
  isOverLimit: v.boolean(),
  /** By how many the dogs that count towards the plan's limit become more. */
  countedChange: v.number(),
  /** Parents given only as unknown; absent in reports from before they were told apart. */
  unknownParents: v.optional(v.number()),
  /** Names of parents that were not compared with similar ones; absent where all were. */
  uncomparedNames: v.optional(v.number()),
  /** Questions on parents that wait for an answer. */
  questions: v.optional(v.number()),
  /** Known dogs that have all that the file says already. */
  unchanged: v.optional(v.number()),
  /** Known dogs whose lines are skipped; absent, as the links are, in reports from before they were counted. */
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

/** What is imported, and how far that has come. */
export const importProgressFields = {
  kind: importKindValidator,
  mode: importModeValidator,
  fileName: v.string(),
  /** Tells the same file with the same settings from any other, so that a broken-off sending can go on. */
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
    /** The breeder's day, for the rules on dates. */
    today: v.string(),
    /** What of the file is in no field: columns left out, lines that are no dogs. */
    notes: v.optional(v.array(v.string())),
    /** The breeder's answers to the questions. */
    answers: v.optional(v.array(v.object({ key: v.string(), answer: v.string() }))),
    /** Whether the breeder settles all other questions with a new dog. */
    areOthersNew: v.optional(v.boolean()),
    /** So many dogs that count towards the plan's limit are taken; the lines after these wait. */
    mostCounted: v.optional(v.number()),
    /** The breed of rows that name none. */
    breed: v.optional(v.string()),
    /** Counts the plans begun, so that one that was given up on cannot write any more. */
    attempt: v.number(),
    report: v.optional(importReportValidator),
    /** The kennel's revision that the plan rests on. */
    plannedRevision: v.optional(v.number()),
    changeCount: v.number(),
    stepCount: v.number(),
    /** Steps before this one are written. */
    nextStep: v.number(),
    /** Set when the kennel changed after the check, so that the breeder looks at the new one. */
    isRechecked: v.boolean(),
    /** Why nothing came of it, in the breeder's words. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    /** When its first dogs were written, which all that it adds have as the instant of their last save. */
    writtenAt: v.optional(v.number()),
    /** When it was written whole; absent before, and in runs of dogs that cannot be taken back. */
    finishedAt: v.optional(v.number()),
    /** Who takes it back after it was finished. */
    undoneBy: v.optional(v.id("users")),
    /** The dogs that stay when it is taken back, and how many: the first ones by name. */
    kept: v.optional(v.object({ count: v.number(), names: v.array(v.string()) })),
    /** When the state or the progress last moved; what stands still is resumed. */
    stateSince: v.number(),
  })
    .index("by_kennel_and_kind_and_started", ["kennelId", "kind", "startedAt"])
    .index("by_kennel_and_state", ["kennelId", "state"])
    // Led by the state: the sweep looks for what stands still, or is over, in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    .index("by_state_and_kind_and_since", ["state", "kind", "stateSince"]),
);

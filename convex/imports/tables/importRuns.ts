/**
 * Imports of dogs and of pedigree databases, from the first received row to the last written row. Written only by
 * the model/import*.ts files. Only the person who started an import can take its steps. All members of the kennel
 * may watch.
 *
 *   staging --all rows sent--> checking --> checked --confirmed--> writing --> finished
 *      |                          |            |  ▲ kennel changed    |           | undone
 *      ▼                          ▼            ▼  └── checking        ▼           ▼
 *   (deleted)                  failed      (deleted)               undoing --> failed or deleted
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

/** The changes are planned or completed. */
export const importReportValidator = v.object({
  added: v.number(),
  updated: v.number(),
  skipped: v.number(),
  /** External ancestors that are created because a parent was not found. */
  ancestors: v.number(),
  errors: v.number(),
  warnings: v.number(),
  isOverLimit: v.boolean(),
  /** The increase of the number of dogs that count towards the plan's limit. */
  countedChange: v.number(),
  /** Absent in reports from before these parents were counted separately. */
  unknownParents: v.optional(v.number()),
  /** Absent if all names were compared with similar names. */
  uncomparedNames: v.optional(v.number()),
  /** Unanswered questions about parents. */
  questions: v.optional(v.number()),
  /** Known dogs that already have all values of the file. */
  unchanged: v.optional(v.number()),
  /**
   * Known dogs whose rows are skipped. Absent in reports from before these dogs were counted. The links are absent
   * too.
   */
  untouched: v.optional(v.number()),
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

export const importProgressFields = {
  kind: importKindValidator,
  mode: importModeValidator,
  fileName: v.string(),
  /** With this value, an interrupted upload can continue. */
  fingerprint: v.string(),
  state: importStateValidator,
  rowCount: v.number(),
  chunkCount: v.number(),
  stagedChunks: v.number(),
  /** The number counts within the current state. */
  done: v.number(),
  total: v.number(),
};

export const importRuns = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    ...importProgressFields,
    /** Rules about dates use the user's date. */
    today: v.string(),
    /** Columns that were left out, and rows that are not dogs. */
    notes: v.optional(v.array(v.string())),
    answers: v.optional(v.array(v.object({ key: v.string(), answer: v.string() }))),
    /** All remaining questions are answered with a new dog. */
    areOthersNew: v.optional(v.boolean()),
    /** Dogs that count towards the plan's limit. Later rows are left for another import. */
    mostCounted: v.optional(v.number()),
    /** Rows without a breed get this breed. */
    breed: v.optional(v.string()),
    /** An attempt that was replaced has an older number and cannot write anything. */
    attempt: v.number(),
    report: v.optional(importReportValidator),
    /** The plan is based on this revision of the kennel. */
    plannedRevision: v.optional(v.number()),
    changeCount: v.number(),
    stepCount: v.number(),
    /** All steps before this one are written. */
    nextStep: v.number(),
    /** Set if the kennel has changed after the check, so that the user looks at the new report. */
    isRechecked: v.boolean(),
    /** The text is shown to the user. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    /**
     * When the first dogs were written. All dogs that the import adds get this time as the time of their last save.
     */
    writtenAt: v.optional(v.number()),
    /** When the last row was written; absent before that, and in old runs of dogs, which cannot be undone. */
    finishedAt: v.optional(v.number()),
    undoneBy: v.optional(v.id("users")),
    /** After an undo: the number of remaining dogs, and the names of some of them. */
    kept: v.optional(v.object({ count: v.number(), names: v.array(v.string()) })),
    /** The sweep uses this time to find interrupted runs. */
    stateSince: v.number(),
  })
    .index("by_kennel_and_kind_and_started", ["kennelId", "kind", "startedAt"])
    .index("by_kennel_and_state", ["kennelId", "state"])
    // The sweep looks for interrupted or expired runs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    .index("by_state_and_kind_and_since", ["state", "kind", "stateSince"]),
);

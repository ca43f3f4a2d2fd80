/**
 * The details that the user should see before an import is written: the rows that it leaves out or warns about, the
 * ancestors that it would create, the changes of known dogs, the least certain links and the questions. Written and
 * deleted with the plan.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { QUESTION_REASONS, QUESTION_ROLES } from "../../../domain/imports/questions";
import { genderValidator } from "../../platform/tables/dogs";
import { rows } from "../../platform/tables/rows";

export const lineErrorValidator = v.object({
  line: v.number(),
  fields: v.record(v.string(), v.string()),
  /** Absent if there is not enough space. */
  values: v.optional(v.record(v.string(), v.union(v.string(), v.number(), v.boolean()))),
});
export const lineWarningValidator = v.object({ line: v.number(), message: v.string() });

/** The rows mention the ancestor. */
export const madeAncestorValidator = v.object({
  name: v.string(),
  gender: genderValidator,
  lines: v.array(v.number()),
  lineCount: v.number(),
});

export const importQuestionValidator = v.object({
  key: v.string(),
  role: v.union(...QUESTION_ROLES.map((role) => v.literal(role))),
  name: v.string(),
  reason: v.union(...QUESTION_REASONS.map((reason) => v.literal(reason))),
  lines: v.array(v.number()),
  lineCount: v.number(),
  candidates: v.array(
    v.object({ node: v.string(), name: v.string(), detail: v.string(), isLikely: v.boolean() }),
  ),
  others: v.array(v.string()),
});

export const uncertainLinkValidator = v.object({
  role: v.union(v.literal("sire"), v.literal("dam")),
  name: v.string(),
  to: v.string(),
  reason: v.string(),
  lines: v.array(v.number()),
  lineCount: v.number(),
});

export const knownChangeValidator = v.object({
  name: v.string(),
  fields: v.array(v.object({ label: v.string(), from: v.string(), to: v.string() })),
});

export const importProblems = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    runId: v.id("importRuns"),
    errors: v.array(lineErrorValidator),
    warnings: v.array(lineWarningValidator),
    // Absent in plans from before this field existed.
    skipped: v.optional(v.array(lineWarningValidator)),
    ancestors: v.optional(v.array(madeAncestorValidator)),
    questions: v.optional(v.array(importQuestionValidator)),
    changes: v.optional(v.array(knownChangeValidator)),
    links: v.optional(v.array(uncertainLinkValidator)),
  }).index("by_kennel_and_run", ["kennelId", "runId"]),
  { isLarge: true },
);

/**
 * Checks an import. An action reads the uploaded rows and the kennel's dogs, calls domain/imports for the plan, and
 * stores the plan in steps. It writes no dogs. If planning is interrupted, it starts again under the next number.
 * Only the plan with the newest number may be stored.
 */
import type { PaginationResult } from "convex/server";
import { v, type Infer, type ObjectType } from "convex/values";
import {
  LISTED_BYTES,
  MAX_COMPARED_CHANGES,
  MAX_LISTED_PROBLEMS,
  STEP_ADDS,
  STEP_BYTES,
  STEP_CHANGES,
} from "../../../domain/imports/rules";
import { compareKnown, StepMaker, type ImportEntry } from "../../../domain/imports/steps";
import {
  type ImportPlan,
  type ImportRow,
  type ImportWarning,
  type KnownDog,
} from "../../../domain/imports/planned";
import { ImportPlanner } from "../../../domain/imports/plan";
import { MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import { otherKeysOf } from "../../../domain/dogs/registrations";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { importReportValidator } from "../tables/importRuns";
import { importEntryValidator } from "../tables/importSteps";
import { importProblems } from "../tables/importProblems";
import { queryOwners } from "../../dogs/model/dogOwners";
import { valuesOf } from "../../dogs/model/dogShape";
import { bytesOf, failRun } from "./importRuns";
import { pagesOf } from "../../platform/model/paging/paging";
import { getPedigreeState } from "../../dogs/model/pedigreeStates";

/** The dogs are compared together with their parents. */
const COMPARED_AT_ONCE = 200;

const SHOWN_LINES = 20;

/** Kept rows allow refused rows to be shown. */
const MAX_KEPT_ROWS = 20_000;

/** Only the fields that a plan needs are returned. */
const KNOWN_PAGE = 1000;

const STEPS_AT_ONCE = 4;

/** The rows are large. */
const CLEARED_AT_ONCE = 20;

const CHUNKS_PER_REPORT = 10;

/** After this number of attempts, the import fails. */
export const MAX_ATTEMPTS = 3;

export const planArgs = { runId: v.id("importRuns"), attempt: v.number() };

export const storedStepShape = v.object({ index: v.number(), entries: v.array(importEntryValidator) });

const { kennelId: _kennelId, runId: _runId, ...problemListsShape } = importProblems.table.validator.fields;
type ProblemLists = ObjectType<typeof problemListsShape>;

export const planResultArgs = {
  report: importReportValidator,
  ...problemListsShape,
  revision: v.number(),
  stepCount: v.number(),
  entryCount: v.number(),
  changeCount: v.number(),
};

interface Begun {
  readonly run: Doc<"importRuns">;
  readonly revision: number;
}

/** Returns null if no plan is needed. */
export async function beginPlan(ctx: MutationCtx, runId: Id<"importRuns">): Promise<Begun | null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "checking") return null;
  if (run.attempt >= MAX_ATTEMPTS) {
    await failRun(ctx, run, "The file could not be checked. Nothing was imported.");
    return null;
  }
  const changes = { attempt: run.attempt + 1, done: 0, stateSince: Date.now() };
  await ctx.db.patch("importRuns", runId, changes);
  const { revision } = await getPedigreeState(ctx, run.kennelId);
  return { run: { ...run, ...changes }, revision };
}

/** Returns null if a newer plan exists or no plan is needed. */
async function currentRun(
  ctx: QueryCtx,
  { runId, attempt }: { runId: Id<"importRuns">; attempt: number },
): Promise<Doc<"importRuns"> | null> {
  const run = await ctx.db.get("importRuns", runId);
  return run?.state === "checking" && run.attempt === attempt ? run : null;
}

/** Returns whether the plan is still needed. */
export async function reportPlan(
  ctx: MutationCtx,
  plan: { runId: Id<"importRuns">; attempt: number },
  done: number,
): Promise<boolean> {
  const run = await currentRun(ctx, plan);
  if (run) await ctx.db.patch("importRuns", run._id, { done, stateSince: Date.now() });
  return run !== null;
}

export async function readChunk(ctx: QueryCtx, runId: Id<"importRuns">, index: number) {
  const run = await ctx.db.get("importRuns", runId);
  if (!run) return [];
  const chunk = await ctx.db
    .query("importRows")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", runId).eq("index", index),
    )
    .unique();
  return chunk?.rows ?? [];
}

/** Returns only the fields that a plan needs. */
export async function readKnown(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  cursor: string | null,
): Promise<PaginationResult<KnownDog<Id<"dogs">>>> {
  const page = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId))
    .paginate({ numItems: KNOWN_PAGE, cursor });
  return { ...page, page: page.page.map(toKnown) };
}

/** A page of the kennel's breedings refers to these dogs. */
export async function readBred(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  cursor: string | null,
): Promise<PaginationResult<Id<"dogs">>> {
  const { page, ...rest } = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .paginate({ numItems: KNOWN_PAGE, cursor });
  return {
    ...rest,
    page: page.flatMap(({ sireId, damId }) => [sireId, damId].filter((id) => id !== undefined)),
  };
}

const toKnown = (dog: Doc<"dogs">): KnownDog<Id<"dogs">> => ({
  _id: dog._id,
  isExternal: dog.isExternal,
  name: dog.name,
  breed: dog.breed,
  gender: dog.gender,
  status: dog.status,
  ...(dog.statusChangedOn === undefined ? {} : { statusChangedOn: dog.statusChangedOn }),
  ...(dog.callName === undefined ? {} : { callName: dog.callName }),
  ...(dog.dateOfBirth === undefined ? {} : { dateOfBirth: dog.dateOfBirth }),
  ...(dog.registrationKey === undefined ? {} : { registrationKey: dog.registrationKey }),
  ...(dog.otherRegistrations === undefined ? {} : { otherKeys: otherKeysOf(dog) }),
  ...(dog.microchipKey === undefined ? {} : { microchipKey: dog.microchipKey }),
  ...(dog.sireId === undefined ? {} : { sireId: dog.sireId }),
  ...(dog.damId === undefined ? {} : { damId: dog.damId }),
});

/** The fields have the names that a file would use. Returns null if there are no owners. */
async function ownersOf(ctx: QueryCtx, { kennelId, _id: dogId }: Doc<"dogs">) {
  const rows = await queryOwners(ctx, { kennelId, dogId }).take(MAX_OWNERS_PER_DOG);
  return rows.length === 0 ? null : rows.map(({ name, share = null }) => ({ name, share }));
}

/** The dogs are compared with the file. */
export async function readTargets(ctx: QueryCtx, dogIds: readonly Id<"dogs">[]) {
  const dogs = await Promise.all(dogIds.map(async (id) => await ctx.db.get("dogs", id)));
  return await Promise.all(
    dogs
      .filter((dog) => dog !== null)
      .map(async (dog) => {
        const sire = dog.sireId && (await ctx.db.get("dogs", dog.sireId));
        const dam = dog.damId && (await ctx.db.get("dogs", dog.damId));
        return {
          _id: dog._id,
          name: dog.name,
          isExternal: dog.isExternal,
          values: { ...valuesOf(dog), coOwners: await ownersOf(ctx, dog) },
          sire: sire ? { id: sire._id, name: sire.name } : null,
          dam: dam ? { id: dam._id, name: dam.name } : null,
        };
      }),
  );
}

/** Returns whether the plan is still needed. */
export async function storeSteps(
  ctx: MutationCtx,
  plan: { runId: Id<"importRuns">; attempt: number },
  steps: readonly Infer<typeof storedStepShape>[],
): Promise<boolean> {
  const run = await currentRun(ctx, plan);
  if (!run) return false;
  for (const { index, entries } of steps) {
    await ctx.db.insert("importSteps", { kennelId: run.kennelId, runId: run._id, index, entries });
  }
  await ctx.db.patch("importRuns", run._id, { stateSince: Date.now() });
  return true;
}

/** The user then confirms or cancels the plan. */
export async function finishPlan(
  ctx: MutationCtx,
  plan: { runId: Id<"importRuns">; attempt: number },
  result: {
    report: Infer<typeof importReportValidator>;
    revision: number;
    stepCount: number;
    entryCount: number;
    changeCount: number;
  } & ProblemLists,
): Promise<null> {
  const run = await currentRun(ctx, plan);
  if (!run) return null;
  const { report, revision, stepCount, entryCount, changeCount, ...lists } = result;
  await ctx.db.insert("importProblems", { kennelId: run.kennelId, runId: run._id, ...lists });
  await ctx.db.patch("importRuns", run._id, {
    state: "checked",
    report,
    plannedRevision: revision,
    stepCount,
    changeCount,
    nextStep: 0,
    attempt: 0,
    done: 0,
    total: entryCount,
    stateSince: Date.now(),
  });
  return null;
}

/** Returns whether more rows remain. */
export async function clearPlan(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  runId: Id<"importRuns">,
): Promise<boolean> {
  for (const table of ["importSteps", "importProblems"] as const) {
    const rows = await ctx.db
      .query(table)
      .withIndex("by_kennel_and_run", (q) => q.eq("kennelId", kennelId).eq("runId", runId))
      .take(CLEARED_AT_ONCE);
    for (const row of rows) await ctx.db.delete(table, row._id);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Returns whether more rows remain. */
export async function clearRun(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  runId: Id<"importRuns">,
): Promise<boolean> {
  const rows = await ctx.db
    .query("importRows")
    .withIndex("by_kennel_and_run", (q) => q.eq("kennelId", kennelId).eq("runId", runId))
    .take(CLEARED_AT_ONCE);
  for (const row of rows) await ctx.db.delete("importRows", row._id);
  return rows.length > 0 || (await clearPlan(ctx, kennelId, runId));
}

class Room {
  constructor(private left: number) {}

  /** Returns whether the value fits, and counts its bytes in that case. */
  takes(value: unknown): boolean {
    const bytes = bytesOf(value);
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }
}

/** Each step fits into a document. */
function* cutSteps(entries: readonly ImportEntry<Id<"dogs">>[]): Generator<ImportEntry<Id<"dogs">>[]> {
  let step: ImportEntry<Id<"dogs">>[] = [];
  let room = new Room(STEP_BYTES);
  for (const entry of entries) {
    const most = entry.kind === "change" ? STEP_CHANGES : STEP_ADDS;
    if (!room.takes(entry) || step.length >= most || (step[0] && step[0].kind !== entry.kind)) {
      yield step;
      step = [];
      room = new Room(STEP_BYTES);
      room.takes(entry);
    }
    step.push(entry);
  }
  if (step.length > 0) yield step;
}

const pause = async () => await new Promise((resolve) => setTimeout(resolve, 0));

class PlanMaker {
  private readonly plan: { runId: Id<"importRuns">; attempt: number };
  private readonly planner: ImportPlanner<Id<"dogs">>;
  /** The keys are line numbers, because refused rows are shown to the user. */
  private readonly refused = new Map<number, ImportRow>();

  constructor(
    private readonly ctx: ActionCtx,
    private readonly begun: Begun,
  ) {
    const {
      _id: runId,
      attempt,
      kind,
      mode,
      today,
      breed,
      answers = [],
      areOthersNew,
      mostCounted,
    } = begun.run;
    this.plan = { runId, attempt };
    this.planner = new ImportPlanner({
      kind,
      mode,
      today,
      breed,
      areOthersNew,
      mostCounted,
      answers: new Map(answers.map(({ key, answer }) => [key, answer])),
    });
  }

  async make(): Promise<null> {
    const { run } = this.begun;
    const { kennelId } = run;
    while (await this.ctx.runMutation(internal.imports.imports.clearPlanned, { kennelId, runId: run._id }))
      await pause();
    await this.readKnown();
    if (!(await this.readRows())) return null;
    return await this.store(await this.decide());
  }

  private async readKnown(): Promise<void> {
    const { kennelId } = this.begun.run;
    const { readKnownDogs, readBredDogs } = internal.imports.imports;
    const known = pagesOf<KnownDog<Id<"dogs">>>(
      async (cursor) => await this.ctx.runQuery(readKnownDogs, { kennelId, cursor }),
    );
    for await (const dogs of known) this.planner.addKnown(dogs);
    const bred = pagesOf<Id<"dogs">>(
      async (cursor) => await this.ctx.runQuery(readBredDogs, { kennelId, cursor }),
    );
    for await (const dogs of bred) this.planner.addBred(dogs);
  }

  /** Returns whether the plan is still needed. */
  private async readRows(): Promise<boolean> {
    const { run } = this.begun;
    let done = 0;
    for (let index = 0; index < run.chunkCount; index += 1) {
      const rows = await this.ctx.runQuery(internal.imports.imports.readStaged, { runId: run._id, index });
      this.planner.addRows(rows);
      for (const row of rows) if (this.refused.size < MAX_KEPT_ROWS) this.refused.set(row.line, row);
      done += rows.length;
      // Reading is about half of the total work.
      if (index % CHUNKS_PER_REPORT === 0 && !(await this.report(done / 2))) return false;
    }
    return true;
  }

  private async compareChanges(
    entries: readonly ImportEntry<Id<"dogs">>[],
  ): Promise<{ changes: ProblemLists["changes"]; unchanged: number }> {
    const changed = entries.filter((entry) => entry.kind === "change").slice(0, MAX_COMPARED_CHANGES);
    const names = new Map(
      entries.flatMap((entry) =>
        entry.kind === "add" ? [[entry.order, entry.values.name ?? ""] as const] : [],
      ),
    );
    const changes: NonNullable<ProblemLists["changes"]> = [];
    let unchanged = 0;
    for (let at = 0; at < changed.length; at += COMPARED_AT_ONCE) {
      const batch = changed.slice(at, at + COMPARED_AT_ONCE);
      const refs = batch.flatMap(({ sire, dam }) =>
        [sire, dam].flatMap((ref) => (ref && "dogId" in ref ? [ref.dogId] : [])),
      );
      const dogIds = [...new Set([...batch.map(({ dogId }) => dogId), ...refs])];
      const dogs = new Map(
        (await this.ctx.runQuery(internal.imports.imports.readChanged, { dogIds })).map((dog) => [
          dog._id,
          dog,
        ]),
      );
      for (const entry of batch) {
        const known = dogs.get(entry.dogId);
        if (!known) continue;
        const nameOf = (ref: NonNullable<typeof entry.sire>) =>
          "dogId" in ref ? (dogs.get(ref.dogId)?.name ?? "") : (names.get(ref.order) ?? "");
        const fields = compareKnown(entry, known, nameOf);
        if (fields.length === 0) unchanged += 1;
        else changes.push({ name: known.name, fields });
      }
    }
    return { changes: firstOf(changes, LISTED_BYTES.changes), unchanged };
  }

  private async report(done: number): Promise<boolean> {
    return await this.ctx.runMutation(internal.imports.imports.reportPlanned, {
      ...this.plan,
      done: Math.floor(done),
    });
  }

  private async decide(): Promise<ImportPlan<Id<"dogs">>> {
    const work = this.planner.plan();
    let result = work.next();
    for (; !result.done; result = work.next()) await pause();
    return result.value;
  }

  private async store(plan: ImportPlan<Id<"dogs">>): Promise<null> {
    const { run, revision } = this.begun;
    const entries = new StepMaker(plan, run.kind === "dogs").make();
    const steps = [...cutSteps(entries)].map((step, index) => ({ index, entries: step }));
    for (let at = 0; at < steps.length; at += STEPS_AT_ONCE) {
      const batch = steps.slice(at, at + STEPS_AT_ONCE);
      if (
        !(await this.ctx.runMutation(internal.imports.imports.storePlanned, { ...this.plan, steps: batch }))
      )
        return null;
      await this.report((run.rowCount * (1 + at / steps.length)) / 2);
    }
    const { changes, unchanged } = await this.compareChanges(entries);
    const report = toReport(plan);
    return await this.ctx.runMutation(internal.imports.imports.finishPlanned, {
      ...this.plan,
      report: { ...report, updated: report.updated - unchanged, unchanged },
      ...toLists(plan, this.refused),
      changes,
      revision,
      stepCount: steps.length,
      entryCount: entries.length,
      changeCount: entries.filter(({ kind }) => kind !== "add").length,
    });
  }
}

/** Returns as many entries as can be shown and stored. */
function firstOf<T>(list: Iterable<T>, bytes: number, most = MAX_LISTED_PROBLEMS): T[] {
  const room = new Room(bytes);
  const first: T[] = [];
  for (const each of list) {
    if (first.length >= most || !room.takes(each)) break;
    first.push(each);
  }
  return first;
}

/** Warnings in the list of uncertain links are left out. */
function warningsOf({ warnings, leastCertain }: ImportPlan<Id<"dogs">>): ImportWarning[] {
  const said = new Set(
    leastCertain.flatMap(({ warning, lines }) => lines.map((line) => `${line} ${warning ?? ""}`)),
  );
  return warnings.filter(({ line, message }) => !said.has(`${line} ${message}`));
}

/** These ancestors are created regardless of the user's answers. */
const madeBy = ({ ancestors }: ImportPlan<Id<"dogs">>) =>
  [...ancestors.values()].filter(({ isStandIn }) => !isStandIn);

/** The lists contain only as many details as fit into one document. */
function toLists(
  plan: ImportPlan<Id<"dogs">>,
  refused: ReadonlyMap<number, ImportRow>,
): Omit<ProblemLists, "changes"> {
  const made = madeBy(plan).map(({ name, gender, lines }) => ({
    ...{ name, gender },
    lines: lines.slice(0, SHOWN_LINES),
    lineCount: lines.length,
  }));
  const room = new Room(LISTED_BYTES.refusedRows);
  const valuesOfLine = (line: number) => {
    const { values = {}, texts = {} } = refused.get(line) ?? {};
    const all = { ...values, ...texts };
    return room.takes(all) ? { values: all } : {};
  };
  const shortened = ({ line, message }: ImportWarning) => ({ line, message });
  const questions = plan.questions
    .slice(0, MAX_LISTED_PROBLEMS)
    .map(({ lines, candidates, others, ...question }) => ({
      ...question,
      lines: [...lines],
      candidates: candidates.map((candidate) => ({ ...candidate })),
      others: [...others],
    }));
  return {
    errors: firstOf(plan.errors, LISTED_BYTES.errors).map(({ line, fields }) => ({
      ...{ line, fields },
      ...valuesOfLine(line),
    })),
    warnings: firstOf(warningsOf(plan).map(shortened), LISTED_BYTES.warnings),
    skipped: firstOf(plan.skipped.map(shortened), LISTED_BYTES.skipped),
    ancestors: firstOf(made, LISTED_BYTES.ancestors, Infinity),
    questions: firstOf(questions, LISTED_BYTES.questions),
    links: plan.leastCertain.map(({ warning: _warning, lines, ...link }) => ({ ...link, lines: [...lines] })),
  };
}

function toReport(plan: ImportPlan<Id<"dogs">>): Infer<typeof importReportValidator> {
  const added = plan.dogs.filter(({ target }) => target === null).length;
  return {
    added,
    updated: plan.dogs.length - added,
    skipped: plan.skipped.length,
    ancestors: madeBy(plan).length,
    errors: plan.errors.length,
    warnings: warningsOf(plan).length,
    isOverLimit: plan.isOverLimit,
    countedChange: plan.countedChange,
    unknownParents: plan.unknownParents,
    ...(plan.uncomparedNames > 0 && { uncomparedNames: plan.uncomparedNames }),
    questions: plan.questions.length,
    untouched: plan.untouched,
    links: plan.links,
  };
}

export async function planRun(ctx: ActionCtx, runId: Id<"importRuns">): Promise<null> {
  const begun = await ctx.runMutation(internal.imports.imports.beginPlanned, { runId });
  return begun ? await new PlanMaker(ctx, begun).make() : null;
}

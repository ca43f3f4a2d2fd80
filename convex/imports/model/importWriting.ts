/**
 * Writes a confirmed import step by step, parents before offspring. One transaction can write an import of dogs,
 * unless the import has very many changes. A pedigree database needs many transactions, and its ancestors are
 * hidden until the last transaction. If a change in the kennel conflicts with the plan, the whole import is undone.
 */
import type { WithoutSystemFields } from "convex/server";
import { WRITE_ENTRIES } from "../../../domain/imports/rules";
import { settleDependents, type ParentRole } from "../../../domain/dogs/checks";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { joinRegistrations, otherKeysOf } from "../../../domain/dogs/registrations";
import { isSameValue } from "../../../domain/history/differences";
import { applyChanges, blankValues } from "../../../domain/records/record";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import { admittedRows } from "../../platform/model/people/confidential";
import { getStanding } from "../../platform/model/people/identity";
import { settlePedigree } from "../../pedigree/model/pedigreeWork";
import { leaveOut } from "../../changes/follow";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { putDownTo } from "../../changes/recorder";
import { queryOwners } from "../../dogs/model/dogOwners";
import { descendsFrom, findHolders } from "../../dogs/model/dogRelations";
import {
  parentIdsOf,
  toRowFields,
  valuesOf,
  type DogValues,
  type ParentIds,
} from "../../dogs/model/dogShape";
import { failRun, isAtOnce, startChecking, startUndoing } from "./importRuns";
import { endHiding, getPedigreeState } from "../../dogs/model/pedigreeStates";

type Run = Doc<"importRuns">;
type Step = Doc<"importSteps">;
type Entry = Step["entries"][number];
type Add = Extract<Entry, { kind: "add" }>;
type Change = Extract<Entry, { kind: "change" }>;
type Ref = NonNullable<Change["sire"]>;

/** The breeder sees this text. */
const CONFLICT = "Somebody has changed the kennel's dogs in the meantime. Nothing was imported.";

class StepWriter {
  private readonly written = new Map<number, Id<"dogs">>();
  private readonly now = Date.now();

  constructor(
    private readonly ctx: MutationCtx,
    private readonly run: Run,
    private readonly writtenAt: number | undefined,
  ) {}

  async write(step: Step): Promise<void> {
    const before: NonNullable<Step["before"]> = [];
    for (const entry of step.entries) {
      if (entry.kind === "add") await this.add(entry);
      else if (entry.kind === "change") before.push(...(await this.change(entry)));
    }
    if (before.length > 0) await this.ctx.db.patch("importSteps", step._id, { before });
  }

  private async add(entry: Add): Promise<void> {
    const { kennelId, _id: importId } = this.run;
    const values = settleDependents(applyChanges(DOG_FIELDS, NEW_DOG, entry.values));
    const parents = await this.parentsOf(entry);
    const id = await this.ctx.db.insert("dogs", {
      kennelId,
      isExternal: entry.isExternal,
      ...toRowFields(values, parents),
      ...(entry.values.spayedOn !== undefined && { spayedOn: entry.values.spayedOn }),
      ...DOG_PARTS.fresh,
      offspringCount: entry.offspring,
      importId,
      importOrder: entry.order,
      updatedAt: this.writtenAt ?? this.now,
    });
    this.written.set(entry.order, id);
    if (!entry.isExternal) await this.addOwners(id, entry);
    await this.leaveOut(entry);
  }

  /** Returns the former values, or undefined if nothing changed. */
  private async change(entry: Change): Promise<NonNullable<Step["before"]>> {
    const dog = await this.ctx.db.get("dogs", entry.dogId);
    if (!dog) return [];
    const old = valuesOf(dog);
    const given = entry.isCompletion ? lacking(old, entry.values) : joined(old, entry.values);
    const values = settleDependents(applyChanges(DOG_FIELDS, old, given));
    const parents = await this.parentsOf(entry);
    const former = parentIdsOf(dog);
    // If the import only fills in missing values, a dog that got parents after the plan keeps these parents.
    const [first, second] = entry.isCompletion ? [former, parents] : [parents, former];
    const sireId = first.sireId ?? second.sireId;
    const damId = first.damId ?? second.damId;
    const fields = toRowFields(
      { ...values, sireName: sireId ? null : values.sireName, damName: damId ? null : values.damName },
      { sireId, damId },
    );
    await this.leaveOut(entry);
    const isExternal = dog.isExternal && !entry.isAdoption;
    const { spayedOn } = { ...entry.values, ...(entry.isCompletion && dog) };
    const isSame =
      isExternal === dog.isExternal &&
      (spayedOn ?? dog.spayedOn) === dog.spayedOn &&
      Object.entries(fields).every(([name, value]) => isSameValue(dog[name as keyof typeof dog], value)); // The fields belong to a row.
    const hasOwners = !isExternal && (await this.addOwners(dog._id, entry));
    // If only the owners are new, the dog itself stays unchanged. An undo of the import removes these owners.
    if (isSame) return hasOwners ? [{ dogId: dog._id, savedAt: dog.updatedAt, row: rowOf(dog) }] : [];
    const savedAt = Math.max(this.now, dog.updatedAt + 1);
    await this.ctx.db.patch("dogs", dog._id, {
      ...fields,
      ...(spayedOn !== undefined && { spayedOn }),
      isExternal,
      updatedAt: savedAt,
    });
    return [{ dogId: dog._id, savedAt, row: rowOf(dog) }];
  }

  /** Only a dog without owners gets the owners in the file. Returns whether owners were added. */
  private async addOwners(dogId: Id<"dogs">, { values: { coOwners = [] } }: Add | Change): Promise<boolean> {
    const { kennelId } = this.run;
    if (coOwners.length === 0 || (await queryOwners(this.ctx, { kennelId, dogId }).first())) return false;
    const updatedAt = this.writtenAt ?? this.now;
    for (const { name, share } of coOwners) {
      const owner = { kennelId, dogId, name, role: "co_owner" as const, share: share ?? undefined };
      await this.ctx.db.insert("dogOwners", { ...owner, updatedAt });
    }
    return true;
  }

  /** The stored number of parents that the import itself adds already includes the dog. */
  private async leaveOut({ sire, dam }: Pick<Add | Change, ParentRole>): Promise<void> {
    for (const ref of [sire, dam]) {
      const _id = ref && "order" in ref ? await this.idOf(ref) : null;
      if (_id) leaveOut(this.ctx, DOG_PARTS, this.run.kennelId, { key: { _id }, add: { offspringCount: 1 } });
    }
  }

  private async parentsOf({ sire, dam }: { sire?: Ref; dam?: Ref }): Promise<ParentIds> {
    return { sireId: await this.idOf(sire), damId: await this.idOf(dam) };
  }

  private async idOf(ref: Ref | undefined): Promise<Id<"dogs"> | null> {
    if (!ref) return null;
    if ("dogId" in ref) return ref.dogId;
    const known = this.written.get(ref.order);
    if (known) return known;
    const { kennelId, _id: importId } = this.run;
    const dog = await this.ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_import", (q) =>
        q.eq("kennelId", kennelId).eq("importId", importId).eq("importOrder", ref.order),
      )
      .unique();
    if (dog) this.written.set(ref.order, dog._id);
    return dog?._id ?? null;
  }
}

/** These values are used for fields that the file does not contain. */
const NEW_DOG: DogValues = blankValues(DOG_FIELDS);

/** Returns only values of fields that are empty in the dog. */
function lacking(old: DogValues, given: Change["values"]): Change["values"] {
  const values: Partial<Record<string, unknown>> = old;
  return Object.fromEntries(Object.entries(given).filter(([name]) => values[name] === null));
}

/** The dog's other registrations are kept. */
const joined = (old: DogValues, given: Change["values"]): Change["values"] =>
  given.otherRegistrations
    ? { ...given, otherRegistrations: joinRegistrations(old.otherRegistrations, given.otherRegistrations) }
    : given;

function rowOf({ _id, _creationTime, ...row }: Doc<"dogs">): WithoutSystemFields<Doc<"dogs">> {
  return row;
}

/** A change in the kennel may conflict with the assumptions of a step. */
async function stillFits(ctx: MutationCtx, run: Run, { entries }: Step): Promise<boolean> {
  for (const entry of entries) {
    if (entry.kind === "count") continue;
    if (entry.kind === "change" && !(await changeFits(ctx, run, entry))) return false;
    for (const [ref, gender] of [
      [entry.sire, "male"],
      [entry.dam, "female"],
    ] as const) {
      if (!ref || !("dogId" in ref)) continue;
      const parent = await ctx.db.get("dogs", ref.dogId);
      if (parent?.gender !== gender) return false;
    }
    if (entry.kind === "add" && (await isNumberTaken(ctx, run, entry.values))) return false;
  }
  return true;
}

async function changeFits(ctx: MutationCtx, run: Run, entry: Change): Promise<boolean> {
  const dog = await ctx.db.get("dogs", entry.dogId);
  if (dog?.kennelId !== run.kennelId) return false;
  for (const ref of [entry.sire, entry.dam]) {
    if (!ref || !("dogId" in ref)) continue;
    const parent = await ctx.db.get("dogs", ref.dogId);
    if (!parent || (await descendsFrom(ctx, parent, dog)) !== false) return false;
  }
  return true;
}

async function isNumberTaken(ctx: MutationCtx, run: Run, values: Add["values"]): Promise<boolean> {
  const keys = toRowFields(applyChanges(DOG_FIELDS, NEW_DOG, values), { sireId: null, damId: null });
  const { registration, others, microchip } = await findHolders(ctx, run.kennelId, {
    ...keys,
    otherKeys: otherKeysOf(values),
  });
  return [registration, microchip, ...others].some((holder) => holder !== undefined);
}

/** Fields that the importing user may no longer set are left out. */
async function nextSteps(ctx: MutationCtx, run: Run): Promise<Step[]> {
  const steps: Step[] = [];
  let entries = 0;
  const query = ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q.eq("kennelId", run.kennelId).eq("runId", run._id).gte("index", run.nextStep),
    );
  for await (const step of query) {
    steps.push(step);
    entries += step.entries.length;
    if (!isAtOnce(run) && entries >= WRITE_ENTRIES) break;
  }
  return admittedRows(await getStanding(ctx, run.kennelId, run.userId), steps);
}

/** Further transactions continue until all steps are written. */
export async function writeNext(ctx: MutationCtx, runId: Id<"importRuns">): Promise<null> {
  const run = await ctx.db.get("importRuns", runId);
  if (run?.state !== "writing") return null;
  putDownTo(ctx, { by: run.userId, source: "import" });
  const steps = await nextSteps(ctx, run);
  const { revision } = await getPedigreeState(ctx, run.kennelId);
  if (revision !== run.plannedRevision) {
    if (isAtOnce(run)) {
      await endHiding(ctx, run.kennelId);
      await startChecking(ctx, run, true);
      return null;
    }
    for (const step of steps) {
      if (await stillFits(ctx, run, step)) continue;
      await stopWriting(ctx, run);
      return null;
    }
  }
  // An earlier version of Studbook gave the dogs of each transaction a separate time.
  const writtenAt = run.nextStep === 0 ? Date.now() : run.writtenAt;
  const writer = new StepWriter(ctx, run, writtenAt);
  for (const step of steps) await writer.write(step);
  const nextStep = run.nextStep + steps.length;
  const done = run.done + steps.reduce((sum, { entries }) => sum + entries.length, 0);
  await ctx.db.patch("importRuns", runId, { nextStep, done, writtenAt, stateSince: Date.now() });
  if (nextStep < run.stepCount) await ctx.scheduler.runAfter(0, internal.imports.imports.write, { runId });
  else await finishRun(ctx, run);
  return null;
}

async function stopWriting(ctx: MutationCtx, run: Run): Promise<void> {
  if (run.nextStep > 0) return await startUndoing(ctx, run, CONFLICT);
  await endHiding(ctx, run.kennelId);
  await failRun(ctx, run, CONFLICT);
}

async function finishRun(ctx: MutationCtx, run: Run): Promise<void> {
  const { kennelId, _id: runId, report, kind } = run;
  const now = Date.now();
  await ctx.db.patch("importRuns", runId, { state: "finished", stateSince: now, finishedAt: now });
  await endHiding(ctx, kennelId);
  const count = (report?.added ?? 0) + (report?.updated ?? 0);
  if (count > 0) {
    await recordActivity(ctx, kennelId, {
      type: "dog_added",
      title: kind === "dogs" ? "Dogs imported" : "Pedigree database imported",
      description: `${count} ${kind === "dogs" ? "dogs" : "ancestors"} imported from a file`,
      userId: run.userId,
    });
  }
  // The run can be undone, because its former values are stored.
  await ctx.scheduler.runAfter(0, internal.imports.imports.tidy, { runId });
  await settlePedigree(ctx, kennelId);
}

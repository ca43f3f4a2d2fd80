/**
 * Importing dogs from a file. The dry run and the import make the same plan (domain/dogs/import-plan.ts); the import
 * then writes all of it in one transaction, so that it happens whole or not at all. What one kennel may hold keeps
 * that transaction inside Convex's limits.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { isCounted, type DogLimitCheck } from "../../domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL, MAX_IMPORT_ROWS } from "../../domain/constants/dogs";
import {
  planImport,
  type ImportPlan,
  type PlannedDog,
  type PlannedParent,
} from "../../domain/dogs/import-plan";
import { settleDependents } from "../../domain/dogs/rules";
import { fail } from "../../domain/errors";
import type { ImportedDog } from "../../domain/schemas/dog";
import { foldText } from "../../domain/text/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordActivity } from "./activities";
import { adjustBreed } from "./breeds";
import { adjustCountedDogs, adjustCounter } from "./counters";
import { dogLimitShape, findLimitBreach } from "./dogLimit";
import { trustedToday } from "./dogs";
import { applyChanges, toRowFields, valuesOf, valuesOfRow, type ParentIds } from "./dogValues";
import type { Access } from "./identity";
import { spend } from "./limits";

/** Arguments of an import: the file's rows as read, and what to do with dogs that the kennel knows. */
export const importArgs = {
  rows: v.array(
    v.object({
      line: v.number(),
      values: v.record(v.string(), v.union(v.string(), v.number(), v.boolean())),
    }),
  ),
  mode: v.union(v.literal("skip"), v.literal("update")),
  today: v.string(),
};
type ImportRequest = ObjectType<typeof importArgs>;

/** What an import would do or has done. */
export const importReportShape = v.object({
  added: v.number(),
  updated: v.number(),
  skipped: v.number(),
  ancestors: v.number(),
  isOverLimit: v.boolean(),
  /** The plan's check when it has no room for these dogs, else null. */
  dogLimit: v.union(dogLimitShape, v.null()),
  errors: v.array(v.object({ line: v.number(), fields: v.record(v.string(), v.string()) })),
});
type ImportReport = Infer<typeof importReportShape>;

type Plan = ImportPlan<Id<"dogs">>;

/** Reckons by how many dogs a plan raises what counts towards the limit. */
function countedChangeOf(plan: Plan, known: ReadonlyMap<string, Doc<"dogs">>): number {
  return plan.dogs.reduce((sum, { dog, target, given }) => {
    const before = target === null ? undefined : known.get(target);
    const after = before && !given.has("status") ? before.status : dog.status;
    return sum + Number(isCounted(after)) - Number(before !== undefined && isCounted(before.status));
  }, 0);
}

function toReport(plan: Plan, dogLimit: DogLimitCheck | null): ImportReport {
  const added = plan.dogs.filter((dog) => dog.target === null).length;
  return {
    added,
    updated: plan.dogs.length - added,
    skipped: plan.skipped.length,
    ancestors: plan.ancestors.size,
    isOverLimit: plan.isOverLimit,
    dogLimit,
    errors: plan.errors.map(({ line, fields }) => ({ line, fields })),
  };
}

async function makePlan(ctx: QueryCtx, kennelId: Id<"kennels">, request: ImportRequest) {
  if (request.rows.length > MAX_IMPORT_ROWS) fail("LIMIT_REACHED", { count: MAX_IMPORT_ROWS });
  const known = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId))
    .take(MAX_DOGS_PER_KENNEL);
  const plan = planImport(known, request.rows, request.mode, trustedToday(request.today));
  const knownById = new Map(known.map((dog) => [String(dog._id), dog]));
  const countedChange = countedChangeOf(plan, knownById);
  return {
    known: knownById,
    plan,
    countedChange,
    dogLimit: await findLimitBreach(ctx, kennelId, countedChange),
  };
}

/** Says what an import would do; writes nothing. */
export async function checkImport(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  request: ImportRequest,
): Promise<ImportReport> {
  const { plan, dogLimit } = await makePlan(ctx, kennelId, request);
  return toReport(plan, dogLimit);
}

const NO_PARENTS: ParentIds = { sireId: null, damId: null };

type Planned = PlannedDog<Id<"dogs">>;

/** One name for a parent, whichever kind it is of. */
const nodeOf = (parent: PlannedParent<Id<"dogs">>): string =>
  parent.kind === "known"
    ? parent.id
    : parent.kind === "row"
      ? `line ${parent.line}`
      : `ancestor ${parent.key}`;

/**
 * Writes a plan's dogs, parents before their offspring. It reads nothing: what is known came with the plan, and
 * offspring are counted beforehand, as one transaction may read and write only so often.
 */
class ImportWriter {
  private readonly written = new Map<string, Id<"dogs">>();
  private readonly byLine: ReadonlyMap<number, Planned>;
  private readonly offspring = new Map<string, number>();
  private readonly breeds = new Map<string, { breed: string; count: number }>();

  constructor(
    private readonly ctx: MutationCtx,
    private readonly kennelId: Id<"kennels">,
    private readonly plan: Plan,
    private readonly known: ReadonlyMap<string, Doc<"dogs">>,
  ) {
    this.byLine = new Map(plan.dogs.map((dog) => [dog.line, dog]));
  }

  async write(): Promise<void> {
    for (const planned of this.plan.dogs) this.countOffspring(planned);
    for (const [key, ancestor] of this.plan.ancestors) {
      const values = valuesOf({
        ...ancestor,
        status: "active",
        isBreedingDog: false,
        breedingRights: "none",
      });
      await this.insert(`ancestor ${key}`, toRowFields(values, NO_PARENTS), true);
    }
    let added = 0;
    for (const planned of this.plan.dogs) {
      if (planned.target !== null) continue;
      await this.add(planned);
      this.countBreed(planned.dog.breed, 1);
      added += 1;
    }
    for (const planned of this.plan.dogs) await this.change(planned);
    for (const [id, dog] of this.known) {
      const change = this.offspring.get(id) ?? 0;
      if (change !== 0) {
        await this.ctx.db.patch("dogs", dog._id, { offspringCount: dog.offspringCount + change });
      }
    }
    if (added > 0) await adjustCounter(this.ctx, this.kennelId, "dogs", added);
    if (this.plan.ancestors.size > 0) {
      await adjustCounter(this.ctx, this.kennelId, "externalDogs", this.plan.ancestors.size);
    }
    for (const { breed, count } of this.breeds.values()) {
      if (count !== 0) await adjustBreed(this.ctx, this.kennelId, breed, count);
    }
  }

  private count(node: string | undefined, change: number): void {
    if (node !== undefined) this.offspring.set(node, (this.offspring.get(node) ?? 0) + change);
  }

  /** Counts breeds as the breed list does, without regard to case. */
  private countBreed(breed: string, change: number): void {
    const entry = this.breeds.get(foldText(breed)) ?? { breed, count: 0 };
    this.breeds.set(foldText(breed), { ...entry, count: entry.count + change });
  }

  private countOffspring({ parents, target }: Planned): void {
    const before = target === null ? undefined : this.known.get(target);
    for (const [parent, former] of [
      [parents.sire, before?.sireId],
      [parents.dam, before?.damId],
    ] as const) {
      if (!parent) continue;
      this.count(nodeOf(parent), 1);
      this.count(former, -1);
    }
  }

  private async insert(
    node: string,
    fields: ReturnType<typeof toRowFields>,
    isExternal: boolean,
  ): Promise<Id<"dogs">> {
    const id = await this.ctx.db.insert("dogs", {
      kennelId: this.kennelId,
      isExternal,
      ...fields,
      offspringCount: this.offspring.get(node) ?? 0,
      healthRecordCount: 0,
      photoCount: 0,
      updatedAt: Date.now(),
    });
    this.written.set(node, id);
    return id;
  }

  /** Adds a new dog after its parents; the plan has no cycles. */
  private async add(planned: Planned): Promise<Id<"dogs">> {
    const node = `line ${planned.line}`;
    const known = this.written.get(node);
    if (known) return known;
    const parents = await this.parentsOf(planned);
    const values = settleDependents(valuesOf(withoutParents(planned.dog)));
    return await this.insert(node, toRowFields(values, parents), false);
  }

  private async change(planned: Planned): Promise<void> {
    const dog = planned.target === null ? undefined : this.known.get(planned.target);
    if (!dog) return;
    const parents = await this.parentsOf(planned);
    // What the file does not say stays as it is.
    const given = Object.entries(withoutParents(planned.dog)).filter(([name]) => planned.given.has(name));
    const values = settleDependents(applyChanges(valuesOfRow(dog), Object.fromEntries(given)));
    const { sireId, damId } = parents;
    const fields = toRowFields(
      { ...values, sireName: sireId ? null : values.sireName, damName: damId ? null : values.damName },
      { sireId: sireId ?? dog.sireId ?? null, damId: damId ?? dog.damId ?? null },
    );
    const updatedAt = Math.max(Date.now(), dog.updatedAt + 1);
    await this.ctx.db.patch("dogs", dog._id, { ...fields, updatedAt });
    if (fields.breedKey !== dog.breedKey) {
      this.countBreed(dog.breed, -1);
      this.countBreed(fields.breed, 1);
    }
  }

  private async parentsOf({ parents }: Planned): Promise<ParentIds> {
    return { sireId: await this.idOf(parents.sire), damId: await this.idOf(parents.dam) };
  }

  private async idOf(parent: PlannedParent<Id<"dogs">> | undefined): Promise<Id<"dogs"> | null> {
    if (!parent) return null;
    if (parent.kind === "known") return parent.id;
    if (parent.kind === "external") return this.written.get(nodeOf(parent)) ?? null;
    const row = this.byLine.get(parent.line);
    return row ? await this.add(row) : null;
  }
}

function withoutParents({ sire: _s, sireNumber: _sn, dam: _d, damNumber: _dn, ...dog }: ImportedDog) {
  return dog;
}

/**
 * Imports the rows without errors, all in this transaction; throws DOG_LIMIT_REACHED or LIMIT_REACHED when plan or kennel cannot hold them,
 * and RATE_LIMITED.
 */
export async function importDogs(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  request: ImportRequest,
): Promise<ImportReport> {
  await spend(ctx, user._id, "imports");
  const { plan, known, countedChange, dogLimit } = await makePlan(ctx, kennelId, request);
  if (dogLimit) fail("DOG_LIMIT_REACHED", { dogLimit });
  if (plan.isOverLimit) fail("LIMIT_REACHED", { count: MAX_DOGS_PER_KENNEL });
  await new ImportWriter(ctx, kennelId, plan, known).write();
  await adjustCountedDogs(ctx, kennelId, countedChange);
  const report = toReport(plan, null);
  const count = report.added + report.updated;
  if (count > 0) {
    await recordActivity(ctx, kennelId, {
      type: "dog_added",
      title: "Dogs imported",
      description: `${count} dogs imported from a file`,
    });
  }
  return report;
}

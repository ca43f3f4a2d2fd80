/**
 * Counts the effects of undoing a finished import, so that the user can confirm the undo. The count reads the added
 * dogs page by page, offspring before parents, in the same order as the undo itself (importUndo.ts).
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { canUndo, getRun } from "./importRuns";
import { canGoBack, isUsedSince, RowHolders } from "./importStaying";

/** A page is smaller if each dog must be looked up in every kind of record. */
const PAGE_DOGS = 2000;
const PAGE_LOOKED_UP = 150;

const NAMED = 20;

export const foresightShape = v.object({
  /** Dogs of the kennel, and external ancestors, that would be deleted. */
  dogs: v.number(),
  ancestors: v.number(),
  /** The number of remaining dogs, and the names of some of them. */
  kept: v.number(),
  keptNames: v.array(v.string()),
  /** Dogs that get their former values back, and dogs that stay unchanged. */
  restored: v.number(),
  unrestored: v.number(),
});
type Foresight = Infer<typeof foresightShape>;

const addedShape = v.object({
  dogId: v.id("dogs"),
  name: v.string(),
  isExternal: v.boolean(),
  isUsed: v.boolean(),
  /** These offspring may prevent the dog's deletion. */
  offspring: v.number(),
  parents: v.array(v.id("dogs")),
});

export const addedPageShape = v.object({
  added: v.array(addedShape),
  /** Null at the end. */
  next: v.union(v.number(), v.null()),
});

export const changedPageShape = v.object({
  restored: v.number(),
  unrestored: v.number(),
  /** Parents that would lose an offspring, with one entry for each lost offspring. */
  left: v.array(v.id("dogs")),
  next: v.union(v.number(), v.null()),
});

/** The run must have been written. Throws NOT_FOUND. */
async function requireWritten(ctx: QueryCtx, access: Access, runId: string): Promise<Doc<"importRuns">> {
  const run = await getRun(ctx, access, runId);
  if (!run || !canUndo(run)) return fail("NOT_FOUND");
  return { ...run, finishedAt: run.finishedAt ?? run.stateSince };
}

const parentsOf = ({ sireId, damId }: Pick<Doc<"dogs">, "sireId" | "damId">): Id<"dogs">[] =>
  [sireId, damId].filter((id) => id !== undefined);

/** The last dog is first. Throws NOT_FOUND. */
export async function readAdded(
  ctx: QueryCtx,
  access: Access,
  { runId, before }: { runId: string; before: number | null },
): Promise<Infer<typeof addedPageShape>> {
  const run = await requireWritten(ctx, access, runId);
  const records = await RowHolders.read(ctx, run.kennelId, "records");
  const size = records.isPartial ? PAGE_LOOKED_UP : PAGE_DOGS;
  const dogs = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_import", (q) =>
      q
        .eq("kennelId", run.kennelId)
        .eq("importId", run._id)
        .lt("importOrder", before ?? Infinity),
    )
    .order("desc")
    .take(size);
  const added = [];
  for (const dog of dogs) {
    added.push({
      dogId: dog._id,
      name: dog.name,
      isExternal: dog.isExternal,
      isUsed: await isUsedSince(ctx, run, dog, records),
      offspring: run.kind === "dogs" ? dog.offspringCount : 0,
      parents: parentsOf(dog),
    });
  }
  return { added, next: dogs.length < size ? null : (dogs.at(-1)?.importOrder ?? null) };
}

/** Throws NOT_FOUND. */
export async function readChangedBy(
  ctx: QueryCtx,
  access: Access,
  { runId, before }: { runId: string; before: number | null },
): Promise<Infer<typeof changedPageShape>> {
  const run = await requireWritten(ctx, access, runId);
  const step = await ctx.db
    .query("importSteps")
    .withIndex("by_kennel_and_run", (q) =>
      q
        .eq("kennelId", run.kennelId)
        .eq("runId", run._id)
        .lt("index", before ?? Infinity),
    )
    .order("desc")
    .first();
  const page = { restored: 0, unrestored: 0, left: [] as Id<"dogs">[], next: step?.index ?? null };
  if (!step?.before) return page;
  const records = await RowHolders.read(ctx, run.kennelId, "records");
  for (const { dogId, savedAt, row } of step.before) {
    const dog = await ctx.db.get("dogs", dogId);
    if (!dog) continue;
    if (await canGoBack(ctx, run, dog, { savedAt, row }, records)) {
      page.restored += 1;
      const former = parentsOf(row);
      page.left.push(...parentsOf(dog).filter((parentId) => !former.includes(parentId)));
    } else page.unrestored += 1;
  }
  return page;
}

/** Throws NOT_FOUND. */
export async function foresee(ctx: ActionCtx, args: { kennelId: string; runId: string }): Promise<Foresight> {
  const sum: Foresight = { dogs: 0, ancestors: 0, kept: 0, keptNames: [], restored: 0, unrestored: 0 };
  const left = new Map<Id<"dogs">, number>();
  const leave = (parents: readonly Id<"dogs">[]) => {
    for (const parentId of parents) left.set(parentId, (left.get(parentId) ?? 0) + 1);
  };
  for (let before: number | null = null; ;) {
    const page: Infer<typeof changedPageShape> = await ctx.runQuery(
      internal.imports.imports.readChangedBack,
      {
        ...args,
        before,
      },
    );
    sum.restored += page.restored;
    sum.unrestored += page.unrestored;
    leave(page.left);
    before = page.next;
    if (before === null) break;
  }
  for (let before: number | null = null; ;) {
    const page: Infer<typeof addedPageShape> = await ctx.runQuery(internal.imports.imports.readAddedBack, {
      ...args,
      before,
    });
    for (const { dogId, name, isExternal, isUsed, offspring, parents } of page.added) {
      if (isUsed || offspring > (left.get(dogId) ?? 0)) {
        sum.kept += 1;
        if (sum.keptNames.length < NAMED) sum.keptNames.push(name);
        continue;
      }
      sum[isExternal ? "ancestors" : "dogs"] += 1;
      leave(parents);
    }
    before = page.next;
    if (before === null) break;
  }
  return sum;
}

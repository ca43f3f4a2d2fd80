/**
 * The background work on a kennel's packed pedigree: packs a new pedigree or a pedigree that was restored from a
 * backup, and calculates the coefficients that a large change left unknown. Each step is one transaction that reads
 * the current data. A restart loses at most one step, and other writes wait for at most one step.
 */
import { CoefficientPass } from "../../../domain/pedigree/coefficients";
import { NOBODY, UNKNOWN, uncalculated } from "../../../domain/pedigree/packed";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { job, STUCK_AFTER_MS, SWEEP_BATCH } from "../../platform/model/changes/jobs";
import { readStuck } from "../../platform/model/changes/settledTime";
import {
  afterParts,
  describePlaced,
  dropFormerParts,
  listBreed,
  PedigreeParts,
  placeIn,
  type Packed,
} from "./pedigreeParts";
import { beginWork, scheduleStep } from "./pedigreeScheduling";
import { changePedigreeState, getPedigreeState } from "../../dogs/model/pedigreeStates";

const DOGS_AT_ONCE = 400;

/** Processing this many places takes about a tenth of a second. */
const WORK_OF_STEP = 10_000_000;

/** Schedules the following step. */
export async function advancePedigree(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<null> {
  const { packed, hiddenImportId } = await getPedigreeState(ctx, kennelId);
  const next = packed ? await takeStep(ctx, kennelId, packed, hiddenImportId !== undefined) : NEW;
  if (next) {
    await changePedigreeState(ctx, kennelId, { packed: next });
    await scheduleStep(ctx, kennelId);
  } else {
    await changePedigreeState(ctx, kennelId, { workedAt: undefined });
  }
  return null;
}

const NEW: Packed = {
  state: "reading",
  first: 0,
  size: 0,
  cursor: null,
  done: 0,
  pending: 0,
  pendingOf: 0,
  breeds: [],
};

/** Returns the state after the step, or null if no work is left. */
async function takeStep(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  packed: Packed,
  isImporting: boolean,
): Promise<Packed | null> {
  switch (packed.state) {
    case "reading":
      return await readSome(ctx, kennelId, packed);
    case "linking":
      return await linkSome(ctx, kennelId, packed);
    case "ready":
      return isImporting || packed.pending === 0 ? null : await calculateSome(ctx, kennelId, packed);
    default:
      return packed.state satisfies never;
  }
}

const dogsOf = (ctx: MutationCtx, kennelId: Id<"kennels">) =>
  ctx.db.query("dogs").withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId));

/** If `dogs` contains all dogs, the page is all dogs. */
async function pageOf(ctx: MutationCtx, kennelId: Id<"kennels">, { cursor }: Packed, dogs?: Doc<"dogs">[]) {
  if (dogs) return { page: dogs, continueCursor: null, isDone: true };
  return await dogsOf(ctx, kennelId).paginate({ numItems: DOGS_AT_ONCE, cursor });
}

/** The packing of a large pedigree is scheduled. */
export async function packPedigreeOf(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const dogs = await dogsOf(ctx, kennelId).take(DOGS_AT_ONCE + 1);
  if (dogs.length > DOGS_AT_ONCE) return await beginWork(ctx, kennelId);
  const { packed = NEW } = await getPedigreeState(ctx, kennelId);
  const read = await readSome(ctx, kennelId, { ...packed, cursor: null }, dogs);
  const placed = await dogsOf(ctx, kennelId).take(DOGS_AT_ONCE);
  const linked = await linkSome(ctx, kennelId, read, placed);
  await changePedigreeState(ctx, kennelId, { packed: await calculateSome(ctx, kennelId, linked) });
}

/** Dogs that are added or changed later get a place in their own transaction. */
async function readSome(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  packed: Packed,
  dogs?: Doc<"dogs">[],
): Promise<Packed> {
  const { page, continueCursor, isDone } = await pageOf(ctx, kennelId, packed, dogs);
  const unplaced = page.filter((dog) => placeIn(packed, dog) === null);
  const grown = unplaced.reduce(listBreed, {
    ...packed,
    size: packed.size + unplaced.length,
    done: packed.done + page.length,
  });
  const parts = new PedigreeParts(ctx, kennelId, grown);
  const placed = unplaced.map((dog, number) => ({ dog, place: packed.size + number }));
  await parts.loadAround(placed.map(({ place }) => place));
  for (const { dog, place } of placed) {
    parts.put(place, { ...NOBODY, ...describePlaced(dog, grown) });
    await ctx.db.patch("dogs", dog._id, { pedigreePlace: packed.first + place });
  }
  const read = { ...grown, ...(await parts.save(ctx)) };
  if (!isDone) return { ...read, cursor: continueCursor };
  await dropFormerParts(ctx, kennelId, packed);
  return { ...read, state: "linking", cursor: null, done: 0 };
}

async function linkSome(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  packed: Packed,
  dogs?: Doc<"dogs">[],
): Promise<Packed> {
  const { page, continueCursor, isDone } = await pageOf(ctx, kennelId, packed, dogs);
  const parts = new PedigreeParts(ctx, kennelId, packed);
  const placed = page.flatMap((dog) => {
    const place = placeIn(packed, dog);
    return place === null ? [] : [{ dog, place }];
  });
  await parts.loadAround(placed.map(({ place }) => place));
  const placeOf = async (id: Id<"dogs"> | undefined): Promise<number> => {
    const parent: Doc<"dogs"> | null = id === undefined ? null : await ctx.db.get("dogs", id);
    return (parent && placeIn(packed, parent)) ?? UNKNOWN;
  };
  for (const { dog, place } of placed) {
    const [sire, dam] = [await placeOf(dog.sireId), await placeOf(dog.damId)];
    parts.put(place, { sire, dam, coefficient: uncalculated(sire, dam), ...describePlaced(dog, packed) });
  }
  const linked = { ...packed, ...(await parts.save(ctx)), done: packed.done + page.length };
  if (!isDone) return { ...linked, cursor: continueCursor };
  const pending = (await new PedigreeParts(ctx, kennelId, packed).load()).countPending();
  return { ...linked, state: "ready", cursor: null, done: 0, pending, pendingOf: pending };
}

async function calculateSome(ctx: MutationCtx, kennelId: Id<"kennels">, packed: Packed): Promise<Packed> {
  const parts = new PedigreeParts(ctx, kennelId, packed);
  const pass = new CoefficientPass(await parts.load());
  pass.advance(WORK_OF_STEP);
  for (const place of pass.found) parts.touch(place);
  const saved = await parts.save(ctx);
  const pending = parts.pedigree.countPending();
  return { ...packed, ...saved, pending, pendingOf: pending === 0 ? 0 : packed.pendingOf };
}

/**
 * An import or its removal left these coefficients unknown. If a pedigree consists mostly of gaps, it is packed
 * again.
 */
export async function settlePedigree(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const { packed } = await getPedigreeState(ctx, kennelId);
  const { dogs, externalDogs } = await getCounters(ctx, kennelId);
  if (packed?.state === "ready" && packed.size > afterParts(2 * (dogs + externalDogs))) {
    await packAgain(ctx, kennelId);
  } else if (packed?.state !== "ready" || packed.pending > 0) await beginWork(ctx, kennelId);
}

/** A restore, for example, writes dogs without the change recorder. */
export async function unpackPedigree(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const { packed, revision } = await getPedigreeState(ctx, kennelId);
  const first = packed ? packed.first + afterParts(packed.size) : 0;
  await changePedigreeState(ctx, kennelId, { packed: { ...NEW, first }, revision: revision + 1 });
}

export async function packAgain(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  await unpackPedigree(ctx, kennelId);
  await packPedigreeOf(ctx, kennelId);
}

/** Work that nobody has started is also started. */
export const pedigreeJob = job({
  table: "pedigreeStates",
  findStuck: async (ctx) => {
    const stuck = await readStuck(STUCK_AFTER_MS, (after, before) =>
      ctx.db
        .query("pedigreeStates")
        .withIndex("by_worked", (q) => q.gt("workedAt", after).lt("workedAt", before))
        .take(SWEEP_BATCH),
    );
    const idle = await ctx.db
      .query("pedigreeStates")
      .withIndex("by_worked", (q) =>
        q.eq("workedAt", undefined).eq("hiddenImportId", undefined).gt("packed.pending", 0),
      )
      .take(SWEEP_BATCH);
    return [...stuck, ...idle];
  },
  takeUp: async (ctx, { kennelId }) => await scheduleStep(ctx, kennelId),
});

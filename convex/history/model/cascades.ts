/**
 * Runs the batches after a deletion or after its undo, if a record has too many children for one transaction. Each
 * batch is a transaction that also saves the progress and schedules the next batch, so interrupted work continues,
 * and nothing is done twice. Source: docs/decisions/0014-deleting-in-batches.md.
 */
import type { HistoryTable } from "../../../domain/history/tables.gen";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { Undeletion } from "./undelete";
import { inParts } from "../../changes/history";
import { ownerAmong } from "../../platform/model/changes/deletionRules";
import { removeLeft } from "../../platform/model/changes/removing";
import { job, STUCK_AFTER_MS, SWEEP_BATCH } from "../../platform/model/changes/jobs";
import { readStuck } from "../../platform/model/changes/settledTime";
import { noteNewIds } from "./formerIds";

/** A child with a file or a dismissed alert needs two look-ups. */
const GOING_BATCH = 300;

type Cascade = Doc<"cascades">;
type Going = Extract<Cascade["work"], { direction: "going" }>;
type Coming = Extract<Cascade["work"], { direction: "coming" }>;
type AnyFields = Readonly<Record<string, unknown>>;
type Kept = Doc<"deletions">["rows"][number];

/** Stores the children for an undo; returns the remaining children, or null. */
async function letGo(ctx: MutationCtx, cascade: Cascade, { left }: Going): Promise<Going | null> {
  const { kennelId, operation, at } = cascade;
  const kept: Kept[] = [];
  const partCounts = new Map<Id<"changes">, number>();
  let place = 0;
  for (let room = GOING_BATCH; room > 0;) {
    const next = left[place];
    if (!next) break;
    const { count, kept: rows } = await removeLeft(ctx, { kennelId, ...next }, room);
    kept.push(...rows);
    if (next.changeId) partCounts.set(next.changeId, (partCounts.get(next.changeId) ?? 0) + rows.length);
    if (count < room) place += 1;
    room -= count + 1;
  }
  for (const rows of inParts(kept)) {
    await ctx.db.insert("deletions", { kennelId, operation, at, isRest: true, rows });
  }
  for (const [changeId, count] of partCounts) {
    const change = await ctx.db.get("changes", changeId);
    if (change) await ctx.db.patch("changes", changeId, { partCount: (change.partCount ?? 0) + count });
  }
  return place < left.length ? { direction: "going", left: left.slice(place) } : null;
}

const isOfOwners = (owners: ReadonlyMap<string, string>, table: HistoryTable, document: AnyFields): boolean =>
  ownerAmong(table, document, (id) => owners.has(id)) !== undefined;

/** Returns the remaining work, or null. */
async function comeBack(ctx: MutationCtx, cascade: Cascade, work: Coming): Promise<Coming | null> {
  const { kennelId, operation } = cascade;
  const part = await ctx.db
    .query("deletions")
    .withIndex("by_kennel_and_operation_and_rest", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("operation", operation)
        .eq("isRest", true)
        .gt("_creationTime", work.cursor),
    )
    .first();
  if (!part) return null;
  const owners = new Map(work.owners.map(({ from, to }) => [from, to]));
  // The stored value contains the fields of a row.
  const rows = part.rows.filter(({ table, document }) => isOfOwners(owners, table, document as AnyFields));
  const bringing = new Undeletion(ctx, kennelId, rows, owners);
  const ids = await bringing.insertAll(null);
  await bringing.check();
  await noteNewIds(ctx, kennelId, ids, work.isRestored);
  const rest = part.rows.filter((row) => !rows.includes(row));
  if (rest.length === 0) await ctx.db.delete("deletions", part._id);
  else await ctx.db.patch("deletions", part._id, { rows: rest });
  return { ...work, cursor: part._creationTime };
}

/** The cascade ends after the last batch. */
export async function moveCascade(ctx: MutationCtx, cascadeId: Id<"cascades">): Promise<null> {
  const cascade = await ctx.db.get("cascades", cascadeId);
  if (!cascade) return null;
  const work =
    cascade.work.direction === "going"
      ? await letGo(ctx, cascade, cascade.work)
      : await comeBack(ctx, cascade, cascade.work);
  if (work === null) {
    await ctx.db.delete("cascades", cascadeId);
    return null;
  }
  await ctx.db.patch("cascades", cascadeId, { work, stateSince: Date.now() });
  await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId });
  return null;
}

/** A cascade's row exists until its work is done. */
export const cascadeJob = job({
  table: "cascades",
  findStuck: async (ctx) =>
    await readStuck(STUCK_AFTER_MS, (after, before) =>
      ctx.db
        .query("cascades")
        .withIndex("by_state_since", (q) => q.gt("stateSince", after).lt("stateSince", before))
        .take(SWEEP_BATCH),
    ),
  takeUp: async (ctx, { _id }) => {
    await ctx.db.patch("cascades", _id, { stateSince: Date.now() });
    await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId: _id });
  },
});

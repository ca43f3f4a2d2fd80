/**
 * Calculates again, after a restore, what follows from the records: counts, sums by month and year, lists of breeds and
 * clinics, and what records say of others. One batch a transaction; the place where it goes on is kept in the restore,
 * so that nothing is counted twice. A backup that was put back exactly says of itself what follows from its records.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { countRows } from "../../changes/follow";
import { rowsOf, type KennelTable, tablesOfKind } from "../../platform/model/changes/kennelTables";
import type { Step } from "../../platform/model/changes/restoring";
import { isOfRecords } from "../../platform/tables/storedBytes";
import { RESTORE_STEPS } from "../../restoreSteps";
import { restoreOf, type Try } from "./restores";

/** Counted rows deleted in one transaction. */
const CLEARED_AT_ONCE = 500;

/** Tables of what is counted; the pedigrees' state goes on, as its number may only rise. */
const CLEARED: readonly KennelTable[] = tablesOfKind("calculated").filter(
  (table) => table !== "pedigreeStates",
);

/** Deletes some of what was counted before; returns whether all of it is gone. */
async function clearSome(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<boolean> {
  for (const table of CLEARED) {
    const found = await rowsOf(ctx, table, kennelId).take(CLEARED_AT_ONCE);
    // The bytes of backups and of deleted files do not change with the records.
    const rows = found.filter((row) => !("kind" in row && "bytes" in row) || isOfRecords(String(row.kind)));
    for (const { _id } of rows) await ctx.db.delete(table, _id);
    if (rows.length > 0) return false;
  }
  const kennel = await ctx.db.get("kennels", kennelId);
  if (kennel) await countRows(ctx, "kennels", [kennel]);
  return true;
}

/** Says whether the records are exactly those of the backup, which then says rightly what follows from them. */
async function isExact(
  ctx: MutationCtx,
  { mode, errorCount, backupId, isMadeHere }: Doc<"restores">,
): Promise<boolean> {
  const backup = await ctx.db.get("backups", backupId);
  // A file that was made by hand may say anything.
  return mode === "exact" && errorCount === 0 && backup?.includesPhotos === true && isMadeHere === true;
}

/** Stands for the step after the last. */
const DONE = "done";

/** Reads the rows that a step is at. */
async function pageOf(ctx: QueryCtx, { kennelId, cursor }: Doc<"restores">, { table, size }: Step) {
  if (table !== "kennels") return await rowsOf(ctx, table, kennelId).paginate({ numItems: size, cursor });
  const kennel = await ctx.db.get("kennels", kennelId);
  return { page: kennel ? [kennel] : [], isDone: true, continueCursor: "" };
}

/** Does the next part of the counting; returns whether there is more, or null for a try that was given up on. */
export async function countNext(ctx: MutationCtx, work: Try): Promise<boolean | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const { kennelId, _id } = restore;
  const stateSince = Date.now();
  if (restore.counting === DONE) return false;
  const index = RESTORE_STEPS.findIndex(({ name }) => name === restore.counting);
  const step = RESTORE_STEPS[index];
  if (!step) {
    // Also one that an earlier version began: nothing is counted twice, as what was counted goes first.
    const counting = (await clearSome(ctx, kennelId)) ? RESTORE_STEPS[0]?.name : undefined;
    await ctx.db.patch("restores", _id, { counting, cursor: null, tries: 0, stateSince });
    return true;
  }
  const isSkipped = step.isComparing && (await isExact(ctx, restore));
  const page = isSkipped ? null : await pageOf(ctx, restore, step);
  if (page) await step.fold(ctx, page.page);
  const isOver = page === null || page.isDone;
  await ctx.db.patch("restores", _id, {
    ...(isOver && { counting: RESTORE_STEPS[index + 1]?.name ?? DONE }),
    cursor: isOver ? null : page.continueCursor,
    tries: 0,
    stateSince,
  });
  return true;
}

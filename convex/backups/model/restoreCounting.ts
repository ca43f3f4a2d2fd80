/**
 * Calculates all derived values again after a restore. Each transaction handles one batch and stores the position
 * of the next batch, so nothing is counted twice. If the restored backup was unchanged, these values are already
 * correct.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { arePartsOf, countedAtOnce, countRows, FRESH_PARTS, isProjected } from "../../changes/follow";
import { unchanged, type OwnerTable } from "../../changes/describing";
import { FOLLOWS } from "../../follows";
import {
  rowsOf,
  tablesOfKind,
  type KennelTable,
  type RecordTable,
} from "../../platform/model/changes/kennelTables";
import { isOfRecords } from "../../platform/tables/storedBytes";
import { restoreOf, type Try } from "./restores";

/** The first number is for cheap steps, the second for steps that also read other records. */
const COUNTED_AT_ONCE = 100;
const COMPARED_AT_ONCE = 10;

interface Step<Table extends OwnerTable = OwnerTable> {
  /** A restore in progress stores this name. */
  readonly name: string;
  readonly table: Table;
  readonly size: number;
  /** The step is skipped if the restored records were unchanged. */
  readonly isComparing: boolean;
  fold(this: void, ctx: MutationCtx, rows: Doc<Table>[]): Promise<void>;
}

const counting = (table: RecordTable, areParts: boolean): Step => ({
  name: areParts ? `count parts ${table}` : `count ${table}`,
  table,
  size: countedAtOnce(table, COUNTED_AT_ONCE),
  isComparing: areParts,
  fold: async (ctx, rows) => await countRows(ctx, table, rows, areParts),
});

/**
 * First records are settled and the counts of their parts are set to zero. Then the parts and all other rows are
 * counted.
 */
export const RESTORE_STEPS: readonly Step[] = [
  ...FOLLOWS.settles
    .filter(({ isOfChanges }) => !isOfChanges)
    .flatMap(({ name, owners, isLight, isTimely, recalculate }) =>
      owners.map((table): Step => ({
        name: `${name} ${table}`,
        table,
        size: isLight ? COUNTED_AT_ONCE : COMPARED_AT_ONCE,
        isComparing: !isTimely,
        fold: async (ctx, rows) => {
          for (const row of rows) await recalculate(ctx, row, unchanged);
        },
      })),
    ),
  ...tablesOfKind("record").flatMap((table): Step[] => {
    const fresh = FRESH_PARTS.get(table);
    return fresh
      ? [
          {
            name: `empty ${table}`,
            table,
            size: COUNTED_AT_ONCE,
            isComparing: true,
            fold: async (ctx, rows) => {
              for (const { _id } of rows) await ctx.db.patch(table as "dogs", _id as Id<"dogs">, fresh);
            },
          },
        ]
      : [];
  }),
  ...tablesOfKind("record")
    .filter(arePartsOf)
    .map((table) => counting(table, true)),
  ...tablesOfKind("record")
    .filter(isProjected)
    .map((table) => counting(table, false)),
];

const CLEARED_AT_ONCE = 500;

/** The table with the state of the pedigrees is not included, because the number of a state may only increase. */
const CLEARED: readonly KennelTable[] = tablesOfKind("calculated").filter(
  (table) => table !== "pedigreeStates",
);

/** Returns whether all old counts are deleted. */
async function clearSome(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<boolean> {
  for (const table of CLEARED) {
    const found = await rowsOf(ctx, table, kennelId).take(CLEARED_AT_ONCE);
    // The size of backups and of deleted files does not depend on the records.
    const rows = found.filter((row) => !("kind" in row && "bytes" in row) || isOfRecords(String(row.kind)));
    for (const { _id } of rows) await ctx.db.delete(table, _id);
    if (rows.length > 0) return false;
  }
  const kennel = await ctx.db.get("kennels", kennelId);
  if (kennel) await countRows(ctx, "kennels", [kennel]);
  return true;
}

/** Derived values are correct if the records equal the records of a backup of this deployment. */
async function isExact(
  ctx: MutationCtx,
  { mode, errorCount, backupId, isMadeHere }: Doc<"restores">,
): Promise<boolean> {
  const backup = await ctx.db.get("backups", backupId);
  // A hand-written backup may contain anything.
  return mode === "exact" && errorCount === 0 && backup?.includesPhotos === true && isMadeHere === true;
}

const DONE = "done";

async function pageOf(ctx: QueryCtx, { kennelId, cursor }: Doc<"restores">, { table, size }: Step) {
  if (table !== "kennels") return await rowsOf(ctx, table, kennelId).paginate({ numItems: size, cursor });
  const kennel = await ctx.db.get("kennels", kennelId);
  return { page: kennel ? [kennel] : [], isDone: true, continueCursor: "" };
}

/** Returns whether more parts remain, or null if a newer attempt has replaced this attempt. */
export async function countNext(ctx: MutationCtx, work: Try): Promise<boolean | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const { kennelId, _id } = restore;
  const stateSince = Date.now();
  if (restore.counting === DONE) return false;
  const index = RESTORE_STEPS.findIndex(({ name }) => name === restore.counting);
  const step = RESTORE_STEPS[index];
  if (!step) {
    // This also works for a restore that an earlier version began. The former counts are deleted first, so nothing
    // is counted twice.
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

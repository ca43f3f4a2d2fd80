/**
 * Calculates again, after a restore, what follows from the records: counts, sums by month and year, lists of breeds and
 * clinics, and what records say of others. One batch a transaction; the place where it goes on is kept in the restore,
 * so that nothing is counted twice. A backup that was put back exactly says of itself what follows from its records.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { arePartsOf, countRows, FRESH_PARTS, isProjected } from "../../changes/follow";
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

/** Records in one transaction that are counted or take little, and those about which other records are read. */
const COUNTED_AT_ONCE = 100;
const COMPARED_AT_ONCE = 10;

/** A step, which goes through the records of a table page by page. */
interface Step<Table extends OwnerTable = OwnerTable> {
  /** Names it in a restore that is under way. */
  readonly name: string;
  readonly table: Table;
  readonly size: number;
  /** Whether it is only needed where the records were not put back exactly. */
  readonly isComparing: boolean;
  fold(this: void, ctx: MutationCtx, rows: Doc<Table>[]): Promise<void>;
}

/** Makes a step that counts every record of a table, in rows of counts or in the records whose parts they are. */
const counting = (table: RecordTable, areParts: boolean): Step => ({
  name: areParts ? `count parts ${table}` : `count ${table}`,
  table,
  size: COUNTED_AT_ONCE,
  isComparing: areParts,
  fold: async (ctx, rows) => await countRows(ctx, table, rows, areParts),
});

/** What is done, in its order: records are settled, and without parts until these are counted; then all are counted. */
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

/**
 * Checks restored records against each other and against the kennel's other records once all are written:
 * duplicates, links, dates. An invalid record is corrected and reported. First the invalid field is removed; if
 * that is not enough, the whole record is removed. All other records stay unchanged.
 */
import { v } from "convex/values";
import { latestDayOnEarth } from "../../../domain/dates/calendar-days";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { checkOf } from "../../checks";
import { releaseFile } from "../../kennels/model/fileReferences";
import {
  faultsIn,
  mendFaults,
  messageOf,
  mendRow,
  tellLeftOut,
  withDerived,
  type Checking,
  type Faults,
  type Mended,
} from "../../platform/model/changes/checking";
import {
  isRecordTable,
  kennelTableValidator,
  type KennelTable,
  type RecordTable,
} from "../../platform/model/changes/kennelTables";
import { removeRow } from "../../platform/model/changes/removing";
import type { DeletionRule } from "../../platform/tables/rows";
import { TABLES } from "../../tables.gen";
import { fieldsOf } from "./backupChecking";
import { getRow } from "./restoreFinding";
import { withErrors } from "./restoreWriting";
import { restoreOf, type RestoreError, type Try } from "./restores";

const rowValidator = v.object({
  id: v.string(),
  formerId: v.string(),
  isAdded: v.boolean(),
  /** If true, the record is checked against related records; if false, only for duplicates. */
  isAmong: v.boolean(),
  /** Problems that the restore found in the record before this check, by field. */
  faults: v.record(v.string(), v.string()),
  losses: v.array(v.string()),
});

export const checkArgs = {
  table: kennelTableValidator,
  rows: v.array(rowValidator),
  /** The check continues here after this batch. */
  cursor: v.string(),
};

type Asked = typeof rowValidator.type;

interface Batch {
  readonly table: KennelTable;
  readonly rows: readonly Asked[];
  readonly cursor: string;
}

export const MISSING_OWNER = "What it belongs to is missing";

/** The key of a problem that concerns the whole record. */
const WHOLE_ROW = "";

/** The table requires that a record belongs to another record. */
function isOwnerless(table: RecordTable, row: object): boolean {
  const rules: Readonly<Record<string, DeletionRule>> = TABLES[table].onDelete;
  const owners = Object.entries(rules).filter(([, rule]) => rule.does === "cascade" && !rule.isLoose);
  return owners.length > 0 && owners.every(([name]) => Reflect.get(row, name) === undefined);
}

/** After this many rounds, a record that still has a problem is removed. */
const MAX_ROUNDS = 6;

class BatchChecker {
  readonly errors: RestoreError[] = [];
  gone = 0;
  private readonly checking: Checking;

  constructor(
    private readonly ctx: MutationCtx,
    private readonly restore: Doc<"restores">,
  ) {
    this.checking = { today: latestDayOnEarth(Date.now()), hasOthers: restore.mode === "overwrite" };
  }

  async check<Table extends RecordTable>(table: Table, asked: Asked): Promise<void> {
    const tell = (messages: readonly string[]) =>
      this.errors.push(...messages.map((message) => ({ kind: table, id: asked.formerId, message })));
    tell(asked.losses);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // The id belongs to this table.
      const row = (await getRow(this.ctx, this.restore.kennelId, table, asked.id)) as Doc<Table> | null;
      if (!row) return;
      const faults = await this.faultsOf(table, row, { ...asked, faults: round === 0 ? asked.faults : {} });
      if (faultsIn(faults).length === 0) return;
      const isLast = round === MAX_ROUNDS - 1;
      const mended: Mended = isLast
        ? {
            row: null,
            losses: [
              tellLeftOut(
                table,
                row,
                faultsIn(faults)
                  .map(([, fault]) => messageOf(fault))
                  .join(", "),
              ),
            ],
          }
        : this.mend(table, row, faults);
      tell(mended.losses);
      if (mended.row) await this.ctx.db.replace(table, row._id, mended.row as never); // The corrected row fits the table's validator.
      else return await this.remove(table, row, asked);
    }
  }

  private async faultsOf<Table extends RecordTable>(
    table: Table,
    row: Doc<Table>,
    { isAmong, faults }: Asked,
  ): Promise<Faults> {
    const check = checkOf(table);
    if (isAmong && isOwnerless(table, row)) return { [WHOLE_ROW]: MISSING_OWNER };
    return {
      ...(await check?.doubles?.(this.ctx, row)),
      ...(isAmong && (await check?.among?.(this.ctx, row, this.checking))),
      ...faults,
    };
  }

  private mend<Table extends RecordTable>(table: Table, row: Doc<Table>, faults: Faults): Mended {
    const first = mendFaults(table, fieldsOf(row), faults);
    if (!first.row) return first;
    // A backup that this deployment created has valid values, so only derived values are calculated again.
    if (this.restore.isMadeHere === true)
      return { ...first, row: withDerived(table, checkOf(table), first.row) };
    // Other records may have depended on the values that this correction removed.
    const second = mendRow(table, checkOf(table), first.row, this.checking.today);
    return { row: second.row, losses: second.row ? [...first.losses, ...second.losses] : second.losses };
  }

  private async remove<Table extends RecordTable>(
    table: Table,
    row: Doc<Table>,
    { isAdded }: Asked,
  ): Promise<void> {
    if (isAdded) this.gone += 1;
    await removeRow(this.ctx, table, row, {
      isForced: true,
      letFileGo: async (ctx, file) => await releaseFile(ctx, file),
      onFollowing: (kind, { _id }, field) => {
        const message = field === null ? MISSING_OWNER : `${field} was left out: ${MISSING_OWNER}`;
        this.errors.push({ kind, id: _id, message });
      },
    });
  }
}

/** Returns false if a newer attempt has replaced this attempt. */
export async function checkRows(
  ctx: MutationCtx,
  work: Try,
  { table, rows, cursor }: Batch,
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  const checker = new BatchChecker(ctx, restore);
  if (isRecordTable(table)) for (const row of rows) await checker.check(table, row);
  await ctx.db.patch("restores", restore._id, {
    ...withErrors(restore, checker.errors),
    added: Math.max(0, restore.added - checker.gone),
    cursor,
    tries: 0,
    stateSince: Date.now(),
  });
  return true;
}

/** The steps in which a restore calculates again what follows from the records; each area has folds of its own tables. */
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { countRows } from "../../../changes/follow";
import type { OwnerTable } from "../../../changes/describing";
import type { RecordTable } from "./kennelTables";

/** Records folded in one transaction, and those about which other records are read. */
export const FOLDED_AT_ONCE = 100;
const COMPARED_AT_ONCE = 10;

/** Records of one dog that are counted; far more than any dog has. */
export const MOST_COMPARED = 5000;

type Fold<Table extends OwnerTable> = (ctx: MutationCtx, row: Doc<Table>) => Promise<void>;

/** A step, which goes through the records of a table page by page. */
export interface Step<Table extends OwnerTable = OwnerTable> {
  /** Names it in a restore that is under way. */
  readonly name: string;
  readonly table: Table;
  readonly size: number;
  /** Whether it is only needed where the records were not put back exactly. */
  readonly isComparing: boolean;
  fold(this: void, ctx: MutationCtx, rows: Doc<Table>[]): Promise<void>;
}

/** Makes a step that counts every record of a table. */
export const counting = (table: RecordTable): Step => ({
  name: `count ${table}`,
  table,
  size: FOLDED_AT_ONCE,
  isComparing: false,
  fold: async (ctx, rows) => await countRows(ctx, table, rows),
});

/** Makes a step that counts every record of a table in the records whose parts they are, which have none before. */
export const countingParts = (table: RecordTable): Step => ({
  ...counting(table),
  name: `count parts ${table}`,
  isComparing: true,
  fold: async (ctx, rows) => await countRows(ctx, table, rows, true),
});

/** Makes a step that brings every record of a table in line with the others. */
export const comparing = <Table extends OwnerTable>(
  table: Table,
  fold: Fold<Table>,
  name = "compare",
): Step<Table> => ({
  name: `${name} ${table}`,
  table,
  size: COMPARED_AT_ONCE,
  isComparing: true,
  fold: async (ctx, rows) => {
    for (const row of rows) await fold(ctx, row);
  },
});

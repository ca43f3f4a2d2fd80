/**
 * Describes what follows from changes of an area's records. All areas import this module, so it imports no model.
 */
import { isSameValue } from "../../domain/history/differences";
import type { HistoryTable } from "../../domain/history/tables.gen";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { KennelTable } from "../platform/model/changes/kennelTables";

/** The tables of the records for which something is settled. */
export type OwnerTable = KennelTable | "kennels";

/** The rows of one table on which the settled values depend. */
export interface Watch<Table extends OwnerTable = OwnerTable> {
  readonly table: Table;
  /** The fields on which the values depend. A settle may write these fields only in the owner that it settles. */
  readonly fields: readonly (keyof Doc<Table> & string)[];
  /** False if only a change of such a row matters, and not its insertion or deletion. */
  readonly isMember?: boolean;
  /** Returns the owner's id. */
  ownerOf(this: void, row: Doc<Table>): string | undefined;
  /** Returns the ids of further owners, which are looked up at the end of the transaction. */
  ownersOf?(this: void, ctx: QueryCtx, row: Doc<Table>): Promise<readonly string[]>;
}

/** Describes the rows of one table on which the settled values depend. */
export const watch = <Table extends OwnerTable>(watched: Watch<Table>): Watch => watched;

/** Returns an owner's rows as they were before the transaction, given the current ones. */
export type Former = <Table extends OwnerTable>(
  table: Table,
  rows: readonly Doc<Table>[],
) => readonly Doc<Table>[];

/** Calculates values that depend on several records of one owner. */
export interface Settle<Table extends OwnerTable = OwnerTable> {
  readonly name: string;
  /** The tables of the owners. */
  readonly owners: readonly Table[];
  readonly watches: readonly Watch[];
  /** Whether one settling is so cheap that one transaction can settle many owners. */
  readonly isLight?: true;
  /**
   * Whether the values depend only on what changed. A restore that writes all records back unchanged then settles
   * nothing.
   */
  readonly isOfChanges?: true;
  /**
   * Whether a restore also settles owners whose records were written back unchanged, because the values depend on
   * the date or are new in this version.
   */
  readonly isTimely?: true;
  recalculate(this: void, ctx: MutationCtx, owner: Doc<Table>, former: Former): Promise<void>;
  /** Does what a deleted owner requires beyond the tables' deletion rules (platform/tables/rows.ts). */
  letGo?(this: void, ctx: MutationCtx, kennelId: Id<"kennels">, id: string): Promise<void>;
}

type Row = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** What happened to a row in a transaction. */
export interface FollowedChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/**
 * Called with all changes of a table in a transaction, for consequences that are neither counts nor values of one
 * owner.
 */
export interface Follower {
  readonly table: HistoryTable;
  begin(
    this: void,
    ctx: Pick<MutationCtx, "db">,
  ): {
    /** Fills in fields of a row before it is inserted. */
    admit: (row: object) => Promise<object>;
    follow: (
      ctx: MutationCtx,
      changes: readonly FollowedChange[],
      isByImport: boolean,
      find: (id: string) => Promise<Row | null>,
    ) => Promise<void>;
  };
}

/** What follows from changes of rows, besides counts. */
export interface Follows {
  /** The settles in the order in which they run. */
  readonly settles: readonly Settle[];
  readonly followers: readonly Follower[];
}

/** The former rows where nothing has changed, as after a restore. */
export const unchanged: Former = (_table, rows) => rows;

interface Choosable {
  readonly _id: string;
  readonly updatedAt?: number;
}

/**
 * Returns which of some rows is the chosen one. A row that this change chose wins. Otherwise the row that was
 * chosen before stays (the newest, if there are several). Otherwise it is the first row that this change did not
 * deselect.
 */
export function chosenOf<Row extends Choosable>(
  rows: readonly Row[],
  former: readonly Row[],
  isChosen: (row: Row) => boolean,
): Row | undefined {
  const was = new Set(former.filter(isChosen).map(({ _id }) => _id));
  const chosen = rows.filter(isChosen);
  const newest = [...chosen].sort((one, other) => (other.updatedAt ?? 0) - (one.updatedAt ?? 0))[0];
  return (
    chosen.find(({ _id }) => !was.has(_id)) ?? newest ?? rows.find(({ _id }) => !was.has(_id)) ?? rows[0]
  );
}

/** Saves the calculated fields of a row if at least one of them differs from the stored value. */
export async function saveChanged<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  fields: Partial<Doc<Table>>,
): Promise<void> {
  const isSame = Object.entries(fields).every(
    // The names are fields of the row.
    ([name, value]) => isSameValue(row[name as keyof typeof row], value),
  );
  if (!isSame) await ctx.db.patch(table, row._id, fields as never);
}

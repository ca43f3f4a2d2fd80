/**
 * Types and functions that describe the updates that follow from changes of an area's records. All areas import
 * this module, so it imports no model.
 */
import { isSameValue } from "../../domain/history/differences";
import type { HistoryTable } from "../../domain/history/tables.gen";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { KennelTable } from "../platform/model/changes/kennelTables";

/** The values of these tables' records are calculated. */
export type OwnerTable = KennelTable | "kennels";

/** Calculated values depend on these rows. */
export interface Watch<Table extends OwnerTable = OwnerTable> {
  readonly table: Table;
  /** The values depend on these fields. A settle may write them only in the owner that it settles. */
  readonly fields: readonly (keyof Doc<Table> & string)[];
  /** If false, only updates of such a row matter, not insertions or deletions. */
  readonly isMember?: boolean;
  ownerOf(this: void, row: Doc<Table>): string | undefined;
  /** Further owners are looked up at the end of the transaction. */
  ownersOf?(this: void, ctx: QueryCtx, row: Doc<Table>): Promise<readonly string[]>;
}

export const watch = <Table extends OwnerTable>(watched: Watch<Table>): Watch => watched;

/** Returns an owner's current rows as they were before the transaction. */
export type Former = <Table extends OwnerTable>(
  table: Table,
  rows: readonly Doc<Table>[],
) => readonly Doc<Table>[];

/** A settle calculates values that depend on several records of one owner. */
export interface Settle<Table extends OwnerTable = OwnerTable> {
  readonly name: string;
  readonly owners: readonly Table[];
  readonly watches: readonly Watch[];
  /** A run is so cheap that one transaction can settle many owners. */
  readonly isLight?: true;
  /**
   * The values depend only on the changed rows. A restore that writes all records back unchanged then settles
   * nothing.
   */
  readonly isOfChanges?: true;
  /**
   * A restore also settles owners whose records were written back unchanged. This is needed if the values depend on
   * the date or are new in this version.
   */
  readonly isTimely?: true;
  recalculate(this: void, ctx: MutationCtx, owner: Doc<Table>, former: Former): Promise<void>;
  /**
   * Does the work that a deleted owner requires, in addition to the tables' deletion rules
   * (platform/tables/rows.ts).
   */
  letGo?(this: void, ctx: MutationCtx, kennelId: Id<"kennels">, id: string): Promise<void>;
}

type Row = { readonly _id: string } & Readonly<Record<string, unknown>>;

export interface FollowedChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/**
 * Receives all changes of a table in a transaction, for updates other than counts and calculated values of one
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

/** Counts are not included. */
export interface Follows {
  /** Settles run in this order. */
  readonly settles: readonly Settle[];
  readonly followers: readonly Follower[];
}

/** Callers without former rows, such as a restore, take the current rows as the former rows. */
export const unchanged: Former = (_table, rows) => rows;

interface Choosable {
  readonly _id: string;
  readonly updatedAt?: number;
}

/**
 * A row that this change chose wins. Otherwise the row that was chosen before is kept (the newest, if there are
 * several). Otherwise the first row that this change did not deselect is chosen.
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

/** Saves nothing if all calculated fields equal the stored values. */
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

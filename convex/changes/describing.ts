/** How an area describes what follows from changes of its records; all areas import it, so it imports no model. */
import { isSameValue } from "../../domain/history/differences";
import type { HistoryTable } from "../../domain/history/tables.gen";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { KennelTable } from "../platform/model/changes/kennelTables";

/** Tables whose rows own what is settled. */
export type OwnerTable = KennelTable | "kennels";

/** Rows that the settled values depend on. */
export interface Watch<Table extends OwnerTable = OwnerTable> {
  readonly table: Table;
  /** The fields that matter; a settle may write them only in the owner that it settles. */
  readonly fields: readonly (keyof Doc<Table> & string)[];
  /** False if inserting or deleting such a row does not matter, only changing it. */
  readonly isMember?: boolean;
  /** Returns the owner's id. */
  ownerOf(this: void, row: Doc<Table>): string | undefined;
  /** Returns the ids of further owners, which are searched at the end of the transaction. */
  ownersOf?(this: void, ctx: QueryCtx, row: Doc<Table>): Promise<readonly string[]>;
}

/** Describes rows that the settled values depend on. */
export const watch = <Table extends OwnerTable>(watched: Watch<Table>): Watch => watched;

/** Returns an owner's current rows as they were before the transaction. */
export type Former = <Table extends OwnerTable>(
  table: Table,
  rows: readonly Doc<Table>[],
) => readonly Doc<Table>[];

/** Values calculated from all records of an owner together. */
export interface Settle<Table extends OwnerTable = OwnerTable> {
  readonly name: string;
  /** The tables of its owners. */
  readonly owners: readonly Table[];
  readonly watches: readonly Watch[];
  /** Whether it is cheap, so that many owners can be settled at once. */
  readonly isLight?: true;
  /** Whether it depends only on the changes, so that a restore that put everything back needs none. */
  readonly isOfChanges?: true;
  /**
   * Whether a restore also settles what was put back unchanged: it depends on time too, or an earlier version did not
   * have it.
   */
  readonly isTimely?: true;
  recalculate(this: void, ctx: MutationCtx, owner: Doc<Table>, former: Former): Promise<void>;
  /** Does what follows from deleting an owner and is not a rule of a table (platform/tables/rows.ts). */
  letGo?(this: void, ctx: MutationCtx, kennelId: Id<"kennels">, id: string): Promise<void>;
}

type Row = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** What happened to a row in a transaction. */
export interface FollowedChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Called with all changes of a table, for consequences that are neither a count nor about one owner. */
export interface Follower {
  readonly table: HistoryTable;
  begin(
    this: void,
    ctx: Pick<MutationCtx, "db">,
  ): {
    /** Fills in fields of a row that is inserted. */
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
  /** In the order in which they are settled. */
  readonly settles: readonly Settle[];
  readonly followers: readonly Follower[];
}

/** Used for the former rows if nothing changes, as after a restore. */
export const unchanged: Former = (_table, rows) => rows;

interface Choosable {
  readonly _id: string;
  readonly updatedAt?: number;
}

/**
 * Returns the chosen one of some rows: one chosen by this change, else the former choice, the newest if there are
 * several; else the first that this change did not unchoose.
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

/** Saves calculated fields of a row if one of them differs. */
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

/** How an area describes what follows from changes of its records; imported by all, so that it imports no model. */
import { isSameValue } from "../../domain/history/differences";
import type { HistoryTable } from "../../domain/history/tables.gen";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { KennelTable } from "../platform/model/changes/kennelTables";

/** Tables whose rows own what is settled. */
export type OwnerTable = KennelTable | "kennels";

/** Rows on which what is settled depends. */
export interface Watch<Table extends OwnerTable = OwnerTable> {
  readonly table: Table;
  /** The fields that matter; a settle may write them only of the owner that it settles. */
  readonly fields: readonly (keyof Doc<Table> & string)[];
  /** False for rows that only say something of an owner: then it does not matter that one is inserted or deleted. */
  readonly isMember?: boolean;
  /** Returns the owner's id. */
  ownerOf(this: void, row: Doc<Table>): string | undefined;
  /** Returns the ids of more owners, which are searched at the end of the transaction. */
  ownersOf?(this: void, ctx: QueryCtx, row: Doc<Table>): Promise<readonly string[]>;
}

/** Describes rows on which what is settled depends. */
export const watch = <Table extends OwnerTable>(watched: Watch<Table>): Watch => watched;

/** Returns rows as they were before the transaction, of those that an owner has now. */
export type Former = <Table extends OwnerTable>(
  table: Table,
  rows: readonly Doc<Table>[],
) => readonly Doc<Table>[];

/** What is calculated of all records of an owner together. */
export interface Settle<Table extends OwnerTable = OwnerTable> {
  readonly name: string;
  /** The tables of its owners. */
  readonly owners: readonly Table[];
  readonly watches: readonly Watch[];
  /** Whether it takes little, so that many owners are settled at once. */
  readonly isLight?: true;
  /** Whether it follows from what has changed alone, so that there is none of it where a restore has put everything back. */
  readonly isOfChanges?: true;
  /** Whether time matters too, so that a restore settles also what was put back exactly. */
  readonly isTimely?: true;
  recalculate(this: void, ctx: MutationCtx, owner: Doc<Table>, former: Former): Promise<void>;
  /** Does what follows from the end of an owner and stands in no rule of a table (platform/tables/rows.ts). */
  letGo?(this: void, ctx: MutationCtx, kennelId: Id<"kennels">, id: string): Promise<void>;
}

type Row = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** What became of a row in a transaction. */
export interface FollowedChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Is told of all changes of a table, where what follows is neither a count nor a matter of one owner. */
export interface Follower {
  readonly table: HistoryTable;
  begin(
    this: void,
    ctx: Pick<MutationCtx, "db">,
  ): {
    /** Completes a row that is inserted. */
    admit: (row: object) => Promise<object>;
    follow: (
      ctx: MutationCtx,
      changes: readonly FollowedChange[],
      isByImport: boolean,
      find: (id: string) => Promise<Row | null>,
    ) => Promise<void>;
  };
}

/** What follows changes of rows, beside what is counted. */
export interface Follows {
  /** In the order in which they are settled. */
  readonly settles: readonly Settle[];
  readonly followers: readonly Follower[];
}

/** Stands for the rows before where nothing changes, as after a restore. */
export const unchanged: Former = (_table, rows) => rows;

interface Choosable {
  readonly _id: string;
  readonly updatedAt?: number;
}

/**
 * Returns the one of some rows that is chosen: by this change, else before it, the newest of several; else one that was
 * not given up by this change, the first of them.
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

/** Saves calculated fields of a row where one of them differs. */
export async function saveChanged<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  fields: Partial<Doc<Table>>,
): Promise<void> {
  const isSame = Object.entries(fields).every(
    // The names are those of the row.
    ([name, value]) => isSameValue(row[name as keyof typeof row], value),
  );
  if (!isSame) await ctx.db.patch(table, row._id, fields as never);
}

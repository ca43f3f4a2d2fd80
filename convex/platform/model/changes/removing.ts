/**
 * Deletes rows. The rows that refer to a deleted record change as their tables declare (tables/rows.ts). If there
 * are too many for the transaction, batches change the remaining rows (history/model/cascades.ts). The files of
 * deleted rows are kept for some time.
 */
import { fail } from "../../../../domain/errors";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { TABLES } from "../../../tables.gen";
import { causeOf, forgetDismissals } from "../people/alertDismissals";
import { childrenNow, followingNow, type LeftChildren } from "./cascades";
import { isHistoryTable, toKept } from "../../../changes/history";
import { CHILDREN, isRequired, namingsOf, ownersOf, type Naming } from "./deletionRules";
import { keepFile } from "../files/keptFiles";
import type { KennelTable, RecordTable } from "./kennelTables";
import { filesOf } from "./tableReferences";

/** The table is known only at run time. */
type Row = Omit<Doc<"dogs">, "name"> & { readonly name?: string };

export interface Course {
  readonly letFileGo: (
    ctx: MutationCtx,
    file: Id<"_storage">,
    row: { readonly kennelId: Id<"kennels"> },
  ) => Promise<void>;
  /** Called with each row that is deleted together with the record or loses its reference to the record. */
  readonly onFollowing?: (table: KennelTable, row: { readonly _id: string }, field: string | null) => void;
  /** If true, no row prevents the deletion. A row that cannot exist without the record is deleted with it. */
  readonly isForced?: boolean;
}

const USUAL: Course = {
  letFileGo: async (ctx, file, { kennelId }) => await keepFile(ctx, kennelId, file),
};

/** `atOnce` limits the query to rows that are never left to batches. */
const rowsNaming = (
  ctx: QueryCtx,
  { table, field, rule }: Naming,
  { kennelId, _id }: { readonly kennelId: Id<"kennels">; readonly _id: string },
  atOnce?: readonly [field: string, value: string],
) =>
  // The compiler cannot check the index, because the table is known only from the rule.
  ctx.db.query(table as "dogs").withIndex(rule.by as "by_kennel_and_sire_and_birth", (q) => {
    const rows = q.eq("kennelId", kennelId).eq(field as "sireId", _id as Id<"dogs">);
    return atOnce ? rows.eq(atOnce[0] as "dateOfBirth", atOnce[1]) : rows;
  });

/**
 * These rows must be deleted in the same transaction. They are handled before the rows that may be left to batches.
 */
async function rowsAtOnce(ctx: MutationCtx, naming: Naming, owner: Row): Promise<Row[]> {
  const { rule, table } = naming;
  if (rule.does !== "cascade" || !rule.atOnce) return [];
  // Looking up a dog's dismissed alerts also costs a read.
  return await followingNow(
    ctx,
    rowsNaming(ctx, naming, owner, rule.atOnce),
    TABLES[table].alertKind ? 2 : 1,
  );
}

/** Throws if the rows prevent the deletion. */
async function rowsNow(ctx: MutationCtx, naming: Naming, owner: Row, course: Course): Promise<Row[]> {
  const { rule } = naming;
  const numbers: Readonly<Record<string, unknown>> = { ...owner };
  if (rule.does === "cascade" && numbers[rule.countedIn ?? ""] === 0) return [];
  const rows = rowsNaming(ctx, naming, owner);
  const kind = `${naming.table}.${naming.field}`;
  if (CHILDREN.has(kind)) {
    return await childrenNow(ctx, { kennelId: owner.kennelId, kind, ownerId: owner._id }, rows);
  }
  const found = await followingNow(ctx, rows);
  if (rule.does === "refuse" && found.length > 0 && !course.isForced)
    fail(rule.code, { count: found.length });
  return found;
}

/**
 * The row is deleted with the record that the field refers to. If a puppy was recorded as a dog, its doses belong
 * to the dog.
 */
const isOwnedBy = (table: KennelTable, field: string, row: Readonly<Record<string, unknown>>): boolean =>
  ownersOf(table).find((name) => row[name] !== undefined) === field;

interface FollowingRow {
  readonly table: KennelTable;
  readonly row: Row;
  /** The row is deleted with the record. Other rows only lose their reference to the record. */
  readonly isOwned: boolean;
}

/**
 * Lists rows that the deletion of a record would also delete, and rows of records that it would change. Activities are
 * left out.
 */
export async function listFollowing(
  ctx: QueryCtx,
  table: RecordTable,
  owner: { readonly kennelId: Id<"kennels">; readonly _id: string },
  most: number,
): Promise<FollowingRow[]> {
  const found: FollowingRow[] = [];
  for (const naming of namingsOf(table)) {
    const { table: of, field, rule } = naming;
    if (!isHistoryTable(of) && rule.does !== "cascade") continue;
    for (const row of await rowsNaming(ctx, naming, owner).take(most - found.length)) {
      const isOwned = rule.does === "cascade" && (rule.isLoose === true || isOwnedBy(of, field, { ...row }));
      found.push({ table: of, row, isOwned });
    }
  }
  return found;
}

/** The table of the row declares the change. The caller passes the name of the deleted record. */
async function follow(
  ctx: MutationCtx,
  { table, field, rule }: Naming,
  row: Row,
  name?: string,
  course: Course = USUAL,
): Promise<void> {
  const isLost = rule.does === "refuse" && isRequired(table, field);
  if (isLost || (rule.does === "cascade" && (rule.isLoose || isOwnedBy(table, field, row)))) {
    await remove(ctx, table, row, course);
    course.onFollowing?.(table, row, null);
    return;
  }
  course.onFollowing?.(table, row, field);
  const change = { [field]: undefined, ...(rule.does === "keepName" && { [rule.as]: name }) };
  await ctx.db.patch(table as "dogs", row._id, change);
}

/**
 * Changes the rows that refer to a record, as their tables declare for a deleted record. Some or all tables can be
 * given.
 */
export async function releaseRow(
  ctx: MutationCtx,
  table: KennelTable,
  row: { readonly _id: string },
  { among, course = USUAL }: { among?: readonly KennelTable[]; course?: Course },
): Promise<void> {
  // The code reads only fields that all records have, and fields that the table's rules name.
  const owner = row as unknown as Row;
  for (const naming of namingsOf(table)) {
    if (among && !among.includes(naming.table)) continue;
    for (const rowsOf of [rowsAtOnce, rowsNow])
      for (const each of await rowsOf(ctx, naming, owner, course))
        await follow(ctx, naming, each, owner.name, course);
  }
}

async function remove(ctx: MutationCtx, table: KennelTable, row: Row, course: Course = USUAL): Promise<void> {
  await releaseRow(ctx, table, row, { course });
  const { alertKind } = TABLES[table];
  if (alertKind) await forgetDismissals(ctx, row.kennelId, causeOf(alertKind, row._id));
  await ctx.db.delete(table as "dogs", row._id);
  for (const file of filesOf(table, row)) await course.letFileGo(ctx, file, row);
}

/**
 * Rows that refer to the record change as their tables declare. Throws the code of a table whose rows prevent the
 * deletion, STILL_MOVING, or TOO_MANY_AT_ONCE if one transaction cannot change all these rows.
 */
export async function removeRow<Table extends RecordTable>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  course?: Course,
): Promise<void> {
  // The code reads only fields that all records have, and fields that the table's rules name.
  await remove(ctx, table, row as unknown as Row, course);
}

/**
 * Deletes a batch of a deleted owner's children, or removes their reference to the owner. Returns their number and
 * the stored data for the history.
 */
export async function removeLeft(
  ctx: MutationCtx,
  { kennelId, kind, ownerId }: LeftChildren,
  count: number,
): Promise<{ count: number; kept: Doc<"deletions">["rows"] }> {
  const naming = CHILDREN.get(kind);
  if (!naming) return { count: 0, kept: [] };
  const rows = await rowsNaming(ctx, naming, { kennelId, _id: ownerId }).take(count);
  for (const row of rows) await follow(ctx, naming, row);
  const { table, rule } = naming;
  // Rows that belong to a record are in the history too.
  const kept = rule.does === "cascade" ? rows.map((row) => toKept(table as HistoryTable, row)) : [];
  return { count: rows.length, kept };
}

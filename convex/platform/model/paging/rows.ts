/** Reads one row by an id. */
import { fail } from "../../../../domain/errors";
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

/** The id comes from a client. Returns null if the table has no such row. */
export async function findRow<Table extends TableNames>(
  ctx: Pick<QueryCtx, "db">,
  table: Table,
  id: string,
): Promise<Doc<Table> | null> {
  const known = ctx.db.normalizeId(table, id);
  return known && (await ctx.db.get(table, known));
}

/** Throws NOT_FOUND if the row was deleted. */
export const getOrFail = async <Table extends TableNames>(
  ctx: Pick<QueryCtx, "db">,
  table: Table,
  id: Id<Table>,
): Promise<Doc<Table>> => (await ctx.db.get(table, id)) ?? fail("NOT_FOUND");

/** The row's fields must have the given values, such as the kennel; throws NOT_FOUND. */
export async function requireRowOf<Table extends TableNames>(
  ctx: Pick<QueryCtx, "db">,
  table: Table,
  id: string,
  fields: Partial<Doc<Table>>,
): Promise<Doc<Table>> {
  const row = await findRow(ctx, table, id);
  const isOf = row && Object.entries(fields).every(([name, value]) => Reflect.get(row, name) === value);
  return isOf ? row : fail("NOT_FOUND");
}

/** Saving what was calculated of a row. */
import { isSameValue } from "../../../domain/history/differences";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

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

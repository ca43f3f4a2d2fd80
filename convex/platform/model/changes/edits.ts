/** Lists the fields of a record that other people have changed, for users of an outdated form. */
import { v, type Infer } from "convex/values";
import { fail } from "../../../../domain/errors";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import { isConfidentialField, readsConfidential } from "../../../../domain/permissions/confidential";
import type { Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";
import { NamesOnce } from "../paging/rowsOnce";
import { getOrFail } from "../paging/rows";

export const editShape = v.object({
  /** The record's `updatedAt` after the change. */
  savedAt: v.number(),
  /** The names are the same as in the history. Parts of an object have names with a dot. */
  fields: v.array(v.string()),
  /** Null if the caller may not read the team, or if the person has left. */
  name: v.union(v.string(), v.null()),
  isSelf: v.boolean(),
});

/** Only the newest changes of a record are searched. */
const MAX_EDITS_TOLD = 200;

/** The newest change is first. Automatic changes caused by other records are left out. */
export async function listEditsSince(
  ctx: QueryCtx,
  access: Access,
  record: { readonly _id: Id<HistoryTable>; readonly updatedAt: number },
  since: number,
): Promise<Infer<typeof editShape>[]> {
  // Nearly every open form has the newest version. In that case the history need not be read.
  if (record.updatedAt === since) return [];
  const changes = await ctx.db
    .query("changes")
    // The range is not limited by time. If the clock was set back, even the newest version has an early time.
    .withIndex("by_kennel_and_record_and_at", (q) =>
      q.eq("kennelId", access.kennelId).eq("recordId", record._id),
    )
    .order("desc")
    .take(MAX_EDITS_TOLD);
  const mayRead = readsConfidential(access.permissions);
  const isTold = (table: HistoryTable, field: string) => mayRead || !isConfidentialField(table, field);
  const people = new NamesOnce(ctx, access);
  const edits = [];
  for (const { kind, table, by, at, savedAt = at, fields = [] } of changes) {
    if (kind !== "changed" || by === undefined || savedAt <= since) continue;
    const [name, isSelf] = [await people.nameOf(by), people.isSelf(by)];
    const told = fields.filter((field) => isTold(table, field.name));
    if (told.length > 0) edits.push({ savedAt, fields: told.map((field) => field.name), name, isSelf });
  }
  return edits.sort((one, other) => other.savedAt - one.savedAt);
}

/**
 * The version is the time of the save, or a later time: each save gets a higher number than the previous save, even
 * within the same millisecond.
 */
export const nextVersion = ({ updatedAt }: { readonly updatedAt: number }): number =>
  Math.max(Date.now(), updatedAt + 1);

/** Throws STALE_UPDATE if the record was saved after the version that a change is based on. */
export function checkVersion(
  { updatedAt }: { readonly updatedAt: number },
  expectedUpdatedAt: number | undefined,
): void {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== updatedAt) fail("STALE_UPDATE");
}

type VersionedTable = {
  [Table in TableNames]: Doc<Table> extends { updatedAt: number } ? Table : never;
}[TableNames];

/** The change is stored as the record's next version. Returns the changed record. */
export async function saveRow<Table extends VersionedTable>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  change: Partial<Doc<Table>>,
): Promise<Doc<Table>>;
// The table is known only at run time, so the compiler cannot see that each of these tables has a version.
export async function saveRow(
  ctx: MutationCtx,
  table: "dogs",
  row: Doc<"dogs">,
  change: object,
): Promise<Doc<"dogs">> {
  await ctx.db.patch(table, row._id, { ...change, updatedAt: nextVersion(row) });
  return await getOrFail(ctx, table, row._id);
}

/**
 * Finds the kennel's current record for a record of a backup: by its id, or by the id that an earlier restore
 * created. If a kennel may have only one such record, the unique key also finds it.
 */
import { formerIdOf } from "../../history/model/formerIds";
import { v, type Infer } from "convex/values";
import type { BackupRow } from "../../../domain/backups/format";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getMembership } from "../../platform/model/people/identity";
import { rowsOf, type KennelTable } from "../../platform/model/changes/kennelTables";
import { filesOf } from "../../platform/model/changes/tableReferences";
import { findRow } from "../../platform/model/paging/rows";

/** The longest followed chain of new ids. A record gets a new id each time it is deleted and restored. */
const MAX_HOPS = 50;

export type AnyRow = Doc<KennelTable>;

export interface Found {
  readonly row: AnyRow;
  /** This restore has added the record. */
  readonly isOwn: boolean;
}

interface SearchScope {
  readonly kennelId: Id<"kennels">;
  readonly restoreId?: Id<"restores">;
}

export async function getRow(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  table: KennelTable,
  id: string,
): Promise<AnyRow | null> {
  const row = await findRow(ctx, table, id);
  return row && row.kennelId === kennelId ? row : null;
}

export async function findCurrent(
  ctx: QueryCtx,
  { kennelId, restoreId }: SearchScope,
  table: KennelTable,
  formerId: string,
): Promise<Found | null> {
  let id = formerId;
  let isOwn = false;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const row = await getRow(ctx, kennelId, table, id);
    if (row) return { row, isOwn };
    const former = await formerIdOf(ctx, kennelId, id);
    if (!former) return null;
    id = former.currentId;
    isOwn = former.restoreId === restoreId && former.isTwin !== true;
  }
  return null;
}

/** Returns null for a table without a key that must be unique within a kennel. */
export function placeOf(table: KennelTable, { source }: BackupRow): string | null {
  if (table === "kennelSettings") return "settings";
  return table === "reminders" && typeof source === "string" ? source : null;
}

/** Finds a record with another id and the same unique key. Code that reads by the key expects only one record. */
export async function findTwin(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  table: KennelTable,
  row: BackupRow,
): Promise<AnyRow | null> {
  const source = placeOf(table, row);
  if (source === null) return null;
  if (table === "kennelSettings") return await rowsOf(ctx, table, kennelId).first();
  return await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) => q.eq("kennelId", kennelId).eq("source", source))
    .first();
}

export const presentShape = v.object({
  id: v.string(),
  isOwn: v.boolean(),
  files: v.array(v.id("_storage")),
});
export type Present = Infer<typeof presentShape>;

/** The result also names the files of each record. It is null if no record exists. */
export async function listPresent(
  ctx: QueryCtx,
  scope: SearchScope,
  table: KennelTable,
  formerIds: readonly string[],
): Promise<(Present | null)[]> {
  const present: (Present | null)[] = [];
  for (const formerId of formerIds) {
    const found = await findCurrent(ctx, scope, table, formerId);
    present.push(found && { id: found.row._id, isOwn: found.isOwn, files: filesOf(table, found.row) });
  }
  return present;
}

/**
 * Returns `table:id` for records of this kennel and for users. For a backup of another kennel, only users who are
 * members of this kennel are returned.
 */
export async function findOutside(
  ctx: QueryCtx,
  { kennelId, isForeign }: { kennelId: Id<"kennels">; isForeign: boolean },
  references: readonly { readonly table: string; readonly id: string }[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, id } of references) {
    // The names come from the schema's own validators.
    const name = table as KennelTable | "users";
    const row = await findRow(ctx, name, id);
    if (!row) continue;
    const isKnown =
      "kennelId" in row
        ? row.kennelId === kennelId
        : !isForeign || (await getMembership(ctx, kennelId, row._id as Id<"users">)) !== null; // `users` is the only table without a kennel.
    if (isKnown) found.push(`${table}:${id}`);
  }
  return found;
}

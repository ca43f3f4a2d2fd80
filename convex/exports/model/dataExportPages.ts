/**
 * The content of a kennel's or a person's file, read page by page. The action that writes the file has no identity,
 * so every page checks the rights of the user who requested the file. Data that this user may not read is left out.
 */
import { v, type Infer } from "convex/values";
import { MAX_MEMBERSHIPS_PER_USER, MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import type { Permissions } from "../../../domain/permissions/rules";
import type { ExportedTable } from "../../../domain/exports/kinds";
import { areaOfRow } from "../../../domain/history/records";
import { readsConfidential, readsRecords } from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  describeFile,
  archiveFileShape,
  readKennelDetails,
  type ArchiveFile,
} from "../../backups/model/backupMaking";
import { dataExports } from "../tables/dataExports";
import { EXPORT_KINDS } from "./exportKinds";
import { ctxFor } from "../../platform/model/people/confidential";
import { getStanding, type Access } from "../../platform/model/people/identity";
import { rowsAtOnce, rowsOf } from "../../platform/model/changes/kennelTables";
import { readOrphans } from "../../platform/model/changes/cascades";
import { displayName } from "../../platform/model/paging/names";
import { listReferences, mapReferences, type TableName } from "../../platform/model/changes/tableReferences";

type Row = Doc<"dataExports">;

export const exportedTableValidator = v.union(...EXPORT_KINDS.map(({ table }) => v.literal(table)));

export const tablesFor = (permissions: Permissions): ExportedTable[] =>
  EXPORT_KINDS.map(({ table }) => table).filter((table) => readsRecords(permissions, table));

/** Returns null if the user who requested the file may not have it. */
async function standingIn(ctx: QueryCtx, row: Row, kennelId: Id<"kennels">): Promise<Access | null> {
  const access = await getStanding(ctx, kennelId, row.userId);
  if (row.kennelId === undefined) return access?.role === "owner" ? access : null;
  if (row.kennelId !== kennelId || !access) return null;
  return hasPermission(access.permissions, "backups", "read") ? access : null;
}

/** The user who requested the file must still have the right. */
export async function mayRead(ctx: QueryCtx, row: Row): Promise<boolean> {
  if (row.kennelId === undefined) return (await ctx.db.get("users", row.userId)) !== null;
  return (await standingIn(ctx, row, row.kennelId)) !== null;
}

const { format } = dataExports.table.validator.fields;

export const exportPlanShape = v.object({
  format,
  today: v.string(),
  isPersonal: v.boolean(),
  /** Set if only the pedigree of one dog is exported. */
  dogId: v.union(v.id("dogs"), v.null()),
  kennels: v.array(
    v.object({
      kennelId: v.id("kennels"),
      name: v.string(),
      tables: v.array(exportedTableValidator),
      /** The file includes money and contacts. */
      isConfidentialShown: v.boolean(),
      /** Empty unless the reader may see the team. */
      people: v.array(v.object({ id: v.string(), name: v.string() })),
      /** Set if the file can be imported again. */
      whole: v.union(
        v.object({ details: v.union(v.any(), v.null()), files: v.array(archiveFileShape) }),
        v.null(),
      ),
    }),
  ),
});
export type ExportPlan = Infer<typeof exportPlanShape>;

/** A kennel can be created again from a file that also contains stored files and the kennel's own fields. */
const isWhole = ({ kennelId, format: chosen }: Row): boolean => kennelId !== undefined && chosen === "json";

/** Replaces the ids of files by their hashes, and describes the files. */
async function withHashes(ctx: QueryCtx, table: TableName, rows: readonly object[]) {
  const files = new Map<string, ArchiveFile>();
  for (const { id, table: owner } of rows.flatMap((row) => listReferences(table, { ...row }))) {
    if (owner !== "_storage" || files.has(id)) continue;
    const file = await describeFile(ctx, id as Id<"_storage">); // The schema says that this id refers to a file.
    if (file) files.set(id, file);
  }
  const hashed = rows.map((row) =>
    mapReferences(
      table,
      { ...row },
      (id, owner) => (owner === "_storage" ? files.get(id)?.sha256 : null) ?? id,
    ),
  );
  return { rows: hashed, files: [...files.values()] };
}

async function wholeOf(ctx: QueryCtx, row: Row, { kennelId, permissions }: Access) {
  if (!isWhole(row)) return null;
  const details = hasPermission(permissions, "settings", "read")
    ? await readKennelDetails(ctx, kennelId)
    : null;
  const { rows, files } = await withHashes(ctx, "kennels", details ? [details] : []);
  return { details: rows[0] ?? null, files };
}

async function peopleOf(ctx: QueryCtx, { kennelId, permissions }: Access) {
  if (!hasPermission(permissions, "members", "read")) return [];
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  const users = await Promise.all(memberships.map(async ({ userId }) => await ctx.db.get("users", userId)));
  return users.flatMap((user) => (user ? { id: user._id, name: displayName(user) } : []));
}

async function kennelsOf(ctx: QueryCtx, { kennelId, userId }: Row): Promise<Id<"kennels">[]> {
  if (kennelId !== undefined) return [kennelId];
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  return memberships.map((membership) => membership.kennelId);
}

/** Returns null if the file was discarded, or if the user who requested it may no longer have it. */
export async function planExport(ctx: QueryCtx, exportId: Id<"dataExports">): Promise<ExportPlan | null> {
  const row = await ctx.db.get("dataExports", exportId);
  if (row?.state !== "writing" || !(await mayRead(ctx, row))) return null;
  const kennels: ExportPlan["kennels"] = [];
  for (const kennelId of await kennelsOf(ctx, row)) {
    const access = await standingIn(ctx, row, kennelId);
    const kennel = access && (await ctx.db.get("kennels", kennelId));
    if (!access || !kennel) continue;
    const people = await peopleOf(ctx, access);
    const whole = await wholeOf(ctx, row, access);
    const { permissions } = access;
    const shown = { tables: tablesFor(permissions), isConfidentialShown: readsConfidential(permissions) };
    kennels.push({ kennelId, name: kennel.name, ...shown, people, whole });
  }
  return {
    format: row.format,
    today: row.today,
    isPersonal: row.kennelId === undefined,
    dogId: row.dogId ?? null,
    kennels,
  };
}

interface Place {
  readonly exportId: Id<"dataExports">;
  readonly kennelId: Id<"kennels">;
  readonly table: ExportedTable;
  readonly cursor: string | null;
}

/** Undone records are kept only so that the undo itself can be undone. */
const isThere = (row: object): boolean =>
  !("removedAt" in row && row.removedAt !== undefined) && !("state" in row && row.state === "removed");

/** Returns null if the file was discarded, or if the user who requested it may no longer read the records. */
export async function readExportRows(
  ctx: QueryCtx,
  { exportId, kennelId, table, cursor }: Place,
): Promise<{ rows: object[]; files: ArchiveFile[]; cursor: string | null } | null> {
  const row = await ctx.db.get("dataExports", exportId);
  const access = row?.state === "writing" ? await standingIn(ctx, row, kennelId) : null;
  if (!row || !access || !tablesFor(access.permissions).includes(table)) return null;
  const page = await rowsOf(ctxFor(ctx, access), table, kennelId).paginate({
    numItems: rowsAtOnce(table),
    cursor,
  });
  const orphans = await readOrphans(ctx, kennelId);
  const mayReadRow = (each: object) => hasPermission(access.permissions, areaOfRow(table, each), "read");
  const rows = page.page.filter((each) => isThere(each) && !orphans.has(table, each) && mayReadRow(each));
  const written = isWhole(row) ? await withHashes(ctx, table, rows) : { rows, files: [] };
  return { ...written, cursor: page.isDone ? null : page.continueCursor };
}

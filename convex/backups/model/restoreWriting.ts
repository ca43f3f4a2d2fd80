/**
 * Writes the records of a backup. Each batch is a transaction that also saves the progress, so an interrupted
 * restore continues with the first unwritten batch. An existing record is found by its id, or by its id in the
 * backup if an earlier restore added the record.
 */
import { v, type Infer } from "convex/values";
import { FILE_TABLES, isFileTable } from "./backupTables";
import type { BackupRow } from "../../../domain/backups/format";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { restoreErrorValidator } from "../tables/restores";
import { releaseRow, type Course } from "../../platform/model/changes/removing";
import { releaseFile } from "../../kennels/model/fileReferences";
import { checkOf } from "../../checks";
import { keepFormer } from "../../platform/model/changes/checking";
import { namingsOf } from "../../platform/model/changes/deletionRules";
import {
  isRecordTable,
  kennelTableValidator,
  type KennelTable,
} from "../../platform/model/changes/kennelTables";
import { withBytes } from "../../history/model/fileSizes";
import { filesOf } from "../../platform/model/changes/tableReferences";
import { findCurrent, findTwin, getRow, type AnyRow } from "./restoreFinding";
import { rememberId } from "../../history/model/formerIds";
import { restoreOf, type RestoreError, type Try } from "./restores";

/** Further errors are only counted. */
const MAX_ERRORS = 100;

const outcomeValidator = v.union(v.literal("added"), v.literal("replaced"), v.literal("kept"));
export const writtenShape = v.object({ id: v.string(), outcome: outcomeValidator });
export type Written = Infer<typeof writtenShape>;

const fieldsValidator = v.record(v.string(), v.any());

export const writeArgs = {
  table: kennelTableValidator,
  rows: v.array(
    v.object({ formerId: v.string(), fields: fieldsValidator, losses: v.optional(v.array(v.string())) }),
  ),
  /** Records before these rows that were left out. */
  errors: v.array(restoreErrorValidator),
  /** Without files in the backup, records keep their current files. */
  includesPhotos: v.boolean(),
  /** Existing records stay unchanged, whatever the mode is. */
  keepsPresent: v.optional(v.boolean()),
  /** Writing continues here after this batch. */
  cursor: v.string(),
};

export interface Batch {
  readonly table: KennelTable;
  readonly rows: readonly {
    readonly formerId: string;
    readonly fields: BackupRow;
    readonly losses?: readonly string[] | undefined;
  }[];
  readonly errors: readonly RestoreError[];
  readonly includesPhotos: boolean;
  readonly keepsPresent?: boolean | undefined;
  readonly cursor: string;
}

export const linkArgs = {
  table: kennelTableValidator,
  rows: v.array(v.object({ id: v.string(), fields: fieldsValidator })),
  cursor: v.string(),
};

/** These references lead to records that are written later. */
export interface Links {
  readonly table: KennelTable;
  readonly rows: readonly { readonly id: string; readonly fields: BackupRow }[];
  readonly cursor: string;
}

/** A record keeps the values of these fields if the backup contains no files. */
const FIELDS_OF_FILES: Partial<Record<KennelTable, readonly string[]>> = {
  dogs: ["photoCount", "primaryPhotoId"],
  healthTests: ["certificate"],
};

/** Releases the former files of the record. */
async function replaceRow(
  ctx: MutationCtx,
  table: KennelTable,
  row: AnyRow,
  fields: BackupRow,
): Promise<void> {
  // The action has checked the fields against the table's validator. The database checks them again.
  await ctx.db.replace(table, row._id, fields as never);
  const kept = new Set(filesOf(table, fields));
  for (const file of filesOf(table, row)) if (!kept.has(file)) await releaseFile(ctx, file);
}

function withFilesOf(table: KennelTable, row: BackupRow, fields: BackupRow): BackupRow {
  const names = FIELDS_OF_FILES[table] ?? [];
  const own = names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  return { ...fields, ...Object.fromEntries(own) };
}

/**
 * A restored reminder sends no notices while other records are still being written; its notices are calculated at
 * the end. A reminder that already existed keeps its notices.
 */
const withNotices = (table: KennelTable, fields: BackupRow, row?: AnyRow): BackupRow => {
  if (table === "reminders")
    return { ...fields, notifyAt: row && "notifyAt" in row ? row.notifyAt : undefined };
  // The pedigrees are packed at the end.
  return table === "dogs" ? { ...fields, pedigreePlace: undefined } : fields;
};

/** Other records depend on these fields. */
async function keptFields(
  ctx: MutationCtx,
  table: KennelTable,
  row: AnyRow,
  fields: BackupRow,
): Promise<ReturnType<typeof keepFormer>> {
  const errors = isRecordTable(table)
    ? // The row and the fields belong to the table.
      await checkOf(table)?.replacing?.(ctx, row as never, fields)
    : undefined;
  return keepFormer(table, row, fields, errors ?? {});
}

/** A restore must leave a sealed row unchanged. */
const isSealed = (table: KennelTable, row: AnyRow): boolean =>
  // The row belongs to the table.
  isRecordTable(table) && checkOf(table)?.isSealed?.(row as never) === true;

async function writeRow(
  ctx: MutationCtx,
  { kennelId, mode, _id: restoreId }: Doc<"restores">,
  { table, includesPhotos, keepsPresent }: Batch,
  { formerId, fields }: Batch["rows"][number],
  tellLosses: (losses: readonly string[]) => void,
): Promise<Written> {
  const found = await findCurrent(ctx, { kennelId, restoreId }, table, formerId);
  const twin = found ? null : await findTwin(ctx, kennelId, table, fields);
  const row = found?.row ?? twin;
  if (!row) {
    const added = await withBytes(ctx, table, { ...withNotices(table, fields), kennelId });
    // The fields were checked against the table's validator, as above.
    const currentId: string = await ctx.db.insert(table, added as never);
    await rememberId(ctx, { kennelId, formerId, currentId, restoreId });
    return { id: currentId, outcome: "added" };
  }
  if (twin) await rememberId(ctx, { kennelId, formerId, currentId: twin._id, restoreId, isTwin: true });
  const isOwn = found?.isOwn === true;
  if (!isOwn && isSealed(table, row)) return { id: row._id, outcome: "kept" };
  if ((mode === "add" || keepsPresent === true) && !isOwn) return { id: row._id, outcome: "kept" };
  const kept = mode === "exact" ? { row: fields, losses: [] } : await keptFields(ctx, table, row, fields);
  tellLosses(kept.losses);
  const all = includesPhotos ? kept.row : withFilesOf(table, row, kept.row);
  const next = await withBytes(ctx, table, { ...withNotices(table, all, row), kennelId });
  await replaceRow(ctx, table, row, next);
  return { id: row._id, outcome: isOwn ? "added" : "replaced" };
}

export const withErrors = (
  { errors, errorCount }: Doc<"restores">,
  more: readonly RestoreError[],
): Pick<Doc<"restores">, "errors" | "errorCount"> => ({
  errors: [...errors, ...more].slice(0, MAX_ERRORS),
  errorCount: errorCount + more.length,
});

/** Returns what happened to each record; null if a newer attempt has replaced this attempt. */
export async function writeRows(ctx: MutationCtx, work: Try, batch: Batch): Promise<Written[] | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const { rows, errors, cursor } = batch;
  const written: Written[] = [];
  const losses: RestoreError[] = [];
  for (const row of rows) {
    const tell = (messages: readonly string[]) =>
      losses.push(...messages.map((message) => ({ kind: batch.table, id: row.formerId, message })));
    const result = await writeRow(ctx, restore, batch, row, tell);
    if (result.outcome !== "kept") tell(row.losses ?? []);
    written.push(result);
  }
  const count = (wanted: Written["outcome"]): number =>
    written.filter(({ outcome }) => outcome === wanted).length;
  await ctx.db.patch("restores", restore._id, {
    done: restore.done + rows.length + errors.length,
    added: restore.added + count("added"),
    replaced: restore.replaced + count("replaced"),
    ...withErrors(restore, [...errors, ...losses]),
    cursor,
    tries: 0,
    stateSince: Date.now(),
  });
  return written;
}

/**
 * The references were unknown when the records were written. Returns false if a newer attempt has replaced this
 * attempt.
 */
export async function linkRows(
  ctx: MutationCtx,
  work: Try,
  { table, rows, cursor }: Links,
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  for (const { id, fields } of rows) {
    const row = await getRow(ctx, restore.kennelId, table, id);
    // The fields belong to a record that was checked.
    if (row) await ctx.db.patch(table, row._id, fields as never);
  }
  await ctx.db.patch("restores", restore._id, { cursor, tries: 0, stateSince: Date.now() });
  return true;
}

/** Rows of these tables are deleted together with a record that is missing in the backup. */
const GONE_WITH: readonly KennelTable[] = [
  ...(["activities", "calendarFeeds"] as const),
  ...FILE_TABLES.filter((table) => table !== "signings"),
];

/** The references from a signed document to the records that it is about. */
const HELD: readonly string[] = ["breedings", "litters", "puppies", "placements", "signings"];
const MOST_HELD = 50;

/** A record is kept if a kept document refers to it. The documents that are not kept were removed before. */
async function isHeld(
  ctx: QueryCtx,
  table: string,
  row: { kennelId: Id<"kennels">; _id: string },
): Promise<boolean> {
  for (const { table: child, field, rule } of namingsOf(table)) {
    if (!HELD.includes(child)) continue;
    // The compiler cannot check the index, because the table is known only from the rule.
    const rows = await ctx.db
      .query(child as "dogs")
      .withIndex(rule.by as "by_kennel_and_sire_and_birth", (q) =>
        q.eq("kennelId", row.kennelId).eq(field as "sireId", row._id as Id<"dogs">),
      )
      .take(child === "signings" ? 1 : MOST_HELD);
    for (const each of rows) if (child === "signings" || (await isHeld(ctx, child, each))) return true;
  }
  return false;
}

const hasSignings = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  (await ctx.db
    .query("signings")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId))
    .first()) !== null;

const AT_ONCE: Course = { letFileGo: async (ctx, file) => await releaseFile(ctx, file) };

/** Also deletes the records' files. */
export async function removeRows(
  ctx: MutationCtx,
  work: Try,
  table: KennelTable,
  ids: readonly string[],
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  let removed = 0;
  const { kennelId } = restore;
  const mayBeHeld = await hasSignings(ctx, kennelId);
  for (const id of ids) {
    const row = await getRow(ctx, kennelId, table, id);
    if (!row || isSealed(table, row)) continue;
    if (mayBeHeld && (await isHeld(ctx, table, { kennelId, _id: row._id }))) continue;
    await releaseRow(ctx, table, row, { among: GONE_WITH, course: AT_ONCE });
    await ctx.db.delete(table, row._id);
    for (const file of filesOf(table, row)) await releaseFile(ctx, file);
    removed += 1;
  }
  const { _id, removed: before } = restore;
  await ctx.db.patch("restores", _id, { removed: before + removed, tries: 0, stateSince: Date.now() });
  return true;
}

/** Newer records of a table are kept if a backup cannot contain them. */
export const isSpared = (table: KennelTable, includesPhotos: boolean): boolean =>
  !includesPhotos && isFileTable(table);

/** In the mode that only adds records, only empty fields are filled. */
export async function writeKennel(
  ctx: MutationCtx,
  work: Try,
  {
    details,
    includesPhotos,
    losses,
  }: { details: BackupRow; includesPhotos: boolean; losses: readonly string[] },
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  const kennel = restore && (await ctx.db.get("kennels", restore.kennelId));
  if (!restore || !kennel) return false;
  const before: BackupRow = kennel;
  const logo = includesPhotos ? details.logo : before.logo;
  // If the name in the backup is invalid, the kennel keeps its name.
  const whole = {
    name: kennel.name,
    ...details,
    ownerId: kennel.ownerId,
    ...(logo === undefined ? {} : { logo }),
  };
  const fields: BackupRow = restore.mode === "add" ? { ...whole, ...before } : whole;
  const { _id, _creationTime, ...rest } = fields;
  // The action has checked the fields against the table's validator. The database checks them again.
  await ctx.db.replace("kennels", kennel._id, (await withBytes(ctx, "kennels", rest)) as never);
  if (restore.mode !== "add") {
    const errors = losses.map((message) => ({ kind: "kennel", id: "kennel", message }));
    await ctx.db.patch("restores", restore._id, withErrors(restore, errors));
  }
  const { logo: after } = (await ctx.db.get("kennels", kennel._id)) ?? {};
  if (kennel.logo && kennel.logo.storageId !== after?.storageId) {
    await releaseFile(ctx, kennel.logo.storageId);
    // The time is part of the logo's address, so that browsers load the new logo.
    if (after) await ctx.db.patch("kennels", kennel._id, { logo: { ...after, setAt: Date.now() } });
  }
  return true;
}

/**
 * Writing the records of a backup back, each batch a transaction. A record is found by its id, or by the id it had in
 * the backup when an earlier restore added it; whatever is written again after a crash finds what is there.
 */
import { v, type Infer } from "convex/values";
import { FILE_TABLES } from "./backupTables";
import type { BackupRow } from "../../domain/backup/format";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { releaseFile } from "./heldFiles";
import { kennelTableValidator, type KennelTable } from "./kennelRemoval";
import { restoreOf, type Try } from "./restores";
import { listReferences } from "./tableReferences";

/** What became of a record: added, put in the place of the one that was there, or that one left as it is. */
const outcomeValidator = v.union(v.literal("added"), v.literal("replaced"), v.literal("kept"));
export const writtenShape = v.object({ id: v.string(), outcome: outcomeValidator });
export type Written = Infer<typeof writtenShape>;

export const writeArgs = {
  table: kennelTableValidator,
  rows: v.array(v.object({ formerId: v.string(), fields: v.record(v.string(), v.any()) })),
  /** Whether the records were written before, and now get the references that were not known then. */
  isLinking: v.boolean(),
  /** Whether files travel with the backup; else records keep the files that they have. */
  includesPhotos: v.boolean(),
};

/** What is to be written of one table. */
export interface Batch {
  readonly table: KennelTable;
  readonly rows: readonly { readonly formerId: string; readonly fields: BackupRow }[];
  readonly isLinking: boolean;
  readonly includesPhotos: boolean;
}

/** Fields that tell of files, which a record keeps when the backup has none. */
const FIELDS_OF_FILES: Partial<Record<KennelTable, readonly string[]>> = {
  dogs: ["photoCount", "primaryPhotoId"],
  healthTests: ["certificate"],
};

/** New ids that follow each other; each restore of a record that was deleted since adds one. */
const MAX_HOPS = 50;

type AnyRow = Doc<KennelTable>;

interface Found {
  readonly row: AnyRow;
  /** Whether this restore has added it. */
  readonly isOwn: boolean;
}

async function getRow(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  table: KennelTable,
  id: string,
): Promise<AnyRow | null> {
  const known = ctx.db.normalizeId(table, id);
  const row = known && (await ctx.db.get(table, known));
  return row && row.kennelId === kennelId ? row : null;
}

const formerIdOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  formerId: string,
): Promise<Doc<"formerIds"> | null> =>
  await ctx.db
    .query("formerIds")
    .withIndex("by_kennel_and_former", (q) => q.eq("kennelId", kennelId).eq("formerId", formerId))
    .unique();

/** Finds the record that an id of a backup stands for in the kennel now. */
export async function findCurrent(
  ctx: QueryCtx,
  { kennelId, restoreId }: { kennelId: Id<"kennels">; restoreId?: Id<"restores"> },
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
    isOwn = former.restoreId === restoreId;
  }
  return null;
}

async function rememberId(
  ctx: MutationCtx,
  former: Omit<Doc<"formerIds">, "_id" | "_creationTime">,
): Promise<void> {
  const known = await formerIdOf(ctx, former.kennelId, former.formerId);
  if (known) await ctx.db.replace("formerIds", known._id, former);
  else await ctx.db.insert("formerIds", former);
}

const filesOf = (table: KennelTable, row: BackupRow): Id<"_storage">[] =>
  listReferences(table, row).flatMap(
    ({ id, table: owner }) => (owner === "_storage" ? [id as Id<"_storage">] : []), // the schema says that it is a file's
  );

/** Puts a record in the place of another and lets its former files go. */
async function replaceRow(
  ctx: MutationCtx,
  table: KennelTable,
  row: AnyRow,
  fields: BackupRow,
): Promise<void> {
  // The action has checked the fields against the table's validator, and the database does so again.
  await ctx.db.replace(table, row._id, fields as never);
  const kept = new Set(filesOf(table, fields));
  for (const file of filesOf(table, row)) if (!kept.has(file)) await releaseFile(ctx, file);
}

/** Gives a record the files that the one in its place has. */
function withFilesOf(table: KennelTable, row: BackupRow, fields: BackupRow): BackupRow {
  const names = FIELDS_OF_FILES[table] ?? [];
  const own = names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  return { ...fields, ...Object.fromEntries(own) };
}

/** Writes a batch of records; answers what became of each, or null for a try that was given up on. */
export async function writeRows(
  ctx: MutationCtx,
  work: Try,
  { table, rows, isLinking, includesPhotos }: Batch,
): Promise<Written[] | null> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return null;
  const { kennelId, mode, _id: restoreId } = restore;
  const written: Written[] = [];
  for (const { formerId, fields } of rows) {
    const found = await findCurrent(ctx, { kennelId, restoreId }, table, formerId);
    if (!found) {
      // The same as above: checked against the table's validator.
      const currentId: string = await ctx.db.insert(table, { ...fields, kennelId } as never);
      await rememberId(ctx, { kennelId, formerId, currentId, restoreId });
      written.push({ id: currentId, outcome: "added" });
    } else if (mode === "add" && !found.isOwn && !isLinking) {
      written.push({ id: found.row._id, outcome: "kept" });
    } else {
      const all = includesPhotos ? fields : withFilesOf(table, found.row, fields);
      await replaceRow(ctx, table, found.row, { ...all, kennelId });
      written.push({ id: found.row._id, outcome: found.isOwn ? "added" : "replaced" });
    }
  }
  const count = (wanted: Written["outcome"]): number =>
    isLinking ? 0 : written.filter(({ outcome }) => outcome === wanted).length;
  await ctx.db.patch("restores", restoreId, {
    done: restore.done + (isLinking ? 0 : rows.length),
    added: restore.added + count("added"),
    replaced: restore.replaced + count("replaced"),
    stateSince: Date.now(),
  });
  return written;
}

/** Deletes records that the backup does not have, with their files. */
export async function removeRows(
  ctx: MutationCtx,
  work: Try,
  table: KennelTable,
  ids: readonly string[],
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  if (!restore) return false;
  let removed = 0;
  for (const id of ids) {
    const row = await getRow(ctx, restore.kennelId, table, id);
    if (!row) continue;
    if (table === "dogs") await removeCalendars(ctx, restore.kennelId, row._id as Id<"dogs">); // the table's own
    await ctx.db.delete(table, row._id);
    for (const file of filesOf(table, row)) await releaseFile(ctx, file);
    removed += 1;
  }
  const { _id, removed: before } = restore;
  await ctx.db.patch("restores", _id, { removed: before + removed, stateSince: Date.now() });
  return true;
}

/** Calendars of one dog; each person has one at most. */
const MOST_CALENDARS = 200;

async function removeCalendars(ctx: MutationCtx, kennelId: Id<"kennels">, dogId: Id<"dogs">): Promise<void> {
  const feeds = await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST_CALENDARS);
  for (const { _id } of feeds) await ctx.db.delete("calendarFeeds", _id);
}

/** Says whether a table's later records stay, because the backup cannot know of them. */
export const isSpared = (table: KennelTable, includesPhotos: boolean): boolean =>
  !includesPhotos && FILE_TABLES.has(table);

/** Writes the kennel's own details back; what is added only fills what is empty. */
export async function writeKennel(
  ctx: MutationCtx,
  work: Try,
  { details, includesPhotos }: { details: BackupRow; includesPhotos: boolean },
): Promise<boolean> {
  const restore = await restoreOf(ctx, work);
  const kennel = restore && (await ctx.db.get("kennels", restore.kennelId));
  if (!restore || !kennel) return false;
  const before: BackupRow = kennel;
  const logo = includesPhotos ? details.logo : before.logo;
  const whole = { ...details, ownerId: kennel.ownerId, ...(logo === undefined ? {} : { logo }) };
  const fields: BackupRow = restore.mode === "add" ? { ...whole, ...before } : whole;
  const { _id, _creationTime, ...rest } = fields;
  // Checked against the table's validator by the action, and by the database again.
  await ctx.db.replace("kennels", kennel._id, rest as never);
  const { logo: after } = (await ctx.db.get("kennels", kennel._id)) ?? {};
  if (kennel.logo && kennel.logo.storageId !== after?.storageId) {
    await releaseFile(ctx, kennel.logo.storageId);
    // Browsers keep a logo by its address, of which this is part.
    if (after) await ctx.db.patch("kennels", kennel._id, { logo: { ...after, setAt: Date.now() } });
  }
  return true;
}

/** Answers which ids outside of a backup are of records that its own may refer to: the kennel's own, and people. */
export async function findOutside(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  references: readonly { readonly table: string; readonly id: string }[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, id } of references) {
    // The names come from the schema's own validators.
    const name = table as KennelTable | "users";
    const known = ctx.db.normalizeId(name, id);
    const row = known && (await ctx.db.get(name, known));
    if (row && (!("kennelId" in row) || row.kennelId === kennelId)) found.push(id);
  }
  return found;
}

/** Reads a kennel for its backup, table by table and twice, so that what it answers was all there at one moment. */
import { checksumOf } from "../../domain/backup/checksum";
import type { BackupData, BackupRow } from "../../domain/backup/format";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { HeldFile } from "../model/backupMaking";
import { FILE_TABLES, BACKUP_TABLES } from "../model/backupTables";
import { rowsAtOnce, type KennelTable } from "../model/kennelRemoval";
import { listReferences, mapReferences } from "../model/tableReferences";

/** How much of the whole one reading of two is. */
const PASS_SHARE = 0.45;

/** Times that a kennel is read while people keep changing it. */
const MAX_PASSES = 6;

/** The least time between two words on how far the reading is. */
const NOTE_EVERY_MS = 3000;

/** Files that are held in one transaction. */
const HOLD_BATCH = 100;

/** What is told while the kennel is read, and asked whether to go on. */
export interface Watcher {
  readonly note: (progress: number) => Promise<void>;
  readonly hold: (storageIds: Id<"_storage">[]) => Promise<HeldFile[]>;
}

interface Reading {
  readonly kennelId: Id<"kennels">;
  readonly includesPhotos: boolean;
}

async function readTable(ctx: ActionCtx, kennelId: Id<"kennels">, table: KennelTable): Promise<BackupRow[]> {
  const rows: BackupRow[] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const paginationOpts = { numItems: rowsAtOnce(table), cursor };
    const page: { page: BackupRow[]; isDone: boolean; continueCursor: string } = await ctx.runQuery(
      internal.kennelRemoval.readRows,
      { kennelId, table, paginationOpts },
    );
    for (const { kennelId: _kennel, ...row } of page.page) rows.push(row);
    ({ isDone, continueCursor: cursor } = page);
  }
  return rows;
}

/** Takes out of a row what it would say of files that do not travel along. */
function withoutFiles(table: string, row: BackupRow): BackupRow {
  const { certificate: _certificate, ...test } = row;
  if (table === "healthTests") return test;
  const { primaryPhotoId: _photo, ...dog } = row;
  return table === "dogs" ? { ...dog, photoCount: 0 } : row;
}

async function readOnce(
  ctx: ActionCtx,
  { kennelId, includesPhotos }: Reading,
  onTable: (share: number) => Promise<void>,
): Promise<BackupData> {
  const kennel = await ctx.runQuery(internal.backups.readKennel, { kennelId });
  if (!kennel) throw new Error("The kennel is gone");
  const { logo, ...details } = kennel;
  const data: BackupData = { kennel: [includesPhotos && logo ? { ...details, logo } : details] };
  for (const [place, table] of BACKUP_TABLES.entries()) {
    await onTable(place / BACKUP_TABLES.length);
    if (!includesPhotos && FILE_TABLES.has(table)) continue;
    const rows = await readTable(ctx, kennelId, table);
    data[table] = includesPhotos ? rows : rows.map((row) => withoutFiles(table, row));
  }
  return data;
}

const tableOf = (kind: string): KennelTable | "kennels" =>
  // A backup's data was read under these names.
  kind === "kennel" ? "kennels" : (kind as KennelTable);

/** Lists the stored files that records name. */
function filesIn(data: BackupData): Set<Id<"_storage">> {
  const ids = new Set<Id<"_storage">>();
  for (const [kind, rows] of Object.entries(data)) {
    for (const row of rows) {
      for (const { id, table } of listReferences(tableOf(kind), row)) {
        if (table === "_storage") ids.add(id as Id<"_storage">); // the schema says that it is a file's
      }
    }
  }
  return ids;
}

/** Puts the hashes of files in the place of where they are stored. */
const withHashes = (data: BackupData, held: ReadonlyMap<string, HeldFile>): BackupData =>
  Object.fromEntries(
    Object.entries(data).map(([kind, rows]) => [
      kind,
      rows.map((row) =>
        mapReferences(tableOf(kind), row, (id, table) =>
          table === "_storage" ? (held.get(id)?.sha256 ?? id) : id,
        ),
      ),
    ]),
  );

/** The records of a kennel as they were at one moment, with the files that they name. */
export interface KennelReading {
  readonly data: BackupData;
  readonly checksum: string;
  readonly files: readonly HeldFile[];
  readonly takenAt: number;
}

/**
 * Reads a kennel until two readings are the same: then everything in it stood so at the moment between them. Files are
 * held as soon as they are seen, so that none goes while the rest is read.
 */
export async function readKennel(ctx: ActionCtx, reading: Reading, watcher: Watcher): Promise<KennelReading> {
  const held = new Map<string, HeldFile>();
  let last = "";
  let notedAt = Date.now();
  const note = async (progress: number) => {
    if (Date.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = Date.now();
    await watcher.note(Math.min(0.9, progress));
  };
  for (let pass = 1; ; pass += 1) {
    const takenAt = Date.now();
    const found = await readOnce(ctx, reading, async (share) => {
      await note((pass - 1 + share) * PASS_SHARE);
    });
    const ids = filesIn(found);
    const fresh = [...ids].filter((id) => !held.has(id));
    for (let at = 0; at < fresh.length; at += HOLD_BATCH) {
      for (const file of await watcher.hold(fresh.slice(at, at + HOLD_BATCH))) held.set(file.storageId, file);
      await note(pass * PASS_SHARE);
    }
    const data = withHashes(found, held);
    const checksum = await checksumOf(data);
    if (checksum === last || pass === MAX_PASSES) {
      return {
        data,
        checksum,
        takenAt,
        files: [...held.values()].filter(({ storageId }) => ids.has(storageId)),
      };
    }
    last = checksum;
    await watcher.note(Math.min(0.9, pass * PASS_SHARE));
  }
}

/**
 * Reads a kennel for its backup until two successive readings are equal, so that the result is one consistent
 * snapshot.
 */
import type { BackupRow } from "../../../domain/backups/format";
import { RecordsWriter, type WrittenRecords } from "../../../domain/backups/records-writer";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { ArchiveFile } from "../model/backupMaking";
import { BACKUP_TABLES, isFileTable } from "../model/backupTables";
import type { KennelTable } from "../../platform/model/changes/kennelTables";
import { tablePages } from "../../kennels/model/kennelRows";
import { listReferences, mapReferences } from "../../platform/model/changes/tableReferences";
import { chunks } from "./restoreMapping";

/** Each of the two readings has this share of the whole progress. */
const PASS_SHARE = 0.45;

/** People may keep changing the kennel. */
const MAX_PASSES = 6;

const NOTE_EVERY_MS = 3000;

/** One transaction protects this many files from deletion. */
const HOLD_BATCH = 100;

/** `note` receives the progress; `hold` protects files from deletion and returns them. */
export interface Watcher {
  readonly note: (progress: number) => Promise<void>;
  readonly hold: (storageIds: Id<"_storage">[]) => Promise<ArchiveFile[]>;
}

interface Reading {
  readonly kennelId: Id<"kennels">;
  readonly includesPhotos: boolean;
}

type Kind = KennelTable | "kennel";

/** The kinds are sorted by name, as in a backup. */
const KINDS: readonly Kind[] = (["kennel", ...BACKUP_TABLES] satisfies Kind[]).sort();

/** Removes the fields that a backup without photos must not contain. */
function withoutFiles(kind: Kind, row: BackupRow): BackupRow {
  const { certificate: _certificate, ...test } = row;
  if (kind === "healthTests") return test;
  const { logo: _logo, ...kennel } = row;
  if (kind === "kennel") return kennel;
  const { primaryPhotoId: _photo, ...dog } = row;
  return kind === "dogs" ? { ...dog, photoCount: 0 } : row;
}

export interface KennelReading extends WrittenRecords {
  readonly kennelName: string;
  readonly files: readonly ArchiveFile[];
  readonly takenAt: number;
}

/** Records are written as they arrive, so that nothing else is stored in memory. */
class KennelReader {
  private readonly writer = new RecordsWriter();
  private readonly named = new Set<string>();
  private kennelName = "";

  /** `held` contains the files that this reading and earlier readings have protected from deletion. */
  constructor(
    private readonly ctx: ActionCtx,
    private readonly reading: Reading,
    private readonly hold: Watcher["hold"],
    private readonly held: Map<string, ArchiveFile>,
  ) {}

  /** `onPage` receives the share that has been read. */
  async read(onPage: (share: number) => Promise<void>): Promise<KennelReading> {
    const takenAt = Date.now();
    for (const [place, kind] of KINDS.entries()) {
      if (!this.reading.includesPhotos && isFileTable(kind)) continue;
      this.writer.begin(kind);
      if (kind === "kennel") await this.readKennelItself();
      else await this.readTable(kind, async () => await onPage(place / KINDS.length));
    }
    const files = [...this.held.values()].filter(({ storageId }) => this.named.has(storageId));
    return { ...this.writer.finish(), kennelName: this.kennelName, files, takenAt };
  }

  private async readKennelItself(): Promise<void> {
    const kennel: BackupRow | null = await this.ctx.runQuery(internal.backups.backups.readKennel, {
      kennelId: this.reading.kennelId,
    });
    if (!kennel) throw new Error("The kennel no longer exists");
    this.kennelName = String(kennel.name);
    await this.add("kennel", [kennel]);
  }

  private async readTable(table: KennelTable, onPage: () => Promise<void>): Promise<void> {
    for await (const rows of tablePages(this.ctx, this.reading.kennelId, table)) {
      await onPage();
      await this.add(
        table,
        rows.map(({ kennelId: _kennel, ...row }) => row),
      );
    }
  }

  /** Files are written by their hash instead of their storage id. */
  private async add(kind: Kind, found: readonly BackupRow[]): Promise<void> {
    const { includesPhotos } = this.reading;
    const rows = includesPhotos ? found : found.map((row) => withoutFiles(kind, row));
    const table = kind === "kennel" ? "kennels" : kind;
    await this.holdFilesOf(table, rows);
    const withHash = (id: string, owner: string | undefined) =>
      owner === "_storage" ? (this.held.get(id)?.sha256 ?? id) : id;
    this.writer.add(rows.map((row) => mapReferences(table, row, withHash)));
  }

  /**
   * Protects files from deletion as soon as a row refers to them, because the reading of the other rows takes time.
   */
  private async holdFilesOf(table: KennelTable | "kennels", rows: readonly BackupRow[]): Promise<void> {
    const fresh = new Set<Id<"_storage">>();
    for (const row of rows) {
      for (const { id, table: owner } of listReferences(table, row)) {
        if (owner !== "_storage") continue;
        this.named.add(id);
        if (!this.held.has(id)) fresh.add(id as Id<"_storage">); // The schema says that this id refers to a file.
      }
    }
    for (const ids of chunks([...fresh], HOLD_BATCH)) {
      for (const file of await this.hold(ids)) this.held.set(file.storageId, file);
    }
  }
}

/** The result is a snapshot of a moment between two equal readings. */
export async function readKennel(ctx: ActionCtx, reading: Reading, watcher: Watcher): Promise<KennelReading> {
  const held = new Map<string, ArchiveFile>();
  let last = "";
  let notedAt = Date.now();
  for (let pass = 1; ; pass += 1) {
    const found = await new KennelReader(ctx, reading, watcher.hold, held).read(async (share) => {
      if (Date.now() - notedAt < NOTE_EVERY_MS) return;
      notedAt = Date.now();
      await watcher.note(Math.min(0.9, (pass - 1 + share) * PASS_SHARE));
    });
    if (found.checksum === last || pass === MAX_PASSES) return found;
    last = found.checksum;
    await watcher.note(Math.min(0.9, pass * PASS_SHARE));
  }
}

/**
 * Exports of the whole database, one at a time. A snapshot is taken immediately and written to a file while other
 * work continues. The newest file can be downloaded until the next export or start. If stored files are deleted
 * during the export, their content is kept until it has ended.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { EXPORTS_FOLDER } from "../data-folder.js";
import type { Database, DatabaseSnapshot } from "../database/api.js";
import type { FileStore } from "../files/file-store.js";
import { HttpError } from "../http/responses.js";
import { fileNames, writeSnapshot } from "./snapshot-writer.js";
import { int64, removeOldExports, setExport, type EncodedInteger, type ExportState } from "./states.js";

export interface ExportServices {
  readonly database: Database;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly deploymentName: string;
  readonly onError: (error: unknown) => void;
}

export interface ExportFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

const PROGRESS_EVERY_MS = 1000;

export class SnapshotExports {
  private running: Promise<void> | null = null;
  private readonly stop = new AbortController();

  constructor(private readonly services: ExportServices) {}

  /** Throws ExportInProgress if another export is running. */
  async request(includeStorage: boolean): Promise<void> {
    if (this.running !== null) {
      throw new HttpError(400, "ExportInProgress", "There is already an export requested or in progress.");
    }
    let isBegun = () => {};
    const begun = new Promise<void>((resolve) => (isBegun = resolve));
    this.running = this.run(includeStorage, isBegun)
      .catch(this.services.onError)
      .finally(() => {
        this.running = null;
        isBegun();
      });
    await begun;
  }

  /** `ts` is the timestamp of the snapshot. Returns null if there is no such export. */
  find(ts: string): ExportFile | null {
    if (!/^\d{1,20}$/.test(ts)) return null;
    const file = this.fileOf(ts);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return null;
    return { path: file, size, name: `snapshot_${this.services.deploymentName}_${ts}.zip` };
  }

  async close(): Promise<void> {
    this.stop.abort(new Error("The runtime stops."));
    await this.running;
  }

  private fileOf(ts: string): string {
    return path.join(this.services.dataDir, EXPORTS_FOLDER, `${ts}.zip`);
  }

  private async run(includeStorage: boolean, isBegun: () => void): Promise<void> {
    const { database, files, dataDir } = this.services;
    await database.whenIdle();
    const snapshot = database.openSnapshot();
    const start_ts = int64(snapshot.ts);
    const names = includeStorage ? fileNames(snapshot, snapshot.tables()).all() : [];
    const letGo = files.keepContent(names);
    try {
      await this.note({ state: "in_progress", start_ts, progress_message: "Beginning backup" });
      isBegun();
      removeOldExports(dataDir);
      mkdirSync(path.join(dataDir, EXPORTS_FOLDER), { recursive: true });
      await this.write(snapshot, includeStorage, start_ts);
      const complete_ts = int64(database.latestTs);
      const zip_object_key = path.basename(this.fileOf(String(snapshot.ts)));
      await this.note({ state: "completed", start_ts, complete_ts, zip_object_key });
    } catch (error) {
      rmSync(this.fileOf(String(snapshot.ts)), { force: true });
      if (this.stop.signal.aborted) return;
      await this.note({ state: "failed", start_ts });
      throw error;
    } finally {
      snapshot.close();
      await letGo();
    }
  }

  private async write(snapshot: DatabaseSnapshot, includeStorage: boolean, start_ts: EncodedInteger) {
    let toldAt = performance.now();
    const onProgress = (progress_message: string) => {
      if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
      toldAt = performance.now();
      this.note({ state: "in_progress", start_ts, progress_message }).catch(this.services.onError);
    };
    await writeSnapshot({
      ...{ snapshot, includeStorage, onProgress },
      target: this.fileOf(String(snapshot.ts)),
      openContent: (uuid) => this.services.files.openContent(uuid),
      signal: this.stop.signal,
    });
  }

  private async note(state: ExportState): Promise<void> {
    await this.services.database.write((tx) => setExport(tx, state));
  }
}

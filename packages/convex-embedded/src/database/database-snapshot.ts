/**
 * One moment of the whole database, for long reads: every table of every component, with its documents as they are
 * stored. Documents are read in pages, so that readers need little memory and other work can run in between.
 */
import { openFileSnapshot } from "../storage/snapshot.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { DatabaseSnapshot, DocumentText, SnapshotTable, Timestamp } from "./api.js";
import { BY_CREATION_TIME, componentAndName } from "./catalog.js";

const PAGE_ROWS = 256;

/** `ts` is the newest commit in the snapshot. */
export function openDatabaseSnapshot(path: string, ts: Timestamp): DatabaseSnapshot {
  return new FileSnapshot(openFileSnapshot(path), ts);
}

class FileSnapshot implements DatabaseSnapshot {
  readonly #page: Statement<[key: Uint8Array, json: string]>;
  #isClosed = false;

  constructor(
    private readonly sqlite: Sqlite,
    readonly ts: Timestamp,
  ) {
    this.#page = sqlite.prepare(
      "SELECT e.key, d.json FROM index_entries e JOIN documents d ON d.seq = e.seq " +
        "WHERE e.index_id = ? AND e.key > ? ORDER BY e.key LIMIT ?",
    );
  }

  tables(): SnapshotTable[] {
    const rows = this.sqlite.prepare<[key: number, number: number, name: string, documents: number]>(
      "SELECT t.key, t.number, t.name, (SELECT count(*) FROM index_entries e WHERE e.index_id = i.id) " +
        "FROM tables t JOIN indexes i ON i.table_key = t.key AND i.name = ? ORDER BY t.number, t.key",
    );
    return rows
      .all([BY_CREATION_TIME])
      .map(([key, number, name, documents]) => ({ ...componentAndName(name), key, number, documents }));
  }

  *documents(tableKey: number): Generator<readonly DocumentText[]> {
    const find = this.sqlite.prepare<[number]>("SELECT id FROM indexes WHERE table_key = ? AND name = ?");
    const indexId = find.get([tableKey, BY_CREATION_TIME])?.[0];
    if (indexId === undefined) return;
    let after = new Uint8Array();
    while (!this.#isClosed) {
      const rows = this.#page.all([indexId, after, PAGE_ROWS]);
      if (rows.length > 0) yield rows.map(([, json]) => json);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_ROWS) return;
      after = new Uint8Array(last[0]);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.sqlite.close();
  }
}

/**
 * The layout of the database file, as the ordered steps that lead to it. The file's `user_version` is the number of
 * completed steps. A released step never changes: a new layout is a new step.
 */
import type { Sqlite } from "./sqlite.js";

const STEPS: readonly string[] = [
  `
  CREATE TABLE documents (
    seq INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    json TEXT NOT NULL
  );
  CREATE TABLE index_entries (
    index_id INTEGER NOT NULL,
    key BLOB NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (index_id, key)
  ) WITHOUT ROWID;
  CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  );
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    UNIQUE (table_number, name)
  );
  CREATE TABLE session_requests (
    seq INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    ts TEXT NOT NULL,
    result TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    UNIQUE (session, request)
  );
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE clock (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    ts TEXT NOT NULL,
    creation_time REAL NOT NULL
  );
  INSERT INTO clock (only_row, ts, creation_time) VALUES (1, '0', 0);
  `,
  `
  CREATE TABLE search_indexes (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    definition TEXT NOT NULL
  );
  CREATE TABLE search_documents (
    entry INTEGER PRIMARY KEY,
    index_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    creation_time REAL NOT NULL,
    length INTEGER NOT NULL,
    counts TEXT NOT NULL,
    UNIQUE (index_id, seq)
  );
  CREATE VIRTUAL TABLE search_tokens USING fts5(
    tokens, content='', contentless_delete=1, detail=none, tokenize='ascii'
  );
  CREATE TABLE vectors (
    entry INTEGER PRIMARY KEY,
    index_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (index_id, seq)
  );
  CREATE TABLE vector_filters (
    index_id INTEGER NOT NULL,
    field INTEGER NOT NULL,
    value BLOB NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (index_id, field, value, seq)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE unfilled_indexes (
    kind TEXT NOT NULL,
    index_id INTEGER NOT NULL,
    done_until BLOB NOT NULL,
    PRIMARY KEY (kind, index_id)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE doomed_indexes (
    kind TEXT NOT NULL,
    index_id INTEGER NOT NULL,
    PRIMARY KEY (kind, index_id)
  ) WITHOUT ROWID;
  `,
  // Tables of two components may have the same number in their ids, so the file uses another key.
  `
  ALTER TABLE tables RENAME COLUMN number TO key;
  ALTER TABLE tables ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
  UPDATE tables SET number = key;
  ALTER TABLE indexes RENAME COLUMN table_number TO table_key;
  ALTER TABLE search_indexes RENAME COLUMN table_number TO table_key;
  `,
  // The caller of the mutation. Null if nobody was signed in, and in entries from before this was stored.
  `
  ALTER TABLE session_requests ADD COLUMN caller TEXT;
  `,
];

export const CURRENT_VERSION = STEPS.length;

export function versionOf(sqlite: Sqlite): number {
  return sqlite.prepare<[number]>("PRAGMA user_version").get([])?.[0] ?? 0;
}

/** Each step runs in a separate transaction. */
export function migrate(sqlite: Sqlite): void {
  for (let version = versionOf(sqlite); version < CURRENT_VERSION; version += 1) {
    const step = STEPS[version] ?? "";
    sqlite.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${version + 1}; COMMIT;`);
  }
}

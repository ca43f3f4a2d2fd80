/**
 * The answers of mutations that clients may send again, kept in the transaction that made them, so that a
 * mutation and the memory of it are durable together. Old answers are dropped a few at a time, by the
 * transactions that add new ones.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { Timestamp } from "./api.js";

const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const PRUNE_EVERY = 32;
const PRUNE_AT_MOST = 128;

export class SessionRequests {
  readonly #find: Statement<[ts: string, result: string]>;
  readonly #insert: Statement<[]>;
  readonly #prune: Statement<[]>;

  constructor(sqlite: Sqlite) {
    this.#find = sqlite.prepare("SELECT ts, result FROM session_requests WHERE session = ? AND request = ?");
    this.#insert = sqlite.prepare(
      "INSERT INTO session_requests (session, request, ts, result, recorded_at) VALUES (?, ?, ?, ?, ?)",
    );
    // Rows are numbered in the order they were added, so the oldest are found without an index on time.
    this.#prune = sqlite.prepare(
      "DELETE FROM session_requests WHERE recorded_at < ? AND seq IN " +
        "(SELECT seq FROM session_requests ORDER BY seq LIMIT ?)",
    );
  }

  /** Answers what was recorded, or null. */
  find(sessionId: string, requestId: number): { ts: Timestamp; result: string } | null {
    const row = this.#find.get([sessionId, requestId]);
    return row === undefined ? null : { ts: BigInt(row[0]), result: row[1] };
  }

  /** Records an answer in the open transaction. */
  record(sessionId: string, requestId: number, ts: Timestamp, result: string, nowMs: number): void {
    const seq = this.#insert.run([sessionId, requestId, String(ts), result, nowMs]);
    if (seq % PRUNE_EVERY === 0) this.#prune.run([nowMs - KEEP_MS, PRUNE_AT_MOST]);
  }
}

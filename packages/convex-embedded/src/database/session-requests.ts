/**
 * Stores the results of mutations that clients may send again. A result is stored in its mutation's transaction, so
 * that both are durable together. Each transaction that adds a result deletes a few old ones. Sessions number their
 * requests, so that most requests are known to be new without reading the file. The age of a result grows by at
 * most one day between two requests, so that a clock that jumps ahead does not make all results old. Only the
 * caller of a mutation gets its result.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { SessionRequest, StoredAnswer } from "./api.js";

const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_STEP_MS = 24 * 60 * 60 * 1000;
const PRUNE_EVERY = 32;
const PRUNE_AT_MOST = 128;
const MAX_KNOWN_SESSIONS = 1000;

export class SessionRequests {
  readonly #find: Statement<[ts: string, result: string, caller: string | null]>;
  readonly #insert: Statement<[]>;
  readonly #prune: Statement<[]>;
  readonly #findHighest: Statement<[request: number | null]>;
  readonly #findNewest: Statement<[recordedAt: number]>;
  /** Null before the first request. `timeMs` is the time that has counted until then. */
  #last: { readonly nowMs: number; readonly timeMs: number } | null = null;
  /** The highest recorded request of each session. The most recently used sessions are last. */
  readonly #highest = new Map<string, number>();

  constructor(sqlite: Sqlite) {
    this.#find = sqlite.prepare(
      "SELECT ts, result, caller FROM session_requests WHERE session = ? AND request = ?",
    );
    this.#findHighest = sqlite.prepare("SELECT max(request) FROM session_requests WHERE session = ?");
    this.#findNewest = sqlite.prepare("SELECT recorded_at FROM session_requests ORDER BY seq DESC LIMIT 1");
    this.#insert = sqlite.prepare(
      "INSERT INTO session_requests (session, request, ts, result, recorded_at, caller) VALUES (?, ?, ?, ?, ?, ?)",
    );
    // Rows are numbered in the order in which they were added, so the oldest ones are found without an index on
    // time.
    this.#prune = sqlite.prepare(
      "DELETE FROM session_requests WHERE recorded_at < ? AND seq IN " +
        "(SELECT seq FROM session_requests ORDER BY seq LIMIT ?)",
    );
  }

  find({ sessionId, requestId, caller }: SessionRequest): StoredAnswer | "another caller's" | null {
    if (requestId > this.#highestOf(sessionId)) return null;
    const row = this.#find.get([sessionId, requestId]);
    if (row === undefined) return null;
    const [ts, result, owner] = row;
    return owner === null || owner === caller ? { ts: BigInt(ts), result } : "another caller's";
  }

  /** Must be called in the open transaction. */
  record(
    { sessionId, requestId, caller }: SessionRequest,
    { ts, result }: StoredAnswer,
    nowMs: number,
  ): void {
    // The number is noted before the row is written. If the row is rolled back later, this only causes an
    // unnecessary read of the file.
    this.#note(sessionId, Math.max(requestId, this.#highestOf(sessionId)));
    const timeMs = this.#timeAt(nowMs);
    const seq = this.#insert.run([sessionId, requestId, String(ts), result, timeMs, caller]);
    if (seq % PRUNE_EVERY === 0) this.#prune.run([timeMs - KEEP_MS, PRUNE_AT_MOST]);
  }

  #timeAt(nowMs: number): number {
    const last = this.#last ?? { nowMs, timeMs: this.#findNewest.get([])?.[0] ?? nowMs };
    const timeMs = last.timeMs + Math.max(0, Math.min(nowMs - last.nowMs, MAX_STEP_MS));
    this.#last = { nowMs, timeMs };
    return timeMs;
  }

  #highestOf(sessionId: string): number {
    const known = this.#highest.get(sessionId);
    if (known !== undefined) return known;
    const found = this.#findHighest.get([sessionId])?.[0] ?? -1;
    this.#note(sessionId, found);
    return found;
  }

  #note(sessionId: string, highest: number): void {
    this.#highest.delete(sessionId);
    this.#highest.set(sessionId, highest);
    if (this.#highest.size <= MAX_KNOWN_SESSIONS) return;
    for (const oldest of this.#highest.keys()) {
      this.#highest.delete(oldest);
      return;
    }
  }
}

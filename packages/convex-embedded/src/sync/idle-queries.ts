/**
 * Queries without subscribers whose results are still valid, so that a user who returns to a screen gets them
 * immediately. Their number and size are limited, and the longest unused one is removed first. A write that affects
 * such a query removes it instead of running it. After `MAX_IDLE_MS` its result is no longer used.
 */
import type { SharedQuery } from "./shared-query.js";

const MAX_QUERIES = 500;
const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_IDLE_MS = 60_000;

export class IdleQueries {
  /** In the order in which the queries became idle. */
  readonly #since = new Map<SharedQuery, number>();
  #bytes = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  has(shared: SharedQuery): boolean {
    return this.#since.has(shared);
  }

  /** Returns the queries that were removed for it. */
  keep(shared: SharedQuery): SharedQuery[] {
    this.#since.set(shared, this.now());
    this.#bytes += sizeOf(shared);
    const gone: SharedQuery[] = [];
    for (const [oldest, since] of this.#since) {
      const isOver = this.#since.size > MAX_QUERIES || this.#bytes > MAX_BYTES;
      if (!isOver && this.now() - since <= MAX_IDLE_MS) break;
      this.remove(oldest);
      gone.push(oldest);
    }
    return gone;
  }

  /** Returns whether the query's result is still usable. */
  remove(shared: SharedQuery): boolean {
    const since = this.#since.get(shared);
    if (since === undefined) return false;
    this.#since.delete(shared);
    this.#bytes -= sizeOf(shared);
    return this.now() - since <= MAX_IDLE_MS;
  }
}

function sizeOf({ call, result }: SharedQuery): number {
  return call.args.length + (result?.tail.length ?? 0);
}

/**
 * Limits how often each client may call, with a token bucket per client that fills at a steady rate. The number of
 * buckets in memory is limited. The client that was inactive for longest is removed first. If it returns it has a
 * full bucket, which would have filled by then anyway.
 */
import {
  LARGE_CALL_BURST_BYTES,
  LARGE_CALL_BYTES,
  LARGE_CALL_BYTES_PER_SECOND,
  REQUEST_BURST,
  REQUESTS_PER_SECOND,
} from "./limits.js";

export interface CallRateOptions {
  readonly perSecond?: number;
  readonly burst?: number;
  readonly now?: () => number;
  readonly maxClients?: number;
}

interface Bucket {
  room: number;
  atMs: number;
}

export class CallRates {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  readonly #maxClients: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: CallRateOptions = {}) {
    this.#perMs = (options.perSecond ?? REQUESTS_PER_SECOND) / 1000;
    this.#burst = options.burst ?? REQUEST_BURST;
    this.#now = options.now ?? (() => performance.now());
    this.#maxClients = options.maxClients ?? 20_000;
  }

  /** Takes all of the calls or none. Returns 0, or the seconds until there is room. */
  take(client: string, calls = 1): number {
    const atMs = this.#now();
    const known = this.#buckets.get(client);
    const room = known ? Math.min(this.#burst, known.room + (atMs - known.atMs) * this.#perMs) : this.#burst;
    const isTaken = room >= calls;
    this.#buckets.delete(client);
    if (!known && this.#buckets.size >= this.#maxClients) this.#forgetOldest();
    this.#buckets.set(client, { room: isTaken ? room - calls : room, atMs });
    return isTaken ? 0 : Math.max(1, Math.ceil((calls - room) / this.#perMs / 1000));
  }

  /** A Map keeps the order of insertion, and each call inserts its client again. */
  #forgetOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}

/** HTTP and WebSocket calls count together. */
export class LargeCalls {
  readonly #rates: CallRates;

  constructor(now?: () => number, burst = LARGE_CALL_BURST_BYTES) {
    const pace = { perSecond: LARGE_CALL_BYTES_PER_SECOND, burst };
    this.#rates = new CallRates({ ...pace, ...(now && { now }) });
  }

  /**
   * Counts the bytes of a call, or those that its values stand for. Returns 0, or the seconds until there is room.
   * Small calls always have room.
   */
  take(client: string, bytes: number): number {
    return bytes > LARGE_CALL_BYTES ? this.#rates.take(client, bytes) : 0;
  }
}

/**
 * Tracks which commits are on disk. A commit can be read immediately, and is reported once it is durable. Writing
 * the log to disk takes as long as running a query or several mutations, so another thread does it at the same
 * time. Only one flush runs at a time, and it includes every commit that was made before it began.
 *   commit, commit -> flush -> reported      commit -> (waits) -> flush -> reported
 * After a failed flush the content of the disk is unknown, so nothing is reported or written any more.
 */
import type { Timestamp } from "./api.js";

interface Waiter {
  readonly ts: Timestamp;
  readonly settle: (failure: Error | null) => void;
}

export class Durability {
  #waiting: Waiter[] = [];
  #committedTs: Timestamp;
  #durableTs: Timestamp;
  #isFlushing = false;
  #failure: Error | null = null;

  constructor(
    openedAt: Timestamp,
    private readonly flush: (mayBlock: boolean) => Promise<void>,
    /** Called at most once. */
    private readonly onFailure: (failure: Error) => void = () => undefined,
  ) {
    this.#committedTs = openedAt;
    this.#durableTs = openedAt;
  }

  get ts(): Timestamp {
    return this.#durableTs;
  }

  get isComplete(): boolean {
    return this.#durableTs === this.#committedTs;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** With `mayBlock`, nothing else waits for this thread, so the flush may block it. */
  committed(ts: Timestamp, mayBlock: boolean): void {
    this.#committedTs = ts;
    if (!this.#isFlushing) void this.#flush(mayBlock);
  }

  failed(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.onFailure(this.#failure);
  }

  flushed(ts: Timestamp): void {
    this.#committedTs = ts;
    this.#durableTs = ts;
  }

  /**
   * Calls `settle` with null when all commits so far are on disk, or with the error of a failed flush. This can
   * happen immediately. Callbacks run in the order of the calls.
   */
  after(settle: Waiter["settle"]): void {
    if (this.#failure !== null || this.isComplete) settle(this.#failure);
    else this.#waiting.push({ ts: this.#committedTs, settle });
  }

  async #flush(mayBlock: boolean): Promise<void> {
    this.#isFlushing = true;
    while (!this.isComplete && this.#failure === null) {
      const ts = this.#committedTs;
      try {
        await this.flush(mayBlock);
        this.#durableTs = ts;
      } catch (error) {
        this.failed(error);
      }
      this.#settle();
    }
    this.#isFlushing = false;
  }

  #settle(): void {
    const failure = this.#failure;
    const kept = failure === null ? this.#waiting.filter(({ ts }) => ts > this.#durableTs) : [];
    const settled = this.#waiting.slice(0, this.#waiting.length - kept.length);
    this.#waiting = kept;
    for (const { settle } of settled) settle(failure);
  }
}

/**
 * Lets a bounded number of actions run at a time. Who comes later waits its turn, for a while and in a queue of
 * bounded length, and is refused in Convex's words after that.
 */
import { tooMany, type Refusal } from "../turns.js";

export interface GateOptions {
  readonly limit: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
}

interface Waiting {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout;
}

export class ConcurrencyGate {
  #running = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(private readonly options: GateOptions) {}

  /** Answers null when there is room, which leave() makes again, and why not when there was none for long. */
  enter(): Promise<Refusal | null> {
    const { limit, waitMs, maxWaiting } = this.options;
    if (this.#running < limit) {
      this.#running += 1;
      return Promise.resolve(null);
    }
    if (this.#waiting.size >= maxWaiting) return Promise.resolve(tooMany("action", limit));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(tooMany("action", limit));
      }, waitMs);
      const waiting: Waiting = { admit: () => resolve(null), timer };
      this.#waiting.add(waiting);
    });
  }

  /** Gives a place back, to who waits longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.admit();
  }
}

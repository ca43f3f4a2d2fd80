/**
 * Lets a bounded number of actions run at a time. Who comes later waits its turn, for a while and in a queue of
 * bounded length, and is refused in Convex's words after that.
 */
import { EngineError } from "../../errors.js";

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

  /** Resolves when there is room; leave() makes room again. Rejects with LimitExceeded when there was none for long. */
  enter(): Promise<void> {
    if (this.#running < this.options.limit) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.options.maxWaiting) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(this.#refusal());
      }, this.options.waitMs);
      const waiting: Waiting = { admit: resolve, timer };
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

  #refusal(): EngineError {
    return new EngineError(
      "LimitExceeded",
      `Too many concurrent requests. Your backend is limited to ${this.options.limit} concurrent actions.`,
    );
  }
}

/**
 * Records for how long each function has blocked its thread's event loop. Nobody can know in advance whether a call
 * will block its thread, but earlier calls are a hint. A function is "new" until a call of it has yielded, "slow"
 * if a call blocked its thread, and "spinning" if it blocked the thread for long. Each call that yields in time
 * halves the recorded time.
 */

/** In the order of their cost for other calls. */
export const PACES = ["new", "quick", "slow", "spinning"] as const;
export type Pace = (typeof PACES)[number];

/** After this time without a reply to a ping, other calls stop waiting for the thread. */
export const STALL_MS = 100;
export const SPIN_MS = 1000;

export class LoopHolds {
  /** By function path. The entries are limited to the functions of the app. 0 if all calls yield in time. */
  readonly #heldMs = new Map<string, number>();

  paceOf(functionPath: string): Pace {
    const heldMs = this.#heldMs.get(functionPath);
    if (heldMs === undefined) return "new";
    if (heldMs < STALL_MS) return "quick";
    return heldMs < SPIN_MS ? "slow" : "spinning";
  }

  hold(functionPath: string, heldMs: number): void {
    this.#heldMs.set(functionPath, Math.max(heldMs, this.#heldMs.get(functionPath) ?? 0));
  }

  letGo(functionPath: string): void {
    this.#heldMs.set(functionPath, (this.#heldMs.get(functionPath) ?? 0) / 2);
  }
}

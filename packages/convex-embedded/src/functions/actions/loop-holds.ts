/**
 * How long each function has blocked its thread's event loop at a time. Whether a call will do so cannot be known
 * before it runs, but earlier calls are a hint. A function is new until a call of it has yielded; one that blocked
 * its thread is slow, one that did so for long spins, and each call that yields in time halves the time counted
 * against it.
 */

/** In the order of their cost for others. */
export const PACES = ["new", "quick", "slow", "spinning"] as const;
export type Pace = (typeof PACES)[number];

/** How long a thread may leave a pulse check without a reply before others stop waiting for it. */
export const STALL_MS = 100;
/** From this time on a function spins. */
export const SPIN_MS = 1000;

export class LoopHolds {
  /** By function; there are no more than the app has, and those whose calls all yield in time have 0. */
  readonly #heldMs = new Map<string, number>();

  paceOf(functionPath: string): Pace {
    const heldMs = this.#heldMs.get(functionPath);
    if (heldMs === undefined) return "new";
    if (heldMs < STALL_MS) return "quick";
    return heldMs < SPIN_MS ? "slow" : "spinning";
  }

  /** Records that a call has blocked its thread for so long. */
  hold(functionPath: string, heldMs: number): void {
    this.#heldMs.set(functionPath, Math.max(heldMs, this.#heldMs.get(functionPath) ?? 0));
  }

  /** Records that a call yielded in time. */
  letGo(functionPath: string): void {
    this.#heldMs.set(functionPath, (this.#heldMs.get(functionPath) ?? 0) / 2);
  }
}

/**
 * How long each function has kept its thread from turning to others at a time. Whether one will do so cannot be seen
 * before it runs, but what it did before tells. A function is new until a call of it has let go; one that held its
 * thread is slow, one that did so for long spins, and each call that lets go in time halves what is held against it.
 */

/** In the order of what they cost others. */
export const PACES = ["new", "quick", "slow", "spinning"] as const;
export type Pace = (typeof PACES)[number];

/** How long a thread may owe its pulse before others stop waiting for it. */
export const STALL_MS = 100;
/** From when on a function spins. */
export const SPIN_MS = 1000;

export class LoopHolds {
  /** By function; there are no more than the app has, and those of each that let go in time have 0. */
  readonly #heldMs = new Map<string, number>();

  paceOf(functionPath: string): Pace {
    const heldMs = this.#heldMs.get(functionPath);
    if (heldMs === undefined) return "new";
    if (heldMs < STALL_MS) return "quick";
    return heldMs < SPIN_MS ? "slow" : "spinning";
  }

  /** Takes note that a call has held its thread for so long. */
  hold(functionPath: string, heldMs: number): void {
    this.#heldMs.set(functionPath, Math.max(heldMs, this.#heldMs.get(functionPath) ?? 0));
  }

  /** Takes note that a call let go of its thread in time. */
  letGo(functionPath: string): void {
    this.#heldMs.set(functionPath, (this.#heldMs.get(functionPath) ?? 0) / 2);
  }
}

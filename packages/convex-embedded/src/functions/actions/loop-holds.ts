/**
 * Records for how long each function has blocked its thread's event loop. Nobody can know in advance whether a call
 * will block its thread, but earlier calls are a hint. A function is "new" until a call of it has yielded, "slow"
 * if a call blocked its thread, and "spinning" if it blocked the thread for long. Each call that yields in time
 * halves the recorded time.
 */

/** The paces, in the order of their cost for other calls. */
export const PACES = ["new", "quick", "slow", "spinning"] as const;
export type Pace = (typeof PACES)[number];

/** How long a thread may leave a ping without a reply before other calls stop waiting for the thread. */
export const STALL_MS = 100;
/** A function that blocks its thread for at least this long counts as spinning. */
export const SPIN_MS = 1000;

export class LoopHolds {
  /** The recorded time by function, limited to the functions of the app. 0 if all calls yield in time. */
  readonly #heldMs = new Map<string, number>();

  paceOf(functionPath: string): Pace {
    const heldMs = this.#heldMs.get(functionPath);
    if (heldMs === undefined) return "new";
    if (heldMs < STALL_MS) return "quick";
    return heldMs < SPIN_MS ? "slow" : "spinning";
  }

  /** Records for how long a call has blocked its thread. */
  hold(functionPath: string, heldMs: number): void {
    this.#heldMs.set(functionPath, Math.max(heldMs, this.#heldMs.get(functionPath) ?? 0));
  }

  /** Records that a call yielded in time. */
  letGo(functionPath: string): void {
    this.#heldMs.set(functionPath, (this.#heldMs.get(functionPath) ?? 0) / 2);
  }
}

/** The scheduler's time, which tests can set. */

export interface Clock {
  now(): number;
  /** Returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's own clock. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The longest delay that setTimeout accepts. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Timers do not notice that the clock was set forward. Work may start late by this time. */
export const LOOK_EVERY_MS = 60_000;

export class Alarm {
  private callOff: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
    private readonly maxDelayMs = MAX_DELAY_MS,
  ) {}

  /** Null cancels the alarm. For a moment beyond the longest delay the alarm fires early. */
  set(atMs: number | null): void {
    this.callOff?.();
    this.callOff = null;
    if (atMs === null) return;
    const delayMs = Math.min(Math.max(0, atMs - this.clock.now()), this.maxDelayMs);
    this.callOff = this.clock.after(delayMs, () => {
      this.callOff = null;
      this.ring();
    });
  }
}

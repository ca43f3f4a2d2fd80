/** Time as the scheduler sees it, so that tests can set it. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's own clock; its timers never keep the process alive. */
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
/** How late work may be that is due by a clock which was set forward meanwhile: timers do not notice that. */
export const LOOK_EVERY_MS = 60_000;

/** One timer that can be set again and again; it fires at or soon after the last moment it was set to. */
export class Alarm {
  private callOff: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
    private readonly maxDelayMs = MAX_DELAY_MS,
  ) {}

  /** Sets the alarm to a moment, or off with null; a moment beyond its longest delay rings early. */
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

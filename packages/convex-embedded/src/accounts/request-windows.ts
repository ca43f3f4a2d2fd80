/**
 * Counts the requests of a client to a path. A window ends when its length has passed since its first request, so
 * that sixty requests spread over an afternoon are not sixty in a minute. Kept in memory and bounded.
 */

/** The number of requests allowed in a window of so many seconds. */
export interface RequestRule {
  readonly window: number;
  readonly max: number;
}

interface Window {
  count: number;
  readonly since: number;
}

const MAX_WINDOWS_PER_LENGTH = 20_000;
/** A key is the client's address and the path, which a client may make arbitrarily long. */
const MAX_KEY_LENGTH = 200;

export class RequestWindows {
  /** By length in seconds, so that unusual paths, which have the shortest, displace no other windows. */
  readonly #windowsOfLength = new Map<number, Map<string, Window>>();

  /** The clock is a parameter so that tests need not wait; the default clock continues if the machine's is set. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts a request; above the limit it is not counted and the seconds to wait are returned, otherwise 0. */
  count(key: string, { window: seconds, max }: RequestRule): number {
    const windows = this.#windowsOfLength.get(seconds) ?? new Map<string, Window>();
    this.#windowsOfLength.set(seconds, windows);
    const lengthMs = seconds * 1000;
    const short = key.slice(0, MAX_KEY_LENGTH);
    const known = windows.get(short);
    const window =
      known && this.now() - known.since < lengthMs ? known : this.#begin(windows, short, lengthMs);
    if (window.count >= max) return Math.ceil((window.since + lengthMs - this.now()) / 1000);
    window.count += 1;
    return 0;
  }

  #begin(windows: Map<string, Window>, key: string, lengthMs: number): Window {
    // A Map keeps the order of insertion: the first window is the first to end.
    for (const [oldest, { since }] of windows) {
      if (this.now() - since < lengthMs && windows.size < MAX_WINDOWS_PER_LENGTH) break;
      windows.delete(oldest);
    }
    windows.delete(key);
    const window = { count: 0, since: this.now() };
    windows.set(key, window);
    return window;
  }
}

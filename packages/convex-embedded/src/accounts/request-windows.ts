/**
 * Counts the requests of a client to a path. A window ends when its length has passed since its first request, so
 * sixty requests over an afternoon do not count as sixty in a minute. The counts are kept in memory, with a limit.
 */

export interface RequestRule {
  readonly window: number;
  readonly max: number;
}

interface Window {
  count: number;
  readonly since: number;
}

const MAX_WINDOWS_PER_LENGTH = 20_000;
/** A key consists of the client's address and the path, which may be very long. */
const MAX_KEY_LENGTH = 200;

export class RequestWindows {
  /**
   * By length in seconds. Unknown paths all have the shortest windows, so they cannot displace the counts of known
   * paths.
   */
  readonly #windowsOfLength = new Map<number, Map<string, Window>>();

  /** The default clock does not change when the machine's clock is set. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A request above the limit is not counted. Returns the number of seconds to wait, or 0. */
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
    // A Map keeps the order of insertion, so the first window ends first.
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

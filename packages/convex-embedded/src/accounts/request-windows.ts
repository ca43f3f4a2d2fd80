/**
 * Counts the requests of a client to a path, for better-auth's rate limit. A window ends when its length has passed
 * since its first request. better-auth's own storage lets it end only after as long a pause, so that sixty requests
 * spread over an afternoon are taken for sixty in a minute. Kept in memory and bounded.
 */
import type { BetterAuthOptions } from "better-auth/minimal";

type Storage = NonNullable<NonNullable<BetterAuthOptions["rateLimit"]>["customStorage"]>;

interface Window {
  count: number;
  readonly since: number;
}

const MAX_WINDOWS_PER_LENGTH = 20_000;
/** A key is the client's address and the path, which a client may make as long as it likes. */
const MAX_KEY_LENGTH = 200;

/** Makes an empty storage; the clock is a parameter so that tests need not wait. */
export function createRequestWindows(now: () => number = Date.now) {
  /** By their length in seconds, so that odd paths, which have the shortest, push no other windows out. */
  const windowsOfLength = new Map<number, Map<string, Window>>();

  const begin = (windows: Map<string, Window>, key: string, lengthMs: number): Window => {
    // A Map keeps the order of insertion: the first window is the first to end.
    for (const [oldest, { since }] of windows) {
      if (now() - since < lengthMs && windows.size < MAX_WINDOWS_PER_LENGTH) break;
      windows.delete(oldest);
    }
    const window = { count: 0, since: now() };
    windows.set(key, window);
    return window;
  };

  return {
    consume(key, { window: seconds, max }) {
      const windows = windowsOfLength.get(seconds) ?? new Map<string, Window>();
      windowsOfLength.set(seconds, windows);
      const lengthMs = seconds * 1000;
      const short = key.slice(0, MAX_KEY_LENGTH);
      const known = windows.get(short);
      const window = known && now() - known.since < lengthMs ? known : begin(windows, short, lengthMs);
      if (window.count >= max) {
        const retryAfter = Math.ceil((window.since + lengthMs - now()) / 1000);
        return Promise.resolve({ allowed: false, retryAfter });
      }
      window.count += 1;
      return Promise.resolve({ allowed: true, retryAfter: null });
    },
    get: neverCalled,
    set: neverCalled,
  } satisfies Storage;
}

/** The contract still asks for both, and better-auth calls neither where there is `consume`. */
function neverCalled(): Promise<never> {
  return Promise.reject(new Error("The rate limit reads and counts in one step"));
}

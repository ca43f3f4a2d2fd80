/**
 * Slows down password guessing. Only failures count, so a whole office behind one address may sign in
 * as often as it likes, and a person's own success clears the count. Kept in memory and bounded.
 */

const WINDOW_MS = 15 * 60 * 1000;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;
const MAX_ENTRIES = 20_000;

interface Entry {
  failures: number;
  readonly since: number;
}

export interface FailedSignIns {
  /** Seconds to wait before the next try, 0 when it may come now. */
  waitSeconds(address: string, email: string): number;
  failed(address: string, email: string): void;
  succeeded(address: string, email: string): void;
}

/** Makes an empty counter; the clock is a parameter so that tests need not wait. */
export function createFailedSignIns(now: () => number = Date.now): FailedSignIns {
  const entries = new Map<string, Entry>();

  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.since < WINDOW_MS) return entry;
    entries.delete(key);
    return undefined;
  };

  const wait = (key: string, limit: number): number => {
    const entry = current(key);
    if (entry === undefined || entry.failures < limit) return 0;
    return Math.ceil((entry.since + WINDOW_MS - now()) / 1000);
  };

  const count = (key: string): void => {
    const entry = current(key);
    if (entry !== undefined) {
      entry.failures += 1;
      return;
    }
    if (entries.size >= MAX_ENTRIES) evictOldest(entries);
    entries.set(key, { failures: 1, since: now() });
  };

  return {
    waitSeconds: (address, email) =>
      Math.max(wait(accountKey(address, email), FAILURES_PER_ACCOUNT), wait(address, FAILURES_PER_ADDRESS)),
    failed(address, email) {
      count(accountKey(address, email));
      count(address);
    },
    succeeded(address, email) {
      entries.delete(accountKey(address, email));
    },
  };
}

function accountKey(address: string, email: string): string {
  return `${address} ${email.trim().toLowerCase()}`;
}

/** A Map keeps the order of insertion, so its first key is the oldest. */
function evictOldest(entries: Map<string, Entry>): void {
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

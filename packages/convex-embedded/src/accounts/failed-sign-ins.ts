/**
 * Slows down password guessing. Only failures count, so a whole office behind one address may sign in any number of
 * times, and a successful sign-in resets the count. An attempt counts as failed from its start until the password
 * is known to be right, so that parallel guesses have no advantage. The counts are kept in memory, with a limit.
 */

import { clientKeyOf } from "../http/client-address.js";

const WINDOW_MS = 15 * 60 * 1000;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;
const MAX_ENTRIES = 20_000;

interface Entry {
  failures: number;
  readonly since: number;
}

export interface FailedSignIns {
  /** Counts an attempt unless it is too early. Returns the number of seconds to wait, or 0. */
  begin(address: string, email: string): number;
  /** Does not count an attempt. Returns the number of seconds to wait, or 0. */
  wait(address: string, email: string): number;
  /** For an attempt that did not check the password. */
  undo(address: string, email: string): void;
  succeeded(address: string, email: string): void;
}

export const accountKeyOf = (email: string): string => email.trim().toLowerCase();

/** The default clock does not change when the machine's clock is set. */
export function createFailedSignIns(now: () => number = () => performance.now()): FailedSignIns {
  const entries = new Map<string, Entry>();

  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.since < WINDOW_MS) return entry;
    entries.delete(key);
    return undefined;
  };

  const secondsLeft = (key: string, limit: number): number => {
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

  const uncount = (key: string): void => {
    const entry = current(key);
    if (entry === undefined) return;
    entry.failures -= 1;
    if (entry.failures <= 0) entries.delete(key);
  };

  const wait = (address: string, email: string): number =>
    Math.max(
      secondsLeft(pairKey(address, email), FAILURES_PER_ACCOUNT),
      secondsLeft(clientKeyOf(address), FAILURES_PER_ADDRESS),
    );

  return {
    wait,
    begin(address, email) {
      const seconds = wait(address, email);
      if (seconds > 0) return seconds;
      count(pairKey(address, email));
      count(clientKeyOf(address));
      return 0;
    },
    undo(address, email) {
      uncount(pairKey(address, email));
      uncount(clientKeyOf(address));
    },
    succeeded(address, email) {
      entries.delete(pairKey(address, email));
      uncount(clientKeyOf(address));
    },
  };
}

function pairKey(address: string, email: string): string {
  return `${clientKeyOf(address)} ${accountKeyOf(email)}`;
}

/** A Map keeps the order of insertion, so its first key is the oldest. */
function evictOldest(entries: Map<string, Entry>): void {
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

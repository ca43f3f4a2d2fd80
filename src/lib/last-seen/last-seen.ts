/**
 * What the user saw last, kept in this browser so that it can be read without a connection. It belongs to one
 * account and is deleted at signing out, when another account signs in, and kennel by kennel when a membership or
 * its rights end. It is limited in size, and what was not seen for a month is no longer shown.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import type { SeenDatabase } from "@/lib/last-seen/database";

const MAX_ANSWER_CHARS = 400_000;
const MAX_CHARS = 4_000_000;
const MAX_AGE_MS = 30 * 86_400_000;

/** A change is written together with those that follow at once. */
const WRITE_AFTER_MS = 300;

/** Never kept: who is here right now, and results with addresses that act for their reader. */
const NOT_KEPT = /^(kennels\/presence|calendar\/calendarFeeds):|^deliveries\/deliveries:(preview|outcomes)$/;

/** Names a result regardless of the day it was requested on, as the last one seen is shown. */
export function seenKey(query: FunctionReference<"query">, args: Record<string, unknown>): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => name !== "today" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${getFunctionName(query)} ${JSON.stringify(asked)}`;
}

/** What was kept: the results as JSON by their key, and when the newest was seen. */
export interface Seen {
  readonly answers: ReadonlyMap<string, string>;
  readonly at: number;
}

type Write = { scope: string; value: unknown } | null;

/** Keeps the results of one account. */
export class LastSeen {
  private owner: string | null = null;
  private readonly pending = new Map<string, Write>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly open: () => Promise<SeenDatabase>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Starts keeping for an account; what another account left is deleted first. */
  own(accountId: string): void {
    if (this.owner === accountId) return;
    if (this.owner !== null) this.pending.clear();
    this.owner = accountId;
    if (this.pending.size > 0) this.schedule();
    void this.run(async (database) => {
      if ((await database.owner()) !== accountId) await database.clear(accountId);
    });
  }

  /**
   * Keeps a result; `scope` is its kennel with the user's rights there. Results that arrive before the account is
   * known wait for it.
   */
  keep(key: string, scope: string, value: unknown): void {
    if (NOT_KEPT.test(key.split(" ", 1)[0] ?? "")) return;
    this.pending.set(key, { scope, value });
    if (this.owner !== null) this.schedule();
  }

  /** Removes a result that the server now refuses. */
  drop(key: string): void {
    if (this.owner === null) return;
    this.pending.set(key, null);
    this.schedule();
  }

  /** Removes results of kennels that are not among these, or with other rights. */
  keepOnly(scopes: readonly string[]): void {
    if (this.owner === null) return;
    const known = new Set(["", ...scopes]);
    for (const [key, write] of this.pending) if (write && !known.has(write.scope)) this.pending.delete(key);
    void this.run(async (database) => await database.removeWhere(({ scope }) => !known.has(scope)));
  }

  /** Removes everything at signing out. */
  clear(): Promise<void> {
    this.owner = null;
    this.pending.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.run(async (database) => await database.clear(null));
  }

  /** Writes what waits to be written. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { owner } = this;
    if (owner === null || this.pending.size === 0) return this.queue;
    const writes = [...this.pending];
    this.pending.clear();
    return this.run(async (database) => {
      // Somebody else may have signed in meanwhile, in this window or another.
      if (this.owner !== owner || (await database.owner()) !== owner) return;
      for (const [key, write] of writes) {
        const text = write && JSON.stringify(convexToJson(write.value as Value)); // answers of functions are values
        if (write === null || text === null || text.length > MAX_ANSWER_CHARS) await database.remove(key);
        else await database.put({ key, scope: write.scope, at: this.now(), text });
      }
      await database.shrink(MAX_CHARS);
    });
  }

  /** Reads what the last account saw; null if nobody is, or was, signed in here. */
  async read(): Promise<Seen | null> {
    try {
      const database = await this.open();
      if ((await database.owner()) === null) return null;
      const oldest = this.now() - MAX_AGE_MS;
      const rows = (await database.all()).filter(({ at }) => at >= oldest);
      if (rows.length === 0) return null;
      return {
        answers: new Map(rows.map(({ key, text }) => [key, text])),
        at: Math.max(...rows.map(({ at }) => at)),
      };
    } catch {
      return null; // storage is forbidden, as in some private windows
    }
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** Does one thing after another; what fails, for lack of space for example, is simply not kept. */
  private run(work: (database: SeenDatabase) => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => await work(await this.open())).catch(() => undefined);
    return this.queue;
  }
}

let page: LastSeen | undefined;

/** Returns what this browser keeps. */
export function lastSeen(): LastSeen {
  if (page) return page;
  const made = new LastSeen(async () => await (await import("@/lib/last-seen/database")).openSeenDatabase());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) void made.flush();
  });
  return (page = made);
}

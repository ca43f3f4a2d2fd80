/**
 * What the breeder saw last, kept in this browser so that it can be read without a connection. It belongs to one account
 * and goes at the sign-out, with the next account, and kennel by kennel with the membership or its rights. It is
 * bounded, and what was not seen for a month is not shown any more.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import type { SeenDatabase } from "@/lib/last-seen/database";

const MAX_ANSWER_CHARS = 400_000;
const MAX_CHARS = 4_000_000;
const MAX_AGE_MS = 30 * 86_400_000;

/** A change is written with those that follow it at once. */
const WRITE_AFTER_MS = 300;

/** Never kept: who is here right now, and answers that hold addresses which act for their reader. */
const NOT_KEPT = /^(kennels\/presence|calendar\/calendarFeeds):|^deliveries\/deliveries:(preview|outcomes)$/;

/** Names an answer whatever the day it was asked on, as the last one seen is the one to show. */
export function seenKey(query: FunctionReference<"query">, args: Record<string, unknown>): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => name !== "today" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${getFunctionName(query)} ${JSON.stringify(asked)}`;
}

/** What was kept: the answers as JSON by their key, and when the latest of them was seen. */
export interface Seen {
  readonly answers: ReadonlyMap<string, string>;
  readonly at: number;
}

type Write = { scope: string; value: unknown } | null;

/** Keeps the answers of one account. */
export class LastSeen {
  private owner: string | null = null;
  private readonly pending = new Map<string, Write>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly open: () => Promise<SeenDatabase>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Begins to keep for an account; what another one left is deleted first. */
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
   * Keeps an answer; `scope` is the kennel, with the person's rights in it, that it is from. What comes before it is
   * known whose it is waits for that.
   */
  keep(key: string, scope: string, value: unknown): void {
    if (NOT_KEPT.test(key.split(" ", 1)[0] ?? "")) return;
    this.pending.set(key, { scope, value });
    if (this.owner !== null) this.schedule();
  }

  /** Forgets an answer that the server now refuses. */
  drop(key: string): void {
    if (this.owner === null) return;
    this.pending.set(key, null);
    this.schedule();
  }

  /** Forgets what is from kennels that are none of these, or with other rights. */
  keepOnly(scopes: readonly string[]): void {
    if (this.owner === null) return;
    const known = new Set(["", ...scopes]);
    for (const [key, write] of this.pending) if (write && !known.has(write.scope)) this.pending.delete(key);
    void this.run(async (database) => await database.removeWhere(({ scope }) => !known.has(scope)));
  }

  /** Forgets everything, at the sign-out. */
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

  /** Reads what the last account saw; null when nobody is, or was, signed in here. */
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

  /** Does one thing after the other; what fails, for want of space say, is only not kept. */
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

/**
 * The query results that the user saw last. This browser stores them, so that they can be read without a
 * connection. They belong to one account. They are deleted when the user signs out or another account signs in. The
 * results of one kennel are also deleted when the membership ends or the rights change. Their total size is
 * limited, and results older than a month are not shown.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import type { SeenDatabase } from "@/lib/last-seen/database";

const MAX_ANSWER_CHARS = 400_000;
const MAX_CHARS = 4_000_000;
const MAX_AGE_MS = 30 * 86_400_000;

/** Changes within this time are written together. */
const WRITE_AFTER_MS = 300;

/** Results that are never stored: who is present right now, and results with addresses that let anybody act. */
const NOT_KEPT =
  /^(kennels\/presence|calendar\/calendarFeeds|families\/links):|^deliveries\/deliveries:(preview|outcomes)$/;

/** The key does not depend on the date of the query, because the last result is shown on later days too. */
export function seenKey(query: FunctionReference<"query">, args: Record<string, unknown>): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => name !== "today" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${getFunctionName(query)} ${JSON.stringify(asked)}`;
}

/** `answers` maps keys to JSON. `at` is when the newest result was seen. */
export interface Seen {
  readonly answers: ReadonlyMap<string, string>;
  readonly at: number;
}

type Write = { scope: string; value: unknown } | null;

export class LastSeen {
  private owner: string | null = null;
  private readonly pending = new Map<string, Write>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly open: () => Promise<SeenDatabase>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Results of another account are deleted first. */
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
   * `scope` is the kennel with the user's rights there. A result that arrives before the account is known is stored
   * later.
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

  /** Removes results of kennels that are not in the list, or that are in the list with other rights. */
  keepOnly(scopes: readonly string[]): void {
    if (this.owner === null) return;
    const known = new Set(["", ...scopes]);
    for (const [key, write] of this.pending) if (write && !known.has(write.scope)) this.pending.delete(key);
    void this.run(async (database) => await database.removeWhere(({ scope }) => !known.has(scope)));
  }

  clear(): Promise<void> {
    this.owner = null;
    this.pending.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.run(async (database) => await database.clear(null));
  }

  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { owner } = this;
    if (owner === null || this.pending.size === 0) return this.queue;
    const writes = [...this.pending];
    this.pending.clear();
    return this.run(async (database) => {
      // Another user may have signed in since, in this window or another.
      if (this.owner !== owner || (await database.owner()) !== owner) return;
      for (const [key, write] of writes) {
        // No query returns bytes or bigints, so a result can be stored as JSON directly. Converting it would take
        // ten times as long.
        const text = write && JSON.stringify(write.value);
        if (write === null || text === null || text.length > MAX_ANSWER_CHARS) await database.remove(key);
        else await database.put({ key, scope: write.scope, at: this.now(), text });
      }
      await database.shrink(MAX_CHARS);
    });
  }

  /** Reads at most a month back. Returns null if nothing is stored. */
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
      return null; // the browser forbids storage, for example in a private window
    }
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  /** Runs one task after another. A failed task, for example because the disk is full, is skipped. */
  private run(work: (database: SeenDatabase) => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => await work(await this.open())).catch(() => undefined);
    return this.queue;
  }
}

let page: LastSeen | undefined;

export function lastSeen(): LastSeen {
  if (page) return page;
  const made = new LastSeen(async () => await (await import("@/lib/last-seen/database")).openSeenDatabase());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) void made.flush();
  });
  return (page = made);
}

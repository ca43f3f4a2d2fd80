/**
 * Keeps every live query's result up to date. A commit marks the queries whose read set it has changed. A round
 * then runs exactly those once, all at one timestamp, and settles their subscribers.
 *   commit -> affected queries are dirty -> round: run them at T -> subscribers settle at T
 * At the end of a round at T every result that existed at its start is valid at T. Either the query ran at T, or no
 * commit up to T affected it. A query that has no result yet waits for the next round, or a later one. New queries
 * of one client are spread over several rounds, so that a few queries of one client never wait for another's
 * thousands. Rounds never overlap, and after a long one writes run first for some time. Each starts in a separate
 * turn of the event loop, so that the response of a mutation is sent before the Transition that shows its effect.
 */
import type { Commit, Database, SubscriptionIndex, Timestamp } from "../database/api.js";
import type { FunctionRunner, QueryCall, QueryOutcome } from "../functions/api.js";
import { IdleQueries } from "./idle-queries.js";
import { FIRST_RUNS_PER_ROUND } from "./limits.js";
import type { Metrics } from "./metrics.js";
import { isSameResult, queryResultText } from "./protocol/transition.js";
import {
  createSharedQuery,
  queryKey,
  type QuerySlot,
  type SharedQuery,
  type Subscriber,
} from "./shared-query.js";

export interface SubscriptionsOptions {
  readonly database: Pick<Database, "latestTs" | "onApplied"> & { whenReadable?: () => Promise<void> };
  readonly runner: Pick<FunctionRunner, "runQueries">;
  readonly index: SubscriptionIndex<SharedQuery>;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** A round that takes longer leaves writers too little time. */
const LONG_ROUND_MS = 50;
const MAX_REST_MS = 250;
/**
 * The maximum age of a result for a new subscriber, if its function read the clock (get-convex/convex-backend,
 * crates/application/src/cache/mod.rs, MAX_CACHE_AGE: the times of a query and a second).
 */
const MAX_CLOCK_AGE_MS = 17_000;

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #now: () => number;
  readonly #queries = new Map<string, SharedQuery>();
  readonly #idle = new IdleQueries();
  /** Includes queries without a key. */
  readonly #held = new Set<SharedQuery>();
  #dirty = new Set<SharedQuery>();
  /** The subscribers that settle at the end of a round, each with the earliest timestamp that it accepts. */
  #waiting = new Map<Subscriber, Timestamp>();
  /** Commits since the running round began. Null between rounds. */
  #newCommits: Commit[] | null = null;
  #isScheduled = false;
  #restsUntilMs = 0;
  /** Set while a round runs whose results come from functions that are no longer current. */
  #isOutdated = false;
  readonly #stopListening: () => void;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#stopListening = options.database.onApplied((commits) => this.#onCommit(commits));
  }

  /** The number of different queries, including idle ones. */
  get size(): number {
    return this.#queries.size;
  }

  /** The subscriber settles once the query has a result. */
  subscribe(subscriber: Subscriber, queryId: number, call: QueryCall): QuerySlot {
    const slot: QuerySlot = { subscriber, queryId, shared: this.#find(call), sent: null };
    this.#attach(slot);
    return slot;
  }

  /** The slot gets another caller's result of the same query. */
  changeCaller(slot: QuerySlot, caller: QueryCall["caller"]): void {
    const previous = slot.shared;
    slot.shared = this.#find({ ...previous.call, caller });
    this.#attach(slot);
    if (slot.shared !== previous) this.#detach(slot, previous);
  }

  unsubscribe(slot: QuerySlot): void {
    this.#detach(slot, slot.shared);
  }

  /**
   * Requests `settle` at the end of a round, whether or not a result changes. If the round has read before
   * `atLeast`, another round follows, because the client waits to see its own write.
   */
  requestSettle(subscriber: Subscriber, atLeast: Timestamp = 0n): void {
    this.#awaitSettle(subscriber, atLeast);
    this.#schedule();
  }

  #awaitSettle(subscriber: Subscriber, atLeast: Timestamp): void {
    const known = this.#waiting.get(subscriber);
    if (known === undefined || known < atLeast) this.#waiting.set(subscriber, atLeast);
  }

  rerunAll(): void {
    if (this.#newCommits !== null) this.#isOutdated = true;
    this.#outdateAll();
    this.#schedule();
  }

  forget(subscriber: Subscriber): void {
    this.#waiting.delete(subscriber);
  }

  close(): void {
    this.#stopListening();
  }

  #find(call: QueryCall): SharedQuery {
    const key = queryKey(call);
    const existing = this.#queries.get(key);
    if (existing && this.#isFresh(existing)) return existing;
    const shared = createSharedQuery(key, call);
    this.#queries.set(key, shared);
    this.#dirty.add(shared);
    return shared;
  }

  /**
   * Whether a new subscriber can share the query. A query that was idle for too long is removed. One whose result
   * is too old is removed only if it has no subscribers.
   */
  #isFresh(shared: SharedQuery): boolean {
    const { seenClockAtMs } = shared;
    const isOld = seenClockAtMs !== null && Math.abs(this.#now() - seenClockAtMs) > MAX_CLOCK_AGE_MS;
    if (isOld && this.#held.has(shared)) return false;
    const wasIdle = this.#idle.has(shared);
    if (!wasIdle || (this.#idle.remove(shared) && !isOld)) return true;
    this.#forget(shared);
    return false;
  }

  #outdateAll(): void {
    for (const shared of this.#held) this.#dirty.add(shared);
    for (const shared of [...this.#queries.values()]) {
      if (this.#held.has(shared)) continue;
      this.#idle.remove(shared);
      this.#forget(shared);
    }
  }

  #attach(slot: QuerySlot): void {
    slot.shared.slots.add(slot);
    this.#held.add(slot.shared);
    if (slot.shared.result !== null) slot.subscriber.markStale(slot);
    this.requestSettle(slot.subscriber);
  }

  #detach(slot: QuerySlot, shared: SharedQuery): void {
    shared.slots.delete(slot);
    if (shared.slots.size > 0) return;
    this.#held.delete(shared);
    const isCurrent = this.#queries.get(shared.key) === shared && !this.#dirty.has(shared);
    if (isCurrent && shared.result?.type === "QueryUpdated" && shared.dirtySince === null) {
      for (const gone of this.#idle.keep(shared)) this.#forget(gone);
    } else {
      this.#forget(shared);
    }
  }

  #forget(shared: SharedQuery): void {
    if (this.#queries.get(shared.key) === shared) this.#queries.delete(shared.key);
    this.#dirty.delete(shared);
    this.#options.index.remove(shared);
  }

  #onCommit(commits: readonly Commit[]): void {
    this.#options.metrics.commits += commits.length;
    this.#newCommits?.push(...commits);
    this.#markAffected(commits);
  }

  #markAffected(commits: readonly Commit[]): void {
    const first = commits[0];
    if (first === undefined) return;
    const affected = this.#options.index.affectedBy(commits);
    let isAnyoneConcerned = false;
    for (const shared of affected) {
      if (this.#idle.has(shared)) {
        this.#idle.remove(shared);
        this.#forget(shared);
        continue;
      }
      this.#dirty.add(shared);
      shared.dirtySince ??= first.ts;
      isAnyoneConcerned = true;
    }
    if (isAnyoneConcerned) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const begin = () => {
      this.#round().catch((error: unknown) => this.#options.onError(error));
    };
    const restMs = this.#restsUntilMs - performance.now();
    if (restMs > 0) setTimeout(begin, restMs);
    else setImmediate(begin);
  }

  /** After a long round, writes run first for the same time, so that the next round shows many of them together. */
  #rest(beganMs: number): void {
    const endedMs = performance.now();
    const tookMs = endedMs - beganMs;
    this.#restsUntilMs = tookMs > LONG_ROUND_MS ? endedMs + Math.min(tookMs, MAX_REST_MS) : 0;
  }

  async #round(): Promise<void> {
    let beganMs = performance.now();
    try {
      await this.#options.database.whenReadable?.();
      beganMs = performance.now();
      this.#newCommits = [];
      const ts = await this.#runDirty();
      const settled = this.#waiting;
      this.#waiting = new Map([...settled].filter(([, atLeast]) => atLeast > ts));
      for (const subscriber of settled.keys()) this.#settle(subscriber, ts);
    } finally {
      this.#newCommits = null;
      this.#isScheduled = false;
      this.#rest(beganMs);
      if (this.#isOutdated) {
        this.#isOutdated = false;
        this.#outdateAll();
      }
      if (this.#dirty.size > 0 || this.#waiting.size > 0) this.#schedule();
    }
  }

  /** An error of one subscriber must not cost the others their Transition. */
  #settle(subscriber: Subscriber, ts: Timestamp): void {
    try {
      subscriber.settle(ts);
    } catch (error) {
      this.#options.onError(error);
      subscriber.fail("InternalServerError");
    }
  }

  /** At the returned timestamp every result is valid. */
  async #runDirty(): Promise<Timestamp> {
    let batch = this.#takeDirty();
    if (batch.length === 0) return this.#options.database.latestTs;
    let ts: Timestamp | undefined;
    while (batch.length > 0) {
      ts = await this.#run(batch, ts);
      const reached = ts;
      // A commit between this line and the reads may affect other queries, which then run at the same timestamp.
      batch = [...this.#dirty].filter(({ dirtySince }) => dirtySince !== null && dirtySince <= reached);
      for (const shared of batch) this.#dirty.delete(shared);
    }
    return ts ?? this.#options.database.latestTs;
  }

  /** All queries that have a result, and a limited number of each client's others. */
  #takeDirty(): SharedQuery[] {
    const firstRuns = new Map<string, number>();
    const takeFor = ({ subscriber: { client } }: QuerySlot): boolean => {
      const count = firstRuns.get(client) ?? 0;
      firstRuns.set(client, count + 1);
      return count < FIRST_RUNS_PER_ROUND;
    };
    const taken: SharedQuery[] = [];
    for (const shared of this.#dirty) {
      if (shared.result === null && ![...shared.slots].some(takeFor)) continue;
      this.#dirty.delete(shared);
      taken.push(shared);
    }
    return taken;
  }

  async #run(batch: readonly SharedQuery[], at: Timestamp | undefined): Promise<Timestamp> {
    try {
      const { ts, outcomes } = await this.#options.runner.runQueries(
        batch.map(({ call }) => call),
        at,
      );
      for (const [position, shared] of batch.entries()) {
        const outcome = outcomes[position];
        if (outcome !== undefined && shared.slots.size > 0) this.#complete(shared, outcome);
        this.#dirty.delete(shared);
        shared.dirtySince = null;
      }
      this.#markAffected((this.#newCommits ?? []).filter((commit) => commit.ts > ts));
      return ts;
    } catch (error) {
      this.#options.onError(error);
      for (const shared of batch) {
        for (const slot of shared.slots) slot.subscriber.fail("InternalServerError");
      }
      return at ?? this.#options.database.latestTs;
    }
  }

  #complete(shared: SharedQuery, outcome: QueryOutcome): void {
    const { metrics, index } = this.#options;
    if (shared.result === null) metrics.queriesRun += 1;
    else metrics.queriesRerun += 1;
    const result = queryResultText(outcome);
    const isSame = isSameResult(shared.result, result);
    if (!isSame) shared.result = result;
    shared.seenClockAtMs = outcome.hasSeenClock === true ? this.#now() : null;
    index.set(shared, outcome.reads);
    if (outcome.journal !== shared.call.journal) this.#takeJournal(shared, outcome.journal);
    for (const slot of shared.slots) {
      if (!isSame) slot.subscriber.markStale(slot);
      this.#awaitSettle(slot.subscriber, 0n);
    }
  }

  /** Stores the page borders for the next run. A subscriber without a journal gets a separate page. */
  #takeJournal(shared: SharedQuery, journal: string | null): void {
    if (this.#queries.get(shared.key) === shared) this.#queries.delete(shared.key);
    shared.call = { ...shared.call, journal };
    shared.key = queryKey(shared.call);
    if (!this.#queries.has(shared.key)) this.#queries.set(shared.key, shared);
  }
}

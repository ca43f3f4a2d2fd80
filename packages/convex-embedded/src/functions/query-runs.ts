/**
 * Runs queries in groups. Each group runs at one timestamp, and each slice of it under one watchdog. Other work can
 * run between the slices of a long group, and the rest of the group does not see its writes. A query that the
 * watchdog stopped has failed if it used up the time itself. Otherwise it runs again alone. If a promise in a group
 * was rejected without a handler, the queries run again one by one to find the cause.
 */
import type { Database, ReadSet, ReadTransaction, Timestamp } from "../database/api.js";
import { DatabaseError } from "../database/errors.js";
import { developerFailure } from "./developer-errors.js";
import { turnEnd, watchRejections, type Rejection } from "./isolate/rejections.js";
import type { IsolatePool } from "./isolate/pool.js";
import { runWithTimeout } from "./isolate/watchdog.js";
import { isTimeout, type TopCall, type UdfExecutor, type UdfResult } from "./udf-executor.js";
import { sharedTimeoutMs, type UserClock } from "./user-clock.js";

/** `fault` is an internal error of the engine. */
export type QueryRun = (UdfResult | { readonly fault: unknown }) & {
  readonly reads: ReadSet;
  /** Set if a watchdog stopped the query. Running it again would take as long. */
  readonly isTimedOut?: boolean;
};

export interface QueryGroup {
  readonly ts: Timestamp;
  readonly runs: readonly QueryRun[];
}

export interface QueryRunsOptions {
  readonly database: Database;
  readonly executor: UdfExecutor;
  readonly pool: IsolatePool;
  /** The time limit of one call for its own code. */
  readonly timeoutMs: number;
  readonly giveWayAfterMs?: number;
}

/**
 * After this time the rest of a group gets another watchdog, so that many quick queries do not count as one slow
 * query.
 */
const SLICE_MS = 20;
/** After this time a group allows writes and sockets to run in between. */
const GIVE_WAY_AFTER_MS = 50;
const NO_READS: ReadSet = { ranges: [] };

export class QueryRuns {
  private running: { readonly tx: ReadTransaction; readonly clock: UserClock } | null = null;

  constructor(private readonly options: QueryRunsOptions) {}

  async run(calls: readonly TopCall[], at?: Timestamp, mayGiveWay = true): Promise<QueryGroup> {
    const { database } = this.options;
    await database.whenReadable();
    const ts = at ?? database.readableTs;
    let watch = watchRejections();
    const rejections: Rejection[] = [];
    const runs: QueryRun[] = [];
    let giveWayAtMs = performance.now() + (this.options.giveWayAfterMs ?? GIVE_WAY_AFTER_MS);
    while (runs.length < calls.length) {
      this.runSlice(calls, ts, runs);
      if (!mayGiveWay || runs.length >= calls.length || performance.now() < giveWayAtMs) continue;
      await turnEnd();
      rejections.push(...watch.take());
      await database.whenReadable();
      // Because of many writes, the rest can no longer be read at the same timestamp.
      if (at === undefined && !isKept(database, ts)) return this.run(calls, at, false);
      watch = watchRejections();
      giveWayAtMs = performance.now() + (this.options.giveWayAfterMs ?? GIVE_WAY_AFTER_MS);
    }
    await Promise.all([turnEnd().then(() => rejections.push(...watch.take())), database.whenDurable()]);
    if (rejections.length === 0) return { ts, runs };
    const pool = this.options.pool.fresh();
    const single: QueryRun[] = [];
    for (const [index, call] of calls.entries()) {
      const known = runs[index];
      single.push(known?.isTimedOut === true ? known : await this.runAlone(pool, call, ts));
    }
    return { ts, runs: single };
  }

  /** Stops when the slice is over or when its watchdog stops a query. */
  private runSlice(calls: readonly TopCall[], at: Timestamp | undefined, runs: QueryRun[]): void {
    const { pool, timeoutMs, executor } = this.options;
    const endsMs = performance.now() + SLICE_MS;
    try {
      runWithTimeout(sharedTimeoutMs(timeoutMs), () => {
        do {
          const call = calls[runs.length];
          if (call === undefined) return;
          runs.push(this.runOne(pool, call, at, executor.createClock()));
        } while (performance.now() < endsMs);
      });
    } catch (thrown) {
      if (!isTimeout(thrown)) throw thrown;
      pool.discard();
      const call = calls[runs.length];
      if (call !== undefined) runs.push(this.afterStop(call, at));
    }
  }

  private afterStop(call: TopCall, at: Timestamp | undefined): QueryRun {
    const { pool } = this.options;
    const { running } = this;
    if (!running?.clock.hasUsedItsTime) return this.runOne(pool, call, at);
    const error = running.clock.timeoutError();
    // When the query's data has changed, its time may suffice, so its reads are returned too.
    return {
      result: { status: "error", error },
      journal: null,
      logLines: [],
      hasSeenClock: false,
      reads: running.tx.readSet(),
      isTimedOut: true,
    };
  }

  private async runAlone(pool: IsolatePool, call: TopCall, ts: Timestamp): Promise<QueryRun> {
    await this.options.database.whenIdle();
    const watch = watchRejections();
    const run = this.runOne(pool, call, ts);
    await turnEnd();
    const error = pool.blame(watch.take());
    if (error === null || "fault" in run) return run;
    return { ...run, result: { status: "error", error } };
  }

  private runOne(
    pool: IsolatePool,
    call: TopCall,
    at: Timestamp | undefined,
    sharedClock?: UserClock,
  ): QueryRun {
    try {
      return this.options.database.read((tx) => {
        this.running = sharedClock === undefined ? null : { tx, clock: sharedClock };
        const result = this.options.executor.run(pool, tx, null, call, sharedClock);
        return { ...result, reads: tx.readSet() };
      }, at);
    } catch (thrown) {
      // The caller must know if a timestamp can no longer be read.
      const failure = developerFailure(thrown);
      if (failure === null) return { fault: thrown, reads: NO_READS };
      const error = { ...failure, frames: [] };
      return {
        result: { status: "error", error },
        journal: null,
        logLines: [],
        hasSeenClock: false,
        reads: NO_READS,
      };
    }
  }
}

export function isKept(database: Database, ts: Timestamp): boolean {
  try {
    database.read(() => null, ts);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "TimestampTooOld") return false;
    throw error;
  }
}

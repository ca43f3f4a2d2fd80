/**
 * Runs queries in groups, each group at one timestamp and under one time limit. A group in which a promise was
 * rejected without a handler, or whose time was over, is run again one query at a time to find which it was.
 */
import type { Database, ReadSet, ReadTransaction, Timestamp } from "../database/api.js";
import { developerFailure } from "./developer-errors.js";
import { turnEnd, watchRejections } from "./isolate/rejections.js";
import type { IsolatePool } from "./isolate/pool.js";
import { runWithTimeout } from "./isolate/watchdog.js";
import { isTimeout, usedUp, type TopCall, type UdfExecutor, type UdfResult } from "./udf-executor.js";

/** What running one query came to; a fault is the engine's. */
export type QueryRun = (UdfResult | { readonly fault: unknown }) & { readonly reads: ReadSet };

export interface QueryGroup {
  readonly ts: Timestamp;
  readonly runs: readonly QueryRun[];
}

export interface QueryRunsOptions {
  readonly database: Database;
  readonly executor: UdfExecutor;
  readonly pool: IsolatePool;
  readonly timeoutMs: number;
}

const NO_READS: ReadSet = { ranges: [] };

export class QueryRuns {
  /** The transaction of the query that was begun last. */
  private lastTx: ReadTransaction | null = null;

  constructor(private readonly options: QueryRunsOptions) {}

  /** Runs queries at one timestamp. */
  async run(calls: readonly TopCall[], at?: Timestamp): Promise<QueryGroup> {
    const { database } = this.options;
    await database.whenIdle();
    const ts = at ?? database.latestTs;
    const watch = watchRejections();
    const { runs, timedOut } = this.runAll(calls, at);
    await turnEnd();
    const rejections = watch.take();
    if (runs.length === calls.length && rejections.length === 0) return { ts, runs };
    const single: QueryRun[] = [];
    for (const [index, call] of calls.entries()) {
      single.push(index === timedOut?.index ? this.timeout(timedOut.reads) : await this.runAlone(call, ts));
    }
    return { ts, runs: single };
  }

  /** Runs a group until its time is over; answers as many runs as ended, and which call used the time up. */
  private runAll(calls: readonly TopCall[], at: Timestamp | undefined) {
    const { pool, timeoutMs } = this.options;
    const runs: QueryRun[] = [];
    let startedMs = 0;
    try {
      runWithTimeout(timeoutMs, () => {
        for (const call of calls) {
          startedMs = performance.now();
          runs.push(this.runOne(pool, call, at, true));
        }
      });
      return { runs, timedOut: null };
    } catch (thrown) {
      if (!isTimeout(thrown)) throw thrown;
      pool.discard();
      if (!usedUp(startedMs, timeoutMs)) return { runs, timedOut: null };
      // A change to what it read may be what makes it end next time.
      return { runs, timedOut: { index: runs.length, reads: this.lastTx?.readSet() ?? NO_READS } };
    }
  }

  private timeout(reads: ReadSet): QueryRun {
    const error = this.options.executor.timeoutError();
    return { result: { status: "error", error }, journal: null, logLines: [], reads };
  }

  private async runAlone(call: TopCall, ts: Timestamp): Promise<QueryRun> {
    const pool = this.options.pool.fresh();
    await this.options.database.whenIdle();
    const watch = watchRejections();
    const run = this.runOne(pool, call, ts, false);
    await turnEnd();
    const error = pool.blame(watch.take());
    if (error === null || "fault" in run) return run;
    return { ...run, result: { status: "error", error } };
  }

  private runOne(
    pool: IsolatePool,
    call: TopCall,
    at: Timestamp | undefined,
    hasWatchdog: boolean,
  ): QueryRun {
    try {
      return this.options.database.read((tx) => {
        this.lastTx = tx;
        const result = this.options.executor.run(pool, tx, null, call, hasWatchdog);
        return { ...result, reads: tx.readSet() };
      }, at);
    } catch (thrown) {
      // A timestamp that is no longer kept is the caller's to know of.
      const failure = developerFailure(thrown);
      if (failure === null) return { fault: thrown, reads: NO_READS };
      const error = { ...failure, frames: [] };
      return { result: { status: "error", error }, journal: null, logLines: [], reads: NO_READS };
    }
  }
}

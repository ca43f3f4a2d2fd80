/**
 * Runs mutations inside the database's write batches. A mutation that fails throws out of its job, so that it
 * writes nothing; one that a client sends again answers what it answered the first time. The database asks
 * verify() before it commits a batch; a batch that is refused, or whose time is over, comes back job by job, and then each job runs in
 * contexts of its own, where a rejected promise without a handler can be laid at its door.
 */
import type { Database, Timestamp, WriteTransaction } from "../database/api.js";
import type { UncaughtError } from "../errors.js";
import type { MutationCall } from "./api.js";
import type { IsolatePool } from "./isolate/pool.js";
import { watchRejections, type RejectionWatch } from "./isolate/rejections.js";
import { runWithTimeout } from "./isolate/watchdog.js";
import { isTimeout, usedUp, type TopCall, type UdfExecutor, type UdfResult } from "./udf-executor.js";

export type MutationRun =
  | {
      readonly status: "success";
      readonly value: string;
      readonly ts: Timestamp;
      readonly logLines: readonly string[];
    }
  | { readonly status: "error"; readonly error: UncaughtError; readonly logLines: readonly string[] };

export interface MutationRunsOptions {
  readonly database: Database;
  readonly executor: UdfExecutor;
  readonly pool: IsolatePool;
  /** For a whole batch, and for each job of a batch that was stopped. */
  readonly timeoutMs: number;
}

interface JobValue {
  readonly value: string;
  readonly logLines: readonly string[];
  /** When the mutation was made, if that was earlier. */
  readonly madeAt?: Timestamp;
}

/** A job that runs again, alone, after its batch was refused. */
interface Rerun {
  readonly pool: IsolatePool;
  blame: UncaughtError | null;
}

class MutationFailed extends Error {
  override readonly name = "MutationFailed";
  constructor(
    readonly error: UncaughtError,
    readonly logLines: readonly string[],
  ) {
    super(error.message);
  }
}

export class MutationRuns {
  private lastRerun: Rerun | null = null;
  /** From the first job of a batch to the batch's verify(). */
  private watch: RejectionWatch | null = null;
  /** Which call was begun last, for when the guard stops it. */
  private running: { readonly call: MutationCall; readonly startedMs: number } | null = null;
  /** Calls that used a batch's time up: running them again would cost as much. */
  private readonly timedOut = new WeakSet<MutationCall>();

  constructor(private readonly options: MutationRunsOptions) {}

  /** Runs a batch's jobs under one time limit; returns early when it is over. */
  readonly guard = (runJobs: () => void): void => {
    try {
      runWithTimeout(this.options.timeoutMs, runJobs);
    } catch (thrown) {
      this.options.pool.discard();
      if (!isTimeout(thrown)) throw thrown;
      const { running } = this;
      if (running !== null && usedUp(running.startedMs, this.options.timeoutMs))
        this.timedOut.add(running.call);
    }
  };

  /** Answers whether the jobs that ran in the turn before may be committed. */
  readonly verify = (): boolean => {
    const rejections = this.watch?.take() ?? [];
    this.watch = null;
    if (rejections.length === 0) return true;
    const rerun = this.lastRerun;
    if (rerun === null) return false;
    rerun.blame = rerun.pool.blame(rejections);
    return rerun.blame === null;
  };

  /** Runs a mutation to its commit. Rejects with engine faults alone. */
  async run(call: MutationCall, top: TopCall): Promise<MutationRun> {
    let rerun: Rerun | null = null;
    let attempts = 0;
    try {
      const { value, ts } = await this.options.database.write((tx) => {
        attempts += 1;
        rerun = attempts === 1 ? null : { pool: this.options.pool.fresh(), blame: null };
        this.lastRerun = rerun;
        this.watch ??= watchRejections();
        return this.job(tx, rerun, call, top);
      });
      return { status: "success", value: value.value, ts: value.madeAt ?? ts, logLines: value.logLines };
    } catch (thrown) {
      if (thrown instanceof MutationFailed) {
        return { status: "error", error: thrown.error, logLines: thrown.logLines };
      }
      const blame = blameOf(rerun);
      if (blame !== null) return { status: "error", error: blame, logLines: [] };
      throw thrown;
    }
  }

  private job(tx: WriteTransaction, rerun: Rerun | null, call: MutationCall, top: TopCall): JobValue {
    const { request, bookends } = call;
    const made = request && tx.sessionRequest(request.sessionId, request.requestId);
    if (made) return { value: made.result, logLines: [], madeAt: made.ts };
    if (bookends !== undefined && !bookends.before(tx)) return { value: "null", logLines: [] };
    if (this.timedOut.has(call)) throw new MutationFailed(this.options.executor.timeoutError(), []);
    const { result, logLines } = this.execute(tx, rerun, call, top);
    if (result.status === "error") throw new MutationFailed(result.error, logLines);
    bookends?.after(tx);
    if (request !== undefined) tx.recordSessionRequest(request.sessionId, request.requestId, result.value);
    return { value: result.value, logLines };
  }

  private execute(tx: WriteTransaction, rerun: Rerun | null, call: MutationCall, top: TopCall): UdfResult {
    const { executor, pool } = this.options;
    if (rerun !== null) return executor.run(rerun.pool, tx, tx, top);
    // The first run of a job is inside its batch's guard, which leaves `running` as it is when it stops it.
    this.running = { call, startedMs: performance.now() };
    try {
      return executor.run(pool, tx, tx, top, true);
    } finally {
      this.running = null;
    }
  }
}

/** Reads what a callback has assigned, which the compiler can't follow. */
function blameOf(rerun: Rerun | null): UncaughtError | null {
  return rerun === null ? null : rerun.blame;
}

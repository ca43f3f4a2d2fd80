/**
 * Runs mutations inside the database's write batches. A failed mutation throws out of its job, so that it writes
 * nothing. A mutation that a client sends again returns its first result. Before the database commits a batch, it
 * calls verify(). The jobs of a refused batch run again one by one in separate contexts, where an unhandled
 * rejection can be attributed to its job. If a batch exceeds its time limit, the jobs before the stopped one run
 * again together. The stopped job runs again alone, unless it used up the time itself.
 */
import type { Database, Timestamp, WriteTransaction } from "../database/api.js";
import type { UncaughtError } from "../errors.js";
import type { Identity, MutationCall } from "./api.js";
import type { IsolatePool } from "./isolate/pool.js";
import { watchRejections, type RejectionWatch } from "./isolate/rejections.js";
import { runWithTimeout } from "./isolate/watchdog.js";
import type { Refusal, Turn, Turns } from "./turns.js";
import { isTimeout, type TopCall, type UdfExecutor, type UdfResult } from "./udf-executor.js";
import { sharedTimeoutMs, type UserClock } from "./user-clock.js";

export type MutationRun =
  | {
      readonly status: "success";
      readonly value: string;
      readonly ts: Timestamp;
      readonly logLines: readonly string[];
    }
  | {
      readonly status: "error";
      readonly error: UncaughtError;
      readonly logLines: readonly string[];
      readonly refusal?: Refusal;
    };

export interface MutationRunsOptions {
  readonly database: Database;
  readonly executor: UdfExecutor;
  readonly pool: IsolatePool;
  /** The time limit of one call for its own code. */
  readonly timeoutMs: number;
  readonly turns: Turns;
}

interface JobValue {
  readonly value: string;
  readonly logLines: readonly string[];
  /**
   * The timestamp of the first run, if the client has sent the mutation again and the stored result is returned.
   */
  readonly madeAt?: Timestamp;
}

/** Set if the job runs again alone, because its batch was refused or stopped. */
interface Rerun {
  readonly pool: IsolatePool;
  blame: UncaughtError | null;
}

/** The client's session and request number belong to another caller. */
const ANOTHER_CALLERS: UncaughtError = {
  message: "This request of this session was made by another caller.",
  frames: [],
};

function nameOf(identity: Identity): string | null {
  const name = identity?.tokenIdentifier;
  return typeof name === "string" ? name : null;
}

class MutationFailed extends Error {
  override readonly name = "MutationFailed";
  constructor(
    readonly error: UncaughtError,
    readonly logLines: readonly string[],
    readonly refusal?: Refusal,
  ) {
    super(error.message);
  }
}

export class MutationRuns {
  private lastRerun: Rerun | null = null;
  /** Set between the first job of a batch and the batch's verify(). */
  private watch: RejectionWatch | null = null;
  private isGuarded = false;
  /** The call that began last. The guard stops this one. */
  private running: { readonly call: MutationCall; readonly clock: UserClock } | null = null;
  /** Calls that used up a batch's time. Their result is stored, because running them again would take as long. */
  private readonly timedOut = new WeakMap<MutationCall, UncaughtError>();
  /** Kept for several jobs that run alone one after another, until the garbage collector frees it. */
  private rerunPool: WeakRef<IsolatePool> | null = null;

  constructor(private readonly options: MutationRunsOptions) {}

  /** All jobs of the batch share one time limit. At the limit, returns before all have run. */
  readonly guard = (runJobs: () => void): void => {
    this.isGuarded = true;
    try {
      runWithTimeout(sharedTimeoutMs(this.options.timeoutMs), runJobs);
    } catch (thrown) {
      this.options.pool.discard();
      this.watch?.take();
      this.watch = null;
      if (!isTimeout(thrown)) throw thrown;
      const { running } = this;
      if (running?.clock.hasUsedItsTime) this.timedOut.set(running.call, running.clock.timeoutError());
    } finally {
      this.isGuarded = false;
      this.running = null;
    }
  };

  /** Returns whether the jobs that ran in the previous turn may be committed. */
  readonly verify = (): boolean => {
    const rejections = this.watch?.take() ?? [];
    this.watch = null;
    if (rejections.length === 0) return true;
    const rerun = this.lastRerun;
    if (rerun === null) return false;
    rerun.blame = rerun.pool.blame(rejections);
    return rerun.blame === null;
  };

  /** Resolves after the commit. Rejects only with internal errors of the engine. */
  async run(call: MutationCall, top: TopCall): Promise<MutationRun> {
    let rerun: Rerun | null = null;
    const { turns } = this.options;
    const turn = turns.enter();
    try {
      const { value, ts } = await this.options.database.write((tx) => {
        rerun = this.isGuarded ? null : { pool: this.poolForReruns(), blame: null };
        this.lastRerun = rerun;
        this.watch ??= watchRejections();
        return this.job(tx, rerun, call, top, turn);
      });
      return { status: "success", value: value.value, ts: value.madeAt ?? ts, logLines: value.logLines };
    } catch (thrown) {
      if (thrown instanceof MutationFailed) {
        const { error, logLines, refusal } = thrown;
        return { status: "error", error, logLines, refusal };
      }
      const blame = blameOf(rerun);
      if (blame !== null) return { status: "error", error: blame, logLines: [] };
      throw thrown;
    } finally {
      turns.leave();
    }
  }

  private job(
    tx: WriteTransaction,
    rerun: Rerun | null,
    call: MutationCall,
    top: TopCall,
    turn: Turn,
  ): JobValue {
    const { bookends } = call;
    const request = call.request && { ...call.request, caller: nameOf(call.caller.identity) };
    const made = request && tx.sessionRequest(request);
    if (made === "another caller's") throw new MutationFailed(ANOTHER_CALLERS, []);
    if (made) return { value: made.result, logLines: [], madeAt: made.ts };
    const refusal = this.options.turns.refusalFor(turn);
    if (refusal !== null) throw new MutationFailed({ message: refusal.message, frames: [] }, [], refusal);
    if (bookends !== undefined && !bookends.before(tx)) return { value: "null", logLines: [] };
    const timeout = this.timedOut.get(call);
    if (timeout !== undefined) throw new MutationFailed(timeout, []);
    const { result, logLines } = this.execute(tx, rerun, call, top);
    if (result.status === "error") throw new MutationFailed(result.error, logLines);
    bookends?.after(tx);
    if (request !== undefined) tx.recordSessionRequest(request, result.value);
    return { value: result.value, logLines };
  }

  private execute(tx: WriteTransaction, rerun: Rerun | null, call: MutationCall, top: TopCall): UdfResult {
    const { executor, pool } = this.options;
    if (rerun !== null) return executor.run(rerun.pool, tx, tx, top);
    // The guard that stops this call finds the clock in `running`.
    const clock = executor.createClock();
    this.running = { call, clock };
    return executor.run(pool, tx, tx, top, clock);
  }

  private poolForReruns(): IsolatePool {
    const kept = this.rerunPool?.deref();
    if (kept !== undefined) return kept;
    const pool = this.options.pool.fresh();
    this.rerunPool = new WeakRef(pool);
    return pool;
  }
}

/** A callback has assigned the value, and the compiler cannot follow such an assignment. */
function blameOf(rerun: Rerun | null): UncaughtError | null {
  return rerun === null ? null : rerun.blame;
}

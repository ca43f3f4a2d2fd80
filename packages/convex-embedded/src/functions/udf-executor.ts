/**
 * Runs a query or a mutation, and the functions that it calls, inside one transaction. Every level of nesting runs
 * in a separate context. An error of a called function is passed to its caller as text and data.
 */
import type { ReadTransaction, WriteTransaction } from "../database/api.js";
import { EngineError, type UncaughtError } from "../errors.js";
import type { Identity } from "./api.js";
import { developerFailure } from "./developer-errors.js";
import type { CheckedArgs, FunctionTable, TableEntry } from "./function-table.js";
import { failureOfCallee, type RunResult, type SyscallFailure } from "./isolate/isolate.js";
import { appendLogLine } from "./isolate/log-lines.js";
import { runWithTimeout } from "./isolate/watchdog.js";
import type { IsolatePool } from "./isolate/pool.js";
import { Journal, type SyscallServices, type UdfCall } from "./syscalls/call.js";
import { durationWarning, warnOfTransaction } from "./limit-warnings.js";
import { MAX_CALL_DEPTH } from "./limits.js";
import { allDocuments, nextDocument, nextPage } from "./syscalls/queries.js";
import { answerSyscall } from "./syscalls/registry.js";
import { ownTimeoutMs, UserClock, UserTimeout } from "./user-clock.js";

export interface TopCall {
  readonly kind: "query" | "mutation";
  readonly entry: TableEntry;
  readonly args: string;
  /** Absent if the arguments are validated with the call. */
  readonly checked?: CheckedArgs | undefined;
  readonly identity: Identity;
  readonly scheduledJobId: string | undefined;
  readonly requestId: string;
  readonly previousJournal: string | null;
}

export interface UdfResult {
  readonly result: RunResult;
  readonly journal: string | null;
  readonly logLines: readonly string[];
  /** Whether the call, or a function that it called, read the clock. */
  readonly hasSeenClock: boolean;
}

class CalleeError extends Error {
  override readonly name = "CalleeError";
  constructor(readonly failure: SyscallFailure) {
    super(failure.message);
  }
}

interface Frame {
  readonly kind: "query" | "mutation";
  readonly entry: TableEntry;
  readonly args: string;
  readonly checked?: CheckedArgs | undefined;
  readonly depth: number;
  readonly journal: Journal;
  /** Null in a component, to which identities are not passed. */
  readonly identity: Identity;
}

interface Run {
  readonly pool: IsolatePool;
  readonly tx: ReadTransaction;
  readonly writes: WriteTransaction | null;
  readonly requestId: string;
  readonly scheduledJobId: string | undefined;
  readonly nowMs: number;
  readonly seen: { clock: boolean };
  readonly logLines: string[];
  /** These lines are added when the call has ended. */
  readonly warnings: string[];
  readonly clock: UserClock;
}

export interface UdfExecutorOptions {
  readonly table: FunctionTable;
  readonly services: SyscallServices;
  /** The time limit of one call's own code. */
  readonly timeoutMs: number;
  /** The runtime's own time for one call. */
  readonly systemTimeMs?: number;
  readonly now: () => number;
}

export class UdfExecutor {
  constructor(private readonly options: UdfExecutorOptions) {}

  createClock(): UserClock {
    return new UserClock(this.options.timeoutMs);
  }

  /** Without `sharedClock`, the call has its own watchdog and clock. Throws internal errors of the runtime. */
  run(
    pool: IsolatePool,
    tx: ReadTransaction,
    writes: WriteTransaction | null,
    call: TopCall,
    sharedClock?: UserClock,
  ): UdfResult {
    const journal = new Journal(call.previousJournal);
    const run: Run = {
      pool,
      tx,
      writes,
      requestId: call.requestId,
      scheduledJobId: call.scheduledJobId,
      nowMs: this.options.now(),
      seen: { clock: false },
      logLines: [],
      warnings: [],
      clock: sharedClock ?? this.createClock(),
    };
    const { kind, entry, args, checked } = call;
    const identity = entry.component === "" ? call.identity : null;
    const frame: Frame = { kind, entry, args, checked, depth: 0, journal, identity };
    const { timeoutMs, systemTimeMs } = this.options;
    const watchdogMs = sharedClock === undefined ? ownTimeoutMs(timeoutMs, systemTimeMs) : undefined;
    const result = this.runTop(run, frame, watchdogMs);
    warnOfTransaction(run.warnings, tx, writes);
    const duration = durationWarning(run.clock.usedMs, timeoutMs);
    if (duration !== null) run.warnings.push(duration);
    for (const warning of run.warnings) appendLogLine(run.logLines, warning);
    return { result, journal: journal.toText(), logLines: run.logLines, hasSeenClock: run.seen.clock };
  }

  private runTop(run: Run, frame: Frame, watchdogMs: number | undefined): RunResult {
    try {
      const result = withTimeout(watchdogMs, () => this.runFrame(run, frame));
      return run.clock.isOver ? { status: "error", error: run.clock.timeoutError() } : result;
    } catch (thrown) {
      const isStopped = watchdogMs !== undefined && isTimeout(thrown);
      if (!isStopped && !(thrown instanceof UserTimeout)) throw thrown;
      if (isStopped) run.pool.discard();
      return { status: "error", error: run.clock.timeoutError() };
    }
  }

  private runFrame(run: Run, frame: Frame): RunResult {
    return run.tx.within(frame.entry.component, () => this.runInComponent(run, frame));
  }

  private runInComponent(run: Run, frame: Frame): RunResult {
    const { entry, kind } = frame;
    const { table } = this.options;
    run.warnings.push(...(frame.checked?.warnings ?? []));
    const args =
      frame.checked?.args ?? checked(() => table.checkArgs(entry, frame.args, run.tx, run.warnings));
    if (typeof args !== "string") return { status: "error", error: args };
    const call = this.createCall(run, frame);
    const { modulePath, exportName } = entry.definition;
    const isolate = run.pool.free(entry.component);
    run.clock.enter();
    const result = isolate.run({
      request: { kind, modulePath, exportName, args },
      now: () => {
        run.seen.clock = true;
        return run.nowMs;
      },
      logLines: run.logLines,
      syscall: (op, syscallArgs) => timed(run.clock, () => answerSyscall(call, op, syscallArgs)),
      nextDocument: (syscallArgs) => timed(run.clock, () => nextDocument(call, syscallArgs)),
      nextPage: (syscallArgs) => timed(run.clock, () => nextPage(call, syscallArgs)),
      allDocuments: (queryId) => timed(run.clock, () => allDocuments(call, queryId)),
      failureOf: (thrown) => this.failureOf(thrown),
    });
    run.clock.leave();
    if (result.status === "error") return result;
    const mismatch = checked(() => table.checkReturns(entry, result.value, run.tx, run.warnings));
    return mismatch === undefined ? result : { status: "error", error: mismatch };
  }

  private createCall(run: Run, frame: Frame): UdfCall {
    return {
      kind: frame.kind,
      path: frame.entry.path,
      component: frame.entry.component,
      identity: frame.identity,
      requestId: run.requestId,
      scheduledJobId: run.scheduledJobId,
      depth: frame.depth,
      nowMs: run.nowMs,
      tx: run.tx,
      writes: frame.kind === "mutation" ? run.writes : null,
      journal: frame.journal,
      cursors: new Map(),
      logLines: run.logLines,
      services: this.options.services,
      runNested: (kind, path, args, tx) =>
        this.runNested(tx === undefined ? run : { ...run, tx, writes: null }, frame, kind, path, args),
    };
  }

  private runNested(run: Run, caller: Frame, kind: "query" | "mutation", path: string, args: string): string {
    const { table } = this.options;
    const depth = caller.depth + 1;
    if (depth > MAX_CALL_DEPTH) {
      throw new EngineError(
        "MaximumCallDepthExceeded",
        "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
      );
    }
    const entry = table.find(path, kind, "internal");
    const identity = entry.component === caller.entry.component ? caller.identity : null;
    const result = caller.journal.ofCall(path, args, (journal) =>
      this.runFrame(run, { kind, entry, args, depth, journal, identity }),
    );
    if (result.status === "error") throw new CalleeError(failureOfCallee(result.error));
    return result.value;
  }

  private failureOf(thrown: unknown): SyscallFailure | null {
    return thrown instanceof CalleeError ? thrown.failure : developerFailure(thrown);
  }
}

/** Runs a check. Its error becomes an error of the call. */
function checked<T>(check: () => T): T | UncaughtError {
  try {
    return check();
  } catch (thrown) {
    const failure = developerFailure(thrown);
    if (failure === null) throw thrown;
    return { ...failure, frames: [] };
  }
}

/** The error is the time limit of a run. It may come from the context that was stopped. */
export function isTimeout(thrown: unknown): boolean {
  return (Object(thrown) as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

/** Without a limit, runs `work` within the caller's limit. */
function withTimeout<T>(timeoutMs: number | undefined, work: () => T): T {
  if (timeoutMs === undefined) return work();
  const results: T[] = [];
  runWithTimeout(timeoutMs, () => void results.push(work()));
  return results[0] as T;
}

function timed<T>(clock: UserClock, answer: () => T): T {
  clock.leave();
  if (clock.isOver) throw new UserTimeout();
  try {
    return answer();
  } finally {
    clock.enter();
  }
}

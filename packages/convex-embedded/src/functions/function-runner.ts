/**
 * Runs functions for the sync server, the HTTP API, the scheduler and actions. It checks path, visibility and
 * arguments, runs queries between write batches and mutations inside them, and converts results and errors to the
 * protocol's format. The queries of one call all see the same timestamp.
 */
import type { Database, ReadTransaction, Timestamp } from "../database/api.js";
import { failureOf, internalFailure, newRequestId, type UncaughtError } from "../errors.js";
import type { FileStore } from "../files/file-store.js";
import type { ActionCaller, ActionHost, ActionRunner } from "./action-host.js";
import type { Analysis, FunctionBundle } from "./analysis.js";
import type {
  ActionOutcome,
  Caller,
  EndedCall,
  FunctionCall,
  FunctionRunner,
  HttpActionRequest,
  HttpActionResponse,
  MutationCall,
  MutationOutcome,
  QueryCall,
  QueryOutcome,
} from "./api.js";
import { clientsOf } from "./clients.js";
import { developerFailure } from "./developer-errors.js";
import { FunctionTable, type CheckedArgs } from "./function-table.js";
import type { RunResult } from "./isolate/isolate.js";
import { IsolatePool } from "./isolate/pool.js";
import { listenForRejections, turnEnd } from "./isolate/rejections.js";
import { MAX_USER_TIME_MS } from "./limits.js";
import { MutationRuns } from "./mutation-runs.js";
import { OutstandingJobs } from "../scheduler/outstanding-jobs.js";
import { QueryRuns } from "./query-runs.js";
import type { TokenSigner } from "./syscalls/call.js";
import { answerActionSyscall, type ActionSyscallContext } from "./syscalls/actions.js";
import { componentOf, type ModuleMoves } from "./paths.js";
import { Turns, type Refusal, type TurnOptions } from "./turns.js";
import { UdfExecutor, type TopCall } from "./udf-executor.js";

export interface FunctionRunnerOptions {
  readonly database: Database;
  readonly bundle: FunctionBundle;
  readonly analysis: Analysis;
  readonly files: FileStore;
  readonly env: Readonly<Record<string, string>>;
  readonly createActions: (host: ActionHost) => ActionRunner;
  /** How long the developer's own code of one query or mutation may run. */
  readonly timeoutMs?: number;
  /** How long the runtime may work for one query or mutation. */
  readonly systemTimeMs?: number;
  /** After this time a group of queries must let other work run. */
  readonly giveWayAfterMs?: number;
  readonly deploymentName?: string;
  readonly tokens?: TokenSigner;
  /** A runner passes these counts on to the runner that replaces it. */
  readonly outstandingJobs?: OutstandingJobs;
  /** Limits the mutations in progress, and how long a new one waits before it is refused. */
  readonly turns?: TurnOptions;
  readonly now?: () => number;
  /** The new paths of modules that jobs and clients may still call by their former paths. */
  readonly moves?: ModuleMoves;
  /** Whether "use node" actions get no reason when a function that they called has failed. */
  readonly hidesCausesFromNode?: boolean;
  readonly onCalledByAction?: (call: EndedCall) => void;
  /** Only its batches are guarded and verified. The default is the database itself. */
  readonly hooks?: Pick<Database, "setGuard" | "setVerifier">;
}

/** Longer arguments are validated in a separate turn before the query or mutation runs. */
const LARGE_ARGS_LENGTH = 64 << 10;

export interface OwnedFunctionRunner extends FunctionRunner {
  /**
   * Must be called when the runner gets no more calls. Resolves when all actions and large mutations have ended.
   */
  retire(): Promise<void>;
  close(): Promise<void>;
}

export function createFunctionRunner(options: FunctionRunnerOptions): OwnedFunctionRunner {
  return new Runner(options);
}

class Runner implements OwnedFunctionRunner {
  private readonly table: FunctionTable;
  private readonly queries: QueryRuns;
  private readonly mutations: MutationRuns;
  private readonly actions: ActionRunner;
  private readonly checked = new WeakMap<FunctionCall, CheckedArgs>();
  /** Large mutations are queued after their validation, not when they are called. */
  private readonly largeMutations = new Set<Promise<MutationOutcome>>();
  private readonly stopListening: () => void;
  private readonly read: <T>(job: (tx: ReadTransaction) => T) => Promise<T>;

  constructor(private readonly options: FunctionRunnerOptions) {
    const { database, bundle, analysis, files, env } = options;
    const timeoutMs = options.timeoutMs ?? MAX_USER_TIME_MS;
    const now = options.now ?? Date.now;
    const services = {
      functions: analysis.functions,
      files,
      deploymentName: options.deploymentName ?? "embedded",
      outstandingJobs: options.outstandingJobs ?? new OutstandingJobs(),
      tokens: options.tokens,
    };
    const pool = IsolatePool.open(bundle, analysis.components, env);
    this.table = new FunctionTable(analysis.functions, options.moves);
    const { giveWayAfterMs, systemTimeMs } = options;
    const executor = new UdfExecutor({ table: this.table, services, timeoutMs, systemTimeMs, now });
    this.queries = new QueryRuns({ database, executor, pool, timeoutMs, giveWayAfterMs });
    const turns = new Turns("mutation", options.turns);
    this.mutations = new MutationRuns({ database, executor, pool, timeoutMs, turns });
    const stopRejections = listenForRejections();
    const hooks = options.hooks ?? database;
    hooks.setVerifier(this.mutations.verify);
    hooks.setGuard(this.mutations.guard);
    this.stopListening = () => {
      hooks.setVerifier(null);
      hooks.setGuard(null);
      stopRejections();
    };
    this.read = async (job) => {
      await database.whenIdle();
      return database.read(job);
    };
    const context: ActionSyscallContext = {
      services,
      database,
      now,
      hidesCausesFromNode: options.hidesCausesFromNode === true,
      runFunction: (kind, path, args, caller) => this.runForAction(kind, path, args, caller),
      read: this.read,
    };
    this.actions = options.createActions({
      env,
      asyncSyscall: (op, args, caller) => answerActionSyscall(context, op, args, caller),
    });
  }

  async runQueries(
    calls: readonly QueryCall[],
    at?: Timestamp,
  ): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }> {
    const found: (TopCall | UncaughtError)[] = [];
    for (const call of calls) {
      const top = this.topCall("query", call, newRequestId(), call.journal);
      if (isTopCall(top) && call.args.length > LARGE_ARGS_LENGTH)
        found.push(await this.checkLarge(call, top));
      else found.push(top);
    }
    const { ts, runs } = await this.queries.run(found.filter(isTopCall), at);
    let next = 0;
    const outcomes = found.map((call) =>
      isTopCall(call)
        ? queryOutcome(call.requestId, runs[next++])
        : { ...failureOf(newRequestId(), call), journal: null, reads: { ranges: [] } },
    );
    return { ts, outcomes };
  }

  async runMutation(call: MutationCall): Promise<MutationOutcome> {
    const requestId = newRequestId();
    const top = this.topCall("mutation", call, requestId, null);
    if (!isTopCall(top)) return failureOf(requestId, top);
    if (call.args.length <= LARGE_ARGS_LENGTH) return this.mutate(call, top);
    const running = this.checkLarge(call, top).then((checked) => this.mutate(call, checked));
    this.largeMutations.add(running);
    return running.finally(() => this.largeMutations.delete(running));
  }

  private async mutate(call: MutationCall, top: TopCall): Promise<MutationOutcome> {
    const { requestId } = top;
    try {
      const run = await this.mutations.run(call, top);
      if (run.status === "success") return run;
      const { error, logLines, refusal } = run;
      const failure = failureOf(requestId, error, logLines);
      return { ...failure, ...(refusal && { refusal }), ...(error.isTimeout && { isTimeout: true }) };
    } catch (fault) {
      return internalFailure(requestId, fault);
    }
  }

  async runAction(call: FunctionCall): Promise<ActionOutcome> {
    const requestId = newRequestId();
    try {
      const { result, logLines, refusal } = await this.executeAction(call, requestId);
      if (result.status === "success") return { status: "success", value: result.value, logLines };
      const failure = failureOf(requestId, result.error, logLines);
      return refusal === undefined ? failure : { ...failure, refusal };
    } catch (fault) {
      return internalFailure(requestId, fault);
    }
  }

  hasRoute(method: string, pathname: string): boolean {
    return this.actions.hasRoute(method, pathname);
  }

  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null> {
    return this.actions.runHttpAction(request);
  }

  kindOf(path: string, visibility: Caller["visibility"]) {
    return this.table.kindOf(path, visibility);
  }

  valuesTakenBy(path: string, visibility: Caller["visibility"]): number {
    return this.table.valuesTakenBy(path, visibility);
  }

  async retire(): Promise<void> {
    await Promise.all([this.actions.drained(), ...this.largeMutations]);
    await this.close();
  }

  async close(): Promise<void> {
    await this.actions.close();
    this.stopListening();
  }

  /**
   * Validates large arguments in a separate turn, once for all runs of a live query. Invalid arguments are
   * validated again with their call, which then returns the error.
   */
  private async checkLarge(call: FunctionCall, top: TopCall): Promise<TopCall> {
    const known = this.checked.get(call);
    if (known !== undefined) return { ...top, checked: known };
    const warnings: string[] = [];
    try {
      const args = await this.read((tx) => this.table.checkArgs(top.entry, call.args, tx, warnings));
      const checked = { args, warnings };
      this.checked.set(call, checked);
      return { ...top, checked };
    } catch {
      return top;
    } finally {
      await turnEnd();
    }
  }

  private topCall(
    kind: "query" | "mutation",
    call: FunctionCall,
    requestId: string,
    previousJournal: string | null,
  ): TopCall | UncaughtError {
    const { args, caller, scheduledJobId } = call;
    try {
      const entry = this.table.find(call.path, kind, caller.visibility);
      return { kind, entry, args, identity: caller.identity, scheduledJobId, requestId, previousJournal };
    } catch (thrown) {
      return describeRefusal(thrown);
    }
  }

  private async executeAction(
    call: FunctionCall,
    requestId: string,
    from?: ActionCaller,
  ): Promise<{ result: RunResult; logLines: readonly string[]; refusal?: Refusal }> {
    let logLines: readonly string[] = [];
    try {
      const entry = this.table.find(call.path, "action", call.caller.visibility);
      const args = await this.read((tx) => this.table.checkArgs(entry, call.args, tx));
      const { component } = entry;
      const { modulePath, exportName, environment } = entry.definition;
      const identity = component === "" ? call.caller.identity : null;
      const { scheduledJobId } = call;
      const isWithin = from === undefined || component === from.component;
      const execution = await this.actions.runAction({
        component,
        modulePath,
        exportName,
        environment,
        args,
        caller: {
          ...{ component, identity, scheduledJobId, requestId, environment },
          identityError: isWithin ? from?.identityError : undefined,
          functionPath: entry.path,
          clients: from?.clients ?? clientsOf(call.caller),
          ...(from && { parent: from }),
        },
      });
      logLines = execution.logLines;
      if (execution.status === "error") {
        return { result: execution, logLines, ...(execution.refusal && { refusal: execution.refusal }) };
      }
      await this.read((tx) => this.table.checkReturns(entry, execution.value, tx));
      return { result: { status: "success", value: execution.value }, logLines };
    } catch (thrown) {
      return { result: { status: "error", error: describeRefusal(thrown) }, logLines };
    }
  }

  private async runForAction(
    kind: "query" | "mutation" | "action",
    path: string,
    args: string,
    from: ActionCaller,
  ): Promise<RunResult> {
    const { scheduledJobId, requestId } = from;
    // The identity is not passed across the boundary of a component.
    const isWithin = componentOf(path) === from.component;
    const identity = isWithin ? from.identity : null;
    const call: FunctionCall = { path, args, caller: { identity, visibility: "internal" }, scheduledJobId };
    const startedMs = Date.now();
    const { result, logLines } = await this.execute(kind, call, requestId, from);
    this.options.onCalledByAction?.({
      kind: KINDS[kind],
      path,
      startedMs,
      durationMs: Date.now() - startedMs,
      outcome:
        result.status === "success" ? { ...result, logLines } : failureOf(requestId, result.error, logLines),
    });
    return result;
  }

  private async execute(
    kind: "query" | "mutation" | "action",
    call: FunctionCall,
    requestId: string,
    from: ActionCaller,
  ): Promise<{ readonly result: RunResult; readonly logLines: readonly string[] }> {
    if (kind === "action") return this.executeAction(call, requestId, from);
    const top = this.topCall(kind, call, requestId, null);
    if (!isTopCall(top)) return { result: { status: "error", error: top }, logLines: [] };
    if (kind === "mutation") {
      const run = await this.mutations.run(call, top);
      const { logLines } = run;
      if (run.status === "success") return { result: { status: "success", value: run.value }, logLines };
      return { result: { status: "error", error: run.error }, logLines };
    }
    const { runs } = await this.queries.run([top]);
    const run = runs[0];
    if (run === undefined || "fault" in run) throw run?.fault;
    return run;
  }
}

const KINDS = { query: "Query", mutation: "Mutation", action: "Action" } as const;

function isTopCall(call: TopCall | UncaughtError): call is TopCall {
  return "entry" in call;
}

function queryOutcome(
  requestId: string,
  run: Awaited<ReturnType<QueryRuns["run"]>>["runs"][number] | undefined,
): QueryOutcome {
  if (run === undefined || "fault" in run) {
    return {
      ...internalFailure(requestId, run?.fault),
      journal: null,
      reads: run?.reads ?? { ranges: [] },
    };
  }
  const { result, logLines, journal, reads, hasSeenClock } = run;
  return result.status === "success"
    ? { status: "success", value: result.value, logLines, journal, reads, hasSeenClock }
    : { ...failureOf(requestId, result.error, logLines), journal: null, reads, hasSeenClock };
}

/** Rethrows an error that the caller did not cause. */
function describeRefusal(thrown: unknown): UncaughtError {
  const failure = developerFailure(thrown);
  if (failure === null) throw thrown;
  return { ...failure, frames: [] };
}

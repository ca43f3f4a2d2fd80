/**
 * The functions that a runtime runs now, and their replacement by others while it runs. A call ends with the
 * functions with which it began.
 *   replace() -> new calls use the new functions
 *             -> the old ones end their mutations in the queue, queries and actions
 *             -> the new functions handle calls from an old action, like any later call
 */
import type { Database, ReadTransaction, Timestamp } from "../database/api.js";
import type { FileStore } from "../files/file-store.js";
import type { ActionHost, ActionRunner } from "./action-host.js";
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
import { SharedBatchHooks } from "./batch-hooks.js";
import type { PreparedFunctions } from "./bundle/prepare.js";
import { OutstandingJobs } from "../scheduler/outstanding-jobs.js";
import { createFunctionRunner, type OwnedFunctionRunner } from "./function-runner.js";
import type { ModuleMoves } from "./paths.js";
import { isKept } from "./query-runs.js";
import type { TokenSigner } from "./syscalls/call.js";

export interface Generation extends PreparedFunctions {
  readonly env: Readonly<Record<string, string>>;
}

/** Queries of the runtime itself. Tools run them with the admin key. */
export interface SystemQueries {
  has(path: string): boolean;
  /** Throws if the arguments are invalid. */
  run(path: string, args: string, tx: ReadTransaction): string;
}

export interface LiveRunnerOptions {
  readonly database: Database;
  readonly files: FileStore;
  readonly deploymentName: string;
  readonly tokens?: TokenSigner;
  readonly createActions: (generation: Generation, host: ActionHost) => ActionRunner;
  readonly systemQueries?: SystemQueries;
  /** The new paths of modules that jobs and clients may still call by their former paths. */
  readonly moves?: ModuleMoves;
  readonly onCall?: (call: EndedCall) => void;
  /** Whether "use node" actions get no reason when a function that they called has failed. */
  readonly hidesCausesFromNode?: boolean;
  readonly onError: (error: unknown) => void;
}

interface Current {
  readonly generation: Generation;
  readonly runner: OwnedFunctionRunner;
  readonly host: ActionHost | null;
}

export class LiveRunner implements FunctionRunner {
  private readonly hooks: SharedBatchHooks;
  private readonly retiring = new Set<OwnedFunctionRunner>();
  private readonly outstandingJobs = new OutstandingJobs();
  private current: Current;

  constructor(
    private readonly options: LiveRunnerOptions,
    generation: Generation,
  ) {
    this.hooks = new SharedBatchHooks(options.database);
    this.current = this.open(generation);
  }

  get generation(): Generation {
    return this.current.generation;
  }

  /** Must be called while no write batch is open. */
  replace(generation: Generation): void {
    const { runner } = this.current;
    this.current = this.open(generation);
    this.retiring.add(runner);
    this.retire(runner).catch(this.options.onError);
  }

  runQueries(
    calls: readonly QueryCall[],
    at?: Timestamp,
  ): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }> {
    const { systemQueries } = this.options;
    const isSystem = ({ path, caller }: QueryCall) =>
      caller.visibility === "internal" && systemQueries?.has(path) === true;
    if (calls.some(isSystem)) return this.runMixedQueries(calls, isSystem, at);
    const startedMs = Date.now();
    const running = this.current.runner.runQueries(calls, at);
    if (this.options.onCall !== undefined) {
      running.then(
        ({ outcomes }) => outcomes.forEach((outcome, i) => this.tell("Query", calls[i], startedMs, outcome)),
        () => undefined,
      );
    }
    return running;
  }

  runMutation(call: MutationCall): Promise<MutationOutcome> {
    return this.told("Mutation", call, this.current.runner.runMutation(call));
  }

  runAction(call: FunctionCall): Promise<ActionOutcome> {
    return this.told("Action", call, this.current.runner.runAction(call));
  }

  hasRoute(method: string, pathname: string): boolean {
    return this.current.runner.hasRoute(method, pathname);
  }

  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null> {
    return this.current.runner.runHttpAction(request);
  }

  kindOf(path: string, visibility: Caller["visibility"]) {
    if (visibility === "internal" && this.options.systemQueries?.has(path)) return "query";
    return this.current.runner.kindOf(path, visibility);
  }

  valuesTakenBy(path: string, visibility: Caller["visibility"]): number {
    if (visibility === "internal" && this.options.systemQueries?.has(path)) return Infinity;
    return this.current.runner.valuesTakenBy(path, visibility);
  }

  async close(): Promise<void> {
    await Promise.all([this.current.runner, ...this.retiring].map((runner) => runner.close()));
  }

  private open(generation: Generation): Current {
    const { database, files, deploymentName, createActions } = this.options;
    let host: ActionHost | null = null;
    const runner = createFunctionRunner({
      database,
      files,
      deploymentName,
      tokens: this.options.tokens,
      hidesCausesFromNode: this.options.hidesCausesFromNode,
      onCalledByAction: this.options.onCall,
      outstandingJobs: this.outstandingJobs,
      bundle: generation.bundle,
      analysis: generation.analysis,
      env: generation.env,
      moves: this.options.moves,
      hooks: this.hooks.lease(),
      createActions: (ownHost) => {
        host = ownHost;
        const asyncSyscall: ActionHost["asyncSyscall"] = (op, args, caller) =>
          (this.current.host ?? ownHost).asyncSyscall(op, args, caller);
        return createActions(generation, { env: ownHost.env, asyncSyscall });
      },
    });
    return { generation, runner, host };
  }

  private async retire(runner: OwnedFunctionRunner): Promise<void> {
    // Mutations are queued when they are called, so this write job ends after all mutations of the old functions.
    await this.options.database.write(() => null);
    await runner.retire();
    this.retiring.delete(runner);
  }

  private async runMixedQueries(
    calls: readonly QueryCall[],
    isSystem: (call: QueryCall) => boolean,
    at: Timestamp | undefined,
  ): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }> {
    const own = calls.filter((call) => !isSystem(call));
    const { ts, outcomes } = await this.current.runner.runQueries(own, at);
    await this.options.database.whenIdle();
    // Tables were exchanged since then, so the earlier state can no longer be read.
    if (at === undefined && !isKept(this.options.database, ts)) {
      return this.runMixedQueries(calls, isSystem, at);
    }
    let next = 0;
    return {
      ts,
      outcomes: calls.flatMap((call) =>
        isSystem(call) ? this.runSystemQuery(call, ts) : (outcomes[next++] ?? []),
      ),
    };
  }

  private runSystemQuery({ path, args }: QueryCall, at: Timestamp): QueryOutcome {
    return this.options.database.read((tx) => {
      const rest = { logLines: [], journal: null };
      try {
        const value = this.options.systemQueries?.run(path, args, tx) ?? "null";
        return { status: "success", value, ...rest, reads: tx.readSet() };
      } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        return { status: "error", message, ...rest, reads: tx.readSet() };
      }
    }, at);
  }

  private told<T extends EndedCall["outcome"]>(
    kind: EndedCall["kind"],
    call: FunctionCall,
    running: Promise<T>,
  ): Promise<T> {
    if (this.options.onCall === undefined) return running;
    const startedMs = Date.now();
    running.then(
      (outcome) => this.tell(kind, call, startedMs, outcome),
      () => undefined,
    );
    return running;
  }

  private tell(
    kind: EndedCall["kind"],
    call: FunctionCall | undefined,
    startedMs: number,
    outcome: EndedCall["outcome"],
  ): void {
    if (call === undefined) return;
    const durationMs = Date.now() - startedMs;
    this.options.onCall?.({ kind, path: call.path, startedMs, durationMs, outcome });
  }
}

/**
 * A function runner over a real database in a temporary folder, for tests. Arguments and results are plain values.
 * Actions must be provided by the caller, because a worker can't be started from TypeScript.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { convexToJson, jsonToConvex, type Value } from "convex/values";
import type { Database } from "../../database/api.js";
import { openDatabase } from "../../database/database.js";
import { createFileStore } from "../../files/file-store.js";
import type { ActionHost, ActionRunner } from "../action-host.js";
import { componentSchemas } from "../analysis.js";
import type { FunctionFailure, Identity, MutationCall, QueryOutcome } from "../api.js";
import { prepareFunctions } from "../bundle/prepare.js";
import { createFunctionRunner, type OwnedFunctionRunner } from "../function-runner.js";
import type { ModuleMoves } from "../paths.js";
import type { TurnOptions } from "../turns.js";

export interface HarnessOptions {
  readonly functionsDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly systemTimeMs?: number;
  readonly giveWayAfterMs?: number;
  readonly turns?: TurnOptions;
  readonly moves?: ModuleMoves;
  readonly createActions?: (host: ActionHost) => ActionRunner;
}

export interface QueryAnswer {
  readonly value: Value;
  readonly journal: string | null;
  readonly logLines: readonly string[];
  readonly outcome: QueryOutcome;
}

export interface Harness {
  readonly runner: OwnedFunctionRunner;
  readonly database: Database;
  query(path: string, args?: Record<string, Value>, options?: CallOptions): Promise<QueryAnswer>;
  mutation(path: string, args?: Record<string, Value>, options?: CallOptions): Promise<Value>;
  /** Throws if the call succeeded. */
  failure(kind: "query" | "mutation", path: string, args?: Record<string, Value>): Promise<FunctionFailure>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly identity?: Identity;
  readonly visibility?: "public" | "internal";
  readonly journal?: string | null;
  readonly request?: MutationCall["request"];
}

export const fixturesDir = fileURLToPath(new URL("../fixtures/convex", import.meta.url));

const noActions: ActionRunner = {
  runAction: () => Promise.reject(new Error("This harness has no actions.")),
  hasRoute: () => false,
  runHttpAction: () => Promise.resolve(null),
  drained: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

let fixturesBundle: string | null = null;

/** The fixtures are bundled once for all harnesses of this process. */
function bundledFixtures(): string {
  if (fixturesBundle !== null) return fixturesBundle;
  const dir = mkdtempSync(path.join(tmpdir(), "functions-bundle-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  fixturesBundle = dir;
  return dir;
}

/** By default, uses the fixtures. The database is empty. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const dir = mkdtempSync(path.join(tmpdir(), "functions-"));
  const env = options.env ?? {};
  const functionsDir = options.functionsDir ?? fixturesDir;
  const dataDir = options.functionsDir === undefined ? bundledFixtures() : dir;
  const { bundle, analysis } = await prepareFunctions({ functionsDir, dataDir, env });
  const database = openDatabase({ path: path.join(dir, "data.sqlite") });
  database.applySchema(analysis.schema, componentSchemas(analysis));
  const files = createFileStore({
    dir: path.join(dir, "files"),
    database,
    origin: () => "http://127.0.0.1:1",
  });
  const runner = createFunctionRunner({
    database,
    bundle,
    analysis,
    files,
    env,
    createActions: options.createActions ?? (() => noActions),
    timeoutMs: options.timeoutMs,
    systemTimeMs: options.systemTimeMs,
    giveWayAfterMs: options.giveWayAfterMs,
    turns: options.turns,
    moves: options.moves,
  });
  const close = async () => {
    await runner.close();
    files.close();
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { runner, database, close, ...callers(runner) };
}

function callers(runner: OwnedFunctionRunner): Pick<Harness, "query" | "mutation" | "failure"> {
  const callOf = (functionPath: string, args: Record<string, Value>, options: CallOptions) => ({
    path: functionPath,
    args: JSON.stringify([convexToJson(args)]),
    caller: { identity: options.identity ?? null, visibility: options.visibility ?? ("public" as const) },
  });

  async function runQuery(functionPath: string, args: Record<string, Value>, options: CallOptions) {
    const call = { ...callOf(functionPath, args, options), journal: options.journal ?? null };
    const { outcomes } = await runner.runQueries([call]);
    const [outcome] = outcomes;
    if (outcome === undefined) throw new Error("The runner lost the query.");
    return outcome;
  }

  function runMutation(functionPath: string, args: Record<string, Value>, options: CallOptions) {
    return runner.runMutation({ ...callOf(functionPath, args, options), request: options.request });
  }

  return {
    async query(functionPath, args = {}, options = {}) {
      const outcome = await runQuery(functionPath, args, options);
      if (outcome.status === "error") throw new Error(outcome.message);
      const { value, journal, logLines } = outcome;
      return { value: decode(value), journal, logLines, outcome };
    },
    async mutation(functionPath, args = {}, options = {}) {
      const outcome = await runMutation(functionPath, args, options);
      if (outcome.status === "error") throw new Error(outcome.message);
      return decode(outcome.value);
    },
    async failure(kind, functionPath, args = {}) {
      const outcome =
        kind === "query" ? await runQuery(functionPath, args, {}) : await runMutation(functionPath, args, {});
      if (outcome.status === "success") throw new Error(`${functionPath} did not fail: ${outcome.value}`);
      return outcome;
    },
  };
}

function decode(text: string): Value {
  // The runner returns the result of `convexToJson`.
  return jsonToConvex(JSON.parse(text) as Parameters<typeof jsonToConvex>[0]);
}

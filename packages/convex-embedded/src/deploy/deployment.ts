/**
 * The functions that this runtime runs, and their replacement by a push of the CLI or after a change of environment
 * variables. Changes are made one at a time, each completely or not at all. A change that cannot be applied is
 * refused before anything has changed.
 *   start push:  write the modules, bundle and analyze them   (nothing changes)
 *   check:       do the stored documents match the new schema?  (nothing changes)
 *   finish push: schema and indexes, functions, identity providers, crons; open subscriptions run again
 */
import { createHash } from "node:crypto";
import { readProviders } from "../auth/providers.js";
import type { LiveAuthenticator } from "../auth/live-authenticator.js";
import type { Database, TableSize } from "../database/api.js";
import { DatabaseError } from "../database/errors.js";
import { EngineError } from "../errors.js";
import { componentSchemas, type Analysis } from "../functions/analysis.js";
import { evaluateDefinitions, type EvaluatedDefinitions } from "../functions/bundle/evaluate-definitions.js";
import {
  prepareForEnvironment,
  prepareFunctions,
  type PreparedFunctions,
  type PrepareOptions,
} from "../functions/bundle/prepare.js";
import type { Generation, LiveRunner } from "../functions/live-runner.js";
import { checkCrons, type Scheduler } from "../scheduler/scheduler.js";
import type { Subscriptions } from "../sync/subscriptions.js";
import type { EnvironmentChange, FunctionVariables } from "./environment.js";
import type { StartPushRequest } from "./push-request.js";
import { PushError } from "./pushed-folder.js";
import type { PushedSource, PushedSources } from "./pushed-source.js";

export interface DeploymentParts {
  readonly database: Database;
  readonly runner: LiveRunner;
  readonly authenticator: LiveAuthenticator;
  readonly scheduler: Scheduler;
  readonly subscriptions: Subscriptions;
  readonly variables: FunctionVariables;
  readonly sources: PushedSources;
}

/** A started push: its functions are ready to run, but the former functions still run. */
export interface StartedPush {
  readonly source: PushedSource;
  readonly generation: Generation;
  /** Null if the request contained no definitions. */
  readonly definitions: EvaluatedDefinitions | null;
  /** Equal modules have the same fingerprint and are not prepared again. */
  readonly fingerprint: string;
}

export class Deployment {
  private started: StartedPush | null = null;
  private lastChange: Promise<unknown> = Promise.resolve();

  /** `source` is null unless the functions were pushed. */
  constructor(
    private readonly parts: DeploymentParts,
    private source: PushedSource | null,
  ) {}

  get current(): PushedSource | null {
    return this.source;
  }

  get analysis(): Analysis {
    return this.parts.runner.generation.analysis;
  }

  get env(): Readonly<Record<string, string>> {
    return this.parts.variables.env;
  }

  /** Bundles and analyzes modules outside a push, one at a time. */
  prepare(options: PrepareOptions): Promise<PreparedFunctions> {
    return this.inTurn(() => prepareFunctions(options));
  }

  /** Throws an error that describes what is wrong with the modules. Discards an earlier started push. */
  startPush(request: StartPushRequest): Promise<StartedPush> {
    return this.inTurn(async () => {
      const { sources, variables } = this.parts;
      const { env } = variables;
      const fingerprint = fingerprintOf(request, env);
      if (this.started?.fingerprint === fingerprint) return this.started;
      this.started = null;
      const source = sources.write(request, this.source);
      sources.removeOthers(this.source === null ? [source.id] : [source.id, this.source.id]);
      const { functionsDir, dir } = source;
      const prepared = await prepareFunctions({ functionsDir, dataDir: dir, env });
      const { definitionsScriptPath } = prepared.bundle;
      const definitions =
        definitionsScriptPath === null ? null : evaluateDefinitions(definitionsScriptPath, env);
      requireVariables(definitions, env);
      const generation = { ...prepared, env };
      checkGeneration(generation);
      this.started = { source, generation, definitions, fingerprint };
      return this.started;
    });
  }

  /** Returns once tableSize() may be called. */
  async evaluate(request: StartPushRequest): Promise<{ before: Analysis; after: Analysis }> {
    const { generation } = await this.startPush(request);
    await this.parts.database.whenIdle();
    return { before: this.analysis, after: generation.analysis };
  }

  tableSize(table: string, component: string): TableSize {
    return this.parts.database.tableSize(table, component);
  }

  /** The indexes are named as `table.index`. */
  unfilledIndexes(component: string): readonly string[] {
    return this.parts.database.unfilledIndexes(component);
  }

  /** Returns null if the stored documents match the push's schema. */
  checkSchema(id: string): Promise<DatabaseError | null> {
    return this.inTurn(async () => {
      const { analysis } = this.requireStarted(id).generation;
      await this.parts.database.whenIdle();
      try {
        this.parts.database.checkSchema(analysis.schema, componentSchemas(analysis));
        return null;
      } catch (error) {
        if (error instanceof DatabaseError) return error;
        throw error;
      }
    });
  }

  /** The functions of the push also run after a restart. */
  finishPush(id: string, isDryRun: boolean): Promise<{ before: Analysis; after: Analysis }> {
    return this.inTurn(async () => {
      const { source, generation } = this.requireStarted(id);
      const change = { before: this.analysis, after: generation.analysis };
      if (isDryRun) return change;
      if (JSON.stringify(generation.env) !== JSON.stringify(this.parts.variables.env)) {
        throw new PushError("RaceDetected", "Environment variables have changed during the push.");
      }
      await this.replace(generation, () => {
        this.parts.sources.makeCurrent(source);
        this.source = source;
        this.started = null;
      });
      return change;
    });
  }

  /** Evaluates the modules again, because their results may depend on the variables. */
  changeVariables(changes: readonly EnvironmentChange[]): Promise<void> {
    return this.inTurn(async () => {
      const { runner, variables } = this.parts;
      const env = variables.with(changes);
      const prepared = await prepareForEnvironment(runner.generation.bundle, env);
      const generation = { ...prepared, env };
      checkGeneration(generation);
      await variables.store(changes);
      await this.replace(generation, () => undefined);
    });
  }

  private async replace(generation: Generation, keep: () => void): Promise<void> {
    const { database, runner, authenticator, subscriptions, scheduler } = this.parts;
    const { analysis } = generation;
    // From here until the new functions run no write batch is open, so no batch uses both old and new functions.
    await database.whenIdle();
    database.applySchema(analysis.schema, componentSchemas(analysis));
    keep();
    runner.replace(generation);
    authenticator.replaceProviders(readProviders(analysis.authProviders));
    subscriptions.rerunAll();
    await scheduler.replaceFunctions(analysis);
  }

  private requireStarted(id: string): StartedPush {
    if (this.started?.source.id === id) return this.started;
    throw new PushError("RaceDetected", "Another push was started since.");
  }

  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.lastChange.then(change);
    this.lastChange = result.catch(() => undefined);
    return result;
  }
}

/** Leaves out `dryRun`, which only asks for a report. */
function fingerprintOf(request: StartPushRequest, env: Readonly<Record<string, string>>): string {
  return createHash("sha256")
    .update(JSON.stringify([{ ...request, dryRun: false }, env]))
    .digest("hex");
}

function checkGeneration({ analysis }: Generation): void {
  checkCrons(analysis);
  try {
    readProviders(analysis.authProviders);
  } catch (error) {
    throw new EngineError("InvalidModules", error instanceof Error ? error.message : String(error));
  }
}

function requireVariables(
  definitions: EvaluatedDefinitions | null,
  env: Readonly<Record<string, string>>,
): void {
  const declared = definitions?.app.envVars ?? [];
  const missing = declared
    .filter(([name, { optional }]) => optional !== true && env[name] === undefined)
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new PushError(
    "MissingEnvironmentVariables",
    `Environment variables declared as required in convex.config.ts are not set: ${missing.join(", ")}.`,
  );
}

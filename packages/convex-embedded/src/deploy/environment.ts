/**
 * The environment variables of functions. Variables of the CLI, which are stored in the database, override the
 * operator's variables from the start of the runtime. Variables that the runtime itself sets override both.
 */
import type { Database, ReadTransaction, WriteTransaction } from "../database/api.js";
import { registerSystemTable } from "../database/system-tables.js";
import { requireVariablesInLimits } from "../function-environment.js";
import { readCommitted, wholeTable } from "../functions/system-query.js";
import { PushError } from "./pushed-folder.js";

const TABLE = "_environment_variables";
registerSystemTable(TABLE, []);

export interface EnvironmentVariable {
  readonly name: string;
  readonly value: string;
}

export interface EnvironmentChange {
  readonly name: string;
  /** Null removes the variable. */
  readonly value: string | null;
}

type Variables = Readonly<Record<string, string>>;

export interface EnvironmentOptions {
  readonly database: Database;
  readonly base: Variables;
  readonly own: Variables;
}

export function storedVariables(tx: ReadTransaction): EnvironmentVariable[] {
  return [...wholeTable<EnvironmentVariable>(tx, TABLE)]
    .map(({ name, value }) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export class FunctionVariables {
  private constructor(
    private readonly options: EnvironmentOptions,
    private stored: ReadonlyMap<string, string>,
  ) {}

  static async open(options: EnvironmentOptions): Promise<FunctionVariables> {
    const stored = await readCommitted(options.database, storedVariables);
    return new FunctionVariables(options, new Map(stored.map(({ name, value }) => [name, value])));
  }

  get env(): Variables {
    return this.with([]);
  }

  /** Throws LimitExceeded if the changed variables exceed a limit. */
  with(changes: readonly EnvironmentChange[]): Variables {
    return { ...this.options.base, ...Object.fromEntries(this.changed(changes)), ...this.options.own };
  }

  async store(changes: readonly EnvironmentChange[]): Promise<void> {
    await this.options.database.write((tx) => {
      for (const change of changes) storeChange(tx, change);
    });
    this.stored = this.changed(changes);
  }

  /** A variable of the runtime would override the new one. */
  private requireFree(name: string): void {
    if (!Object.hasOwn(this.options.own, name)) return;
    throw new PushError(
      "EnvVarNameForbidden",
      `Environment variable with name "${name}" is built-in and cannot be overridden`,
    );
  }

  private changed(changes: readonly EnvironmentChange[]): ReadonlyMap<string, string> {
    const changed = new Map(this.stored);
    for (const { name, value } of changes) {
      if (value === null) changed.delete(name);
      else changed.set(name, value);
    }
    const set = changes.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
    for (const [name] of set) this.requireFree(name);
    if (set.length > 0) requireVariablesInLimits(changed, new Map(set));
    return changed;
  }
}

function storeChange(tx: WriteTransaction, { name, value }: EnvironmentChange): void {
  for (const kept of [...wholeTable<EnvironmentVariable>(tx, TABLE)]) {
    if (kept.name === name) tx.delete(kept._id, "system");
  }
  if (value !== null) tx.insert(TABLE, JSON.stringify({ name, value }), "system");
}

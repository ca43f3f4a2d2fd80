/**
 * Finds functions for callers who may call them, and checks whether arguments and results match their validators.
 * For a caller from outside, an internal function looks exactly like a missing one.
 */
import type { ReadTransaction } from "../database/api.js";
import { EngineError } from "../errors.js";
import { encodeId } from "../values/ids.js";
import { parseJson, type JsonObject, type JsonValue } from "../values/json.js";
import { formatSize, ValueLimitError } from "../values/limits.js";
import { measureText } from "../values/value-text.js";
import { surrogateProblem } from "../values/well-formed.js";
import type { ValidatorJson } from "../values/validator-json.js";
import { mostValuesOf, validateValue, type ValidationContext } from "../values/validators.js";
import type { Analysis, AnalyzedFunction, FunctionKind } from "./analysis.js";
import type { Caller } from "./api.js";
import { warnNear } from "./limit-warnings.js";
import { LIMIT_WARNING_SHARE, MAX_ARGS_BYTES, MAX_NODE_ARGS_BYTES, MAX_RETURN_BYTES } from "./limits.js";
import {
  canonicalPath,
  componentOf,
  displayPath,
  pathAfterMove,
  pathInComponent,
  storedPath,
  type ModuleMoves,
} from "./paths.js";

interface TableEntry {
  readonly path: string;
  /** `""` is the app. */
  readonly component: string;
  readonly definition: AnalyzedFunction;
  /** Null if every value is valid. */
  readonly args: ValidatorJson | null;
  readonly returns: ValidatorJson | null;
}

const KIND_NAMES: Readonly<Record<FunctionKind, string>> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
  httpAction: "HttpAction",
};

const ANY_INTERNAL_ID = new Uint8Array(16);

function parseValidator(text: string): ValidatorJson | null {
  // `exportArgs()` or `exportReturns()` of `convex/server` wrote this text.
  const validator = JSON.parse(text) as ValidatorJson | null;
  return validator === null || validator.type === "any" ? null : validator;
}

export interface CheckedArgs {
  readonly args: string;
  readonly warnings: readonly string[];
}

export class FunctionTable {
  private readonly entries = new Map<string, TableEntry>();
  /** By component, then by number, because a table never changes its number. */
  private readonly tableNames = new Map<string, Map<number, string>>();

  private readonly valuesTaken = new Map<TableEntry, number>();

  /** @param moves the new paths of modules that callers may still use by their former paths */
  constructor(
    functions: Analysis["functions"],
    private readonly moves: ModuleMoves = {},
  ) {
    for (const [path, definition] of Object.entries(functions)) {
      const args = parseValidator(definition.args);
      const component = definition.component ?? "";
      this.entries.set(path, {
        path,
        component,
        definition,
        args,
        returns: parseValidator(definition.returns),
      });
    }
  }

  kindOf(path: string, visibility: Caller["visibility"]): FunctionKind | null {
    return this.lookUp(path, visibility)?.definition.kind ?? null;
  }

  /** The maximum number of values in the function's arguments. 0 if there is no such function for this caller. */
  valuesTakenBy(path: string, visibility: Caller["visibility"]): number {
    const entry = this.lookUp(path, visibility);
    if (entry === null) return 0;
    let most = this.valuesTaken.get(entry);
    if (most === undefined) {
      most = entry.args === null ? Infinity : mostValuesOf(entry.args);
      this.valuesTaken.set(entry, most);
    }
    return most;
  }

  /** Throws FunctionNotFound or FunctionWrongType. */
  find(path: string, kind: FunctionKind, visibility: Caller["visibility"]): TableEntry {
    const entry = this.lookUp(path, visibility);
    if (entry === null) {
      const canonical = canonicalPath(path);
      const component = componentOf(canonical);
      const where = component === "" ? "" : ` in component '${component}'`;
      // Convex's message contains "public" for callers of internal functions too.
      throw new EngineError(
        "FunctionNotFound",
        `Could not find public function for '${displayPath(canonical)}'${where}.`,
      );
    }
    if (entry.definition.kind !== kind) {
      throw new EngineError(
        "FunctionWrongType",
        `Trying to execute ${storedPath(pathInComponent(entry.path))} as ${KIND_NAMES[kind]}, but it is defined as ` +
          `${KIND_NAMES[entry.definition.kind]}.`,
      );
    }
    return entry;
  }

  /**
   * Converts arguments from the clients' format to that of functions, an array with one object. Adds a warning if
   * they are nearly too large. Throws ArgumentValidationError, InvalidArgument or LimitExceeded.
   */
  checkArgs(entry: TableEntry, args: string, tx: ReadTransaction, warnings: string[] = []): string {
    const parsed = parseArgs(args);
    const object = soleArgument(parsed);
    requireArgsInLimits(entry, args, parsed, warnings);
    if (entry.args !== null) {
      const mismatch = validateValue(entry.args, object, this.tables(entry, tx));
      if (mismatch !== null) {
        throw new EngineError("ArgumentValidationError", `ArgumentValidationError: ${mismatch}`);
      }
    }
    return args.startsWith("[{") ? args : JSON.stringify([object]);
  }

  /** Adds a warning if the result is nearly too large. Throws LimitExceeded or ReturnsValidationError. */
  checkReturns(entry: TableEntry, value: string, tx: ReadTransaction, warnings: string[] = []): void {
    requireResultInLimits(entry, value, warnings);
    if (entry.returns === null) return;
    // The value was serialized by `convexToJson`.
    const mismatch = validateValue(entry.returns, JSON.parse(value) as JsonValue, this.tables(entry, tx));
    if (mismatch !== null) {
      throw new EngineError("ReturnsValidationError", `ReturnsValidationError: ${mismatch}`);
    }
  }

  /** The database finds the table of an id by the number in the id, within the function's own component. */
  private tables({ component }: TableEntry, tx: ReadTransaction): ValidationContext {
    let names = this.tableNames.get(component);
    if (names === undefined) this.tableNames.set(component, (names = new Map<number, string>()));
    const found = names;
    return {
      tableName: (tableNumber) => {
        const known = found.get(tableNumber);
        if (known !== undefined) return known;
        const name = tx.within(component, () => tx.tableOf(encodeId(tableNumber, ANY_INTERNAL_ID)));
        if (name !== null) found.set(tableNumber, name);
        return name;
      },
    };
  }

  private lookUp(path: string, visibility: Caller["visibility"]): TableEntry | null {
    const named = canonicalPath(path);
    const entry = this.entries.get(named) ?? this.entries.get(pathAfterMove(named, this.moves));
    if (entry === undefined) return null;
    // The public functions of a component are public only for its parent.
    const isPublic = entry.component === "" && entry.definition.visibility === "public";
    return visibility === "public" && !isPublic ? null : entry;
  }
}

export type { TableEntry };

function requireArgsInLimits(
  { path, definition }: TableEntry,
  args: string,
  parsed: JsonValue,
  warnings: string[],
): void {
  const isNode = definition.environment === "node";
  const limit = isNode ? MAX_NODE_ARGS_BYTES : MAX_ARGS_BYTES;
  const size = measured(args, limit * LIMIT_WARNING_SHARE, parsed, (problem) => {
    return new EngineError("InvalidArgument", `Invalid arguments for ${storedPath(path)}: ${problem}`);
  });
  if (size === null) return;
  warnNear(warnings, size, { what: "Large size of the function arguments", limit, unit: " bytes" });
  if (size <= limit) return;
  throw new EngineError(
    "LimitExceeded",
    isNode && size <= MAX_ARGS_BYTES
      ? "Node actions arguments size is too large. The maximum size is 5 MiB. Reduce the size of the arguments or " +
          "consider using Convex runtime actions instead, which have a 16 MiB limit. See " +
          "https://docs.convex.dev/functions/runtimes"
      : `Arguments for ${storedPath(path)} are too large (actual: ${formatSize(size)}, limit: ${formatSize(MAX_ARGS_BYTES)})`,
  );
}

function requireResultInLimits({ path }: TableEntry, value: string, warnings: string[]): void {
  const name = storedPath(path);
  const problem = surrogateProblem(value);
  if (problem !== null) {
    const text = `Function ${name} failed. Could not parse return value as json: ${problem}`;
    throw new EngineError("InvalidArgument", text);
  }
  const size = measured(value, MAX_RETURN_BYTES * LIMIT_WARNING_SHARE, undefined, (broken) => {
    return new EngineError("LimitExceeded", `Function ${name} return value invalid: ${broken}`);
  });
  if (size === null) return;
  const limit = MAX_RETURN_BYTES;
  warnNear(warnings, size, { what: "Large size of the function return value", limit, unit: " bytes" });
  if (size <= MAX_RETURN_BYTES) return;
  throw new EngineError(
    "LimitExceeded",
    `Function ${name} return value is too large (actual: ${formatSize(size)}, limit: ${formatSize(MAX_RETURN_BYTES)})`,
  );
}

/** Throws an error of the caller if the value exceeds a limit of values. */
function measured(
  text: string,
  enough: number,
  value: JsonValue | undefined,
  errorOf: (problem: string) => EngineError,
): number | null {
  try {
    return measureText(text, enough, value);
  } catch (thrown) {
    throw thrown instanceof ValueLimitError ? errorOf(thrown.message) : thrown;
  }
}

function parseArgs(args: string): JsonValue {
  try {
    return parseJson(args);
  } catch {
    throw new EngineError("InvalidArgument", "The arguments are not valid JSON.");
  }
}

function soleArgument(parsed: JsonValue): JsonObject {
  const list = Array.isArray(parsed) ? parsed : [parsed];
  const object = list.length === 0 ? {} : list[0];
  if (list.length > 1 || typeof object !== "object" || object === null || Array.isArray(object)) {
    throw new EngineError("InvalidArgument", "The arguments must be an array with one object.");
  }
  return object;
}

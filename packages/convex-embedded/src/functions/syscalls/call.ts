/**
 * A running query or mutation, for the syscalls it makes. A mutation's nested query has no write transaction, so
 * that it can't write.
 */
import { createHash } from "node:crypto";
import type { QueryCursor, ReadTransaction, WriteTransaction } from "../../database/api.js";
import { EngineError } from "../../errors.js";
import type { FileStore } from "../../files/file-store.js";
import type { OutstandingJobs } from "../../scheduler/outstanding-jobs.js";
import { identifierProblem } from "../../values/identifiers.js";
import type { JsonObject } from "../../values/json.js";
import type { Analysis } from "../analysis.js";
import type { Identity } from "../api.js";

export interface TokenSigner {
  sign(request: {
    readonly claims: unknown;
    readonly expiresInSeconds: unknown;
    readonly component: string;
    readonly nowMs: number;
  }): string;
}

export interface SyscallServices {
  readonly functions: Analysis["functions"];
  readonly files: FileStore;
  readonly deploymentName: string;
  readonly outstandingJobs: OutstandingJobs;
  /** Undefined if there is no deployment. */
  readonly tokens?: TokenSigner;
}

/**
 * Stores where the page of a query ended, so that the same query ends there when it runs again. Includes the pages
 * of the queries that it called. The text is only the cursor of the query's own page, or a JSON object if it called
 * other queries.
 */
export class Journal {
  /** The end of the query's own page in the earlier run. */
  readonly previous: string | null;
  /** The end of the query's own page in this run. */
  next: string | null = null;
  readonly #called: PagesOfCalls;
  readonly #calledNow: Record<string, string[]> = {};

  /** The text may come from a client, which may send any text. */
  constructor(text: string | null) {
    const { own, called } = pagesIn(text);
    this.previous = own;
    this.#called = called;
  }

  /** The journal of the called query is stored by the function's path and its arguments. */
  ofCall<T>(path: string, args: string, run: (journal: Journal) => T): T {
    const isKept = Object.keys(this.#called).length > 0;
    const key = isKept ? keyOfCall(path, args) : "";
    const earlier = isKept ? this.#called[key]?.[this.#calledNow[key]?.length ?? 0] : undefined;
    const journal = new Journal(earlier ?? null);
    const result = run(journal);
    const text = journal.toText();
    if (text !== null) (this.#calledNow[key || keyOfCall(path, args)] ??= []).push(text);
    return result;
  }

  toText(): string | null {
    if (Object.keys(this.#calledNow).length === 0) return this.next;
    return JSON.stringify({ own: this.next, called: this.#calledNow });
  }
}

type PagesOfCalls = Readonly<Record<string, readonly string[]>>;

const keyOfCall = (path: string, args: string) =>
  createHash("sha256").update(`${path}\0${args}`).digest("base64url");

/** Never throws. A text that is not a journal counts as a cursor, and is refused when it is used. */
function pagesIn(text: string | null): { readonly own: string | null; readonly called: PagesOfCalls } {
  if (text?.startsWith("{")) {
    try {
      const { own, called } = JSON.parse(text) as { own?: unknown; called?: unknown };
      const pages = Object.entries(Object(called) as object).filter(
        (entry): entry is [string, string[]] =>
          Array.isArray(entry[1]) && entry[1].every((page) => typeof page === "string"),
      );
      return { own: typeof own === "string" ? own : null, called: Object.fromEntries(pages) };
    } catch {
      return { own: text, called: {} };
    }
  }
  return { own: text, called: {} };
}

export interface UdfCall {
  readonly kind: "query" | "mutation";
  /** Canonical path. */
  readonly path: string;
  readonly component: string;
  readonly identity: Identity;
  readonly requestId: string;
  readonly scheduledJobId: string | undefined;
  readonly depth: number;
  readonly nowMs: number;
  readonly tx: ReadTransaction;
  readonly writes: WriteTransaction | null;
  readonly journal: Journal;
  readonly cursors: Map<number, QueryCursor>;
  readonly logLines: string[];
  readonly services: SyscallServices;
  /** Runs in this function's transaction, or in `tx`. Returns JSON text or throws. */
  runNested(kind: "query" | "mutation", path: string, args: string, tx?: ReadTransaction): string;
}

/** Returns JSON text. Throws an EngineError or a database error if user code may catch the error. */
export type Syscall = (call: UdfCall, args: JsonObject) => string;

/** Throws in a query. */
export function requireWrites(call: UdfCall, what: string): WriteTransaction {
  if (call.writes === null) {
    throw new EngineError("NotSupported", `Can't ${what} in a query. Please consider using a mutation.`);
  }
  return call.writes;
}

/** Throws InvalidArgument with Convex's message. */
export function stringArg(args: JsonObject, name: string, method: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new EngineError(
    "InvalidArgument",
    `Invalid argument \`${name}\` for \`${method}\`: expected a string`,
  );
}

/** Throws InvalidArgument with Convex's message if the name is invalid. */
export function tableArg(args: JsonObject, method: string): string {
  const table = stringArg(args, "table", method);
  checkTableName(table, "table", method);
  return table;
}

/** Throws InvalidArgument with Convex's message if the name is invalid. */
export function checkTableName(table: string, argument: string, method: string): void {
  const problem = identifierProblem(table);
  if (problem === null) return;
  throw new EngineError("InvalidArgument", `Invalid argument \`${argument}\` for \`${method}\`: ${problem}`);
}

export function optionalString(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}

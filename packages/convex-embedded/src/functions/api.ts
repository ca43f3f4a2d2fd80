/**
 * The interface of the functions for the sync server, the HTTP API and the scheduler. Arguments and results are
 * passed as Convex-encoded JSON text and are never decoded on the way.
 */
import type { ReadSet, Timestamp, WriteTransaction } from "../database/api.js";
import type { UncaughtError } from "../errors.js";
import type { Refusal } from "./turns.js";

/** A verified identity as `ctx.auth.getUserIdentity()` returns it, or null if not signed in. */
export type Identity = Readonly<Record<string, unknown>> | null;

export interface Caller {
  readonly identity: Identity;
  /** `public` callers can call only public functions. For them an internal function does not exist. */
  readonly visibility: "public" | "internal";
  /** The clients, besides the user, that share the places of actions: an address, a credential. */
  readonly clients?: readonly string[];
}

export interface FunctionCall {
  /** `dir/module:function`, `module.js:function` or `module` for the default export. */
  readonly path: string;
  /** A JSON array with one object, as the clients send it. */
  readonly args: string;
  readonly caller: Caller;
  /**
   * The scheduled job of this call. Canceling it while it runs also cancels the functions that the call schedules.
   */
  readonly scheduledJobId?: string;
}

/**
 * The scheduler's functions that run in the mutation's own transaction. Their writes are rolled back together with
 * it.
 */
export interface MutationBookends {
  /** Runs before the function. If it returns false, the call ends successfully with null and writes nothing. */
  before(tx: WriteTransaction): boolean;
  /** Runs after the function, only if the function succeeded and its result is valid. */
  after(tx: WriteTransaction): void;
}

export interface FunctionFailure {
  readonly status: "error";
  /** The message for the client, already redacted if necessary, with request id and frames. */
  readonly message: string;
  /** JSON text of a ConvexError's data. Absent for every other error. */
  readonly data?: string;
  readonly logLines: readonly string[];
  /** Set if the function was not called because too many others were running. */
  readonly refusal?: Refusal;
  /** Set if a mutation was stopped at its time limit, which may happen on a busy machine. */
  readonly isTimeout?: true;
}

export interface FunctionSuccess {
  readonly status: "success";
  readonly value: string;
  readonly logLines: readonly string[];
}

/** A call that has ended, for observers of the functions. */
export interface EndedCall {
  readonly kind: "Query" | "Mutation" | "Action" | "HttpAction";
  /** For an HTTP action its method and its route, `GET /dogs/*`. */
  readonly path: string;
  readonly startedMs: number;
  readonly durationMs: number;
  readonly outcome: FunctionSuccess | FunctionFailure;
}

export interface QueryCall extends FunctionCall {
  /** The journal of an earlier run, so that pages keep their borders. */
  readonly journal: string | null;
}

export type QueryOutcome = (FunctionSuccess | FunctionFailure) & {
  readonly journal: string | null;
  readonly reads: ReadSet;
  /** Set if the function read the clock, so that its result may become outdated without a write. */
  readonly hasSeenClock?: boolean;
};

export interface MutationCall extends FunctionCall {
  /**
   * Set for clients that may send a mutation again. The mutation takes effect only once per session and request.
   */
  readonly request?: { readonly sessionId: string; readonly requestId: number };
  readonly bookends?: MutationBookends;
}

/** A failed mutation has no timestamp, because it wrote nothing. */
export type MutationOutcome = (FunctionSuccess & { readonly ts: Timestamp }) | FunctionFailure;

export type ActionOutcome = FunctionSuccess | FunctionFailure;

export interface HttpActionRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether the body is still arriving when the action begins. */
  readonly isBodyArriving?: boolean;
  readonly identity: Identity;
  /** See Caller. */
  readonly clients?: readonly string[];
  /** Whether the request had the admin key, whose holder may see everything. */
  readonly isAdmin?: boolean;
  /** Set if an Authorization header could not be verified. getUserIdentity() then throws it. */
  readonly identityError?: string;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

export interface HttpActionResponse {
  readonly status: number;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Set if the action failed before it responded, and this response reports it. */
  readonly failure?: HttpActionFailure;
}

export interface HttpActionFailure {
  readonly requestId: string;
  readonly error: UncaughtError;
}

export interface FunctionRunner {
  /** Runs all of them at one timestamp. */
  runQueries(
    calls: readonly QueryCall[],
    at?: Timestamp,
  ): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }>;
  runMutation(call: MutationCall): Promise<MutationOutcome>;
  runAction(call: FunctionCall): Promise<ActionOutcome>;
  /** Returns whether an HTTP route matches. */
  hasRoute(method: string, pathname: string): boolean;
  /** Returns null if no HTTP route matches. */
  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null>;
  /** Returns the kind of function at the path for this caller, or null if there is none. */
  kindOf(
    path: string,
    visibility: Caller["visibility"],
  ): "query" | "mutation" | "action" | "httpAction" | null;
  /**
   * Returns the maximum number of values that the arguments of this function can contain. Returns 0 if there is no
   * such function.
   */
  valuesTakenBy(path: string, visibility: Caller["visibility"]): number;
}

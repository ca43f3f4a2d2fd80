/**
 * The interface of the functions for the sync server, the HTTP API and the scheduler. Arguments and results are
 * passed as Convex-encoded JSON text and are never decoded on the way.
 */
import type { ReadSet, Timestamp, WriteTransaction } from "../database/api.js";
import type { UncaughtError } from "../errors.js";
import type { Refusal } from "./turns.js";

/** As `ctx.auth.getUserIdentity()` returns it. Null if nobody is signed in. */
export type Identity = Readonly<Record<string, unknown>> | null;

export interface Caller {
  readonly identity: Identity;
  /** `public` callers can call only public functions. For them an internal function does not exist. */
  readonly visibility: "public" | "internal";
  /** The clients that share the places of actions, besides the user: an address, a credential. */
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
 * Code of the scheduler that runs in the mutation's own transaction. Its writes are rolled back together with the
 * mutation.
 */
export interface MutationBookends {
  /** If it returns false, the call ends successfully with null and writes nothing. */
  before(tx: WriteTransaction): boolean;
  /** Runs only if the function succeeded and its result is valid. */
  after(tx: WriteTransaction): void;
}

export interface FunctionFailure {
  readonly status: "error";
  /** The message for the client, already redacted if necessary, with request id and frames. */
  readonly message: string;
  /** JSON text of a ConvexError's data. Absent for every other error. */
  readonly data?: string;
  readonly logLines: readonly string[];
  readonly refusal?: Refusal;
  /** Set if a mutation was stopped at its time limit, which may happen on a busy machine. */
  readonly isTimeout?: true;
}

export interface FunctionSuccess {
  readonly status: "success";
  readonly value: string;
  readonly logLines: readonly string[];
}

export interface EndedCall {
  readonly kind: "Query" | "Mutation" | "Action" | "HttpAction";
  /** `GET /dogs/*` for an HTTP action: its method and its route. */
  readonly path: string;
  readonly startedMs: number;
  readonly durationMs: number;
  readonly outcome: FunctionSuccess | FunctionFailure;
}

export interface QueryCall extends FunctionCall {
  /** From an earlier run, so that pages keep their borders. */
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
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether the body may still be arriving when the action begins. */
  readonly isBodyArriving?: boolean;
  readonly identity: Identity;
  readonly clients?: readonly string[];
  /** Whether the request had the admin key, whose holder may see everything. */
  readonly isAdmin?: boolean;
  /** getUserIdentity() throws this if the Authorization header could not be verified. */
  readonly identityError?: string;
  readonly signal?: AbortSignal;
}

export interface HttpActionResponse {
  readonly status: number;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Set if the action failed before it responded. The response then reports the failure. */
  readonly failure?: HttpActionFailure;
}

export interface HttpActionFailure {
  readonly requestId: string;
  readonly error: UncaughtError;
}

export interface FunctionRunner {
  /** All queries run at one timestamp. */
  runQueries(
    calls: readonly QueryCall[],
    at?: Timestamp,
  ): Promise<{ ts: Timestamp; outcomes: QueryOutcome[] }>;
  runMutation(call: MutationCall): Promise<MutationOutcome>;
  runAction(call: FunctionCall): Promise<ActionOutcome>;
  hasRoute(method: string, pathname: string): boolean;
  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null>;
  /** Null if there is no such function for this caller. */
  kindOf(
    path: string,
    visibility: Caller["visibility"],
  ): "query" | "mutation" | "action" | "httpAction" | null;
  /** The maximum number of values in the function's arguments. 0 if there is no such function. */
  valuesTakenBy(path: string, visibility: Caller["visibility"]): number;
}

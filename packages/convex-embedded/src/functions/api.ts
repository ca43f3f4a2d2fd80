/**
 * What the sync server, the HTTP API and the scheduler may ask of the functions.
 * Arguments and results travel as Convex-encoded JSON text, and are never decoded on the way.
 */
import type { ReadSet, Timestamp, WriteTransaction } from "../database/api.js";
import type { UncaughtError } from "../errors.js";
import type { Refusal } from "./turns.js";

/** A verified identity as `ctx.auth.getUserIdentity()` answers it, or null for nobody. */
export type Identity = Readonly<Record<string, unknown>> | null;

export interface Caller {
  readonly identity: Identity;
  /** `public` callers reach public functions only; an internal function reads like a missing one. */
  readonly visibility: "public" | "internal";
  /** Whose share of the places of actions a call takes, beside its person's: an address, a credential. */
  readonly clients?: readonly string[];
}

export interface FunctionCall {
  /** `dir/module:function`, `module.js:function` or `module` for the default export. */
  readonly path: string;
  /** A JSON array with one object, as the clients send it. */
  readonly args: string;
  readonly caller: Caller;
  /** The scheduled job that this call is: cancelling it while it runs reaches what the call schedules. */
  readonly scheduledJobId?: string;
}

/** The scheduler's bookkeeping, done in the mutation's own transaction and undone with it. */
export interface MutationBookends {
  /** Runs first; false ends the call there, as a success of null that wrote nothing. */
  before(tx: WriteTransaction): boolean;
  /** Runs last, only when the function succeeded and its result was valid. */
  after(tx: WriteTransaction): void;
}

export interface FunctionFailure {
  readonly status: "error";
  /** Ready for the wire: redacted or not, with request id and frames. */
  readonly message: string;
  /** JSON text of a ConvexError's data; absent for every other error. */
  readonly data?: string;
  readonly logLines: readonly string[];
  /** Set when the function was not called, because too many others were. */
  readonly refusal?: Refusal;
  /** Set when a mutation was stopped because its time was over, which a busy machine may bring about. */
  readonly isTimeout?: true;
}

export interface FunctionSuccess {
  readonly status: "success";
  readonly value: string;
  readonly logLines: readonly string[];
}

/** A call that has ended, as whoever watches the functions at work is told of it. */
export interface EndedCall {
  readonly kind: "Query" | "Mutation" | "Action" | "HttpAction";
  /** Of an HTTP action its method and its route, `GET /dogs/*`. */
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
  /** Set when the function looked at the clock: its result grows old though nothing is written. */
  readonly hasSeenClock?: boolean;
};

export interface MutationCall extends FunctionCall {
  /** Set for clients that may resend: one effect per (session, request). */
  readonly request?: { readonly sessionId: string; readonly requestId: number };
  readonly bookends?: MutationBookends;
}

/** A mutation that failed has no timestamp: it wrote nothing. */
export type MutationOutcome = (FunctionSuccess & { readonly ts: Timestamp }) | FunctionFailure;

export type ActionOutcome = FunctionSuccess | FunctionFailure;

export interface HttpActionRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether the body is still on its way when the action begins. */
  readonly isBodyArriving?: boolean;
  readonly identity: Identity;
  /** See Caller. */
  readonly clients?: readonly string[];
  /** Whether the request came with the admin key, whose holder is told everything. */
  readonly isAdmin?: boolean;
  /** Set when an Authorization header was there but did not verify: getUserIdentity() then throws it. */
  readonly identityError?: string;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal;
}

export interface HttpActionResponse {
  readonly status: number;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Set when the action failed before it answered, and this is what tells of it. */
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
  /** Says whether an HTTP route matches. */
  hasRoute(method: string, pathname: string): boolean;
  /** Returns null when no HTTP route matches. */
  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse | null>;
  /** What kind of function the path names for this caller, or null when there is none. */
  kindOf(
    path: string,
    visibility: Caller["visibility"],
  ): "query" | "mutation" | "action" | "httpAction" | null;
  /** How many values the arguments can hold at most that this function takes; 0 when there is no such function. */
  valuesTakenBy(path: string, visibility: Caller["visibility"]): number;
}

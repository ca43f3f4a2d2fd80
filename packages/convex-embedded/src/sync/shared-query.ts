/**
 * One live query that is shared. Subscribers of the same function with the same arguments, caller and journal hold
 * slots of the same SharedQuery, which runs once for all of them.
 */
import { createHash } from "node:crypto";
import type { Timestamp } from "../database/api.js";
import type { Identity, QueryCall } from "../functions/api.js";
import { LARGE_CALL_BYTES } from "../http/limits.js";
import type { QueryResultText } from "./protocol/transition.js";

export interface Subscriber {
  /** The user, or the address while nobody has signed in. */
  readonly client: string;
  /** Called when one of the subscriber's queries has another result than the one that was sent. */
  markStale(slot: QuerySlot): void;
  /** Called when every result that this subscriber holds is valid at `ts`, so that it can send a Transition. */
  settle(ts: Timestamp): void;
  /** Called when the runtime itself failed. The subscriber must start again. */
  fail(reason: string): void;
}

export interface QuerySlot {
  readonly subscriber: Subscriber;
  readonly queryId: number;
  shared: SharedQuery;
  /** The result that the client has. Null before the first one. */
  sent: QueryResultText | null;
}

export interface SharedQuery {
  key: string;
  call: QueryCall;
  /** Null until the first run has ended. */
  result: QueryResultText | null;
  readonly slots: Set<QuerySlot>;
  /** When the result was calculated, if its function read the clock. */
  seenClockAtMs: number | null;
  /** Null if the query only has to run for the first time. */
  dirtySince: Timestamp | null;
}

export function identityKey(identity: Identity, visibility: "public" | "internal"): string {
  return `${visibility}\0${identity === null ? "" : JSON.stringify(identity)}`;
}

/** Large arguments are stored only once, so the key contains their hash. */
function keyOf(args: string): string {
  return args.length <= LARGE_CALL_BYTES ? args : createHash("sha256").update(args).digest("hex");
}

export function queryKey(call: QueryCall): string {
  const caller = identityKey(call.caller.identity, call.caller.visibility);
  return `${call.path}\0${keyOf(call.args)}\0${caller}\0${call.journal ?? ""}`;
}

export function createSharedQuery(key: string, call: QueryCall): SharedQuery {
  return { key, call, result: null, slots: new Set(), seenClockAtMs: null, dirtySince: null };
}

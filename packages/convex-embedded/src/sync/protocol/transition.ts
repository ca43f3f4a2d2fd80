/**
 * Transition: moves a client from one version of its query results to the next. A Transition contains each result
 * as the JSON text that the function returned, which is never parsed. Results are encoded once and stored as bytes
 * outside V8's heap, so that the garbage collector does not have to visit them.
 */
import type { FunctionFailure, FunctionSuccess, QueryOutcome } from "../../functions/api.js";
import { encodeTimestamp } from "./timestamp.js";
import type { Timestamp } from "../../database/api.js";

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: Timestamp;
}

export interface QueryResultText {
  readonly type: "QueryUpdated" | "QueryFailed";
  /** The text after the query's id, up to the closing brace. */
  readonly tail: Buffer;
  /** Equal for results that a client cannot distinguish. */
  readonly fingerprint: Buffer;
}

const REQUEST_ID = /\[Request ID: [0-9a-f]{16}\] /;

export function queryResultText(
  outcome: (FunctionSuccess | FunctionFailure) & Pick<QueryOutcome, "journal">,
): QueryResultText {
  const logLines = `"logLines":${JSON.stringify(outcome.logLines)}`;
  const journal = `"journal":${JSON.stringify(outcome.journal)}`;
  if (outcome.status === "success") {
    const tail = encoded([',"value":', outcome.value, `,${logLines},${journal}}`]);
    return { type: "QueryUpdated", tail, fingerprint: tail };
  }
  const data = outcome.data === undefined ? "" : `,"errorData":${outcome.data}`;
  const rest = `,${logLines},${journal}${data}}`;
  return {
    type: "QueryFailed",
    tail: encoded([`,"errorMessage":${JSON.stringify(outcome.message)}`, rest]),
    // Each run of a failing query has another request id. A new id alone does not count as a change.
    fingerprint: encoded([outcome.message.replace(REQUEST_ID, ""), "\0", rest]),
  };
}

export function isSameResult(one: QueryResultText | null, other: QueryResultText): boolean {
  return one === other || one?.fingerprint.equals(other.fingerprint) === true;
}

export type Part = string | Buffer;

function encoded(parts: readonly Part[]): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === "string" ? Buffer.byteLength(part) : part.length;
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const part of parts) end += typeof part === "string" ? bytes.write(part, end) : part.copy(bytes, end);
  return bytes;
}

export function serializeQueryResult(queryId: number, { type, tail }: QueryResultText): readonly Part[] {
  return [`{"type":"${type}","queryId":${queryId}`, tail];
}

/** For a query that was removed at the client's request. */
export function serializeQueryRemoved(queryId: number): readonly Part[] {
  return [`{"type":"QueryRemoved","queryId":${queryId}}`];
}

function serializeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTimestamp(version.ts)}"}`;
}

/** Longer Transitions are rare and are not cached. */
const MAX_SHARED_LENGTH = 1 << 20;
let latest: { readonly parts: readonly Part[]; readonly bytes: Buffer } = {
  parts: [],
  bytes: Buffer.alloc(0),
};

/**
 * The modifications are already serialized. Users who view the same screen often get the same results between the
 * same versions, so they share the bytes.
 */
export function serializeTransition(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly (readonly Part[])[],
): Buffer {
  const versions = `"startVersion":${serializeVersion(start)},"endVersion":${serializeVersion(end)}`;
  const parts: Part[] = [`{"type":"Transition",${versions},"modifications":[`];
  for (const modification of modifications) {
    if (parts.length > 1) parts.push(",");
    parts.push(...modification);
  }
  parts.push("]}");
  if (parts.length === latest.parts.length && parts.every((part, i) => part === latest.parts[i])) {
    return latest.bytes;
  }
  const bytes = encoded(parts);
  if (bytes.length <= MAX_SHARED_LENGTH) latest = { parts, bytes };
  return bytes;
}

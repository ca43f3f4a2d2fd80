/**
 * Transition: moves a client from one version of its world to the next. Results are put in as the
 * JSON text that the function answered, which is never parsed on the way; text that several clients
 * need is made once and shared.
 */
import type { FunctionFailure, FunctionSuccess, QueryOutcome } from "../../functions/api.js";
import { encodeTimestamp } from "./timestamp.js";
import type { Timestamp } from "../../database/api.js";

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: Timestamp;
}

/** A query's result as it goes into a Transition, and what tells whether two are the same. */
export interface QueryResultText {
  readonly type: "QueryUpdated" | "QueryFailed";
  /** What follows the query's id, up to the closing brace. */
  readonly tail: string;
  /** The same for results that a client cannot tell apart. */
  readonly fingerprint: string;
  /** What was made for the client before: most give a screen's query the same id. */
  serialized?: { readonly queryId: number; readonly text: string };
}

const REQUEST_ID = /\[Request ID: [0-9a-f]{16}\] /;

/** Makes the shared text of a query's result. */
export function queryResultText(
  outcome: (FunctionSuccess | FunctionFailure) & Pick<QueryOutcome, "journal">,
): QueryResultText {
  const logLines = `"logLines":${JSON.stringify(outcome.logLines)}`;
  const journal = `"journal":${JSON.stringify(outcome.journal)}`;
  if (outcome.status === "success") {
    const tail = `,"value":${outcome.value},${logLines},${journal}}`;
    return { type: "QueryUpdated", tail, fingerprint: tail };
  }
  const data = outcome.data === undefined ? "" : `,"errorData":${outcome.data}`;
  const rest = `,${logLines},${journal}${data}}`;
  return {
    type: "QueryFailed",
    tail: `,"errorMessage":${JSON.stringify(outcome.message)}${rest}`,
    // Each run of a failing query has its own request id: that alone is no change.
    fingerprint: `${outcome.message.replace(REQUEST_ID, "")}\0${rest}`,
  };
}

/** Serializes the result of one query of one client; keeps it where others wait for the same. */
export function serializeQueryResult(queryId: number, result: QueryResultText, isShared: boolean): string {
  if (result.serialized?.queryId === queryId) return result.serialized.text;
  const text = `{"type":"${result.type}","queryId":${queryId}${result.tail}`;
  if (isShared) result.serialized = { queryId, text };
  return text;
}

/** Serializes that a query was removed on the client's wish. */
export function serializeQueryRemoved(queryId: number): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

function serializeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTimestamp(version.ts)}"}`;
}

/** Longer texts are rare, and not kept in memory for it. */
export const MAX_SHARED_LENGTH = 1 << 20;
let latest = { head: "", modifications: "", text: "" };

/**
 * Serializes a Transition from modifications that are serialized already. Viewers of one screen often come from the
 * same version to the same version with the same results: they are answered the very same string.
 */
export function serializeTransition(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly string[],
): string {
  const head = `{"type":"Transition","startVersion":${serializeVersion(start)},"endVersion":${serializeVersion(end)}`;
  const [only] = modifications;
  const joined = modifications.length === 1 && only !== undefined ? only : modifications.join(",");
  if (latest.head === head && latest.modifications === joined) return latest.text;
  const text = `${head},"modifications":[${joined}]}`;
  if (text.length <= MAX_SHARED_LENGTH) latest = { head, modifications: joined, text };
  return text;
}

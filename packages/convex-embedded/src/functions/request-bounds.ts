/**
 * Limits of a request that are checked before it is parsed: bytes and values for its sender, and values for the
 * functions that it calls. All other work waits while a request is parsed, so a request that the function could
 * only refuse is refused after a quick scan of its text.
 */
import {
  outlineArray,
  outlineObject,
  stringAt,
  TooManyValuesError,
  type JsonPart,
} from "../values/json-outline.js";
import type { Caller, FunctionRunner } from "./api.js";
import { ALWAYS_TAKEN_VALUES, MAX_BATCH_QUERIES, MAX_REQUEST_DEPTH, MAX_REQUEST_VALUES } from "./limits.js";

/** For a caller who neither is signed in nor has the admin key. A missing limit is that of every caller. */
export interface AnonymousBounds {
  readonly bytes?: number | undefined;
  readonly values?: number | undefined;
}

/** The message is for the sender. */
export class RequestTooLargeError extends Error {}

export type TakenValues = Pick<FunctionRunner, "valuesTakenBy">;
type Sender = Pick<Caller, "identity" | "visibility">;

function isAnonymous({ identity, visibility }: Sender): boolean {
  return identity === null && visibility === "public";
}

export function bytesFor(caller: Sender, most: number, { bytes = most }: AnonymousBounds): number {
  return isAnonymous(caller) ? Math.min(bytes, most) : most;
}

export function valuesFor(caller: Sender, { values = MAX_REQUEST_VALUES }: AnonymousBounds): number {
  return isAnonymous(caller) ? Math.min(values, MAX_REQUEST_VALUES) : MAX_REQUEST_VALUES;
}

function bounded<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof TooManyValuesError)) throw error;
    throw new RequestTooLargeError(`The request holds too many values (limit: ${error.limit})`);
  }
}

/** No call in so short a text can contain too many values, because each value needs at least one character. */
export function isWithinAnyBounds(text: string, caller: Sender, bounds: AnonymousBounds): boolean {
  return text.length <= Math.min(ALWAYS_TAKEN_VALUES, valuesFor(caller, bounds));
}

/** Finds the fields of a request without parsing it. Throws a RequestTooLargeError or a NestedTooDeepError. */
export function outlineRequest(
  text: string,
  caller: Sender,
  bounds: AnonymousBounds,
): ReadonlyMap<string, JsonPart> {
  const look = () => outlineObject(text, valuesFor(caller, bounds), 0, MAX_REQUEST_DEPTH);
  return bounded(look) ?? new Map<string, JsonPart>();
}

/** These arguments are in an address, not in a body. Throws a NestedTooDeepError. */
export function requireLevelsInBounds(args: string): void {
  outlineObject(`{"args":${args}}`, Infinity, 0, MAX_REQUEST_DEPTH);
}

/** Throws a RequestTooLargeError. */
export function requireCallInBounds(
  functions: TakenValues,
  caller: Sender,
  path: string | null,
  args: JsonPart | undefined,
): void {
  // Tools with the admin key are trusted, and may name functions in more ways.
  if (args === undefined || args.values <= ALWAYS_TAKEN_VALUES || caller.visibility === "internal") return;
  const taken = path === null ? 0 : functions.valuesTakenBy(path, caller.visibility);
  // The array around the arguments counts as one more value.
  const limit = Math.max(ALWAYS_TAKEN_VALUES, taken + 1);
  if (args.values <= limit) return;
  throw new RequestTooLargeError(
    `Arguments for ${JSON.stringify(path ?? "")} hold too many values (limit: ${limit})`,
  );
}

/** Also checks each call. Throws a RequestTooLargeError. */
export function requireBatchInBounds(
  functions: TakenValues,
  caller: Sender,
  text: string,
  list: JsonPart | undefined,
): void {
  const isTrusted = caller.visibility === "internal";
  if (list !== undefined && list.values > MAX_BATCH_QUERIES && !isTrusted) {
    const count = outlineArray(text, Infinity, list.start)?.length ?? 0;
    if (count > MAX_BATCH_QUERIES) {
      throw new RequestTooLargeError(`The batch holds too many queries (limit: ${MAX_BATCH_QUERIES})`);
    }
  }
  requireCallsInBounds(functions, caller, text, list, "path");
}

/** The list begins at a position in the text. Throws a RequestTooLargeError. */
export function requireCallsInBounds(
  functions: TakenValues,
  caller: Sender,
  text: string,
  list: JsonPart | undefined,
  pathField: string,
): void {
  if (list === undefined || list.values <= ALWAYS_TAKEN_VALUES) return;
  for (const { start } of outlineArray(text, Infinity, list.start) ?? []) {
    const fields = outlineObject(text, Infinity, start);
    if (fields === null) continue;
    requireCallInBounds(functions, caller, stringAt(text, fields.get(pathField)), fields.get("args"));
  }
}

/**
 * Reads the body of a call: checks its limits and returns the parts that the runtime needs. Nothing is parsed
 * before a scan shows that the body is within limits. A long body is read in a separate thread
 * (`reading-thread.ts`).
 */
import type { Caller } from "../functions/api.js";
import {
  outlineRequest,
  requireBatchInBounds,
  requireCallInBounds,
  RequestTooLargeError,
  type AnonymousBounds,
  type TakenValues,
} from "../functions/request-bounds.js";
import { canonicalJson } from "../sync/protocol/canonical-args.js";
import { NestedTooDeepError, stringAt, valuesIn } from "../values/json-outline.js";
import { notJson, parseJsonObject } from "./body.js";
import { HttpError } from "./responses.js";

export interface CallFields {
  readonly path: string | null;
  readonly componentPath: string | null;
  /** Canonical JSON text of the argument array. Null unless the arguments are an array or an object. */
  readonly args: string | null;
  readonly format: unknown;
  readonly ts: string | null;
}

export interface BodyOrigin {
  readonly caller: Pick<Caller, "identity" | "visibility">;
  readonly anonymousBounds: AnonymousBounds;
  /** Set if the address of the request names the function. */
  readonly path?: string | undefined;
  readonly isBatch?: boolean;
}

export interface CallBody extends CallFields {
  readonly values: number;
  /** A member is null if it is not an object. Null if the body is not a batch. */
  readonly queries: readonly (CallFields | null)[] | null;
}

/** Throws a 413 if the body exceeds a limit, and a 400 if it is not a JSON object. */
export function readCallBody(text: string, origin: BodyOrigin, functions: TakenValues): CallBody {
  try {
    const values = lookOver(text, origin, functions);
    const body = parseJsonObject(text);
    const { queries } = body;
    const isBatch = origin.isBatch === true && Array.isArray(queries);
    return { ...fieldsOf(body), values, queries: isBatch ? queries.map(memberOf) : null };
  } catch (error) {
    if (error instanceof RequestTooLargeError) throw new HttpError(413, "ArgsTooLarge", error.message);
    // Convex's parser also refuses JSON with too many levels.
    if (error instanceof NestedTooDeepError) throw notJson(error.message);
    throw error;
  }
}

/** Counts the values of a body before it is parsed. Throws a RequestTooLargeError. */
function lookOver(text: string, origin: BodyOrigin, functions: TakenValues): number {
  const { caller, anonymousBounds, path, isBatch } = origin;
  const fields = outlineRequest(text, caller, anonymousBounds);
  if (isBatch) {
    requireBatchInBounds(functions, caller, text, fields.get("queries"));
  } else {
    const called = path ?? stringAt(text, fields.get("path"));
    requireCallInBounds(functions, caller, called, fields.get("args"));
  }
  return valuesIn(fields.values());
}

function memberOf(query: unknown): CallFields | null {
  return typeof query === "object" && query !== null ? fieldsOf({ ...query }) : null;
}

export function fieldsOf(body: Readonly<Record<string, unknown>>): CallFields {
  const { args, format } = body;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const hasArgs = typeof args === "object" && args !== null;
  return {
    path: text(body["path"]),
    componentPath: text(body["componentPath"]),
    args: hasArgs ? canonicalJson(Array.isArray(args) ? args : [args]) : null,
    format,
    ts: text(body["ts"]),
  };
}

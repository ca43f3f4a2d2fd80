/**
 * Messages that contain more than their sender may send. In the client's format the name of the call comes before
 * the arguments and can be read without parsing the rest. A call that is too large can therefore fail while its
 * connection remains open.
 */
import { RequestTooLargeError } from "../functions/request-bounds.js";
import { MAX_REQUEST_DEPTH } from "../functions/limits.js";
import {
  NestedTooDeepError,
  outlineArray,
  outlineObject,
  outlineStart,
  stringAt,
  TooManyValuesError,
  type JsonPart,
} from "../values/json-outline.js";
import { MAX_LIVE_QUERIES } from "./limits.js";

export interface FailedCall {
  readonly type: "Mutation" | "Action";
  readonly requestId: number;
}

export type Oversized =
  | FailedCall
  /** `text` is the message without the arguments of the refused queries. `refused` contains the reasons. */
  | { readonly type: "ModifyQuerySet"; readonly text: string; readonly refused: ReadonlyMap<number, string> };

/** How much all calls of one message may contain together. The check of each call throws a RequestTooLargeError. */
export interface Room {
  readonly bytes: number;
  readonly values: number;
  requireInBounds(path: string | null, args: JsonPart | undefined): void;
}

/** The part before the arguments has fewer values than this. */
const MAX_HEAD_VALUES = 16;
const LIST = /,\s*"modifications"\s*:\s*/y;

/** Returns null if the whole message must be refused. */
export function readOversized(text: string, room: Room, refusal: string): Oversized | null {
  const head = outlineStart(text, MAX_HEAD_VALUES);
  const type = stringAt(text, head.get("type"));
  if (type === "Mutation" || type === "Action") {
    const requestId = countAt(text, head.get("requestId"));
    return requestId === null ? null : { type, requestId };
  }
  return type === "ModifyQuerySet" ? readQuerySet(text, head.get("newVersion"), room, refusal) : null;
}

function readQuerySet(
  text: string,
  newVersion: JsonPart | undefined,
  room: Room,
  refusal: string,
): Oversized | null {
  LIST.lastIndex = newVersion?.end ?? text.length;
  if (!LIST.test(text)) return null;
  const start = LIST.lastIndex;
  const refused = new Map<number, string>();
  const taken: string[] = [];
  let { bytes, values } = room;
  for (const part of elementsAt(text, start) ?? []) {
    const head = outlineStart(text, MAX_HEAD_VALUES, part.start);
    const queryId = countAt(text, head.get("queryId"));
    if (queryId === null) return null;
    const type = stringAt(text, head.get("type"));
    const length = part.end - part.start;
    const hasRoom = type !== "Add" || (length <= bytes && part.values <= values);
    const reason = hasRoom ? reasonAgainst(text, part, room) : refusal;
    if (reason === null) {
      bytes -= length;
      values -= part.values;
      taken.push(text.slice(part.start, part.end));
    } else {
      refused.set(queryId, reason);
      taken.push(JSON.stringify({ type, queryId, udfPath: stringAt(text, head.get("udfPath")), args: [{}] }));
    }
  }
  if (refused.size === 0) return null;
  return { type: "ModifyQuerySet", text: `${text.slice(0, start)}[${taken.join(",")}]}`, refused };
}

function reasonAgainst(text: string, { start, values }: JsonPart, room: Room): string | null {
  if (values <= MAX_HEAD_VALUES) return null;
  try {
    const fields = outlineObject(text, Infinity, start, MAX_REQUEST_DEPTH);
    room.requireInBounds(stringAt(text, fields?.get("udfPath")), fields?.get("args"));
    return null;
  } catch (error) {
    if (error instanceof RequestTooLargeError || error instanceof NestedTooDeepError) return error.message;
    throw error;
  }
}

/** Returns null if the list has more elements than a socket may have queries. */
function elementsAt(text: string, start: number): readonly JsonPart[] | null {
  try {
    return outlineArray(text, Infinity, start, MAX_LIVE_QUERIES);
  } catch (error) {
    if (error instanceof TooManyValuesError) return null;
    throw error;
  }
}

function countAt(text: string, part: JsonPart | undefined): number | null {
  const digits = part === undefined ? "" : text.slice(part.start, part.end).trim();
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

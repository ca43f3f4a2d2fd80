/**
 * Reads a message from a client: scans it, and parses it if it is within limits. A call that is too large fails,
 * but does not end the connection. A long text is read in a separate thread (`http/reading-thread.ts`).
 */
import type { Caller } from "../functions/api.js";
import {
  bytesFor,
  isWithinAnyBounds,
  outlineRequest,
  requireCallInBounds,
  requireCallsInBounds,
  RequestTooLargeError,
  valuesFor,
  type AnonymousBounds,
  type TakenValues,
} from "../functions/request-bounds.js";
import { NestedTooDeepError, stringAt, valuesIn } from "../values/json-outline.js";
import { readOversized, type FailedCall, type Room } from "./oversized.js";
import { parseClientMessage, type ClientMessage } from "./protocol/client-message.js";
import { ProtocolError } from "./protocol/fields.js";

export interface MessageOrigin {
  readonly caller: Pick<Caller, "identity" | "visibility">;
  readonly anonymousBounds: AnonymousBounds;
}

export type ReadMessage =
  /** `refused` has the queries that are too large to run, each with the reason. */
  | {
      readonly message: ClientMessage;
      readonly refused: ReadonlyMap<number, string>;
      /** 0 for a short message. */
      readonly values: number;
    }
  /** The call is too large. */
  | { readonly failed: FailedCall; readonly reason: string }
  /** Ends the connection. */
  | { readonly fatal: string };

const NOTHING: ReadonlyMap<number, string> = new Map();
const INVALID = "Received Invalid JSON on websocket";

export function readMessage(text: string, origin: MessageOrigin, functions: TakenValues): ReadMessage {
  try {
    const values = lookOver(text, origin, functions);
    return { message: parseClientMessage(text), refused: NOTHING, values };
  } catch (error) {
    try {
      if (error instanceof RequestTooLargeError) return readTooLarge(text, origin, functions, error.message);
      // Convex's parser also refuses JSON with too many levels.
      if (error instanceof NestedTooDeepError)
        return readTooLarge(text, origin, functions, `${INVALID}: ${error.message}`);
      return fatalOf(error);
    } catch (again) {
      return fatalOf(again);
    }
  }
}

function fatalOf(error: unknown): ReadMessage {
  return { fatal: error instanceof ProtocolError ? error.message : INVALID };
}

/** Counts the values of a message before it is parsed. Throws a RequestTooLargeError. */
function lookOver(text: string, { caller, anonymousBounds }: MessageOrigin, functions: TakenValues): number {
  const bytes = bytesFor(caller, Infinity, anonymousBounds);
  if (text.length > bytes) {
    throw new RequestTooLargeError(
      `Message is too large: ${text.length} bytes (limit without sign-in: ${bytes} bytes)`,
    );
  }
  if (isWithinAnyBounds(text, caller, anonymousBounds)) return 0;
  const fields = outlineRequest(text, caller, anonymousBounds);
  requireCallInBounds(functions, caller, stringAt(text, fields.get("udfPath")), fields.get("args"));
  requireCallsInBounds(functions, caller, text, fields.get("modifications"), "udfPath");
  return valuesIn(fields.values());
}

function readTooLarge(
  text: string,
  { caller, anonymousBounds }: MessageOrigin,
  functions: TakenValues,
  reason: string,
): ReadMessage {
  const requireInBounds: Room["requireInBounds"] = (path, args) =>
    requireCallInBounds(functions, caller, path, args);
  const bytes = bytesFor(caller, Infinity, anonymousBounds);
  const room = { bytes, values: valuesFor(caller, anonymousBounds), requireInBounds };
  const oversized = readOversized(text, room, reason);
  if (oversized === null) return { fatal: reason };
  if (oversized.type !== "ModifyQuerySet") return { failed: oversized, reason };
  return { message: parseClientMessage(oversized.text), refused: oversized.refused, values: 0 };
}

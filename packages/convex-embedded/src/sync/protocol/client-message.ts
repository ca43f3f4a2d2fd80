/** The messages of a client, parsed strictly from one text frame. */
import { surrogateProblem } from "../../values/well-formed.js";
import { parseAction, type Action } from "./action.js";
import { parseAuthenticate, type Authenticate } from "./authenticate.js";
import { parseConnect, type Connect } from "./connect.js";
import { parseEvent, type Event } from "./event.js";
import { isJsonObject, ProtocolError } from "./fields.js";
import { parseModifyQuerySet, type ModifyQuerySet } from "./modify-query-set.js";
import { parseMutation, type Mutation } from "./mutation.js";

export type ClientMessage = Connect | ModifyQuerySet | Mutation | Action | Authenticate | Event;

/** Throws a ProtocolError with the reason if the frame is invalid. */
export function parseClientMessage(text: string): ClientMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProtocolError(`Received Invalid JSON on websocket: ${reason}`, { cause: error });
  }
  const problem = surrogateProblem(text);
  if (problem !== null) throw new ProtocolError(`Received Invalid JSON on websocket: ${problem}`);
  if (!isJsonObject(value)) throw new ProtocolError("Received Invalid JSON on websocket: not an object");
  switch (value["type"]) {
    case "Connect":
      return parseConnect(value);
    case "ModifyQuerySet":
      return parseModifyQuerySet(value);
    case "Mutation":
      return parseMutation(value);
    case "Action":
      return parseAction(value);
    case "Authenticate":
      return parseAuthenticate(value);
    case "Event":
      return parseEvent(value);
    default:
      throw new ProtocolError(`Received a message of an unknown type: ${describeType(value["type"])}`);
  }
}

function describeType(type: unknown): string {
  return typeof type === "string" ? JSON.stringify(type.slice(0, 40)) : "no type";
}

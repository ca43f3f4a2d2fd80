/** Event: what a client reports about itself, for example how long its connection took. */
import { readString, type JsonObject } from "./fields.js";

export interface Event {
  readonly type: "Event";
  readonly eventType: string;
}

/** The content of an Event is not used here. */
export function parseEvent(object: JsonObject): Event {
  return { type: "Event", eventType: readString(object, "Event", "eventType") };
}

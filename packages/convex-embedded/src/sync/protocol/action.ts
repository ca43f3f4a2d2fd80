/** Action: calls one action. It is never resent, because an action may have effects elsewhere. */
import { readArray, readCount, readOptionalString, readString, type JsonObject } from "./fields.js";

export interface Action {
  readonly type: "Action";
  readonly requestId: number;
  readonly udfPath: string;
  /** JSON text of the argument array. */
  readonly args: string;
  readonly componentPath: string | null;
}

export function parseAction(object: JsonObject): Action {
  return {
    type: "Action",
    requestId: readCount(object, "Action", "requestId"),
    udfPath: readString(object, "Action", "udfPath"),
    args: JSON.stringify(readArray(object, "Action", "args")),
    componentPath: readOptionalString(object, "Action", "componentPath"),
  };
}

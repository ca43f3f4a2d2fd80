/** Mutation: calls one mutation. A client resends it with the same id until it gets a response. */
import { readArray, readCount, readOptionalString, readString, type JsonObject } from "./fields.js";

export interface Mutation {
  readonly type: "Mutation";
  readonly requestId: number;
  readonly udfPath: string;
  /** JSON text of the argument array. */
  readonly args: string;
  readonly componentPath: string | null;
}

export function parseMutation(object: JsonObject): Mutation {
  return {
    type: "Mutation",
    requestId: readCount(object, "Mutation", "requestId"),
    udfPath: readString(object, "Mutation", "udfPath"),
    args: JSON.stringify(readArray(object, "Mutation", "args")),
    componentPath: readOptionalString(object, "Mutation", "componentPath"),
  };
}

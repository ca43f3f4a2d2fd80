/** ModifyQuerySet: adds and removes queries of a socket. */
import { canonicalJson } from "./canonical-args.js";
import {
  isJsonObject,
  ProtocolError,
  readArray,
  readCount,
  readOptionalString,
  readString,
  type JsonObject,
} from "./fields.js";

export interface AddQuery {
  readonly type: "Add";
  readonly queryId: number;
  readonly udfPath: string;
  /** Canonical JSON text of the argument array. */
  readonly args: string;
  readonly journal: string | null;
  readonly componentPath: string | null;
}

export interface RemoveQuery {
  readonly type: "Remove";
  readonly queryId: number;
}

export interface ModifyQuerySet {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
}

const MESSAGE = "ModifyQuerySet";

function parseModification(value: unknown): AddQuery | RemoveQuery {
  if (!isJsonObject(value)) {
    throw new ProtocolError(`Received an invalid ${MESSAGE} message: a modification must be an object`);
  }
  const queryId = readCount(value, MESSAGE, "queryId");
  switch (value["type"]) {
    case "Add":
      return {
        type: "Add",
        queryId,
        udfPath: readString(value, MESSAGE, "udfPath"),
        args: canonicalJson(readArray(value, MESSAGE, "args")),
        journal: readOptionalString(value, MESSAGE, "journal"),
        componentPath: readOptionalString(value, MESSAGE, "componentPath"),
      };
    case "Remove":
      return { type: "Remove", queryId };
    default:
      throw new ProtocolError(`Received an invalid ${MESSAGE} message: unknown modification type`);
  }
}

export function parseModifyQuerySet(object: JsonObject): ModifyQuerySet {
  return {
    type: MESSAGE,
    baseVersion: readCount(object, MESSAGE, "baseVersion"),
    newVersion: readCount(object, MESSAGE, "newVersion"),
    modifications: readArray(object, MESSAGE, "modifications").map(parseModification),
  };
}

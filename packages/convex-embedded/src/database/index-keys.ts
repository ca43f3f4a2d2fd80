/** Calculates the keys by which indexes order documents. A document always has the same key in an index. */
import { fieldAt } from "../values/json.js";
import type { JsonObject } from "../values/json.js";
import { encodeKeyPart } from "../values/key-codec.js";
import type { Index } from "./catalog.js";
import { parseStored } from "./documents.js";

/** The fields encoded so far are in `parts`. */
function keyIn(index: Index, document: JsonObject, parts: Map<string, string>): string {
  let key = "";
  for (let i = 0; i < index.fields.length; i += 1) {
    const field = index.fields[i] ?? "";
    let part = parts.get(field);
    if (part === undefined) {
      part = encodeKeyPart(fieldAt(document, index.paths[i] ?? []));
      parts.set(field, part);
    }
    key += part;
  }
  return key;
}

export function indexKeys(
  indexes: readonly Index[],
  fields: JsonObject,
  id: string,
  creationTime: number,
): string[] {
  const parts = new Map([["_creationTime", encodeKeyPart(creationTime)]]);
  const idPart = encodeKeyPart(id);
  return indexes.map((index) => keyIn(index, fields, parts) + idPart);
}

export function keyOf(index: Index, json: string): string {
  const { fields, id, creationTime } = parseStored(json);
  return indexKeys([index], fields, id, creationTime)[0] ?? "";
}

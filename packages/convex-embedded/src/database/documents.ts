/**
 * Creates the text of documents. The stored text is canonical: `_creationTime` and `_id` come first, and the other
 * fields are sorted. Equal documents therefore have equal texts, and an id is found without parsing.
 */
import { encodeInteger, isJsonObject, kindOf, parseJson, tagOf } from "../values/json.js";
import type { JsonObject, JsonValue } from "../values/json.js";
import type { SerializedQuery, Timestamp } from "./api.js";
import { DatabaseError, invalidArgument } from "./errors.js";
import { displayValue } from "../values/display.js";

const ID_FIELD = '"_id":"';
const COMMIT_TS = '"$commitTs"';

export function givenFields(given: string | JsonObject, call: string, commitTs: Timestamp): JsonObject {
  const value = typeof given === "string" ? parseJson(given) : given;
  const resolved = hasCommitTs(value) ? resolveCommitTs(value, encodeInteger(commitTs)) : value;
  if (!isJsonObject(resolved) || tagOf(resolved) !== null) {
    throw invalidArgument(call, "value", "Value must be an Object");
  }
  return resolved;
}

/** Replaces the placeholder for the commit's timestamp in a query's range and filters. */
export function withCommitTs(query: SerializedQuery, commitTs: Timestamp): SerializedQuery {
  const source = query.source as JsonObject;
  const operators = query.operators as JsonValue[];
  const range = Array.isArray(source.range) ? source.range : [];
  const isInRange = range.some((bound) => isJsonObject(bound) && isCommitTs(bound.value));
  if (!isInRange && (operators.length === 0 || !JSON.stringify(operators).includes(COMMIT_TS))) return query;
  const ts = encodeInteger(commitTs);
  return {
    source: resolveCommitTs(source, ts),
    operators: operators.map((operator) => resolveCommitTs(operator, ts)),
  };
}

function isCommitTs(value: JsonValue | undefined): boolean {
  return value !== undefined && isJsonObject(value) && tagOf(value) === "$commitTs";
}

function hasCommitTs(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasCommitTs);
  for (const name in value) {
    if (name === "$commitTs" || hasCommitTs(value[name] ?? null)) return true;
  }
  return false;
}

function resolveCommitTs(value: JsonValue, ts: JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((element) => resolveCommitTs(element, ts));
  if (!isJsonObject(value)) return value;
  if (tagOf(value) === "$commitTs") return ts;
  const entries = Object.entries(value).map(
    ([name, element]) => [name, resolveCommitTs(element, ts)] as const,
  );
  return Object.fromEntries(entries);
}

/** Throws if the given system fields differ from those of the document. */
export function withoutSystemFields(fields: JsonObject, id: string, creationTime: number): JsonObject {
  const { _id: givenId, _creationTime: givenTime } = fields;
  if (givenId === undefined && givenTime === undefined) return fields;
  if (givenId !== undefined && givenId !== id) {
    throw new DatabaseError(
      "InvalidIdError",
      `Provided document ID "${id}" doesn't match '_id' field ${displayValue(givenId)}`,
    );
  }
  if (givenTime !== undefined && givenTime !== creationTime) {
    throw new DatabaseError(
      "InvalidCreationTimeError",
      `Provided creation time ${displayValue(creationTime)} doesn't match '_creationTime' field in ` +
        displayValue(fields),
    );
  }
  const { _id, _creationTime, ...rest } = fields;
  return rest;
}

export function documentText(fields: JsonObject, id: string, creationTime: number): string {
  const body = JSON.stringify(sorted(fields));
  const head = `{"_creationTime":${JSON.stringify(creationTime)},"_id":"${id}"`;
  return body === "{}" ? `${head}}` : `${head},${body.slice(1)}`;
}

function sorted(fields: JsonObject): JsonObject {
  const names = Object.keys(fields);
  if (names.every((name, i) => i === 0 || (names[i - 1] ?? "") < name)) return fields;
  // Object.fromEntries defines properties, which is also safe for a field called __proto__.
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An undefined field is removed, and every other field is replaced as a whole. */
export function patched(fields: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...fields, ...patch };
  for (const name of Object.keys(patch)) if (kindOf(patch[name]) === "undefined") delete result[name];
  return result;
}

export function idOf(text: string): string {
  const start = text.indexOf(ID_FIELD) + ID_FIELD.length;
  return text.slice(start, text.indexOf('"', start));
}

export function parseStored(text: string): { fields: JsonObject; id: string; creationTime: number } {
  const document = parseJson(text);
  if (isJsonObject(document)) {
    const { _id: id, _creationTime: creationTime, ...fields } = document;
    if (typeof id === "string" && typeof creationTime === "number") return { fields, id, creationTime };
  }
  throw new DatabaseError("Damaged", `A stored document is unreadable: ${text.slice(0, 100)}`);
}

/**
 * Reads the fields of untrusted JSON objects. Every refusal is a ProtocolError that names the message and the
 * field, so that the client's developer knows what is wrong.
 */

/** The connection ends with a FatalError. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(message: string, field: string, wanted: string): never {
  throw new ProtocolError(`Received an invalid ${message} message: "${field}" must be ${wanted}`);
}

export function readString(object: JsonObject, message: string, field: string): string {
  const value = object[field];
  return typeof value === "string" ? value : refuse(message, field, "a string");
}

export function readOptionalString(object: JsonObject, message: string, field: string): string | null {
  const value = object[field];
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : refuse(message, field, "a string or null");
}

/** For ids and versions. */
export function readCount(object: JsonObject, message: string, field: string): number {
  const value = object[field];
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
  return isCount ? value : refuse(message, field, "a nonnegative integer");
}

export function readArray(object: JsonObject, message: string, field: string): readonly unknown[] {
  const value = object[field];
  return Array.isArray(value) ? value : refuse(message, field, "an array");
}

export function readOptionalObject(object: JsonObject, message: string, field: string): JsonObject | null {
  const value = object[field];
  if (value === undefined || value === null) return null;
  return isJsonObject(value) ? value : refuse(message, field, "an object or null");
}

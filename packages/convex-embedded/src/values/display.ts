/** Formats values in error messages exactly as Convex's backend does. */
import { decodeFloat, decodeInteger, kindOf } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";

function displayFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-5 || size >= 1e16)) return value.toExponential().replace("e+", "e");
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

export function displayValue(value: JsonValue | undefined): string {
  const kind = kindOf(value);
  if (value === undefined || kind === "undefined") return "undefined";
  if (value === null) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return displayFloat(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(displayValue).join(", ")}]`;
  switch (kind) {
    case "int64":
      return "$commitTs" in value ? "commitTs" : String(decodeInteger(value));
    case "float64":
      return displayFloat(decodeFloat(value));
    case "bytes":
      return `b${JSON.stringify(value.$bytes)}`;
    default:
      return displayObject(value);
  }
}

/** The fields are sorted by their names. */
export function displayObject(value: JsonObject): string {
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${name}: ${displayValue(value[name])}`);
  return `{${fields.join(", ")}}`;
}

export function typeName(value: JsonValue | undefined): string {
  switch (kindOf(value)) {
    case "undefined":
      return "undefined";
    case "null":
      return "Null";
    case "int64":
      return "Int64";
    case "float64":
      return "Float64";
    case "boolean":
      return "Boolean";
    case "string":
      return "String";
    case "bytes":
      return "Bytes";
    case "array":
      return "Array";
    case "object":
      return "Object";
  }
}

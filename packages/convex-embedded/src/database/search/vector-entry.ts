/**
 * The entry of a document in a vector index: its vector and the values of the filter fields. The vector is scaled
 * to length 1 and stored as 32-bit floats, so that the cosine of two vectors is the sum of their products.
 */
import { encodeKeyPart } from "../../values/key-codec.js";
import { decodeFloat, fieldAt, kindOf } from "../../values/json.js";
import type { JsonObject, JsonValue } from "../../values/json.js";
import type { VectorIndex } from "./search-indexes.js";

export interface VectorEntry {
  readonly vector: Float32Array;
  /** The values of the filter fields, encoded for keys. */
  readonly filters: readonly string[];
}

/** Null if the document has no vector of the index's size. */
export function vectorEntry(index: VectorIndex, fields: JsonObject): VectorEntry | null {
  const numbers = numbersOf(fieldAt(fields, index.vectorPath));
  if (numbers?.length !== index.dimensions) return null;
  const filters = index.filterPaths.map((path) => encodeKeyPart(fieldAt(fields, path)));
  return { vector: direction(numbers), filters };
}

export function numbersOf(value: JsonValue | undefined): number[] | null {
  if (!Array.isArray(value)) return null;
  const numbers: number[] = [];
  for (const element of value) {
    if (typeof element === "number") numbers.push(element);
    else if (kindOf(element) === "float64") numbers.push(decodeFloat(element as JsonObject));
    else return null;
  }
  return numbers;
}

/** A zero vector remains 0, and is equally far from all others. */
export function direction(numbers: readonly number[]): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  if (!Number.isFinite(length) || length === 0) return new Float32Array(numbers.length);
  return Float32Array.from(numbers, (number) => number / length);
}

export function isSameVectorEntry(a: VectorEntry | null, b: VectorEntry | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.filters.every((filter, i) => filter === b.filters[i]) && a.vector.every((x, i) => x === b.vector[i])
  );
}

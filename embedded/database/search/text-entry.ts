/**
 * What a search index knows of a document, and the keys under which read sets find it. A key is the filter values
 * that a query gave, then a term; a query has read one key per term, and all keys that begin with its last term.
 * So a commit meets a query exactly when it touches a document that the query matched or matches now.
 */
import { encodeKeyPart, keyAfter, keyAfterPrefix } from "../../values/key-codec.js";
import { fieldAt } from "../../values/json.js";
import type { JsonObject } from "../../values/json.js";
import type { KeyRange } from "../api.js";
import type { TextIndex } from "./search-indexes.js";
import { distinctTerms, termCounts, termsOf } from "./terms.js";

export interface TextEntry {
  /** How many terms the text has. */
  readonly length: number;
  /** The terms and their numbers, as `termCounts` writes them. */
  readonly counts: string;
  /** The values of the filter fields, encoded for keys. */
  readonly filters: readonly string[];
}

/** How many sets of filter fields an index tells apart; queries beyond that are matched by their terms alone. */
const MAX_SHAPES = 64;
const NO_FILTERS: readonly number[] = [];

/** Reads a document for an index; null when there is nothing in it to find. */
export function textEntry(index: TextIndex, fields: JsonObject): TextEntry | null {
  const text = fieldAt(fields, index.searchPath);
  if (typeof text !== "string") return null;
  const terms = termsOf(text);
  if (terms.length === 0) return null;
  const filters = index.filterPaths.map((path) => encodeKeyPart(fieldAt(fields, path)));
  return { length: terms.length, counts: termCounts(terms), filters };
}

/** Tells whether two entries are the same to an index. */
export function isSameEntry(a: TextEntry | null, b: TextEntry | null): boolean {
  if (a === null || b === null) return a === b;
  return a.counts === b.counts && a.filters.every((filter, i) => filter === b.filters[i]);
}

/** The number of an index in read sets, where those of other indexes are positive. */
export function readSetId(index: TextIndex): number {
  return -index.id;
}

function keyPrefix(shape: readonly number[], filters: readonly string[]): string {
  return encodeKeyPart(shape.join()) + shape.map((field) => filters[field] ?? "").join("");
}

/** Lists the keys that a change of a document touches. */
export function changedKeys(index: TextIndex, before: TextEntry | null, after: TextEntry | null): string[] {
  const keys: string[] = [];
  const termsBefore = before === null ? [] : distinctTerms(before.counts).map(encodeKeyPart);
  const termsAfter = after === null ? [] : distinctTerms(after.counts).map(encodeKeyPart);
  const isSameText = before?.counts === after?.counts;
  for (const shape of index.shapes.values()) {
    const prefixBefore = before === null ? null : keyPrefix(shape, before.filters);
    const prefixAfter = after === null ? null : keyPrefix(shape, after.filters);
    if (isSameText && prefixBefore === prefixAfter) continue;
    if (prefixBefore !== null) for (const term of termsBefore) keys.push(prefixBefore + term);
    if (prefixAfter !== null) for (const term of termsAfter) keys.push(prefixAfter + term);
  }
  return keys;
}

/** Lists what a query reads, and lets the index know that such queries exist. `filters` holds values by field. */
export function searchedRanges(
  index: TextIndex,
  terms: readonly string[],
  prefix: string,
  filters: ReadonlyMap<number, string>,
): KeyRange[] {
  const shape = knownShape(
    index,
    [...filters.keys()].sort((a, b) => a - b),
  );
  const start = encodeKeyPart(shape.join()) + shape.map((field) => filters.get(field) ?? "").join("");
  const indexId = readSetId(index);
  const ranges = terms.map((term) => {
    const key = start + encodeKeyPart(term);
    return { indexId, start: key, end: keyAfter(key) };
  });
  // An encoded string closes with an end mark; without it, it is the beginning of all longer ones.
  const beginning = start + encodeKeyPart(prefix).slice(0, -1);
  return [...ranges, { indexId, start: beginning, end: keyAfterPrefix(beginning) }];
}

function knownShape(index: TextIndex, fields: readonly number[]): readonly number[] {
  const shape = index.shapes.size < MAX_SHAPES || index.shapes.has(fields.join()) ? fields : NO_FILTERS;
  index.shapes.set(shape.join(), shape);
  return shape;
}

/**
 * The entry of a document in a search index, and the keys by which read sets find it. A key consists of the values
 * of a query's filter fields and a term. A query has read one key per term, and all keys that begin with its last
 * term. A commit therefore affects a query exactly if it changes a document that the query matched before or
 * matches now. Commits list their keys only for sets of filter fields ("shapes") that queries have already used. A
 * query with a new shape reads instead one key that every change of the index touches.
 */
import { encodeKeyPart, equalValues, keyAfter, keyAfterPrefix } from "../../values/key-codec.js";
import { fieldAt } from "../../values/json.js";
import type { JsonObject } from "../../values/json.js";
import type { KeyRange, Timestamp } from "../api.js";
import type { TextIndex } from "./search-indexes.js";
import { distinctTerms, termCounts, termsOf } from "./terms.js";
import type { TextSearch } from "./text-query.js";

export interface TextEntry {
  readonly length: number;
  /** The terms and their counts, as `termCounts` writes them. */
  readonly counts: string;
  /** The values of the filter fields, encoded for keys. */
  readonly filters: readonly string[];
}

/** Each shape costs every commit one key per term. */
const MAX_SHAPES = 16;
/** The key that every change touches. No encoded value is empty, so it equals no other key. */
const ANY_CHANGE = "";

export interface ReadMoment {
  readonly ts: Timestamp;
  /** Whether no later commit exists. Then all later commits can list keys for the shape of the search. */
  readonly isNewest: boolean;
}

export function textEntry(index: TextIndex, fields: JsonObject): TextEntry | null {
  const text = fieldAt(fields, index.searchPath);
  if (typeof text !== "string") return null;
  const terms = termsOf(text);
  if (terms.length === 0) return null;
  const filters = index.filterPaths.map((path) => encodeKeyPart(fieldAt(fields, path)));
  return { length: terms.length, counts: termCounts(terms), filters };
}

/** Does not split the texts. */
export function isSameToTextIndex(index: TextIndex, before: JsonObject, after: JsonObject): boolean {
  const text = fieldAt(after, index.searchPath);
  if (typeof text !== "string" || text !== fieldAt(before, index.searchPath)) return false;
  return index.filterPaths.every((path) => equalValues(fieldAt(before, path), fieldAt(after, path)));
}

export function isSameEntry(a: TextEntry | null, b: TextEntry | null): boolean {
  if (a === null || b === null) return a === b;
  return a.counts === b.counts && a.filters.every((filter, i) => filter === b.filters[i]);
}

/** Negative, because other indexes have positive numbers. */
export function readSetId(index: TextIndex): number {
  return -index.id;
}

function keyPrefix(shape: readonly number[], valueOf: (field: number) => string | undefined): string {
  return encodeKeyPart(shape.join()) + shape.map((field) => valueOf(field) ?? "").join("");
}

function entryPrefix(shape: readonly number[], entry: TextEntry | null): string | null {
  return entry === null ? null : keyPrefix(shape, (field) => entry.filters[field]);
}

export function changedKeys(index: TextIndex, before: TextEntry | null, after: TextEntry | null): string[] {
  const keys = [ANY_CHANGE];
  if (index.shapes.size === 0) return keys;
  const termsBefore = before === null ? [] : distinctTerms(before.counts).map(encodeKeyPart);
  const termsAfter = after === null ? [] : distinctTerms(after.counts).map(encodeKeyPart);
  const isSameText = before?.counts === after?.counts;
  for (const { fields } of index.shapes.values()) {
    const prefixBefore = entryPrefix(fields, before);
    const prefixAfter = entryPrefix(fields, after);
    if (isSameText && prefixBefore === prefixAfter) continue;
    if (prefixBefore !== null) for (const term of termsBefore) keys.push(prefixBefore + term);
    if (prefixAfter !== null) for (const term of termsAfter) keys.push(prefixAfter + term);
  }
  return keys;
}

/** Also registers the shape of the search with the index. */
export function searchedRanges(search: TextSearch, moment: ReadMoment): KeyRange[] {
  const { index, terms, prefix } = search;
  if (terms.length === 0) return [];
  const indexId = readSetId(index);
  const filters = new Map(search.filters);
  const shape = [...filters.keys()].sort((a, b) => a - b);
  if (!isShapeKnown(index, shape, moment)) {
    return [{ indexId, start: ANY_CHANGE, end: keyAfter(ANY_CHANGE) }];
  }
  const start = keyPrefix(shape, (field) => filters.get(field));
  const ranges = terms.map((term) => {
    const key = start + encodeKeyPart(term);
    return { indexId, start: key, end: keyAfter(key) };
  });
  // An encoded string ends with an end mark. Without the mark, it is a prefix of all longer ones.
  const beginning = start + encodeKeyPart(prefix).slice(0, -1);
  return [...ranges, { indexId, start: beginning, end: keyAfterPrefix(beginning) }];
}

/** Whether every commit after this moment lists its keys for the shape. */
function isShapeKnown(
  { shapes }: TextIndex,
  fields: readonly number[],
  { ts, isNewest }: ReadMoment,
): boolean {
  const known = shapes.get(fields.join());
  if (known !== undefined) return known.since <= ts;
  if (!isNewest || shapes.size >= MAX_SHAPES) return false;
  shapes.set(fields.join(), { fields, since: ts });
  return true;
}

/**
 * Updates the search and vector indexes of a table in the transaction that writes a document. The entry of the
 * document is calculated before and after the change. If an index's entry is unchanged, the index is not written.
 */
import type { JsonObject } from "../../values/json.js";
import type { DocumentStore } from "../document-store.js";
import type { SearchIndexes, TextIndex, VectorIndex } from "./search-indexes.js";
import { changedKeys, isSameEntry, isSameToTextIndex, readSetId, textEntry } from "./text-entry.js";
import { isSameVectorEntry, vectorEntry } from "./vector-entry.js";

export interface StoredAt {
  readonly seq: number;
  readonly id: string;
  readonly creationTime: number;
}

type IndexKey = readonly [indexId: number, key: string];

/** The indexes must not have the document yet. */
export function fillSearch(
  store: DocumentStore,
  indexes: SearchIndexes,
  stored: StoredAt,
  fields: JsonObject,
): void {
  updateSearch(store, indexes, stored, null, fields);
}

/** The indexes may already have the document. */
export function refillSearch(
  store: DocumentStore,
  indexes: SearchIndexes,
  stored: StoredAt,
  fields: JsonObject,
): void {
  for (const index of indexes.text) store.text.remove(index, stored.seq);
  for (const index of indexes.vector) {
    const entry = vectorEntry(index, fields);
    if (entry !== null) store.vectors.remove(index.id, stored.seq, entry);
  }
  fillSearch(store, indexes, stored, fields);
}

/** Returns the keys that searches may have read. */
export function updateSearch(
  store: DocumentStore,
  indexes: SearchIndexes,
  stored: StoredAt,
  before: JsonObject | null,
  after: JsonObject | null,
): IndexKey[] {
  for (const index of indexes.vector) updateVectors(store, index, stored, before, after);
  return indexes.text.flatMap((index) => updateText(store, index, stored, before, after));
}

function updateText(
  { text }: DocumentStore,
  index: TextIndex,
  { seq, id, creationTime }: StoredAt,
  before: JsonObject | null,
  after: JsonObject | null,
): IndexKey[] {
  if (before !== null && after !== null && isSameToTextIndex(index, before, after)) return [];
  const old = before === null ? null : textEntry(index, before);
  const next = after === null ? null : textEntry(index, after);
  if (isSameEntry(old, next)) return [];
  if (old !== null) text.remove(index, seq);
  if (next !== null) text.insert(index, seq, id, creationTime, next);
  const indexId = readSetId(index);
  return changedKeys(index, old, next).map((key) => [indexId, key] as const);
}

function updateVectors(
  { vectors }: DocumentStore,
  index: VectorIndex,
  { seq, id }: StoredAt,
  before: JsonObject | null,
  after: JsonObject | null,
): void {
  const old = before === null ? null : vectorEntry(index, before);
  const next = after === null ? null : vectorEntry(index, after);
  if (isSameVectorEntry(old, next)) return;
  if (old !== null) vectors.remove(index.id, seq, old);
  if (next !== null) vectors.insert(index.id, seq, id, next);
}

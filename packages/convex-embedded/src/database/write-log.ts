/**
 * The old versions of documents that the newest commits replaced. They are kept in memory for about a minute. An
 * earlier state is the newest state with the old versions of changed documents.
 */
import { encodeKeyPart, keyAfter } from "../values/key-codec.js";
import type { KeyRange, Timestamp } from "./api.js";
import type { Index } from "./catalog.js";
import type { DocumentSource, DocumentStore, Order, Row } from "./document-store.js";
import type { StoredDocument } from "./document-cache.js";
import { idOf, parseStored } from "./documents.js";
import { DatabaseError } from "./errors.js";
import { keyOf } from "./index-keys.js";
import { isMatch } from "./search/ranking.js";
import type { TextMatch } from "./search/ranking.js";
import { textEntry } from "./search/text-entry.js";
import type { TextSearch } from "./search/text-query.js";

const KEEP_MS = 60_000;
/**
 * When many documents are written, old versions are kept for a shorter time, so that they use at most this much
 * memory.
 */
const KEEP_BYTES = 16 << 20;
const ENTRY_OVERHEAD_BYTES = 200;

/** Null if the commit created the document. */
export interface OldVersion {
  /** The index of ids that contains the document. The id alone does not distinguish tables of two components. */
  readonly byId: number;
  readonly id: string;
  readonly json: string | null;
  readonly size: number;
}

interface LoggedCommit {
  readonly ts: Timestamp;
  readonly loggedAtMs: number;
  readonly bytes: number;
  readonly replaced: readonly OldVersion[];
}

export class WriteLog {
  #commits: LoggedCommit[] = [];
  #first = 0;
  #bytes = 0;
  #oldestTs: Timestamp;

  constructor(openedAt: Timestamp) {
    this.#oldestTs = openedAt;
  }

  /** Also removes commits that are too old. */
  add(ts: Timestamp, replaced: readonly OldVersion[], nowMs: number): void {
    const bytes = replaced.reduce(
      (sum, { json }) => sum + (json?.length ?? 0) + ENTRY_OVERHEAD_BYTES,
      ENTRY_OVERHEAD_BYTES,
    );
    this.#commits.push({ ts, loggedAtMs: nowMs, bytes, replaced });
    this.#bytes += bytes;
    for (let oldest = this.#commits[this.#first]; oldest !== undefined; oldest = this.#commits[this.#first]) {
      if (this.#bytes <= KEEP_BYTES && nowMs - oldest.loggedAtMs <= KEEP_MS) break;
      this.#first += 1;
      this.#bytes -= oldest.bytes;
      this.#oldestTs = oldest.ts;
    }
    if (this.#first > 1024 && this.#first * 2 > this.#commits.length) {
      this.#commits = this.#commits.slice(this.#first);
      this.#first = 0;
    }
  }

  /** States before `ts` can then no longer be read. */
  forget(ts: Timestamp): void {
    this.#commits = [];
    this.#first = 0;
    this.#bytes = 0;
    this.#oldestTs = ts;
  }

  /** Returns the documents that changed after `ts`, as they were at `ts`. Throws if `ts` is too long ago. */
  changedSince(ts: Timestamp): OldVersions {
    if (ts < this.#oldestTs) {
      throw new DatabaseError(
        "TimestampTooOld",
        `Cannot read at timestamp ${ts}: only about the last ${KEEP_MS / 1000} seconds are kept.`,
      );
    }
    const changed = new OldVersions();
    for (let i = this.#commits.length - 1; i >= this.#first; i -= 1) {
      const commit = this.#commits[i];
      if (commit === undefined || commit.ts <= ts) break;
      for (const version of commit.replaced) changed.set(version);
    }
    return changed;
  }
}

const NO_VERSIONS: ReadonlyMap<string, OldVersion> = new Map();

/** At most one old version of each document. */
export class OldVersions {
  readonly #byTable = new Map<number, Map<string, OldVersion>>();

  /** Replaces a later version of the same document. */
  set(version: OldVersion): void {
    const known = this.#byTable.get(version.byId);
    if (known === undefined) this.#byTable.set(version.byId, new Map([[version.id, version]]));
    else known.set(version.id, version);
  }

  of(byId: number): ReadonlyMap<string, OldVersion> {
    return this.#byTable.get(byId) ?? NO_VERSIONS;
  }
}

export class PastSource implements DocumentSource {
  readonly #sorted = new Map<Index, Row[]>();

  constructor(
    private readonly store: DocumentStore,
    private readonly changed: OldVersions,
  ) {}

  #oldRows(index: Index): Row[] {
    const known = this.#sorted.get(index);
    if (known !== undefined) return known;
    const rows: Row[] = [];
    for (const { json, size } of this.changed.of(index.table.byId.id).values()) {
      if (json !== null) rows.push({ json, size, key: keyOf(index, json) });
    }
    rows.sort((a, b) => (a.key < b.key ? -1 : 1));
    this.#sorted.set(index, rows);
    return rows;
  }

  get(indexId: number, key: string): StoredDocument | null {
    const old = this.changed.of(indexId).get(idOfKey(key));
    if (old === undefined) return this.store.get(indexId, key);
    return old.json === null ? null : { seq: -1, json: old.json, size: old.size };
  }

  count(indexId: number): number {
    let count = this.store.count(indexId);
    for (const { id, json } of this.changed.of(indexId).values()) {
      const isThereNow = this.store.get(indexId, encodeKeyPart(id)) !== null;
      count += (json === null ? 0 : 1) - (isThereNow ? 1 : 0);
    }
    return count;
  }

  searchText(search: TextSearch): TextMatch[] {
    const changed = this.changed.of(search.table.byId.id);
    const found = this.store.searchText(search).filter(({ id }) => !changed.has(id));
    for (const { json } of changed.values()) {
      if (json === null || search.terms.length === 0) continue;
      const { fields, id, creationTime } = parseStored(json);
      const entry = textEntry(search.index, fields);
      if (entry === null || !search.filters.every(([field, value]) => entry.filters[field] === value))
        continue;
      const { length, counts } = entry;
      if (isMatch(search, counts)) found.push({ id, creationTime, length, counts });
    }
    return found;
  }

  scan(index: Index, range: KeyRange, order: Order, limit: number): Row[] {
    const old = this.#oldRows(index).filter(
      ({ key }) => key >= range.start && (range.end === null || key < range.end),
    );
    if (order === "desc") old.reverse();
    const current = this.#unchangedRows(index, range, order, limit);
    return mergeRows(current, old, order).slice(0, limit);
  }

  /** Fetches rows until enough of them belong to documents that are unchanged. */
  #unchangedRows(index: Index, range: KeyRange, order: Order, limit: number): Row[] {
    const changed = this.changed.of(index.table.byId.id);
    const found: Row[] = [];
    let rest = range;
    for (;;) {
      const rows = this.store.scan(index, rest, order, limit);
      found.push(...rows.filter(({ json }) => !changed.has(idOf(json))));
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit || found.length >= limit) return found;
      rest = order === "asc" ? { ...rest, start: keyAfter(last.key) } : { ...rest, end: last.key };
    }
  }
}

/** The id at the end of an index key: a string tag, the id's characters, and the end mark. */
function idOfKey(key: string): string {
  return key.slice(key.lastIndexOf("\x10") + 1, -1);
}

function mergeRows(a: readonly Row[], b: readonly Row[], order: Order): Row[] {
  if (b.length === 0) return [...a];
  const sign = order === "asc" ? 1 : -1;
  const keyed = [...a, ...b].map((row) => ({ row, key: row.key }));
  keyed.sort((x, y) => (x.key < y.key ? -sign : sign));
  return keyed.map(({ row }) => row);
}

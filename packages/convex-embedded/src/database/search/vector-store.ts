/**
 * Vector indexes in SQLite: a row per vector and one per filter value. A search looks at every vector that matches
 * its filter, some hundred at a time, and keeps the best.
 */
import type { Sqlite, Statement } from "../../storage/sqlite.js";
import type { VectorMatch } from "../api.js";
import type { VectorEntry } from "./vector-entry.js";
import type { VectorSearch } from "./vector-query.js";

const FETCH = 256;

type Row = [entry: number, id: string, vector: Uint8Array];

export class VectorStore {
  readonly #insertVector: Statement<[]>;
  readonly #insertFilter: Statement<[]>;
  readonly #deleteVector: Statement<[]>;
  readonly #deleteFilters: Statement<[]>;
  readonly #deleteIndexVectors: Statement<[]>;
  readonly #deleteIndexFilters: Statement<[]>;
  readonly #scan: Statement<Row>;
  readonly #filtered: Statement<[number, string, Uint8Array]>;

  constructor(sqlite: Sqlite) {
    this.#insertVector = sqlite.prepare(
      "INSERT INTO vectors (index_id, seq, id, vector) VALUES (?, ?, ?, ?)",
    );
    this.#insertFilter = sqlite.prepare(
      "INSERT INTO vector_filters (index_id, field, value, seq) VALUES (?, ?, ?, ?)",
    );
    this.#deleteVector = sqlite.prepare("DELETE FROM vectors WHERE index_id = ? AND seq = ?");
    this.#deleteFilters = sqlite.prepare(
      "DELETE FROM vector_filters WHERE index_id = ? AND field = ? AND value = ? AND seq = ?",
    );
    this.#deleteIndexVectors = sqlite.prepare("DELETE FROM vectors WHERE index_id = ?");
    this.#deleteIndexFilters = sqlite.prepare("DELETE FROM vector_filters WHERE index_id = ?");
    this.#scan = sqlite.prepare(
      "SELECT seq, id, vector FROM vectors WHERE index_id = ? AND seq > ? ORDER BY seq LIMIT ?",
    );
    this.#filtered = sqlite.prepare(
      "SELECT v.seq, v.id, v.vector FROM vector_filters f " +
        "JOIN vectors v ON v.index_id = f.index_id AND v.seq = f.seq " +
        "WHERE f.index_id = ? AND f.field = ? AND f.value = ? AND f.seq > ? ORDER BY f.seq LIMIT ?",
    );
  }

  insert(indexId: number, seq: number, id: string, { vector, filters }: VectorEntry): void {
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    this.#insertVector.run([indexId, seq, id, bytes]);
    for (const [field, value] of filters.entries()) {
      this.#insertFilter.run([indexId, field, Buffer.from(value, "latin1"), seq]);
    }
  }

  remove(indexId: number, seq: number, { filters }: VectorEntry): void {
    this.#deleteVector.run([indexId, seq]);
    for (const [field, value] of filters.entries()) {
      this.#deleteFilters.run([indexId, field, Buffer.from(value, "latin1"), seq]);
    }
  }

  /** The best match is first. Equal matches are ordered by id. */
  search({ index, vector, limit, filters }: VectorSearch): VectorMatch[] {
    const best = new BestMatches(limit);
    const seen = new Set<number>();
    const consider = ([seq, id, bytes]: Row) => {
      if (filters.length > 1) {
        if (seen.has(seq)) return;
        seen.add(seq);
      }
      best.add(id, cosine(vector, bytes));
    };
    if (filters.length === 0) {
      forEachRow((after) => this.#scan.all([index.id, after, FETCH]), consider);
    }
    for (const [field, value] of filters) {
      const bytes = Buffer.from(value, "latin1");
      forEachRow((after) => this.#filtered.all([index.id, field, bytes, after, FETCH]), consider);
    }
    return best.matches;
  }

  deleteIndex(indexId: number): void {
    this.#deleteIndexVectors.run([indexId]);
    this.#deleteIndexFilters.run([indexId]);
  }
}

function forEachRow(fetch: (after: number) => Row[], visit: (row: Row) => void): void {
  for (let after = -1; ;) {
    const rows = fetch(after);
    rows.forEach(visit);
    const last = rows.at(-1);
    if (last === undefined || rows.length < FETCH) return;
    after = last[0];
  }
}

function cosine(a: Float32Array, stored: Uint8Array): number {
  // The driver returns each BLOB in a separate buffer, which is aligned for floats.
  const bytes = new Uint8Array(stored);
  const b = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return Math.max(-1, Math.min(1, sum));
}

class BestMatches {
  readonly matches: VectorMatch[] = [];

  constructor(private readonly limit: number) {}

  add(id: string, score: number): void {
    const last = this.matches.at(-1);
    if (last !== undefined && this.matches.length >= this.limit && !isBefore(id, score, last)) return;
    let low = 0;
    let high = this.matches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.matches[middle];
      if (other !== undefined && isBefore(id, score, other)) high = middle;
      else low = middle + 1;
    }
    this.matches.splice(low, 0, { _id: id, _score: score });
    if (this.matches.length > this.limit) this.matches.pop();
  }
}

function isBefore(id: string, score: number, { _id, _score }: VectorMatch): boolean {
  return score === _score ? id < _id : score > _score;
}

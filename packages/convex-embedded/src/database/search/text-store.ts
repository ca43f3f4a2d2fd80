/**
 * Search indexes in SQLite. FTS5 finds the documents that have the terms and filter values, and a separate row has
 * the data for ranking. All indexes share one FTS table. Every token begins with the number of its index, filter
 * values are tokens too, and tokens consist only of letters and digits, so that FTS5 does not split them.
 */
import { createHash } from "node:crypto";
import type { Sqlite, Statement } from "../../storage/sqlite.js";
import type { TextMatch } from "./ranking.js";
import type { TextIndex } from "./search-indexes.js";
import type { TextEntry } from "./text-entry.js";
import { distinctTerms } from "./terms.js";
import type { TextSearch } from "./text-query.js";

export class TextStore {
  readonly #insertRow: Statement<[]>;
  readonly #insertTokens: Statement<[]>;
  readonly #find: Statement<[number]>;
  readonly #deleteRow: Statement<[]>;
  readonly #deleteTokens: Statement<[]>;
  readonly #search: Statement<[string, number, number, string]>;
  readonly #deleteIndexTokens: Statement<[]>;
  readonly #deleteIndexRows: Statement<[]>;

  constructor(sqlite: Sqlite) {
    this.#insertRow = sqlite.prepare(
      "INSERT INTO search_documents (index_id, seq, id, creation_time, length, counts) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#insertTokens = sqlite.prepare("INSERT INTO search_tokens (rowid, tokens) VALUES (?, ?)");
    this.#find = sqlite.prepare("SELECT entry FROM search_documents WHERE index_id = ? AND seq = ?");
    this.#deleteRow = sqlite.prepare("DELETE FROM search_documents WHERE entry = ?");
    this.#deleteTokens = sqlite.prepare("DELETE FROM search_tokens WHERE rowid = ?");
    this.#search = sqlite.prepare(
      "SELECT d.id, d.creation_time, d.length, d.counts FROM search_tokens t " +
        "JOIN search_documents d ON d.entry = t.rowid WHERE t.search_tokens MATCH ?",
    );
    this.#deleteIndexTokens = sqlite.prepare(
      "DELETE FROM search_tokens WHERE rowid IN (SELECT entry FROM search_documents WHERE index_id = ?)",
    );
    this.#deleteIndexRows = sqlite.prepare("DELETE FROM search_documents WHERE index_id = ?");
  }

  insert(index: TextIndex, seq: number, id: string, creationTime: number, entry: TextEntry): void {
    const { length, counts, filters } = entry;
    const row = this.#insertRow.run([index.id, seq, id, creationTime, length, counts]);
    const tokens = distinctTerms(counts).map((term) => termToken(index, term));
    for (const [field, value] of filters.entries()) tokens.push(filterToken(index, field, value));
    this.#insertTokens.run([row, tokens.join(" ")]);
  }

  remove(index: TextIndex, seq: number): void {
    const row = this.#find.get([index.id, seq])?.[0];
    if (row === undefined) return;
    this.#deleteTokens.run([row]);
    this.#deleteRow.run([row]);
  }

  /** The matches are in no order. */
  search({ index, terms, prefix, filters }: TextSearch): TextMatch[] {
    if (terms.length === 0) return [];
    const wanted = terms.map((term) => `"${termToken(index, term)}"`);
    wanted.push(`"${termToken(index, prefix)}"*`);
    const required = filters.map(([field, value]) => `"${filterToken(index, field, value)}"`);
    const rows = this.#search.all([[`(${wanted.join(" OR ")})`, ...required].join(" AND ")]);
    return rows.map(([id, creationTime, length, counts]) => ({ id, creationTime, length, counts }));
  }

  deleteIndex(indexId: number): void {
    this.#deleteIndexTokens.run([indexId]);
    this.#deleteIndexRows.run([indexId]);
  }
}

function termToken(index: TextIndex, term: string): string {
  return `i${index.id}t${term}`;
}

/** Values of any type and length become tokens of one length. */
function filterToken(index: TextIndex, field: number, value: string): string {
  const hash = createHash("sha256").update(value, "latin1").digest("hex").slice(0, 32);
  return `i${index.id}f${field}h${hash}`;
}

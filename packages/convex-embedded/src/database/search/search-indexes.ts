/**
 * The search and vector indexes of tables: their definitions, and their names in SQLite and in read sets. Each
 * index has a number that is never used again. If the definition of an index changes, it becomes a new index.
 */
import type { Sqlite, Statement } from "../../storage/sqlite.js";
import type { Timestamp } from "../api.js";

export interface TextIndexDefinition {
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
  readonly isStaged: boolean;
}

export interface VectorIndexDefinition {
  readonly name: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
  readonly isStaged: boolean;
}

export interface SearchDefinitions {
  readonly text: readonly TextIndexDefinition[];
  readonly vector: readonly VectorIndexDefinition[];
}

export const NO_SEARCH: SearchDefinitions = { text: [], vector: [] };

type Path = readonly string[];

/** A set of filter fields for which commits later than `since` list their keys. */
interface SearchShape {
  readonly fields: readonly number[];
  readonly since: Timestamp;
}

export interface TextIndex extends Omit<TextIndexDefinition, "isStaged"> {
  isStaged: boolean;
  readonly id: number;
  readonly searchPath: Path;
  readonly filterPaths: readonly Path[];
  /** By name. Queries have used these sets of filter fields, and commits list their keys only for these. */
  readonly shapes: Map<string, SearchShape>;
}

export interface VectorIndex extends VectorIndexDefinition {
  readonly id: number;
  readonly vectorPath: Path;
  readonly filterPaths: readonly Path[];
}

export interface SearchIndexes {
  readonly text: readonly TextIndex[];
  readonly vector: readonly VectorIndex[];
}

export const NO_SEARCH_INDEXES: SearchIndexes = { text: [], vector: [] };

export interface SearchChange {
  readonly next: SearchIndexes;
  readonly added: SearchIndexes;
  readonly removed: readonly number[];
  readonly staged: ReadonlySet<number>;
}

type Definition = TextIndexDefinition | VectorIndexDefinition;

export class SearchCatalog {
  readonly #insert: Statement<[]>;
  readonly #delete: Statement<[]>;
  /** By table and definition. */
  readonly #stored = new Map<string, number>();
  /**
   * The object of an index remains the same while the index is defined, because it stores which filters were
   * queried.
   */
  readonly #text = new Map<number, TextIndex>();
  #nextId = 1;

  constructor(sqlite: Sqlite) {
    this.#insert = sqlite.prepare("INSERT INTO search_indexes (id, table_key, definition) VALUES (?, ?, ?)");
    this.#delete = sqlite.prepare("DELETE FROM search_indexes WHERE id = ?");
    const rows = sqlite.prepare<[number, number, string]>(
      "SELECT id, table_key, definition FROM search_indexes",
    );
    for (const [id, table, definition] of rows.all([])) {
      this.#stored.set(`${table} ${definition}`, id);
      this.#nextId = Math.max(this.#nextId, id + 1);
    }
    const doomed = sqlite.prepare<[number]>(
      "SELECT coalesce(max(index_id), 0) FROM doomed_indexes WHERE kind IN ('text', 'vectors')",
    );
    this.#nextId = Math.max(this.#nextId, (doomed.get([])?.[0] ?? 0) + 1);
  }

  /** Changes nothing yet. */
  plan(tableKey: number, definitions: SearchDefinitions): SearchChange {
    const numbers = new Map<Definition, number>();
    const isNew = (definition: Definition) => !this.#stored.has(keyOf(tableKey, definition));
    for (const definition of [...definitions.text, ...definitions.vector]) {
      numbers.set(definition, this.#stored.get(keyOf(tableKey, definition)) ?? this.#takeId());
    }
    const text = definitions.text.map((definition) => {
      const id = numbers.get(definition) ?? 0;
      return this.#text.get(id) ?? makeTextIndex(id, definition);
    });
    const vector = definitions.vector.map((definition) =>
      makeVectorIndex(numbers.get(definition) ?? 0, definition),
    );
    const kept = new Set(numbers.values());
    const own = [...this.#stored].filter(([key]) => key.startsWith(`${tableKey} `));
    const staged = [...numbers].filter(([definition]) => definition.isStaged);
    return {
      staged: new Set(staged.map(([, id]) => id)),
      next: { text, vector },
      added: { text: text.filter(isNew), vector: vector.filter(isNew) },
      removed: own.map(([, id]) => id).filter((id) => !kept.has(id)),
    };
  }

  /** The new indexes are not registered yet. */
  successors({ text, vector }: SearchIndexes): SearchIndexes {
    return {
      text: text.map((index) => makeTextIndex(this.#takeId(), index)),
      vector: vector.map((index) => makeVectorIndex(this.#takeId(), index)),
    };
  }

  storeIndexes(tableKey: number, { text, vector }: SearchIndexes): void {
    for (const index of [...text, ...vector]) this.#insert.run([index.id, tableKey, textOf(index)]);
  }

  removeIndexes({ text, vector }: SearchIndexes): void {
    for (const { id } of [...text, ...vector]) this.#delete.run([id]);
  }

  exchange(
    old: readonly { readonly key: number }[],
    next: readonly { readonly key: number; readonly search: SearchIndexes }[],
  ): void {
    const tables = new Set(old.map(({ key }) => String(key)));
    for (const [key, id] of [...this.#stored]) {
      if (!tables.has(key.slice(0, key.indexOf(" ")))) continue;
      this.#stored.delete(key);
      this.#text.delete(id);
    }
    for (const { key: table, search } of next) {
      for (const index of search.text) this.#text.set(index.id, index);
      for (const index of [...search.text, ...search.vector]) this.#stored.set(keyOf(table, index), index.id);
    }
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  store(tableKey: number, { added, removed }: SearchChange): void {
    for (const id of removed) this.#delete.run([id]);
    for (const index of [...added.text, ...added.vector]) {
      this.#insert.run([index.id, tableKey, textOf(index)]);
    }
  }

  keep(tableKey: number, { next, added, removed, staged }: SearchChange): void {
    for (const index of next.text) index.isStaged = staged.has(index.id);
    for (const [key, id] of [...this.#stored]) if (removed.includes(id)) this.#stored.delete(key);
    for (const id of removed) this.#text.delete(id);
    for (const index of next.text) this.#text.set(index.id, index);
    for (const index of [...added.text, ...added.vector]) this.#stored.set(keyOf(tableKey, index), index.id);
  }
}

function keyOf(tableKey: number, definition: Definition): string {
  return `${tableKey} ${textOf(definition)}`;
}

function textOf(definition: Definition): string {
  const { name, filterFields } = definition;
  return "searchField" in definition
    ? JSON.stringify({ name, searchField: definition.searchField, filterFields })
    : JSON.stringify({
        name,
        vectorField: definition.vectorField,
        dimensions: definition.dimensions,
        filterFields,
      });
}

function pathOf(field: string): Path {
  return field.split(".");
}

function makeTextIndex(id: number, definition: TextIndexDefinition): TextIndex {
  const { name, searchField, filterFields, isStaged } = definition;
  return {
    id,
    isStaged,
    name,
    searchField,
    filterFields,
    searchPath: pathOf(searchField),
    filterPaths: filterFields.map(pathOf),
    shapes: new Map(),
  };
}

function makeVectorIndex(id: number, definition: VectorIndexDefinition): VectorIndex {
  const { name, vectorField, dimensions, filterFields, isStaged } = definition;
  return {
    id,
    isStaged,
    name,
    vectorField,
    dimensions,
    filterFields,
    vectorPath: pathOf(vectorField),
    filterPaths: filterFields.map(pathOf),
  };
}

/**
 * Predicts the work of applying the schemas of a push: which tables are checked document by document, which indexes
 * are filled or deleted, and how large the tables are. Before a push the CLI warns about large tables.
 */
import type { TableSize } from "../database/api.js";
import type { Analysis } from "../functions/analysis.js";
import { droppedIndexes, indexChange, indexesOf, schemasOf } from "./push-answers.js";

export interface DatabaseFacts {
  readonly sizeOf: (table: string, component: string) => TableSize;
  readonly unfilledOf: (component: string) => readonly string[];
}

interface SchemaJson {
  readonly schemaValidation?: boolean;
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType?: { readonly type: string };
  }[];
}

const NO_SCHEMA: SchemaJson = { schemaValidation: false, tables: [] };

export function evaluateSchemas(before: Analysis, after: Analysis, { sizeOf, unfilledOf }: DatabaseFacts) {
  const old = schemasOf(before);
  const next = schemasOf(after);
  const paths = [...new Set([...next.keys(), ...old.keys()])];
  const evaluations = paths.map((path) => [
    path,
    {
      definitionPath: definitionOf(after, path) ?? definitionOf(before, path) ?? "",
      ...evaluateSchema(old.get(path) ?? null, next.get(path) ?? null, {
        sizeOf: (table) => sizeOf(table, path),
        unfilled: unfilledOf(path),
      }),
    },
  ]);
  const isNew = ({ definitionPath }: { definitionPath: string }) =>
    !before.components.some((known) => known.definitionPath === definitionPath);
  const added = after.components.filter(isNew).map(({ definitionPath }) => definitionPath);
  return {
    componentSchemaEvaluations: Object.fromEntries(evaluations) as Record<string, unknown>,
    newComponentDefinitions: [...new Set(added)],
  };
}

function definitionOf({ components }: Analysis, path: string): string | undefined {
  return components.find((component) => component.path === path)?.definitionPath;
}

function evaluateSchema(before: string | null, after: string | null, facts: TableFacts) {
  const old = parsed(before);
  const next = parsed(after);
  return {
    schemaValidation: next.schemaValidation !== false,
    tables: next.tables.map(({ tableName: name }) => {
      const { documents, bytes } = facts.sizeOf(name);
      return { name, outcome: outcomeOf(old, next, name), numDocs: documents, sizeBytes: bytes };
    }),
    indexes: indexChanges(before, after, facts),
  };
}

function parsed(schema: string | null): SchemaJson {
  // Written by `schema.export()` of `convex/server`.
  return schema === null ? NO_SCHEMA : (JSON.parse(schema) as SchemaJson);
}

/** Null if the schema accepts any document. */
function validatorOf({ schemaValidation, tables }: SchemaJson, name: string): string | null {
  const type = tables.find(({ tableName }) => tableName === name)?.documentType;
  const isChecked = schemaValidation !== false && type !== undefined && type.type !== "any";
  return isChecked ? JSON.stringify(type) : null;
}

function outcomeOf(old: SchemaJson, next: SchemaJson, name: string) {
  const validator = validatorOf(next, name);
  if (validator === null) return "notValidated";
  return validatorOf(old, name) === validator ? "supersetOfEnforced" : "mustWalk";
}

interface TableFacts {
  readonly sizeOf: (table: string) => TableSize;
  /** Staged indexes that lack documents, as `table.index`. */
  readonly unfilled: readonly string[];
}

function indexChanges(before: string | null, after: string | null, { sizeOf, unfilled }: TableFacts) {
  const old = indexesOf(before);
  const next = indexesOf(after);
  const documentsOf = (name: string) => sizeOf(name.slice(0, name.indexOf("."))).documents;
  const changes = [...next].map(([name, index]) => {
    const change = indexChange(old.get(name), index);
    const needsBackfill = change === "added" || unfilled.includes(name);
    return { ...index, change, needsBackfill, numDocs: documentsOf(name) };
  });
  const dropped = droppedIndexes(old, next).map((index) => ({
    ...index,
    change: "dropped",
    needsBackfill: false,
    numDocs: documentsOf(index.name),
  }));
  return [...changes, ...dropped];
}

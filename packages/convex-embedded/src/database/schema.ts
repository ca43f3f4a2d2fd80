/** Parses the JSON of `schema.export()`, and refuses what Convex would refuse, with Convex's messages. */
import { isJsonObject, parseJson } from "../values/json.js";
import type { JsonObject, JsonValue } from "../values/json.js";
import type { ValidatorJson } from "../values/validator-json.js";
import { displayValidator } from "../values/validator-display.js";
import { unknownValidator } from "../values/validators.js";
import { BY_CREATION_TIME, BY_ID, ROOT } from "./catalog.js";
import { DatabaseError, tooManyTables } from "./errors.js";
import { MAX_INDEX_FIELDS, MAX_TABLES } from "./limits.js";
import { parseSearchDefinitions } from "./search/definitions.js";
import type { SearchDefinitions } from "./search/search-indexes.js";
import type { IndexDefinition } from "./system-tables.js";

export interface TableSchema {
  readonly component: string;
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
  readonly search: SearchDefinitions;
  /** Null if documents of the table are not validated. */
  readonly validator: ValidatorJson | null;
  /** Documents that do not match are only reported (see StagedValidators). */
  readonly stagedValidator: ValidatorJson | null;
}

const IDENTIFIER = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const SEE_SCHEMA_DOCS = "See https://docs.convex.dev/database/schemas for more details.";

/** Throws a DatabaseError if the schema is invalid. */
export function parseSchema(text: string, component = ROOT): TableSchema[] {
  const schema = parseJson(text);
  if (!isJsonObject(schema) || !Array.isArray(schema.tables)) {
    throw new DatabaseError(
      "InvalidSchemaExport",
      `Default export from schema file isn't a Convex schema. ${SEE_SCHEMA_DOCS}`,
    );
  }
  if (schema.tables.length > MAX_TABLES) throw tooManyTables(MAX_TABLES);
  const isValidated = schema.schemaValidation !== false;
  return schema.tables.map((table) => ({ component, ...parseTable(table, isValidated) }));
}

function parseTable(table: JsonValue, isValidated: boolean): Omit<TableSchema, "component"> {
  if (!isJsonObject(table) || typeof table.tableName !== "string") {
    throw new DatabaseError("InvalidSchemaExport", `A table of the schema has no name. ${SEE_SCHEMA_DOCS}`);
  }
  const name = table.tableName;
  if (!IDENTIFIER.test(name)) {
    throw new DatabaseError(
      "InvalidTableName",
      `Invalid table name: "${name}". Identifiers must start with a letter and can only contain letters, ` +
        "digits, and underscores.",
    );
  }
  // The form of a validator is the contract between convex/values and a backend.
  const validator = (table.documentType ?? { type: "any" }) as unknown as ValidatorJson;
  const staged = (table.stagedDocumentType ?? null) as unknown as ValidatorJson | null;
  for (const each of [validator, ...(staged === null ? [] : [staged])]) requireKnown(name, each);
  const indexes = parseIndexes(name, table.indexes, table.stagedDbIndexes);
  const search = parseSearchDefinitions(name, table, indexes);
  if (isValidated) {
    requireDocumentType(validator);
    if (staged !== null) requireDocumentType(staged);
    for (const index of indexes) requireFieldsExist(name, index, validator);
    for (const index of [...search.text, ...search.vector]) {
      const fields = ["searchField" in index ? index.searchField : index.vectorField, ...index.filterFields];
      requireFieldsExist(name, { name: index.name, fields }, validator);
    }
  }
  return { name, indexes, search, validator: isValidated ? validator : null, stagedValidator: staged };
}

function requireKnown(table: string, validator: ValidatorJson): void {
  const unknown = unknownValidator(validator);
  if (unknown === null) return;
  throw new DatabaseError(
    "InvalidSchemaExport",
    `Table "${table}" has a validator of type "${unknown}", which is newer than this runtime.`,
  );
}

function requireDocumentType(validator: ValidatorJson): void {
  const isDocument = (type: ValidatorJson) => type.type === "object" || type.type === "any";
  const isUnion = validator.type === "union" && validator.value.every((member) => isDocument(member));
  if (isDocument(validator) || isUnion) return;
  throw new DatabaseError(
    "InvalidTopLevelTypeInSchemaError",
    "The document validator in a schema must be an object, a union of objects, or `v.any()`. Found " +
      `${displayValidator(validator)}. ${SEE_SCHEMA_DOCS}`,
  );
}

function parseIndexes(
  table: string,
  enabled: JsonValue | undefined,
  staged: JsonValue | undefined,
): IndexDefinition[] {
  const parsed = [
    ...objectsIn(enabled).map((index) => parseIndex(table, index)),
    ...objectsIn(staged).map((index) => ({ ...parseIndex(table, index), isStaged: true })),
  ];
  for (const [i, index] of parsed.entries()) {
    for (const earlier of parsed.slice(0, i)) requireDistinct(table, earlier, index);
  }
  return parsed;
}

function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function parseIndex(table: string, index: JsonObject): IndexDefinition {
  const name = typeof index.indexDescriptor === "string" ? index.indexDescriptor : "";
  const fields = Array.isArray(index.fields) ? index.fields.map(String) : [];
  if (name.startsWith("_") || name === BY_ID || name === BY_CREATION_TIME) {
    throw new DatabaseError(
      "IndexNameReserved",
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not ` +
        'start with an underscore or be named "by_id" or "by_creation_time".',
    );
  }
  if (!IDENTIFIER.test(name)) {
    throw new DatabaseError(
      "InvalidIndexName",
      `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and ` +
        "only contain letters, digits, underscores.",
    );
  }
  checkFields(table, name, fields);
  return { name, fields };
}

function checkFields(table: string, name: string, fields: readonly string[]): void {
  if (fields.length === 0) {
    throw new DatabaseError(
      "EmptyIndex",
      `In table "${table}" index "${name}" must have at least one field.`,
    );
  }
  if (fields.length > MAX_INDEX_FIELDS) {
    throw new DatabaseError(
      "IndexTooManyFields",
      `Indexes may have a maximum of ${MAX_INDEX_FIELDS} fields.`,
    );
  }
  if (fields.includes("_id")) {
    throw new DatabaseError(
      "IndexFieldsContainId",
      "`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.",
    );
  }
  if (fields.includes("_creationTime")) {
    throw new DatabaseError(
      "IndexFieldsContainCreationTime",
      "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in " +
        "the index definition. See https://docs.convex.dev/using/indexes for more details.",
    );
  }
  const bad = fields.find((field) => !field.split(".").every((part) => /^[ -#%-~][ -~]*$/.test(part)));
  if (bad !== undefined) {
    throw new DatabaseError("InvalidIndexField", `In index "${name}": Invalid index field: "${bad}"`);
  }
  const duplicate = fields.find((field, i) => fields.indexOf(field) !== i);
  if (duplicate !== undefined) {
    throw new DatabaseError(
      "FieldsNotUniqueWithinIndex",
      `Duplicate field "${duplicate}". Index fields must be unique within an index.`,
    );
  }
}

function requireDistinct(table: string, a: IndexDefinition, b: IndexDefinition): void {
  if (a.name === b.name) {
    throw new DatabaseError(
      "IndexNamesNotUnique",
      `Table "${table}" has two or more definitions of index "${a.name}".`,
    );
  }
  if (a.fields.join("\n") === b.fields.join("\n")) {
    throw new DatabaseError(
      "IndexNotUnique",
      `In table "${table}" index "${a.name}" and index "${b.name}" have the same fields. Indexes must be ` +
        "unique within a table.",
    );
  }
}

function requireFieldsExist(table: string, index: IndexDefinition, validator: ValidatorJson): void {
  const missing = index.fields.find((field) => !canContain(validator, field.split(".")));
  if (missing === undefined) return;
  throw new DatabaseError(
    "SchemaDefinitionError",
    `In table "${table}" the index "${index.name}" is invalid because it references the field "${missing}" ` +
      "that does not exist.",
  );
}

function canContain(validator: ValidatorJson, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  switch (validator.type) {
    case "any":
    case "record":
      return true;
    case "object": {
      const field = Object.hasOwn(validator.value, name) ? validator.value[name] : undefined;
      return field !== undefined && canContain(field.fieldType, rest);
    }
    case "union":
      return validator.value.some((member) => canContain(member, path));
    default:
      return false;
  }
}

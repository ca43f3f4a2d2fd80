/**
 * Finds and replaces the ids of documents and files within a document, wherever the schema declares an id. Some ids
 * are stored as plain text or as part of a text. These ids may belong to several tables or remain after their
 * record is deleted. Their fields are listed here.
 */
import type { GenericId, Validator, VAny } from "convex/values";
import type { Id } from "../../../_generated/dataModel";
import schema from "../../../schema";

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;
export type TableName = keyof typeof schema.tables;
type Fields = Record<string, unknown>;

/** The schema declares these ids as strings. Each field is a path. */
const TEXT_IDS: Partial<Record<TableName, readonly (readonly string[])[]>> = {
  activities: [["record", "id"]],
};

/** These texts contain ids between colons and at signs: the cause of a reminder, such as `dog:{id}:rabies`. */
const TEXTS_WITH_IDS: Partial<Record<TableName, readonly string[]>> = { reminders: ["source"] };

export const hasTextsWithIds = (table: TableName): boolean => TEXTS_WITH_IDS[table] !== undefined;

/** Some parts of the texts are ids. */
export const partsOfTexts = (table: TableName, fields: Fields): string[] =>
  (TEXTS_WITH_IDS[table] ?? []).flatMap((name) => {
    const text = fields[name];
    return typeof text === "string" ? text.split(/[:@]/) : [];
  });

/** `table` is `_storage` for a file, and undefined if the id may belong to any table. */
export type IdMap = (id: string, table: string | undefined) => string;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** The check only has to distinguish the members of the unions in our schema. */
function couldBe(validator: AnyValidator, value: unknown): boolean {
  switch (validator.kind) {
    case "null":
      return value === null;
    case "literal":
      return value === validator.value;
    case "id":
    case "string":
      return typeof value === "string";
    case "array":
      return Array.isArray(value);
    case "record":
      return isFields(value);
    case "object":
      return (
        isFields(value) &&
        Object.entries<AnyValidator>(validator.fields).every(([name, field]) =>
          value[name] === undefined ? field.isOptional === "optional" : couldBe(field, value[name]),
        )
      );
    case "union":
      return validator.members.some((member: AnyValidator) => couldBe(member, value));
    default:
      return value !== undefined;
  }
}

function mapValue(validator: AnyValidator, value: unknown, mapId: IdMap): unknown {
  switch (validator.kind) {
    case "id":
      return typeof value === "string" ? mapId(value, validator.tableName) : value;
    case "object":
      if (!isFields(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => {
          const declared: AnyValidator | undefined = validator.fields[name];
          return [name, declared ? mapValue(declared, field, mapId) : field];
        }),
      );
    case "array":
      return Array.isArray(value)
        ? value.map((element) => mapValue(validator.element, element, mapId))
        : value;
    case "record":
      if (!isFields(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [
          mapValue(validator.key, key, mapId),
          mapValue(validator.value, field, mapId),
        ]),
      );
    case "union": {
      const member = validator.members.find((candidate: AnyValidator) => couldBe(candidate, value));
      return member ? mapValue(member, value, mapId) : value;
    }
    default:
      return value;
  }
}

function mapText(value: unknown, [name, ...rest]: readonly string[], mapId: IdMap): unknown {
  if (name === undefined) return typeof value === "string" ? mapId(value, undefined) : value;
  if (!isFields(value) || value[name] === undefined) return value;
  return { ...value, [name]: mapText(value[name], rest, mapId) };
}

function mapWithin(fields: Fields, name: string, mapId: IdMap): Fields {
  const text = fields[name];
  if (typeof text !== "string") return fields;
  const parts = text.split(/([:@])/).map((part) => (/^[:@]?$/.test(part) ? part : mapId(part, undefined)));
  return { ...fields, [name]: parts.join("") };
}

/** Replaces every id of a record or file. `_id` and `_creationTime` stay unchanged. */
export function mapReferences<Document extends Fields>(
  table: TableName,
  document: Document,
  mapId: IdMap,
): Document {
  const declared = mapValue(schema.tables[table].validator, document, mapId);
  const paths = TEXT_IDS[table] ?? [];
  const texts = TEXTS_WITH_IDS[table] ?? [];
  const mapped = paths.reduce<unknown>((copy, path) => mapText(copy, path, mapId), declared);
  // Ids were replaced only by ids of the same tables.
  return texts.reduce((copy, name) => mapWithin(copy, name, mapId), mapped as Fields) as Document;
}

export interface Reference {
  readonly id: string;
  /** `_storage` for a file, and undefined if the id may belong to any table. */
  readonly table: string | undefined;
}

/** The references are in the order of the document's fields. */
export function listReferences(table: TableName, document: Fields): Reference[] {
  const found: Reference[] = [];
  mapReferences(table, document, (id, owner) => {
    found.push({ id, table: owner });
    return id;
  });
  return found;
}

/** Each file occurs once. */
export const filesOf = (table: TableName, document: Fields): Id<"_storage">[] => [
  ...new Set(
    listReferences(table, document).flatMap(
      ({ id, table: owner }) => (owner === "_storage" ? [id as Id<"_storage">] : []), // The schema says that this id refers to a file.
    ),
  ),
];

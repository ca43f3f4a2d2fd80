/**
 * The columns of an exported table, derived from its validator, so that every new field is exported automatically.
 * Internal fields, such as search keys and storage ids, are left out.
 */
import type { GenericId, Validator, VAny } from "convex/values";
import type { Column, ColumnKind } from "../../../domain/exports/cells";
import type { ExportedTable } from "../../../domain/exports/kinds";
import { labelOf } from "../../../domain/exports/words";
import { CONFIDENTIAL_FIELDS } from "../../../domain/permissions/confidential";
import { historyOf } from "../../../domain/history/records";
import type { Field } from "../../../domain/records/fields";
import type { FieldFormat } from "../../../domain/records/words";
import { nameColumnOf } from "../../platform/model/changes/deletionRules";
import schema from "../../schema";
import { describedExport } from "./exportKinds";

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** These fields have no meaning for people. */
const OWN_FIELDS = new Set([
  "kennelId",
  "storageId",
  "files",
  "fullId",
  "uploadId",
  "hasWaited",
  "isMadeAlong",
  "isTwin",
  "importId",
  "importOrder",
  "pedigreePlace",
  "searchText",
  "entryKey",
  "priorityRank",
  "rank",
  "leftRank",
  "notifyAt",
  "activityId",
  "next",
  "source",
  "wasCompleted",
  "isClosed",
  "isNewest",
  "studFeeWay",
  "openFollowUpOn",
  "saleRecordedOn",
  "lastOn",
  "removedAt",
  "offspringCount",
  "healthRecordCount",
  "photoCount",
  "attachmentCount",
]);

const isOwn = (field: string): boolean => OWN_FIELDS.has(field) || /Key$/.test(field);

function kindOf(field: string, { kind }: AnyValidator): ColumnKind {
  if (field.endsWith("Cents")) return "money";
  if (field.endsWith("At")) return "instant";
  if (kind === "float64") return "number";
  return kind === "boolean" ? "yes-no" : "text";
}

/** Money has its currency. Without a label, the words of the field's path are used. */
function labelIn(table: ExportedTable, path: readonly string[]): string {
  const [name = "", ...rest] = path;
  const field = rest.length === 0 ? describedExport(table).described?.[name] : undefined;
  if (!field) return labelOf(path);
  const label = field.column ?? field.label;
  return field.type === "cents" ? `${label} (USD)` : label;
}

/** The units are the same as in the history. */
const UNITS: Partial<Record<FieldFormat, string>> = {
  pounds: "lb",
  inches: "in",
  grams: "g",
  fahrenheit: "°F",
  percent: "%",
};

const unitOf = (table: ExportedTable, path: readonly string[], kind: ColumnKind): string | undefined =>
  kind === "instant" ? "UTC" : UNITS[historyOf(table).fields[path.join(".")]?.format ?? "text"];

/** For example `sireName` beside `sireId`: a name without a record. */
function nameFieldOf(table: ExportedTable, path: readonly string[]): string | undefined {
  return path.length === 1 ? nameColumnOf(table, path[0] ?? "") : undefined;
}

/** A field that only replaces a missing reference is shown in the column of the reference. */
const standsIn = (table: ExportedTable, field: string): boolean =>
  nameColumnOf(table, field.replace(/Name$/, "Id")) === field;

/** Each further registration has its own column, because `registrationNumber` contains only the first number. */
const entryColumns = (path: readonly string[], field: Extract<Field, { type: "entries" }>): Column[] =>
  Array.from({ length: field.most }, (_, index) => ({
    path: [...path, String(index)],
    label: `${field.column ?? field.label} ${index + 2}`,
    kind: "registration",
  }));

function columnsAt(table: ExportedTable, path: readonly string[], validator: AnyValidator): Column[] {
  const field = path.at(-1) ?? "";
  if (isOwn(field) || (path.length === 1 && standsIn(table, field))) return [];
  if (validator.kind === "object") {
    return Object.entries<AnyValidator>(validator.fields).flatMap(([name, each]) =>
      columnsAt(table, [...path, name], each),
    );
  }
  const described = describedExport(table).described?.[field];
  if (described?.type === "entries") return entryColumns(path, described);
  const label = labelIn(table, path);
  if (validator.kind !== "id") {
    const kind = kindOf(field, validator);
    const unit = unitOf(table, path, kind);
    return [{ path, label: unit === undefined ? label : `${label} (${unit})`, kind }];
  }
  const nameField = nameFieldOf(table, path);
  return [
    { path, label, kind: "name", names: validator.tableName, ...(nameField !== undefined && { nameField }) },
    { path, label: `${label} id`, kind: "id" },
  ];
}

/**
 * The columns have the order of the schema, followed by the id and the creation time. Confidential fields are left
 * out if the reader may not see them.
 */
export function columnsOf(table: ExportedTable, isConfidentialShown = true): Column[] {
  const { validator } = schema.tables[table];
  const hidden = isConfidentialShown ? [] : (CONFIDENTIAL_FIELDS[table] ?? []);
  return [
    ...Object.entries<AnyValidator>(validator.fields)
      .filter(([field]) => !hidden.includes(field))
      .flatMap(([field, each]) => columnsAt(table, [field], each)),
    { path: ["_creationTime"], label: "Entered (UTC)", kind: "instant" },
    { path: ["_id"], label: "Id", kind: "id" },
  ];
}

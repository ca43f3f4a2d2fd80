/**
 * The columns of an exported table, derived from its validator, so that a field that is added to a table is in the next
 * export by itself. What Studbook keeps for itself, such as search keys and where a file lies, is left out.
 */
import type { GenericId, Validator, VAny } from "convex/values";
import type { Column, ColumnKind } from "../../../domain/exports/cells";
import type { ExportedTable } from "../../../domain/exports/kinds";
import { labelOf } from "../../../domain/exports/labels";
import { historyOf } from "../../../domain/history/records";
import type { FieldFormat } from "../../../domain/records/words";
import schema from "../../schema";

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

/** Fields that tell people nothing. */
const OWN_FIELDS = new Set([
  "kennelId",
  "storageId",
  "files",
  "fullId",
  "uploadId",
  "importId",
  "importOrder",
  "pedigreePlace",
  "searchText",
  "entryKey",
  "priorityRank",
  "rank",
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

/** Units in which numbers leave, by how the history reads them. */
const UNITS: Partial<Record<FieldFormat, string>> = {
  pounds: "lb",
  inches: "in",
  grams: "g",
  fahrenheit: "°F",
};

const unitOf = (table: ExportedTable, path: readonly string[], kind: ColumnKind): string | undefined =>
  kind === "instant" ? "UTC" : UNITS[historyOf(table).fields[path.join(".")]?.format ?? "text"];

function columnsAt(table: ExportedTable, path: readonly string[], validator: AnyValidator): Column[] {
  const field = path.at(-1) ?? "";
  if (isOwn(field)) return [];
  if (validator.kind === "object") {
    return Object.entries<AnyValidator>(validator.fields).flatMap(([name, each]) =>
      columnsAt(table, [...path, name], each),
    );
  }
  const label = labelOf(path);
  if (validator.kind !== "id") {
    const kind = kindOf(field, validator);
    const unit = unitOf(table, path, kind);
    return [{ path, label: unit === undefined ? label : `${label} (${unit})`, kind }];
  }
  return [
    { path, label, kind: "name", names: validator.tableName },
    { path, label: `${label} id`, kind: "id" },
  ];
}

/** Lists the columns of a table: its fields in the order of the schema, its id and when it was made. */
export function columnsOf(table: ExportedTable): Column[] {
  const { validator } = schema.tables[table];
  return [
    ...Object.entries<AnyValidator>(validator.fields).flatMap(([field, each]) =>
      columnsAt(table, [field], each),
    ),
    { path: ["_creationTime"], label: "Entered (UTC)", kind: "instant" },
    { path: ["_id"], label: "Id", kind: "id" },
  ];
}

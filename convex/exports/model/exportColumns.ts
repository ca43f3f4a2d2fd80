/**
 * The columns of an exported table, derived from its validator, so that a field that is added to a table is in the next
 * export by itself. What Studbook keeps for itself, such as search keys and where a file lies, is left out.
 */
import type { GenericId, Validator, VAny } from "convex/values";
import type { Column, ColumnKind } from "../../../domain/exports/cells";
import type { ExportedTable } from "../../../domain/exports/kinds";
import { labelOf } from "../../../domain/exports/labels";
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

function columnsAt(field: string, validator: AnyValidator, before: readonly string[]): Column[] {
  if (isOwn(field)) return [];
  const path = [...before, field];
  if (validator.kind === "object") {
    return Object.entries<AnyValidator>(validator.fields).flatMap(([name, each]) =>
      columnsAt(name, each, path),
    );
  }
  const label = labelOf(path);
  if (validator.kind !== "id") {
    const kind = kindOf(field, validator);
    return [{ path, label: kind === "instant" ? `${label} (UTC)` : label, kind }];
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
    ...Object.entries<AnyValidator>(validator.fields).flatMap(([field, each]) => columnsAt(field, each, [])),
    { path: ["_creationTime"], label: "Entered (UTC)", kind: "instant" },
    { path: ["_id"], label: "Id", kind: "id" },
  ];
}

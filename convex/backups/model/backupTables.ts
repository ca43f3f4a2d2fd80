/**
 * Lists the tables of a kennel that its backup contains: the records that people enter, and the history. A restore
 * calculates derived values again. Secret addresses and jobs are not part of a backup.
 */
import type { GenericId, VAny, Validator } from "convex/values";
import schema from "../../schema";
import { tablesOfKind, type KennelTable } from "../../platform/model/changes/kennelTables";

type AnyValidator = Validator<unknown, "required" | "optional", string> | VAny<GenericId<string>>;

const TABLES: readonly KennelTable[] = [...tablesOfKind("record"), "activities"];

/** The records of a table cannot exist without records of these tables. */
function requiredBy(table: KennelTable): KennelTable[] {
  const fields = Object.values<AnyValidator>(schema.tables[table].validator.fields);
  return fields.flatMap((field) =>
    field.kind === "id" && field.isOptional === "required"
      ? TABLES.filter((candidate) => candidate === field.tableName && candidate !== table)
      : [],
  );
}

/** Each table comes after the tables that it depends on. */
function inOrder(): KennelTable[] {
  const ordered = new Set<KennelTable>();
  const visit = (table: KennelTable): void => {
    if (ordered.has(table)) return;
    for (const needed of requiredBy(table)) visit(needed);
    ordered.add(table);
  };
  for (const table of TABLES) visit(table);
  return [...ordered];
}

/** The tables have the order in which a restore writes them. */
export const BACKUP_TABLES: readonly KennelTable[] = inOrder();

export const isBackupTable = (kind: string): kind is KennelTable =>
  BACKUP_TABLES.some((table) => table === kind);

/** Records of these tables cannot exist without a file. */
export const FILE_TABLES = ["photos", "breedingDocuments", "healthAttachments", "signings"] as const;

export const isFileTable = (kind: string): boolean => FILE_TABLES.some((table) => table === kind);

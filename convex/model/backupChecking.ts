/** Checks what a backup's records hold against the shapes that the tables have, before anything is written. */
import { validate } from "convex-helpers/validators";
import { INVALID_BACKUP, type BackupData, type BackupRow } from "../../domain/backup/format";
import schema from "../schema";
import { isBackupTable } from "./backupTables";
import type { KennelTable } from "./kennelRemoval";

/** Problems that are told; a file with more of them is none that somebody mends by hand. */
const MAX_PROBLEMS = 20;

/** Stands for the kennel while a record's other fields are checked. */
const ANY_KENNEL = "kennel";

/** A record without what the database itself adds. */
export function fieldsOf({ _id, _creationTime, ...fields }: BackupRow): BackupRow {
  return fields;
}

/** Says whether fields make a record of a table. */
export const isRecord = (table: KennelTable | "kennels", fields: BackupRow): boolean =>
  validate(schema.tables[table].validator, fields);

/** Says what is wrong with the fields of a record, or nothing. */
function problemWith(table: KennelTable | "kennels", fields: BackupRow): string | null {
  try {
    validate(schema.tables[table].validator, fields, { throw: true });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "is not valid";
  }
}

const nameOf = (kind: string, row: BackupRow, index: number): string => {
  const name = [row.name, row.title, row.fileName].find((text) => typeof text === "string");
  return name === undefined ? `${kind} ${index + 1}` : `${kind} ${index + 1} (${String(name)})`;
};

function* problemsIn(kind: string, rows: readonly BackupRow[]): Generator<string> {
  const isKennel = kind === "kennel";
  if (!isKennel && !isBackupTable(kind)) {
    if (rows.length > 0) yield `The file holds records of an unknown kind: ${kind}`;
    return;
  }
  const seen = new Set<unknown>();
  for (const [index, row] of rows.entries()) {
    const own = isKennel ? { ownerId: ANY_KENNEL } : { kennelId: ANY_KENNEL };
    const problem = problemWith(isKennel ? "kennels" : kind, { ...fieldsOf(row), ...own });
    if (problem !== null) yield `${nameOf(kind, row, index)}: ${problem}`;
    if (isKennel) continue;
    if (typeof row._id !== "string" || row._id === "") yield `${nameOf(kind, row, index)} has no id`;
    else if (seen.has(row._id)) yield `${nameOf(kind, row, index)} is there twice`;
    seen.add(row._id);
  }
}

/** Lists what is wrong with a backup's records, the first problems of many; none where they can be restored. */
export function problemsOf(data: BackupData): string[] {
  const problems: string[] = [];
  for (const [kind, rows] of Object.entries(data)) {
    for (const problem of problemsIn(kind, rows)) {
      if (problems.length === MAX_PROBLEMS) return [`${INVALID_BACKUP}:`, ...problems, "and more"];
      problems.push(problem);
    }
  }
  return problems.length === 0 ? [] : [`${INVALID_BACKUP}:`, ...problems];
}

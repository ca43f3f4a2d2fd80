/** Checks what a backup's records hold against the shapes that the tables have, before anything is written. */
import { validate } from "convex-helpers/validators";
import { getDocumentSize, type Value } from "convex/values";
import { INVALID_BACKUP, type BackupRow } from "../../../domain/backup/format";
import schema from "../../schema";
import { isBackupTable } from "./backupTables";
import type { KennelTable } from "../../platform/model/kennelTables";
import { listReferences } from "../../platform/model/tableReferences";

/** Problems that are told; a file with more of them is none that somebody mends by hand. */
const MAX_PROBLEMS = 20;

/** Signs of a record's name, and of what is wrong with it, that are told: a file made by hand may hold any. */
const MAX_NAME = 80;
const MAX_TOLD = 500;

/** The largest row that the database keeps, less what a restore adds. Source: https://docs.convex.dev/production/state/limits */
const MAX_ROW_BYTES = 1024 ** 2 - 4096;

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
    return getDocumentSize(fields as Record<string, Value>) > MAX_ROW_BYTES ? "is too large" : null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, MAX_TOLD) : "is not valid";
  }
}

const nameOf = (kind: string, row: BackupRow, index: number): string => {
  const name = [row.name, row.title, row.fileName].find((text) => typeof text === "string");
  return name === undefined
    ? `${kind} ${index + 1}`
    : `${kind} ${index + 1} (${String(name).slice(0, MAX_NAME)})`;
};

/** Takes one record: its kind, its fields, and its place among those of its kind. */
export type Look = (kind: string, row: BackupRow, index: number) => void;

/** Checks a backup's records one by one. */
export class RecordChecker {
  private readonly found: string[] = [];
  private kind = "";
  /** Ids of the kind at hand. */
  private seen = new Set<unknown>();

  /** Says whether there are more problems than are told. */
  get isFull(): boolean {
    return this.found.length > MAX_PROBLEMS;
  }

  /** Lists what is wrong, the first problems of many; nothing where the records can be restored. */
  get problems(): string[] {
    if (this.found.length === 0) return [];
    const told = this.found.slice(0, MAX_PROBLEMS);
    const problems = [`${INVALID_BACKUP}:`, ...told, ...(this.isFull ? ["and more"] : [])];
    // A cut may have left half a character, which no row can keep.
    return problems.map((problem) => problem.replace(/\p{Surrogate}/gu, ""));
  }

  /** Checks a record; returns whether it can be restored. */
  look(kind: string, row: BackupRow, index: number): boolean {
    if (this.isFull) return false;
    const isNew = kind !== this.kind;
    if (isNew) this.seen = new Set();
    this.kind = kind;
    const before = this.found.length;
    if (kind === "kennel") this.check("kennels", kind, row, index, { ownerId: ANY_KENNEL });
    else if (isBackupTable(kind)) {
      this.check(kind, kind, row, index, { kennelId: ANY_KENNEL });
      this.checkId(kind, row, index);
    } else {
      if (isNew) this.found.push(`The file contains records of an unknown kind: ${kind.slice(0, MAX_NAME)}`);
      return false;
    }
    return this.found.length === before;
  }

  private check(
    table: KennelTable | "kennels",
    kind: string,
    row: BackupRow,
    index: number,
    own: BackupRow,
  ): void {
    const problem = problemWith(table, { ...fieldsOf(row), ...own });
    if (problem !== null) this.found.push(`${nameOf(kind, row, index)}: ${problem}`);
  }

  private checkId(kind: string, row: BackupRow, index: number): void {
    const { _id: id } = row;
    if (typeof id !== "string" || id === "") this.found.push(`${nameOf(kind, row, index)} has no id`);
    else if (this.seen.has(id)) this.found.push(`${nameOf(kind, row, index)} appears twice`);
    else this.seen.add(id);
  }
}

/** Problems of files that are told one by one. */
const MAX_MISSING = 20;

interface Hashes {
  readonly has: (hash: string) => boolean;
}

/** Finds the records whose file is missing, or whose content is not what it was. */
export class MissingFiles {
  readonly list: string[] = [];

  constructor(
    private readonly held: Hashes,
    private readonly sound: Hashes,
  ) {}

  /** Looks at the files of a record that was checked. */
  look(kind: string, row: BackupRow, index: number): void {
    if (this.list.length > MAX_MISSING) return;
    // A checked record is of the kennel or of one of its tables.
    const references = listReferences(kind === "kennel" ? "kennels" : (kind as KennelTable), row);
    const wrong = references.find(({ id, table }) => table === "_storage" && !this.sound.has(id));
    if (!wrong) return;
    const problem = `${kind} ${index + 1}: its file is ${this.held.has(wrong.id) ? "damaged" : "missing"}`;
    this.list.push(this.list.length === MAX_MISSING ? "and more" : problem);
  }
}

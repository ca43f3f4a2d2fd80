/** Checks a backup's records against the tables' shapes before anything is written. */
import { validate } from "convex-helpers/validators";
import { getConvexSize, type Value } from "convex/values";
import { INVALID_BACKUP, type BackupRow } from "../../../domain/backups/format";
import schema from "../../schema";
import { isBackupTable } from "./backupTables";
import type { KennelTable } from "../../platform/model/changes/kennelTables";
import { listReferences } from "../../platform/model/changes/tableReferences";

/** Nobody would correct more problems by hand. */
const MAX_PROBLEMS = 20;

/** A hand-written backup may contain longer names and texts. */
const MAX_NAME = 80;
const MAX_TOLD = 500;

/** The limits for elements of a list and for levels of nesting. Source: docs.convex.dev/production/state/limits. */
const MAX_ELEMENTS = 8192;
const MAX_LEVELS = 16;

/**
 * Half of the size limit of a record. The other half is for values that are calculated from the record's texts and
 * stored in the same record.
 */
const MAX_BYTES = 512 * 1024;

/** Replaces the kennel's id while a record's other fields are checked. */
const ANY_KENNEL = "kennel";

/** Removes the database's own fields. */
export function fieldsOf({ _id, _creationTime, ...fields }: BackupRow): BackupRow {
  return fields;
}

export const isRecord = (table: KennelTable | "kennels", fields: BackupRow): boolean =>
  validate(schema.tables[table].validator, fields);

/** Never splits a surrogate pair. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}/gu, "");

/** Checks the database's limits of nesting and length. `levels` is the level of the value. */
function isKept(value: unknown, levels = 0): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels >= MAX_LEVELS || (Array.isArray(value) && value.length > MAX_ELEMENTS)) return false;
  return Object.entries(value).every(
    ([name, part]) => /^[ -#%-^`-~][ -~]*$/.test(name) && isKept(part, levels + 1),
  );
}

function problemWith(table: KennelTable | "kennels", fields: BackupRow): string | null {
  try {
    validate(schema.tables[table].validator, fields, { throw: true });
  } catch (error) {
    return error instanceof Error ? cut(error.message, MAX_TOLD) : "is not valid";
  }
  if (!isKept(fields)) return "has names, lists or levels that cannot be stored";
  return getConvexSize(fields as Value) > MAX_BYTES ? "is larger than a record may be" : null;
}

const nameOf = (kind: string, row: BackupRow, index: number): string => {
  const name = [row.name, row.title, row.fileName].find((text) => typeof text === "string");
  return name === undefined
    ? `${kind} ${index + 1}`
    : `${kind} ${index + 1} (${cut(String(name), MAX_NAME)})`;
};

/** `index` is the position within the kind. */
export type Look = (kind: string, row: BackupRow, index: number) => void;

export class RecordChecker {
  private readonly found: string[] = [];
  private kind = "";
  /** The ids of the current kind so far. */
  private seen = new Set<unknown>();

  get isFull(): boolean {
    return this.found.length > MAX_PROBLEMS;
  }

  /** Empty if the records can be restored. */
  get problems(): string[] {
    if (this.found.length === 0) return [];
    const told = this.found.slice(0, MAX_PROBLEMS);
    return [`${INVALID_BACKUP}:`, ...told, ...(this.isFull ? ["and more"] : [])];
  }

  /** Returns whether the record can be restored. */
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
      if (isNew) this.found.push(`The file contains records of an unknown kind: ${cut(kind, MAX_NAME)}`);
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

const MAX_MISSING = 20;

interface Hashes {
  readonly has: (hash: string) => boolean;
}

export class MissingFiles {
  readonly list: string[] = [];

  constructor(
    private readonly held: Hashes,
    private readonly sound: Hashes,
  ) {}

  /** The record itself must be valid. */
  look(kind: string, row: BackupRow, index: number): void {
    if (this.list.length > MAX_MISSING) return;
    // A valid record belongs to one of the kennel's tables, or is the kennel itself.
    const references = listReferences(kind === "kennel" ? "kennels" : (kind as KennelTable), row);
    const wrong = references.find(({ id, table }) => table === "_storage" && !this.sound.has(id));
    if (!wrong) return;
    const problem = `${kind} ${index + 1}: its file is ${this.held.has(wrong.id) ? "damaged" : "missing"}`;
    this.list.push(this.list.length === MAX_MISSING ? "and more" : problem);
  }
}

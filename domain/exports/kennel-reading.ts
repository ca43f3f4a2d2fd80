/**
 * A kennel as a file of it is written: kind by kind, each read page by page as often as the file needs it, so that a
 * large kennel takes no more memory than a small one; and the name of everything that a record can mean. Pure.
 */
import { formatDay } from "../formatting/formatting";
import type { BackupFile } from "../backups/format";
import type { FullFile } from "../backups/writing";
import { valueAt, type Column } from "./cells";
import type { ExportedTable, ExportKind } from "./kinds";

export interface ExportedRow {
  readonly _id: string;
}

/** A kind of record. */
export interface ExportedSheet {
  readonly kind: ExportKind;
  readonly columns: readonly Column[];
  /** Reads all rows, some at once. */
  readonly pages: () => AsyncIterable<readonly ExportedRow[]>;
}

/** What a kennel holds, as an export tells of it. */
export interface KennelReading {
  readonly kennelId: string;
  readonly name: string;
  readonly sheets: readonly ExportedSheet[];
  /** Names what an id means; empty where it is gone, or the reader may not know it. */
  readonly nameOf: (id: string) => string;
  /** What is needed besides to make the kennel again: its own details, where they may be read, and its files. */
  readonly whole?: {
    readonly details: object | null;
    /** Reads the files that the records name, once those are read. */
    readonly files: () => AsyncIterable<FullFile>;
    /** The files that were too many to travel along, once `files` is read. */
    readonly filesLeftOut: () => readonly BackupFile[];
  };
}

const textAt = (row: ExportedRow, field: string): string => {
  const value = valueAt(row, [field]);
  return typeof value === "string" ? value : "";
};

/** The names by which records are called in other records. */
export class RecordNames {
  readonly #names = new Map<string, string>();

  constructor(people: readonly { id: string; name: string }[]) {
    for (const person of people) this.#names.set(person.id, person.name);
  }

  /** Takes in the names of some records; what they are named after is known before. */
  add(table: ExportedTable, rows: readonly ExportedRow[]): void {
    for (const row of rows) this.#names.set(row._id, this.#nameRow(table, row));
  }

  /** Names what an id means; empty where it is gone, or the reader may not know it. */
  readonly nameOf = (id: string): string => this.#names.get(id) ?? "";

  #nameRow(table: ExportedTable, row: ExportedRow): string {
    switch (table) {
      case "breedings": {
        const parent = (which: "sire" | "dam") =>
          this.nameOf(textAt(row, `${which}Id`)) || textAt(row, `${which}Name`) || "Unknown";
        return `${parent("sire")} × ${parent("dam")}, ${formatDay(textAt(row, "breedingDate"))}`;
      }
      case "litters":
        return `Litter of ${formatDay(textAt(row, "whelpingDate"))}`;
      case "puppies":
        return textAt(row, "name") || `Puppy ${JSON.stringify(valueAt(row, ["order"]))}`;
      default:
        return ["name", "title", "drug", "vaccineName", "fileName", "caption"].reduce(
          (found, field) => found || textAt(row, field),
          "",
        );
    }
  }
}

/**
 * Lists the kinds whose names must be known before the first record is written: those that a record of the same kind,
 * or of one that comes earlier, can mean. The names of all others are learnt on the way.
 */
export function kindsNamedAhead(sheets: readonly ExportedSheet[]): ExportedSheet[] {
  const ahead = new Set<string>();
  const met = new Set<string>();
  for (const { kind, columns } of sheets) {
    for (const { names } of columns) if (names !== undefined && !met.has(names)) ahead.add(names);
    met.add(kind.table);
  }
  return sheets.filter(({ kind }) => ahead.has(kind.table));
}

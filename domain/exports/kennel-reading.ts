/**
 * Reads a kennel for an export, kind by kind and page by page, as often as the file needs, so that a large kennel
 * needs no more memory than a small kennel. Collects the names of all records that other records refer to.
 */
import { formatDay } from "../formatting/formatting";
import type { BackupFile } from "../backups/format";
import type { FullFile } from "../backups/writing";
import { puppyName } from "../litters/words";
import { valueAt, type Column } from "./cells";
import type { ExportedTable, ExportKind } from "./kinds";

export interface ExportedRow {
  readonly _id: string;
}

export interface ExportedSheet {
  readonly kind: ExportKind;
  readonly columns: readonly Column[];
  readonly pages: () => AsyncIterable<readonly ExportedRow[]>;
}

export interface KennelReading {
  readonly kennelId: string;
  readonly name: string;
  readonly sheets: readonly ExportedSheet[];
  /** Empty if the record was deleted, or if the reader may not see it. */
  readonly nameOf: (id: string) => string;
  /** The data for creating the kennel again: its own fields, if the reader may see them, and its files. */
  readonly whole?: {
    readonly details: object | null;
    /** Called after the records were read. */
    readonly files: () => AsyncIterable<FullFile>;
    /** Known after `files` was read. */
    readonly filesLeftOut: () => readonly BackupFile[];
  };
}

const textAt = (row: ExportedRow, field: string): string => {
  const value = valueAt(row, [field]);
  return typeof value === "string" ? value : "";
};

export class RecordNames {
  readonly #names = new Map<string, string>();

  constructor(people: readonly { id: string; name: string }[]) {
    for (const person of people) this.#names.set(person.id, person.name);
  }

  /** Records whose names these names contain must have been added before. */
  add(table: ExportedTable, rows: readonly ExportedRow[]): void {
    for (const row of rows) this.#names.set(row._id, this.#nameRow(table, row));
  }

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
        return puppyName({
          name: textAt(row, "name") || null,
          collarColor: textAt(row, "collarColor") || null,
          order: Number(valueAt(row, ["order"])),
        });
      default:
        return ["name", "title", "drug", "vaccineName", "fileName", "caption"].reduce(
          (found, field) => found || textAt(row, field),
          "",
        );
    }
  }
}

/**
 * Names of these kinds must be known before the first record is written, because a record of the same kind or an
 * earlier kind can refer to them. All other names are collected while the records are read.
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

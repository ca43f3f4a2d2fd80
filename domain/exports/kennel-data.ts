/**
 * All that was read of a kennel, with the name of everything that a record can mean, and its rows as the files have
 * them. Pure.
 */
import { formatDay } from "../formatting/formatting";
import { cellOf, valueAt, type Cell, type Column } from "./cells";
import { EXPORT_KINDS, type ExportedTable, type ExportKind } from "./kinds";

export interface ExportedRow {
  readonly _id: string;
}

/** A kind of record with its rows. */
export interface ExportedSheet {
  readonly kind: ExportKind<ExportedTable>;
  readonly columns: readonly Column[];
  readonly rows: readonly ExportedRow[];
}

const textAt = (row: ExportedRow, field: string): string => {
  const value = valueAt(row, [field]);
  return typeof value === "string" ? value : "";
};

/** What a kennel holds, as an export tells of it. */
export class KennelData {
  readonly #names = new Map<string, string>();
  readonly #sheets: ExportedSheet[] = [];

  constructor(
    readonly kennelId: string,
    readonly name: string,
    people: readonly { id: string; name: string }[],
  ) {
    for (const person of people) this.#names.set(person.id, person.name);
  }

  get sheets(): readonly ExportedSheet[] {
    return this.#sheets;
  }

  /** Takes in all rows of a kind; kinds come in the order of EXPORT_KINDS, so that names are known when needed. */
  add(table: ExportedTable, columns: readonly Column[], rows: readonly ExportedRow[]): void {
    const kind = EXPORT_KINDS.find((each) => each.table === table);
    if (!kind) return;
    this.#sheets.push({ kind, columns, rows });
    for (const row of rows) this.#names.set(row._id, this.#nameRow(table, row));
  }

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

  /** Names what an id means; empty where it is gone, or the reader may not know it. */
  readonly nameOf = (id: string): string => this.#names.get(id) ?? "";

  /** Makes the cells of a row in the order of its columns. */
  cellsOf({ columns }: ExportedSheet, row: ExportedRow): Cell[] {
    return columns.map((column) => cellOf(row, column, this.nameOf));
  }
}

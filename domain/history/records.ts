/**
 * What the history tells of a kennel's records: of each kind of record what it is called, whose right it takes to read
 * it, whether it or some of its fields also take the right to money and contacts, and its fields in the product's words.
 * Each table describes that of its own records (convex/platform/tables/rows.ts); code generation lists it for all sides.
 */
import type { Area } from "../permissions/rules";
import type { FieldFormat } from "../records/words";
import { HISTORY_RECORDS } from "./records.gen";
import type { HistoryTable } from "./tables.gen";

export interface HistoryField {
  readonly label: string;
  readonly format: FieldFormat;
  readonly isConfidential?: boolean;
}

export interface HistoryRecord {
  readonly label: string;
  readonly plural: string;
  readonly area: Area;
  /** The other area that some of its records are of: those with a value in this field. */
  readonly otherArea?: { readonly area: Area; readonly field: string };
  /** Whether all of it takes the right to money and contacts beside the one to its area. */
  readonly isConfidential?: true;
  /** The fields by their names; parts of an object are joined with dots. */
  readonly fields: Readonly<Record<string, HistoryField>>;
}

/** Returns what the history tells of a kind of record. */
export const historyOf = (table: HistoryTable): HistoryRecord => HISTORY_RECORDS[table];

/** Returns the area whose right it takes to read a row. */
export function areaOfRow(table: HistoryTable, row: object): Area {
  const { area, otherArea } = historyOf(table);
  return otherArea && Reflect.get(row, otherArea.field) !== undefined ? otherArea.area : area;
}

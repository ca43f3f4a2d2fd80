/**
 * The history's words for a kennel's records: for each kind of record its name, the right to read it, whether it or
 * some of its fields also need the right to money and contacts, and its fields' labels. Each table describes its
 * own records (convex/platform/tables/rows.ts); code generation collects them for all sides.
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
  /** The other area that some of its records belong to: those with a value in this field. */
  readonly otherArea?: { readonly area: Area; readonly field: string };
  /** Whether all of it needs the right to money and contacts besides that of its area. */
  readonly isConfidential?: true;
  /** The fields by name; parts of an object have joined names with dots. */
  readonly fields: Readonly<Record<string, HistoryField>>;
}

/** Returns the history's description of a kind of record. */
export const historyOf = (table: HistoryTable): HistoryRecord => HISTORY_RECORDS[table];

/** Returns the area whose right is needed to read a row. */
export function areaOfRow(table: HistoryTable, row: object): Area {
  const { area, otherArea } = historyOf(table);
  return otherArea && Reflect.get(row, otherArea.field) !== undefined ? otherArea.area : area;
}

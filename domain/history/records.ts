/**
 * The history's words for a kennel's records: their names, the right to read them, and the labels of their fields.
 * Each table describes its own records (convex/platform/tables/rows.ts), and code generation collects these
 * descriptions.
 */
import type { Area } from "../permissions/rules";
import type { FieldFormat } from "../records/words";
import { HISTORY_RECORDS } from "./records.gen";
import type { HistoryTable } from "./tables.gen";

export interface HistoryField {
  readonly label: string;
  readonly format: FieldFormat;
  readonly isConfidential?: boolean;
  /** Parts that describe each object of a list in words. */
  readonly parts?: readonly string[];
}

export interface HistoryRecord {
  readonly label: string;
  readonly plural: string;
  readonly area: Area;
  /** Records with a value in this field belong to another area. */
  readonly otherArea?: { readonly area: Area; readonly field: string };
  /** Every field requires the right to money and contacts, in addition to the right of its area. */
  readonly isConfidential?: true;
  /** The name of a part of an object contains dots. */
  readonly fields: Readonly<Record<string, HistoryField>>;
}

export const historyOf = (table: HistoryTable): HistoryRecord => HISTORY_RECORDS[table];

export function areaOfRow(table: HistoryTable, row: object): Area {
  const { area, otherArea } = historyOf(table);
  return otherArea && Reflect.get(row, otherArea.field) !== undefined ? otherArea.area : area;
}

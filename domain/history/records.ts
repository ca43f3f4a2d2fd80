/**
 * The history's words for a kennel's records. Each kind of record has its name, the right to read it, and the
 * labels of its fields. The right to money and contacts may also be required for the record or for some fields.
 * Each table describes its own records (convex/platform/tables/rows.ts). Code generation collects these
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
  /** For a list of objects: the parts that describe each object in words. */
  readonly parts?: readonly string[];
}

export interface HistoryRecord {
  readonly label: string;
  readonly plural: string;
  readonly area: Area;
  /** Another area that some of the records belong to: the records with a value in this field. */
  readonly otherArea?: { readonly area: Area; readonly field: string };
  /** Whether every field requires the right to money and contacts, in addition to the right of its area. */
  readonly isConfidential?: true;
  /** The fields by name. The name of a part of an object contains dots. */
  readonly fields: Readonly<Record<string, HistoryField>>;
}

/** Returns the history's description of a kind of record. */
export const historyOf = (table: HistoryTable): HistoryRecord => HISTORY_RECORDS[table];

/** Returns the area whose right is needed to read a row. */
export function areaOfRow(table: HistoryTable, row: object): Area {
  const { area, otherArea } = historyOf(table);
  return otherArea && Reflect.get(row, otherArea.field) !== undefined ? otherArea.area : area;
}

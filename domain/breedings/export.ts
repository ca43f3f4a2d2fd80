/** The columns of exported breedings, the same in every format. Source: decision GAP-BRD-15. */
import type { BreedingStatus, BreedingType } from "./rules";

export const EXPORT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const satisfies Record<ExportFormat, string>;

interface Mate {
  readonly name: string;
}

export interface ExportedBreeding {
  readonly sire: Mate | null;
  readonly sireName: string | null;
  readonly dam: Mate | null;
  readonly damName: string | null;
  readonly status: BreedingStatus;
  readonly breedingType: BreedingType;
  readonly breedingDate: string;
  readonly expectedDueDate: string | null;
  readonly actualDueDate: string | null;
  readonly numberBorn: number | null;
  readonly numberAlive: number | null;
  /** Null for users who may not see money and contacts. */
  readonly studFeeCents: number | null;
  readonly contractTerms: string | null;
  readonly notes: string | null;
}

export const EXPORT_COLUMNS = [
  "Sire",
  "Dam",
  "Status",
  "Breeding Type",
  "Bred Date",
  "Due Date",
  "Whelped",
  "Born",
  "Alive",
  "Stud Fee (USD)",
  "Contract Details",
  "Notes",
] as const;

/** The columns left out for users who may not see money and contacts. */
const CONFIDENTIAL_COLUMNS: ReadonlySet<string> = new Set(["Stud Fee (USD)", "Contract Details"]);

const isIncluded = (isConfidentialShown: boolean, index: number): boolean =>
  isConfidentialShown || !CONFIDENTIAL_COLUMNS.has(EXPORT_COLUMNS[index] ?? "");

/** Removes the settings of hidden columns, such as their names or widths. */
export const shownColumns = <Each>(ofColumns: readonly Each[], isConfidentialShown: boolean): Each[] =>
  ofColumns.filter((_, index) => isIncluded(isConfidentialShown, index));

const CENTS_PER_DOLLAR = 100;

/** A parent may have no record. */
export const mateName = (dog: Mate | null, name: string | null): string => dog?.name ?? name ?? "Unknown";

/** The cells have the order of the columns. Numbers stay numbers, and null is an empty cell. */
export const toExportRow = (breeding: ExportedBreeding): (string | number | null)[] => [
  mateName(breeding.sire, breeding.sireName),
  mateName(breeding.dam, breeding.damName),
  breeding.status,
  breeding.breedingType,
  breeding.breedingDate,
  breeding.expectedDueDate,
  breeding.actualDueDate,
  breeding.numberBorn,
  breeding.numberAlive,
  breeding.studFeeCents === null ? null : breeding.studFeeCents / CENTS_PER_DOLLAR,
  breeding.contractTerms,
  breeding.notes,
];

/** Amounts of money are in dollars and cents. */
export const toTextRow = (breeding: ExportedBreeding): string[] =>
  toExportRow(breeding).map((cell, index) =>
    EXPORT_COLUMNS[index] === "Stud Fee (USD)" ? Number(cell).toFixed(2) : String(cell ?? ""),
  );

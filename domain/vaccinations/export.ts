/** The columns of exported vaccine doses, the same in every format. */
import { dueStateOf, type DueStateName } from "../health/due-state";

export interface ExportedDose {
  readonly dogName: string;
  readonly vaccineName: string;
  readonly vaccineType: string;
  readonly dateAdministered: string;
  readonly nextDueDate: string | null;
  readonly expirationDate: string | null;
  /** The dose is the dog's newest dose of its vaccine. Older doses are history. */
  readonly isNewest: boolean;
  /** Null for older doses, and if no dose is due. */
  readonly dueOn: string | null;
  readonly manufacturer: string | null;
  readonly batchNumber: string | null;
  readonly veterinarianName: string | null;
  readonly veterinaryClinic: string | null;
  readonly notes: string | null;
}

export const DOSE_EXPORT_COLUMNS = [
  "Dog",
  "Vaccine",
  "Type",
  "Date given",
  "Next due",
  "Expires",
  "State",
  "Manufacturer",
  "Batch number",
  "Veterinarian",
  "Clinic",
  "Notes",
] as const;

const STATE_WORDS: Record<DueStateName, string> = {
  overdue: "Overdue",
  due_soon: "Due soon",
  current: "Current",
};

/** Returns an empty text if no further dose is due. */
export function doseStateText({ isNewest, dueOn }: ExportedDose, today: string): string {
  if (dueOn !== null) return STATE_WORDS[dueStateOf(dueOn, today).state];
  return isNewest ? "" : "Older dose";
}

/** The cells have the order of the columns. Null is an empty cell. */
export const toDoseExportRow = (dose: ExportedDose, today: string): (string | null)[] => [
  dose.dogName,
  dose.vaccineName,
  dose.vaccineType,
  dose.dateAdministered,
  dose.nextDueDate,
  dose.expirationDate,
  doseStateText(dose, today),
  dose.manufacturer,
  dose.batchNumber,
  dose.veterinarianName,
  dose.veterinaryClinic,
  dose.notes,
];

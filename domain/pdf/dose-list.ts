/** The printed list of vaccine doses: one line for each dose, with its due state on the date of printing. */
import { formatDay, grouped } from "../formatting/formatting";
import type { ListColumn, ListLook } from "./printed-list";
import { doseStateText, type ExportedDose } from "../vaccinations/export";

/** This number of lines fits on every page. */
const LONG_CELL_LINES = 36;

const dayText = (day: string | null): string => (day === null ? "" : formatDay(day));

const columnsOn = (today: string): readonly ListColumn<ExportedDose>[] => [
  { label: "Dog", share: 0.11, maxLines: 3, isBold: true, read: ({ dogName }) => dogName },
  { label: "Vaccine", share: 0.1, maxLines: 4, read: ({ vaccineName }) => vaccineName },
  { label: "Type", share: 0.06, maxLines: 3, read: ({ vaccineType }) => vaccineType },
  { label: "Date given", share: 0.08, maxLines: 2, read: (dose) => dayText(dose.dateAdministered) },
  { label: "Next due", share: 0.08, maxLines: 2, read: ({ nextDueDate }) => dayText(nextDueDate) },
  { label: "Expires", share: 0.08, maxLines: 2, read: ({ expirationDate }) => dayText(expirationDate) },
  { label: "State", share: 0.07, maxLines: 2, read: (dose) => doseStateText(dose, today) },
  { label: "Manufacturer", share: 0.09, maxLines: 4, read: ({ manufacturer }) => manufacturer ?? "" },
  { label: "Batch number", share: 0.08, maxLines: 4, read: ({ batchNumber }) => batchNumber ?? "" },
  { label: "Veterinarian", share: 0.08, maxLines: 4, read: (dose) => dose.veterinarianName ?? "" },
  { label: "Clinic", share: 0.08, maxLines: 4, read: ({ veterinaryClinic }) => veterinaryClinic ?? "" },
  { label: "Notes", share: 0.09, maxLines: LONG_CELL_LINES, read: ({ notes }) => notes ?? "" },
];

const countText = (count: number): string =>
  count === 1 ? "1 immunization" : `${grouped(count)} immunizations`;

export const printedDoses: ListLook<ExportedDose> = {
  columnsOn,
  countText,
  emptyText: "No immunizations found",
};

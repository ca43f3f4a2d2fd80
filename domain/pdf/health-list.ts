/** The printed list of health records: one line for each record, in the columns of decision GAP-HLT-12. */
import { formatCents, formatDay, grouped } from "../formatting/formatting";
import { withoutColumn, type ListColumn, type ListLook } from "./printed-list";
import type { ExportedHealthRecord } from "../health/export";
import { healthRecordTypeLabels } from "../health/words";

/** This number of lines fits on every page. */
const LONG_CELL_LINES = 36;

const COLUMNS: readonly ListColumn<ExportedHealthRecord>[] = [
  { label: "Date", share: 0.08, maxLines: 2, read: ({ dateRecorded }) => formatDay(dateRecorded) },
  { label: "Dog", share: 0.12, maxLines: 3, isBold: true, read: ({ dogName }) => dogName },
  { label: "Type", share: 0.07, maxLines: 1, read: ({ recordType }) => healthRecordTypeLabels[recordType] },
  { label: "Title", share: 0.14, maxLines: 8, read: ({ title }) => title },
  { label: "Veterinarian", share: 0.09, maxLines: 4, read: ({ veterinarian }) => veterinarian ?? "" },
  { label: "Clinic", share: 0.1, maxLines: 4, read: ({ vetClinic }) => vetClinic ?? "" },
  { label: "Diagnosis", share: 0.13, maxLines: LONG_CELL_LINES, read: ({ diagnosis }) => diagnosis ?? "" },
  { label: "Treatment", share: 0.13, maxLines: LONG_CELL_LINES, read: ({ treatment }) => treatment ?? "" },
  {
    label: "Follow-up",
    share: 0.08,
    maxLines: 2,
    read: ({ followUpDate }) => (followUpDate === null ? "" : formatDay(followUpDate)),
  },
  {
    label: "Cost",
    share: 0.06,
    align: "right",
    maxLines: 1,
    read: ({ costCents }) => (costCents === null ? "" : formatCents(costCents)),
  },
];

const countText = (count: number): string =>
  count === 1 ? "1 health record" : `${grouped(count)} health records`;

export const printedRecords = (areCostsTold: boolean): ListLook<ExportedHealthRecord> => ({
  columnsOn: () => (areCostsTold ? COLUMNS : withoutColumn(COLUMNS, "Cost")),
  countText,
  emptyText: "No health records found",
});

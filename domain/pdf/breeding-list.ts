/** The printed list of breedings, with one line for each breeding. Source: decision GAP-BRD-15. */
import { formatCents, formatDay } from "../formatting/formatting";
import { makePrintedList, withoutColumn, type ListColumn } from "./printed-list";
import { mateName, type ExportedBreeding } from "../breedings/export";
import { breedingStatusLabels, breedingTypeLabels } from "../breedings/words";

interface BreedingListFacts {
  readonly kennelName: string;
  /** For example 'Planned breedings'. */
  readonly title: string;
  readonly printedOn: string;
  readonly breedings: readonly ExportedBreeding[];
  /** Money is printed unless this is false. */
  readonly isConfidentialShown?: boolean;
}

const dayOrDash = (day: string | null): string => (day === null ? "–" : formatDay(day));

const COLUMNS: readonly ListColumn<ExportedBreeding>[] = [
  { label: "Sire", share: 0.15, maxLines: 3, isBold: true, read: (one) => mateName(one.sire, one.sireName) },
  { label: "Dam", share: 0.15, maxLines: 3, isBold: true, read: (one) => mateName(one.dam, one.damName) },
  { label: "Status", share: 0.07, maxLines: 1, read: ({ status }) => breedingStatusLabels[status] },
  { label: "Type", share: 0.08, maxLines: 2, read: ({ breedingType }) => breedingTypeLabels[breedingType] },
  { label: "Bred date", share: 0.09, maxLines: 2, read: ({ breedingDate }) => formatDay(breedingDate) },
  { label: "Due date", share: 0.09, maxLines: 2, read: ({ expectedDueDate }) => dayOrDash(expectedDueDate) },
  { label: "Whelped", share: 0.09, maxLines: 2, read: ({ actualDueDate }) => dayOrDash(actualDueDate) },
  {
    label: "Born / alive",
    share: 0.06,
    maxLines: 1,
    read: ({ numberBorn, numberAlive }) =>
      numberBorn === null ? "–" : `${numberBorn} / ${numberAlive ?? "–"}`,
  },
  {
    label: "Stud fee",
    share: 0.08,
    align: "right",
    maxLines: 1,
    read: ({ studFeeCents }) => (studFeeCents === null ? "" : formatCents(studFeeCents)),
  },
  { label: "Notes", share: 0.14, maxLines: 4, read: ({ notes }) => notes ?? "" },
];

const countText = (count: number): string => (count === 1 ? "1 breeding" : `${count} breedings`);

export const makeBreedingList = async ({
  breedings,
  isConfidentialShown = true,
  ...facts
}: BreedingListFacts): Promise<Uint8Array> =>
  await makePrintedList({
    ...facts,
    rows: breedings,
    columns: isConfidentialShown ? COLUMNS : withoutColumn(COLUMNS, "Stud fee"),
    countText,
    emptyText: "No breedings found",
  });

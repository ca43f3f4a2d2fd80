/**
 * A kennel's data as a document to read: a first page that lists what is in it, then a list per kind of record, with
 * the fields that tell most. Empty kinds have no pages of their own.
 */
import { tidy } from "../certificate/lettering";
import { formatCents, formatDay } from "../formatting/formatting";
import { isCalendarDay } from "../dates/calendar-days";
import { drawableList, makePrintedLists, type ListColumn } from "../printing/printed-list";
import { cellOf, cellText, type Cell, type Column } from "./cells";
import type { ExportedRow, ExportedSheet, KennelData } from "./kennel-data";

/** As many lines as a page surely has. */
const LONG_CELL_LINES = 36;

const CENTS_PER_DOLLAR = 100;

const countText = (count: number): string =>
  count === 1 ? "1 record" : `${count.toLocaleString("en-US")} records`;

/** Writes a cell as people read it: days in words, money with its sign. */
function readable(cell: Cell, { kind }: Column): string {
  if (kind === "money" && typeof cell === "number") return formatCents(Math.round(cell * CENTS_PER_DOLLAR));
  const text = cellText(cell, kind);
  return isCalendarDay(text) ? formatDay(text) : text;
}

/** Finds the column that prints a field: of a reference, its name. */
const columnFor = ({ columns }: ExportedSheet, field: string): Column | undefined =>
  columns.find(({ path, kind }) => path.join(".") === field && kind !== "id");

function listColumns(data: KennelData, sheet: ExportedSheet): ListColumn<ExportedRow>[] {
  const printed = sheet.kind.printed.flatMap((field) => columnFor(sheet, field) ?? []);
  return printed.map((column, index) => ({
    label: column.label,
    share: 1 / printed.length,
    align: column.kind === "money" || column.kind === "number" ? "right" : "left",
    maxLines: LONG_CELL_LINES,
    isBold: index === 0,
    read: (row) => readable(cellOf(row, column, data.nameOf), column),
  }));
}

interface Printing {
  readonly printedOn: string;
  /** Called as each kind is printed, with how many kinds are. */
  readonly onKind?: (done: number) => Promise<void>;
  /** Called now and then; a long list lets others work meanwhile. */
  readonly onRows?: () => Promise<void>;
}

/** Makes the document. */
export async function toPrint(
  data: KennelData,
  { printedOn, onKind, onRows }: Printing,
): Promise<Uint8Array> {
  const facts = { kennelName: data.name, printedOn, emptyText: "Nothing is recorded yet" };
  const all = data.sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  const contents = drawableList<ExportedSheet>({
    ...facts,
    title: "All records",
    rows: data.sheets,
    columns: [
      { label: "What", share: 0.8, maxLines: 1, isBold: true, read: ({ kind }) => kind.title },
      { label: "Records", share: 0.2, maxLines: 1, align: "right", read: ({ rows }) => String(rows.length) },
    ],
    countText: countText(all),
  });
  const filled = data.sheets.filter(({ rows }) => rows.length > 0);
  const lists = filled.map((sheet, index) =>
    drawableList<ExportedRow>({
      ...facts,
      title: sheet.kind.title,
      rows: sheet.rows,
      columns: listColumns(data, sheet),
      countText: countText(sheet.rows.length),
      onRows: async (drawn) => {
        if (drawn === 0) await onKind?.(index + 1);
        await onRows?.();
      },
    }),
  );
  return await makePrintedLists({ title: `All records, ${tidy(data.name)}`, printedOn }, [
    contents,
    ...lists,
  ]);
}

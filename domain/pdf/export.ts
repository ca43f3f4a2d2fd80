/**
 * Prints a kennel's data as a PDF: a first page with the number of records of each kind, then one list for each
 * kind with its most important fields. Kinds without records have no list.
 */
import { tidy } from "./certificate/lettering";
import { formatCents, formatDay, grouped } from "../formatting/formatting";
import { isCalendarDay } from "../dates/calendar-days";
import { drawableList, ListCharacters, makePrintedLists, type ListColumn } from "./printed-list";
import { cellOf, cellText, type Cell, type Column } from "../exports/cells";
import type { ExportedRow, ExportedSheet, KennelReading } from "../exports/kennel-reading";

/** This number of lines fits on every page. */
const LONG_CELL_LINES = 36;

const CENTS_PER_DOLLAR = 100;

const countText = (count: number): string => (count === 1 ? "1 record" : `${grouped(count)} records`);

/** Dates are in words, and money has its currency sign. */
function readable(cell: Cell, { kind }: Column): string {
  if (kind === "money" && typeof cell === "number") return formatCents(Math.round(cell * CENTS_PER_DOLLAR));
  const text = cellText(cell, kind);
  return isCalendarDay(text) ? formatDay(text) : text;
}

/** For a reference, finds the column with the name of its record. */
const columnFor = ({ columns }: ExportedSheet, field: string): Column | undefined =>
  columns.find(({ path, kind }) => path.join(".") === field && kind !== "id");

function listColumns({ nameOf }: KennelReading, sheet: ExportedSheet): ListColumn<ExportedRow>[] {
  const printed = sheet.kind.printed.flatMap((field) => columnFor(sheet, field) ?? []);
  return printed.map((column, index) => ({
    label: column.label,
    share: 1 / printed.length,
    align: column.kind === "money" || column.kind === "number" ? "right" : "left",
    maxLines: LONG_CELL_LINES,
    isBold: index === 0,
    read: (row) => readable(cellOf(row, column, nameOf), column),
  }));
}

interface PrintedSheet {
  readonly title: string;
  readonly count: number;
  readonly columns: readonly ListColumn<ExportedRow>[];
  readonly rows: () => AsyncIterable<ExportedRow>;
}

async function* rowsOf({ pages }: ExportedSheet): AsyncGenerator<ExportedRow> {
  for await (const page of pages()) yield* page;
}

interface Printing {
  readonly printedOn: string;
  /** Called regularly, so that a long export does not block other work. */
  readonly onRows?: () => Promise<void>;
}

/** Every kind is read twice, because fonts and counts must be known before the rows can be drawn. */
export async function toPrint(kennel: KennelReading, { printedOn, onRows }: Printing): Promise<Uint8Array> {
  const facts = { kennelName: kennel.name, printedOn, countText, emptyText: "Nothing is recorded yet" };
  const characters = new ListCharacters();
  characters.addWords({ ...facts, title: "All records" });
  const sheets: PrintedSheet[] = [];
  for (const sheet of kennel.sheets) {
    const columns = listColumns(kennel, sheet);
    const { title } = sheet.kind;
    let count = 0;
    characters.addWords({ ...facts, title });
    for await (const row of rowsOf(sheet)) {
      characters.addRow(row, columns);
      count += 1;
    }
    sheets.push({ title, count, columns, rows: () => rowsOf(sheet) });
  }
  const all = sheets.reduce((sum, { count }) => sum + count, 0);
  const contents = drawableList<PrintedSheet>({
    ...facts,
    title: "All records",
    rows: sheets,
    columns: [
      { label: "What", share: 0.8, maxLines: 1, isBold: true, read: ({ title }) => title },
      { label: "Records", share: 0.2, maxLines: 1, align: "right", read: ({ count }) => String(count) },
    ],
    countText: () => countText(all),
  });
  const lists = sheets
    .filter(({ count }) => count > 0)
    .map(({ title, columns, rows }) =>
      drawableList<ExportedRow>({
        ...facts,
        title,
        rows: { [Symbol.asyncIterator]: () => rows()[Symbol.asyncIterator]() },
        columns,
        ...(onRows && { onRows }),
      }),
    );
  return await makePrintedLists({ title: `All records, ${tidy(kennel.name)}`, printedOn, characters }, [
    contents,
    ...lists,
  ]);
}

/**
 * The printed list of breedings: landscape pages with the kennel's name, what was asked for, and one line per
 * breeding. Pure: the same breedings make the same pages. Source: decision GAP-BRD-15.
 */
import { PDFDocument } from "pdf-lib";
import { Lettering, tidy } from "../certificate/lettering";
import { INK, Sheet, type TextStyle } from "../certificate/sheet";
import { formatCents, formatDay } from "../formatting/formatting";
import { mateName, type ExportedBreeding } from "./export";
import { breedingStatusLabels, breedingTypeLabels } from "./labels";

export interface BreedingListFacts {
  readonly kennelName: string;
  /** What the list holds, like 'Planned breedings'. */
  readonly title: string;
  readonly printedOn: string;
  readonly breedings: readonly ExportedBreeding[];
}

const MARGIN = 34;
const HEADER_HEIGHT = 46;
const FOOTER_HEIGHT = 16;
const GAP = 8;
const ROW_PADDING = 3.5;

type Column = {
  readonly label: string;
  /** Part of the page's width. */
  readonly share: number;
  readonly align?: "left" | "right";
  readonly maxLines: number;
  readonly isBold?: boolean;
  readonly read: (breeding: ExportedBreeding) => string;
};

const dayOrDash = (day: string | null): string => (day === null ? "–" : formatDay(day));

const COLUMNS: readonly Column[] = [
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
    read: ({ studFeeCents }) => formatCents(studFeeCents),
  },
  { label: "Notes", share: 0.14, maxLines: 4, read: ({ notes }) => notes ?? "" },
];

type Cell = { readonly text: string; readonly style: TextStyle };
type Row = { readonly cells: readonly Cell[]; readonly height: number };

const styleOf = ({ align = "left", maxLines, isBold = false }: Column): TextStyle => ({
  face: isBold ? "bold" : "sans",
  size: 8.5,
  minSize: 7,
  maxLines,
  align,
});

/** Where the columns stand, from the left edge of the table. */
function placesOf(sheet: Sheet): readonly { left: number; width: number }[] {
  const width = sheet.width - 2 * MARGIN - GAP * (COLUMNS.length - 1);
  let left = MARGIN;
  return COLUMNS.map(({ share }) => {
    const place = { left, width: width * share };
    left += place.width + GAP;
    return place;
  });
}

function makeRow(sheet: Sheet, breeding: ExportedBreeding): Row {
  const places = placesOf(sheet);
  const cells = COLUMNS.map((column) => ({ text: tidy(column.read(breeding)), style: styleOf(column) }));
  const heights = cells.map(({ text, style }, index) =>
    text === "" ? 0 : sheet.measure(text, places[index]?.width ?? 0, style).height,
  );
  return { cells, height: Math.max(...heights) + 2 * ROW_PADDING };
}

function drawRow(sheet: Sheet, { cells, height }: Row, top: number): void {
  placesOf(sheet).forEach((place, index) => {
    const cell = cells[index];
    if (cell && cell.text !== "") sheet.text(cell.text, { ...place, top: top + ROW_PADDING }, cell.style);
  });
  const line = top + height;
  sheet.line(
    [
      [MARGIN, line],
      [sheet.width - MARGIN, line],
    ],
    0.3,
    INK.faint,
  );
}

function drawHeader(sheet: Sheet, facts: BreedingListFacts): number {
  const width = sheet.width - 2 * MARGIN;
  sheet.text(
    tidy(facts.kennelName),
    { left: MARGIN, top: MARGIN - 6, width: width * 0.6 },
    { face: "serif", size: 17, minSize: 9 },
  );
  sheet.text(
    facts.title,
    { left: MARGIN + width * 0.6, top: MARGIN - 3, width: width * 0.4 },
    { face: "serif", size: 13, minSize: 8, color: INK.brass, align: "right" },
  );
  const top = MARGIN + HEADER_HEIGHT - 26;
  placesOf(sheet).forEach((place, index) => {
    const column = COLUMNS[index];
    if (!column) return;
    sheet.text(
      column.label,
      { ...place, top },
      { face: "sans", size: 7.5, minSize: 6, color: INK.muted, align: column.align ?? "left" },
    );
  });
  const rule = MARGIN + HEADER_HEIGHT - 13;
  sheet.line(
    [
      [MARGIN, rule],
      [sheet.width - MARGIN, rule],
    ],
    0.8,
    INK.line,
  );
  return rule;
}

const countText = (count: number): string => (count === 1 ? "1 breeding" : `${count} breedings`);

function drawFooters(sheets: readonly Sheet[], { breedings, printedOn }: BreedingListFacts): void {
  sheets.forEach((sheet, index) => {
    const place = { left: MARGIN, top: sheet.height - MARGIN, width: sheet.width - 2 * MARGIN };
    const style = { face: "sans", size: 7.5, color: INK.muted } as const;
    sheet.text(`${countText(breedings.length)} · printed on ${formatDay(printedOn)}`, place, style);
    sheet.text(`Page ${index + 1} of ${sheets.length}`, place, { ...style, align: "right" });
  });
}

function* textsOf({ kennelName, title, breedings }: BreedingListFacts): Generator<string> {
  yield "·–"; // of the list's own words
  yield tidy(kennelName) + title;
  for (const breeding of breedings) for (const column of COLUMNS) yield tidy(column.read(breeding));
}

/** Makes the list's PDF. */
export async function makeBreedingList(facts: BreedingListFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const printedAt = new Date(`${facts.printedOn}T00:00:00Z`);
  document.setTitle(`${facts.title}, ${tidy(facts.kennelName)}`, { showInWindowTitleBar: true });
  document.setCreator("Studbook");
  document.setProducer("Studbook");
  document.setLanguage("en");
  document.setCreationDate(printedAt);
  document.setModificationDate(printedAt);
  const lettering = await Lettering.embed(document, textsOf(facts));
  const sheets: Sheet[] = [];
  const turnPage = (): { sheet: Sheet; top: number } => {
    const sheet = new Sheet(document, "letter", lettering);
    sheets.push(sheet);
    return { sheet, top: drawHeader(sheet, facts) };
  };
  let { sheet, top } = turnPage();
  for (const breeding of facts.breedings) {
    const row = makeRow(sheet, breeding);
    if (top + row.height > sheet.height - MARGIN - FOOTER_HEIGHT) ({ sheet, top } = turnPage());
    drawRow(sheet, row, top);
    top += row.height;
  }
  if (facts.breedings.length === 0) {
    sheet.text(
      "No breedings found",
      { left: MARGIN, top: top + 12, width: sheet.width - 2 * MARGIN },
      { face: "sans", size: 10, color: INK.muted },
    );
  }
  drawFooters(sheets, facts);
  return await document.save();
}

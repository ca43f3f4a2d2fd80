/**
 * The printed sheet of a litter: its parents, the whelping and one line for each puppy, on as many landscape pages
 * as needed. The same data creates the same pages. Source: decision GAP-LIT-04.
 */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "./certificate/describe-document";
import { firstLetters, Lettering, MISSING, tidy } from "./certificate/lettering";
import { INK, Sheet, type TextStyle } from "./certificate/sheet";
import { formatDay } from "../formatting/formatting";
import { SHEET_COLUMNS, toSheetRow, whelpingText, type LitterSheetFacts } from "../litters/sheet-facts";

const MARGIN = 34;
const GAP = 7;
const ROW_PADDING = 4;
const FOOTER_HEIGHT = 16;

/** The columns' shares of the page's width, in order. */
const SHARES = [0.03, 0.1, 0.07, 0.055, 0.13, 0.06, 0.075, 0.085, 0.06, 0.06, 0.1, 0.065, 0.11];
const NUMERIC = new Set(["Birth weight (g)", "Last weight (g)"]);
const MAX_LINES = 5;

interface Place {
  readonly left: number;
  readonly width: number;
}

const innerWidth = (sheet: Sheet): number => sheet.width - 2 * MARGIN;

function placesOf(sheet: Sheet): Place[] {
  const width = innerWidth(sheet) - GAP * (SHARES.length - 1);
  let left = MARGIN;
  return SHARES.map((share) => {
    const place = { left, width: width * share };
    left += place.width + GAP;
    return place;
  });
}

const cellStyle = (column: string): TextStyle => ({
  face: column === "Name" ? "bold" : "sans",
  size: 8.5,
  minSize: 6.5,
  maxLines: MAX_LINES,
  align: NUMERIC.has(column) ? "right" : "left",
});

const rule = (sheet: Sheet, top: number, thickness: number, color: (typeof INK)["line"]): void =>
  sheet.line(
    [
      [MARGIN, top],
      [sheet.width - MARGIN, top],
    ],
    thickness,
    color,
  );

/** Returns the height of the row. */
function drawRow(sheet: Sheet, cells: readonly string[], top: number, isDrawn: boolean): number {
  const places = placesOf(sheet);
  const heights = cells.map((text, index) => {
    const place = places[index];
    if (!place || text === "") return 0;
    const style = cellStyle(SHEET_COLUMNS[index] ?? "");
    return isDrawn
      ? sheet.text(text, { ...place, top: top + ROW_PADDING }, style)
      : sheet.measure(text, place.width, style).height;
  });
  return Math.max(...heights) + 2 * ROW_PADDING;
}

function drawColumnHeads(sheet: Sheet, top: number): number {
  const places = placesOf(sheet);
  SHEET_COLUMNS.forEach((label, index) => {
    const place = places[index];
    if (!place) return;
    const align = NUMERIC.has(label) ? "right" : "left";
    sheet.text(
      label,
      { ...place, top },
      { face: "sans", size: 7, minSize: 5.5, maxLines: 2, color: INK.muted, align },
    );
  });
  rule(sheet, top + 20, 0.8, INK.line);
  return top + 20;
}

const parentText = ({ name, breed, registrations }: LitterSheetFacts["sire"]): string =>
  [name, breed, registrations].filter((part) => part !== null && part !== "").join(" · ");

/** Each line has a label. */
const factsOf = (facts: LitterSheetFacts): readonly (readonly [string, string])[] => [
  ["Sire", parentText(facts.sire)],
  ["Dam", parentText(facts.dam)],
  ["Whelped", formatDay(facts.litter.whelpingDate)],
  [
    "Puppies",
    `${facts.litter.numberBorn} born, ${facts.litter.numberAlive} alive, ${facts.litter.numberMales} male, ${facts.litter.numberFemales} female`,
  ],
  ["Litter", [facts.litter.letter, facts.litter.registrationNumber].filter(Boolean).join(" · ")],
  ["Whelping", whelpingText(facts)],
  ["Notes", facts.litter.notes ?? ""],
];

function drawTitle(sheet: Sheet, facts: LitterSheetFacts): number {
  const width = innerWidth(sheet);
  sheet.text(
    tidy(facts.kennelName),
    { left: MARGIN, top: MARGIN - 6, width: width * 0.65 },
    { face: "serif", size: 18, minSize: 9 },
  );
  sheet.text(
    "Litter record",
    { left: MARGIN + width * 0.65, top: MARGIN - 4, width: width * 0.35 },
    { face: "serif", size: 15, color: INK.brass, align: "right" },
  );
  let top = MARGIN + 22;
  rule(sheet, top, 0.8, INK.line);
  top += 8;
  for (const [label, text] of factsOf(facts)) {
    const value = tidy(text);
    if (value === "") continue;
    sheet.text(label, { left: MARGIN, top, width: 60 }, { face: "sans", size: 8.5, color: INK.muted });
    const style = { face: "sans", size: 9.5, minSize: 7.5, maxLines: 6 } as const;
    top += sheet.text(value, { left: MARGIN + 64, top: top - 1, width: width - 64 }, style) + 3;
  }
  return top + 10;
}

function drawFooters(sheets: readonly Sheet[], printedOn: string): void {
  sheets.forEach((sheet, index) => {
    const place = { left: MARGIN, top: sheet.height - MARGIN, width: innerWidth(sheet) };
    const style = { face: "sans", size: 7.5, color: INK.muted } as const;
    const missing = sheet.lettering.hasMissing
      ? ` ${MISSING} stands for a character that this document has no font for.`
      : "";
    sheet.text(`Printed from the kennel's records on ${formatDay(printedOn)}.${missing}`, place, style);
    sheet.text(`Page ${index + 1} of ${sheets.length}`, place, { ...style, align: "right" });
  });
}

function* textsOf(facts: LitterSheetFacts): Generator<string> {
  yield "·–'□"; // The fixed words contain these characters.
  yield tidy(facts.kennelName);
  for (const [, text] of factsOf(facts)) yield tidy(text);
  for (const puppy of facts.puppies) yield toSheetRow(puppy, facts.timeZone).map(tidy).join("");
}

export async function makeLitterSheet(facts: LitterSheetFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  describeDocument(document, {
    title: `Litter of ${tidy(facts.sire.name)} × ${tidy(facts.dam.name)}`,
    author: tidy(facts.kennelName),
    printedOn: facts.printedOn,
  });
  const lettering = await Lettering.embed(document, textsOf(facts));
  const first = new Sheet(document, "letter", lettering);
  const sheets = [first];
  let sheet = first;
  let top = drawColumnHeads(sheet, drawTitle(sheet, facts));
  for (const puppy of facts.puppies) {
    const cells = toSheetRow(puppy, facts.timeZone).map(tidy);
    if (top + drawRow(sheet, cells, top, false) > sheet.height - MARGIN - FOOTER_HEIGHT) {
      sheet = new Sheet(document, "letter", lettering);
      sheets.push(sheet);
      top = drawColumnHeads(sheet, MARGIN - 6);
    }
    top += drawRow(sheet, cells, top, true);
    rule(sheet, top, 0.3, INK.faint);
  }
  if (facts.puppies.length === 0) {
    const place = { left: MARGIN, top: top + 10, width: innerWidth(sheet) };
    sheet.text("No puppies recorded yet", place, { face: "sans", size: 10, color: INK.muted });
  }
  drawFooters(sheets, facts.printedOn);
  return await document.save();
}

/** The name contains only characters that every file system accepts. */
export function litterFileName({ sire, dam, litter }: LitterSheetFacts, format: "pdf" | "csv"): string {
  const name = firstLetters(`${tidy(sire.name)} x ${tidy(dam.name)}`.replace(/[\\/:*?"<>|]+/gu, " "), 100);
  return `Litter ${name} ${litter.whelpingDate}.${format}`;
}

/**
 * A printed list: landscape pages with the kennel's name, a title, and one line for each row, each cell within its
 * column. The same rows create the same pages.
 */
import { strToU8, zlibSync } from "fflate";
import {
  ColorTypes,
  PDFArray,
  PDFContentStream,
  PDFDocument,
  PDFRawStream,
  PDFRef,
  type Color,
  type PDFFont,
  type PDFName,
  type PDFPage,
} from "pdf-lib";
import { describeDocument } from "./certificate/describe-document";
import { Lettering, tidy } from "./certificate/lettering";
import { ASCENT, INK, LEADING, Sheet, type TextStyle } from "./certificate/sheet";
import { formatDay } from "../formatting/formatting";

export interface ListColumn<Row> {
  readonly label: string;
  /** The part of the page's width, from 0 to 1. */
  readonly share: number;
  readonly align?: "left" | "right";
  readonly maxLines: number;
  readonly isBold?: boolean;
  readonly read: (row: Row) => string;
}

/** The other columns get the width of the column that is left out. */
export function withoutColumn<Row>(columns: readonly ListColumn<Row>[], label: string): ListColumn<Row>[] {
  const left = columns.filter((column) => column.label !== label);
  const width = left.reduce((sum, { share }) => sum + share, 0);
  return left.map((column) => ({ ...column, share: column.share / width }));
}

export interface PrintedList<Row> {
  readonly kennelName: string;
  /** For example 'Planned breedings'. */
  readonly title: string;
  readonly printedOn: string;
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  readonly columns: readonly ListColumn<Row>[];
  /** For example '12 breedings'. */
  readonly countText: (count: number) => string;
  readonly emptyText: string;
  /** Called regularly with the number of drawn rows, so that a long list does not block other work. */
  readonly onRows?: (drawn: number) => Promise<void>;
}

/** The common part of all lists of a kind. */
export interface ListLook<Row> extends Pick<PrintedList<Row>, "countText" | "emptyText"> {
  /** Columns may depend on the date of printing. */
  readonly columnsOn: (today: string) => readonly ListColumn<Row>[];
}

const MARGIN = 34;
const HEADER_HEIGHT = 46;
const FOOTER_HEIGHT = 16;
const GAP = 8;
const ROW_PADDING = 3.5;

/** Rows between two calls of `onRows`. Drawing them takes some tenths of a second. */
const ROWS_AT_ONCE = 200;

interface Place {
  readonly left: number;
  readonly width: number;
}

interface Cell {
  readonly text: string;
  readonly style: TextStyle;
}

/** pdf-lib's own function would take most of the time of a long list. */
const points = (value: number): string => String(Math.round(value * 1000) / 1000);

/**
 * Writes the drawing of one page's rows directly as operators of the PDF (ISO 32000-1, annex A). With the objects
 * of the library, 10,000 rows would take three times as long.
 */
class RowInk {
  private readonly operators: string[] = [];
  private readonly fontKeys = new Map<PDFFont, PDFName>();

  constructor(private readonly sheet: Sheet) {}

  text({ text, style }: Cell, { left, width, top }: Place & { top: number }): void {
    const { face, align = "left" } = style;
    const { lettering, height } = this.sheet;
    const { lines, size } = lettering.fit(face, text, width, style);
    lines.forEach((line, index) => {
      const runs = lettering.encode(face, line);
      const used = runs.reduce((sum, run) => sum + run.width * size, 0);
      let x = align === "right" ? left + width - used : left;
      const y = height - (top + size * (ASCENT + LEADING * index));
      for (const run of runs) {
        this.operators.push(
          `BT ${this.keyOf(run.font).toString()} ${points(size)} Tf 1 0 0 1 ${points(x)} ${points(y)} Tm <${run.glyphs}> Tj ET`,
        );
        x += run.width * size;
      }
    });
  }

  rule(top: number): void {
    const y = points(this.sheet.height - top);
    const [from, to] = [points(MARGIN), points(this.sheet.width - MARGIN)];
    this.operators.push(`0.3 w ${colorOperands(INK.faint)} RG ${from} ${y} m ${to} ${y} l S`);
  }

  finish(): void {
    if (this.operators.length === 0) return;
    const { node, doc } = this.sheet.page;
    const drawn = `q\n${colorOperands(INK.text)} rg\n${this.operators.join("\n")}\nQ`;
    const stream = doc.context.stream(zlibSync(strToU8(drawn), { level: 4 }), { Filter: "FlateDecode" });
    node.addContentStream(doc.context.register(stream));
  }

  private keyOf(font: PDFFont): PDFName {
    const known = this.fontKeys.get(font) ?? this.sheet.page.node.newFontDictionary(font.name, font.ref);
    this.fontKeys.set(font, known);
    return known;
  }
}

const colorOperands = (color: Color): string =>
  color.type === ColorTypes.RGB ? [color.red, color.green, color.blue].map(points).join(" ") : "0 0 0";

interface Line {
  readonly cells: readonly Cell[];
  readonly height: number;
}

/** A column has the same position on all pages. */
class ListPages<Row> {
  private readonly sheets: Sheet[] = [];
  private readonly places: readonly Place[];
  private drawn = 0;

  constructor(
    private readonly document: PDFDocument,
    private readonly lettering: Lettering,
    private readonly list: PrintedList<Row>,
  ) {
    const { columns } = list;
    const width = this.turn().width - 2 * MARGIN - GAP * (columns.length - 1);
    let left = MARGIN;
    this.places = columns.map(({ share }) => {
      const place = { left, width: width * share };
      left += place.width + GAP;
      return place;
    });
  }

  async draw(): Promise<void> {
    let sheet = this.sheets[0] ?? this.turn();
    let ink = new RowInk(sheet);
    let top = this.drawHeader(sheet);
    for await (const row of this.list.rows) {
      if (this.drawn % ROWS_AT_ONCE === 0) await this.list.onRows?.(this.drawn);
      this.drawn += 1;
      const line = this.layOut(sheet, row);
      if (top + line.height > sheet.height - MARGIN - FOOTER_HEIGHT) {
        ink.finish();
        pack(sheet.page);
        sheet = this.turn();
        ink = new RowInk(sheet);
        top = this.drawHeader(sheet);
      }
      this.drawLine(ink, line, top);
      top += line.height;
    }
    ink.finish();
    if (this.drawn === 0) {
      sheet.text(
        this.list.emptyText,
        { left: MARGIN, top: top + 12, width: sheet.width - 2 * MARGIN },
        { face: "sans", size: 10, color: INK.muted },
      );
    }
    this.drawFooters();
  }

  private turn(): Sheet {
    const sheet = new Sheet(this.document, "letter", this.lettering);
    this.sheets.push(sheet);
    return sheet;
  }

  private styleOf({ align = "left", maxLines, isBold = false }: ListColumn<Row>): TextStyle {
    return { face: isBold ? "bold" : "sans", size: 8.5, minSize: 7, maxLines, align };
  }

  private layOut(sheet: Sheet, row: Row): Line {
    const cells = this.list.columns.map((column) => ({
      text: tidy(column.read(row)),
      style: this.styleOf(column),
    }));
    const heights = cells.map(({ text, style }, index) =>
      text === "" ? 0 : sheet.measure(text, this.places[index]?.width ?? 0, style).height,
    );
    return { cells, height: Math.max(...heights) + 2 * ROW_PADDING };
  }

  private drawLine(ink: RowInk, { cells, height }: Line, top: number): void {
    this.places.forEach((place, index) => {
      const cell = cells[index];
      if (cell && cell.text !== "") ink.text(cell, { ...place, top: top + ROW_PADDING });
    });
    ink.rule(top + height);
  }

  /** Returns the position where the rows start. */
  private drawHeader(sheet: Sheet): number {
    const width = sheet.width - 2 * MARGIN;
    sheet.text(
      tidy(this.list.kennelName),
      { left: MARGIN, top: MARGIN - 6, width: width * 0.6 },
      { face: "serif", size: 17, minSize: 9 },
    );
    sheet.text(
      tidy(this.list.title),
      { left: MARGIN + width * 0.6, top: MARGIN - 3, width: width * 0.4 },
      { face: "serif", size: 13, minSize: 8, color: INK.brass, align: "right" },
    );
    const top = MARGIN + HEADER_HEIGHT - 26;
    this.places.forEach((place, index) => {
      const column = this.list.columns[index];
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

  private drawFooters(): void {
    const { countText, printedOn } = this.list;
    this.sheets.forEach((sheet, index) => {
      const place = { left: MARGIN, top: sheet.height - MARGIN, width: sheet.width - 2 * MARGIN };
      const style = { face: "sans", size: 7.5, color: INK.muted } as const;
      sheet.text(`${countText(this.drawn)} · printed on ${formatDay(printedOn)}`, place, style);
      sheet.text(`Page ${index + 1} of ${this.sheets.length}`, place, { ...style, align: "right" });
      pack(sheet.page);
    });
  }
}

/**
 * pdf-lib itself compresses the operations only when the document is saved. The operations of a thousand pages
 * would need more memory than an action has.
 */
function pack(page: PDFPage): void {
  const { context } = page.doc;
  const contents = page.node.Contents();
  for (const ref of contents instanceof PDFArray ? contents.asArray() : []) {
    const stream = ref instanceof PDFRef ? context.lookup(ref) : undefined;
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFContentStream)) continue;
    stream.updateDict();
    context.assign(ref, PDFRawStream.of(stream.dict, stream.getContents()));
  }
  // A page of pdf-lib stores its operations and offers no way to release them. After they are removed, it starts a
  // new stream.
  Object.assign(page, { contentStream: undefined, contentStreamRef: undefined });
}

/** Only embedded characters can be printed, so all characters are collected first. */
export class ListCharacters {
  readonly #known = new Set<string>();

  addWords({ kennelName, title }: Pick<PrintedList<never>, "kennelName" | "title">): void {
    this.#add("·–"); // The fixed words contain these characters.
    this.#add(tidy(kennelName) + tidy(title));
  }

  addRow<Row>(row: Row, columns: readonly ListColumn<Row>[]): void {
    for (const { read } of columns) this.#add(tidy(read(row)));
  }

  [Symbol.iterator] = (): Iterator<string> => this.#known[Symbol.iterator]();

  #add(text: string): void {
    for (const character of text) this.#known.add(character);
  }
}

/** A list of any kind of rows that can be drawn into one document together with other lists. */
export interface DrawableList {
  readonly draw: (document: PDFDocument, lettering: Lettering) => Promise<void>;
}

export const drawableList = <Row>(list: PrintedList<Row>): DrawableList => ({
  draw: async (document, lettering) => await new ListPages(document, lettering, list).draw(),
});

interface DocumentFacts {
  readonly title: string;
  readonly printedOn: string;
  /** The common part of all lists. */
  readonly characters: Iterable<string>;
}

/** All lists use the same fonts. */
export async function makePrintedLists(
  { title, printedOn, characters }: DocumentFacts,
  lists: readonly DrawableList[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  describeDocument(document, { title, printedOn });
  const lettering = await Lettering.embed(document, characters);
  for (const { draw } of lists) await draw(document, lettering);
  return await document.save();
}

/** `read` returns the rows from the beginning: first to collect their characters, and then to draw them. */
export async function makeListAsRead<Row>(
  list: Omit<PrintedList<Row>, "rows">,
  read: () => PrintedList<Row>["rows"],
): Promise<Uint8Array> {
  const { kennelName, title, printedOn, columns } = list;
  const characters = new ListCharacters();
  characters.addWords(list);
  for await (const row of read()) characters.addRow(row, columns);
  return await makePrintedLists({ title: `${title}, ${tidy(kennelName)}`, printedOn, characters }, [
    drawableList({ ...list, rows: read() }),
  ]);
}

export const makePrintedList = async <Row>(
  list: PrintedList<Row> & { readonly rows: readonly Row[] },
): Promise<Uint8Array> => await makeListAsRead(list, () => list.rows);

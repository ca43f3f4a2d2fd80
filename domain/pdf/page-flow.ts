/**
 * Lays out text on as many pages as it needs: paragraphs with runs of different styles, headings that are on the
 * same page as the text after them, tables that repeat their head, and a footer on every page. No text is cut off.
 * A word that is wider than the page is broken.
 */
import type { Color, PDFDocument } from "pdf-lib";
import { breakable, MISSING, tidy, type Face, type Lettering } from "./certificate/lettering";
import { drawWhole, embedPicture } from "./certificate/pictures";
import { INK, Sheet } from "./certificate/sheet";
import type { Brand } from "./brand";
import type { CertificatePaper } from "../pedigree/rules";

export interface TextRun {
  readonly text: string;
  readonly face?: Face;
  readonly color?: Color;
}

export interface ParagraphStyle {
  readonly size?: number;
  readonly face?: Face;
  readonly color?: Color;
  /** In points from the left edge of the text. */
  readonly indent?: number;
  readonly before?: number;
  readonly after?: number;
  /** This number of points must be free below a heading, so that it is not alone at the bottom of a page. */
  readonly keepWith?: number;
  /** The mark is before the first line, within the indent. */
  readonly bullet?: string;
}

export interface Column {
  readonly label: string;
  /** Relative to the shares of the other columns. */
  readonly share: number;
  readonly align?: "left" | "right";
}

interface Piece {
  text: string;
  readonly face: Face;
  readonly color: Color;
}

const MARGIN = 56;
const FOOTER_HEIGHT = 30;
/** Room for a kennel's logo. */
const LOGO_BOX = { width: 150, height: 44 };
const LEADING = 1.35;
const BODY_SIZE = 10.5;
const TABLE_SIZE = 9;
const TABLE_LEADING = TABLE_SIZE * LEADING;
const CELL_PADDING = 4;

/** Content starts at the current position on the last page. */
export class PageFlow {
  private readonly sheets: Sheet[] = [];
  private top = MARGIN;

  constructor(
    private readonly document: PDFDocument,
    private readonly lettering: Lettering,
    private readonly paper: CertificatePaper,
    private readonly isUpright = true,
    private readonly brand: Brand | null = null,
  ) {
    this.startPage();
  }

  get width(): number {
    return this.sheet.width - 2 * MARGIN;
  }

  paragraph(content: string | readonly TextRun[], style: ParagraphStyle = {}): void {
    const { size = BODY_SIZE, indent = 0, before = 0, after = 6, keepWith = 0, bullet } = style;
    const runs = typeof content === "string" ? [{ text: content }] : content;
    const lines = this.layOut(runs, this.width - indent, size, style);
    const height = size * LEADING;
    this.top += before;
    this.ensure(height + keepWith);
    lines.forEach((line, index) => {
      this.ensure(height);
      if (index === 0 && bullet !== undefined) {
        this.print([{ text: bullet, face: "sans", color: INK.brass }], indent - size * 1.1, size);
      }
      this.print(line, indent, size);
      this.top += height;
    });
    this.top += after;
  }

  /** Draws nothing if there is no logo. */
  async letterhead(): Promise<void> {
    const image = this.brand?.logo && (await embedPicture(this.document, this.brand.logo));
    if (!image) return;
    drawWhole(this.sheet, image, { left: MARGIN, top: this.top, ...LOGO_BOX });
    this.top += LOGO_BOX.height + 12;
  }

  rule(color: Color = INK.line, after = 8): void {
    this.ensure(2);
    this.sheet.line(
      [
        [MARGIN, this.top],
        [MARGIN + this.width, this.top],
      ],
      0.7,
      color,
    );
    this.top += after;
  }

  /** The head is repeated on each page. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    emphasis: "none" | "last" = "none",
  ): void {
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / total) * this.width);
    const head = columns.map(({ label }) => label);
    const cellsOf = (cells: readonly string[], face: Face): Piece[][][] =>
      cells.map((text, index) => this.cellLines(text, widths[index] ?? 0, face));
    const headCells = cellsOf(head, "bold");
    const drawHead = () => this.row(columns, headCells, widths, INK.muted);
    this.ensure(rowHeight(headCells) * 3);
    drawHead();
    rows.forEach((cells, index) => {
      const face: Face = emphasis === "last" && index === rows.length - 1 ? "bold" : "sans";
      let rest = cellsOf(cells, face);
      // A row that does not fit on a page continues on the next one.
      do {
        if (this.ensure(rowHeight(rest))) drawHead();
        const most = Math.max(1, Math.floor((this.bottom - this.top - 2 * CELL_PADDING) / TABLE_LEADING));
        this.row(
          columns,
          rest.map((lines) => lines.slice(0, most)),
          widths,
          INK.text,
        );
        rest = rest.map((lines) => lines.slice(most));
      } while (rest.some((lines) => lines.length > 0));
    });
    this.top += 10;
  }

  /** All blocks are on the same page. */
  sideBySide(
    count: number,
    height: number,
    draw: (sheet: Sheet, left: number, top: number, width: number, index: number) => void,
  ): void {
    this.ensure(height);
    const gap = 32;
    const width = (this.width - gap * (count - 1)) / count;
    for (let index = 0; index < count; index += 1) {
      draw(this.sheet, MARGIN + index * (width + gap), this.top, width, index);
    }
    this.top += height;
  }

  /** Must be called last, when the number of pages is known. */
  finish(footer: string): void {
    const note = this.lettering.hasMissing ? ` · ${MISSING} stands for a character without a font` : "";
    this.sheets.forEach((sheet, index) => {
      const top = sheet.height - MARGIN + 8;
      const box = { left: MARGIN, top, width: sheet.width - 2 * MARGIN };
      sheet.line(
        [
          [MARGIN, top - 5],
          [MARGIN + box.width, top - 5],
        ],
        0.4,
        INK.faint,
      );
      const style = { face: "sans", size: 7.5, minSize: 6, color: INK.muted } as const;
      sheet.text(footer + note, { ...box, width: box.width * 0.8 }, style);
      sheet.text(`Page ${index + 1} of ${this.sheets.length}`, box, { ...style, align: "right" });
      const own = tidy(this.brand?.footerText ?? "");
      if (own !== "") sheet.text(own, { ...box, top: top + 11 }, { ...style, maxLines: 1 });
    });
  }

  private get bottom(): number {
    return this.sheet.height - MARGIN - FOOTER_HEIGHT / 2;
  }

  private get sheet(): Sheet {
    return this.sheets.at(-1) ?? this.startPage();
  }

  private startPage(): Sheet {
    const sheet = new Sheet(this.document, this.paper, this.lettering, this.isUpright, this.brand);
    this.sheets.push(sheet);
    this.top = MARGIN;
    return sheet;
  }

  /** A new page is started if `height` does not fit. Returns whether a page was started. */
  private ensure(height: number): boolean {
    if (this.top + height <= this.bottom || this.top === MARGIN) return false;
    this.startPage();
    return true;
  }

  private print(pieces: readonly Piece[], indent: number, size: number, below = 0): void {
    let x = MARGIN + indent;
    const y = this.sheet.height - (this.top + below + size);
    for (const { text, face, color } of pieces) {
      x += this.lettering.print(this.sheet.page, face, text, { x, y, size, color: this.sheet.tone(color) });
    }
  }

  private layOut(
    runs: readonly TextRun[],
    width: number,
    size: number,
    style: Pick<ParagraphStyle, "face" | "color">,
  ): Piece[][] {
    const lines: Piece[][] = [[]];
    let used = 0;
    const put = (text: string, face: Face, color: Color) => {
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      if (last?.face === face && last.color === color) last.text += text;
      else line.push({ text, face, color });
      used += this.lettering.width(face, text, size);
    };
    const breakLine = () => {
      lines.push([]);
      used = 0;
    };
    for (const { text, face = style.face ?? "sans", color = style.color ?? INK.text } of runs) {
      for (const word of breakable(text)) {
        if (used > 0 && used + this.lettering.width(face, word.trimEnd(), size) > width) breakLine();
        let rest = used === 0 ? word.trimStart() : word;
        while (this.lettering.width(face, rest, size) > width) {
          const head = this.headThatFits(face, rest, width, size);
          put(head, face, color);
          breakLine();
          rest = rest.slice(head.length);
        }
        if (rest !== "") put(rest, face, color);
      }
    }
    return lines.filter((line) => line.length > 0);
  }

  /** Returns at least one character. */
  private headThatFits(face: Face, word: string, width: number, size: number): string {
    let head = "";
    for (const character of word) {
      if (head !== "" && this.lettering.width(face, head + character, size) > width) break;
      head += character;
    }
    return head;
  }

  private cellLines(text: string, width: number, face: Face): Piece[][] {
    return this.layOut([{ text }], width - 2 * CELL_PADDING, TABLE_SIZE, { face });
  }

  private row(
    columns: readonly Column[],
    cells: readonly (readonly Piece[][])[],
    widths: readonly number[],
    color: Color,
  ): void {
    const { top } = this;
    let left = 0;
    columns.forEach(({ align = "left" }, index) => {
      const width = widths[index] ?? 0;
      this.top = top;
      for (const line of cells[index] ?? []) {
        const used = line.reduce(
          (sum, piece) => sum + this.lettering.width(piece.face, piece.text, TABLE_SIZE),
          0,
        );
        const indent = left + (align === "right" ? width - CELL_PADDING - used : CELL_PADDING);
        this.print(
          line.map((piece) => ({ ...piece, color })),
          indent,
          TABLE_SIZE,
          CELL_PADDING,
        );
        this.top += TABLE_LEADING;
      }
      left += width;
    });
    this.top = top + rowHeight(cells);
    this.sheet.line(
      [
        [MARGIN, this.top],
        [MARGIN + this.width, this.top],
      ],
      0.4,
      INK.faint,
    );
  }
}

const rowHeight = (cells: readonly (readonly Piece[][])[]): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * TABLE_LEADING + 2 * CELL_PADDING;

/**
 * The page of a certificate, in points from its upper left corner, with its few drawing operations. The colors are
 * the light colors of the web app, darker where printing needs this. The kennel's chosen colors replace brass and
 * line.
 */
import type { Color, PDFDocument, PDFPage } from "pdf-lib";
import type { CertificatePaper } from "../../pedigree/rules";
import { colorOf, type Brand } from "../brand";
import type { Face, FitOptions, Lettering } from "./lettering";

/** Landscape, in points. */
const PAPER_SIZES: Record<CertificatePaper, readonly [number, number]> = {
  a4: [841.89, 595.28],
  letter: [792, 612],
};

export const INK = {
  text: colorOf("1d2822"),
  muted: colorOf("59594b"),
  brass: colorOf("87580f"),
  line: colorOf("b98a3a"),
  faint: colorOf("d9d2bf"),
  wash: colorOf("fbf8ef"),
  mark: colorOf("f3e5c4"),
  male: colorOf("2b5f93"),
  female: colorOf("84458c"),
} as const;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextStyle extends FitOptions {
  readonly face: Face;
  readonly color?: Color;
  readonly align?: "left" | "center" | "right";
  /** Line height as a multiple of the size. */
  readonly leading?: number;
}

export const LEADING = 1.2;
/** The distance of the baseline below the top of a line, as a share of the size. */
export const ASCENT = 0.95;

export class Sheet {
  readonly page: PDFPage;
  readonly width: number;
  readonly height: number;

  constructor(
    document: PDFDocument,
    paper: CertificatePaper,
    readonly lettering: Lettering,
    isUpright = false,
    private readonly brand: Pick<Brand, "primaryColor" | "accentColor"> | null = null,
  ) {
    const [long, short] = PAPER_SIZES[paper];
    [this.width, this.height] = isUpright ? [short, long] : [long, short];
    this.page = document.addPage([this.width, this.height]);
  }

  /** Accents and lines have the kennel's own colors. */
  tone(color: Color): Color {
    if (this.brand === null) return color;
    if (color === INK.brass) return colorOf(this.brand.primaryColor);
    return color === INK.line ? colorOf(this.brand.accentColor) : color;
  }

  /** Prints from the top of a column, fitted to the column's width. Returns the height. */
  text(text: string, { left, top, width }: Omit<Box, "height">, style: TextStyle): number {
    const { face, color = INK.text, align = "left", leading = LEADING } = style;
    const { lines, size } = this.lettering.fit(face, text, width, style);
    lines.forEach((line, index) => {
      const slack = width - this.lettering.width(face, line, size);
      const x = left + (align === "left" ? 0 : align === "center" ? slack / 2 : slack);
      const y = this.height - (top + size * (ASCENT + leading * index));
      this.lettering.print(this.page, face, line, { x, y, size, color: this.tone(color) });
    });
    return lines.length * size * leading;
  }

  /** `isCut` is true if the end of the text would be cut. */
  measure(text: string, width: number, style: TextStyle): { height: number; isCut: boolean } {
    const { lines, size, isCut } = this.lettering.fit(style.face, text, width, style);
    return { height: lines.length * size * (style.leading ?? LEADING), isCut };
  }

  line(points: readonly (readonly [number, number])[], thickness: number, color: Color): void {
    for (let index = 1; index < points.length; index += 1) {
      const [from, to] = [points[index - 1], points[index]];
      if (!from || !to) continue;
      this.page.drawLine({
        start: { x: from[0], y: this.height - from[1] },
        end: { x: to[0], y: this.height - to[1] },
        thickness,
        color: this.tone(color),
      });
    }
  }

  box({ left, top, width, height }: Box, { fill, border, thickness = 0.5, dashes }: BoxStyle): void {
    this.page.drawRectangle({
      x: left,
      y: this.height - top - height,
      width,
      height,
      ...(fill && { color: this.tone(fill) }),
      ...(border && { borderColor: this.tone(border), borderWidth: thickness }),
      ...(dashes && { borderDashArray: [...dashes] }),
    });
  }
}

interface BoxStyle {
  readonly fill?: Color;
  readonly border?: Color;
  readonly thickness?: number;
  readonly dashes?: readonly number[];
}

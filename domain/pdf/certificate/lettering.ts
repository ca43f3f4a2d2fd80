/**
 * The text on a certificate: the font for each character, the widths of texts, and how a text fits into its box. A
 * text first gets smaller, then has more lines, and is finally cut with an ellipsis. A text is never larger than
 * its box. A character that is missing in all fonts becomes a white square and sets `hasMissing`.
 */
import fontkit from "@pdf-lib/fontkit";
import type { Color, PDFDocument, PDFFont, PDFPage } from "pdf-lib";
import sansRegular from "./fonts/sans-regular.json";
import sansSemibold from "./fonts/sans-semibold.json";
import serifSemibold from "./fonts/serif-semibold.json";

interface FontPiece {
  readonly characters: string;
  readonly woff: string;
}

/** The sans font has letters of some languages that the serif font lacks. */
const FACES = {
  serif: [...serifSemibold.pieces, ...sansSemibold.pieces],
  sans: sansRegular.pieces,
  bold: sansSemibold.pieces,
} satisfies Record<string, readonly FontPiece[]>;

export type Face = keyof typeof FACES;
const FACE_NAMES = Object.keys(FACES) as Face[]; // The keys of the object above.

export const MISSING = "□";
const ELLIPSIS = "…";

/** A line may break between these characters without a space. */
const EAST_ASIAN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;

/** No language puts this many accents on one letter, and laying out thousands of accents would take minutes. */
const HEAPED_ACCENTS = /(\p{M}{4})\p{M}+/gu;

/** Most texts need no normalization, and a list has many thousands of texts. */
const TIDY = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/u;

/** The result is composed, on one line, and without invisible characters. */
export const tidy = (text: string): string => (TIDY.test(text) ? text : normalized(text));

const normalized = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[\p{Cf}\u{fe00}-\u{fe0f}]/gu, "")
    .normalize("NFC")
    .replace(HEAPED_ACCENTS, "$1")
    .trim();

/** The result has single spaces. A surrogate pair is never split. */
export const firstLetters = (text: string, most: number): string =>
  [...text.replace(/\s+/gu, " ").trim()].slice(0, most).join("").trim();

export interface FitOptions {
  readonly size: number;
  /** A text that does not fit at this size is cut. */
  readonly minSize?: number;
  readonly maxLines?: number;
}

export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  /** An ellipsis replaces the end of the text. */
  readonly isCut: boolean;
}

interface Run {
  readonly font: PDFFont;
  text: string;
}

/** A line may break before each word, and between East Asian characters. Each word includes the space before it. */
export function breakable(text: string): string[] {
  const pieces: string[] = [];
  for (const word of text.split(/(?= )/u)) {
    let run = "";
    for (const character of word) {
      if (EAST_ASIAN.test(character)) {
        if (run !== "") pieces.push(run);
        pieces.push(character);
        run = "";
      } else run += character;
    }
    if (run !== "") pieces.push(run);
  }
  return pieces;
}

/** The glyphs of these Latin, Greek and Cyrillic letters, digits and signs do not depend on their neighbors. */
const UNCHANGED_LETTERS = /^[\x20-\x7e\u00a0-\u024f\u0370-\u03ff\u0400-\u04ff]*$/u;

const hexOf = (font: PDFFont, text: string): string => font.encodeText(text).asString();

const MOST_FITTED = 4000;

/** Only fonts that are embedded for the document are used. */
export class Lettering {
  /** The widths of characters at size 1. Without ligatures and kerning, these widths can be added up. */
  private readonly widths = new Map<PDFFont, Map<string, number>>();
  /** As hexadecimal digits. */
  private readonly glyphs = new Map<PDFFont, Map<string, string>>();
  /** Lists repeat names, dates and words. */
  private readonly fitted = new Map<string, FittedText>();

  private constructor(
    private readonly fonts: ReadonlyMap<Face, ReadonlyMap<string, PDFFont>>,
    readonly hasMissing: boolean,
  ) {}

  /** Texts that are printed later may contain only the characters of these texts and ASCII. */
  static async embed(document: PDFDocument, texts: Iterable<string>): Promise<Lettering> {
    document.registerFontkit(fontkit);
    const wanted = new Set([...asciiCharacters(), ELLIPSIS]);
    for (const text of texts) for (const character of text) wanted.add(character);
    const eastAsian = await eastAsianPieces(wanted);
    const embedded = new Map<FontPiece, PDFFont>();
    const fonts = new Map<Face, Map<string, PDFFont>>();
    for (const face of FACE_NAMES) {
      const known = new Map<string, PDFFont>();
      for (const piece of [...FACES[face], ...eastAsian]) {
        const used = [...piece.characters].filter((one) => wanted.has(one) && !known.has(one));
        if (used.length === 0) continue;
        // A text with ligatures could not be searched or copied.
        const font =
          embedded.get(piece) ??
          (await document.embedFont(piece.woff, { subset: true, features: { liga: false, clig: false } }));
        embedded.set(piece, font);
        for (const character of used) known.set(character, font);
      }
      fonts.set(face, known);
    }
    const printable = fonts.get("sans");
    return new Lettering(
      fonts,
      [...wanted].some((one) => printable?.has(one) !== true),
    );
  }

  width(face: Face, text: string, size: number): number {
    return this.runs(face, text).reduce((sum, run) => sum + this.runWidth(run) * size, 0);
  }

  /** The widths of the runs are at size 1, and the glyphs are hexadecimal digits. */
  encode(face: Face, text: string): { font: PDFFont; width: number; glyphs: string }[] {
    return this.runs(face, text).map((run) => ({
      font: run.font,
      width: this.runWidth(run),
      glyphs: this.runGlyphs(run),
    }));
  }

  /** The point is on the baseline. Returns the width. */
  print(
    page: PDFPage,
    face: Face,
    text: string,
    at: { x: number; y: number; size: number; color: Color },
  ): number {
    let { x } = at;
    for (const run of this.runs(face, text)) {
      page.drawText(run.text, { ...at, x, font: run.font });
      x += this.runWidth(run) * at.size;
    }
    return x - at.x;
  }

  /** Uses the largest possible size; a text that is still too wide at the smallest size is cut. */
  fit(face: Face, text: string, width: number, options: FitOptions): FittedText {
    const { size, minSize = size, maxLines = 1 } = options;
    const key = [face, width, size, minSize, maxLines, text].join("|");
    const known = this.fitted.get(key);
    if (known) return known;
    if (this.fitted.size === MOST_FITTED) this.fitted.clear();
    const fitted = this.fitAnew(face, text, width, options);
    this.fitted.set(key, fitted);
    return fitted;
  }

  private fitAnew(
    face: Face,
    text: string,
    width: number,
    { size, minSize = size, maxLines = 1 }: FitOptions,
  ): FittedText {
    const pieces = breakable(text);
    for (let tried = size; tried >= minSize; tried -= 0.25) {
      const { lines, rest } = this.wrap(face, pieces, width, tried, maxLines);
      const fits = rest === "" && lines.every((line) => this.width(face, line, tried) <= width);
      if (fits) return { lines, size: tried, isCut: false };
    }
    const { lines, rest } = this.wrap(face, pieces, width, minSize, maxLines);
    const last = this.cut(face, `${lines.at(-1) ?? ""}${rest}`, width, minSize);
    const whole = lines.slice(0, -1).map((line) => this.cut(face, line, width, minSize));
    return { lines: [...whole, last], size: minSize, isCut: true };
  }

  /** `rest` is the part that does not fit. */
  private wrap(
    face: Face,
    pieces: readonly string[],
    width: number,
    size: number,
    maxLines: number,
  ): { lines: string[]; rest: string } {
    const lines: string[] = [];
    let line = "";
    let rest = "";
    for (const [index, piece] of pieces.entries()) {
      if (line === "" || this.width(face, line + piece, size) <= width) line += piece;
      else if (lines.length < maxLines - 1) {
        lines.push(line.trim());
        line = piece.trimStart();
      } else {
        rest = pieces.slice(index).join("");
        break;
      }
    }
    return { lines: [...lines, line.trim()].filter((one) => one !== ""), rest };
  }

  /** Adds an ellipsis. */
  private cut(face: Face, line: string, width: number, size: number): string {
    if (this.width(face, line, size) <= width) return line;
    let kept = "";
    for (const character of line) {
      if (this.width(face, kept + character + ELLIPSIS, size) > width) break;
      kept += character;
    }
    return this.width(face, ELLIPSIS, size) > width ? "" : kept.trimEnd() + ELLIPSIS;
  }

  private runWidth({ font, text }: Run): number {
    const known = this.widths.get(font) ?? new Map<string, number>();
    this.widths.set(font, known);
    let sum = 0;
    for (const character of text) {
      const width = known.get(character) ?? font.widthOfTextAtSize(character, 1);
      known.set(character, width);
      sum += width;
    }
    return sum;
  }

  /** Glyphs that do not depend on their neighbors are encoded only once. */
  private runGlyphs({ font, text }: Run): string {
    if (!UNCHANGED_LETTERS.test(text)) return hexOf(font, text);
    const known = this.glyphs.get(font) ?? new Map<string, string>();
    this.glyphs.set(font, known);
    let digits = "";
    for (const character of text) {
      const glyph = known.get(character) ?? hexOf(font, character);
      known.set(character, glyph);
      digits += glyph;
    }
    return digits;
  }

  private runs(face: Face, text: string): Run[] {
    const fonts = this.fonts.get(face);
    const runs: Run[] = [];
    for (const character of text) {
      const font = fonts?.get(character);
      const shown = font ? { font, text: character } : { font: fonts?.get(MISSING), text: MISSING };
      const last = runs.at(-1);
      if (!shown.font) continue;
      if (last?.font === shown.font) last.text += shown.text;
      else runs.push({ font: shown.font, text: shown.text });
    }
    return runs;
  }
}

function asciiCharacters(): string[] {
  return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
}

/** The large East Asian font is read only if a text needs this font or its white square. */
async function eastAsianPieces(wanted: Set<string>): Promise<readonly FontPiece[]> {
  const western = FACES.sans.map((piece) => piece.characters).join("");
  const others = [...wanted].filter((character) => !western.includes(character));
  if (others.length === 0) return [];
  const { pieces } = (await import("./fonts/east-asian.json")).default;
  if (others.some((character) => !pieces.some((piece) => piece.characters.includes(character)))) {
    wanted.add(MISSING);
  }
  return pieces;
}

/**
 * Reads a PDF as a viewer does: its pages, and their texts through each font's table from glyphs to characters. It
 * supports only the features that our documents use: compressed streams, hexadecimal strings, `Tf`, `Tm` and `Tj`.
 */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
} from "pdf-lib";

export interface ReadText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
}

export interface ReadPdf {
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  readonly title: string | undefined;
  readonly texts: readonly ReadText[];
  /** Whether the file contains all its fonts. */
  readonly areFontsEmbedded: boolean;
}

const decode = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? new TextDecoder("latin1").decode(decodePDFRawStream(stream).decode()) : "";

const charactersOf = (hex: string): string =>
  (hex.match(/.{4}/gu) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join("");

/** Only tables of single characters. */
function glyphTable(cmap: string): Map<string, string> {
  const pairs = cmap.matchAll(/<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>\s*$/gmu);
  return new Map([...pairs].map(([, glyph = "", text = ""]) => [glyph.toLowerCase(), charactersOf(text)]));
}

interface FontTable {
  readonly characters: ReadonlyMap<string, string>;
  /** Widths by glyph, in thousandths of the font size. */
  readonly widths: ReadonlyMap<number, number>;
}

/** The table contains the number of the first glyph, then the widths from this glyph on. */
function widthTable(widths: PDFArray): Map<number, number> {
  const table = new Map<number, number>();
  for (let index = 0; index < widths.size(); index += 2) {
    const first = widths.lookup(index, PDFNumber).asNumber();
    widths
      .lookup(index + 1, PDFArray)
      .asArray()
      .forEach((width, offset) => {
        if (width instanceof PDFNumber) table.set(first + offset, width.asNumber());
      });
  }
  return table;
}

/** By default, reads the first page. */
export async function readPdf(bytes: Uint8Array | ArrayBuffer, index = 0): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const page = document.getPages()[index];
  if (!page) throw new Error("The document has no page.");
  const { context } = document;
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of("Font"), PDFDict);
  const tables = new Map<string, FontTable>();
  let areFontsEmbedded = true;
  for (const [name, reference] of fonts?.entries() ?? []) {
    const font = context.lookup(reference, PDFDict);
    const descendant = font.lookup(PDFName.of("DescendantFonts"), PDFArray).lookup(0, PDFDict);
    tables.set(name.decodeText(), {
      characters: glyphTable(decode(context.lookup(font.get(PDFName.of("ToUnicode"))))),
      widths: widthTable(descendant.lookup(PDFName.of("W"), PDFArray)),
    });
    const program = descendant.lookup(PDFName.of("FontDescriptor"), PDFDict).get(PDFName.of("FontFile2"));
    areFontsEmbedded &&= context.lookup(program) instanceof PDFRawStream;
  }
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const drawn = streams.map((stream) => decode(context.lookup(stream))).join("\n");
  return {
    pages: document.getPages().map((one) => one.getSize()),
    title: document.getTitle(),
    texts: readTexts(drawn, tables),
    areFontsEmbedded,
  };
}

function readTexts(drawn: string, tables: ReadonlyMap<string, FontTable>): ReadText[] {
  const texts: ReadText[] = [];
  const number = "(-?[\\d.e-]+)";
  const shown = new RegExp(
    `/(\\S+) ${number} Tf|${number} ${number} ${number} ${number} ${number} ${number} Tm|<([0-9A-Fa-f]*)> Tj`,
    "gu",
  );
  const none: FontTable = { characters: new Map(), widths: new Map() };
  let [table, size, x, y] = [none, 0, 0, 0];
  for (const [, font, fontSize, , , , , left, bottom, hex] of drawn.matchAll(shown)) {
    if (font !== undefined) {
      table = tables.get(font) ?? none;
      size = Number(fontSize);
    } else if (left !== undefined) [x, y] = [Number(left), Number(bottom)];
    else {
      const glyphs = hex?.toLowerCase().match(/.{4}/gu) ?? [];
      const text = glyphs.map((glyph) => table.characters.get(glyph) ?? "�").join("");
      const units = glyphs.reduce((sum, glyph) => sum + (table.widths.get(parseInt(glyph, 16)) ?? 0), 0);
      texts.push({ text, x, y, size, width: (units * size) / 1000 });
    }
  }
  return texts;
}

/** The texts of a line follow each other at the same height. */
export function linesOf(texts: readonly ReadText[]): string[] {
  const lines: string[] = [];
  texts.forEach((run, index) => {
    const before = texts[index - 1];
    const isNext = before?.y === run.y && Math.abs(before.x + before.width - run.x) < 0.05;
    if (isNext) lines[lines.length - 1] += run.text;
    else lines.push(run.text);
  });
  return lines;
}

export async function attachmentsOf(bytes: Uint8Array | ArrayBuffer): Promise<Map<string, Uint8Array>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const files = document.catalog
    .lookup(PDFName.of("Names"), PDFDict)
    .lookup(PDFName.of("EmbeddedFiles"), PDFDict)
    .lookup(PDFName.of("Names"), PDFArray);
  const found = new Map<string, Uint8Array>();
  for (let index = 0; index < files.size(); index += 2) {
    const file = files.lookup(index + 1, PDFDict);
    const name = file.lookup(PDFName.of("UF"));
    if (!(name instanceof PDFHexString)) continue;
    const stream = file.lookup(PDFName.of("EF"), PDFDict).lookup(PDFName.of("F"));
    if (stream instanceof PDFRawStream) found.set(name.decodeText(), decodePDFRawStream(stream).decode());
  }
  return found;
}

/**
 * Reads the rows of a table with their line numbers in the file. A cell whose quotation mark is not closed would
 * include all lines below. Therefore such a row ends at the end of its line, and the user gets a message.
 */
import type { parse } from "papaparse";
import type { TableLine } from "@domain/imports/table";

export type Papa = { parse: typeof parse };

/** The maximum number of lines of one dog whose cells have line breaks. */
const MOST_LINES = 50;

/** How long a dog's line may be to be tried in other readings, and how many of its quotation marks are tried. */
const MOST_CHARACTERS = 100_000;
const MOST_MARKS = 100;

/** The maximum number of broken lines whose cells are all tried. More lines would take too long. */
const MOST_TORN = 1000;

const TORN = "A quotation mark is not closed, so the line is read up to its end. Please check its cells";

/** Replaces a quotation mark that is part of the text. */
const MARK = "\uE000";

type Parsed = { cells: string[]; isTorn: boolean };

/** Splits the text of a table at `delimiter`. In the file, `above` lines come before the text. */
export function readLines(papa: Papa, text: string, delimiter: string, above: number): TableLine[] {
  const parseText = (part: string): Parsed[] => {
    const { data, errors } = papa.parse<string[]>(part, { delimiter, newline: "\n" });
    return data.map((cells) => ({ cells, isTorn: errors.length > 0 }));
  };
  // A file that programs of two systems have written contains both kinds of line ends.
  const unified = text.replace(/\r\n?/gu, "\n");
  const whole = parseText(unified);
  if (whole.every(({ cells, isTorn }) => !isTorn && cells.every((cell) => !cell.includes("\n")))) {
    return whole.map(({ cells }, at) => ({ line: above + at + 1, cells }));
  }
  const lines = unified.split("\n");
  const parseLine = (line: string): Parsed =>
    line.includes('"')
      ? (parseText(line)[0] ?? { cells: [""], isTorn: false })
      : { cells: line.split(delimiter), isTorn: false };
  const alone = lines.map(parseLine);
  const width = commonWidth(alone);

  /** Reads a dog whose cells have line breaks. Returns null if the lines below are separate dogs. */
  const readSeveral = (at: number) => {
    for (let last = at + 1; last < Math.min(lines.length, at + MOST_LINES); last += 1) {
      const joined = lines.slice(at, last + 1).join("\n");
      if (joined.length > MOST_CHARACTERS) return null;
      const read = parseText(joined);
      const [first] = read;
      if (read.length === 1 && first && !first.isTorn) {
        return first.cells.length === width ? { cells: first.cells, last } : null;
      }
      if (width > 1 && (alone[last]?.cells.length ?? 0) >= width) return null;
    }
    return null;
  };
  /** Reads a line with one of its quotation marks as text, or with all of them if one is not enough. */
  const readTorn = (line: string, before: number): string[] => {
    const marks =
      line.length > MOST_CHARACTERS || before > MOST_TORN
        ? []
        : [...line.matchAll(/"/gu)].slice(0, MOST_MARKS);
    for (const { index } of marks) {
      const { cells, isTorn } = parseLine(line.slice(0, index) + MARK + line.slice(index + 1));
      if (!isTorn && cells.length === width) return cells.map((cell) => cell.replace(MARK, '"'));
    }
    return line.split(delimiter).map((cell) => cell.replace(/^"([^"]*)"$/u, "$1"));
  };
  const read: TableLine[] = [];
  let torn = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { cells = [], isTorn = false } = alone[at] ?? {};
    torn += Number(isTorn);
    const several = isTorn && torn <= MOST_TORN ? readSeveral(at) : null;
    const line = above + at + 1;
    if (several) {
      read.push({ line, cells: several.cells, lastLine: above + several.last + 1 });
      at = several.last;
    } else if (isTorn) read.push({ line, cells: readTorn(lines[at] ?? "", torn), fault: TORN });
    else read.push({ line, cells });
  }
  return read;
}

/** Returns the usual number of cells in a dog's line. Titles, footers and continued cells have fewer cells. */
function commonWidth(lines: readonly Parsed[]): number {
  const cellsOf = new Map<number, number>();
  for (const { cells, isTorn } of lines) {
    if (isTorn || cells.every((cell) => cell.trim() === "")) continue;
    cellsOf.set(cells.length, (cellsOf.get(cells.length) ?? 0) + cells.length);
  }
  return [...cellsOf].reduce((best, other) => (other[1] > best[1] ? other : best), [0, 0])[0];
}

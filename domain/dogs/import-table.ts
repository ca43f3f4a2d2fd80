/**
 * Which line of a table holds the headings, and which lines are no dogs: titles above, footers below, headings
 * repeated on each printed page. None of them is dropped in silence. Pure.
 */
import { fieldOfHeading } from "./import-fields";

export interface TableLine {
  /** Where it begins in the file. */
  readonly line: number;
  readonly cells: string[];
  /** Where it ends, when its cells have line breaks. */
  readonly lastLine?: number;
  /** What the breeder is told about how it was read. */
  readonly fault?: string;
}

/** A line that is no dog, with what it is taken for. */
export interface AsideLine {
  readonly line: number;
  readonly text: string;
  readonly kind: "title" | "footer" | "headings";
}

export interface SplitTable {
  readonly headings: string[];
  readonly headingLine: number;
  /** Whether a heading of the line is known; without one the first line is taken. */
  readonly isHeadingKnown: boolean;
  readonly rows: TableLine[];
  readonly asides: AsideLine[];
}

/** Lines above the headings at most. */
const SEARCHED_LINES = 25;

/** Characters shown of cells without a heading. */
const SHOWN_SURPLUS = 60;

const isFilled = (cell: string): boolean => cell.trim() !== "";
const filledOf = ({ cells }: TableLine): number => cells.filter(isFilled).length;

/** How many of a line's cells are known headings. */
export const knownHeadings = (cells: readonly string[]): number =>
  new Set(cells.map(fieldOfHeading).filter((field) => field !== null)).size;

const FOOTER =
  /^(?:(?:grand )?totals?|sum(?:me)?|gesamt|insgesamt|anzahl|count|number of|nombre|totaal|aantal|printed|exported|generated|created|report|page|seite|stand|gedruckt|erstellt|imprim|exporte|afgedrukt|end of|ende der|fin de|©|\(c\)|copyright|[-=*_.#\s]+$)|^\d+\s+(?:dogs?|records?|rows?|entries|animals?|hunde?|tiere?|datensätze|einträge|chiens?|honden?)\b/iu;

const textOf = ({ cells }: TableLine): string =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" ");

function isFooter(row: TableLine, columns: number): boolean {
  const first = row.cells.find(isFilled)?.trim() ?? "";
  const most = Math.max(1, Math.min(3, Math.floor(columns / 2)));
  return filledOf(row) <= most && FOOTER.test(first);
}

const isWhole = (cells: readonly string[], headings: readonly string[]) => cells.length >= headings.length;

/** Tells of a last line that is shorter than all others. */
const cutFault = ({ cells }: TableLine, headings: readonly string[]): string | undefined =>
  isWhole(cells, headings) || headings.length === 1
    ? undefined
    : `It ends after ${cells.length} of ${headings.length} cells. The file may be cut off here`;

/** Tells of cells that stand under no heading. */
function surplusFault({ cells }: TableLine, headings: readonly string[]): string | undefined {
  const surplus = cells.slice(headings.length).filter(isFilled);
  return surplus.length === 0
    ? undefined
    : `It has more cells than there are headings, so “${surplus.join(", ").slice(0, SHOWN_SURPLUS)}” is left out`;
}

/** Splits a table's filled lines into its headings, its rows and what is neither; null when it has no rows. */
export function splitTable(lines: readonly TableLine[]): SplitTable | null {
  const filled = lines.filter((line) => filledOf(line) > 0);
  const scores = filled.slice(0, SEARCHED_LINES).map(({ cells }) => knownHeadings(cells));
  const best = Math.max(0, ...scores);
  // One known word alone may be a title, such as 'Dogs'; without headings the first line of many cells is taken.
  const widest = Math.max(0, ...filled.slice(0, SEARCHED_LINES).map(filledOf));
  const at =
    best > 1 || (best === 1 && widest === 1)
      ? scores.indexOf(best)
      : filled.findIndex((line) => filledOf(line) * 2 > widest);
  const heading = filled[at];
  if (!heading) return null;
  const key = heading.cells.join("\t");
  const asides: AsideLine[] = filled
    .slice(0, at)
    .map((line) => ({ line: line.line, text: textOf(line), kind: "title" }));
  const rows: TableLine[] = [];
  for (const row of filled.slice(at + 1)) {
    const isRepeated = row.cells.join("\t") === key;
    if (isRepeated || isFooter(row, filledOf(heading))) {
      asides.push({ line: row.line, text: textOf(row), kind: isRepeated ? "headings" : "footer" });
    } else rows.push(row);
  }
  const headings = heading.cells;
  const isCut = rows.length > 1 && rows.slice(0, -1).every(({ cells }) => isWhole(cells, headings));
  const told = rows.map((row, index) => {
    const cut = isCut && index === rows.length - 1 ? cutFault(row, headings) : undefined;
    const fault = row.fault ?? cut ?? surplusFault(row, headings);
    return fault === undefined ? row : { ...row, fault };
  });
  return { headings, headingLine: heading.line, isHeadingKnown: best > 0, rows: told, asides };
}

/**
 * Which line of a table holds the headings, and which lines are no dogs: titles above, footers below, headings
 * repeated on each printed page. None of them is dropped in silence. Headings that stand in two lines, or several times
 * in one, are named by the dog that they speak of. Pure.
 */
import { foldHeading, isJoined, meaningsOf, type Meaning } from "./import-fields";

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
  /** Named by what stands above them, such as 'Sire Reg No' for 'Reg No' below 'Sire'. */
  readonly headings: string[];
  /** Columns of which it is not sure whose they are. */
  readonly unsure: ReadonlySet<number>;
  /** The last line of the headings. */
  readonly headingLine: number;
  /** How many lines they take. */
  readonly headingLines: number;
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
const lowerCase = (cell: string): string => cell.trim().toLowerCase();
const filledOf = ({ cells }: TableLine): number => cells.filter(isFilled).length;

/** How many of a line's cells are known headings. */
export const knownHeadings = (cells: readonly string[]): number =>
  new Set(
    meaningsOf(cells).flatMap((meaning) =>
      meaning === null || meaning === "unsure" ? [] : [`${meaning.of} ${meaning.field}`],
    ),
  ).size;

const COUNTED =
  "(?:dogs?|records?|rows?|entries|animals?|hunde?|tiere?|datensätze|einträge|chiens?|honden?|males?|females?|puppies|rüden|hündinnen)";

/** A word of a count, a page or a day, with nothing behind it but what is counted and its number: no 'Stand By Me'. */
const FOOTER = new RegExp(
  [
    `^(?:(?:grand )?totals?|sum(?:me)?|gesamt|insgesamt|anzahl|count|number of|nombre|totaal|aantal|page|seite|stand|report|printed|exported|generated|created|gedruckt|erstellt|imprim\\p{L}*|export[ée]\\p{L}*|afgedrukt)(?: (?:${COUNTED}|of|on|am|at|vom|der|de|le|op|date|datum))*\\s*(?:$|[:=#(/-]|\\d)`,
    `^\\d+\\s+${COUNTED}\\b`,
    "^[-=*_.#\\s]+$",
  ].join("|"),
  "iu",
);

/** Words that also begin a dog's name, and are a footer where the line has nothing else. */
const FOOTER_ALONE =
  /^(?:(?:printed|exported|generated|created|gedruckt|erstellt|imprim\p{L}*|export[ée]\p{L}*|afgedrukt|end of|ende der|fin de|copyright)(?!\p{L})|©|\(c\)|(?:stand|totals?|report|page)(?!\p{L}).*\d)/iu;

const textOf = ({ cells }: TableLine): string =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" ");

/** Whether a line is a footer, beside which stand numbers and dates alone: 'Count Basie' with an M is a dog. */
function isFooter({ cells }: TableLine, columns: number): boolean {
  const [first = "", ...others] = cells.filter(isFilled);
  const most = Math.max(1, Math.min(3, Math.floor(columns / 2)));
  if (others.length === 0 && FOOTER_ALONE.test(first.trim())) return true;
  return others.length < most && FOOTER.test(first.trim()) && others.every((cell) => /\d/u.test(cell));
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

/** The headings of a table as they are meant. */
interface Headings {
  readonly headings: string[];
  readonly unsure: Set<number>;
}

type Known = Meaning | "unsure" | null;

const isOwn = (meaning: Known | undefined): meaning is Meaning =>
  meaning !== undefined && meaning !== null && meaning !== "unsure" && meaning.of === "";

/** Whether a column names an ancestor, to whom what stands beside it may belong. */
const namesAncestor = (meaning: Known | undefined): boolean =>
  meaning !== undefined &&
  meaning !== null &&
  meaning !== "unsure" &&
  (meaning.of === "" ? meaning.field === "sire" || meaning.field === "dam" : meaning.field === "name");

/** Puts the heading of a group before those below it; it reaches to the right until the next one. */
function joinGroups(groups: readonly string[], cells: readonly string[]): Headings {
  const unsure = new Set<number>();
  const below = meaningsOf(cells);
  const above = meaningsOf(groups);
  const folded = cells.map(foldHeading);
  let group = -1;
  const reaching = Array.from({ length: Math.max(groups.length, cells.length) }, (_, at) => {
    if (isFilled(groups[at] ?? "")) group = at;
    return group;
  });
  const joined = reaching.map((from, at) =>
    [groups[from] ?? "", cells[at] ?? ""]
      .map((text) => text.trim())
      .join(" ")
      .trim(),
  );
  const meanings = meaningsOf(joined);
  const headings = joined.map((name, at) => {
    const cell = (cells[at] ?? "").trim();
    if (cell === "") return (groups[at] ?? "").trim();
    const from = reaching[at] ?? -1;
    if (from < 0 || meanings[at] !== null) return name;
    const isRepeated = folded.filter((other) => other === folded[at]).length > 1;
    // 'Owner' above 'Name' is somebody else's; 'Numbers' above the only 'Reg No' changes nothing.
    if (!namesAncestor(above[from])) return isRepeated ? name : cell;
    if (isOwn(below[at])) unsure.add(at);
    return name;
  });
  return { headings, unsure };
}

/** The number that programs put behind a heading that they have already. */
const REPETITION = /[ ._]?\(?\d{1,2}\)?$/u;

/** Columns by their heading, for headings that stand several times and mean what a dog has once. */
function findRepeated(headings: readonly string[], meanings: readonly Known[]): number[][] {
  const folded = headings.map(foldHeading);
  const columns = new Map<string, number[]>();
  for (const [at, heading] of headings.entries()) {
    const bare = foldHeading(heading.trim().replace(REPETITION, ""));
    const key = meanings[at] === null && folded.includes(bare) ? bare : (folded[at] ?? "");
    columns.set(key, [...(columns.get(key) ?? []), at]);
  }
  return [...columns.values()].filter((same) => {
    const [first = 0] = same;
    const meaning = meanings[first];
    return same.length > 1 && isOwn(meaning) && !isJoined(meaning.field);
  });
}

/**
 * Gives repeated headings to the ancestors they stand behind: 'Name, Reg No, Sire, Reg No, Dam, Reg No'. It is sure
 * when behind each ancestor stands exactly one and besides one at most; otherwise whose they are is left open.
 */
function placeRepeated({ headings, unsure }: Headings): Headings {
  const meanings = meaningsOf(headings);
  const placed = [...headings];
  const open = new Set(unsure);
  const ancestors = headings.flatMap((_, at) => (namesAncestor(meanings[at]) ? [at] : []));
  for (const same of findRepeated(headings, meanings)) {
    const ownerOf = (column: number) => ancestors.findLast((at) => at < column);
    const first = meanings[same[0] ?? 0];
    const isSure =
      ancestors.length > 0 &&
      // An ancestor's name stands in its own column.
      !(isOwn(first) && first.field === "name") &&
      ancestors.every((at) => same.filter((column) => ownerOf(column) === at).length === 1) &&
      same.filter((column) => ownerOf(column) === undefined).length <= 1;
    const written = same.map((column) => foldHeading(headings[column] ?? ""));
    // A second number of the dog itself is often headed 'Reg No 2', and only left out.
    const isLiteral = written.filter((heading) => heading === written[0]).length > 1;
    // Without ancestors the first is the dog's.
    for (const column of ancestors.length === 0 ? same.slice(1) : same) {
      const owner = ownerOf(column);
      if (!isSure && isLiteral) open.add(column);
      if (isSure && owner !== undefined)
        placed[column] = `${headings[owner] ?? ""} ${headings[same[0] ?? 0] ?? ""}`;
    }
  }
  return { headings: placed, unsure: open };
}

/** Whether a line holds headings and no dog: most of its words are known ones. */
const isOfHeadings = (cells: readonly string[]): boolean => {
  const meanings = meaningsOf(cells);
  const known = meanings.filter((meaning) => meaning !== null).length;
  return known > 1 && known * 2 >= cells.filter(isFilled).length;
};

/** Whether each word of a line is a known heading; such a line is no title above the headings of one more table. */
function areAllHeadings(cells: readonly string[]): boolean {
  const meanings = meaningsOf(cells);
  const isName = (meaning: Known) => isOwn(meaning) && meaning.field === "name";
  return (
    cells.filter(isFilled).length > 1 &&
    meanings.some(isName) &&
    cells.every((cell, at) => !isFilled(cell) || meanings[at] !== null)
  );
}

/** Finds the line of headings among filled lines, with the line of groups above it; null when no heading is known. */
function findHeadings(filled: readonly TableLine[]): { at: number; found: Headings | null; known: number } {
  const searched = filled.slice(0, SEARCHED_LINES);
  const single = searched.map(({ cells }) => knownHeadings(cells));
  const paired = searched.map(({ cells }, at) => {
    const above = searched[at - 1];
    if (!above || !isOfHeadings(cells)) return { known: 0, found: null };
    const found = joinGroups(above.cells, cells);
    const known = knownHeadings(found.headings);
    // Several words above headings that repeat tell them apart, also where they are nobody's of the pedigree.
    const isGrouped = filledOf(above) > 1 && findRepeated(cells, meaningsOf(cells)).length > 0;
    return { known: known + (isGrouped ? 0.5 : 0), found };
  });
  const best = Math.max(0, ...single);
  const bestPair = Math.max(0, ...paired.map(({ known }) => known));
  if (bestPair > best) {
    const at = paired.findIndex(({ known }) => known === bestPair);
    return { at, found: paired[at]?.found ?? null, known: bestPair };
  }
  // One known word alone may be a title, such as 'Dogs'; without headings the first line of many cells is taken.
  const widest = Math.max(0, ...searched.map(filledOf));
  const at =
    best > 1 || (best === 1 && widest === 1)
      ? searched.findIndex(({ cells }, place) => single[place] === best || areAllHeadings(cells))
      : filled.findIndex((line) => filledOf(line) * 2 > widest);
  return { at, found: null, known: best };
}

/**
 * Reads the headings of one more table below: the columns in the order of the first one's, then those that it has not.
 * Null for a line that is a dog.
 */
function orderOf(cells: readonly string[], headings: readonly string[]): number[] | null {
  const words = new Set(headings.map(lowerCase));
  const isWord = (cell: string) => isFilled(cell) && words.has(lowerCase(cell));
  // Few lines have two words of the headings, and only these are worth reading.
  if (cells.filter(isWord).length < 2) return null;
  const keysOf = (texts: readonly string[]) =>
    meaningsOf(texts).map((meaning, at) =>
      meaning === null || meaning === "unsure"
        ? lowerCase(texts[at] ?? "")
        : `${meaning.of} ${meaning.field}`,
    );
  const below = keysOf(cells);
  const isOther = cells.some((cell, at) => isFilled(cell) && !isWord(cell) && below[at] === lowerCase(cell));
  if (isOther || !below.includes(" name")) return null;
  const columns = keysOf(headings).map((key) => (key === "" ? -1 : below.indexOf(key)));
  return [...columns, ...below.keys()].filter((column, at, all) => column < 0 || all.indexOf(column) === at);
}

/** Splits a table's filled lines into its headings, its rows and what is neither; null when it has no rows. */
export function splitTable(lines: readonly TableLine[]): SplitTable | null {
  const filled = lines.filter((line) => filledOf(line) > 0);
  const { at, found, known } = findHeadings(filled);
  const heading = filled[at];
  if (!heading) return null;
  const above = found ? filled[at - 1] : undefined;
  const keys = [heading, above].flatMap((line) => (line ? [line.cells.join("\t")] : []));
  const asides: AsideLine[] = filled
    .slice(0, above ? at - 1 : at)
    .map((line) => ({ line: line.line, text: textOf(line), kind: "title" }));
  const { headings, unsure } = placeRepeated(found ?? { headings: heading.cells, unsure: new Set() });
  const rows: TableLine[] = [];
  let order: readonly number[] | null = null;
  for (const row of filled.slice(at + 1)) {
    const isRepeated = keys.includes(row.cells.join("\t"));
    const other = isRepeated ? null : orderOf(row.cells, headings);
    if (isRepeated || other || isFooter(row, filledOf(heading))) {
      asides.push({ line: row.line, text: textOf(row), kind: isRepeated || other ? "headings" : "footer" });
      if (isRepeated || other) order = other;
    } else rows.push(order ? { ...row, cells: order.map((column) => row.cells[column] ?? "") } : row);
  }
  const isCut = rows.length > 1 && rows.slice(0, -1).every(({ cells }) => isWhole(cells, headings));
  const told = rows.map((row, index) => {
    const cut = isCut && index === rows.length - 1 ? cutFault(row, headings) : undefined;
    const fault = row.fault ?? cut ?? surplusFault(row, headings);
    return fault === undefined ? row : { ...row, fault };
  });
  const headingLines = above ? 2 : 1;
  return {
    headings,
    unsure,
    headingLine: heading.line,
    headingLines,
    isHeadingKnown: known > 0,
    rows: told,
    asides,
  };
}

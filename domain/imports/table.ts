/**
 * Converts the cells of a row to a dog's values, according to its columns. An unreadable cell becomes a message by
 * field, and its text is stored for the file of refused rows. Source: decision GAP-DOG-03.
 */
import type { ImportKind } from "./rules";
import { parseRegistration } from "../dogs/registrations";
import type { FieldErrors } from "../errors";
import { FORMULA_SIGNS } from "../text/csv";
import { readDate, type ReadDate } from "./read-dates";
import { isDateField, measureOf, wordFieldOf, type ImportColumn } from "./columns";
import {
  IMPORT_FIELDS,
  namesNumber,
  foldHeading,
  isJoined,
  meaningsOf,
  REGISTRATION_COLUMNS,
  type ImportField,
  type Meaning,
} from "./fields";
import { readMeasure, plainId, splitNumber, isUnknown, type ImportValues } from "./read-values";
import { readWord } from "./words";

/** The apostrophe that prevents a spreadsheet from running a cell as a formula; it is removed. */
const HARMLESS = new RegExp(`^'(?=[${FORMULA_SIGNS}\\d])`);
const plain = (cell: string): string => readEntities(cell.replace(HARMLESS, "")).trim();

/** Text that was copied from web pages contains HTML entities. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", rsquo: "’", ndash: "–" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß", aring: "å", Aring: "Å" },
  ...{ eacute: "é", egrave: "è", ecirc: "ê", agrave: "à", aacute: "á", acirc: "â", ccedil: "ç", ntilde: "ñ" },
  ...{ iacute: "í", oacute: "ó", uacute: "ú", ocirc: "ô", oslash: "ø", Oslash: "Ø", aelig: "æ", Eacute: "É" },
};
const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]{2,6}));/giu;

/** Unknown entities stay unchanged. */
const readEntities = (cell: string): string =>
  cell.includes("&")
    ? cell.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name: string = "") => {
        const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
        if (Number.isNaN(code)) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
        return code < 0x20 || code > 0xffff ? whole : String.fromCharCode(code);
      })
    : cell;

const NUMBERS: readonly ImportField[] = ["registrationNumber", "microchipNumber", "sireNumber", "damNumber"];

const FILE_IDS: readonly ImportField[] = ["fileId", "sireFileId", "damFileId"];

/** A long number that a spreadsheet has shortened. This remains even after the file is saved again. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i;
const ROUNDED_CHIP = /^\d{1,6}0{9}$/;

class Unreadable {
  constructor(readonly reason?: string) {}
}

function readNumber(field: ImportField, text: string): string | Unreadable {
  if (SHORTENED.test(text) || (field === "microchipNumber" && ROUNDED_CHIP.test(text))) {
    return new Unreadable(
      "was shortened by a spreadsheet and its last digits are lost. Type it in full, in a column formatted as text",
    );
  }
  if (field !== "microchipNumber") return text;
  // 985113001234567.0 and 985,113,001,234,567 still have all their digits.
  const digits = text.replace(/[.,]0+$/, "").replace(/[\s.,](?=\d{3}(?:\D|$))/g, "");
  return /^\d+$/.test(digits) ? digits : text;
}

/** With longer texts, a report would have room for few rows. */
const SHOWN_TEXT = 60;
const shorten = (text: string): string => (text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text);

type ReadCell = string | number | boolean | Unreadable | null;

/** Returns null for an empty cell. Dates are read elsewhere. */
function readCell(column: ImportColumn, field: ImportField, text: string): ReadCell {
  if (FILE_IDS.includes(field)) return plainId(text);
  if (NUMBERS.includes(field)) return isUnknown(text) && !isParent(field) ? null : readNumber(field, text);
  if (isRegistration(field)) {
    const registration = parseRegistration(text);
    if (isUnknown(registration?.number ?? text)) return null;
    return registration ? text : new Unreadable("is not written like “FCI: NHSB 3141592”");
  }
  if (field === "coOwners" && isUnknown(text)) return null;
  const measure = measureOf(field);
  if (measure) {
    if (isUnknown(text)) return null;
    return readMeasure(text, column.unit ?? "lbs") ?? new Unreadable();
  }
  const wordField = wordFieldOf(field);
  if (wordField)
    return readWord(wordField, text, column.words) ?? (isNothing(text) ? null : new Unreadable());
  return text;
}

const isRegistration = (field: ImportField): boolean => REGISTRATION_COLUMNS.some((each) => each === field);

/** The planner counts parents that the file calls unknown. */
const isParent = (field: ImportField): boolean => field.startsWith("sire") || field.startsWith("dam");

/** A dash or 'n/a' instead of a word means an empty value. For a question mark the user is asked. */
const isNothing = (text: string): boolean => !text.includes("?") && isUnknown(text);

/** A row with an unreadable field of these is refused. */
const NEEDED_IN_PEDIGREES: readonly ImportField[] = ["name"];

const DATE_WORDS: Partial<Record<ImportField, string>> = {
  dateOfBirth: "Born",
  dateOfDeath: "Died",
  statusChangedOn: "Status since",
};

export interface ReadRow {
  values: ImportValues;
  errors: FieldErrors;
  warnings: string[];
  /** Unreadable cells by field. */
  texts: Record<string, string>;
}

/** An empty cell has no value. */
class RowReader {
  readonly row: ReadRow = { values: {}, errors: {}, warnings: [], texts: {} };
  private readonly titles: string[] = [];
  private readonly notes: { text: string; heading: string }[] = [];

  constructor(private readonly kind: ImportKind) {}

  read(column: ImportColumn, cell: string): void {
    const { field } = column;
    const text = plain(cell);
    if (field === null || text === "") return;
    if (isDateField(field)) this.readDate(column, field, text);
    else if (field === "titles") this.titles.push(text);
    else if (field === "notes") this.notes.push({ text, heading: column.heading });
    else this.put(column, field, text, readCell(column, field, text));
  }

  finish(): ReadRow {
    const { values } = this.row;
    if (this.titles.length > 0) values.titles = this.titles.join(" ");
    if (this.notes.length === 0) return this.row;
    // A single note needs no heading. Several notes are distinguished by their headings.
    const [only] = this.notes;
    values.notes =
      this.notes.length === 1 && only
        ? only.text
        : this.notes.map(({ heading, text }) => (heading === "" ? text : `${heading}: ${text}`)).join("\n");
    return this.row;
  }

  private put({ heading }: ImportColumn, field: ImportField, text: string, value: ReadCell): void {
    if (value === null) return;
    if (!(value instanceof Unreadable)) {
      const split = field === "name" && namesNumber(heading) ? splitNumber(text) : null;
      this.row.values[field] = split?.name ?? value;
      if (split) this.row.values.registrationNumber ??= split.number;
      return;
    }
    const problem = `${IMPORT_FIELDS[field].label} “${shorten(text)}” ${value.reason ?? "cannot be read"}`;
    this.row.texts[field] = text;
    const isLeftOut = isRegistration(field) || this.kind !== "dogs";
    if (!isLeftOut || NEEDED_IN_PEDIGREES.includes(field)) this.row.errors[field] = problem;
    else this.row.warnings.push(`${problem} and is left out`);
  }

  private readDate(column: ImportColumn, field: ImportField, text: string): void {
    if (field === "dateOfDeath") {
      const isDead = readWord("isBreedingDog", text);
      // Some programs only state whether the dog has died.
      if (isDead === false || isUnknown(text)) return;
      this.tellDisplaced("status", "deceased", text);
      this.row.values.status = "deceased";
      if (isDead === true) return;
    }
    if (isUnknown(text)) return;
    const date = this.settle(readDate(text, column.order ?? "ymd"), column, field, text);
    const target = field === "dateOfDeath" ? "statusChangedOn" : field;
    // A date of death is more exact than the date of a status.
    const isBetter = field === "dateOfDeath" || this.row.values[target] === undefined;
    if (date !== null && (date instanceof Unreadable || isBetter)) {
      if (date instanceof Unreadable) this.put(column, field, text, date);
      else {
        this.tellDisplaced(target, date, text);
        this.row.values[target] = date;
      }
    }
  }

  /** The message is about the cell that a death replaces. */
  private tellDisplaced(field: ImportField, next: string, death: string): void {
    const former = this.row.values[field];
    if (former === undefined || former === next) return;
    this.row.warnings.push(
      `${IMPORT_FIELDS[field].label} ${String(former)} is ignored because of the death “${shorten(death)}”`,
    );
  }

  private settle(
    date: ReadDate,
    column: ImportColumn,
    field: ImportField,
    text: string,
  ): string | Unreadable | null {
    if (date === null) return new Unreadable();
    if (date.kind === "day") return date.day;
    if (column.partial === "first" && date.from !== null) return date.from;
    this.notes.push({ heading: "", text: `${DATE_WORDS[field] ?? ""} ${text}` });
    this.row.warnings.push(
      `${IMPORT_FIELDS[field].label} “${shorten(text)}” is not a full date and is kept in the notes`,
    );
    return null;
  }
}

/** If the row contains a death, a status column cannot make the dog alive. */
export function readRow(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  kind: ImportKind = "dogs",
): ReadRow {
  const reader = new RowReader(kind);
  // The date of death is read last, so that it determines the status.
  const order = [...columns.keys()].sort(
    (a, b) => Number(columns[a]?.field === "dateOfDeath") - Number(columns[b]?.field === "dateOfDeath"),
  );
  for (const index of order) {
    const column = columns[index];
    if (column) reader.read(column, cells[index] ?? "");
  }
  return reader.finish();
}

/**
 * Finds the line of a table with the headings, and the lines that are not dogs: titles above, footers below,
 * headings that are repeated on each printed page. The user sees all of these lines. If headings are in two lines,
 * or repeated in one line, the name of their dog is added to them.
 */

export interface TableLine {
  readonly line: number;
  readonly cells: string[];
  /** Set if the cells contain line breaks. */
  readonly lastLine?: number;
  /** Shown to the user. */
  readonly fault?: string;
}

/** The kind is the probable meaning of the line. */
export interface AsideLine {
  readonly line: number;
  readonly text: string;
  readonly kind: "title" | "footer" | "headings";
}

export interface SplitTable {
  /** The headings, each after the heading of its group: 'Sire Reg No' for 'Reg No' below 'Sire'. */
  readonly headings: string[];
  /** These columns may belong to several dogs. */
  readonly unsure: ReadonlySet<number>;
  /** If the headings have several lines, this is the last line. */
  readonly headingLine: number;
  readonly headingLines: number;
  /** If no line has a known heading, the first line is used. */
  readonly isHeadingKnown: boolean;
  readonly rows: TableLine[];
  readonly asides: AsideLine[];
}

/** The headings are searched in the first lines. */
const SEARCHED_LINES = 25;

const SHOWN_SURPLUS = 60;

const isFilled = (cell: string): boolean => cell.trim() !== "";
const lowerCase = (cell: string): string => cell.trim().toLowerCase();
const filledOf = ({ cells }: TableLine): number => cells.filter(isFilled).length;

export const knownHeadings = (cells: readonly string[]): number =>
  new Set(
    meaningsOf(cells).flatMap((meaning) =>
      meaning === null || meaning === "unsure" ? [] : [`${meaning.of} ${meaning.field}`],
    ),
  ).size;

const COUNTED =
  "(?:dogs?|records?|rows?|entries|animals?|hunde?|tiere?|datensätze|einträge|chiens?|honden?|males?|females?|puppies|rüden|hündinnen)";

/**
 * A word for a count, a page or a date, followed only by the counted thing and its number. 'Stand By Me' is a dog.
 */
const FOOTER = new RegExp(
  [
    `^(?:(?:grand )?totals?|sum(?:me)?|gesamt|insgesamt|anzahl|count|number of|nombre|totaal|aantal|page|seite|stand|report|printed|exported|generated|created|gedruckt|erstellt|imprim\\p{L}*|export[ée]\\p{L}*|afgedrukt)(?: (?:${COUNTED}|of|on|am|at|vom|der|de|le|op|date|datum))*\\s*(?:$|[:=#(/-]|\\d)`,
    `^\\d+\\s+${COUNTED}\\b`,
    "^[-=*_.#\\s]+$",
  ].join("|"),
  "iu",
);

/** Words that can also begin a dog's name. They make a footer only if the line contains nothing else. */
const FOOTER_ALONE =
  /^(?:(?:printed|exported|generated|created|gedruckt|erstellt|imprim\p{L}*|export[ée]\p{L}*|afgedrukt|end of|ende der|fin de|copyright)(?!\p{L})|©|\(c\)|(?:stand|totals?|report|page)(?!\p{L}).*\d)/iu;

const textOf = ({ cells }: TableLine): string =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" ");

/**
 * Says whether a line is a footer, with only numbers and dates beside the word. 'Count Basie' with an M is a dog.
 */
function isFooter({ cells }: TableLine, columns: number): boolean {
  const [first = "", ...others] = cells.filter(isFilled);
  const most = Math.max(1, Math.min(3, Math.floor(columns / 2)));
  if (others.length === 0 && FOOTER_ALONE.test(first.trim())) return true;
  return others.length < most && FOOTER.test(first.trim()) && others.every((cell) => /\d/u.test(cell));
}

const isWhole = (cells: readonly string[], headings: readonly string[]) => cells.length >= headings.length;

/** Reports that a last line has fewer cells than the table has headings, because it may be cut off. */
const cutFault = ({ cells }: TableLine, headings: readonly string[]): string | undefined =>
  isWhole(cells, headings) || headings.length === 1
    ? undefined
    : `It ends after ${cells.length} of ${headings.length} cells. The file may be cut off here`;

function surplusFault({ cells }: TableLine, headings: readonly string[]): string | undefined {
  const surplus = cells.slice(headings.length).filter(isFilled);
  return surplus.length === 0
    ? undefined
    : `It has more cells than there are headings, so “${surplus.join(", ").slice(0, SHOWN_SURPLUS)}” is left out`;
}

interface Headings {
  readonly headings: string[];
  readonly unsure: Set<number>;
}

type Known = Meaning | "unsure" | null;

const isOwn = (meaning: Known | undefined): meaning is Meaning =>
  meaning !== undefined && meaning !== null && meaning !== "unsure" && meaning.of === "";

/** The next columns may belong to the same ancestor. */
const namesAncestor = (meaning: Known | undefined): boolean =>
  meaning !== undefined &&
  meaning !== null &&
  meaning !== "unsure" &&
  (meaning.of === "" ? meaning.field === "sire" || meaning.field === "dam" : meaning.field === "name");

/** A group extends to the right until the next group. */
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
    // 'Name' below 'Owner' belongs to another person. 'Numbers' above the only 'Reg No' changes nothing.
    if (!namesAncestor(above[from])) return isRepeated ? name : cell;
    if (isOwn(below[at])) unsure.add(at);
    return name;
  });
  return { headings, unsure };
}

/** The number that programs append to a repeated heading. */
const REPETITION = /[ ._]?\(?\d{1,2}\)?$/u;

/** Finds headings that are repeated although a dog has the field only once. Returns the columns of each heading. */
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
 * Assigns repeated headings to the ancestors before them: 'Name, Reg No, Sire, Reg No, Dam, Reg No'. The assignment
 * is certain if exactly one heading comes after each ancestor and at most one more heading exists. Otherwise it
 * stays open.
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
      // An ancestor's name is in its own column.
      !(isOwn(first) && first.field === "name") &&
      ancestors.every((at) => same.filter((column) => ownerOf(column) === at).length === 1) &&
      same.filter((column) => ownerOf(column) === undefined).length <= 1;
    const written = same.map((column) => foldHeading(headings[column] ?? ""));
    // A second number of the dog itself often has the heading 'Reg No 2' and is left out.
    const isLiteral = written.filter((heading) => heading === written[0]).length > 1;
    // Without ancestors, the first of these columns belongs to the dog.
    for (const column of ancestors.length === 0 ? same.slice(1) : same) {
      const owner = ownerOf(column);
      if (!isSure && isLiteral) open.add(column);
      if (isSure && owner !== undefined)
        placed[column] = `${headings[owner] ?? ""} ${headings[same[0] ?? 0] ?? ""}`;
    }
  }
  return { headings: placed, unsure: open };
}

/** Most words of such a line are known headings. */
const isOfHeadings = (cells: readonly string[]): boolean => {
  const meanings = meaningsOf(cells);
  const known = meanings.filter((meaning) => meaning !== null).length;
  return known > 1 && known * 2 >= cells.filter(isFilled).length;
};

/**
 * Says whether each word of a line is a known heading. Such a line is not a title above the headings of another
 * table.
 */
function areAllHeadings(cells: readonly string[]): boolean {
  const meanings = meaningsOf(cells);
  const isName = (meaning: Known) => isOwn(meaning) && meaning.field === "name";
  return (
    cells.filter(isFilled).length > 1 &&
    meanings.some(isName) &&
    cells.every((cell, at) => !isFilled(cell) || meanings[at] !== null)
  );
}

/** This also finds the line of group headings above. Returns null if no heading is known. */
function findHeadings(filled: readonly TableLine[]): { at: number; found: Headings | null; known: number } {
  const searched = filled.slice(0, SEARCHED_LINES);
  const single = searched.map(({ cells }) => knownHeadings(cells));
  const paired = searched.map(({ cells }, at) => {
    const above = searched[at - 1];
    if (!above || !isOfHeadings(cells)) return { known: 0, found: null };
    const found = joinGroups(above.cells, cells);
    const known = knownHeadings(found.headings);
    // If several words are above repeated headings, they distinguish the headings, even if they are not words of a
    // pedigree.
    const isGrouped = filledOf(above) > 1 && findRepeated(cells, meaningsOf(cells)).length > 0;
    return { known: known + (isGrouped ? 0.5 : 0), found };
  });
  const best = Math.max(0, ...single);
  const bestPair = Math.max(0, ...paired.map(({ known }) => known));
  if (bestPair > best) {
    const at = paired.findIndex(({ known }) => known === bestPair);
    return { at, found: paired[at]?.found ?? null, known: bestPair };
  }
  // A single known word may be a title, such as 'Dogs'. If there are no headings, the first line with many cells is
  // used.
  const widest = Math.max(0, ...searched.map(filledOf));
  const at =
    best > 1 || (best === 1 && widest === 1)
      ? searched.findIndex(({ cells }, place) => single[place] === best || areAllHeadings(cells))
      : filled.findIndex((line) => filledOf(line) * 2 > widest);
  return { at, found: null, known: best };
}

/**
 * Reads the headings of another table below: its columns in the order of the first table, and then additional
 * columns. Null for a line that is a dog.
 */
function orderOf(cells: readonly string[], headings: readonly string[]): number[] | null {
  const words = new Set(headings.map(lowerCase));
  const isWord = (cell: string) => isFilled(cell) && words.has(lowerCase(cell));
  // Only few lines contain two heading words, and only these lines are read further.
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

/** Empty lines are left out. Returns null if there are no rows. */
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

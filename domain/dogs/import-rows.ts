/**
 * The text of a row's cells made into a dog's values, as its columns are understood. Pure; what a cell cannot be read
 * as becomes a message by field, and the text stays with it for the file of refused rows.
 * Source: decision GAP-DOG-03.
 */
import type { ImportKind } from "../constants/imports";
import type { FieldErrors } from "../errors";
import { FORMULA_SIGNS } from "../text/csv";
import { readDate, type ReadDate } from "./import-dates";
import { isDateField, measureOf, wordFieldOf, type ImportColumn } from "./import-columns";
import { IMPORT_FIELDS, namesNumber, type ImportField } from "./import-fields";
import { readMeasure } from "./import-measures";
import { plainId, splitNumber } from "./import-numbers";
import type { ImportValues } from "./import-values";
import { isUnknown } from "./import-unknown";
import { readWord } from "./import-words";

/** Undoes the apostrophe that keeps a spreadsheet from running a cell. */
const HARMLESS = new RegExp(`^'(?=[${FORMULA_SIGNS}\\d])`);
const plain = (cell: string): string => readEntities(cell.replace(HARMLESS, "")).trim();

/** Letters as web pages write them, which stay in what is copied from one. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", rsquo: "’", ndash: "–" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß", aring: "å", Aring: "Å" },
  ...{ eacute: "é", egrave: "è", ecirc: "ê", agrave: "à", aacute: "á", acirc: "â", ccedil: "ç", ntilde: "ñ" },
  ...{ iacute: "í", oacute: "ó", uacute: "ú", ocirc: "ô", oslash: "ø", Oslash: "Ø", aelig: "æ", Eacute: "É" },
};
const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]{2,6}));/giu;

/** Reads the entities of a cell; what is none stays as it is. */
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

/** What a spreadsheet makes of a long number, also after the file was opened and saved once more. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i;
const ROUNDED_CHIP = /^\d{1,6}0{9}$/;

/** What an unreadable cell is, for the breeder. */
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
  // 985113001234567.0 and 985,113,001,234,567 have all their digits.
  const digits = text.replace(/[.,]0+$/, "").replace(/[\s.,](?=\d{3}(?:\D|$))/g, "");
  return /^\d+$/.test(digits) ? digits : text;
}

/** Characters of a cell that a message shows; of longer ones a report would have room for few lines. */
const SHOWN_TEXT = 60;
const shorten = (text: string): string => (text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text);

type ReadCell = string | number | boolean | Unreadable | null;

/** Reads one cell that is no date; null when it says nothing. */
function readCell(column: ImportColumn, field: ImportField, text: string): ReadCell {
  if (FILE_IDS.includes(field)) return plainId(text);
  if (NUMBERS.includes(field)) return isUnknown(text) && !isParent(field) ? null : readNumber(field, text);
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

/** The planner counts parents that are given as unknown. */
const isParent = (field: ImportField): boolean => field.startsWith("sire") || field.startsWith("dam");

/** A dash or 'n/a' where a word should be says nothing; a question mark asks. */
const isNothing = (text: string): boolean => !text.includes("?") && isUnknown(text);

/** What a row cannot do without, so that a cell that cannot be read keeps it out. */
const NEEDED_IN_PEDIGREES: readonly ImportField[] = ["name"];

/** How a date that is no day is called in the notes. */
const DATE_WORDS: Partial<Record<ImportField, string>> = {
  dateOfBirth: "Born",
  dateOfDeath: "Died",
  statusChangedOn: "Status since",
};

export interface ReadRow {
  values: ImportValues;
  errors: FieldErrors;
  warnings: string[];
  /** The text of the cells that could not be read, by field. */
  texts: Record<string, string>;
}

/** Makes a row's cells into values by field; an empty cell gives none. */
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
    // One note speaks for itself; among several the headings tell them apart.
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
    if (this.kind === "dogs" || NEEDED_IN_PEDIGREES.includes(field)) this.row.errors[field] = problem;
    else this.row.warnings.push(`${problem} and is left out`);
  }

  private readDate(column: ImportColumn, field: ImportField, text: string): void {
    if (field === "dateOfDeath") {
      const isDead = readWord("isBreedingDog", text);
      // Some programs only say whether the dog has died.
      if (isDead === false || isUnknown(text)) return;
      this.tellDisplaced("status", "deceased", text);
      this.row.values.status = "deceased";
      if (isDead === true) return;
    }
    if (isUnknown(text)) return;
    const date = this.settle(readDate(text, column.order ?? "ymd"), column, field, text);
    const target = field === "dateOfDeath" ? "statusChangedOn" : field;
    // A date of death says more than a date of status beside it.
    const isBetter = field === "dateOfDeath" || this.row.values[target] === undefined;
    if (date !== null && (date instanceof Unreadable || isBetter)) {
      if (date instanceof Unreadable) this.put(column, field, text, date);
      else {
        this.tellDisplaced(target, date, text);
        this.row.values[target] = date;
      }
    }
  }

  /** Says which other cell of the row a death displaces. */
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

/** Reads a row; a status column never brings a dog back whose death the row tells. */
export function readRow(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  kind: ImportKind = "dogs",
): ReadRow {
  const reader = new RowReader(kind);
  // The date of death comes last, so that it has the last word on the status.
  const order = [...columns.keys()].sort(
    (a, b) => Number(columns[a]?.field === "dateOfDeath") - Number(columns[b]?.field === "dateOfDeath"),
  );
  for (const index of order) {
    const column = columns[index];
    if (column) reader.read(column, cells[index] ?? "");
  }
  return reader.finish();
}

/**
 * What a row of an import file says: which column is which field, how its dates are written, and the text of its
 * cells made into a dog's values. Pure; what a cell cannot be read as is answered as a message by field.
 * Source: decision GAP-DOG-03.
 */
import type { ImportKind } from "../constants/imports";
import { isCalendarDay } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";
import { foldText } from "../text/text";
import type { ImportValues } from "./import-plan";

/** The fields a file may bring, by their labels, with the headings that other programs give them. */
export const IMPORT_FIELDS = {
  name: { label: "Name", synonyms: ["registered name", "full name", "dog name", "dog"] },
  callName: { label: "Call Name", synonyms: ["pet name", "nickname", "known as"] },
  breed: { label: "Breed", synonyms: ["dog breed", "race", "rasse"] },
  gender: { label: "Gender", synonyms: ["sex", "geschlecht", "sexe"] },
  dateOfBirth: {
    label: "Date of Birth",
    synonyms: ["birth date", "birthdate", "dob", "born", "whelped", "birthday"],
  },
  registrationNumber: {
    label: "Registration Number",
    synonyms: ["registration", "reg number", "reg no", "reg", "akc number", "kc number", "studbook number"],
  },
  microchipNumber: { label: "Microchip Number", synonyms: ["microchip", "chip", "chip number", "chip no"] },
  titles: { label: "Titles", synonyms: ["title", "championships", "awards"] },
  status: { label: "Status", synonyms: ["state"] },
  statusChangedOn: {
    label: "Status Date",
    synonyms: ["status changed on", "date of death", "died", "sold on"],
  },
  isBreedingDog: { label: "Breeding Dog", synonyms: ["breeding", "is breeding dog", "used for breeding"] },
  breedingRights: { label: "Breeding Rights", synonyms: ["rights"] },
  weight: { label: "Weight", synonyms: ["weight lbs", "weight in lbs"] },
  height: { label: "Height", synonyms: ["height inches", "height in inches"] },
  color: { label: "Color", synonyms: ["colour", "coat color", "coat colour"] },
  markings: { label: "Markings", synonyms: ["marks"] },
  sire: { label: "Sire", synonyms: ["father", "sire name"] },
  sireNumber: {
    label: "Sire Registration",
    synonyms: ["sire registration number", "sire reg", "sire number"],
  },
  dam: { label: "Dam", synonyms: ["mother", "dam name"] },
  damNumber: { label: "Dam Registration", synonyms: ["dam registration number", "dam reg", "dam number"] },
  /** Numbers that a program gives its records, by which rows name each other and nobody else does. */
  fileId: { label: "ID in the File", synonyms: ["id", "record id", "dog id", "key"] },
  sireFileId: { label: "Sire ID in the File", synonyms: ["sire id", "father id", "sire key"] },
  damFileId: { label: "Dam ID in the File", synonyms: ["dam id", "mother id", "dam key"] },
  currentOwnerName: { label: "Owner Name", synonyms: ["owner", "current owner"] },
  currentOwnerPhone: { label: "Owner Phone", synonyms: ["phone"] },
  currentOwnerEmail: { label: "Owner Email", synonyms: ["email", "e mail"] },
  notes: { label: "Notes", synonyms: ["note", "remarks", "comment", "comments"] },
} as const satisfies Record<string, { label: string; synonyms: readonly string[] }>;

export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];

/** The field of each column, null for a column that is left out. */
export type ColumnMapping = readonly (ImportField | null)[];

const foldHeading = (heading: string): string =>
  foldText(heading.replace(/([a-z])([A-Z])/g, "$1 $2"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(" no ", " number ")
    .trim();

const fieldByHeading = new Map<string, ImportField>(
  IMPORT_FIELD_NAMES.flatMap((field) =>
    [IMPORT_FIELDS[field].label, field, ...IMPORT_FIELDS[field].synonyms].map(
      (heading): [string, ImportField] => [foldHeading(heading), field],
    ),
  ),
);

/** Matches columns to fields by their headings, in any order, each field at most once. */
export function matchColumns(headings: readonly string[]): ColumnMapping {
  const taken = new Set<ImportField>();
  return headings.map((heading) => {
    const field = fieldByHeading.get(foldHeading(heading));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

export const DATE_ORDERS = ["ymd", "mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Two-digit years above this belong to the last century: no living register looks further ahead. */
const LATEST_SHORT_YEAR = 50;

function readYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year > LATEST_SHORT_YEAR ? 1900 + year : 2000 + year;
}

/** Reads a date in the given order, also with a time behind it; null when it is none. */
export function readDate(text: string, order: DateOrder): string | null {
  const match = /^(\d{1,4})[-/.\s]+(\d{1,2})[-/.\s]+(\d{1,4})(?:[T\s].*)?$/.exec(text.trim());
  if (!match) return null;
  const [first = "", second = "", third = ""] = match.slice(1);
  // Four digits in front are a year, whatever the rest of the file does.
  const isYearFirst = first.length === 4 || order === "ymd";
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : order === "mdy"
      ? [third, first, second]
      : [third, second, first];
  const padded = [String(readYear(year)).padStart(4, "0"), month.padStart(2, "0"), day.padStart(2, "0")].join(
    "-",
  );
  return isCalendarDay(padded) ? padded : null;
}

/** Finds the order in which most dates can be read; month first when both orders read all. */
export function detectDateOrder(dates: readonly string[]): DateOrder {
  const filled = dates.filter((date) => date.trim() !== "");
  if (filled.length > 0 && filled.every((date) => /^\s*\d{4}\D/.test(date))) return "ymd";
  const readable = (order: DateOrder) => filled.filter((date) => readDate(date, order) !== null).length;
  return readable("dmy") > readable("mdy") ? "dmy" : "mdy";
}

const WORDS: Partial<Record<ImportField, Record<string, string | boolean>>> = {
  gender: {
    male: "male",
    m: "male",
    dog: "male",
    d: "male",
    rude: "male",
    "♂": "male",
    female: "female",
    f: "female",
    bitch: "female",
    b: "female",
    hundin: "female",
    "♀": "female",
    1: "male",
    2: "female",
    sire: "male",
    dam: "female",
    hona: "female",
    tik: "female",
    reu: "male",
  },
  status: {
    active: "active",
    alive: "active",
    retired: "retired",
    deceased: "deceased",
    dead: "deceased",
    died: "deceased",
    sold: "sold",
  },
  isBreedingDog: {
    yes: true,
    y: true,
    true: true,
    1: true,
    x: true,
    ja: true,
    no: false,
    n: false,
    false: false,
    0: false,
    nein: false,
  },
  breedingRights: { none: "none", limited: "limited", full: "full" },
};

const DATE_FIELDS: readonly ImportField[] = ["dateOfBirth", "statusChangedOn"];
const MEASURES: readonly ImportField[] = ["weight", "height"];

/** Undoes the apostrophe that keeps a spreadsheet from running a cell. */
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, "").trim();

/** Reads one cell; undefined when the text is none of what the field may hold. */
function readCell(field: ImportField, text: string, order: DateOrder): ImportValues[string] | undefined {
  if (DATE_FIELDS.includes(field)) return readDate(text, order) ?? undefined;
  if (MEASURES.includes(field)) {
    const match = /^(\d+(?:[.,]\d+)?)\s*(?:lbs?|in|inches|")?$/i.exec(text);
    return match?.[1] === undefined ? undefined : Number(match[1].replace(",", "."));
  }
  const words = WORDS[field];
  if (words === undefined) return text;
  const word = foldText(text);
  // Every object answers to names such as "constructor".
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** What a row cannot do without, so that a cell that cannot be read keeps it out. */
const NEEDED_IN_PEDIGREES: readonly ImportField[] = ["name"];

interface ReadRow {
  values: ImportValues;
  errors: FieldErrors;
  warnings: string[];
}

/**
 * Makes a row's cells into values by field; an empty cell gives none. In a pedigree file an odd cell, such as a
 * birth known by its year alone, is left out with a warning, as a lost ancestor would cost more than a lost date.
 */
export function readRow(
  cells: readonly string[],
  mapping: ColumnMapping,
  order: DateOrder,
  kind: ImportKind = "dogs",
): ReadRow {
  const values: ImportValues = {};
  const errors: FieldErrors = {};
  const warnings: string[] = [];
  mapping.forEach((field, index) => {
    const text = plain(cells[index] ?? "");
    if (field === null || text === "") return;
    const value = readCell(field, text, order);
    if (value !== undefined) {
      values[field] = value;
      return;
    }
    const problem = `${IMPORT_FIELDS[field].label} “${text}” cannot be read`;
    if (kind === "dogs" || NEEDED_IN_PEDIGREES.includes(field)) errors[field] = problem;
    else warnings.push(`${problem} and is left out`);
  });
  return { values, errors, warnings };
}

/** Says which columns hold dates. */
export const dateColumns = (mapping: ColumnMapping): number[] =>
  mapping.flatMap((field, index) => (field !== null && DATE_FIELDS.includes(field) ? [index] : []));

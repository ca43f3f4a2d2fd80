/**
 * Programs whose files are recognized by their headings. A program's profile only adds to the common list, and the
 * user sees and can change every decision. Publicly known facts: Breeders Assistant lets the user choose and order
 * the fields of a Text/CSV file and reads GEDCOM (tenset.co.uk/ba/data.html). PedScope, from the same vendor, reads
 * columns of text in which an identity names the parents (PedScope User Guide 2.3, 'Importing Data'). BreedMate and
 * Pedigree Explorer export the whole database as CSV (breedmate.com/bm_converter.aspx, Pedigree Explorer User Guide
 * 6.4). ZooEasy is a Dutch program whose animals have numbers, with the parents' numbers beside their names. The
 * Breeder's Standard of Man's Best Friend Software joins registered name and call name (tbsnet.us). None of these
 * programs has a published list of columns. The headings below are assumed from these descriptions and were not
 * tried on a real export.
 */
import { foldText, foldNumber } from "../text/text";
import {
  describedAs,
  isJoined,
  matchColumns,
  meaningsOf,
  type ImportField,
  type ColumnMapping,
} from "./fields";
import { detectDateOrder, readDate, type DateOrders } from "./read-dates";
import {
  isMeasure,
  lacksUnit,
  MEASURE_UNITS,
  unitOfHeading,
  plainId,
  isUnknown,
  type Measure,
  type MeasureUnit,
} from "./read-values";
import type { Lineage } from "./lineages";
import { readWordColumn, WORD_FIELDS, type ColumnWords, type WordField } from "./words";

interface Profile {
  readonly program: string;
  /** All headings of one list must be present. */
  readonly marks: readonly (readonly string[])[];
  readonly columns: Readonly<Record<string, ImportField>>;
}

const PROFILES: readonly Profile[] = [
  {
    program: "Breeders Assistant",
    marks: [
      ["pet name", "reg no", "sire", "dam"],
      ["pet name", "name", "prefix titles"],
      ["registered name", "pet name", "sire", "dam"],
    ],
    columns: {
      "pet name": "callName",
      name: "name",
      "prefix titles": "titles",
      "suffix titles": "titles",
      "reg date": "notes",
    },
  },
  {
    program: "ZooEasy",
    marks: [
      ["number", "name", "number father", "number mother"],
      ["nummer", "naam", "nummer vader", "nummer moeder"],
      ["nummer", "name", "nummer vater", "nummer mutter"],
      ["registration number", "name", "registration number father", "registration number mother"],
    ],
    columns: {
      number: "registrationNumber",
      nummer: "registrationNumber",
      "number father": "sireNumber",
      "nummer vader": "sireNumber",
      "nummer vater": "sireNumber",
      "number mother": "damNumber",
      "nummer moeder": "damNumber",
      "nummer mutter": "damNumber",
    },
  },
  {
    program: "BreedMate",
    marks: [
      ["name", "regno", "sire", "dam"],
      ["name", "sire", "dam", "pre titles"],
      ["name", "sire", "dam", "pretitle"],
    ],
    columns: { regno2: "notes", regdate: "notes", "bred by": "notes" },
  },
  {
    program: "PedScope",
    marks: [
      ["ik", "name", "sire ik", "dam ik"],
      ["identity", "name", "sire", "dam"],
      ["animal", "sire", "dam", "sex", "birth date"],
    ],
    columns: {
      ik: "fileId",
      identity: "fileId",
      "sire ik": "sireFileId",
      "dam ik": "damFileId",
      "sire identity": "sireFileId",
      "dam identity": "damFileId",
    },
  },
  {
    program: "The Breeder's Standard",
    marks: [
      ["regname", "callname", "sirename", "damname"],
      ["reg name", "call name", "sire name", "dam name"],
      ["registered name", "call name", "sire reg name", "dam reg name"],
    ],
    columns: {
      regname: "name",
      "reg name": "name",
      callname: "callName",
      sirename: "sire",
      damname: "dam",
      "sire reg name": "sire",
      "dam reg name": "dam",
      whelpdate: "dateOfBirth",
    },
  },
];

const fold = (heading: string): string =>
  foldText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the field of each column that the program names differently. */
export function findProfile(
  headings: readonly string[],
): { program: string; fields: (ImportField | undefined)[] } | null {
  const folded = headings.map(fold);
  const profile = PROFILES.find(({ marks }) =>
    marks.some((mark) => mark.every((heading) => folded.includes(heading))),
  );
  return profile
    ? { program: profile.program, fields: folded.map((heading) => profile.columns[heading]) }
    : null;
}

/**
 * If a column does not determine its field, order of dates, unit and words, the user is asked before anything is
 * uploaded.
 */

/** A date that is only a year or month is added to the notes, or becomes the first day of that year or month. */
export const PARTIAL_DATES = ["notes", "first"] as const;
export type PartialDates = (typeof PARTIAL_DATES)[number];

export interface ImportColumn extends DateOrders {
  readonly heading: string;
  readonly field: ImportField | null;
  /** Empty for the dog itself. */
  readonly of: Lineage;
  /** The heading could mean several dogs, so the user is asked. */
  readonly isAsked: boolean;
  readonly partialExample: string | null;
  readonly partial: PartialDates;
  /** Numbers without a unit have this unit; null if the user must be asked. */
  readonly unit: MeasureUnit | null;
  /** The user's choice has priority. */
  readonly words: ColumnWords;
  /** In the original spelling. */
  readonly unknownWords: readonly string[];
}

export const isDateField = (field: ImportField | null): boolean =>
  field === "dateOfDeath" || (field !== null && describedAs(field)?.type === "day");
/** Returns null if the field has no unit. */
export function measureOf(field: ImportField | null): Measure | null {
  const described = field && describedAs(field);
  const unit = described?.type === "number" ? described.unit : undefined;
  return unit !== undefined && isMeasure(unit) ? unit : null;
}
export const wordFieldOf = (field: ImportField | null): WordField | null =>
  WORD_FIELDS.find((each) => each === field) ?? null;

/** If a column has more unknown words, it is the wrong column. */
const OFFERED_WORDS = 12;

export function describeColumn(
  heading: string,
  field: ImportField | null,
  cells: readonly string[],
  of: Lineage = "",
): ImportColumn {
  const column: ImportColumn = {
    heading,
    field,
    of,
    isAsked: false,
    order: "ymd",
    hasOrders: false,
    mixed: null,
    partialExample: null,
    partial: "notes",
    unit: "lbs",
    words: {},
    unknownWords: [],
  };
  const measure = measureOf(field);
  if (measure) {
    const unit = unitOfHeading(measure, heading);
    const isOpen = unit === null && cells.some(lacksUnit);
    return { ...column, unit: isOpen ? null : (unit ?? MEASURE_UNITS[measure][0]) };
  }
  const wordField = wordFieldOf(field);
  if (wordField) {
    const { words, unknown } = readWordColumn(wordField, cells);
    return { ...column, words, unknownWords: unknown.slice(0, OFFERED_WORDS) };
  }
  if (!isDateField(field)) return column;
  const dates = cells.filter((cell) => cell.trim() !== "" && !isUnknown(cell));
  return {
    ...column,
    ...detectDateOrder(dates),
    partialExample: dates.find((cell) => readDate(cell, "dmy")?.kind === "partial") ?? null,
  };
}

/** The user is therefore asked for the order at most once. */
export function spreadAnswers(columns: readonly ImportColumn[]): ImportColumn[] {
  const told = columns.find(({ hasOrders, order }) => hasOrders && order !== null);
  return columns.map((column) => (column.order === null && told ? { ...column, order: told.order } : column));
}

/** The user is asked for the field of `unsure` headings. */
export function describeTable(
  headings: readonly string[],
  cellsOf: (column: number) => string[],
  unsure: ReadonlySet<number> = new Set(),
): ImportColumn[] {
  const meanings = meaningsOf(headings);
  const isUnsure = (at: number) => unsure.has(at) || meanings[at] === "unsure";
  const sure = headings.map((heading, at) => (isUnsure(at) ? "" : heading));
  const mapping = matchTable(sure, cellsOf);
  const taken = new Set<string>();
  return spreadAnswers(
    headings.map((heading, at) => {
      const cells = cellsOf(at);
      const meaning = meanings[at];
      if (isUnsure(at)) {
        return { ...describeColumn(heading, null, cells), isAsked: cells.some((cell) => cell.trim() !== "") };
      }
      if (!meaning || meaning === "unsure" || meaning.of === "") {
        return describeColumn(heading, mapping[at] ?? null, cells);
      }
      const key = `${meaning.of} ${meaning.field}`;
      const field = taken.has(key) ? null : meaning.field;
      taken.add(key);
      return describeColumn(heading, field, cells, field === null ? "" : meaning.of);
    }),
  );
}

/** An open column needs an answer before the file can be read. */
export const isOpen = ({ field, isAsked, order, unit }: ImportColumn): boolean =>
  isAsked || (isDateField(field) && order === null) || (measureOf(field) !== null && unit === null);

const METRIC: readonly (MeasureUnit | null)[] = ["kg", "cm"];

/** Sets the same system of units for the other columns. */
export function answerUnit(columns: readonly ImportColumn[], at: number, unit: MeasureUnit): ImportColumn[] {
  const system = METRIC.includes(unit) ? 1 : 0;
  return columns.map((column, index) => {
    if (index === at) return { ...column, unit };
    const measure = measureOf(column.field);
    return measure && column.unit === null ? { ...column, unit: MEASURE_UNITS[measure][system] } : column;
  });
}

/**
 * Matches columns by their headings. Parents are also matched by their content, because some programs write the
 * parent's number or record under 'Sire'. In files without names, such as files of genetics programs, the ids are
 * the names.
 */
export function matchTable(
  headings: readonly string[],
  cellsOf: (column: number) => string[],
): ColumnMapping {
  const profile = findProfile(headings);
  const mapping = [...matchColumns(headings, profile?.fields)];
  const keysOf = (field: ImportField) => {
    const at = mapping.indexOf(field);
    return new Set(at < 0 ? [] : cellsOf(at).map(keyOf).filter(Boolean));
  };
  const keys = { FileId: keysOf("fileId"), Number: keysOf("registrationNumber"), name: keysOf("name") };
  for (const role of ["sire", "dam"] as const) {
    const at = mapping.indexOf(role);
    if (at < 0) continue;
    const named = cellsOf(at)
      .filter((cell) => !isUnknown(cell))
      .map(keyOf);
    const share = (known: ReadonlySet<string>) => named.filter((key) => known.has(key)).length;
    for (const kind of ["FileId", "Number"] as const) {
      const field: ImportField = `${role}${kind}`;
      const hits = share(keys[kind]);
      if (hits > 0 && hits * 2 >= named.length && hits > share(keys.name) && !mapping.includes(field)) {
        mapping[at] = field;
        break;
      }
    }
  }
  takeOwnNumbers(mapping, cellsOf, headings);
  takeSpare(headings, mapping);
  if (!mapping.includes("name")) nameById(mapping);
  return mapping;
}

/** A plain row number. No club issues such numbers. */
const IS_COUNTER = /^\d{1,4}$/u;

/** The pattern is the same for K-001 and K-123. */
const shapeOf = (key: string): string => key.replace(/\d+/gu, "9").replace(/\p{L}+/gu, "A");

/**
 * A column with an unknown heading contains the dogs' own numbers if the columns of the parents contain its values:
 * for example 'Number' with K-001 beside 'Father' and 'Mother'. Row numbers become ids of the file.
 */
function takeOwnNumbers(
  mapping: (ImportField | null)[],
  cellsOf: (column: number) => string[],
  headings: readonly string[],
): void {
  const places = (["sire", "dam"] as const).map((role) => [role, mapping.indexOf(role)] as const);
  const parents = places.flatMap(([, at]) => (at < 0 ? [] : cellsOf(at)));
  const named = parents.filter((cell) => !isUnknown(cell)).map(keyOf);
  if (named.length === 0) return;
  const names = new Set(mapping.includes("name") ? cellsOf(mapping.indexOf("name")).map(keyOf) : []);
  const share = (keys: ReadonlySet<string>) => named.filter((key) => keys.has(key)).length;
  for (const at of headings.keys()) {
    if (mapping[at] !== null) continue;
    const filled = cellsOf(at).filter((cell) => cell.trim() !== "");
    const keys = new Set(filled.map(keyOf));
    const hits = share(keys);
    // External parents have no row, but they have a number with the same pattern.
    const shapes = new Set([...keys].map(shapeOf));
    const alike = named.filter(
      (key) => keys.has(key) || (shapes.size === 1 && shapes.has(shapeOf(key))),
    ).length;
    if (hits === 0 || alike * 2 < named.length || hits <= share(names) || keys.size < filled.length) continue;
    const isId =
      mapping.includes("registrationNumber") || filled.some((cell) => IS_COUNTER.test(cell.trim()));
    if (isId && mapping.includes("fileId")) continue;
    mapping[at] = isId ? "fileId" : "registrationNumber";
    for (const [role, place] of places)
      if (place >= 0 && share(keys) > 0) mapping[place] = isId ? `${role}FileId` : `${role}Number`;
    return;
  }
}

/** Normalized for comparing cells. */
const keyOf = (cell: string): string => foldNumber(plainId(cell));

/** These headings mean a field only if no other column has this field. All headings of one line must be present. */
const SPARE_HEADINGS: readonly (readonly (readonly [heading: string, field: ImportField])[])[] = [
  [["kennel name", "name"]],
  [
    ["v", "sire"],
    ["m", "dam"],
  ],
];

function takeSpare(headings: readonly string[], mapping: (ImportField | null)[]): void {
  const folded = headings.map((heading) => foldText(heading).replace(/\.$/u, ""));
  for (const spare of SPARE_HEADINGS) {
    const places = spare.map(([heading, field]) => (mapping.includes(field) ? -1 : folded.indexOf(heading)));
    if (places.some((at) => at < 0 || mapping[at] !== null)) continue;
    spare.forEach(([, field], number) => (mapping[places[number] ?? 0] = field));
  }
}

function nameById(mapping: (ImportField | null)[]): void {
  const id = mapping.indexOf("fileId");
  if (id < 0) return;
  mapping[id] = "name";
  for (const role of ["sire", "dam"] as const) {
    const at = mapping.indexOf(`${role}FileId`);
    if (at >= 0) mapping[at] = role;
  }
}

/** Each field has only one column, except fields whose columns are joined. */
export function assignField(
  columns: readonly ImportColumn[],
  at: number,
  field: ImportField | null,
  cellsOf: (column: number) => string[],
  of: Lineage = "",
): ImportColumn[] {
  return spreadAnswers(
    columns.map((column, index) => {
      if (index === at) return describeColumn(column.heading, field, cellsOf(index), of);
      const isTaken = field !== null && column.field === field && column.of === of && !isJoined(field);
      return isTaken ? describeColumn(column.heading, null, []) : column;
    }),
  );
}

/**
 * Reads GEDCOM 5.5 and 5.5.1, the format in which pedigree programs hand over individuals and families: each
 * individual becomes a row of an import, its parents taken from the family it is a child of. Partial dates are left
 * out with a word, as a dog's birth is a calendar day. Pure. Source: The GEDCOM Standard, Release 5.5 (1996).
 */
import { isCalendarDay } from "../dates/calendar-days";
import type { ImportRow, ImportValues } from "../dogs/import-plan";

/** Says whether a text is GEDCOM: its first record is a header. */
export const isGedcom = (text: string): boolean => /^\uFEFF?\s*0\s+HEAD\b/.test(text);

interface Structure {
  readonly tag: string;
  readonly line: number;
  value: string;
  readonly children: Structure[];
}

interface RecordStructure extends Structure {
  readonly pointer: string;
}

const LINE = /^\s*(\d+)\s+(?:(@[^@]+@)\s+)?([A-Za-z0-9_]+)(?: (.*))?$/;

function parse(text: string): RecordStructure[] {
  const records: RecordStructure[] = [];
  /** The last structure of each level. */
  let open: Structure[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const match = LINE.exec(raw);
    if (!match) continue;
    const level = Number(match[1]);
    const structure = {
      tag: (match[3] ?? "").toUpperCase(),
      line: index + 1,
      value: match[4] ?? "",
      children: [],
    };
    if (level === 0) {
      records.push({ ...structure, pointer: match[2] ?? "" });
      open = [records.at(-1) ?? structure];
      continue;
    }
    const parent = open[level - 1];
    if (!parent) continue;
    if (structure.tag === "CONC") parent.value += structure.value;
    else if (structure.tag === "CONT") parent.value += `\n${structure.value}`;
    else parent.children.push(structure);
    open = [...open.slice(0, level), structure];
  }
  return records;
}

const child = (structure: Structure | undefined, tag: string): Structure | undefined =>
  structure?.children.find((each) => each.tag === tag);

const textAt = (structure: Structure, ...path: string[]): string =>
  (path.reduce<Structure | undefined>(child, structure)?.value ?? "").trim();

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** Reads a whole date such as `12 MAR 1998`; null for one that is partial, estimated or none. */
export function readGedcomDate(text: string): string | null {
  const match = /^(?:@#DGREGORIAN@\s*)?(\d{1,2})\s+([A-Z]{3})[A-Z]*\.?\s+(\d{4})$/i.exec(text.trim());
  const month = MONTHS.indexOf((match?.[2] ?? "").toUpperCase()) + 1;
  if (!match || month === 0) return null;
  const day = `${match[3]}-${String(month).padStart(2, "0")}-${(match[1] ?? "").padStart(2, "0")}`;
  return isCalendarDay(day) ? day : null;
}

/** A name without the slashes around the surname. */
const readName = (value: string): string => value.replace(/\//g, " ").replace(/\s+/g, " ").trim();

/** The tags under which programs keep a registration number, the standard's own first. */
const NUMBER_TAGS = ["REFN", "IDNO", "_REG", "_REGN", "_REGNR", "_STUDBOOK"];

function readIndividual(record: RecordStructure, families: ReadonlyMap<string, RecordStructure>): ImportRow {
  const values: ImportValues = { fileId: record.pointer };
  const warnings: string[] = [];
  const put = (field: string, value: string | undefined) => {
    if (value) values[field] = value;
  };
  put("name", readName(textAt(record, "NAME")));
  put("callName", textAt(record, "NAME", "NICK"));
  const sex = textAt(record, "SEX").toUpperCase();
  put("gender", sex === "M" ? "male" : sex === "F" ? "female" : undefined);
  const birth = textAt(record, "BIRT", "DATE");
  const bornOn = readGedcomDate(birth);
  if (bornOn !== null) values.dateOfBirth = bornOn;
  else if (birth !== "") warnings.push(`Date of Birth “${birth}” is no full date and is left out`);
  put(
    "registrationNumber",
    NUMBER_TAGS.map((tag) => textAt(record, tag)).find((number) => number !== ""),
  );
  put("breed", textAt(record, "_BREED"));
  put("color", textAt(record, "_COLOR") || textAt(record, "_COLOUR") || textAt(record, "DSCR"));
  const family = families.get(textAt(record, "FAMC"));
  if (family) {
    put("sireFileId", textAt(family, "HUSB"));
    put("damFileId", textAt(family, "WIFE"));
  }
  return { line: record.line, values, ...(warnings.length > 0 ? { warnings } : {}) };
}

/** Reads the individuals of a GEDCOM file as rows. */
export function readGedcom(text: string): ImportRow[] {
  const records = parse(text);
  const families = new Map(
    records.filter(({ tag }) => tag === "FAM").map((family) => [family.pointer, family]),
  );
  return records.filter(({ tag }) => tag === "INDI").map((record) => readIndividual(record, families));
}

/** Answers the encoding that the header names, e.g. ANSEL, UNICODE or UTF-8; empty when it names none. */
export const gedcomEncoding = (text: string): string =>
  /^[ \t]*1[ \t]+CHAR[ \t]+(\S+)/m.exec(text.slice(0, 4000))?.[1] ?? "";

/**
 * First step of a plan: reads each row of the file by the rules of the form, fills in data from other parts of the
 * file, and removes values that are meaningless or unreadable. This step does not read the kennel's dogs.
 */
import type { ParentRole } from "../dogs/checks";
import { numberKeyOf, otherKeysOf, parseRegistration } from "../dogs/registrations";
import { readOwners } from "../dogs/owners";
import { importedDogSchema, type ImportedDog } from "../dogs/schemas";
import type { FieldErrors } from "../errors";
import { fieldErrorsOf } from "../records/parse";
import { foldText, isVisible } from "../text/text";
import type { ImportOptions, ImportRow, ImportWarning, ParentNaming } from "./planned";
import { REGISTRATION_COLUMNS } from "./fields";
import { isOffice, isUnknown, splitNumber, type ImportValues } from "./read-values";

/** Other work can run after this many rows. */
export const SLICE_ROWS = 1000;

export const textOf = (value: ImportValues[string] | null | undefined): string | undefined =>
  value === undefined || value === null ? undefined : String(value).trim() || undefined;

/** Returns undefined if the text only states that the value is unknown. */
export function namedBy(value: ImportValues[string] | null | undefined): string | undefined {
  const text = textOf(value);
  return text === undefined || isUnknown(text) ? undefined : text;
}

/** The cell may also contain a number: 'Ajax 2 vom Tal'. */
const isOfWords = (text: string): boolean => (text.match(/\p{Ll}{3}/gu) ?? []).length > 1;

export function readNaming(values: ImportValues, role: ParentRole): ParentNaming {
  const fileId = textOf(values[`${role}FileId`]);
  const read = namedBy(values[`${role}Number`]);
  const said = namedBy(values[role]);
  // The number 'VDH' would belong to many dogs, and 'Max' is a name in the wrong column.
  const isNumber = read !== undefined && /\d/u.test(read);
  const beside = isNumber ? splitNumber(read) : null;
  const isSplit = beside !== null && (beside.isParted || isOfWords(beside.name)) && !isOffice(beside.name);
  if (isSplit) return makeNaming(fileId, beside.number, said ?? beside.name);
  if (isNumber) {
    const isNamed = said === undefined && isOfWords(read) && !/^\p{Lu}*[ .]*\d/u.test(read);
    return isNamed ? makeNaming(fileId, undefined, read) : makeNaming(fileId, read, said);
  }
  const name = said ?? read;
  const split = name === undefined ? null : splitNumber(name);
  const whole = makeNaming(fileId, undefined, name);
  return split
    ? { ...whole, split: { ...makeNaming(fileId, split.number, split.name), isParted: split.isParted } }
    : whole;
}

const makeNaming = (
  fileId: string | undefined,
  number: string | undefined,
  name: string | undefined,
): ParentNaming => ({
  ...{ fileId, number, name, numberKey: numberKeyOf(number), nameKey: foldText(name ?? "") },
});

export const marksOf = (
  fileId: string | undefined,
  numberKey: string | undefined,
  nameKey: string,
): string[] => [
  ...(fileId === undefined ? [] : [`id ${fileId}`]),
  ...(numberKey === undefined ? [] : [`number ${numberKey}`]),
  ...(nameKey === "" ? [] : [`name ${nameKey}`]),
];

export const bornMark = (nameKey: string, bornOn: string): string => `born ${bornOn} ${nameKey}`;

/** Rows with unreadable registrations were refused before. */
const otherRegistrationsOf = (values: ImportValues) =>
  REGISTRATION_COLUMNS.flatMap((column) => parseRegistration(textOf(values[column]) ?? "") ?? []);

/** If the owner's column contains shares, its owners are also read, and their names become the owner. */
function ownersOf({ currentOwnerName, coOwners }: ImportValues) {
  const read = (cell: string | undefined) => readOwners(cell ?? "").filter(({ name }) => !isUnknown(name));
  const named = read(textOf(currentOwnerName));
  const isShared = named.some(({ share }) => share !== null);
  const owners = [...(isShared ? named : []), ...read(textOf(coOwners))];
  return {
    ...(isShared && { currentOwnerName: named.map(({ name }) => name).join(", ") }),
    coOwners: owners.length === 0 ? undefined : owners,
  };
}

/** Numbers whose cells may contain 'none'. In two rows, 'none' is not the same number. */
const NUMBER_FIELDS = ["registrationNumber", "microchipNumber"] as const;

/**
 * Detects names of parents that have more offspring than a single dog can have, and asks the user. A word for
 * 'unknown' that is missing in our list would otherwise become one dog with the offspring of many dogs.
 */

/**
 * If there are more years than this between a dog's first and last litter, the user is asked. Longer times are
 * possible with frozen semen.
 */
const MOST_YEARS = 15;

/** If a dog with a one-word name has at least this many partners, the user is asked. */
const MANY_PARTNERS = 6;

/** All offspring whose parents have the same name in the file. */
interface Offspring {
  readonly partners: Set<string>;
  readonly breeds: Set<string>;
  firstYear: number;
  lastYear: number;
}

const OTHER_ROLE = { sire: "dam", dam: "sire" } as const satisfies Record<ParentRole, ParentRole>;

const keyOf = (value: ImportValues[string] | undefined): string =>
  typeof value === "string" ? foldText(value) : "";

export class Namesakes {
  private readonly offspring = { sire: new Map<string, Offspring>(), dam: new Map<string, Offspring>() };

  add(role: ParentRole, nameKey: string, values: ImportValues): void {
    const all = this.offspring[role];
    let known = all.get(nameKey);
    if (!known) {
      known = { partners: new Set(), breeds: new Set(), firstYear: Infinity, lastYear: -Infinity };
      all.set(nameKey, known);
    }
    const partner = keyOf(values[OTHER_ROLE[role]]);
    const breed = keyOf(values.breed);
    const year = Number(/^\d{4}(?=-)/u.exec(keyOf(values.dateOfBirth))?.[0] ?? NaN);
    if (partner !== "") known.partners.add(partner);
    if (breed !== "") known.breeds.add(breed);
    if (year < known.firstYear) known.firstYear = year;
    if (year > known.lastYear) known.lastYear = year;
  }

  /** Returns why the name may mean several dogs or no dog; undefined if there is no such reason. */
  doubt(role: ParentRole, nameKey: string): string | undefined {
    const known = this.offspring[role].get(nameKey);
    if (!known) return undefined;
    if (this.offspring[OTHER_ROLE[role]].has(nameKey)) return "It is named as a sire and as a dam";
    const { partners, breeds, firstYear, lastYear } = known;
    if (lastYear - firstYear > MOST_YEARS)
      return `Its offspring were born between ${firstYear} and ${lastYear}`;
    // A registered name has several words. A word for 'unknown' usually stands alone.
    if (nameKey.includes(" ")) return undefined;
    if (breeds.size > 1) return "Its offspring are of several breeds";
    if (partners.size >= MANY_PARTNERS)
      return `It has offspring with ${partners.size} partners and is itself not in the file`;
    return undefined;
  }
}

/** No step changes these data. */
export class FileRows {
  readonly rows: ImportRow[] = [];
  readonly byFileId = new Map<string, ImportRow>();
  readonly namesakes = new Namesakes();
  readonly marks = new Set<string>();
  /** The gender of a row without a gender is taken from these names. */
  private readonly named = { sire: new Set<string>(), dam: new Set<string>() };

  add(row: ImportRow): void {
    this.rows.push(row);
    const ownId = textOf(row.values.fileId);
    if (ownId !== undefined && !this.byFileId.has(ownId)) this.byFileId.set(ownId, row);
    const { name, registrationNumber, microchipNumber, dateOfBirth } = row.values;
    const nameKey = foldText(textOf(name) ?? "");
    const chip = numberKeyOf(namedBy(microchipNumber));
    if (chip !== undefined) this.marks.add(`chip ${chip}`);
    const bornOn = textOf(dateOfBirth);
    if (bornOn !== undefined) this.marks.add(bornMark(nameKey, bornOn));
    for (const mark of marksOf(undefined, numberKeyOf(namedBy(registrationNumber)), nameKey))
      this.marks.add(mark);
    for (const key of otherKeysOf({ otherRegistrations: otherRegistrationsOf(row.values) }))
      this.marks.add(`number ${key}`);
    for (const role of ["sire", "dam"] as const) {
      const { split, ...naming } = readNaming(row.values, role);
      for (const { fileId, numberKey, nameKey: key } of split ? [naming, split] : [naming])
        for (const mark of marksOf(fileId, numberKey, key)) this.named[role].add(mark);
      const { nameKey: parentKey } = split?.isParted ? split : naming;
      if (parentKey !== "") this.namesakes.add(role, parentKey, row.values);
    }
  }

  /**
   * Removes numbers that only say that the value is unknown. In a pedigree file, a missing gender is taken from the
   * rows in which the dog is a parent.
   */
  complete(values: ImportValues, { breed, kind }: ImportOptions): ImportValues {
    const complete = { ...values };
    for (const field of NUMBER_FIELDS) {
      if (namedBy(complete[field]) === undefined) delete complete[field];
    }
    if (complete.breed === undefined && breed) complete.breed = breed;
    if (complete.gender === undefined && kind === "ancestors") {
      const marks = marksOf(
        textOf(values.fileId),
        numberKeyOf(textOf(values.registrationNumber)),
        foldText(textOf(values.name) ?? ""),
      );
      const isNamed = (role: ParentRole) => marks.some((mark) => this.named[role].has(mark));
      if (isNamed("sire") !== isNamed("dam")) complete.gender = isNamed("sire") ? "male" : "female";
    }
    return complete;
  }
}

export interface ReadRow {
  readonly row: ImportRow;
  readonly line: number;
  /** Includes the values that were filled in. */
  readonly values: ImportValues;
  readonly dog: ImportedDog;
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly errors: ReadonlyMap<number, FieldErrors>;
  readonly warnings: readonly ImportWarning[];
  readonly skipped: readonly ImportWarning[];
  /** These rows do not represent a dog. */
  readonly nobodies: ReadonlySet<string>;
}

/** Pauses regularly. */
export function* readRows(file: FileRows, options: ImportOptions): Generator<undefined, ReadRows> {
  const rows: ReadRow[] = [];
  const errors = new Map<number, FieldErrors>();
  const warnings: ImportWarning[] = [];
  const skipped: ImportWarning[] = [];
  const nobodies = new Set<string>();
  for (const [index, row] of file.rows.entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield;
    const { line } = row;
    for (const message of row.warnings ?? []) warnings.push({ line, message });
    const name = textOf(row.values.name);
    if (name !== undefined && isVisible(name) && isUnknown(name)) {
      const fileId = textOf(row.values.fileId);
      if (fileId !== undefined) nobodies.add(fileId);
      skipped.push({ line, message: `“${name}” is not a dog's name, so the line was skipped` });
      continue;
    }
    if (row.errors && Object.keys(row.errors).length > 0) {
      errors.set(line, row.errors);
      continue;
    }
    const values = file.complete(row.values, options);
    const parsed = importedDogSchema.safeParse({
      ...values,
      otherRegistrations: otherRegistrationsOf(row.values),
      ...ownersOf(values),
    });
    if (parsed.success) rows.push({ row, line, values, dog: parsed.data });
    else errors.set(line, fieldErrorsOf(parsed.error));
  }
  return { rows, errors, warnings, skipped, nobodies };
}

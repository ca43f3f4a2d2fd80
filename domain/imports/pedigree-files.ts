/**
 * Pedigrees beside each dog in a file. The columns of up to five generations become separate rows, one for each
 * ancestor with more than a name and a number. An ancestor in several rows becomes one row. If the ancestor also
 * has its own row in the file, that row only gets its missing parents, and contradictions are reported.
 */
import type { ImportKind } from "./rules";
import { foldNumber, foldText } from "../text/text";
import type { ImportColumn } from "./columns";
import { lineageName, lineageTitle, type Lineage } from "./lineages";
import { lineageLine, lineagesOf, readLine } from "./lineages";
import { looseName } from "./names";
import { isSameNumber } from "./read-values";
import type { ImportRow } from "./planned";
import type { ImportValues } from "./read-values";
import { readRow } from "./table";
import { isUnknown } from "./read-values";
import { PARENT_ROLES, type ParentRole } from "../dogs/checks";

const ROLES = { s: "sire", d: "dam" } as const satisfies Record<string, ParentRole>;

const PARENTS = ["sire", "dam"] as const satisfies readonly ParentRole[];

interface Naming {
  readonly name: string | undefined;
  readonly number: string | undefined;
}

/** An entry may have been created for an ancestor. */
interface Entry {
  readonly line: number;
  readonly values: ImportValues;
  readonly isMade: boolean;
  /** The rows from which the parents were taken, if they are not in the dog's own row. */
  readonly said: Partial<Record<ParentRole, number>>;
}

interface Claim {
  /** The pedigree beside this row contains the ancestor. */
  readonly row: Entry;
  readonly of: Lineage;
  readonly naming: Naming;
  readonly facts: ImportValues;
  readonly parents: Readonly<Record<ParentRole, Naming>>;
}

const isGiven = ({ name, number }: Naming): boolean => name !== undefined || number !== undefined;
const show = ({ name, number }: Naming): string => `“${name ?? number ?? ""}”`;
const lineText = (line: number): string => `line ${readLine(line).line}`;
const sexOf = (of: Lineage): keyof typeof ROLES => (of.endsWith("d") ? "d" : "s");

/** First all rows must be added, then the pedigrees. */
export class FlatPedigrees {
  private readonly columns = new Map<Lineage, { readonly at: number; readonly column: ImportColumn }[]>();
  /** The nearest ancestors are first. */
  private readonly lineages: readonly Lineage[];
  private readonly rows = new Map<number, Entry>();
  private readonly made: Entry[] = [];
  private readonly byNumber = new Map<string, Entry>();
  private readonly byFileId = new Map<string, Entry>();
  private readonly byName = new Map<string, Entry[]>();
  private readonly warnings = new Map<number, string[]>();
  private readonly looseNames = new Map<string, string>();
  private readonly nobodies = new Map<string, boolean>();

  constructor(
    columns: readonly ImportColumn[],
    private readonly kind: ImportKind,
  ) {
    for (const [at, column] of columns.entries()) {
      if (column.of === "" || column.field === null) continue;
      this.columns.set(column.of, [...(this.columns.get(column.of) ?? []), { at, column }]);
    }
    const said = new Set([...this.columns.keys()].flatMap((of) => [of, of.slice(0, -1)]));
    this.lineages = lineagesOf(1).filter((of) => said.has(of));
  }

  get isNeeded(): boolean {
    return this.columns.size > 0;
  }

  add({ line, values }: ImportRow): void {
    const entry: Entry = { line, values: { ...values }, isMade: false, said: {} };
    this.rows.set(line, entry);
    const fileId = this.textOf(values.fileId);
    if (fileId !== undefined) this.byFileId.set(fileId, entry);
    this.list(entry);
  }

  expand(line: number, cells: readonly string[]): void {
    const row = this.rows.get(line);
    if (!row) return;
    const read = this.readCells(line, cells);
    const namingOf = (of: Lineage): Naming =>
      of.length === 1 ? this.parentNaming(row.values, ROLES[sexOf(of)]) : this.ownNaming(read.get(of) ?? {});
    for (const of of this.lineages) {
      const { name: _name, registrationNumber: _number, ...facts } = read.get(of) ?? {};
      const parents = { sire: namingOf(`${of}s`), dam: namingOf(`${of}d`) };
      const given = [parents.sire, parents.dam].filter(isGiven);
      if (given.length === 0 && Object.keys(facts).length === 0) continue;
      const byId =
        of.length === 1
          ? this.byFileId.get(this.textOf(row.values[`${ROLES[sexOf(of)]}FileId`]) ?? "")
          : undefined;
      const claim: Claim = {
        row,
        of,
        naming: byId ? this.ownNaming(byId.values) : namingOf(of),
        facts,
        parents,
      };
      const said = namingOf(of);
      if (
        byId &&
        said.name !== undefined &&
        this.isSame({ ...claim.naming, number: undefined }, said) === false
      )
        this.tell(
          claim,
          `${show(said)} stands beside the ID of ${show(claim.naming)} in ${lineText(byId.line)}, so its ancestors in this line are left out`,
        );
      else if (byId) this.take(claim, byId);
      else if (isGiven(claim.naming)) {
        const entry = this.find(claim);
        if (entry) this.take(claim, entry);
      } else {
        const names = given.length === 0 ? "what is said of it" : given.map(show).join(" and ");
        this.tell(claim, `The ${lineageName(of)} is not named, so ${names} cannot be linked and is left out`);
      }
    }
  }

  /** Returns all rows, sorted by row number, with messages for the user. */
  all(rows: readonly ImportRow[]): ImportRow[] {
    const read = rows.map((row): ImportRow => {
      const warnings = [...(row.warnings ?? []), ...(this.warnings.get(row.line) ?? [])];
      const values = this.rows.get(row.line)?.values ?? row.values;
      return { ...row, values, ...(warnings.length > 0 ? { warnings } : {}) };
    });
    const made = this.made.map(({ line, values }): ImportRow => ({ line, values }));
    return [...read, ...made].sort((one, other) => one.line - other.line);
  }

  /** Returns undefined for an empty cell. Each text is parsed only once, because names are often repeated. */
  private textOf(value: ImportValues[string] | undefined): string | undefined {
    const text = value === undefined ? "" : String(value).trim();
    if (text === "") return undefined;
    let isNobody = this.nobodies.get(text);
    if (isNobody === undefined) this.nobodies.set(text, (isNobody = isUnknown(text)));
    return isNobody ? undefined : text;
  }

  private ownNaming({ name, registrationNumber }: ImportValues): Naming {
    return { name: this.textOf(name), number: this.textOf(registrationNumber) };
  }

  private parentNaming(values: ImportValues, role: ParentRole): Naming {
    return { name: this.textOf(values[role]), number: this.textOf(values[`${role}Number`]) };
  }

  private readCells(line: number, cells: readonly string[]): Map<Lineage, ImportValues> {
    const read = new Map<Lineage, ImportValues>();
    for (const [of, columns] of this.columns) {
      const { values, warnings } = readRow(
        columns.map(({ at }) => cells[at] ?? ""),
        columns.map(({ column }) => column),
        "ancestors",
      );
      read.set(of, values);
      for (const warning of warnings) this.note(line, `${lineageTitle(of)}: ${warning}`);
    }
    return read;
  }

  private tell({ row }: Claim, message: string): void {
    this.note(row.line, message);
  }

  private note(line: number, message: string): void {
    const told = this.warnings.get(line);
    if (told) told.push(message);
    else this.warnings.set(line, [message]);
  }

  private looseKey(name: string): string {
    const known = this.looseNames.get(name);
    if (known !== undefined) return known;
    const key = looseName(name).sorted;
    this.looseNames.set(name, key);
    return key;
  }

  private list(entry: Entry): void {
    const { name, number } = this.ownNaming(entry.values);
    if (number !== undefined && !this.byNumber.has(foldNumber(number)))
      this.byNumber.set(foldNumber(number), entry);
    if (name === undefined) return;
    const key = this.looseKey(name);
    const same = this.byName.get(key);
    if (same) same.push(entry);
    else this.byName.set(key, [entry]);
  }

  /** Returns undefined if the two mentions neither both have a number nor both have a name. */
  private isSame(one: Naming, other: Naming): boolean | undefined {
    if (one.number !== undefined && other.number !== undefined)
      return isSameNumber(foldNumber(one.number), foldNumber(other.number));
    if (one.name === undefined || other.name === undefined) return undefined;
    return this.looseKey(one.name) === this.looseKey(other.name);
  }

  private parentOf({ values }: Entry, role: ParentRole): Naming {
    const named = this.parentNaming(values, role);
    const row = isGiven(named) ? undefined : this.byFileId.get(this.textOf(values[`${role}FileId`]) ?? "");
    return row ? this.ownNaming(row.values) : named;
  }

  private isContradicted(claim: Claim, entry: Entry): boolean {
    return PARENTS.some((role) => this.isSame(claim.parents[role], this.parentOf(entry, role)) === false);
  }

  private isConfirmed(claim: Claim, entry: Entry): boolean {
    return (
      !this.isContradicted(claim, entry) &&
      PARENTS.some((role) => this.isSame(claim.parents[role], this.parentOf(entry, role)) === true)
    );
  }

  /** Returns null if several rows are possible, or if the number belongs to another dog. */
  private find(claim: Claim): Entry | null {
    const { naming, of } = claim;
    const numbered = naming.number === undefined ? undefined : this.byNumber.get(foldNumber(naming.number));
    if (numbered) {
      const own = this.ownNaming(numbered.values);
      if (
        this.isOfSex(numbered, of) &&
        (naming.name === undefined || this.isSame({ ...own, number: undefined }, naming) !== false)
      )
        return numbered;
      const where = lineText(numbered.line);
      this.tell(
        claim,
        `The number ${naming.number ?? ""} of ${show(naming)} is that of ${show(own)} in ${where}, so the ancestors of ${show(naming)} are left out`,
      );
      return null;
    }
    const { name } = naming;
    if (name === undefined) return this.make(claim);
    const fitting = (this.byName.get(this.looseKey(name)) ?? []).filter((entry) =>
      this.isFitting(claim, entry),
    );
    const exact = fitting.filter(({ values }) => foldText(String(values.name)) === foldText(name));
    if (exact.length === 1) return exact[0] ?? null;
    if (exact.length > 1) {
      const confirmed = exact.filter((entry) => this.isConfirmed(claim, entry));
      if (confirmed.length === 1) return confirmed[0] ?? null;
      const where = exact.map(({ line }) => readLine(line).line).join(", ");
      this.tell(
        claim,
        `${show(naming)} could be the dog of several lines (${where}), so its ancestors in this line are left out`,
      );
      return null;
    }
    const [like] = fitting;
    if (!like) return this.make(claim);
    // The question about the parent's name also asks whether the two dogs are the same. Parents that were added on
    // a guess could be wrong for either dog.
    const confirmed = fitting.filter((entry) => this.isConfirmed(claim, entry));
    if (confirmed.length === 1) return confirmed[0] ?? null;
    const called = `“${String(like.values.name)}” in ${lineText(like.line)}`;
    this.tell(
      claim,
      `${show(naming)} may be ${called}, so its ancestors in this line are left out. Write both names alike to link them`,
    );
    return null;
  }

  private isOfSex({ values }: Entry, of: Lineage): boolean {
    return values.gender === undefined || values.gender === PARENT_ROLES[ROLES[sexOf(of)]].gender;
  }

  /** Nothing may contradict that the entry is the ancestor. */
  private isFitting({ row, of, naming, facts }: Claim, entry: Entry): boolean {
    if (entry === row || !this.isOfSex(entry, of)) return false;
    const { number } = this.ownNaming(entry.values);
    if (number !== undefined && naming.number !== undefined)
      if (!isSameNumber(foldNumber(number), foldNumber(naming.number))) return false;
    const born = entry.values.dateOfBirth;
    const [childBorn, saidBorn] = [row.values.dateOfBirth, facts.dateOfBirth];
    if (born === undefined) return true;
    return (childBorn === undefined || born < childBorn) && (saidBorn === undefined || saidBorn === born);
  }

  private make({ row, of, naming }: Claim): Entry {
    const { breed } = row.values;
    const values: ImportValues = {
      name: naming.name ?? naming.number ?? "",
      ...(naming.number === undefined ? {} : { registrationNumber: naming.number }),
      gender: PARENT_ROLES[ROLES[sexOf(of)]].gender,
      ...(breed === undefined ? {} : { breed }),
      ...(this.kind === "dogs" ? { isExternal: true } : {}),
    };
    const entry: Entry = { line: lineageLine(row.line, of), values, isMade: true, said: {} };
    this.made.push(entry);
    this.list(entry);
    return entry;
  }

  private take(claim: Claim, entry: Entry): void {
    const { row, naming, facts, parents } = claim;
    const own = this.ownNaming(entry.values);
    if (entry.isMade && own.number === undefined && naming.number !== undefined) {
      entry.values.registrationNumber = naming.number;
      this.byNumber.set(foldNumber(naming.number), entry);
    }
    for (const role of PARENTS) {
      const said = parents[role];
      const known = this.parentOf(entry, role);
      if (!isGiven(said)) continue;
      const isSame = isGiven(known) ? this.isSame(known, said) : undefined;
      if (isSame === false) {
        const where = lineText(entry.said[role] ?? entry.line);
        this.tell(
          claim,
          `The ${role} of ${show(own)} is ${show(said)} here and ${show(known)} in ${where}, which is used`,
        );
      } else if (!isGiven(known) || (entry.isMade && isSame === true)) {
        if (known.name === undefined && said.name !== undefined) entry.values[role] = said.name;
        if (known.number === undefined && said.number !== undefined)
          entry.values[`${role}Number`] = said.number;
        entry.said[role] ??= row.line;
      }
    }
    for (const [field, value] of Object.entries(facts)) {
      const known = entry.values[field];
      if (known === undefined) entry.values[field] = value;
      else if (known !== value && field === "dateOfBirth")
        this.tell(
          claim,
          `${show(own)} was born on ${String(value)} here and on ${String(known)} in ${lineText(entry.line)}, which is used`,
        );
    }
  }
}

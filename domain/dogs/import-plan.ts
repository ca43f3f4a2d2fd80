/**
 * What an import would do, decided before anything is written: each row of the file becomes a new dog, a change of
 * a known one, a skipped row or an error, with the same rules as the form. Parents are found by registration number,
 * then by name, in the file and in the kennel; those found nowhere become external ancestors. Pure.
 * Source: decision GAP-DOG-03.
 */
import { MAX_DOGS_PER_KENNEL, type Gender } from "../constants/dogs";
import { fieldErrorsOf } from "../schemas/parse";
import { importedDogSchema, type ImportedDog } from "../schemas/dog";
import { foldNumber, foldText } from "../text/text";
import type { FieldErrors } from "../errors";
import { checkDates, checkParent, PARENT_ROLES, type ParentRole } from "./rules";

/** A row's values by field, as read from the file. */
export type ImportValues = Record<string, string | number | boolean>;

export interface ImportRow {
  /** The line of the file, for messages. */
  readonly line: number;
  readonly values: ImportValues;
}

/** What to do with a dog whose registration number the kennel knows. */
export const KNOWN_DOG_MODES = ["skip", "update"] as const;
export type KnownDogMode = (typeof KNOWN_DOG_MODES)[number];

export interface KnownDog<Id extends string> {
  readonly _id: Id;
  readonly isExternal: boolean;
  readonly name: string;
  readonly gender: Gender;
  readonly dateOfBirth?: string;
  readonly registrationKey?: string;
  readonly microchipKey?: string;
  readonly sireId?: Id;
  readonly damId?: Id;
}

/** A parent: a dog of the kennel, another row of the file, or an ancestor that is to be made. */
export type PlannedParent<Id extends string> =
  | { readonly kind: "known"; readonly id: Id }
  | { readonly kind: "row"; readonly line: number }
  | { readonly kind: "external"; readonly key: string };

export interface PlannedDog<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  /** The fields that the file itself gives; the others of `dog` are defaults. */
  readonly given: ReadonlySet<string>;
  /** The dog to change, or null for a new one. */
  readonly target: Id | null;
  readonly parents: Partial<Record<ParentRole, PlannedParent<Id>>>;
}

export interface PlannedAncestor {
  readonly name: string;
  readonly breed: string;
  readonly gender: Gender;
  readonly registrationNumber: string | null;
}

export interface ImportPlan<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  readonly skipped: readonly number[];
  readonly errors: readonly { readonly line: number; readonly fields: FieldErrors }[];
  /** Set when the kennel cannot hold them all. */
  readonly isOverLimit: boolean;
}

const keyOf = (number: string | null | undefined): string | undefined =>
  number ? foldNumber(number) || undefined : undefined;

interface Candidate<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  readonly given: ReadonlySet<string>;
  readonly target: KnownDog<Id> | null;
}

/** Looks dogs up by number and by gender and name. */
class Directory<T> {
  private readonly byNumber = new Map<string, T>();
  private readonly byName = new Map<string, T[]>();

  add(entry: T, gender: Gender, name: string, number: string | undefined): void {
    if (number !== undefined) this.byNumber.set(number, entry);
    const key = `${gender} ${foldText(name)}`;
    this.byName.set(key, [...(this.byName.get(key) ?? []), entry]);
  }

  number(key: string | undefined): T | undefined {
    return key === undefined ? undefined : this.byNumber.get(key);
  }

  names(gender: Gender, name: string): readonly T[] {
    return this.byName.get(`${gender} ${foldText(name)}`) ?? [];
  }
}

class Planner<Id extends string> {
  private readonly errors = new Map<number, FieldErrors>();
  private readonly skipped: number[] = [];
  private readonly knownById = new Map<string, KnownDog<Id>>();
  private readonly knownDirectory = new Directory<KnownDog<Id>>();
  private readonly knownChips = new Map<string, KnownDog<Id>>();
  /** The earliest birth among the offspring of each parent; empty when none is known. */
  private readonly firstBirths = new Map<string, string>();

  constructor(
    private readonly known: readonly KnownDog<Id>[],
    private readonly mode: KnownDogMode,
    private readonly today: string,
  ) {
    for (const dog of known) {
      this.knownById.set(dog._id, dog);
      this.knownDirectory.add(dog, dog.gender, dog.name, dog.registrationKey);
      if (dog.microchipKey !== undefined) this.knownChips.set(dog.microchipKey, dog);
      for (const parentId of [dog.sireId, dog.damId]) {
        if (parentId === undefined) continue;
        const births = [this.firstBirths.get(parentId), dog.dateOfBirth].filter(Boolean);
        this.firstBirths.set(parentId, births.sort()[0] ?? "");
      }
    }
  }

  plan(rows: readonly ImportRow[]): ImportPlan<Id> {
    let candidates = this.readCandidates(rows);
    let planned = this.linkAll(candidates);
    // A row that turns out wrong is no parent for others, so the rest is linked anew without it.
    for (let before = -1; before !== candidates.length; planned = this.linkAll(candidates)) {
      before = candidates.length;
      candidates = candidates.filter(({ line }) => !this.errors.has(line));
    }
    const added = planned.dogs.filter((dog) => dog.target === null).length + planned.ancestors.size;
    return {
      ...planned,
      skipped: this.skipped,
      errors: [...this.errors].sort(([a], [b]) => a - b).map(([line, fields]) => ({ line, fields })),
      isOverLimit: this.known.length + added > MAX_DOGS_PER_KENNEL,
    };
  }

  private refuse(line: number, fields: FieldErrors): void {
    if (Object.keys(fields).length > 0) this.errors.set(line, { ...fields, ...this.errors.get(line) });
  }

  /** Reads each row by the form's rules and finds the dog it stands for. */
  private readCandidates(rows: readonly ImportRow[]): Candidate<Id>[] {
    const candidates: Candidate<Id>[] = [];
    const numbers = new Map<string, number>();
    const chips = new Map<string, number>();
    for (const { line, values } of rows) {
      const parsed = importedDogSchema.safeParse(values);
      if (!parsed.success) {
        this.refuse(line, fieldErrorsOf(parsed.error));
        continue;
      }
      const dog = parsed.data;
      const number = keyOf(dog.registrationNumber);
      const target = this.knownDirectory.number(number) ?? null;
      if (target && !target.isExternal && this.mode === "skip") {
        this.skipped.push(line);
        continue;
      }
      this.refuse(line, this.checkRow(dog, target, { numbers, chips }));
      if (number !== undefined) numbers.set(number, line);
      const chip = keyOf(dog.microchipNumber);
      if (chip !== undefined) chips.set(chip, line);
      if (!this.errors.has(line)) candidates.push({ line, dog, given: new Set(Object.keys(values)), target });
    }
    return candidates;
  }

  private checkRow(
    dog: ImportedDog,
    target: KnownDog<Id> | null,
    seen: { numbers: Map<string, number>; chips: Map<string, number> },
  ): FieldErrors {
    const errors: FieldErrors = {
      ...checkDates(
        {
          dateOfBirth: dog.dateOfBirth ?? target?.dateOfBirth ?? null,
          status: dog.status,
          statusChangedOn: dog.statusChangedOn ?? null,
        },
        this.today,
      ),
    };
    const sameNumber = seen.numbers.get(keyOf(dog.registrationNumber) ?? "");
    const chip = keyOf(dog.microchipNumber) ?? "";
    const sameChip = seen.chips.get(chip);
    const chipHolder = this.knownChips.get(chip);
    if (sameNumber !== undefined)
      errors.registrationNumber = `Line ${sameNumber} has the same registration number`;
    else if (target?.isExternal)
      errors.registrationNumber = `The ancestor ${target.name} already has this registration number`;
    if (sameChip !== undefined) errors.microchipNumber = `Line ${sameChip} has the same microchip number`;
    else if (chipHolder && chipHolder !== target)
      errors.microchipNumber = `${chipHolder.name} already has this microchip number`;
    if (target && target.gender !== dog.gender && this.firstBirths.has(target._id)) {
      errors.gender = `Gender cannot change: ${target.name} has recorded offspring`;
    }
    const firstBirth = target && this.firstBirths.get(target._id);
    if (firstBirth && dog.dateOfBirth && dog.dateOfBirth >= firstBirth) {
      errors.dateOfBirth ??= `Its offspring was born on ${firstBirth}`;
    }
    return errors;
  }

  /** Finds the parents of all rows and refuses those that do not fit. */
  private linkAll(candidates: readonly Candidate<Id>[]) {
    const inFile = new Directory<Candidate<Id>>();
    const lines = new Map<number, Candidate<Id>>();
    for (const candidate of candidates) {
      lines.set(candidate.line, candidate);
      inFile.add(
        candidate,
        candidate.dog.gender,
        candidate.dog.name,
        keyOf(candidate.dog.registrationNumber),
      );
    }
    const ancestors = new Map<string, PlannedAncestor>();
    const dogs = candidates.map(({ line, dog, given, target }): PlannedDog<Id> => {
      const parents: PlannedDog<Id>["parents"] = {};
      for (const role of ["sire", "dam"] as const) {
        const parent = this.findParent(role, dog, inFile, ancestors);
        if (!parent) continue;
        const facts = this.factsOf(parent, lines);
        const problem = facts && checkParent(role, facts, dog.dateOfBirth ?? target?.dateOfBirth ?? null);
        if (problem) this.refuse(line, { [role]: problem });
        else parents[role] = parent;
      }
      return { line, dog, given, target: target?._id ?? null, parents };
    });
    this.refuseCycles(dogs);
    return { dogs, ancestors };
  }

  private findParent(
    role: ParentRole,
    dog: ImportedDog,
    inFile: Directory<Candidate<Id>>,
    ancestors: Map<string, PlannedAncestor>,
  ): PlannedParent<Id> | null {
    const { gender } = PARENT_ROLES[role];
    const [name, number] = role === "sire" ? [dog.sire, dog.sireNumber] : [dog.dam, dog.damNumber];
    if (!name && !number) return null;
    const toRow = (row: Candidate<Id>): PlannedParent<Id> =>
      row.target ? { kind: "known", id: row.target._id } : { kind: "row", line: row.line };
    const numberKey = keyOf(number);
    const byNumber = inFile.number(numberKey);
    if (byNumber) return toRow(byNumber);
    const knownByNumber = this.knownDirectory.number(numberKey);
    if (knownByNumber) return { kind: "known", id: knownByNumber._id };
    // A name stands for a dog only when it is the only one and its number is not another's.
    const fits = (other: string | undefined) =>
      numberKey === undefined || other === undefined || other === numberKey;
    const rows = name
      ? inFile.names(gender, name).filter((row) => fits(keyOf(row.dog.registrationNumber)))
      : [];
    if (rows.length === 1 && rows[0]) return toRow(rows[0]);
    const dogs = name
      ? this.knownDirectory.names(gender, name).filter((each) => fits(each.registrationKey))
      : [];
    if (rows.length === 0 && dogs.length === 1 && dogs[0]) return { kind: "known", id: dogs[0]._id };
    const key = `${gender} ${numberKey ?? foldText(name ?? "")}`;
    if (!ancestors.has(key)) {
      const ancestor = {
        name: name ?? number ?? "",
        breed: dog.breed,
        gender,
        registrationNumber: number ?? null,
      };
      ancestors.set(key, ancestor);
    }
    return { kind: "external", key };
  }

  private factsOf(parent: PlannedParent<Id>, lines: ReadonlyMap<number, Candidate<Id>>) {
    if (parent.kind === "external") return null;
    const known = parent.kind === "known" ? this.knownById.get(parent.id) : undefined;
    const row = parent.kind === "row" ? lines.get(parent.line)?.dog : undefined;
    const facts = known ?? row;
    return facts ? { name: facts.name, gender: facts.gender, dateOfBirth: facts.dateOfBirth ?? null } : null;
  }

  /** Refuses the rows through which a dog would be its own ancestor. */
  private refuseCycles(dogs: readonly PlannedDog<Id>[]): void {
    const nodeOf = (parent: PlannedParent<Id>) =>
      parent.kind === "known" ? parent.id : `line ${"line" in parent ? parent.line : parent.key}`;
    const planned = new Map(dogs.map((dog) => [dog.target ?? `line ${dog.line}`, dog]));
    const parentsOf = (node: string): string[] => {
      const plan = planned.get(node);
      const known = this.knownById.get(node);
      const sire = plan?.parents.sire ? nodeOf(plan.parents.sire) : known?.sireId;
      const dam = plan?.parents.dam ? nodeOf(plan.parents.dam) : known?.damId;
      return [sire, dam].filter((parent) => parent !== undefined);
    };
    const finished = new Set<string>();
    for (const start of planned.keys()) {
      const path = new Set<string>();
      const stack = [start];
      for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
        if (finished.has(node) || path.has(node)) {
          path.delete(node);
          finished.add(node);
          stack.pop();
          continue;
        }
        path.add(node);
        for (const parent of parentsOf(node)) {
          const row = planned.get(node) ?? planned.get(parent);
          if (path.has(parent) && row) this.refuse(row.line, { sire: "This dog would be its own ancestor" });
          else if (!finished.has(parent)) stack.push(parent);
        }
      }
    }
  }
}

/** Plans the import of a file's rows into a kennel that holds the known dogs. */
export const planImport = <Id extends string>(
  known: readonly KnownDog<Id>[],
  rows: readonly ImportRow[],
  mode: KnownDogMode,
  today: string,
): ImportPlan<Id> => new Planner(known, mode, today).plan(rows);

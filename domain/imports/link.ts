/**
 * Third step of a plan: finds the parents of each row by the file's ids, by number, and then by name, in the file
 * and in the kennel. Parents that are not found become external ancestors. If a parent is ambiguous, the user is
 * asked.
 */
import { diedOn } from "../dogs/age";
import { checkParent, PARENT_ROLES, warnOfParentAge, type ParentRole } from "../dogs/checks";
import type { Gender } from "../dogs/rules";
import { numberKeyOf } from "../dogs/registrations";
import type { ImportedDog } from "../dogs/schemas";
import type { FieldErrors } from "../errors";
import { ParentLinks, type LinkCounts, type UncertainLink } from "./certainty";
import { refuseCycles } from "./check";
import { isIn, isMaybeSameNumber, isNamed, isSameBreed, type Identified } from "./identify";
import { Directory, type KnownDogs } from "./known";
import { lineName, lineOfNode, rowNode } from "./lineages";
import { looseName } from "./names";
import {
  isListed,
  nodeOf,
  toRow,
  type Candidate,
  type ImportOptions,
  type ImportWarning,
  type KnownDog,
  type ParentNaming,
  type PlannedAncestor,
  type PlannedDog,
  type PlannedParent,
  type PlannedParents,
} from "./planned";
import { ANCESTOR, ancestorNode, MOST_CANDIDATES, type OpenQuestions, type PossibleDog } from "./questions";
import { namedBy, SLICE_ROWS, textOf, type FileRows } from "./read";
import { isUnknown } from "./read-values";

type MadeAncestor = PlannedAncestor & { lines: number[]; isStandIn: boolean };

interface FoundParent<Id extends string> {
  readonly parent: PlannedParent<Id>;
  readonly title: string;
  /** Set if the dog's name differs from the name in the row. */
  readonly called?: string;
  readonly bornOn: string | null | undefined;
  readonly breed: string | undefined;
  readonly isNumbered: boolean;
}

interface Given<Id extends string> {
  readonly file: FileRows;
  readonly known: KnownDogs<Id>;
  readonly questions: OpenQuestions;
  readonly standing: Identified<Id>["standing"];
  /** These rows do not represent a dog. */
  readonly nobodies: ReadonlySet<string>;
  readonly refused: ReadonlyMap<number, FieldErrors>;
}

export interface Links<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  /** The parents of these rows are not suitable. */
  readonly errors: ReadonlyMap<number, FieldErrors>;
  readonly warnings: readonly ImportWarning[];
  readonly unknownParents: number;
  readonly links: LinkCounts;
  readonly leastCertain: readonly UncertainLink[];
}

/** Pauses regularly. */
export function* linkRows<Id extends string>(
  candidates: readonly Candidate<Id>[],
  given: Given<Id>,
  options: ImportOptions,
): Generator<undefined, Links<Id>> {
  return yield* new Linking(candidates, given, options).all();
}

class Linking<Id extends string> {
  private readonly inFile = new Directory<Candidate<Id>>();
  private readonly nodes = new Map<string, Candidate<Id>>();
  private readonly rowsByChip = new Map<string, Candidate<Id>>();
  private readonly ancestors = new Map<string, MadeAncestor>();
  private readonly errors = new Map<number, FieldErrors>();
  private readonly warnings = new Map<string, ImportWarning>();
  private readonly links = new ParentLinks();
  private unknownParents = 0;
  private readonly known: KnownDogs<Id>;
  private readonly questions: OpenQuestions;

  constructor(
    private readonly candidates: readonly Candidate<Id>[],
    private readonly given: Given<Id>,
    private readonly options: ImportOptions,
  ) {
    ({ known: this.known, questions: this.questions } = given);
    for (const standing of given.standing) this.inFile.add(standing);
    for (const candidate of candidates) {
      this.nodes.set(nodeOf(toRow(candidate)), candidate);
      this.inFile.add(candidate);
      const chip = numberKeyOf(candidate.dog.microchipNumber);
      if (chip !== undefined) this.rowsByChip.set(chip, candidate);
    }
  }

  *all(): Generator<undefined, Links<Id>> {
    this.questions.begin(new Set(this.candidates.map(({ line }) => line)));
    const settled = this.candidates.map((candidate) => this.settleNamings(candidate));
    if (settled.some((candidate) => this.hasUnknownParent(candidate))) yield* this.questions.prepare();
    const dogs: PlannedDog<Id>[] = [];
    for (const [index, candidate] of settled.entries()) {
      if (index % SLICE_ROWS === SLICE_ROWS - 1) yield;
      dogs.push(this.linkOne(candidate));
    }
    for (const [line, fields] of refuseCycles(dogs, this.known)) this.refuse(line, fields);
    return {
      dogs,
      ancestors: this.ancestors,
      errors: this.errors,
      warnings: [...this.warnings.values()],
      unknownParents: this.unknownParents,
      links: this.links.counts,
      leastCertain: this.links.leastCertain(),
    };
  }

  private refuse(line: number, fields: FieldErrors): void {
    this.errors.set(line, { ...fields, ...this.errors.get(line) });
  }

  /**
   * Decides whether a number in the cell of a parent's name belongs to the name. It does if a dog has that name. If
   * there is no separator, the number is a registration number only if a dog has this number.
   */
  private settleNamings(candidate: Candidate<Id>): Candidate<Id> {
    const settle = (role: ParentRole): ParentNaming => {
      const naming = candidate.namings[role];
      const { split } = naming;
      if (!split) return naming;
      const { gender } = PARENT_ROLES[role];
      const isName =
        this.inFile.names(gender, naming.nameKey).length > 0 ||
        this.known.directory.names(gender, naming.nameKey).length > 0;
      if (isName) return naming;
      return split.isParted || this.findByNumber(split.numberKey) ? split : naming;
    };
    const { sire, dam } = candidate.namings;
    if (!sire.split && !dam.split) return candidate;
    return { ...candidate, namings: { sire: settle("sire"), dam: settle("dam") } };
  }

  /**
   * The dog with the parent's id or number has another name, or no dog has this name. In that case, names must be
   * compared. Most large files use numbers or ids instead.
   */
  private hasUnknownParent(candidate: Candidate<Id>): boolean {
    const { namings } = candidate;
    return (["sire", "dam"] as const).some((role) => {
      const { fileId, name, numberKey } = namings[role];
      if (name === undefined) return false;
      const byFileId = this.inFile.fileId(fileId);
      if (byFileId) return !isOfNaming(byFileId, namings[role]);
      const numbered = this.findByNumber(numberKey);
      if (numbered) return !isNamed(numbered.dog, name);
      return this.findByName(role, candidate).length === 0;
    });
  }

  private linkOne(candidate: Candidate<Id>): PlannedDog<Id> {
    const { line, dog, given, target, isCompletion } = candidate;
    const parents: PlannedParents<Id> = {};
    const bornOn = bornOnOf(candidate);
    const former: PlannedParents<Id> = {};
    if (target?.sireId) former.sire = { kind: "known", id: target.sireId };
    if (target?.damId) former.dam = { kind: "known", id: target.damId };
    for (const role of ["sire", "dam"] as const) {
      const kept = former[role];
      let parent: PlannedParent<Id> | null = null;
      if (!isCompletion || !kept) {
        this.links.seek();
        parent = this.findParent(role, candidate, bornOn);
      }
      const facts = this.factsOf(parent ?? kept);
      // An unchanged parent is checked again only if the dog gets another birth date.
      const isChecked = parent !== null || bornOn !== (target?.dateOfBirth ?? null);
      const problem = facts && isChecked ? checkParent(role, facts, bornOn) : null;
      if (problem) {
        this.refuse(line, { [role]: problem });
        continue;
      }
      if (!parent) continue;
      parents[role] = parent;
      const doubt = facts && warnOfParentAge(role, facts, bornOn);
      if (doubt) this.warn(role, line, doubt);
      const { name, number } = candidate.namings[role];
      const to =
        parent.kind === "external" ? (this.ancestors.get(parent.key)?.name ?? "") : (facts?.title ?? "");
      const isDated = Boolean(bornOn && facts?.dateOfBirth);
      const isNew = parent.kind === "external";
      // Existing links are not counted.
      if (!former[role] || nodeOf(former[role]) !== nodeOf(parent))
        this.links.add({ role, line, name: name ?? number ?? to, number, to, isNew, isDated, doubt });
    }
    const isAdoption = isListed(this.options, dog) && target?.isExternal === true;
    return { line, dog, given, target: target?._id ?? null, isCompletion, isAdoption, parents };
  }

  private findParent(
    role: ParentRole,
    candidate: Candidate<Id>,
    childBornOn: string | null,
  ): PlannedParent<Id> | null {
    const { label } = PARENT_ROLES[role];
    const { fileId, name, number, numberKey } = candidate.namings[role];
    const written = namedBy(candidate.values[`${role}Number`]);
    if (written !== undefined && number === undefined && name !== written)
      this.warn(role, candidate.line, `${label}'s number “${written}” has no digits, so it is left out`);
    const byFileId = this.inFile.fileId(fileId);
    if (byFileId) return this.takeByFileId(role, candidate, byFileId, childBornOn);
    if (name === undefined && number === undefined) {
      if (this.isGivenAsUnknown(role, candidate, fileId)) {
        this.unknownParents += 1;
      } else if (fileId !== undefined) this.warn(role, candidate.line, `${label} ${this.whyMissing(fileId)}`);
      return null;
    }
    const chipped =
      name === undefined || number === undefined ? this.findByChip(numberKeyOf(number ?? name)) : null;
    if (chipped) return chipped;
    const numbered = this.findByNumber(numberKey);
    if (!numbered) return this.findNamed(role, candidate);
    const { parent, dog, where } = numbered;
    if (name === undefined || isNamed(dog, name)) {
      if (!isSameBreed(dog.breed, candidate.dog.breed))
        this.warn(
          role,
          candidate.line,
          `${label} ${dog.name}${where} is of another breed: ${dog.breed ?? ""}`,
        );
      return parent;
    }
    const problem = checkParent(role, dog, childBornOn);
    if (problem === null) {
      const message = `${label} ${name}: the number ${number ?? ""} belongs to ${dog.name}${where}, so that dog is used`;
      this.warn(role, candidate.line, message);
      this.links.note({ how: "number", warning: message });
      return parent;
    }
    // The number cannot belong to this parent, so only the name counts.
    const naming = { ...candidate.namings[role], number: undefined, numberKey: undefined };
    const renamed = { ...candidate, namings: { ...candidate.namings, [role]: naming } };
    const contradicted = `The number ${number ?? ""} belongs to ${dog.name}${where}. ${problem}`;
    return this.findNamed(role, renamed, contradicted);
  }

  /**
   * Warns if the name or number beside the id does not match the dog. If the dog cannot be the parent, finds the
   * parent by number and name.
   */
  private takeByFileId(
    role: ParentRole,
    candidate: Candidate<Id>,
    row: Candidate<Id>,
    childBornOn: string | null,
  ): PlannedParent<Id> | null {
    if (isOfNaming(row, candidate.namings[role])) return toRow(row);
    const { fileId, name, number } = candidate.namings[role];
    const whose = `The ID ${fileId ?? ""} belongs to ${row.dog.name} in line ${lineName(row.line)}`;
    const problem = checkParent(role, { ...row.dog, dateOfBirth: bornOnOf(row) }, childBornOn);
    if (problem !== null) {
      // The id cannot belong to this parent, so only name and number count.
      const naming = { ...candidate.namings[role], fileId: undefined };
      const renamed = { ...candidate, namings: { ...candidate.namings, [role]: naming } };
      return this.findNamed(role, renamed, `${whose}. ${problem}`);
    }
    const called = [name, number].filter(Boolean).join(", ");
    const { label } = PARENT_ROLES[role];
    const message = `${label} ${called}: the ID ${fileId ?? ""} belongs to ${row.dog.name} in line ${lineName(row.line)}, so that dog is used`;
    this.warn(role, candidate.line, message);
    this.links.note({ how: "id", fileId: fileId ?? "", warning: message });
    return toRow(row);
  }

  /** Some files write a microchip number instead of a parent's name or number. */
  private findByChip(key: string | undefined): PlannedParent<Id> | null {
    if (key === undefined || !/^\d{15}$/u.test(key)) return null;
    const row = this.rowsByChip.get(key);
    const known = this.known.byChip.get(key);
    return row ? toRow(row) : known ? { kind: "known", id: known._id } : null;
  }

  /** Explains why a parent that only an id identifies is missing. */
  private whyMissing(fileId: string): string {
    const row = this.given.file.byFileId.get(fileId);
    if (!row) return `${fileId} is not in the file`;
    const named = `${textOf(row.values.name) ?? fileId} in line ${lineName(row.line)}`;
    const reasons = Object.values(this.errors.get(row.line) ?? this.given.refused.get(row.line) ?? {});
    return reasons.length === 0
      ? `${named} is left out by your answer`
      : `${named} was refused, so the parent is left empty. ${reasons.join(". ")}`;
  }

  private findByNumber(numberKey: string | undefined) {
    const describe = ({ name, callName, breed, gender, dateOfBirth }: ImportedDog | KnownDog<Id>) => ({
      name,
      callName,
      breed,
      gender,
      dateOfBirth: dateOfBirth ?? null,
    });
    const row = this.inFile.number(numberKey);
    if (row) return { parent: toRow(row), dog: describe(row.dog), where: ` in line ${lineName(row.line)}` };
    const known = this.known.directory.number(numberKey);
    if (!known) return null;
    const parent: PlannedParent<Id> = { kind: "known", id: known.dog._id };
    return { parent, dog: describe(known.dog), where: "" };
  }

  /**
   * Asks the user if necessary. `contradicted` says which dog has the parent's number and why that dog cannot be
   * meant.
   */
  private findNamed(
    role: ParentRole,
    candidate: Candidate<Id>,
    contradicted?: string,
  ): PlannedParent<Id> | null {
    const { gender } = PARENT_ROLES[role];
    const { name, nameKey, number, numberKey } = candidate.namings[role];
    const found = this.findByName(role, candidate);
    const [only] = found;
    const isSure =
      contradicted === undefined && found.length === 1 && isSameBreed(only?.breed, candidate.dog.breed);
    if (isSure && only) {
      if (!only.isNumbered) this.links.note({ how: "name" });
      return only.parent;
    }
    const chosen = this.askFor(role, candidate, found, contradicted);
    if (chosen !== "new" && chosen !== "open") return chosen;
    const key = `${gender} ${numberKey ?? nameKey}`;
    const made = this.ancestors.get(key);
    if (made) {
      made.lines.push(candidate.line);
      made.isStandIn &&= chosen === "open";
    } else {
      this.ancestors.set(key, {
        name: name ?? number ?? "",
        breed: candidate.dog.breed,
        gender,
        registrationNumber: number ?? null,
        lines: [candidate.line],
        isStandIn: chosen === "open",
      });
      // The answer may still be another dog, so the ancestor is only a placeholder.
      if (chosen === "new")
        this.questions.make(ancestorNode(gender, numberKey ?? nameKey), name ?? "", gender, numberKey);
    }
    return { kind: "external", key };
  }

  /**
   * If no dog or several dogs have a parent's name, asks the user which dog is meant. A name without any similar
   * name becomes a new ancestor.
   */
  private askFor(
    role: ParentRole,
    candidate: Candidate<Id>,
    named: readonly FoundParent<Id>[],
    contradicted: string | undefined,
  ): PlannedParent<Id> | null | "new" | "open" {
    const { nameKey, number, numberKey } = candidate.namings[role];
    const { gender } = PARENT_ROLES[role];
    // Only a number is given, and a dog has this number in another form.
    const isOfNumber = candidate.namings[role].name === undefined;
    const name = candidate.namings[role].name ?? number;
    const found = isOfNumber ? this.findAlikeNumbers(gender, numberKey) : named;
    if (name === undefined || (isOfNumber && found.length === 0)) return "new";
    const otherGender = gender === "male" ? "female" : "male";
    const others = [
      ...this.inFile
        .names(otherGender, nameKey)
        .slice(0, MOST_CANDIDATES)
        .map((row) => `${row.dog.name} (line ${lineName(row.line)})`),
      ...this.known.directory
        .names(otherGender, nameKey)
        .slice(0, MOST_CANDIDATES)
        .map(({ dog }) => dog.name),
    ];
    const { answer, reason } = this.questions.ask({
      role,
      gender,
      line: candidate.line,
      node: candidate.target?._id ?? rowNode(candidate.line),
      name,
      nameKey,
      numberKey,
      bornOn: candidate.dog.dateOfBirth ?? candidate.target?.dateOfBirth,
      isOfNumber,
      found: found.slice(0, MOST_CANDIDATES).map(({ parent, title, breed, called = name }): PossibleDog => ({
        node: nodeOf(parent),
        name: called,
        detail: [title, breed].filter(Boolean).join(", "),
        isLikely: found.length === 1,
      })),
      others,
      contradicted,
      doubt:
        others.length > 0 || numberKey !== undefined
          ? undefined
          : this.given.file.namesakes.doubt(role, nameKey),
    });
    if (answer === "open") this.links.note({ how: "open" });
    if (answer === "new" || answer === "open") return answer;
    if (answer === "none") {
      this.links.leaveEmpty();
      return null;
    }
    this.links.note({ how: "answer", reason });
    if (answer.startsWith(ANCESTOR)) {
      const key = answer.slice(ANCESTOR.length);
      this.ancestors.get(key)?.lines.push(candidate.line);
      return { kind: "external", key };
    }
    const line = lineOfNode(answer);
    if (line !== undefined) return { kind: "row", line };
    const known = this.known.byId.get(answer);
    return known ? { kind: "known", id: known._id } : "new";
  }

  /** An unknown parent is stated explicitly; an empty cell is not such a statement. */
  private isGivenAsUnknown(role: ParentRole, { values }: Candidate<Id>, fileId: string | undefined): boolean {
    if (fileId !== undefined) return isUnknown(fileId) || this.given.nobodies.has(fileId);
    return [role, `${role}Number`].some((field) => textOf(values[field]) !== undefined);
  }

  private warn(role: ParentRole, line: number, message: string): void {
    this.warnings.set(`${line} ${role}`, { line, message });
  }

  /**
   * Lists the dogs in the file and in the kennel that a parent's name may mean. Dogs with a different number are
   * left out. If there are several dogs, only dogs that are old enough are listed.
   */
  private findByName(role: ParentRole, candidate: Candidate<Id>): FoundParent<Id>[] {
    const { name, nameKey, numberKey } = candidate.namings[role];
    const { gender } = PARENT_ROLES[role];
    if (name === undefined) return [];
    const fits = (other: string | undefined) => isMaybeSameNumber(numberKey, other);
    const isNumbered = (other: string | undefined) => numberKey !== undefined && other !== undefined;
    const rows = this.inFile
      .names(gender, nameKey)
      // A dog may have the same name as its sire, but it cannot be its own sire.
      .filter((row) => row.line !== candidate.line && fits(row.numberKey))
      .map((row) => ({
        parent: toRow(row),
        title: [`line ${lineName(row.line)}`, row.dog.registrationNumber, row.dog.dateOfBirth]
          .filter(Boolean)
          .join(", "),
        bornOn: row.dog.dateOfBirth,
        breed: row.dog.breed,
        isNumbered: isNumbered(row.numberKey),
      }));
    const known = this.known.directory
      .names(gender, nameKey)
      .filter((each) => each.dog._id !== candidate.target?._id && fits(each.numberKey))
      .map(({ dog }) => ({
        parent: { kind: "known", id: dog._id } satisfies PlannedParent<Id>,
        title: [dog.registrationKey, dog.dateOfBirth].filter(Boolean).join(", "),
        bornOn: dog.dateOfBirth,
        breed: dog.breed,
        isNumbered: isNumbered(dog.registrationKey),
      }));
    const isRow = (id: string) => rows.some(({ parent }) => parent.kind === "known" && parent.id === id);
    const all = [...rows, ...known.filter(({ parent }) => !isRow(parent.id))];
    const bornOn = candidate.dog.dateOfBirth;
    const older = all.filter((each) => !bornOn || !each.bornOn || each.bornOn < bornOn);
    return all.length > 1 ? older : all;
  }

  /** Searches the file and the kennel. */
  private findAlikeNumbers(gender: Gender, numberKey: string | undefined): FoundParent<Id>[] {
    if (numberKey === undefined) return [];
    const rows = this.inFile.alikeNumbers(gender, numberKey).map((row) => ({
      ...{ parent: toRow(row), called: row.dog.name, bornOn: row.dog.dateOfBirth, breed: row.dog.breed },
      ...{ title: [`line ${lineName(row.line)}`, row.dog.registrationNumber].join(", "), isNumbered: true },
    }));
    const nodes = new Set(rows.map(({ parent }) => nodeOf(parent)));
    const known = this.known.directory
      .alikeNumbers(gender, numberKey)
      .filter(({ dog }) => !nodes.has(dog._id))
      .map(({ dog }) => ({
        parent: { kind: "known", id: dog._id } satisfies PlannedParent<Id>,
        ...{ called: dog.name, bornOn: dog.dateOfBirth, breed: dog.breed },
        ...{ title: dog.registrationKey ?? "", isNumbered: true },
      }));
    return [...rows, ...known];
  }

  /** Returns null if there is no parent, or if an ancestor will be created. */
  private factsOf(parent: PlannedParent<Id> | null | undefined) {
    if (!parent) return null;
    const row = this.nodes.get(nodeOf(parent));
    const known = parent.kind === "known" ? this.known.byId.get(parent.id) : undefined;
    const facts = known ?? row?.dog;
    if (!facts) return null;
    const { name } = facts;
    const isGivenSex = row !== undefined && !row.isCompletion && row.given.has("gender");
    return {
      name,
      gender: isGivenSex ? row.gender : facts.gender,
      dateOfBirth: row ? bornOnOf(row) : (facts.dateOfBirth ?? null),
      diedOn: row ? diedOnOf(row) : deathOf(facts),
      title: parent.kind === "row" ? `${name} (line ${lineName(parent.line)})` : name,
    };
  }
}

/**
 * The dog of an id has the name beside the id, or a part of that name. Without a name, the numbers must be equal,
 * or one of them must be missing.
 */
function isOfNaming(
  { dog, target, numberKey: own }: Candidate<string>,
  { name, numberKey }: ParentNaming,
): boolean {
  if (name === undefined) return isMaybeSameNumber(own, numberKey);
  if (isNamed(dog, name) || (target !== null && isNamed(target, name))) return true;
  const [one, other] = [looseName(dog.name), looseName(name)];
  return one.numbers === other.numbers && (isIn(one.words, other.words) || isIn(other.words, one.words));
}

const bornOnOf = ({ dog, target, isCompletion }: Candidate<string>): string | null =>
  (isCompletion ? target?.dateOfBirth : undefined) ?? dog.dateOfBirth ?? target?.dateOfBirth ?? null;

const deathOf = ({ status = "active", statusChangedOn }: KnownDog<string> | ImportedDog): string | null =>
  diedOn({ status, statusChangedOn: statusChangedOn ?? null });

/** The row's own date has priority. */
const diedOnOf = ({ dog, target }: Candidate<string>): string | null =>
  deathOf(dog) ?? (target ? deathOf(target) : null);

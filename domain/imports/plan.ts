/**
 * What an import would do, decided before anything is written: each row of the file becomes a new dog, a change of
 * a known one, a skipped row or an error, with the same rules as the form. Parents are found by the file's own ids,
 * by registration number, then by name, in the file and in the kennel; those found nowhere become external
 * ancestors. A pedigree file makes external ancestors of all its rows and never overwrites the kennel's own dogs.
 * Pure, and in slices, as a file may hold a whole breed. Source: decisions GAP-DOG-03 and GAP-DOG-17.
 */
import { isCounted } from "../billing/dog-limit";
import { MAX_DOGS_PER_KENNEL, type DogStatus, type Gender } from "../dogs/rules";
import { MAX_ANCESTORS_PER_KENNEL, type ImportKind } from "./rules";
import { importedDogSchema, type ImportedDog } from "../dogs/schemas";
import { fieldErrorsOf } from "../records/parse";
import { foldNumber, foldText, isVisible } from "../text/text";
import type { FieldErrors } from "../errors";
import { diedOn } from "../dogs/age";
import { breedNamed } from "../dogs/breeds";
import { warnOfSwappedNumbers } from "../dogs/identifiers";
import { findCycles } from "./check";
import { Directory } from "./identify";
import {
  ANCESTOR,
  ancestorNode,
  isFullName,
  MOST_CANDIDATES,
  OpenQuestions,
  type Fit,
  type ImportQuestion,
  type PossibleDog,
} from "./questions";
import { ParentLinks, type LinkCounts, type UncertainLink } from "./link";
import { lineName, lineOfNode, rowNode } from "./lineages";
import { isLooselySame, looseName } from "./names";
import { isAlikeNumber, isOffice, isSameNumber, splitNumber } from "./read-values";
import { Namesakes } from "./identify";
import type { ImportValues } from "./read-values";
import { isUnknown } from "./read-values";
import { checkDates, checkParent, PARENT_ROLES, warnOfParentAge, type ParentRole } from "../dogs/checks";

export interface ImportRow {
  /** The line of the file, for messages; of an ancestor beside a dog its number stands behind the point. */
  readonly line: number;
  readonly values: ImportValues;
  /** Cells that cannot be read and keep the row out. */
  readonly errors?: FieldErrors;
  /** Cells that cannot be read and are left out alone. */
  readonly warnings?: readonly string[];
  /** The text of the cells that cannot be read, by field. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** What to do with a dog that the kennel knows: leave it, fill what it lacks, or change what the file gives. */
export const KNOWN_DOG_MODES = ["skip", "complete", "update"] as const;
export type KnownDogMode = (typeof KNOWN_DOG_MODES)[number];

export interface ImportOptions {
  readonly kind: ImportKind;
  readonly mode: KnownDogMode;
  readonly today: string;
  /** The breed of rows that name none. */
  readonly breed?: string | undefined;
  /** What the breeder says to the questions, by their keys. */
  readonly answers?: ReadonlyMap<string, string>;
  /** Whether all other questions are answered with a new dog. */
  readonly areOthersNew?: boolean | undefined;
}

export interface KnownDog<Id extends string> {
  readonly _id: Id;
  readonly isExternal: boolean;
  readonly name: string;
  readonly callName?: string;
  readonly breed?: string;
  readonly gender: Gender;
  /** Active when it is not said. */
  readonly status?: DogStatus;
  readonly statusChangedOn?: string;
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

export type PlannedParents<Id extends string> = Partial<Record<ParentRole, PlannedParent<Id>>>;

export interface PlannedDog<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  /** The fields that the file itself gives; the others of `dog` are defaults. */
  readonly given: ReadonlySet<string>;
  /** The dog to change, or null for a new one. */
  readonly target: Id | null;
  /** Whether only what the target lacks is filled in. */
  readonly isCompletion: boolean;
  /** Whether the target has been an external ancestor and becomes a dog of the kennel. */
  readonly isAdoption: boolean;
  readonly parents: PlannedParents<Id>;
}

export interface PlannedAncestor {
  readonly name: string;
  readonly breed: string;
  readonly gender: Gender;
  readonly registrationNumber: string | null;
  /** The lines that name it as a parent. */
  readonly lines: readonly number[];
  /** Whether it only stands in for a dog that is asked about. */
  readonly isStandIn: boolean;
}

type MadeAncestor = PlannedAncestor & { lines: number[]; isStandIn: boolean };

/** What the breeder should look at; the row is imported all the same. */
export interface ImportWarning {
  readonly line: number;
  readonly message: string;
}

export interface ImportPlan<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  /** Lines of which nothing is written, with the reason. */
  readonly skipped: readonly ImportWarning[];
  /** What the breeder has to say before anything is written. */
  readonly questions: readonly ImportQuestion[];
  readonly errors: readonly { readonly line: number; readonly fields: FieldErrors }[];
  readonly warnings: readonly ImportWarning[];
  /** Set when the kennel cannot hold them all. */
  readonly isOverLimit: boolean;
  /** By how many the dogs that count towards the plan's limit become more. */
  readonly countedChange: number;
  /** Parents that the file names only to say that nobody knows them. */
  readonly unknownParents: number;
  /** Names of parents that were not compared with similar ones, because the file has so many that are nobody's. */
  readonly uncomparedNames: number;
  /** Known dogs whose lines are skipped. */
  readonly untouched: number;
  /** How parents are linked. */
  readonly links: LinkCounts;
  /** The links that are the least certain, these first. */
  readonly leastCertain: readonly UncertainLink[];
}

const numberKeyOf = (number: string | null | undefined): string | undefined =>
  number ? foldNumber(number) || undefined : undefined;

const isMaybeSameNumber = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || isSameNumber(one, other);

const textOf = (value: ImportValues[string] | null | undefined): string | undefined =>
  value === undefined || value === null ? undefined : String(value).trim() || undefined;

/** A name or number that says of whom it speaks; what only says that nobody knows is none. */
function namedBy(value: ImportValues[string] | null | undefined): string | undefined {
  const text = textOf(value);
  return text === undefined || isUnknown(text) ? undefined : text;
}

/** How a row names one parent. */
interface ParentNaming {
  readonly fileId: string | undefined;
  readonly number: string | undefined;
  readonly numberKey: string | undefined;
  readonly name: string | undefined;
  readonly nameKey: string;
  /** The name without the number that stands beside it in one cell. */
  readonly split?: ParentNaming & { readonly isParted: boolean };
}

/** A cell of lower case words that names a dog, also where a number stands in it: 'Ajax 2 vom Tal'. */
const isOfWords = (text: string): boolean => (text.match(/\p{Ll}{3}/gu) ?? []).length > 1;

function readNaming(values: ImportValues, role: ParentRole): ParentNaming {
  const fileId = textOf(values[`${role}FileId`]);
  const read = namedBy(values[`${role}Number`]);
  const said = namedBy(values[role]);
  // Many dogs would have the number 'VDH', and 'Max' is a name in the wrong column.
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

interface Known<Id extends string> {
  readonly dog: KnownDog<Id>;
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
}

/** A dog that a parent's name may mean. */
interface FoundParent<Id extends string> {
  readonly parent: PlannedParent<Id>;
  readonly title: string;
  /** Its name, where that is not the one that the row gives. */
  readonly called?: string;
  readonly bornOn: string | null | undefined;
  readonly breed: string | undefined;
  /** Whether its number is the one that the row gives. */
  readonly isNumbered: boolean;
}

interface Candidate<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  readonly given: ReadonlySet<string>;
  readonly target: KnownDog<Id> | null;
  readonly isCompletion: boolean;
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly fileId: string | undefined;
  readonly values: ImportValues;
  readonly namings: Readonly<Record<ParentRole, ParentNaming>>;
}

/** Lines that a message names. */
const SHOWN_LINES = 5;

const marksOf = (fileId: string | undefined, numberKey: string | undefined, nameKey: string): string[] => [
  ...(fileId === undefined ? [] : [`id ${fileId}`]),
  ...(numberKey === undefined ? [] : [`number ${numberKey}`]),
  ...(nameKey === "" ? [] : [`name ${nameKey}`]),
];

const bornMark = (nameKey: string, bornOn: string): string => `born ${bornOn} ${nameKey}`;

/** Rows worked on before others get their turn. */
const SLICE_ROWS = 1000;

/** Numbers of which 'none' in two rows is not the same number twice. */
const NUMBER_FIELDS = ["registrationNumber", "microchipNumber"] as const;

const CYCLE = "This dog would be its own ancestor";

/** Plans one import: first the known dogs are added, then the rows, then `plan` decides. */
export class ImportPlanner<Id extends string> {
  private readonly rows: ImportRow[] = [];
  private readonly errors = new Map<number, FieldErrors>();
  private readonly warnings: ImportWarning[] = [];
  private readonly linkWarnings = new Map<string, ImportWarning>();
  private readonly skipped: ImportWarning[] = [];
  private readonly knownById = new Map<string, KnownDog<Id>>();
  private readonly knownDirectory = new Directory<Known<Id>>();
  private readonly knownChips = new Map<string, KnownDog<Id>>();
  /** The earliest birth among the offspring of each parent; empty when none is known. */
  private readonly firstBirths = new Map<string, string>();
  private readonly bred = new Set<string>();
  /** What the rows are known by. */
  private readonly rowMarks = new Set<string>();
  /** How rows name their parents, which tells the gender of rows that do not. */
  private readonly named = { sire: new Set<string>(), dam: new Set<string>() };
  private readonly counts = { listed: 0, external: 0 };
  /** The file's ids of rows that stand for nobody. */
  private readonly nobodies = new Set<string>();
  private readonly rowsByFileId = new Map<string, ImportRow>();
  private readonly rowsByChip = new Map<string, Candidate<Id>>();
  private readonly unknownParents = new Set<string>();

  private untouched = 0;
  /** Rows of known dogs that stay as they are: other rows may name these dogs as this file does. */
  private readonly standing: Candidate<Id>[] = [];
  /** Known dogs that the breeder says rows are. */
  private readonly answered = new Set<string>();

  private readonly namesakes = new Namesakes();
  private readonly links = new ParentLinks();
  private readonly questions: OpenQuestions;

  constructor(private readonly options: ImportOptions) {
    this.questions = new OpenQuestions(options.answers ?? new Map(), options.areOthersNew === true);
  }

  /** Adds dogs that the kennel holds. */
  addKnown(dogs: readonly KnownDog<Id>[]): void {
    for (const dog of dogs) {
      this.counts[dog.isExternal ? "external" : "listed"] += 1;
      this.knownById.set(dog._id, dog);
      this.questions.addKnown({
        node: dog._id,
        name: dog.name,
        callName: dog.callName,
        gender: dog.gender,
        bornOn: dog.dateOfBirth,
        numberKey: dog.registrationKey,
      });
      this.knownDirectory.add({
        dog,
        gender: dog.gender,
        nameKey: foldText(dog.name),
        numberKey: dog.registrationKey,
      });
      if (dog.microchipKey !== undefined) this.knownChips.set(dog.microchipKey, dog);
      for (const parentId of [dog.sireId, dog.damId]) {
        if (parentId === undefined) continue;
        const births = [this.firstBirths.get(parentId), dog.dateOfBirth].filter(Boolean);
        this.firstBirths.set(parentId, births.sort()[0] ?? "");
      }
    }
  }

  /** Adds dogs of the kennel that breedings name. */
  addBred(dogs: readonly Id[]): void {
    for (const id of dogs) this.bred.add(id);
  }

  /** Adds rows of the file. */
  addRows(rows: readonly ImportRow[]): void {
    for (const row of rows) {
      this.rows.push(row);
      const ownId = textOf(row.values.fileId);
      if (ownId !== undefined && !this.rowsByFileId.has(ownId)) this.rowsByFileId.set(ownId, row);
      const { name, registrationNumber, microchipNumber, dateOfBirth } = row.values;
      const chip = numberKeyOf(namedBy(microchipNumber));
      if (chip !== undefined) this.rowMarks.add(`chip ${chip}`);
      const bornOn = textOf(dateOfBirth);
      if (bornOn !== undefined) this.rowMarks.add(bornMark(foldText(textOf(name) ?? ""), bornOn));
      for (const mark of marksOf(
        undefined,
        numberKeyOf(namedBy(registrationNumber)),
        foldText(textOf(name) ?? ""),
      ))
        this.rowMarks.add(mark);
      for (const role of ["sire", "dam"] as const) {
        const { split, ...naming } = readNaming(row.values, role);
        for (const { fileId, numberKey, nameKey } of split ? [naming, split] : [naming]) {
          if (fileId !== undefined) this.named[role].add(`id ${fileId}`);
          if (numberKey !== undefined) this.named[role].add(`number ${numberKey}`);
          if (nameKey !== "") this.named[role].add(`name ${nameKey}`);
        }
        const { nameKey } = split?.isParted ? split : naming;
        if (nameKey !== "") this.namesakes.add(role, nameKey, row.values);
      }
    }
  }

  /** Decides what becomes of all rows, and pauses now and then for whoever runs it. */
  *plan(): Generator<undefined, ImportPlan<Id>> {
    let candidates = yield* this.readCandidates();
    for (const candidate of [...this.standing, ...candidates]) {
      const { target, dog, numberKey } = candidate;
      if (target && isLooselySame(target.name, dog.name)) continue;
      const { name, gender, callName, dateOfBirth } = dog;
      this.questions.addRow({
        node: nodeOf(toRow(candidate)),
        name,
        callName: callName ?? undefined,
        gender,
        bornOn: dateOfBirth ?? undefined,
        numberKey,
      });
    }
    let linked = yield* this.linkAll(candidates);
    // A row that turns out wrong is no parent for others, so the rest is linked again without it.
    while (candidates.some(({ line }) => this.errors.has(line))) {
      candidates = candidates.filter(({ line }) => !this.errors.has(line));
      linked = yield* this.linkAll(candidates);
    }
    this.tellOffspring(candidates, linked.ancestors);
    return {
      ...linked,
      skipped: this.skipped,
      questions: this.questions.asked(),
      errors: [...this.errors].sort(([a], [b]) => a - b).map(([line, fields]) => ({ line, fields })),
      warnings: [...this.warnings, ...this.linkWarnings.values()].sort((a, b) => a.line - b.line),
      isOverLimit: this.isOverLimit(linked),
      countedChange: this.countedChange(linked.dogs),
      unknownParents: this.unknownParents.size,
      uncomparedNames: this.questions.uncomparedNames,
      untouched: this.untouched,
      links: this.links.counts,
      leastCertain: this.links.leastCertain(),
    };
  }

  private isOverLimit({ dogs, ancestors }: Pick<ImportPlan<Id>, "dogs" | "ancestors">): boolean {
    const added = dogs.filter((dog) => dog.target === null);
    const adopted = dogs.filter((dog) => dog.isAdoption).length;
    const listed = added.filter(({ dog }) => this.isListed(dog)).length;
    return (
      this.counts.listed + listed + adopted > MAX_DOGS_PER_KENNEL ||
      this.counts.external - adopted + ancestors.size + added.length - listed > MAX_ANCESTORS_PER_KENNEL
    );
  }

  /** Says whether a row's dog belongs to the kennel itself. */
  private isListed({ isExternal }: ImportedDog): boolean {
    return this.options.kind === "dogs" && !isExternal;
  }

  private countedChange(dogs: readonly PlannedDog<Id>[]): number {
    if (this.options.kind === "ancestors") return 0;
    return dogs.reduce((sum, { dog, target, given, isCompletion }) => {
      const known = target === null ? undefined : this.knownById.get(target);
      const before = known?.status ?? "active";
      const after = known && (isCompletion || !given.has("status")) ? before : dog.status;
      const wasCounted = known !== undefined && !known.isExternal && isCounted(before);
      if (!this.isListed(dog) && (known?.isExternal ?? true)) return sum;
      return sum + Number(isCounted(after)) - Number(wasCounted);
    }, 0);
  }

  /** Says with each refused row whose parent it would have been. */
  private tellOffspring(
    candidates: readonly Candidate<Id>[],
    ancestors: ReadonlyMap<string, PlannedAncestor>,
  ): void {
    if (this.errors.size === 0) return;
    const offspring = new Map<string, number[]>();
    for (const { line, namings } of candidates) {
      for (const naming of Object.values(namings).flatMap((each) => [
        each,
        ...(each.split ? [each.split] : []),
      ])) {
        for (const mark of marksOf(naming.fileId, naming.numberKey, naming.nameKey)) {
          const lines = offspring.get(mark);
          if (lines) lines.push(line);
          else offspring.set(mark, [line]);
        }
      }
    }
    // Nobody is asked whether a refused dog is meant by a name like its own.
    for (const { name, lines } of ancestors.values())
      offspring.set(`loose ${looseName(name).sorted}`, [...lines]);
    for (const { line, values } of this.rows) {
      const refused = this.errors.get(line);
      if (!refused) continue;
      const name = textOf(values.name) ?? "";
      const marks = [
        ...marksOf(textOf(values.fileId), numberKeyOf(namedBy(values.registrationNumber)), foldText(name)),
        `loose ${looseName(name).sorted}`,
      ];
      const lines = [...new Set(marks.flatMap((mark) => offspring.get(mark) ?? []))];
      if (lines.length === 0) continue;
      const shown = lines.slice(0, SHOWN_LINES).map(lineName).join(", ");
      const more = lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : "";
      this.errors.set(line, {
        ...refused,
        offspring: `It is named as a parent in ${lines.length > 1 ? "lines" : "line"} ${shown}${more}`,
      });
    }
  }

  private refuse(line: number, fields: FieldErrors): void {
    if (Object.keys(fields).length > 0) this.errors.set(line, { ...fields, ...this.errors.get(line) });
  }

  /** Reads each row by the form's rules and finds the dog it stands for. */
  private *readCandidates(): Generator<undefined, Candidate<Id>[]> {
    const candidates: Candidate<Id>[] = [];
    const seen = {
      numbers: new Map<string, number>(),
      chips: new Map<string, number>(),
      ids: new Map<string, number>(),
    };
    const claimed = new Map<string, number>();
    const said = new Map<string, number>();
    for (const [index, row] of this.rows.entries()) {
      if (index % SLICE_ROWS === SLICE_ROWS - 1) yield;
      for (const message of row.warnings ?? []) this.warnings.push({ line: row.line, message });
      const candidate = yield* this.readCandidate(row, seen, claimed);
      if (!candidate) continue;
      const claimant = candidate.target ? claimed.get(candidate.target._id) : undefined;
      if (claimant !== undefined) {
        this.refuse(row.line, { name: `Line ${lineName(claimant)} is the same dog` });
        continue;
      }
      if (candidate.target) claimed.set(candidate.target._id, row.line);
      else this.tellRepeated(row, said);
      const { registrationNumber = null, microchipNumber = null } = candidate.dog;
      const swapped = warnOfSwappedNumbers(registrationNumber, microchipNumber);
      if (swapped !== null) this.warnings.push({ line: row.line, message: swapped });
      candidates.push(candidate);
    }
    return candidates;
  }

  /** Points out a new dog of whom another line says all the same; littermates without names are such dogs too. */
  private tellRepeated({ line, values }: ImportRow, said: Map<string, number>): void {
    const facts = Object.entries(values).filter(([field]) => field !== "fileId");
    const same = claim(said, JSON.stringify(facts.sort(([a], [b]) => (a < b ? -1 : 1))), line);
    if (same === undefined) return;
    const message = `It is identical to line ${lineName(same)}. If both are the same dog, remove one of the lines from the file`;
    this.warnings.push({ line, message });
  }

  private *readCandidate(
    row: ImportRow,
    seen: SeenKeys,
    claimed: Map<string, number>,
  ): Generator<undefined, Candidate<Id> | null> {
    const { line } = row;
    const name = textOf(row.values.name);
    if (name !== undefined && isVisible(name) && isUnknown(name)) {
      const fileId = textOf(row.values.fileId);
      if (fileId !== undefined) this.nobodies.add(fileId);
      this.skipped.push({ line, message: `“${name}” is not a dog's name, so the line was skipped` });
      return null;
    }
    if (row.errors && Object.keys(row.errors).length > 0) {
      this.refuse(line, row.errors);
      return null;
    }
    const values = this.completeValues(row.values);
    const parsed = importedDogSchema.safeParse(values);
    if (!parsed.success) {
      this.refuse(line, fieldErrorsOf(parsed.error));
      return null;
    }
    const identified = yield* this.identify(line, parsed.data, claimed);
    if (identified === null) return null;
    const { dog, target } = identified;
    const isOwn = this.isListed(dog);
    const candidate: Candidate<Id> = {
      line,
      dog,
      given: new Set(
        Object.keys(row.values).filter(
          (field) => field !== "registrationNumber" || dog.registrationNumber !== null,
        ),
      ),
      target,
      isCompletion: target !== null && (this.options.mode === "complete" || (!isOwn && !target.isExternal)),
      gender: dog.gender,
      nameKey: foldText(dog.name),
      // Other rows name the dog by its number in the file, even where that is another's in the kennel.
      numberKey: numberKeyOf(parsed.data.registrationNumber),
      fileId: textOf(values.fileId),
      values,
      namings: { sire: readNaming(values, "sire"), dam: readNaming(values, "dam") },
    };
    // An external ancestor that comes as a dog of the kennel becomes one.
    if (target && this.options.mode === "skip" && !(isOwn && target.isExternal)) {
      claimed.set(target._id, line);
      claim(seen.ids, candidate.fileId, line);
      this.standing.push(candidate);
      this.untouched += 1;
      const of = target.isExternal ? "an ancestor" : "a dog of the kennel";
      this.skipped.push({ line, message: `${target.name} is already ${of}` });
      return null;
    }
    this.refuse(line, this.checkRow(row, dog, target, seen));
    return this.errors.has(line) ? null : candidate;
  }

  /** Fills in the file's breed, and the gender that other rows tell by naming this one as a parent. */
  private completeValues(values: ImportValues): ImportValues {
    const complete = { ...values };
    for (const field of NUMBER_FIELDS) {
      if (namedBy(complete[field]) === undefined) delete complete[field];
    }
    if (complete.breed === undefined && this.options.breed) complete.breed = this.options.breed;
    if (complete.gender === undefined && this.options.kind === "ancestors") {
      const marks = [
        `id ${textOf(values.fileId) ?? ""}`,
        `number ${numberKeyOf(textOf(values.registrationNumber)) ?? ""}`,
        `name ${foldText(textOf(values.name) ?? "")}`,
      ];
      const isNamed = (role: ParentRole) => marks.some((mark) => this.named[role].has(mark));
      if (isNamed("sire") !== isNamed("dam")) complete.gender = isNamed("sire") ? "male" : "female";
    }
    return complete;
  }

  /**
   * Finds the dog a row stands for, or asks; null when the breeder leaves the line out. A row of another dog than the
   * one that has its number comes without the number.
   */
  private *identify(
    line: number,
    read: ImportedDog,
    claimed: ReadonlyMap<string, number>,
  ): Generator<undefined, { dog: ImportedDog; target: KnownDog<Id> | null } | null> {
    const numbered = this.knownDirectory.number(numberKeyOf(read.registrationNumber))?.dog;
    const isContradicted = numbered !== undefined && isAnother(numbered, read);
    const named = numbered ? [] : this.findTargets(read, claimed);
    if (numbered && !isContradicted) return { dog: read, target: numbered };
    if (named.length === 1) return { dog: read, target: named[0] ?? null };
    if (this.knownById.size === 0) return { dog: read, target: null };
    if (!isContradicted && named.length === 0) yield* this.questions.prepareKnown();
    const answer = this.questions.askRow({
      line,
      gender: read.gender,
      name: read.name,
      found: (isContradicted ? [numbered] : named).slice(0, MOST_CANDIDATES).map(toPossible),
      contradicted: isContradicted
        ? `The number ${read.registrationNumber ?? ""} belongs to ${numbered.name}, a ${numbered.gender} dog`
        : undefined,
      fits: (node, isLikely) => {
        const known = this.knownById.get(node);
        // An answer to one row does not change what another one is asked.
        const isFree = !claimed.has(node) || this.answered.has(node);
        return known !== undefined && isFree ? this.fitOf(known, read, isLikely) : "no";
      },
    });
    if (answer === "none") {
      this.skipped.push({ line, message: `${read.name} is left out by your answer` });
      return null;
    }
    const target = this.knownById.get(answer) ?? null;
    if (target) this.answered.add(target._id);
    if (target || !isContradicted) return { dog: read, target };
    if (answer === "new") {
      const message = `${read.name} is imported without its number, which belongs to ${numbered.name}`;
      this.warnings.push({ line, message });
    }
    const dog = { ...read, registrationNumber: null };
    const [only = null, ...more] = this.findTargets(dog, claimed);
    return { dog, target: more.length > 0 ? null : only };
  }

  /** Whether a row may be a known dog, as far as number, microchip, breed and births tell. */
  private isPossible(known: KnownDog<Id>, dog: ImportedDog): boolean {
    const differ = (one: string | undefined, other: string | undefined) =>
      one !== undefined && other !== undefined && one !== other;
    return (
      isMaybeSameNumber(known.registrationKey, numberKeyOf(dog.registrationNumber)) &&
      !differ(known.microchipKey, numberKeyOf(dog.microchipNumber)) &&
      !differ(known.dateOfBirth, dog.dateOfBirth ?? undefined) &&
      isSameBreed(known.breed, dog.breed)
    );
  }

  /**
   * Whether a row may be a known dog under another name. A name that is only similar is one more dog's, unless it is
   * the known one's call name, both are born on one day, or nothing but the name is known of an ancestor. Where name
   * and birth are the same, a number of another club or a breed in another language does not make it two dogs yet.
   */
  private fitOf(known: KnownDog<Id>, dog: ImportedDog, isLikely: boolean): Fit {
    if (this.isOfAnotherRow(known, dog)) return "no";
    const firstBirth = this.firstBirths.get(known._id);
    if (firstBirth && dog.dateOfBirth && dog.dateOfBirth >= firstBirth) return "no";
    const isAlike = isBornAlike(known, dog);
    const { registrationKey } = known;
    const numberKey = numberKeyOf(dog.registrationNumber);
    const isAlikeNumbered =
      registrationKey !== undefined && numberKey !== undefined && isAlikeNumber(registrationKey, numberKey);
    if (isLikely && isAlikeNumbered && registrationKey !== numberKey)
      if (this.isPossible(known, { ...dog, registrationNumber: null })) return "written";
    if (!this.isPossible(known, dog))
      return isLikely && isAlike && isFullName(foldText(dog.name)) ? "unlike" : "no";
    const isBare = known.isExternal && known.registrationKey === undefined && known.dateOfBirth === undefined;
    const isCallName = known.callName !== undefined && foldText(known.callName) === foldText(dog.name);
    return isLikely || isCallName || isBare || isAlike ? "fits" : "no";
  }

  /** Whether the file has a row that is a known dog by its exact name, number or microchip, so that no other row is. */
  private isOfAnotherRow(known: KnownDog<Id>, dog: ImportedDog): boolean {
    const { name, registrationKey, microchipKey } = known;
    const nameKey = foldText(name);
    if (registrationKey !== undefined && this.rowMarks.has(`number ${registrationKey}`)) return true;
    if (microchipKey !== undefined && microchipKey !== numberKeyOf(dog.microchipNumber))
      if (this.rowMarks.has(`chip ${microchipKey}`)) return true;
    return nameKey !== foldText(dog.name) && this.rowMarks.has(`name ${nameKey}`);
  }

  /** Whether another row says more exactly that it is a known dog of this row's name, wherever in the file it stands. */
  private hasOwnRow({ name, registrationKey, dateOfBirth }: KnownDog<Id>, dog: ImportedDog): boolean {
    if (registrationKey !== undefined && registrationKey !== numberKeyOf(dog.registrationNumber))
      if (this.rowMarks.has(`number ${registrationKey}`)) return true;
    if (dateOfBirth === undefined || dateOfBirth === dog.dateOfBirth) return false;
    return this.rowMarks.has(bornMark(foldText(name), dateOfBirth));
  }

  /**
   * Lists the dogs that a row may be by its exact name, so that the same file can come twice: one if it is sure,
   * several if they have to be told apart. Dogs that nothing tells apart are taken in turn.
   */
  private findTargets(dog: ImportedDog, claimed: ReadonlyMap<string, number>): KnownDog<Id>[] {
    const same = this.knownDirectory
      .names(dog.gender, foldText(dog.name))
      .filter(({ dog: known }) => this.isPossible(known, dog) && !this.hasOwnRow(known, dog))
      // A pedigree file is not taken to speak of the kennel's own dog without a date that says so.
      .filter(({ dog: known }) => this.options.kind === "dogs" || known.isExternal || isBornAlike(known, dog))
      .map(({ dog: known }) => known);
    const exact = same.filter((known) => isBornAlike(known, dog));
    const likely = exact.length > 0 ? exact : same;
    const [first] = likely;
    const isAlike = likely.every(
      ({ dateOfBirth, isExternal }) => dateOfBirth === first?.dateOfBirth && isExternal === first?.isExternal,
    );
    if (!isAlike) return likely;
    return likely.filter(({ _id }) => !claimed.has(_id)).slice(0, 1);
  }

  private checkRow(
    row: ImportRow,
    dog: ImportedDog,
    target: KnownDog<Id> | null,
    seen: SeenKeys,
  ): FieldErrors {
    const errors: FieldErrors = {
      ...checkDates(
        {
          dateOfBirth: dog.dateOfBirth ?? target?.dateOfBirth ?? null,
          status: dog.status,
          statusChangedOn: dog.statusChangedOn ?? null,
        },
        this.options.today,
      ),
    };
    const sameNumber = claim(seen.numbers, numberKeyOf(dog.registrationNumber), row.line);
    const sameId = claim(seen.ids, textOf(row.values.fileId), row.line);
    const chip = numberKeyOf(dog.microchipNumber);
    const sameChip = claim(seen.chips, chip, row.line);
    const chipHolder = this.knownChips.get(chip ?? "");
    if (sameNumber !== undefined)
      errors.registrationNumber = `Line ${lineName(sameNumber)} has the same registration number`;
    if (sameId !== undefined) errors.fileId = `Line ${lineName(sameId)} has the same ID`;
    if (sameChip !== undefined)
      errors.microchipNumber = `Line ${lineName(sameChip)} has the same microchip number`;
    else if (chipHolder && chipHolder !== target)
      errors.microchipNumber = `${chipHolder.name} already has this microchip number`;
    if (target && target.gender !== dog.gender) {
      const record = this.firstBirths.has(target._id)
        ? "offspring"
        : this.bred.has(target._id) && "breedings";
      if (record) errors.gender = `Gender cannot change: ${target.name} has recorded ${record}`;
    }
    const firstBirth = target && this.firstBirths.get(target._id);
    if (firstBirth && dog.dateOfBirth && dog.dateOfBirth >= firstBirth) {
      errors.dateOfBirth ??= `Its offspring was born on ${firstBirth}`;
    }
    return errors;
  }

  /** Finds the parents of all rows and refuses those that do not fit. */
  private *linkAll(candidates: readonly Candidate<Id>[]) {
    const inFile = new Directory<Candidate<Id>>();
    const nodes = new Map<string, Candidate<Id>>();
    for (const standing of this.standing) inFile.add(standing);
    for (const candidate of candidates) {
      nodes.set(nodeOf(toRow(candidate)), candidate);
      inFile.add(candidate);
    }
    this.rowsByChip.clear();
    for (const candidate of candidates) {
      const chip = numberKeyOf(candidate.dog.microchipNumber);
      if (chip !== undefined) this.rowsByChip.set(chip, candidate);
    }
    this.linkWarnings.clear();
    this.unknownParents.clear();
    this.links.begin();
    this.questions.begin(new Set(candidates.map(({ line }) => line)));
    const settled = candidates.map((candidate) => this.settleNamings(candidate, inFile));
    if (settled.some((candidate) => this.hasUnknownParent(candidate, inFile)))
      yield* this.questions.prepare();
    const ancestors = new Map<string, MadeAncestor>();
    const dogs: PlannedDog<Id>[] = [];
    for (const [index, candidate] of settled.entries()) {
      if (index % SLICE_ROWS === SLICE_ROWS - 1) yield;
      dogs.push(this.linkOne(candidate, inFile, nodes, ancestors));
    }
    this.refuseCycles(dogs);
    return { dogs, ancestors };
  }

  /**
   * Decides whether a number in the cell of a parent's name is of the name: it is where a dog is called so. Where nothing
   * parts them it is a registration number only if a dog has it.
   */
  private settleNamings(candidate: Candidate<Id>, inFile: Directory<Candidate<Id>>): Candidate<Id> {
    const settle = (role: ParentRole): ParentNaming => {
      const naming = candidate.namings[role];
      const { split } = naming;
      if (!split) return naming;
      const { gender } = PARENT_ROLES[role];
      const isName =
        inFile.names(gender, naming.nameKey).length > 0 ||
        this.knownDirectory.names(gender, naming.nameKey).length > 0;
      if (isName) return naming;
      return split.isParted || this.findByNumber(split.numberKey, inFile) ? split : naming;
    };
    const { sire, dam } = candidate.namings;
    if (!sire.split && !dam.split) return candidate;
    return { ...candidate, namings: { sire: settle("sire"), dam: settle("dam") } };
  }

  /** Whether a parent's name is nobody's, so that names have to be compared; most large files name by number or id. */
  private hasUnknownParent(candidate: Candidate<Id>, inFile: Directory<Candidate<Id>>): boolean {
    const { namings } = candidate;
    return (["sire", "dam"] as const).some((role) => {
      const { fileId, name, numberKey } = namings[role];
      if (name === undefined) return false;
      const byFileId = inFile.fileId(fileId);
      if (byFileId) return !isOfNaming(byFileId, namings[role]);
      const numbered = this.findByNumber(numberKey, inFile);
      if (numbered) return !isNamed(numbered.dog, name);
      return this.findByName(role, candidate, inFile).length === 0;
    });
  }

  private linkOne(
    candidate: Candidate<Id>,
    inFile: Directory<Candidate<Id>>,
    nodes: ReadonlyMap<string, Candidate<Id>>,
    ancestors: Map<string, MadeAncestor>,
  ): PlannedDog<Id> {
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
        parent = this.findParent(role, candidate, inFile, ancestors, bornOn);
      }
      const facts = this.factsOf(parent ?? kept, nodes);
      // A parent that stays is as it was, unless the dog gets another birth.
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
      const to = parent.kind === "external" ? (ancestors.get(parent.key)?.name ?? "") : (facts?.title ?? "");
      const isDated = Boolean(bornOn && facts?.dateOfBirth);
      const isNew = parent.kind === "external";
      // What stands already is not linked by this import.
      if (!former[role] || nodeOf(former[role]) !== nodeOf(parent))
        this.links.add({ role, line, name: name ?? number ?? to, number, to, isNew, isDated, doubt });
    }
    const isAdoption = this.isListed(dog) && target?.isExternal === true;
    return { line, dog, given, target: target?._id ?? null, isCompletion, isAdoption, parents };
  }

  private findParent(
    role: ParentRole,
    candidate: Candidate<Id>,
    inFile: Directory<Candidate<Id>>,
    ancestors: Map<string, MadeAncestor>,
    childBornOn: string | null,
  ): PlannedParent<Id> | null {
    const { label } = PARENT_ROLES[role];
    const { fileId, name, number, numberKey } = candidate.namings[role];
    const written = namedBy(candidate.values[`${role}Number`]);
    if (written !== undefined && number === undefined && name !== written)
      this.warn(role, candidate.line, `${label}'s number “${written}” has no digits, so it is left out`);
    const byFileId = inFile.fileId(fileId);
    if (byFileId) return this.takeByFileId(role, candidate, byFileId, inFile, ancestors, childBornOn);
    if (name === undefined && number === undefined) {
      if (this.isGivenAsUnknown(role, candidate, fileId)) {
        this.unknownParents.add(`${candidate.line} ${role}`);
      } else if (fileId !== undefined) this.warn(role, candidate.line, `${label} ${this.whyMissing(fileId)}`);
      return null;
    }
    const chipped =
      name === undefined || number === undefined ? this.findByChip(numberKeyOf(number ?? name)) : null;
    if (chipped) return chipped;
    const numbered = this.findByNumber(numberKey, inFile);
    if (!numbered) return this.findNamed(role, candidate, inFile, ancestors);
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
    // The number cannot be this parent's, so the name alone says who is meant.
    const naming = { ...candidate.namings[role], number: undefined, numberKey: undefined };
    const renamed = { ...candidate, namings: { ...candidate.namings, [role]: naming } };
    const contradicted = `The number ${number ?? ""} belongs to ${dog.name}${where}. ${problem}`;
    return this.findNamed(role, renamed, inFile, ancestors, contradicted);
  }

  /** Takes the dog that has the parent's id in the file, unless the name or the number beside it contradicts. */
  private takeByFileId(
    role: ParentRole,
    candidate: Candidate<Id>,
    row: Candidate<Id>,
    inFile: Directory<Candidate<Id>>,
    ancestors: Map<string, MadeAncestor>,
    childBornOn: string | null,
  ): PlannedParent<Id> | null {
    if (isOfNaming(row, candidate.namings[role])) return toRow(row);
    const { fileId, name, number } = candidate.namings[role];
    const whose = `The ID ${fileId ?? ""} belongs to ${row.dog.name} in line ${lineName(row.line)}`;
    const problem = checkParent(role, { ...row.dog, dateOfBirth: bornOnOf(row) }, childBornOn);
    if (problem !== null) {
      // The id cannot be this parent's, so the name and the number alone say who is meant.
      const naming = { ...candidate.namings[role], fileId: undefined };
      const renamed = { ...candidate, namings: { ...candidate.namings, [role]: naming } };
      return this.findNamed(role, renamed, inFile, ancestors, `${whose}. ${problem}`);
    }
    const called = [name, number].filter(Boolean).join(", ");
    const { label } = PARENT_ROLES[role];
    const message = `${label} ${called}: the ID ${fileId ?? ""} belongs to ${row.dog.name} in line ${lineName(row.line)}, so that dog is used`;
    this.warn(role, candidate.line, message);
    this.links.note({ how: "id", fileId: fileId ?? "", warning: message });
    return toRow(row);
  }

  /** Finds the dog that has a microchip number, which some files write where a parent's name or number should be. */
  private findByChip(key: string | undefined): PlannedParent<Id> | null {
    if (key === undefined || !/^\d{15}$/u.test(key)) return null;
    const row = this.rowsByChip.get(key);
    const known = this.knownChips.get(key);
    return row ? toRow(row) : known ? { kind: "known", id: known._id } : null;
  }

  /** Says why a parent that is named by the file's id alone is not there. */
  private whyMissing(fileId: string): string {
    const row = this.rowsByFileId.get(fileId);
    if (!row) return `${fileId} is not in the file`;
    const named = `${textOf(row.values.name) ?? fileId} in line ${lineName(row.line)}`;
    const reasons = Object.values(this.errors.get(row.line) ?? {});
    return reasons.length === 0
      ? `${named} is left out by your answer`
      : `${named} was refused, so the parent is left empty. ${reasons.join(". ")}`;
  }

  /** Finds the dog that has a number, in the file before the kennel. */
  private findByNumber(numberKey: string | undefined, inFile: Directory<Candidate<Id>>) {
    const describe = ({ name, callName, breed, gender, dateOfBirth }: ImportedDog | KnownDog<Id>) => ({
      name,
      callName,
      breed,
      gender,
      dateOfBirth: dateOfBirth ?? null,
    });
    const row = inFile.number(numberKey);
    if (row) return { parent: toRow(row), dog: describe(row.dog), where: ` in line ${lineName(row.line)}` };
    const known = this.knownDirectory.number(numberKey);
    if (!known) return null;
    const parent: PlannedParent<Id> = { kind: "known", id: known.dog._id };
    return { parent, dog: describe(known.dog), where: "" };
  }

  /** Finds a parent by its name, or asks; `contradicted` says whose its number is and why that dog is not meant. */
  private findNamed(
    role: ParentRole,
    candidate: Candidate<Id>,
    inFile: Directory<Candidate<Id>>,
    ancestors: Map<string, MadeAncestor>,
    contradicted?: string,
  ): PlannedParent<Id> | null {
    const { gender } = PARENT_ROLES[role];
    const { name, nameKey, number, numberKey } = candidate.namings[role];
    const found = this.findByName(role, candidate, inFile);
    const [only] = found;
    const isSure =
      contradicted === undefined && found.length === 1 && isSameBreed(only?.breed, candidate.dog.breed);
    if (isSure && only) {
      if (!only.isNumbered) this.links.note({ how: "name" });
      return only.parent;
    }
    const chosen = this.askFor(role, candidate, found, inFile, ancestors, contradicted);
    if (chosen !== "new" && chosen !== "open") return chosen;
    const key = `${gender} ${numberKey ?? nameKey}`;
    const made = ancestors.get(key);
    if (made) {
      made.lines.push(candidate.line);
      made.isStandIn &&= chosen === "open";
    } else {
      ancestors.set(key, {
        name: name ?? number ?? "",
        breed: candidate.dog.breed,
        gender,
        registrationNumber: number ?? null,
        lines: [candidate.line],
        isStandIn: chosen === "open",
      });
      // What is asked may yet become another dog; the ancestor only stands in for it.
      if (chosen === "new")
        this.questions.make(ancestorNode(gender, numberKey ?? nameKey), name ?? "", gender, numberKey);
    }
    return { kind: "external", key };
  }

  /** Asks whom a parent's name means when it is nobody's or several dogs'; a name unlike any is a new ancestor's. */
  private askFor(
    role: ParentRole,
    candidate: Candidate<Id>,
    named: readonly FoundParent<Id>[],
    inFile: Directory<Candidate<Id>>,
    ancestors: ReadonlyMap<string, { readonly lines: number[] }>,
    contradicted: string | undefined,
  ): PlannedParent<Id> | null | "new" | "open" {
    const { nameKey, number, numberKey } = candidate.namings[role];
    const { gender } = PARENT_ROLES[role];
    // A number alone, which a dog has in another form.
    const isOfNumber = candidate.namings[role].name === undefined;
    const name = candidate.namings[role].name ?? number;
    const found = isOfNumber ? this.findAlikeNumbers(gender, numberKey, inFile) : named;
    if (name === undefined || (isOfNumber && found.length === 0)) return "new";
    const otherGender = gender === "male" ? "female" : "male";
    const others = [
      ...inFile
        .names(otherGender, nameKey)
        .slice(0, MOST_CANDIDATES)
        .map((row) => `${row.dog.name} (line ${lineName(row.line)})`),
      ...this.knownDirectory
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
      doubt: others.length > 0 || numberKey !== undefined ? undefined : this.namesakes.doubt(role, nameKey),
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
      ancestors.get(key)?.lines.push(candidate.line);
      return { kind: "external", key };
    }
    const line = lineOfNode(answer);
    if (line !== undefined) return { kind: "row", line };
    const known = this.knownById.get(answer);
    return known ? { kind: "known", id: known._id } : "new";
  }

  /** Whether a row says of a parent that nobody knows it, instead of saying nothing. */
  private isGivenAsUnknown(role: ParentRole, { values }: Candidate<Id>, fileId: string | undefined): boolean {
    if (fileId !== undefined) return isUnknown(fileId) || this.nobodies.has(fileId);
    return [role, `${role}Number`].some((field) => textOf(values[field]) !== undefined);
  }

  private warn(role: ParentRole, line: number, message: string): void {
    this.linkWarnings.set(`${line} ${role}`, { line, message });
  }

  /**
   * Lists the dogs a parent's name may mean, in the file and in the kennel: none whose number is another's, and of
   * several only those old enough.
   */
  private findByName(
    role: ParentRole,
    candidate: Candidate<Id>,
    inFile: Directory<Candidate<Id>>,
  ): FoundParent<Id>[] {
    const { name, nameKey, numberKey } = candidate.namings[role];
    const { gender } = PARENT_ROLES[role];
    if (name === undefined) return [];
    const fits = (other: string | undefined) => isMaybeSameNumber(numberKey, other);
    const isNumbered = (other: string | undefined) => numberKey !== undefined && other !== undefined;
    const rows = inFile
      .names(gender, nameKey)
      // A dog may have its sire's name, and is not its own.
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
    const known = this.knownDirectory
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

  /** Lists the dogs that have a number in another form, in the file and in the kennel. */
  private findAlikeNumbers(
    gender: Gender,
    numberKey: string | undefined,
    inFile: Directory<Candidate<Id>>,
  ): FoundParent<Id>[] {
    if (numberKey === undefined) return [];
    const rows = inFile.alikeNumbers(gender, numberKey).map((row) => ({
      ...{ parent: toRow(row), called: row.dog.name, bornOn: row.dog.dateOfBirth, breed: row.dog.breed },
      ...{ title: [`line ${lineName(row.line)}`, row.dog.registrationNumber].join(", "), isNumbered: true },
    }));
    const nodes = new Set(rows.map(({ parent }) => nodeOf(parent)));
    const known = this.knownDirectory
      .alikeNumbers(gender, numberKey)
      .filter(({ dog }) => !nodes.has(dog._id))
      .map(({ dog }) => ({
        parent: { kind: "known", id: dog._id } satisfies PlannedParent<Id>,
        ...{ called: dog.name, bornOn: dog.dateOfBirth, breed: dog.breed },
        ...{ title: dog.registrationKey ?? "", isNumbered: true },
      }));
    return [...rows, ...known];
  }

  /** What a parent is once the import is written; null for none, and for an ancestor that is to be made. */
  private factsOf(parent: PlannedParent<Id> | null | undefined, nodes: ReadonlyMap<string, Candidate<Id>>) {
    if (!parent) return null;
    const row = nodes.get(nodeOf(parent));
    const known = parent.kind === "known" ? this.knownById.get(parent.id) : undefined;
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

  /** Refuses the rows through which a dog would be its own ancestor. */
  private refuseCycles(dogs: readonly PlannedDog<Id>[]): void {
    const planned = new Map(dogs.map((dog) => [nodeOfDog(dog), dog]));
    const parentsOf = (node: string): string[] => {
      const plan = planned.get(node);
      const known = this.knownById.get(node);
      const sire = plan?.parents.sire ? nodeOf(plan.parents.sire) : known?.sireId;
      const dam = plan?.parents.dam ? nodeOf(plan.parents.dam) : known?.damId;
      return [sire, dam].filter((parent) => parent !== undefined);
    };
    for (const circle of findCycles(planned.keys(), parentsOf)) {
      const row = circle.map((node) => planned.get(node)).find((dog) => dog !== undefined);
      if (row) this.refuse(row.line, { sire: CYCLE });
    }
  }
}

/** Whether a dog goes by a name, but for titles and the like. */
const isNamed = (dog: { name: string; callName?: string | null | undefined }, name: string): boolean =>
  [dog.name, dog.callName ?? ""].some((own) => foldText(own) === foldText(name)) ||
  isLooselySame(dog.name, name);

/** Whether the dog of an id goes by the name beside the id, or by a part of it, or has the number where no name is. */
function isOfNaming(
  { dog, target, numberKey: own }: Candidate<string>,
  { name, numberKey }: ParentNaming,
): boolean {
  if (name === undefined) return isMaybeSameNumber(own, numberKey);
  if (isNamed(dog, name) || (target !== null && isNamed(target, name))) return true;
  const [one, other] = [looseName(dog.name), looseName(name)];
  return one.numbers === other.numbers && (isIn(one.words, other.words) || isIn(other.words, one.words));
}

const isIn = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((word) => whole.includes(word));

/**
 * Whether a row is of another dog than the known one that has its number. A dog may have got another name, which is
 * believed where the date of birth is the same; 'Rex' may be 'Rex of Oak', and a dog known by its number has no name.
 */
function isAnother<Id extends string>(known: KnownDog<Id>, dog: ImportedDog): boolean {
  if (known.gender !== dog.gender) return true;
  if (isNamed(known, dog.name) || numberKeyOf(known.name) === known.registrationKey) return false;
  const [one = [], other = []] = [known.name, dog.name].map((name) => looseName(name).words);
  return !isIn(one, other) && !isIn(other, one) && !isBornAlike(known, dog);
}

/** The birth that a row's dog has once it is written. */
const bornOnOf = ({ dog, target, isCompletion }: Candidate<string>): string | null =>
  (isCompletion ? target?.dateOfBirth : undefined) ?? dog.dateOfBirth ?? target?.dateOfBirth ?? null;

const deathOf = ({ status = "active", statusChangedOn }: KnownDog<string> | ImportedDog): string | null =>
  diedOn({ status, statusChangedOn: statusChangedOn ?? null });

/** The death that a row's dog has once it is written, from the row where that gives one. */
const diedOnOf = ({ dog, target }: Candidate<string>): string | null =>
  deathOf(dog) ?? (target ? deathOf(target) : null);

const isBornAlike = (known: KnownDog<string>, dog: ImportedDog): boolean =>
  known.dateOfBirth !== undefined && known.dateOfBirth === dog.dateOfBirth;

const toPossible = ({ _id, name, registrationKey, dateOfBirth }: KnownDog<string>): PossibleDog => ({
  node: _id,
  name,
  detail: [registrationKey, dateOfBirth].filter(Boolean).join(", "),
  isLikely: false,
});

/** Whether two breeds are one, as far as both are said. */
const isSameBreed = (one: string | undefined, other: string | undefined): boolean =>
  !one || !other || foldText(breedNamed(one)) === foldText(breedNamed(other));

type SeenKeys = Record<"numbers" | "chips" | "ids", Map<string, number>>;

/** Notes who has a key first; returns the earlier line that has it already. */
function claim(seen: Map<string, number>, key: string | undefined, line: number): number | undefined {
  if (key === undefined) return undefined;
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, line);
  return earlier;
}

const toRow = <Id extends string>(row: Candidate<Id>): PlannedParent<Id> =>
  row.target ? { kind: "known", id: row.target._id } : { kind: "row", line: row.line };

/** Names a parent, whichever kind it is of. */
export const nodeOf = (parent: PlannedParent<string>): string =>
  parent.kind === "known"
    ? parent.id
    : parent.kind === "row"
      ? rowNode(parent.line)
      : `ancestor ${parent.key}`;

/** Names a planned dog as its offspring do. */
export const nodeOfDog = (dog: PlannedDog<string>): string => dog.target ?? rowNode(dog.line);

/** Plans a whole import at once. */
export function planImport<Id extends string>(
  known: readonly KnownDog<Id>[],
  rows: readonly ImportRow[],
  options: ImportOptions,
): ImportPlan<Id> {
  const planner = new ImportPlanner<Id>(options);
  planner.addKnown(known);
  planner.addRows(rows);
  const work = planner.plan();
  let result = work.next();
  while (!result.done) result = work.next();
  return result.value;
}

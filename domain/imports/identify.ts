/**
 * Second step of a plan: finds the kennel's dog of each row by its number, its exact name or the user's answer, or
 * asks the user.
 */
import { warnOfSwappedNumbers } from "../dogs/identifiers";
import { breedNamed } from "../dogs/breeds";
import { numberKeyOf, otherKeysOf } from "../dogs/registrations";
import type { ImportedDog } from "../dogs/schemas";
import type { FieldErrors } from "../errors";
import { foldText } from "../text/text";
import { claimOf, type RowChecks } from "./check";
import type { KnownDogs } from "./known";
import { lineName } from "./lineages";
import { isLooselySame, looseName } from "./names";
import {
  isListed,
  type Candidate,
  type ImportOptions,
  type ImportRow,
  type ImportWarning,
  type KnownDog,
} from "./planned";
import { isFullName, MOST_CANDIDATES, type Fit, type OpenQuestions, type PossibleDog } from "./questions";
import { bornMark, readNaming, SLICE_ROWS, textOf, type FileRows, type ReadRow } from "./read";
import { isAlikeNumber, isSameNumber } from "./read-values";

export interface Identified<Id extends string> {
  readonly candidates: readonly Candidate<Id>[];
  /** Rows of known dogs that stay unchanged. Other rows may refer to these dogs by the names in the file. */
  readonly standing: readonly Candidate<Id>[];
  readonly errors: ReadonlyMap<number, FieldErrors>;
  readonly warnings: readonly ImportWarning[];
  readonly skipped: readonly ImportWarning[];
}

interface Seen<Id extends string> {
  readonly file: FileRows;
  readonly known: KnownDogs<Id>;
  readonly questions: OpenQuestions;
  readonly checks: RowChecks<Id>;
}

/** Pauses regularly. */
export function* identifyRows<Id extends string>(
  rows: readonly ReadRow[],
  seen: Seen<Id>,
  options: ImportOptions,
): Generator<undefined, Identified<Id>> {
  const work = new Identification(seen, options);
  for (const [index, row] of rows.entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield;
    yield* work.take(row);
  }
  return work;
}

class Identification<Id extends string> implements Identified<Id> {
  readonly candidates: Candidate<Id>[] = [];
  readonly standing: Candidate<Id>[] = [];
  readonly errors = new Map<number, FieldErrors>();
  readonly warnings: ImportWarning[] = [];
  readonly skipped: ImportWarning[] = [];
  /** The rows that known dogs are already assigned to. */
  private readonly claimed = new Map<string, number>();
  /** Known dogs that the user assigned to rows. */
  private readonly answered = new Set<string>();
  private readonly said = new Map<string, number>();
  private readonly file: FileRows;
  private readonly known: KnownDogs<Id>;
  private readonly questions: OpenQuestions;
  private readonly checks: RowChecks<Id>;

  constructor(
    seen: Seen<Id>,
    private readonly options: ImportOptions,
  ) {
    ({ file: this.file, known: this.known, questions: this.questions, checks: this.checks } = seen);
  }

  *take(read: ReadRow): Generator<undefined, void> {
    const { row, line, values } = read;
    const identified = yield* this.identify(line, read.dog);
    if (identified === null) return;
    const { dog, target } = identified;
    const isOwn = isListed(this.options, dog);
    const candidate: Candidate<Id> = {
      line,
      dog,
      given: new Set(
        [...Object.keys(row.values), "otherRegistrations", "coOwners"].filter(
          (field) =>
            (field !== "registrationNumber" || isNewNumber(dog.registrationNumber, target)) &&
            (field !== "otherRegistrations" || Boolean(dog.otherRegistrations)) &&
            (field !== "coOwners" || Boolean(dog.coOwners)),
        ),
      ),
      target,
      isCompletion: target !== null && (this.options.mode === "complete" || (!isOwn && !target.isExternal)),
      gender: dog.gender,
      nameKey: foldText(dog.name),
      // Other rows refer to the dog by its number in the file, even if another dog of the kennel has this number.
      numberKey: numberKeyOf(read.dog.registrationNumber),
      otherKeys: otherKeysOf(read.dog),
      fileId: textOf(values.fileId),
      values,
      namings: { sire: readNaming(values, "sire"), dam: readNaming(values, "dam") },
    };
    // An external ancestor that the file lists as a dog of the kennel becomes one.
    if (target && this.options.mode === "skip" && !(isOwn && target.isExternal)) {
      this.claimed.set(target._id, line);
      this.checks.claimId(candidate);
      this.standing.push(candidate);
      const of = target.isExternal ? "an ancestor" : "a dog of the kennel";
      this.skipped.push({ line, message: `${target.name} is already ${of}` });
      return;
    }
    const errors = this.checks.check(row, dog, candidate);
    if (Object.keys(errors).length > 0) {
      this.errors.set(line, errors);
      return;
    }
    const claimant = target ? this.claimed.get(target._id) : undefined;
    if (claimant !== undefined) {
      this.errors.set(line, { name: `Line ${lineName(claimant)} is the same dog` });
      return;
    }
    if (target) this.claimed.set(target._id, line);
    else this.tellRepeated(row);
    const { registrationNumber = null, microchipNumber = null } = dog;
    const swapped = warnOfSwappedNumbers(registrationNumber, microchipNumber);
    if (swapped !== null) this.warnings.push({ line, message: swapped });
    this.candidates.push(candidate);
  }

  /** Warns about a new dog if another row is exactly the same. Littermates without names also look the same. */
  private tellRepeated({ line, values }: ImportRow): void {
    const facts = Object.entries(values).filter(([field]) => field !== "fileId");
    const same = claimOf(this.said, JSON.stringify(facts.sort(([a], [b]) => (a < b ? -1 : 1))), line);
    if (same === undefined) return;
    const message = `It is identical to line ${lineName(same)}. If both are the same dog, remove one of the lines from the file`;
    this.warnings.push({ line, message });
  }

  /**
   * Finds the dog of a row, or asks the user; null if the user leaves out the row. If another dog has the row's
   * number, the row is imported without the number.
   */
  private *identify(
    line: number,
    read: ImportedDog,
  ): Generator<undefined, { dog: ImportedDog; target: KnownDog<Id> | null } | null> {
    const numberOf = keysOf(read).find((key) => this.known.directory.number(key));
    const numbered = this.known.directory.number(numberOf)?.dog;
    const isContradicted = numbered !== undefined && isAnother(numbered, read);
    const named = numbered ? [] : this.findTargets(read);
    if (numbered && !isContradicted) return { dog: read, target: numbered };
    if (named.length === 1) return { dog: read, target: named[0] ?? null };
    if (this.known.byId.size === 0) return { dog: read, target: null };
    if (!isContradicted && named.length === 0) yield* this.questions.prepareKnown();
    const answer = this.questions.askRow({
      line,
      gender: read.gender,
      name: read.name,
      found: (isContradicted ? [numbered] : named).slice(0, MOST_CANDIDATES).map(toPossible),
      contradicted: isContradicted
        ? `The number ${spelled(read, numberOf)} belongs to ${numbered.name}, a ${numbered.gender} dog`
        : undefined,
      fits: (node, isLikely) => {
        const known = this.known.byId.get(node);
        // The answer for one row does not change the question about another row.
        const isFree = !this.claimed.has(node) || this.answered.has(node);
        return known !== undefined && isFree ? this.fitOf(known, read, isLikely) : "no";
      },
    });
    if (answer === "none") {
      this.skipped.push({ line, message: `${read.name} is left out by your answer` });
      return null;
    }
    const target = this.known.byId.get(answer) ?? null;
    if (target) this.answered.add(target._id);
    if (target || !isContradicted) return { dog: read, target };
    if (answer === "new") {
      const message = `${read.name} is imported without its number, which belongs to ${numbered.name}`;
      this.warnings.push({ line, message });
    }
    const dog = withoutNumber(read, numberOf);
    const [only = null, ...more] = this.findTargets(dog);
    return { dog, target: more.length > 0 ? null : only };
  }

  /** Says whether a row may be a known dog, by number, microchip, breed and birth date. */
  private isPossible(known: KnownDog<Id>, dog: ImportedDog): boolean {
    const differ = (one: string | undefined, other: string | undefined) =>
      one !== undefined && other !== undefined && one !== other;
    return (
      haveMaybeSameNumber(known, dog) &&
      !differ(known.microchipKey, numberKeyOf(dog.microchipNumber)) &&
      !differ(known.dateOfBirth, dog.dateOfBirth ?? undefined) &&
      isSameBreed(known.breed, dog.breed)
    );
  }

  /**
   * Compares a row with a known dog that has another name. A name that is only similar belongs to a new dog, with
   * three exceptions: it is the known dog's call name, both have the same birth date, or only the name of an
   * ancestor is known. If name and birth date are the same, a number from another club or a breed in another
   * language still means the same dog.
   */
  private fitOf(known: KnownDog<Id>, dog: ImportedDog, isLikely: boolean): Fit {
    if (this.isOfAnotherRow(known, dog)) return "no";
    const firstBirth = this.known.firstBirths.get(known._id);
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

  /** A row with the known dog's exact name, number or microchip is this dog. No other row can then be this dog. */
  private isOfAnotherRow(known: KnownDog<Id>, dog: ImportedDog): boolean {
    const { name, microchipKey } = known;
    const nameKey = foldText(name);
    if (knownKeysOf(known).some((key) => this.file.marks.has(`number ${key}`))) return true;
    if (microchipKey !== undefined && microchipKey !== numberKeyOf(dog.microchipNumber))
      if (this.file.marks.has(`chip ${microchipKey}`)) return true;
    return nameKey !== foldText(dog.name) && this.file.marks.has(`name ${nameKey}`);
  }

  /** Says whether another row, anywhere in the file, matches a known dog with this row's name more exactly. */
  private hasOwnRow(known: KnownDog<Id>, dog: ImportedDog): boolean {
    const { name, dateOfBirth } = known;
    const own = keysOf(dog);
    if (knownKeysOf(known).some((key) => !own.includes(key) && this.file.marks.has(`number ${key}`)))
      return true;
    if (dateOfBirth === undefined || dateOfBirth === dog.dateOfBirth) return false;
    return this.file.marks.has(bornMark(foldText(name), dateOfBirth));
  }

  /**
   * Lists the possible dogs of a row by its exact name, so that a file can be imported twice. The list contains one
   * dog if the match is certain, and several dogs if the user must choose. Dogs that cannot be distinguished are
   * assigned in order.
   */
  private findTargets(dog: ImportedDog): KnownDog<Id>[] {
    const same = this.known.directory
      .names(dog.gender, foldText(dog.name))
      .filter(({ dog: known }) => this.isPossible(known, dog) && !this.hasOwnRow(known, dog))
      // A pedigree file without dates does not change the kennel's own dogs.
      .filter(({ dog: known }) => this.options.kind === "dogs" || known.isExternal || isBornAlike(known, dog))
      .map(({ dog: known }) => known);
    const exact = same.filter((known) => isBornAlike(known, dog));
    const likely = exact.length > 0 ? exact : same;
    const [first] = likely;
    const isAlike = likely.every(
      ({ dateOfBirth, isExternal }) => dateOfBirth === first?.dateOfBirth && isExternal === first?.isExternal,
    );
    if (!isAlike) return likely;
    return likely.filter(({ _id }) => !this.claimed.has(_id)).slice(0, 1);
  }
}

/** Ignores titles and similar differences. */
export const isNamed = (dog: { name: string; callName?: string | null | undefined }, name: string): boolean =>
  [dog.name, dog.callName ?? ""].some((own) => foldText(own) === foldText(name)) ||
  isLooselySame(dog.name, name);

export const isIn = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((word) => whole.includes(word));

/**
 * Says whether a row is a different dog than the known dog with the same number. If the birth date is the same, the
 * dog may have been renamed. 'Rex' may be 'Rex of Oak'. A dog that is known only by its number has no name.
 */
function isAnother<Id extends string>(known: KnownDog<Id>, dog: ImportedDog): boolean {
  if (known.gender !== dog.gender) return true;
  if (isNamed(known, dog.name) || numberKeyOf(known.name) === known.registrationKey) return false;
  const [one = [], other = []] = [known.name, dog.name].map((name) => looseName(name).words);
  return !isIn(one, other) && !isIn(other, one) && !isBornAlike(known, dog);
}

const isBornAlike = (known: KnownDog<string>, dog: ImportedDog): boolean =>
  known.dateOfBirth !== undefined && known.dateOfBirth === dog.dateOfBirth;

const toPossible = ({ _id, name, registrationKey, dateOfBirth }: KnownDog<string>): PossibleDog => ({
  node: _id,
  name,
  detail: [registrationKey, dateOfBirth].filter(Boolean).join(", "),
  isLikely: false,
});

/** A missing breed is the same as any breed. */
export const isSameBreed = (one: string | undefined, other: string | undefined): boolean =>
  !one || !other || foldText(breedNamed(one)) === foldText(breedNamed(other));

const keysOf = (dog: ImportedDog): string[] => {
  const first = numberKeyOf(dog.registrationNumber);
  return [...(first === undefined ? [] : [first]), ...otherKeysOf(dog)];
};

const knownKeysOf = ({ registrationKey, otherKeys = [] }: KnownDog<string>): string[] => [
  ...(registrationKey === undefined ? [] : [registrationKey]),
  ...otherKeys,
];

/** A number is the same, or one of the two dogs has no number. */
function haveMaybeSameNumber(known: KnownDog<string>, dog: ImportedDog): boolean {
  if (isMaybeSameNumber(known.registrationKey, numberKeyOf(dog.registrationNumber))) return true;
  const own = keysOf(dog);
  return knownKeysOf(known).some((key) => own.some((each) => isSameNumber(key, each)));
}

/** Says whether a number is new for a known dog. The dog's further numbers are not new. */
const isNewNumber = (number: string | null | undefined, target: KnownDog<string> | null): boolean =>
  !!number && !target?.otherKeys?.includes(numberKeyOf(number) ?? "");

const spelled = ({ registrationNumber, otherRegistrations }: ImportedDog, key: string | undefined): string =>
  [registrationNumber, ...(otherRegistrations ?? []).map(({ number }) => number)].find(
    (number) => numberKeyOf(number) === key,
  ) ?? "";

/** The number belongs to another dog. */
const withoutNumber = (dog: ImportedDog, key: string | undefined): ImportedDog => ({
  ...dog,
  ...(numberKeyOf(dog.registrationNumber) === key && { registrationNumber: null }),
  otherRegistrations: (dog.otherRegistrations ?? []).filter(({ number }) => numberKeyOf(number) !== key),
});

export const isMaybeSameNumber = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || isSameNumber(one, other);

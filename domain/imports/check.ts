/**
 * Why rows of an import are refused: an error in the row, a conflict with other rows, a dog that would be its own
 * ancestor, or no room for all dogs in the kennel.
 */
import { isCounted } from "../billing/dog-limit";
import { checkDates } from "../dogs/checks";
import { MAX_DOGS_PER_KENNEL, MAX_OTHER_REGISTRATIONS } from "../dogs/rules";
import { numberKeyOf, otherKeysOf, parseRegistration } from "../dogs/registrations";
import type { ImportedDog } from "../dogs/schemas";
import type { FieldErrors } from "../errors";
import { foldText } from "../text/text";
import { REGISTRATION_COLUMNS } from "./fields";
import type { KnownDogs } from "./known";
import { findCycles } from "../pedigree/circles";
import { lineName } from "./lineages";
import { looseName } from "./names";
import {
  isListed,
  nodeOf,
  nodeOfDog,
  type Candidate,
  type ImportOptions,
  type ImportPlan,
  type ImportRow,
  type ImportWarning,
  type KnownDog,
  type PlannedAncestor,
  type PlannedDog,
} from "./planned";
import { marksOf, namedBy, textOf } from "./read";
import { MAX_ANCESTORS_PER_KENNEL } from "./rules";

/** A message names at most this many lines. */
const SHOWN_LINES = 5;

const CYCLE = "This dog would be its own ancestor";

/** Returns an earlier row with the same key. */
export function claimOf(
  seen: Map<string, number>,
  key: string | undefined,
  line: number,
): number | undefined {
  if (key === undefined) return undefined;
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, line);
  return earlier;
}

/** Checks rows in order. If two rows have the same number, the first row keeps it. */
export class RowChecks<Id extends string> {
  private readonly numbers = new Map<string, number>();
  private readonly chips = new Map<string, number>();
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly known: KnownDogs<Id>,
    private readonly today: string,
  ) {}

  /** Rows that are not checked also claim the file's ids. */
  claimId({ fileId, line }: Candidate<Id>): void {
    claimOf(this.ids, fileId, line);
  }

  /** Errors are by field. */
  check(
    row: ImportRow,
    dog: ImportedDog,
    { target, isCompletion }: Pick<Candidate<Id>, "target" | "isCompletion">,
  ): FieldErrors {
    const errors: FieldErrors = {
      ...checkDates(
        {
          dateOfBirth: dog.dateOfBirth ?? target?.dateOfBirth ?? null,
          status: dog.status,
          statusChangedOn: dog.statusChangedOn ?? null,
          acquiredOn: dog.acquiredOn,
          chippedOn: dog.chippedOn,
          otherRegistrations: dog.otherRegistrations,
        },
        this.today,
      ),
    };
    const sameNumber = claimOf(this.numbers, numberKeyOf(dog.registrationNumber), row.line);
    const others = otherKeysOf(dog);
    for (const column of REGISTRATION_COLUMNS) {
      const key = numberKeyOf(parseRegistration(textOf(row.values[column]) ?? "")?.number);
      if (key === undefined || !others.includes(key)) continue;
      const same = claimOf(this.numbers, key, row.line);
      const holder = this.known.directory.number(key)?.dog;
      if (same !== undefined && same !== row.line)
        errors[column] = `Line ${lineName(same)} has the same registration number`;
      else if (holder && holder !== target)
        errors[column] = `${holder.name} already has this registration number`;
    }
    const kept = isCompletion ? [] : (target?.otherKeys ?? []);
    if (new Set([...kept, ...others]).size > MAX_OTHER_REGISTRATIONS) {
      errors.otherRegistrations = `With those of ${target?.name ?? dog.name}, it has more than ${MAX_OTHER_REGISTRATIONS} other registrations`;
    }
    const sameId = claimOf(this.ids, textOf(row.values.fileId), row.line);
    const chip = numberKeyOf(dog.microchipNumber);
    const sameChip = claimOf(this.chips, chip, row.line);
    const chipHolder = this.known.byChip.get(chip ?? "");
    if (sameNumber !== undefined)
      errors.registrationNumber = `Line ${lineName(sameNumber)} has the same registration number`;
    if (sameId !== undefined) errors.fileId = `Line ${lineName(sameId)} has the same ID`;
    if (sameChip !== undefined)
      errors.microchipNumber = `Line ${lineName(sameChip)} has the same microchip number`;
    else if (chipHolder && chipHolder !== target)
      errors.microchipNumber = `${chipHolder.name} already has this microchip number`;
    if (target && target.gender !== dog.gender) {
      const record = this.known.firstBirths.has(target._id)
        ? "offspring"
        : this.known.bred.has(target._id) && "breedings";
      if (record) errors.gender = `Gender cannot change: ${target.name} has recorded ${record}`;
    }
    const firstBirth = target && this.known.firstBirths.get(target._id);
    if (firstBirth && dog.dateOfBirth && dog.dateOfBirth >= firstBirth) {
      errors.dateOfBirth ??= `Its offspring was born on ${firstBirth}`;
    }
    return errors;
  }
}

/** One row of each circle gets the error. */
export function refuseCycles<Id extends string>(
  dogs: readonly PlannedDog<Id>[],
  known: KnownDogs<Id>,
): [number, FieldErrors][] {
  const planned = new Map(dogs.map((dog) => [nodeOfDog(dog), dog]));
  const parentsOf = (node: string): string[] => {
    const plan = planned.get(node);
    const former = known.byId.get(node);
    const sire = plan?.parents.sire ? nodeOf(plan.parents.sire) : former?.sireId;
    const dam = plan?.parents.dam ? nodeOf(plan.parents.dam) : former?.damId;
    return [sire, dam].filter((parent) => parent !== undefined);
  };
  return findCycles(planned.keys(), parentsOf).flatMap((circle) => {
    const row = circle.map((node) => planned.get(node)).find((dog) => dog !== undefined);
    return row ? [[row.line, { sire: CYCLE }] satisfies [number, FieldErrors]] : [];
  });
}

export function isOverLimit<Id extends string>(
  { dogs, ancestors }: Pick<ImportPlan<Id>, "dogs" | "ancestors">,
  { counts }: KnownDogs<Id>,
  options: ImportOptions,
): boolean {
  const added = dogs.filter((dog) => dog.target === null);
  const adopted = dogs.filter((dog) => dog.isAdoption).length;
  const listed = added.filter(({ dog }) => isListed(options, dog)).length;
  return (
    counts.listed + listed + adopted > MAX_DOGS_PER_KENNEL ||
    counts.external - adopted + ancestors.size + added.length - listed > MAX_ANCESTORS_PER_KENNEL
  );
}

interface Counted {
  readonly dog: ImportedDog;
  readonly given: ReadonlySet<string>;
  readonly isCompletion: boolean;
}

/** The number of dogs that count towards the plan's limit. */
function countedChangeOf<Id extends string>(
  { dog, given, isCompletion }: Counted,
  former: KnownDog<Id> | null | undefined,
  options: ImportOptions,
): number {
  if (options.kind === "ancestors") return 0;
  const before = former?.status ?? "active";
  const after = former && (isCompletion || !given.has("status")) ? before : dog.status;
  const wasCounted = former && !former.isExternal && isCounted(before);
  if (!isListed(options, dog) && (former?.isExternal ?? true)) return 0;
  return Number(isCounted(after)) - Number(wasCounted ?? false);
}

/** The number of dogs that count towards the plan's limit, for the whole import. */
export const countedChange = <Id extends string>(
  dogs: readonly PlannedDog<Id>[],
  known: KnownDogs<Id>,
  options: ImportOptions,
): number =>
  dogs.reduce((sum, dog) => sum + countedChangeOf(dog, known.byId.get(dog.target ?? ""), options), 0);

/** Keeps the first rows that the plan has room for, and all rows that need no room. */
export function keepFirst<Id extends string>(
  candidates: readonly Candidate<Id>[],
  options: ImportOptions,
): { kept: readonly Candidate<Id>[]; waiting: readonly ImportWarning[] } {
  let room = options.mostCounted ?? Infinity;
  const waiting: ImportWarning[] = [];
  const kept = candidates.filter((candidate) => {
    const change = countedChangeOf(candidate, candidate.target, options);
    const fits = change <= 0 || change <= room;
    if (fits) room -= change;
    else
      waiting.push({ line: candidate.line, message: `${candidate.dog.name} waits until the plan has room` });
    return fits;
  });
  return { kept, waiting };
}

/** Adds to each refused row the rows in which its dog is a parent. */
export function tellOffspring(
  errors: Map<number, FieldErrors>,
  rows: readonly ImportRow[],
  candidates: readonly Candidate<string>[],
  ancestors: ReadonlyMap<string, PlannedAncestor>,
): void {
  if (errors.size === 0) return;
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
  // No question is asked about the name of a refused dog. Its offspring may therefore have a new ancestor with a
  // similar name.
  for (const { name, lines } of ancestors.values())
    offspring.set(`loose ${looseName(name).sorted}`, [...lines]);
  for (const { line, values } of rows) {
    const refused = errors.get(line);
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
    errors.set(line, {
      ...refused,
      offspring: `It is named as a parent in ${lines.length > 1 ? "lines" : "line"} ${shown}${more}`,
    });
  }
}

/**
 * Decides what an import does before anything is written. Each row of the file becomes a new dog, a change of a
 * known dog, a skipped row or an error, by the same rules as the form. All rows of a pedigree file become external
 * ancestors, and such a file never changes the kennel's own dogs. The plan works in slices, because a file may
 * contain a whole breed. Source: decisions GAP-DOG-03 and GAP-DOG-17.
 */
import type { FieldErrors } from "../errors";
import { countedChange, isOverLimit, keepFirst, RowChecks, tellOffspring } from "./check";
import { identifyRows } from "./identify";
import { KnownDogs } from "./known";
import { linkRows } from "./link";
import { isLooselySame } from "./names";
import { nodeOf, toRow, type ImportOptions, type ImportPlan, type ImportRow, type KnownDog } from "./planned";
import { OpenQuestions } from "./questions";
import { FileRows, readRows } from "./read";

/** First known dogs must be added, then rows. */
export class ImportPlanner<Id extends string> {
  private readonly known = new KnownDogs<Id>();
  private readonly file = new FileRows();
  private readonly questions: OpenQuestions;

  constructor(private readonly options: ImportOptions) {
    this.questions = new OpenQuestions(options.answers ?? new Map(), options.areOthersNew === true);
  }

  addKnown(dogs: readonly KnownDog<Id>[]): void {
    for (const dog of dogs) {
      this.known.add(dog);
      this.questions.addKnown({
        node: dog._id,
        name: dog.name,
        callName: dog.callName,
        gender: dog.gender,
        bornOn: dog.dateOfBirth,
        numberKey: dog.registrationKey,
      });
    }
  }

  /** Breedings refer to these dogs. */
  addBred(dogs: readonly Id[]): void {
    for (const id of dogs) this.known.bred.add(id);
  }

  addRows(rows: readonly ImportRow[]): void {
    for (const row of rows) this.file.add(row);
  }

  /** Decides about all rows. Pauses regularly, so that its caller can do other work. */
  *plan(): Generator<undefined, ImportPlan<Id>> {
    const { file, known, questions, options } = this;
    const read = yield* readRows(file, options);
    const checks = new RowChecks(known, options.today);
    const identified = yield* identifyRows(read.rows, { file, known, questions, checks }, options);
    const { standing } = identified;
    const { kept, waiting } = keepFirst(identified.candidates, options);
    let candidates = kept;
    for (const candidate of [...standing, ...candidates]) {
      const { target, dog, numberKey } = candidate;
      if (target && isLooselySame(target.name, dog.name)) continue;
      const { name, gender, callName, dateOfBirth } = dog;
      questions.addRow({
        node: nodeOf(toRow(candidate)),
        name,
        callName: callName ?? undefined,
        gender,
        bornOn: dateOfBirth ?? undefined,
        numberKey,
      });
    }
    const refused = new Map<number, FieldErrors>([...read.errors, ...identified.errors]);
    const given = { file, known, questions, standing, nobodies: read.nobodies, refused };
    let linked = yield* linkRows(candidates, given, options);
    // A refused row cannot be a parent, so the other rows are linked again without this row.
    while (linked.errors.size > 0) {
      for (const [line, fields] of linked.errors) refused.set(line, fields);
      candidates = candidates.filter(({ line }) => !refused.has(line));
      linked = yield* linkRows(candidates, given, options);
    }
    tellOffspring(refused, file.rows, candidates, linked.ancestors);
    return {
      ...linked,
      skipped: [...read.skipped, ...identified.skipped, ...waiting].sort((a, b) => a.line - b.line),
      questions: questions.asked(),
      errors: [...refused].sort(([a], [b]) => a - b).map(([line, fields]) => ({ line, fields })),
      warnings: [...read.warnings, ...identified.warnings, ...linked.warnings].sort(
        (a, b) => a.line - b.line,
      ),
      isOverLimit: isOverLimit(linked, known, options),
      countedChange: countedChange(linked.dogs, known, options),
      uncomparedNames: questions.uncomparedNames,
      untouched: standing.length,
    };
  }
}

/** Runs the whole plan without a pause. */
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

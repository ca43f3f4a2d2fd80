/** Tests the four steps of an import's plan separately, each with its input and its result. */
import { describe, expect, it } from "vitest";
import { countedChange, isOverLimit, refuseCycles, RowChecks, tellOffspring } from "./check";
import { identifyRows } from "./identify";
import { KnownDogs } from "./known";
import { linkRows } from "./link";
import type { Candidate, ImportOptions, KnownDog, PlannedDog, PlannedParents } from "./planned";
import { OpenQuestions } from "./questions";
import { FileRows, readNaming, readRows, type ReadRow } from "./read";
import type { ImportValues } from "./read-values";
import { newDogSchema } from "../dogs/schemas";

const TODAY = "2025-06-15";
const OPTIONS: ImportOptions = { kind: "dogs", mode: "update", today: TODAY };

function finish<T>(work: Generator<undefined, T>): T {
  let result = work.next();
  while (!result.done) result = work.next();
  return result.value;
}

const dog = (name: string, values: ImportValues = {}): ImportValues => ({
  name,
  breed: "Boxer",
  gender: "male",
  ...values,
});

function fileOf(rows: readonly ImportValues[]): FileRows {
  const file = new FileRows();
  for (const [index, values] of rows.entries()) file.add({ line: index + 2, values });
  return file;
}

function knownOf(...dogs: readonly KnownDog<string>[]): KnownDogs<string> {
  const known = new KnownDogs<string>();
  for (const each of dogs) known.add(each);
  return known;
}

const bella: KnownDog<string> = {
  _id: "bella",
  isExternal: false,
  name: "Bella",
  breed: "Boxer",
  gender: "female",
  registrationKey: "B1",
  dateOfBirth: "2018-01-01",
};

const questionsOf = (known: KnownDogs<string>): OpenQuestions => {
  const questions = new OpenQuestions(new Map(), false);
  for (const {
    _id: node,
    name,
    callName,
    gender,
    dateOfBirth: bornOn,
    registrationKey: numberKey,
  } of known.byId.values())
    questions.addKnown({ node, name, callName, gender, bornOn, numberKey });
  return questions;
};

function identified(values: readonly ImportValues[], known = knownOf(), options = OPTIONS) {
  const file = fileOf(values);
  const { rows } = finish(readRows(file, options));
  const questions = questionsOf(known);
  const checks = new RowChecks(known, TODAY);
  return { file, questions, ...finish(identifyRows(rows, { file, known, questions, checks }, options)) };
}

function linked(values: readonly ImportValues[], known = knownOf()) {
  const { file, questions, candidates, standing } = identified(values, known);
  const given = { file, known, questions, standing, nobodies: new Set<string>(), refused: new Map() };
  return finish(linkRows(candidates, given, OPTIONS));
}

describe("reading the rows", () => {
  const read = (rows: readonly ImportValues[], options: Partial<ImportOptions> = {}) =>
    finish(readRows(fileOf(rows), { ...OPTIONS, ...options }));

  it("[GAP-DOG-03] returns each row that the form would accept, completed with data from other parts of the file", () => {
    const { rows, errors } = read([{ name: "Rex", gender: "male", registrationNumber: "none" }], {
      breed: "Beagle",
    });
    expect(errors.size).toBe(0);
    expect(rows).toMatchObject([{ line: 2, dog: { name: "Rex", breed: "Beagle" } }]);
    expect(rows[0]?.values).not.toHaveProperty("registrationNumber");
  });

  it("[GAP-DOG-17] derives the gender of an ancestor from the rows in which it is a parent, but not if it is both sire and dam", () => {
    const rows = [
      { name: "Zoe", breed: "Boxer" },
      { name: "Kim", breed: "Boxer" },
    ];
    const named = [dog("A", { dam: "Zoe", sire: "Kim" }), dog("B", { dam: "Kim" })];
    const { rows: taken, errors } = read([...rows, ...named], { kind: "ancestors" });
    expect(taken.map(({ dog: { name, gender } }) => [name, gender])).toContainEqual(["Zoe", "female"]);
    expect([...errors.keys()]).toEqual([3]);
  });

  it("refuses unreadable rows, and skips an id whose row has no name", () => {
    const file = fileOf([dog("Unknown", { fileId: "7" }), dog("", {})]);
    file.add({ line: 4, values: dog("Max"), errors: { dateOfBirth: "No day" } });
    const { rows, errors, skipped, nobodies } = finish(readRows(file, OPTIONS));
    expect(rows).toEqual([]);
    expect([...errors]).toEqual([
      [3, { name: "Name is required" }],
      [4, { dateOfBirth: "No day" }],
    ]);
    expect(skipped.map(({ line }) => line)).toEqual([2]);
    expect([...nobodies]).toEqual(["7"]);
  });
});

describe("identifying the dogs", () => {
  it("[GAP-DOG-03] finds a known dog by its number and by its exact name, and creates a new dog for an unknown one", () => {
    const rows = [dog("Bella", { gender: "female", registrationNumber: "B 1" }), dog("Hasso vom Eck")];
    const { candidates } = identified(rows, knownOf(bella));
    expect(candidates.map(({ target }) => target?._id ?? null)).toEqual(["bella", null]);
    const { candidates: byName } = identified([dog("bella", { gender: "female" })], knownOf(bella));
    expect(byName.map(({ target }) => target?._id)).toEqual(["bella"]);
  });

  it("[GAP-DOG-03] leaves a known dog unchanged if it must be skipped, and assigns one dog to one row", () => {
    const row = dog("Bella", { gender: "female", registrationNumber: "B1" });
    const skipping = identified([row], knownOf(bella), { ...OPTIONS, mode: "skip" });
    expect(skipping).toMatchObject({ candidates: [], standing: [{ line: 2, target: { _id: "bella" } }] });
    const twice = identified([row, { ...row, registrationNumber: "B1 " }], knownOf(bella));
    expect([...twice.errors]).toEqual([
      [3, { registrationNumber: "Line 2 has the same registration number" }],
    ]);
  });

  it("asks the user if the number belongs to a dog of the other gender, and does not use that dog", () => {
    const { candidates, questions } = identified(
      [dog("Bruno", { registrationNumber: "B1" })],
      knownOf(bella),
    );
    questions.begin(new Set([2]));
    expect(candidates).toMatchObject([{ target: null, dog: { registrationNumber: null } }]);
    expect(questions.asked()).toMatchObject([{ role: "dog", reason: "number", lines: [2] }]);
  });
});

describe("linking the parents", () => {
  it("[GAP-DOG-03] finds parents by the file's id, by number and by name, and creates an ancestor for an unknown name", () => {
    const rows = [
      dog("Rex", { fileId: "1" }),
      dog("By id", { sireFileId: "1" }),
      dog("By number", { damNumber: "B1", dateOfBirth: "2020-01-01" }),
      dog("By name", { sire: "Rex" }),
      dog("By none", { sire: "Xerxes of Far" }),
    ];
    const { dogs, ancestors, links, errors } = linked(rows, knownOf(bella));
    expect(dogs.map(({ parents }) => parents)).toEqual([
      {},
      { sire: { kind: "row", line: 2 } },
      { dam: { kind: "known", id: "bella" } },
      { sire: { kind: "row", line: 2 } },
      { sire: { kind: "external", key: expect.stringContaining("xerxes") as string } },
    ]);
    expect([...ancestors.values()]).toMatchObject([{ name: "Xerxes of Far", lines: [6] }]);
    expect(links).toMatchObject({ certain: 3, made: 1 });
    expect(errors.size).toBe(0);
  });

  it("refuses a row whose parent is younger, and keeps the other rows", () => {
    const rows = [dog("Old", { damNumber: "B1", dateOfBirth: "2010-01-01" }), dog("Young")];
    const { errors, dogs } = linked(rows, knownOf(bella));
    expect([...errors.keys()]).toEqual([2]);
    expect(dogs).toHaveLength(2);
  });
});

describe("checking the plan", () => {
  const planned = (line: number, parents: PlannedParents<string>): PlannedDog<string> => ({
    ...{ line, parents, target: null, given: new Set(), isCompletion: false, isAdoption: false },
    dog: { ...newDogSchema.parse(dog(`Dog ${line}`)) } as PlannedDog<string>["dog"],
  });

  it("[GAP-DOG-03] assigns a number and a chip to the first of two rows, and keeps the gender of a dog with offspring", () => {
    const known = knownOf({ ...bella, microchipKey: "981000000000001" });
    known.bred.add("bella");
    const checks = new RowChecks(known, TODAY);
    const of = (values: ImportValues, target: KnownDog<string> | null = null) => {
      const { rows } = finish(readRows(fileOf([dog("Rex", values)]), OPTIONS));
      const [{ row, dog: read } = {} as ReadRow] = rows;
      return checks.check({ ...row, line: 9 }, read, { target, isCompletion: false });
    };
    expect(of({ registrationNumber: "R1" })).toEqual({});
    expect(of({ registrationNumber: "R1" })).toEqual({
      registrationNumber: "Line 9 has the same registration number",
    });
    expect(of({ microchipNumber: "981000000000001" })).toEqual({
      microchipNumber: "Bella already has this microchip number",
    });
    expect(of({}, bella)).toEqual({ gender: "Gender cannot change: Bella has recorded breedings" });
  });

  it("refuses one row of each circle of parents", () => {
    const circle = [
      planned(2, { sire: { kind: "row", line: 3 } }),
      planned(3, { sire: { kind: "row", line: 2 } }),
      planned(4, { sire: { kind: "row", line: 3 } }),
    ];
    expect(refuseCycles(circle, knownOf()).map(([, fields]) => fields)).toEqual([
      { sire: "This dog would be its own ancestor" },
    ]);
    expect(refuseCycles(circle.slice(2), knownOf())).toEqual([]);
  });

  it("counts the dogs that count towards the plan's limit, and says if the kennel is full", () => {
    const dogs = [planned(2, {}), { ...planned(3, {}), target: "bella", given: new Set(["status"]) }];
    const sold = dogs.map((each) => ({ ...each, dog: { ...each.dog, status: "sold" as const } }));
    expect(countedChange(dogs, knownOf(bella), OPTIONS)).toBe(1);
    expect(countedChange(sold, knownOf(bella), OPTIONS)).toBe(-1);
    expect(isOverLimit({ dogs, ancestors: new Map() }, knownOf(bella), OPTIONS)).toBe(false);
    const full = knownOf(bella);
    full.counts.listed = 1_000_000;
    expect(isOverLimit({ dogs, ancestors: new Map() }, full, OPTIONS)).toBe(true);
  });

  it("names the rows in which a refused dog is a parent", () => {
    const values = dog("Rex", { registrationNumber: "R1" });
    const errors = new Map([[2, { name: "Wrong" }]]);
    const namings = { sire: readNaming({ sireNumber: "R-1" }, "sire"), dam: readNaming({}, "dam") };
    tellOffspring(errors, [{ line: 2, values }], [{ line: 5, namings } as Candidate<string>], new Map());
    expect(errors.get(2)).toEqual({ name: "Wrong", offspring: "It is named as a parent in line 5" });
  });
});

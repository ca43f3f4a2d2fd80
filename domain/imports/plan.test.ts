/** Tests the planning of an import of dogs. */
import { describe, expect, it } from "vitest";
import { type KnownDog, type KnownDogMode } from "./planned";
import { planImport } from "./plan";
import type { ImportValues } from "./read-values";
import { StepMaker } from "./steps";

const TODAY = "2025-06-15";

const dog = (name: string, values: ImportValues = {}): ImportValues => ({
  name,
  breed: "Boxer",
  gender: "male",
  ...values,
});
const plan = (
  rows: ImportValues[],
  known: KnownDog<string>[] = [],
  mode: KnownDogMode = "skip",
  answers: (readonly [string, string])[] = [],
) =>
  planImport(
    known,
    rows.map((values, index) => ({ line: index + 2, values })),
    { kind: "dogs", mode, today: TODAY, answers: new Map(answers) },
  );
const knownRex: KnownDog<string> = {
  _id: "rex",
  isExternal: false,
  name: "Rex",
  gender: "male",
  registrationKey: "R1",
};

describe("rows of a file", () => {
  it("[GAP-DOG-03] are checked by the rules of the form, and each error names its line", () => {
    const { dogs, errors } = plan([
      dog(""),
      dog("A", { breed: "" }),
      dog("B", { dateOfBirth: "2030-01-01" }),
      dog("C"),
    ]);
    expect(errors).toEqual([
      { line: 2, fields: { name: "Name is required" } },
      { line: 3, fields: { breed: "Dog breed is required" } },
      { line: 4, fields: { dateOfBirth: "Date of birth cannot be in the future" } },
    ]);
    expect(dogs.map(({ line }) => line)).toEqual([5]);
  });

  it("[GAP-DOG-03] have a message only if their registration and microchip columns are exchanged", () => {
    const { dogs, warnings } = plan([
      dog("Swapped", { registrationNumber: "981000000000001", microchipNumber: "AKC 1" }),
      dog("Right", { registrationNumber: "AKC 2", microchipNumber: "981 000 000 000 002" }),
      dog("Old chip", { registrationNumber: "AKC 3", microchipNumber: "Chip 12" }),
      dog("Registered by chip", { registrationNumber: "981000000000004" }),
    ]);
    expect(dogs).toHaveLength(4);
    const what = "Registration number 981000000000001 looks like that of a microchip";
    const message = `${what}, and microchip number AKC 1 does not. Check that they are not swapped`;
    expect(warnings).toEqual([{ line: 2, message }]);
  });

  it("[GAP-DOG-03] with a known registration number are skipped or change that dog", () => {
    const row = dog("Rex", { registrationNumber: "r-1" });
    expect(plan([row], [knownRex])).toMatchObject({
      skipped: [{ line: 2, message: "Rex is already a dog of the kennel" }],
      dogs: [],
    });
    expect(plan([row], [knownRex], "update").dogs).toMatchObject([{ target: "rex" }]);
  });

  it.each<[string, KnownDog<string>, ImportValues]>([
    ["name", knownRex, dog("Beta of Oak", { registrationNumber: "R1" })],
    ["sex", knownRex, dog("Rex", { gender: "female", registrationNumber: "R1" })],
    [
      "name and date of birth",
      { ...knownRex, dateOfBirth: "2010-01-01" },
      dog("Beta of Oak", { registrationNumber: "R1", dateOfBirth: "2020-01-01" }),
    ],
  ])(
    "[GAP-DOG-20] with a known dog's number and another %s cause a question in every mode",
    (_, known, row) => {
      const child = dog("Pup", { sire: String(row.name), sireNumber: "R1", dateOfBirth: "2024-01-01" });
      for (const mode of ["skip", "complete", "update"] as const) {
        const { questions } = plan([row], [known], mode);
        expect(questions).toMatchObject([
          { role: "dog", reason: "number", lines: [2], candidates: [{ node: "rex", isLikely: false }] },
        ]);
        const key = questions[0]?.key ?? "";
        const same = plan([row], [known], mode, [[key, "rex"]]);
        expect([...same.dogs.map(({ target }) => target), ...same.skipped.map(({ line }) => line)]).toEqual([
          mode === "skip" ? 2 : "rex",
        ]);
        const none = plan([row], [known], mode, [[key, "none"]]);
        expect([none.dogs, none.skipped.map(({ line }) => line)]).toEqual([[], [2]]);
        if (row.gender === "female") continue;
        const other = plan([row, child], [known], mode, [[key, "new"]]);
        expect(other.questions).toEqual([]);
        expect(other.dogs).toMatchObject([
          { target: null, dog: { registrationNumber: null } },
          { parents: { sire: { kind: "row", line: 2 } } },
        ]);
        expect(other.warnings[0]?.message).toContain("imported without its number, which belongs to Rex");
      }
    },
  );

  it("[GAP-DOG-03] with a known dog's number and date of birth mean that dog, even with another name", () => {
    const known = { ...knownRex, dateOfBirth: "2010-01-01" };
    const row = dog("Oakhill Zar", { registrationNumber: "R1", dateOfBirth: "2010-01-01" });
    expect(plan([row], [known], "update").dogs).toMatchObject([{ target: "rex" }]);
  });

  it("[GAP-DOG-20] with a number of an earlier line or of another dog are refused", () => {
    const chip = { ...knownRex, microchipKey: "9" };
    const { errors } = plan(
      [
        dog("A", { registrationNumber: "X1" }),
        dog("B", { registrationNumber: "x 1" }),
        dog("C", { microchipNumber: "9" }),
      ],
      [chip],
    );
    expect(errors).toEqual([
      { line: 3, fields: { registrationNumber: "Line 2 has the same registration number" } },
      { line: 4, fields: { microchipNumber: "Rex already has this microchip number" } },
    ]);
  });

  it("[GAP-DOG-03] beyond the kennel's limit are reported", () => {
    const rows = Array.from({ length: 5000 }, (_, index) => dog(`D${index}`));
    expect(plan(rows).isOverLimit).toBe(false);
    expect(plan(rows, [knownRex]).isOverLimit).toBe(true);
  });
});

describe("parents in a file", () => {
  it("[GAP-DOG-03] are found by number before name, in the file and in the kennel", () => {
    const rows = [
      dog("Pup", { sire: "Rex", sireNumber: "F1" }),
      dog("Fido", { registrationNumber: "F1" }),
      dog("Kid", { sire: "rex" }),
    ];
    const { dogs, ancestors } = plan(rows, [knownRex]);
    expect(dogs[0]?.parents.sire).toEqual({ kind: "row", line: 3 });
    expect(dogs[2]?.parents.sire).toEqual({ kind: "known", id: "rex" });
    expect(ancestors.size).toBe(0);
  });

  it("[GAP-DOG-03] [GAP-DOG-17] that are not found become one external ancestor each", () => {
    const { dogs, ancestors } = plan([dog("A", { dam: "Heidi" }), dog("B", { dam: "HEIDI" })]);
    expect([...ancestors.values()]).toEqual([
      {
        name: "Heidi",
        breed: "Boxer",
        gender: "female",
        registrationNumber: null,
        lines: [2, 3],
        isStandIn: false,
      },
    ]);
    expect(dogs[0]?.parents).toEqual(dogs[1]?.parents);
  });

  it("[GAP-DOG-18] born after the dog are refused, and the other rows are imported without that row", () => {
    const { dogs, errors, ancestors } = plan([
      dog("Old", { dateOfBirth: "2010-01-01", sire: "Young" }),
      dog("Young", { dateOfBirth: "2020-01-01" }),
      dog("Pup", { sire: "Old" }),
    ]);
    expect(errors.map(({ line }) => line)).toEqual([2]);
    expect(dogs.map(({ line }) => line)).toEqual([3, 4]);
    expect([...ancestors.values()].map(({ name }) => name)).toEqual(["Old"]);
  });

  it("[GAP-DOG-18] that make a dog its own ancestor are refused", () => {
    const { errors, dogs } = plan([
      dog("A", { sire: "B" }),
      dog("B", { sire: "C" }),
      dog("C", { sire: "A" }),
      dog("D"),
    ]);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.fields.sire).toBe("This dog would be its own ancestor");
    expect(dogs.length + errors.length).toBe(4);
  });
});

describe("parents that the file calls unknown", () => {
  it("[GAP-DOG-03] do not become dogs, so their offspring are not siblings", () => {
    const { dogs, ancestors, unknownParents } = plan([
      dog("A", { sire: "Unknown", dam: "unbekannt" }),
      dog("B", { sire: "N/A", sireNumber: "-", dam: "Heidi" }),
      dog("C", { sire: "?", damNumber: "0", registrationNumber: "none", microchipNumber: "N/A" }),
      dog("D", { registrationNumber: "none", microchipNumber: "n/a" }),
    ]);
    expect(dogs.map(({ parents }) => Object.keys(parents))).toEqual([[], ["dam"], [], []]);
    expect([...ancestors.values()].map(({ name }) => name)).toEqual(["Heidi"]);
    expect(unknownParents).toBe(5);
  });

  it("[GAP-DOG-17] are not counted, even if a pedigree file has a record for them", () => {
    const named: ImportValues[] = [
      { fileId: "7", name: "UNKNOWN" },
      { fileId: "8", name: "A", gender: "male", sireFileId: "7", damFileId: "0" },
      { fileId: "9", name: "B", gender: "male", sireFileId: "7" },
    ];
    const rows = named.map((values, index) => ({ line: index + 2, values }));
    const { dogs, skipped, warnings, errors, unknownParents } = planImport([], rows, {
      kind: "ancestors",
      mode: "complete",
      today: TODAY,
      breed: "Boxer",
    });
    expect(dogs.map(({ line, parents }) => [line, parents])).toEqual([
      [3, {}],
      [4, {}],
    ]);
    expect([skipped.map(({ line }) => line), errors, warnings, unknownParents]).toEqual([[2], [], [], 3]);
  });
});

describe("a pedigree file", () => {
  const planPedigree = (
    rows: (ImportValues & { errors?: never })[],
    known: KnownDog<string>[] = [],
    mode: KnownDogMode = "complete",
  ) =>
    planImport(
      known,
      rows.map((values, index) => ({ line: index + 2, values })),
      { kind: "ancestors", mode, today: TODAY, breed: "Boxer" },
    );

  it("[GAP-DOG-17] links rows by the file's own ids, derives the gender from the links, and fills in the breed", () => {
    const { dogs, errors, warnings } = planPedigree([
      { fileId: "1", name: "Rex" },
      { fileId: "2", name: "Heidi" },
      { fileId: "3", name: "Pup", gender: "male", sireFileId: "1", damFileId: "2" },
      { fileId: "4", name: "Kid", gender: "female", sireFileId: "99" },
    ]);
    expect(errors).toEqual([]);
    expect(dogs.map(({ dog: { gender, breed } }) => [gender, breed])).toEqual([
      ["male", "Boxer"],
      ["female", "Boxer"],
      ["male", "Boxer"],
      ["female", "Boxer"],
    ]);
    expect(dogs[2]?.parents).toEqual({ sire: { kind: "row", line: 2 }, dam: { kind: "row", line: 3 } });
    expect(warnings).toEqual([{ line: 5, message: "Sire 99 is not in the file" }]);
  });

  it("[GAP-DOG-18] has an error for each circle, each parent of the wrong sex or born after its offspring, and each repeated id", () => {
    const { errors } = planPedigree([
      { fileId: "1", name: "A", gender: "male", sireFileId: "2" },
      { fileId: "2", name: "B", gender: "male", sireFileId: "1" },
      { fileId: "3", name: "C", gender: "female", sireFileId: "4", dateOfBirth: "2000-01-01" },
      { fileId: "4", name: "D", gender: "male", dateOfBirth: "2001-01-01" },
      { fileId: "5", name: "E", gender: "male", damFileId: "4" },
      { fileId: "5", name: "F", gender: "male" },
    ]);
    expect(errors.map(({ line, fields }) => [line, ...Object.keys(fields)])).toEqual([
      [expect.any(Number), "sire", "offspring"],
      [4, "sire"],
      [6, "dam"],
      [7, "fileId"],
    ]);
  });

  it("[GAP-DOG-17] completes the kennel's own dogs and ancestors known by name, and overwrites no values", () => {
    const zar: KnownDog<string> = { _id: "zar", isExternal: true, name: "Zar", gender: "male" };
    const { dogs } = planPedigree(
      [
        { name: "Rex", gender: "male", registrationNumber: "R-1", sire: "Zar" },
        { name: "ZAR", gender: "male", registrationNumber: "Z-1", sire: "Old" },
        { name: "Old", gender: "male" },
      ],
      [knownRex, zar],
    );
    expect(dogs.map(({ target, isCompletion }) => [target, isCompletion])).toEqual([
      ["rex", true],
      ["zar", true],
      [null, false],
    ]);
    expect(dogs[0]?.parents.sire).toEqual({ kind: "known", id: "zar" });
    const updated = planPedigree(
      [{ name: "Rex", gender: "male", registrationNumber: "R-1" }],
      [knownRex],
      "update",
    );
    expect(updated.dogs[0]?.isCompletion).toBe(true);
  });
});

describe("names that several dogs have", () => {
  it("[GAP-DOG-03] mean the dog that is old enough; otherwise they are reported without a guess", () => {
    const rows = [
      dog("Max", { dateOfBirth: "2010-01-01", registrationNumber: "M1" }),
      dog("Max", { dateOfBirth: "2020-01-01", registrationNumber: "M2" }),
      dog("Elder pup", { sire: "Max", dateOfBirth: "2015-01-01" }),
      dog("Younger pup", { sire: "Max", dateOfBirth: "2024-01-01" }),
    ];
    const { dogs, questions } = plan(rows);
    expect(dogs[2]?.parents.sire).toEqual({ kind: "row", line: 2 });
    expect(dogs[3]?.parents.sire).toMatchObject({ kind: "external" });
    const [question] = questions;
    expect(question).toMatchObject({ reason: "several", role: "sire", name: "Max", lines: [5] });
    expect(question?.candidates.map(({ node }) => node)).toEqual(["line 2", "line 3"]);
    const answered = plan(rows, [], "skip", [[question?.key ?? "", "line 3"]]);
    expect(answered.questions).toEqual([]);
    expect(answered.dogs[3]?.parents.sire).toEqual({ kind: "row", line: 3 });
  });
});

describe("a parent's name that no dog has exactly", () => {
  const oakhill = { ...knownRex, name: "Oakhill Max", breed: "Boxer" };

  it("[GAP-DOG-03] causes one question for all its rows if a dog's name differs only by titles", () => {
    const rows = [dog("A", { sire: "CH Oakhill Max" }), dog("B", { sire: "CH OAKHILL MAX" })];
    const { questions } = plan(rows, [oakhill]);
    expect(questions).toMatchObject([
      { reason: "similar", lines: [2, 3], candidates: [{ node: "rex", isLikely: true }] },
    ]);
    const key = questions[0]?.key ?? "";
    for (const [answer, sire] of [
      ["rex", { kind: "known", id: "rex" }],
      ["new", expect.objectContaining({ kind: "external" })],
      ["none", undefined],
    ] as const) {
      const answered = plan(rows, [oakhill], "skip", [[key, answer]]);
      expect(answered.questions).toEqual([]);
      expect(answered.dogs.map(({ parents }) => parents.sire)).toEqual([sire, sire]);
    }
  });

  it("[GAP-DOG-03] causes a question if the dog with the name has the other sex or another breed", () => {
    const rows = [dog("A", { dam: "Oakhill Max" }), dog("B", { sire: "Oakhill Max", breed: "Beagle" })];
    expect(plan(rows, [oakhill]).questions.map(({ reason, others }) => [reason, others])).toEqual([
      ["sex", ["Oakhill Max"]],
      ["breed", []],
    ]);
  });

  it("[GAP-DOG-03] becomes a new ancestor, listed with its lines, if no dog has a similar name", () => {
    const { questions, ancestors } = plan([dog("A", { sire: "Zar" })], [oakhill]);
    expect(questions).toEqual([]);
    expect([...ancestors.values()]).toMatchObject([{ name: "Zar", lines: [2] }]);
  });

  it("[GAP-DOG-03] causes a question if it occurs in two spellings, before two ancestors are created", () => {
    const rows = [
      dog("A", { sire: "CH Oakhill Max" }),
      dog("B", { sire: "Oakhill Max" }),
      dog("C", { sire: "Oakhill Max" }),
      dog("D", { sire: "CH Oakhill Max" }),
    ];
    const { questions } = plan(rows);
    expect(questions).toMatchObject([
      { name: "Oakhill Max", lines: [3, 4], candidates: [{ name: "CH Oakhill Max", isLikely: true }] },
    ]);
    const { key = "", candidates = [] } = questions[0] ?? {};
    const one = plan(rows, [], "skip", [[key, candidates[0]?.node ?? ""]]);
    expect([one.questions, [...one.ancestors.values()].map(({ name, lines }) => [name, lines])]).toEqual([
      [],
      [["CH Oakhill Max", [2, 3, 4, 5]]],
    ]);
    const two = plan(rows, [], "skip", [[key, "new"]]);
    expect([...two.ancestors.values()].map(({ name }) => name)).toEqual(["CH Oakhill Max", "Oakhill Max"]);
  });

  it("[GAP-DOG-03] is reported together with the refused row of that dog", () => {
    const { errors } = plan([dog("Zar", { dateOfBirth: "2030-01-01" }), dog("A", { sire: "Zar" })]);
    expect(errors).toEqual([
      {
        line: 2,
        fields: {
          dateOfBirth: "Date of birth cannot be in the future",
          offspring: "It is named as a parent in line 3",
        },
      },
    ]);
  });
});

describe("a parent's number", () => {
  const pup = (values: ImportValues) =>
    dog("Pup", { dateOfBirth: "2024-01-01", sireNumber: "R 1", ...values });

  it("[GAP-DOG-03] that belongs to a dog with another name links that dog and causes a message", () => {
    const told = "Sire Max: the number R 1 belongs to Rex, so that dog is used";
    expect(plan([pup({ sire: "Max" })], [knownRex])).toMatchObject({
      dogs: [{ parents: { sire: { kind: "known", id: "rex" } } }],
      warnings: [{ line: 2, message: told }],
      questions: [],
    });
    const inFile = plan([pup({ sire: "Max" }), dog("Rex", { registrationNumber: "R1" })]);
    expect(inFile.warnings).toEqual([
      { line: 2, message: "Sire Max: the number R 1 belongs to Rex in line 3, so that dog is used" },
    ]);
    // Titles and similar words do not change the name.
    expect(plan([pup({ sire: "Ch. REX (UK)" })], [knownRex]).warnings).toEqual([]);
    expect(plan([pup({})], [knownRex]).warnings).toEqual([]);
  });

  it("[GAP-DOG-03] causes a question if its dog cannot be the named parent, and is never given to another dog", () => {
    const young = { ...knownRex, dateOfBirth: "2024-05-01" };
    const female = { ...knownRex, gender: "female" as const };
    const max: KnownDog<string> = { _id: "max", isExternal: false, name: "Max", gender: "male" };
    for (const [known, why] of [
      [young, "Sire Rex was born on 2024-05-01, not before this dog"],
      [female, "Sire must be a male dog"],
    ] as const) {
      const { questions, ancestors } = plan([pup({ sire: "Max" })], [known, max]);
      expect(questions).toMatchObject([
        {
          reason: "number",
          name: "Max",
          candidates: [{ node: "max" }],
          others: [`The number R 1 belongs to Rex. ${why}`],
        },
      ]);
      const { key } = questions[0] ?? { key: "" };
      expect([...ancestors.values()].map(({ registrationNumber }) => registrationNumber)).toEqual([null]);
      const chosen = plan([pup({ sire: "Max" })], [known, max], "skip", [[key, "max"]]);
      expect(chosen).toMatchObject({
        questions: [],
        errors: [],
        dogs: [{ parents: { sire: { id: "max" } } }],
      });
      const made = plan([pup({ sire: "Max" })], [known, max], "skip", [[key, "new"]]);
      expect([...made.ancestors.values()]).toMatchObject([{ name: "Max", registrationNumber: null }]);
      const none = plan([pup({ sire: "Max" })], [known, max], "skip", [[key, "none"]]);
      expect(none.dogs).toMatchObject([{ parents: {} }]);
    }
  });
});

describe("more unknown parents than can be compared", () => {
  it("[GAP-DOG-03] are counted, so that the report can show their number", () => {
    // Names with different beginnings and endings, so that few of them are compared.
    const nameOf = (index: number) => ((index * 48_271 + 7) % 2_147_483_647).toString(36);
    const rows = Array.from({ length: 2600 }, (_, index) =>
      dog(`D${index}`, { sire: nameOf(3 * index + 1), dam: nameOf(3 * index + 2) }),
    );
    expect(plan(rows.slice(0, 20)).uncomparedNames).toBe(0);
    expect(plan(rows).uncomparedNames).toBe(200);
  });
});

describe("a refused line", () => {
  it("[GAP-DOG-03] names the rows in which its dog is a parent, also under a name with titles", () => {
    const refused = dog("SH CH Oakhill Amber JW", { gender: "female" });
    const { errors } = planImport(
      [],
      [
        { line: 2, values: refused, errors: { microchipNumber: "Ruined" } },
        { line: 3, values: dog("Bram", { dam: "CH Oakhill Amber" }) },
      ],
      { kind: "dogs", mode: "skip", today: TODAY },
    );
    expect(errors).toEqual([
      { line: 2, fields: { microchipNumber: "Ruined", offspring: "It is named as a parent in line 3" } },
    ]);
  });
});

describe("a question about dogs with the same name", () => {
  it.each<[string, ImportValues[], string]>([
    [
      "both sides",
      [dog("A", { sire: "Zzz" }), dog("B", { dam: "Zzz" })],
      "It is named as a sire and as a dam",
    ],
    [
      "seventy years",
      [
        dog("A", { sire: "Zar", dateOfBirth: "1950-05-05" }),
        dog("B", { sire: "Zar", dateOfBirth: "2020-05-05" }),
      ],
      "Its offspring were born between 1950 and 2020",
    ],
    [
      "two breeds",
      [dog("A", { sire: "Zar" }), dog("B", { sire: "Zar", breed: "Pug" })],
      "Its offspring are of several breeds",
    ],
    [
      "six partners",
      ["Ada", "Bea", "Cleo", "Dora", "Etta", "Fenja"].map((dam, at) => dog(`Dog${at}`, { sire: "Qqq", dam })),
      "It has offspring with 6 partners and is itself not in the file",
    ],
  ])("[GAP-DOG-03] asks whether a name on %s is the name of a dog at all", (_, rows, doubt) => {
    const { questions } = plan(rows);
    expect(questions[0]).toMatchObject({ reason: "nobody", candidates: [], others: [doubt] });
    const nobody = plan(
      rows,
      [],
      "skip",
      questions.map(({ key }) => [key, "none"]),
    );
    expect(nobody.questions).toEqual([]);
    expect(nobody.ancestors.size).toBe(doubt.includes("partners") ? 6 : 0);
    const made = plan(
      rows,
      [],
      "skip",
      questions.map(({ key }) => [key, "new"]),
    );
    expect(made.questions).toEqual([]);
    expect(made.ancestors.size).toBeGreaterThan(0);
  });

  it("[GAP-DOG-03] shows the differences between the dogs", () => {
    const { questions } = plan([
      dog("Max", { registrationNumber: "R 7", dateOfBirth: "2012-01-01" }),
      dog("Max", { dateOfBirth: "2013-01-01" }),
      dog("Pup", { sire: "Max", dateOfBirth: "2020-01-01" }),
    ]);
    expect(questions[0]?.candidates.map(({ detail }) => detail)).toEqual([
      "line 2, R 7, 2012-01-01, Boxer",
      "line 3, 2013-01-01, Boxer",
    ]);
  });
});

describe("a line that occurs twice", () => {
  it("[GAP-DOG-03] has a warning, because one dog that is listed twice would become two dogs", () => {
    const pup = dog("Pup", { dateOfBirth: "2024-01-01", sire: "Rex" });
    const { dogs, warnings } = plan([
      pup,
      { ...pup, fileId: "7" },
      dog("Pup", { dateOfBirth: "2023-01-01" }),
    ]);
    expect(dogs).toHaveLength(3);
    expect(warnings).toEqual([
      {
        line: 3,
        message: "It is identical to line 2. If both are the same dog, remove one of the lines from the file",
      },
    ]);
  });
});

describe("importing the same file again", () => {
  it("[GAP-DOG-03] creates no dog without a number twice, even if dogs cannot be distinguished", () => {
    const rows = [dog("Max"), dog("Max"), dog("Rex", { dateOfBirth: "2020-01-01" })];
    const known = [
      { ...knownRex, _id: "m1", name: "Max", registrationKey: undefined },
      { ...knownRex, _id: "m2", name: "Max", registrationKey: undefined },
      { ...knownRex, _id: "r", registrationKey: undefined, dateOfBirth: "2020-01-01" },
    ].map(({ registrationKey: _none, ...each }) => each);
    const { dogs, skipped, errors } = plan(rows, known);
    expect([dogs, errors, skipped.map(({ line }) => line)]).toEqual([[], [], [2, 3, 4]]);
    expect(plan(rows, known, "update").dogs.map(({ target }) => target)).toEqual(["m1", "m2", "r"]);
  });

  it("[GAP-DOG-03] asks which dog is meant if dogs with the same name have different dates of birth", () => {
    const known = [2010, 2020].map((year) => ({
      _id: `m${year}`,
      isExternal: false,
      name: "Max",
      gender: "male" as const,
      dateOfBirth: `${year}-01-01`,
    }));
    expect(plan([dog("Max")], known).questions).toMatchObject([
      { role: "dog", reason: "several", lines: [2], candidates: [{ node: "m2010" }, { node: "m2020" }] },
    ]);
    expect(plan([dog("Max", { dateOfBirth: "2015-01-01" })], known).dogs[0]?.target).toBeNull();
  });
});

describe("an external ancestor that the file lists as a dog of the kennel", () => {
  it("[GAP-DOG-17] becomes a dog of the kennel instead of causing a conflict", () => {
    const external = { ...knownRex, isExternal: true };
    const { dogs, errors, skipped } = plan([dog("Rex", { registrationNumber: "R1" })], [external]);
    expect([errors, skipped]).toEqual([[], []]);
    expect(dogs).toMatchObject([{ target: "rex", isAdoption: true }]);
  });
});

describe("a row that may be a dog of the kennel under another name", () => {
  const ancestor: KnownDog<string> = { _id: "max", isExternal: true, name: "CH Oakhill Max", gender: "male" };

  it("[GAP-DOG-17] causes a question, so that one ancestor does not become two", () => {
    const rows = [dog("Oakhill Max"), dog("Pup", { sire: "CH Oakhill Max" })];
    const { questions } = plan(rows, [ancestor]);
    expect(questions).toMatchObject([
      { role: "dog", name: "Oakhill Max", reason: "similar", candidates: [{ node: "max", isLikely: true }] },
    ]);
    const { dogs } = plan(rows, [ancestor], "skip", [[questions[0]?.key ?? "", "max"]]);
    expect(dogs).toMatchObject([
      { target: "max", isAdoption: true },
      { parents: { sire: { kind: "known", id: "max" } } },
    ]);
    const other = plan(rows, [ancestor], "skip", [[questions[0]?.key ?? "", "new"]]);
    expect([other.questions, other.dogs[0]?.target]).toEqual([[], null]);
  });

  it("[GAP-DOG-17] causes a question for a typing error if only the name is known", () => {
    const slip = [dog("Fantasio of Oak")];
    const known = { ...ancestor, name: "Fantasia of Oak" };
    expect(plan(slip, [known]).questions).toMatchObject([{ role: "dog", candidates: [{ isLikely: false }] }]);
    expect(plan(slip, [{ ...known, registrationKey: "R9" }]).questions).toEqual([]);
    const born = { dateOfBirth: "2020-02-02" };
    expect(
      plan([dog("Fantasio of Oak", born)], [{ ...known, ...born, isExternal: false }]).questions,
    ).toHaveLength(1);
  });

  it("[GAP-DOG-03] causes a question if the file contains the call name of the kennel's dog", () => {
    const own = { ...ancestor, isExternal: false, callName: "Max" };
    expect(plan([dog("Max")], [own]).questions).toMatchObject([
      { role: "dog", candidates: [{ node: "max" }] },
    ]);
    expect(plan([dog("Max")], [{ ...own, callName: "Bob" }]).questions).toEqual([]);
  });

  it.each<[string, Partial<KnownDog<string>>, ImportValues[]]>([
    ["another sex", { gender: "female" }, [dog("Oakhill Max")]],
    ["another breed", { breed: "Pug" }, [dog("Oakhill Max")]],
    ["another number", { registrationKey: "R2" }, [dog("Oakhill Max", { registrationNumber: "R1" })]],
    ["another birth", { dateOfBirth: "2010-01-01" }, [dog("Oakhill Max", { dateOfBirth: "2011-01-01" })]],
    ["its own row in the file", {}, [dog("Oakhill Max"), dog("CH Oakhill Max")]],
  ])("[GAP-DOG-17] is a separate dog with %s", (_, known, rows) => {
    const planned = plan(rows, [{ ...ancestor, ...known }]);
    expect(planned.questions).toEqual([]);
    expect(planned.dogs[0]?.target).toBeNull();
  });

  it("[GAP-DOG-17] is a separate dog if it was born after the known dog's offspring", () => {
    const child: KnownDog<string> = {
      ...{ _id: "pup", isExternal: false, name: "Pup", gender: "male", sireId: "max" },
      dateOfBirth: "2020-01-01",
    };
    expect(plan([dog("Oakhill Max", { dateOfBirth: "2021-01-01" })], [ancestor, child]).questions).toEqual(
      [],
    );
    expect(
      plan([dog("Oakhill Max", { dateOfBirth: "2015-01-01" })], [ancestor, child]).questions,
    ).toHaveLength(1);
  });
});

describe("importing a pedigree file again", () => {
  const ancestors = (rows: ImportValues[], known: KnownDog<string>[]) =>
    planImport(
      known,
      rows.map((values, index) => ({ line: index + 2, values })),
      { kind: "ancestors", mode: "complete", today: TODAY },
    );
  const max = (_id: string, isExternal = true): KnownDog<string> => ({
    ...{ _id, isExternal, name: "Max", breed: "Boxer", gender: "male" },
  });

  it("[GAP-DOG-17] creates no second ancestor for ancestors without dates that have the same name", () => {
    const { dogs, errors } = ancestors([dog("Max"), dog("Max"), dog("Max")], [max("m1"), max("m2")]);
    expect(errors).toEqual([]);
    expect(dogs.map(({ target }) => target)).toEqual(["m1", "m2", null]);
  });

  it("[GAP-DOG-17] asks whether a name without a date means the kennel's own dog with that name", () => {
    expect(ancestors([dog("Max")], [max("own", false)]).questions).toMatchObject([
      { role: "dog", reason: "similar", candidates: [{ node: "own", isLikely: true }] },
    ]);
  });
});

describe("a parent that may be two dogs or is in the wrong column", () => {
  it("[GAP-DOG-03] causes a question if the file and the kennel both have a dog with its name", () => {
    const known = { ...knownRex, dateOfBirth: "2012-01-01", registrationKey: "R9" };
    const rows = [
      dog("Rex", { dateOfBirth: "2015-01-01", registrationNumber: "R8" }),
      dog("Pup", { sire: "Rex", dateOfBirth: "2020-01-01" }),
      dog("Old", { sire: "Rex", dateOfBirth: "2014-01-01" }),
    ];
    const { questions, dogs } = plan(rows, [known]);
    expect(questions).toMatchObject([
      { role: "sire", reason: "several", lines: [3], candidates: [{ node: "line 2" }, { node: "rex" }] },
    ]);
    expect(dogs[2]?.parents.sire).toEqual({ kind: "known", id: "rex" });
  });

  it("[GAP-DOG-03] is identified by its name if its number is a name; two dogs whose number has no digits are different", () => {
    const { dogs, ancestors, warnings } = plan([
      dog("Rex"),
      dog("A", { sireNumber: "Rex" }),
      dog("B", { sire: "Zar of Oak", sireNumber: "VDH" }),
      dog("C", { sire: "Falk of Tal", sireNumber: "VDH" }),
    ]);
    expect(dogs[1]?.parents.sire).toEqual({ kind: "row", line: 2 });
    expect([...ancestors.values()].map(({ name, registrationNumber }) => [name, registrationNumber])).toEqual(
      [
        ["Zar of Oak", null],
        ["Falk of Tal", null],
      ],
    );
    expect(warnings).toMatchObject([
      { line: 4, message: "Sire's number “VDH” has no digits, so it is left out" },
      { line: 5 },
    ]);
  });

  it("[GAP-DOG-03] of another breed has a warning if its number identifies it", () => {
    const { dogs, warnings } = plan([
      dog("Rex", { registrationNumber: "R1", breed: "Pug" }),
      dog("Pup", { sireNumber: "R1" }),
    ]);
    expect(dogs[1]?.parents.sire).toEqual({ kind: "row", line: 2 });
    expect(warnings).toEqual([{ line: 3, message: "Sire Rex in line 2 is of another breed: Pug" }]);
  });
});

describe("the steps of a plan", () => {
  it("[GAP-DOG-03] contain parents before offspring and the final counts", () => {
    const rows = [
      dog("Pup", { sire: "Rex", dam: "Heidi" }),
      dog("Rex", { sire: "Zar" }),
      dog("Kid", { sire: "Known" }),
    ];
    const known = { _id: "known", isExternal: false, name: "Known", gender: "male" } as const;
    const entries = new StepMaker(plan(rows, [known]), true).make();
    expect(
      entries.map((entry) =>
        entry.kind === "add" ? [entry.order, entry.values.name, entry.offspring] : entry,
      ),
    ).toEqual([
      [0, "Heidi", 1],
      [1, "Zar", 1],
      [2, "Rex", 1],
      [3, "Pup", 0],
      [4, "Kid", 0],
    ]);
    expect(entries[3]).toMatchObject({ sire: { order: 2 }, dam: { order: 0 } });
    expect(entries[4]).toMatchObject({ sire: { dogId: "known" } });
  });

  it("[GAP-DOG-03] contain littermates together, wherever they are in the file", () => {
    const litters = ["A", "B", "C"].map((letter) => ({ sire: `Sire ${letter}`, dam: `Dam ${letter}` }));
    const rows = [0, 1, 2, 3].flatMap((pup) =>
      litters.map((parents, at) =>
        dog(`${"ABC"[at]}${pup}`, { ...parents, registrationNumber: `${at}-${pup}` }),
      ),
    );
    const entries = new StepMaker(plan([...rows, dog("Kid", { sire: "C2", dam: "Dam A" })]), true).make();
    const names = entries.flatMap((entry) => (entry.kind === "add" ? [entry.values.name ?? ""] : []));
    const letters = names.flatMap((name) => /^([ABC])\d$/u.exec(name)?.[1] ?? []);
    expect(letters.join("")).toBe("AAAABBBBCCCC");
    expect(names).toContain("Kid");
  });
});

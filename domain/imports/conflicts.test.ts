/** Tests imports whose rows, answers and known dogs contradict each other. */
import { describe, expect, it } from "vitest";
import { type KnownDog, type KnownDogMode } from "./planned";
import { planImport } from "./plan";
import type { ImportValues } from "./read-values";

const dog = (name: string, values: ImportValues = {}): ImportValues => ({
  name,
  breed: "Boxer",
  gender: "male",
  ...values,
});
const plan = (
  rows: ImportValues[],
  known: KnownDog<string>[],
  mode: KnownDogMode,
  answers: (readonly [string, string])[] = [],
) =>
  planImport(
    known,
    rows.map((values, index) => ({ line: index + 2, values })),
    { kind: "dogs", mode, today: "2025-06-15", answers: new Map(answers) },
  );
const known = (_id: string, values: Partial<KnownDog<string>> = {}): KnownDog<string> => ({
  _id,
  isExternal: false,
  name: "Bella",
  breed: "Boxer",
  gender: "female",
  ...values,
});

describe("a known dog that the file changes", () => {
  it("[GAP-DOG-03] is a parent only with its values after the import", () => {
    const bella = known("bella", { registrationKey: "B1" });
    const rows = [
      dog("Bella", { registrationNumber: "B1" }),
      dog("By name", { dam: "Bella" }),
      dog("By number", { damNumber: "B1" }),
    ];
    const [question] = plan(rows, [bella], "update").questions;
    const answered = plan(rows, [bella], "update", [[question?.key ?? "", "bella"]]);
    const dams = answered.dogs.map(({ parents }) => parents.dam);
    expect(dams).not.toContainEqual({ kind: "known", id: "bella" });
    expect(answered.errors.map(({ line }) => line)).toEqual([3, 4]);
  });

  it("[GAP-DOG-03] must be born before its offspring according to its new birth date", () => {
    const bella = known("bella", { dateOfBirth: "2018-01-01", registrationKey: "B1" });
    const rows = [
      dog("Bella", { gender: "female", registrationNumber: "B1", dateOfBirth: "2022-01-01" }),
      dog("Pup", { dam: "Bella", damNumber: "B1", dateOfBirth: "2020-01-01" }),
    ];
    expect(plan(rows, [bella], "update").errors.map(({ line }) => line)).toEqual([3]);
    // If the import only fills in missing values, existing values stay unchanged.
    expect(plan(rows, [bella], "complete").errors).toEqual([]);
    const undated = known("bella", { registrationKey: "B1" });
    expect(plan(rows, [undated], "complete").errors.map(({ line }) => line)).toEqual([3]);
  });

  it.each(["complete", "update"] as const)(
    "[GAP-DOG-03] must not be born before its existing parents when it is to %s",
    (mode) => {
      const dam = known("dam", { name: "Old", dateOfBirth: "2018-01-01" });
      const pup = known("pup", {
        ...{ name: "Pup", gender: "male", damId: "dam", registrationKey: "P1" },
        ...(mode === "update" && { dateOfBirth: "2020-01-01" }),
      });
      const row = dog("Pup", { registrationNumber: "P1", dateOfBirth: "2017-01-01" });
      const { errors } = plan([row], [dam, pup], mode);
      expect(errors).toMatchObject([{ line: 2, fields: { dam: expect.stringContaining("2018-01-01") } }]);
    },
  );
});

describe("the user's answers in an import", () => {
  it("[GAP-DOG-03] about two rows that may be the same dog are listed, and neither row becomes a new dog without a question", () => {
    const own = known("own", { name: "Max of Oak", gender: "male" });
    const rows = [dog("Oak Max of"), dog("Max of Oak Ch.")];
    const { questions } = plan(rows, [own], "update");
    expect(questions).toMatchObject([{ lines: [2] }, { lines: [3] }]);
    const answers = questions.map(({ key }) => [key, "own"] as const);
    for (const mode of ["update", "complete"] as const) {
      const answered = plan(rows, [own], mode, answers);
      expect(answered.questions).toEqual([]);
      expect(answered.errors).toEqual([{ line: 3, fields: { name: "Line 2 is the same dog" } }]);
    }
    const skipped = plan(rows, [own], "skip", answers);
    expect([skipped.dogs, skipped.skipped.map(({ line }) => line)]).toEqual([[], [2, 3]]);
  });

  it("[GAP-DOG-03] that are all given at once cause no further questions", () => {
    const both = [
      known("one", { name: "Max of Oak", gender: "male" }),
      known("two", { name: "Ch. Max of Oak", gender: "male" }),
    ];
    const rows = [dog("Oak, Max of"), dog("Oak Max, of")];
    const { questions } = plan(rows, both, "update");
    expect(questions.length).toBe(2);
    const answers = questions.map(({ key }, at) => [key, at === 0 ? "one" : "two"] as const);
    const answered = plan(rows, both, "update", answers);
    expect(answered.questions).toEqual([]);
    expect(answered.dogs.map(({ target }) => target)).toEqual(["one", "two"]);
  });

  it.each(["", "bella2", "line 3", "ancestor male x", "__proto__"])(
    "[GAP-DOG-03] that name %j, which was not a candidate, are ignored",
    (answer) => {
      const rows = [dog("Bella", { registrationNumber: "B1" }), dog("Other one")];
      const dogs = [known("bella", { registrationKey: "B1" }), known("bella2", { name: "Other" })];
      const [question] = plan(rows, dogs, "update").questions;
      expect(plan(rows, dogs, "update", [[question?.key ?? "", answer]]).questions).toHaveLength(1);
    },
  );

  it("[GAP-DOG-03] that would make a dog its own ancestor cause the refusal of their row", () => {
    const own = known("own", { name: "Max of Oak", gender: "male", sireId: "sire" });
    const sire = known("sire", { name: "Zar of Elm", gender: "male" });
    const rows = [dog("Elm Zar of", { sire: "Max of Oak" })];
    const { questions } = plan(rows, [own, sire], "update");
    const { errors, dogs } = plan(rows, [own, sire], "update", [[questions[0]?.key ?? "", "sire"]]);
    expect(errors).toMatchObject([{ line: 2, fields: { sire: "This dog would be its own ancestor" } }]);
    expect(dogs).toEqual([]);
  });

  it("[GAP-DOG-03] are found again for names with line breaks and spaces", () => {
    const own = known("own", { name: "Max of Oak", gender: "male" });
    const rows = [dog("Oak\nMax  of"), dog("Pup", { sire: "Oak\u00a0Max\tof" })];
    const { questions } = plan(rows, [own], "update");
    const answered = plan(
      rows,
      [own],
      "update",
      questions.map(({ key }) => [key, "own"]),
    );
    expect(answered.questions).toEqual([]);
  });
});

describe("importing the kennel's own exported list", () => {
  const bare = known("bare", { name: "Max" });
  it.each([
    ["number", known("exact", { name: "Max", registrationKey: "N1" }), { registrationNumber: "N1" }],
    ["birth", known("exact", { name: "Max", dateOfBirth: "2018-01-01" }), { dateOfBirth: "2018-01-01" }],
  ])(
    "[GAP-DOG-03] distinguishes two dogs with the same name by a %s that one of them has",
    (_, exact, facts) => {
      const rows = [dog("Max", { gender: "female" }), dog("Max", { gender: "female", ...facts })];
      for (const dogs of [
        [bare, exact],
        [exact, bare],
      ])
        for (const file of [rows, rows.toReversed()]) {
          const { questions, errors, dogs: planned } = plan(file, dogs, "update");
          expect([questions, errors]).toEqual([[], []]);
          const targets = planned.map(({ target }) => target);
          expect(targets).toEqual(file === rows ? ["bare", "exact"] : ["exact", "bare"]);
        }
    },
  );

  it("[GAP-DOG-03] changes nothing and asks nothing, in any order, in random kennels", () => {
    let state = 11;
    // Lehmer's generator, so that every run uses the same kennels.
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    for (let kennel = 0; kennel < 300; kennel += 1) {
      const dogs = Array.from({ length: 6 }, (_, at) =>
        known(`dog ${at}`, {
          name: oneOf(["Max", "Max of Oak", "Ch. Max of Oak", "Bella", "Bella v. Oak"]),
          gender: oneOf(["male", "female"] as const),
          breed: oneOf(["Boxer", "Pug"]),
          ...(random() < 0.5 && { dateOfBirth: oneOf(["2010-01-01", "2011-01-01"]) }),
          ...(random() < 0.5 && { registrationKey: `N${at}` }),
        }),
      );
      const rows = dogs.map(({ name, gender, breed = "", dateOfBirth, registrationKey }) =>
        dog(name, {
          ...{ gender, breed },
          ...(dateOfBirth && { dateOfBirth }),
          ...(registrationKey && { registrationNumber: registrationKey }),
        }),
      );
      for (const file of [rows, rows.toReversed()]) {
        const { questions, errors, dogs: planned } = plan(file, dogs, "update");
        expect([questions, errors]).toEqual([[], []]);
        for (const { dog: row, target } of planned) {
          const found = dogs.find(({ _id }) => _id === target);
          expect([found?.name, found?.dateOfBirth, found?.registrationKey]).toEqual([
            row.name,
            row.dateOfBirth,
            row.registrationNumber,
          ]);
        }
      }
    }
  });
});

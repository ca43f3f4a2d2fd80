/** Tests how the parents of an import are linked, and which links are the least certain. */
import { describe, expect, it } from "vitest";
import { type KnownDog } from "./planned";
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
  known: KnownDog<string>[] = [],
  answers: ReadonlyMap<string, string> = new Map(),
) =>
  planImport(
    known,
    rows.map((values, index) => ({ line: index + 2, values })),
    { kind: "dogs", mode: "update", today: "2025-06-15", answers },
  );
const zar: KnownDog<string> = {
  _id: "zar",
  isExternal: false,
  name: "Zar of Oak",
  breed: "Boxer",
  gender: "male",
  registrationKey: "Z1",
  dateOfBirth: "2015-01-01",
};

describe("links to parents", () => {
  it("[GAP-DOG-03] are counted by the way in which the parent was found", () => {
    const rows = [
      dog("Rex", { fileId: "1", registrationNumber: "R1" }),
      dog("By id", { sireFileId: "1" }),
      dog("By number", { sireNumber: "R-1", sire: "Rex" }),
      dog("By name", { sire: "Zar of Oak" }),
      dog("By another's number", { sireNumber: "R1", sire: "Hasso vom Eck" }),
      dog("New", { sire: "Quite Another" }),
      dog("Foundling", { sire: "unknown" }),
      dog("Asked", { sire: "CH Zar of Oak" }),
    ];
    const { links, questions, unknownParents } = plan(rows, [zar]);
    expect(questions).toHaveLength(1);
    expect([links, unknownParents]).toEqual([
      { certain: 3, doubted: 1, answered: 0, made: 1, emptied: 0 },
      1,
    ]);
    const key = questions[0]?.key ?? "";
    expect(plan(rows, [zar], new Map([[key, "zar"]])).links).toMatchObject({ answered: 1, made: 1 });
    expect(plan(rows, [zar], new Map([[key, "new"]])).links).toMatchObject({ answered: 0, made: 2 });
    expect(plan(rows, [zar], new Map([[key, "none"]])).links).toMatchObject({ emptied: 1, made: 1 });
  });

  it("[GAP-DOG-03] are not counted if they already existed", () => {
    const pup = { _id: "pup", isExternal: false, name: "Pup", gender: "male", sireId: "zar" } as const;
    expect(plan([dog("Pup", { sire: "Zar of Oak" })], [zar, pup]).links).toMatchObject({ certain: 0 });
  });

  it("[GAP-DOG-03] are listed with their reasons, the least certain first", () => {
    const born = { dateOfBirth: "2020-05-01" };
    const rows = [
      dog("Rex", { registrationNumber: "R1", dateOfBirth: "2018-01-01" }),
      dog("Max"),
      dog("Old", { registrationNumber: "O1", dateOfBirth: "1990-01-01" }),
      dog("Bare", { dateOfBirth: "2016-01-01" }),
      dog("A", { ...born, sire: "Bare", sireNumber: "B7" }),
      dog("B", { ...born, sire: "Zar of Oak" }),
      dog("C", { ...born, sire: "Zar of Oak" }),
      dog("D", { sire: "Max" }),
      dog("E", { ...born, sire: "CH Zar of Oak" }),
      dog("F", { ...born, sireNumber: "O1", sire: "Old" }),
      dog("G", { ...born, sireNumber: "R1", sire: "Hasso vom Eck" }),
      dog("H", { ...born, sireNumber: "R1", sire: "Rex" }),
    ];
    const { key = "" } = plan(rows, [zar]).questions[0] ?? {};
    const { leastCertain, warnings } = plan(rows, [zar], new Map([[key, "zar"]]));
    expect(leastCertain.map(({ to, lines, reason }) => [to, lines, reason])).toEqual([
      ["Rex (line 2)", [12], "The number R1 belongs to this dog, which has another name"],
      ["Old (line 4)", [11], expect.stringContaining("Sire Old was 30 years")],
      ["Zar of Oak", [10], "By your answer; the name is written differently"],
      ["Max (line 3)", [9], "By name alone; there is no number and no date of birth to compare"],
      ["Zar of Oak", [7, 8], "By name alone; the file gives no number"],
      ["Bare (line 5)", [6], "By name; this dog has no number to compare"],
    ]);
    // The caller also lists the warnings, and can leave out warnings that these messages already contain.
    expect(warnings.map(({ message }) => message).sort()).toEqual(
      leastCertain.flatMap(({ warning }) => warning ?? []).sort(),
    );
  });

  it("[GAP-DOG-03] have a warning if the dam had died before the birth, in the file or in the kennel", () => {
    const died = { status: "deceased", statusChangedOn: "2015-03-01" } as const;
    const bella = { _id: "bella", isExternal: false, name: "Bella", gender: "female", ...died } as const;
    const { leastCertain } = plan(
      [
        dog("Ada", { gender: "female", registrationNumber: "A1", ...died }),
        dog("Pup", { dateOfBirth: "2020-03-01", damNumber: "A1", dam: "Ada" }),
        dog("Cub", { dateOfBirth: "2020-03-01", dam: "Bella" }),
        dog("Son", { dateOfBirth: "2015-02-01", dam: "Bella" }),
      ],
      [bella],
    );
    const why = "before this dog was born. Check that it is the right dog";
    expect(leastCertain.map(({ to, reason }) => [to, reason])).toEqual([
      ["Ada (line 2)", `Dam Ada died on 2015-03-01, ${why}`],
      ["Bella", `Dam Bella died on 2015-03-01, ${why}`],
      ["Bella", "By name alone; there is no number and no date of birth to compare"],
    ]);
  });

  it("[GAP-DOG-03] are listed up to a maximum of ten, the shortest names first", () => {
    const sires = Array.from({ length: 12 }, (_, at) => dog(`Sire ${"x".repeat(at + 1)} of Oak`));
    const pups = sires.map(({ name = "" }, at) => dog(`Pup ${"y".repeat(at + 1)}`, { sire: name }));
    const { leastCertain, links } = plan([...sires, dog("Max"), ...pups, dog("Last", { sire: "Max" })]);
    expect(links.certain).toBe(13);
    expect(leastCertain).toHaveLength(10);
    expect(leastCertain[0]).toMatchObject({ name: "Max", lines: [27], lineCount: 1 });
  });
});

/**
 * Files that say something untrue of a parent, or the truth in other words: read as the dialog reads them and planned as
 * the server plans them, a link is the true one, is asked about, or is named in the preview.
 */
import { describe, expect, it } from "vitest";
import { guessColumns, readChunks, readImportFile } from "@/features/dogs/imports/import-file";
import { isOpen } from "@domain/dogs/import-columns";
import { planImport, type KnownDog, type PlannedParent } from "@domain/dogs/import-plan";

interface Options {
  readonly known?: readonly KnownDog<string>[];
  readonly answers?: Readonly<Record<string, string>>;
}

/** Plans a text as a file; returns what becomes of it, with the parents by their names. */
async function plan(lines: readonly string[], { known = [], answers = {} }: Options = {}) {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const file = await readImportFile("dogs.csv", bytes);
  const columns = guessColumns(file);
  expect(columns.filter(isOpen)).toEqual([]);
  const rows = (await readChunks(file, columns, "dogs")).flat();
  const result = planImport(known, rows, {
    ...{ kind: "dogs", mode: "update", today: "2025-06-15", breed: "Boxer" },
    answers: new Map(Object.entries(answers)),
  });
  const names = new Map(rows.map(({ line, values }) => [line, String(values.name)]));
  const asked = new Map(
    result.questions.flatMap((question) =>
      question.lines.map((line) => [`${line} ${question.role}`, question] as const),
    ),
  );
  const nameOf = (parent: PlannedParent<string> | undefined): string | null =>
    parent === undefined
      ? null
      : parent.kind === "row"
        ? (names.get(parent.line) ?? "")
        : parent.kind === "known"
          ? (known.find(({ _id }) => _id === parent.id)?.name ?? "")
          : `new ${result.ancestors.get(parent.key)?.name ?? ""}`;
  return {
    ...{ result, file, columns },
    told: [...result.warnings, ...result.skipped].map(({ line, message }) => `${line}: ${message}`),
    refused: result.errors.map(({ line, fields }) => `${line}: ${Object.values(fields).join("; ")}`),
    /** Who is linked as a dog's parent, or whom the question about it suggests. */
    parentOf: (name: string, role: "sire" | "dam"): string | null => {
      const planned = result.dogs.find(({ dog }) => dog.name === name);
      const question = asked.get(`${planned?.line ?? 0} ${role}`);
      if (question === undefined) return nameOf(planned?.parents[role]);
      const likely = question.candidates.find(({ isLikely }) => isLikely);
      return `asked ${(likely ?? question.candidates[0])?.name ?? ""}${likely ? "" : "?"}`;
    },
  };
}

describe("an id of the file whose name does not fit", () => {
  const HEADINGS = "ID,Name,Sex,Date of Birth,Sire ID,Sire,Sire Reg No";
  const DOGS = [HEADINGS, "1,Old Tom,M,2010-01-01,,,", "2,Rowan of Oak,M,2012-01-01,,,KC1"];

  it("[GAP-DOG-03] is doubted as a registration number is, and the line is named", async () => {
    const { parentOf, told, result } = await plan([...DOGS, "3,Crossed,F,2015-01-01,1,Rowan of Oak,"]);
    expect(parentOf("Crossed", "sire")).toBe("Old Tom");
    expect(told).toEqual([
      "4: Sire Rowan of Oak: the ID 1 belongs to Old Tom in line 2, so that dog is used",
    ]);
    expect(result.links).toMatchObject({ certain: 0, doubted: 1 });
    expect(result.leastCertain[0]?.reason).toBe("The ID 1 belongs to this dog, which has another name");
  });

  it("[GAP-DOG-03] is not taken where that dog cannot be the parent, and is asked about", async () => {
    const { parentOf } = await plan([...DOGS, "3,Crossed,F,2009-01-01,1,Rowan,"]);
    expect(parentOf("Crossed", "sire")).not.toBe("Old Tom");
    const { result } = await plan([...DOGS, "3,Crossed,F,2011-05-01,2,Old Tom,"]);
    expect(result.questions).toMatchObject([{ reason: "number", name: "Old Tom" }]);
  });

  it.each(["old tom", "CH Old Tom", "Tom", "Old Tom vom Tal"])(
    "[GAP-DOG-03] is certain beside the name %j",
    async (name) => {
      const { parentOf, told } = await plan([...DOGS, `3,Pup,F,2015-01-01,1,${name},`]);
      expect([parentOf("Pup", "sire"), told]).toEqual(["Old Tom", []]);
    },
  );

  it("[GAP-DOG-03] is doubted beside the number of another dog", async () => {
    const rows = [
      "ID,Name,Sex,Reg No,Sire ID,Sire Reg No",
      "1,Old Tom,M,KC1,,",
      "2,Rowan,M,KC2,,",
      "3,Pup,F,,1,KC2",
    ];
    const { parentOf, told } = await plan(rows);
    expect(parentOf("Pup", "sire")).toBe("Old Tom");
    expect(told).toHaveLength(1);
  });
});

describe("a parent that was refused", () => {
  it("[GAP-DOG-03] is named with its line and the reason, not by its id alone", async () => {
    const rows = ["ID,Name,Sex,Date of Birth,Sire ID", "5,Rex,M,2030-01-01,", "6,Pup,F,2015-01-01,5"];
    const { told, refused, parentOf } = await plan(rows);
    expect(refused).toHaveLength(1);
    expect(parentOf("Pup", "sire")).toBeNull();
    expect(told).toEqual([
      "3: Sire Rex in line 2 was refused, so the parent is left empty. Date of birth cannot be in the future",
    ]);
  });
});

describe("a pedigree beside an id whose name does not fit", () => {
  it("[GAP-DOG-17] gives its ancestors to nobody, and says so", async () => {
    const { result, told } = await plan([
      "ID,Name,Sex,Sire ID,Sire,Sire's Sire",
      "1,Old Tom,M,,,",
      "2,Crossed,F,1,Rowan,Grand Rowan",
    ]);
    const tom = result.dogs.find(({ dog }) => dog.name === "Old Tom");
    expect(tom?.parents).toEqual({});
    expect(told.join()).toContain("3: “Rowan” stands beside the ID of “Old Tom” in line 2");
  });
});

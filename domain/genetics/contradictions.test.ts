/** Tests a kennel of 240 dogs with 24 planted contradictions. All of them must be found, and no others. */
import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  findCloseLitters,
  findContradictions,
  genotypesOfColour,
  type ColourBase,
  type RecordedDog,
} from "./contradictions";
import { inOrder, type Genotype } from "./loci";

const file = (ending: string): string =>
  readFileSync(new URL(`./known-answers/contradictions.${ending}`, import.meta.url), "utf8");

const { planted } = z
  .object({
    planted: z.array(
      z.object({
        ...{ dog: z.string(), kind: z.string(), locus: z.string().optional(), with: z.string().optional() },
        parents: z.array(z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(file("json")));

const LOCI = ["E", "B", "D", "K", "PRA", "XL"];

const BASES: Readonly<Record<string, ColourBase>> = { yellow: "red", black: "black", chocolate: "chocolate" };

/** Each word stands for one color in this breed. */
const baseOf = (word: string): ColourBase | undefined =>
  BASES[word.replace(/^patterned /u, "")] ?? (["blue", "lilac"] as const).find((base) => word.endsWith(base));

const dogs = Papa.parse<Record<string, string>>(file("csv"), { header: true, skipEmptyLines: true }).data.map(
  ({ id = "", sire, dam, sex, born, chip, color = "", ...results }): RecordedDog => {
    const base = baseOf(color);
    return {
      ...{ id, sireId: sire || null, damId: dam || null, bornOn: born || null, chip: chip || null },
      sex: sex === "m" ? "male" : "female",
      tested: new Map(
        LOCI.flatMap((locus) => {
          const [one, other] = (results[locus] ?? "").split("/");
          return one && other ? [[locus, [inOrder(locus, [one, other])]] as const] : [];
        }),
      ),
      byColour: base ? genotypesOfColour(base) : new Map(),
    };
  },
);

const found = findContradictions(dogs, new Set(["XL"]));

test("every planted contradiction is found, with the parents involved", () => {
  for (const { dog, kind, locus, parents, with: other } of planted) {
    const finding = found.find((each) => each.dogId === dog && each.kind === kind);
    expect(finding, `${kind} of ${dog}`).toBeDefined();
    if (locus) expect(finding?.locus).toBe(locus);
    if (parents) expect(new Set(finding?.otherIds)).toEqual(new Set(parents));
    if (other) expect(finding?.otherIds).toEqual([other]);
  }
});

test("dogs without contradictions are not reported", () => {
  const expected = new Set(planted.map(({ dog }) => dog));
  expect(found.filter(({ dogId }) => !expected.has(dogId))).toEqual([]);
});

const plain = (id: string, changes: Partial<RecordedDog> = {}): RecordedDog => ({
  ...{ id, sireId: null, damId: null, sex: null, bornOn: null, chip: null },
  ...{ tested: new Map(), byColour: new Map() },
  ...changes,
});

const tested = (locus: string, ...genotypes: Genotype[]) => ({ tested: new Map([[locus, genotypes]]) });

test("both parents are compared together, not only individually", () => {
  const sire = plain("S", tested("B", ["B", "B"]));
  const dam = plain("D", tested("B", ["B", "b"]));
  const puppy = plain("P", { sireId: "S", damId: "D", ...tested("B", ["b", "b"]) });
  expect(findContradictions([sire, dam, puppy], new Set())).toEqual([
    { kind: "genotype", dogId: "P", otherIds: ["S"], locus: "B" },
  ]);
  const carriers = [plain("S", tested("B", ["B", "B"])), plain("D", tested("B", ["B", "B"]))];
  const carrier = plain("P", { sireId: "S", damId: "D", ...tested("B", ["B", "b"]) });
  expect(findContradictions([...carriers, carrier], new Set())[0]?.otherIds).toEqual(["S", "D"]);
});

test("a dog's own test is compared with its own color", () => {
  const dog = plain("X", { ...tested("E", ["E", "e"]), byColour: genotypesOfColour("red") });
  expect(findContradictions([dog], new Set())).toEqual([
    { kind: "colour", dogId: "X", otherIds: [], locus: "E" },
  ]);
});

test("a result that leaves several genotypes possible is a contradiction only if none of them fits", () => {
  const sire = plain("S", tested("K", ["ky", "ky"]));
  const puppy = (...genotypes: Genotype[]) => plain("P", { sireId: "S", ...tested("K", ...genotypes) });
  expect(findContradictions([sire, puppy(["KB", "kbr"], ["KB", "ky"])], new Set())).toEqual([]);
  expect(findContradictions([sire, puppy(["KB", "KB"], ["KB", "kbr"])], new Set())).toHaveLength(1);
});

test("two litters of a bitch within weeks are reported, but not one litter that was born over midnight", () => {
  const born = (id: string, bornOn: string | null) => ({ id, bornOn });
  const litters = [
    born("c", "2025-04-10"),
    born("a", "2025-01-31"),
    born("b", "2025-02-01"),
    born("d", null),
  ];
  expect(findCloseLitters(litters)).toEqual([{ earlierId: "b", laterId: "c", days: 68 }]);
  expect(findCloseLitters([born("a", "2025-01-01"), born("b", "2025-09-01")])).toEqual([]);
});

test("dogs without sex, dates or results have no contradictions", () => {
  const dogs = [plain("S"), plain("D"), plain("P", { sireId: "S", damId: "D" })];
  expect(findContradictions(dogs, new Set())).toEqual([]);
});

/**
 * Tests coefficients from textbooks and from a published pedigree, and that random pedigrees give the same results
 * as the tabular method.
 */
import { describe, expect, it } from "vitest";
import { pedigreeCompleteness } from "./completeness";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "./inbreeding";
import type { Parents } from "./pedigree";
import { chanceOf } from "../genetics/doubt";

/** A line has the form `Aria: Rex Bella`. A dash is an unknown parent. */
function pedigreeOf(text: string): Map<string, Parents> {
  const parent = (id: string | undefined) => (id === undefined || id === "-" ? null : id);
  return new Map(
    text
      .trim()
      .split("\n")
      .map((line) => {
        const [dog = "", parents = ""] = line.trim().split(": ");
        const [sire, dam] = parents.split(" ");
        return [dog, { sireId: parent(sire), damId: parent(dam) }];
      }),
  );
}

const coefficientIn = (text: string, dog: string, generations = WHOLE_PEDIGREE) =>
  new InbreedingCalculator(pedigreeOf(text)).ofDog(dog, generations);

/** Wright's table of relationships (Emik and Terrill 1949), as kinships. The oldest dog is first. */
function tabularKinship(pedigree: ReadonlyMap<string, Parents>): (a: string, b: string) => number {
  const table = new Map<string, number>();
  const at = (a: string | null, b: string | null) =>
    a === null || b === null ? 0 : (table.get(`${a} ${b}`) ?? table.get(`${b} ${a}`) ?? 0);
  const done: string[] = [];
  for (const [dog, { sireId, damId }] of pedigree) {
    for (const other of done) table.set(`${dog} ${other}`, (at(sireId, other) + at(damId, other)) / 2);
    table.set(`${dog} ${dog}`, (1 + at(sireId, damId)) / 2);
    done.push(dog);
  }
  return at;
}

/** The recursion of GENLIB's gen.f along every single line of the pedigree, which is slow but simple. */
function depthKinship(
  pedigree: ReadonlyMap<string, Parents>,
  [a, b]: readonly [string | null, string | null],
  [restA, restB]: readonly [number, number],
): number {
  if (a === null || b === null) return 0;
  if (a === b) {
    const { sireId, damId } = pedigree.get(a) ?? { sireId: null, damId: null };
    const rest = Math.max(restA, restB) - 1;
    return (1 + (rest >= 0 ? depthKinship(pedigree, [sireId, damId], [rest, rest]) : 0)) / 2;
  }
  const isLater = Number(a.slice(1)) > Number(b.slice(1));
  const [young, old, restYoung, restOld] = isLater ? [a, b, restA, restB] : [b, a, restB, restA];
  const { sireId, damId } = pedigree.get(young) ?? { sireId: null, damId: null };
  if (restYoung <= 0) return 0;
  const up = (parentId: string | null) =>
    depthKinship(pedigree, [parentId, old], [restYoung - 1, restOld]) / 2;
  return up(sireId) + up(damId);
}

/** The parents are among the few dogs born just before, which causes much inbreeding. */
function randomPedigree(seed: number, size: number): Map<string, Parents> {
  const random = chanceOf(seed);
  const pick = (index: number, odd: 0 | 1) => {
    const before = Math.max(0, index - 10);
    const chosen = before + Math.floor(random() * (index - before));
    return index === 0 || random() < 0.12 || chosen % 2 !== odd ? null : `d${chosen}`;
  };
  return new Map(
    Array.from({ length: size }, (_, index) => [
      `d${index}`,
      { sireId: pick(index, 0), damId: pick(index, 1) ?? pick(index, 1) },
    ]),
  );
}

const shorthorns = `
  YoungStrawberry: DaltonDuke LadyMaynard
  Bolingbroke: Foljambe YoungStrawberry
  Phoenix: Foljambe LadyMaynard
  Favourite: Bolingbroke Phoenix
  YoungPhoenix: Favourite Phoenix
  Comet: Favourite YoungPhoenix`;

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe("the coefficient of textbook matings", () => {
  const grandparents = "S: A B\nD: A B\nH: A C\n";

  it("[ANC-12] is 0.25 for the offspring of full siblings", () => {
    expect(coefficientIn(`${grandparents}X: S D`, "X", 5).coefficient).toBe(0.25);
  });

  it("is 0.125 for the offspring of half siblings, and comes only from the shared parent", () => {
    const { coefficient, commonAncestors } = coefficientIn(`${grandparents}X: S H`, "X");
    expect(coefficient).toBe(0.125);
    expect(commonAncestors).toEqual([{ id: "A", contribution: 0.125, inbreeding: 0 }]);
  });

  it("is 0.0625 for the offspring of first cousins", () => {
    expect(coefficientIn(`${grandparents}P: S E\nQ: F D\nX: P Q`, "X").coefficient).toBe(0.0625);
  });

  it("is 0.25 for the offspring of a dam and her sire", () => {
    expect(coefficientIn("D: S A\nX: S D", "X").coefficient).toBe(0.25);
  });

  it("is 0.25, 0.375, 0.5 and 0.59375 in a line of full-sibling matings", () => {
    const line =
      "a1: A B\nb1: A B\na2: a1 b1\nb2: a1 b1\na3: a2 b2\nb3: a2 b2\na4: a3 b3\nb4: a3 b3\na5: a4 b4";
    const values = ["a2", "a3", "a4", "a5"].map((dog) => coefficientIn(line, dog).coefficient);
    expect(values).toEqual([0.25, 0.375, 0.5, 0.59375]);
    const within10 = ["a2", "a3", "a4", "a5"].map((dog) => coefficientIn(line, dog, 10).coefficient);
    expect(within10).toEqual(values);
  });

  it("is 0 if a parent is unknown or there is no common ancestor", () => {
    expect(coefficientIn("X: S -", "X")).toEqual({ coefficient: 0, commonAncestors: [] });
    expect(coefficientIn("X: S D\nS: A B\nD: C E", "X").coefficient).toBe(0);
    expect(coefficientIn("X: S D", "nobody").coefficient).toBe(0);
  });
});

describe("the coefficient over some generations", () => {
  it("[GAP-ANC-02] counts an ancestor only within the generations; the parents are the first generation", () => {
    const cousins = "S: A B\nD: A B\nP: S E\nQ: F D\nX: P Q";
    expect(coefficientIn(cousins, "X", 2).coefficient).toBe(0);
    expect(coefficientIn(cousins, "X", 3).coefficient).toBe(0.0625);
  });

  it("[GAP-ANC-02] counts an ancestor's own inbreeding only if the ancestor's parents are also within the generations", () => {
    const line = "M: A -\nA: P Q\nP: G H\nQ: G H\nN: A -\nX: M N";
    expect(coefficientIn(line, "X", 2).coefficient).toBe(0.125);
    expect(coefficientIn(line, "X", 3).coefficient).toBe(0.125);
    expect(coefficientIn(line, "X", 4).coefficient).toBe(0.125 * 1.25);
    expect(coefficientIn(line, "X", 4).commonAncestors[0]?.inbreeding).toBe(0.25);
  });

  it.each(seeds)("[GAP-ANC-02] equals the recursion of GENLIB's gen.f (random pedigree %i)", (seed) => {
    const pedigree = randomPedigree(seed, 60);
    const calculator = new InbreedingCalculator(pedigree);
    for (const dog of ["d40", "d50", "d57", "d58", "d59"]) {
      const { sireId = null, damId = null } = pedigree.get(dog) ?? {};
      for (const depth of [2, 3, 5, 8]) {
        const expected = depthKinship(pedigree, [sireId, damId], [depth - 1, depth - 1]);
        expect(calculator.ofDog(dog, depth).coefficient).toBeCloseTo(expected, 12);
      }
    }
  });
});

describe("published pedigrees of inbred sires", () => {
  /**
   * Favourite (252) and Comet (155), the bulls on which Charles Colling founded the Shorthorns. Comet was by
   * Favourite out of Young Phoenix, and Young Phoenix was by Favourite out of his own dam Phoenix (Plumb, Types and
   * Breeds of Farm Animals, 1906). Favourite was by Bolingbroke out of Phoenix, and Bolingbroke by Foljambe out of
   * Young Strawberry. Phoenix and Young Strawberry were both out of Lady Maynard (Cattle, 1853, p. 120). More
   * distant cattle are left out.
   */
  it("[ANC-12] have 0.187500 for Favourite, 0.343750 for Young Phoenix and 0.468750 for Comet", () => {
    expect(coefficientIn(shorthorns, "Favourite").coefficient.toFixed(6)).toBe("0.187500");
    expect(coefficientIn(shorthorns, "YoungPhoenix").coefficient.toFixed(6)).toBe("0.343750");
    expect(coefficientIn(shorthorns, "Comet").coefficient.toFixed(6)).toBe("0.468750");
  });

  /**
   * Wright's own first example (1922), as Lynch and Walsh calculate it (Genetics and Analysis of Quantitative
   * Traits, 1998, ch. 7, example 1): two paths of four through Champion of England, two of seven through Lord
   * Raglan, 2 (1/2)^4 + 2 (1/2)^7 = 0.141.
   */
  it("[ANC-12] have 0.140625 for Roan Gauntlet, from Champion of England and Lord Raglan", () => {
    const roanGauntlet = `
      GrandDukeOfGloster: ChampionOfEngland GrandDukesDam
      GrandDukesDam: LordRaglan -
      Mimulus: ChampionOfEngland MimulusDam
      MimulusDam: LordRaglan -
      CarminesSire: LordRaglan -
      Carmine: CarminesSire -
      RoyalDukeOfGloster: GrandDukeOfGloster Mimulus
      PrincessRoyal: ChampionOfEngland Carmine
      RoanGauntlet: RoyalDukeOfGloster PrincessRoyal`;
    const { coefficient, commonAncestors } = coefficientIn(roanGauntlet, "RoanGauntlet");
    expect(coefficient.toFixed(6)).toBe("0.140625");
    expect(commonAncestors.map(({ id, contribution }) => [id, contribution])).toEqual([
      ["ChampionOfEngland", 2 * 0.5 ** 4],
      ["LordRaglan", 2 * 0.5 ** 7],
    ]);
  });

  /**
   * Charles II of Spain in the 29 people of the data set `habsburg` in the R package verbalisr (Vigeland 2022, BMC
   * Bioinformatics 23:220). The manual of the package gives 0.230957 for him. Over 16 generations and 3,000
   * ancestors the value is 0.254 (Alvarez, Ceballos and Quinteiro 2009, PLoS ONE 4:e5174).
   */
  const habsburg = `
    CharlesV: PhilipI Joanna
    FerdinandI: PhilipI Joanna
    Isabella2: PhilipI Joanna
    PhilipII: CharlesV Isabella
    Maria: CharlesV Isabella
    MaximillianII: FerdinandI Anna
    CharlesIIofA: FerdinandI Anna
    Anna2: FerdinandI Anna
    Christina: ChristianII Isabella2
    Anna3: MaximillianII Maria
    MariaAnna: AlbertV Anna2
    WilliamV: AlbertV Anna2
    Renata: FrancisI Christina
    PhilipIII: PhilipII Anna3
    Margarita: CharlesIIofA MariaAnna
    FerdinandII: CharlesIIofA MariaAnna
    MariaAnna2: WilliamV Renata
    PhilipIV: PhilipIII Margarita
    MariaAnna3: PhilipIII Margarita
    FerdinandIII: FerdinandII MariaAnna2
    Mariana: FerdinandIII MariaAnna3
    CharlesII: PhilipIV Mariana`;

  it("[ANC-12] have 0.230957 for Charles II of Spain in 29 people", () => {
    expect(coefficientIn(habsburg, "CharlesII").coefficient.toFixed(6)).toBe("0.230957");
    expect(coefficientIn(habsburg, "CharlesII", 10).coefficient.toFixed(6)).toBe("0.230957");
  });
});

describe("the exact coefficient", () => {
  it("is the sum of the common ancestors' contributions, with each line counted once", () => {
    const { commonAncestors } = coefficientIn(shorthorns, "Comet");
    expect(commonAncestors).toEqual([
      { id: "Favourite", contribution: 0.296875, inbreeding: 0.1875 },
      { id: "Phoenix", contribution: 0.125, inbreeding: 0 },
      { id: "Foljambe", contribution: 0.03125, inbreeding: 0 },
      { id: "LadyMaynard", contribution: 0.015625, inbreeding: 0 },
    ]);
  });

  it.each(seeds)("equals the tabular method, as all kinships do (random pedigree %i)", (seed) => {
    const pedigree = randomPedigree(seed, 70);
    const kinship = tabularKinship(pedigree);
    const calculator = new InbreedingCalculator(pedigree);
    for (const [dog, { sireId, damId }] of pedigree) {
      const found = calculator.ofDog(dog, WHOLE_PEDIGREE).coefficient;
      expect(found).toBeCloseTo(kinship(sireId ?? "", damId ?? ""), 10);
    }
    for (const other of ["d5", "d30", "d68", "d69"]) {
      expect(calculator.kinship("d69", other)).toBeCloseTo(kinship("d69", other), 10);
    }
  });

  it("of expected offspring equals the kinship of the parents", () => {
    const calculator = new InbreedingCalculator(pedigreeOf(shorthorns));
    const litter = calculator.ofOffspring("Comet", "YoungPhoenix", WHOLE_PEDIGREE);
    expect(litter.coefficient).toBeCloseTo(calculator.kinship("YoungPhoenix", "Comet"), 12);
    expect(calculator.kinship("Comet", "Comet")).toBe((1 + 0.46875) / 2);
  });
});

describe("the amount of work", () => {
  class CountingPedigree extends Map<string, Parents> {
    reads = 0;
    override get(id: string): Parents | undefined {
      this.reads += 1;
      return super.get(id);
    }
  }

  it("is below 300,000 look-ups for ten generations of a small closed population", () => {
    const pedigree = new CountingPedigree();
    const random = chanceOf(7);
    for (let generation = 1; generation <= 11; generation += 1) {
      for (let index = 0; index < 24; index += 1) {
        const parent = (half: 0 | 1) => `g${generation - 1}-${Math.floor(random() * 12) * 2 + half}`;
        pedigree.set(`g${generation}-${index}`, { sireId: parent(0), damId: parent(1) });
      }
    }
    expect(new InbreedingCalculator(pedigree).ofDog("g11-0", 10).coefficient).toBeGreaterThan(0.1);
    expect(pedigree.reads).toBeLessThan(300_000);
  });
});

describe("the completeness of a pedigree", () => {
  it("[GAP-ANC-02] counts the known places of each generation", () => {
    const known = pedigreeCompleteness(pedigreeOf("X: S D\nS: A -\nD: A B"), "X", 3);
    expect(known).toEqual([
      { generation: 1, known: 2, possible: 2, completeness: 1 },
      { generation: 2, known: 3, possible: 4, completeness: 0.75 },
      { generation: 3, known: 0, possible: 8, completeness: 0 },
    ]);
  });
});

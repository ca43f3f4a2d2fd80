/** Tests relationships in words and their kinship, which is compared with the kinship from the pedigree. */
import { describe, expect, it } from "vitest";
import { InbreedingCalculator } from "./inbreeding";
import type { Parents } from "./pedigree";
import { describeRelation, findRelation, kinshipOf } from "./relation";

/** A line has the form `dog: sire dam`. A dash is an unknown parent. */
function pedigreeOf(lines: string): Map<string, Parents> {
  return new Map(
    lines
      .trim()
      .split("\n")
      .map((line) => {
        const [dog = "", sire, dam] = line.trim().split(/[: ]+/u);
        const known = (id: string | undefined) => (id === undefined || id === "-" ? null : id);
        return [dog, { sireId: known(sire), damId: known(dam) }];
      }),
  );
}

const FAMILY = pedigreeOf(`
  Rex: Oak Elm
  Bella: Oak Elm
  Half: Oak Ash
  Open: Oak -
  Pup: Rex Ivy
  Cousin: Fir Bella
  HalfCousin: Half Fern
  Grand: Pup Iris
  Second: Cousin Rose
  Great: Grand Lily
  Greater: Great Daisy
  Greatest: Greater Tansy
  Last: Greatest Sage
  Other: Yew Hazel
`);

const FEMALES = new Set(["Bella", "Elm", "Ivy", "Ash"]);
const dog = (name: string) => ({ name, gender: FEMALES.has(name) ? ("female" as const) : ("male" as const) });
const wordsOf = (a: string, b: string) => describeRelation(findRelation(FAMILY, a, b), dog(a), dog(b));

describe("the relation of two dogs in words", () => {
  it.each([
    ["Rex", "Bella", "Rex and Bella are full siblings"],
    ["Rex", "Half", "Rex and Half are half siblings"],
    ["Pup", "Rex", "Rex is the sire of Pup"],
    ["Elm", "Bella", "Elm is the dam of Bella"],
    ["Oak", "Pup", "Oak is a grandsire of Pup"],
    ["Elm", "Grand", "Elm is a great-granddam of Grand"],
    ["Oak", "Greater", "Oak is a great-great-great-grandsire of Greater"],
    ["Oak", "Last", "Oak is an ancestor of Last, 7 generations up"],
    ["Pup", "Bella", "Bella is an aunt of Pup"],
    ["Grand", "Bella", "Bella is a great-aunt of Grand"],
    ["Half", "Pup", "Half is a half uncle of Pup"],
    ["Pup", "Cousin", "Pup and Cousin are first cousins"],
    ["Pup", "HalfCousin", "Pup and HalfCousin are half first cousins"],
    ["Grand", "Cousin", "Grand and Cousin are first cousins once removed"],
    ["Grand", "Second", "Grand and Second are second cousins"],
    ["Bella", "Last", "Bella and Last are related 1 and 7 generations back"],
    ["Rex", "Open", "Rex and Open are half siblings, or closer: the other parent is not recorded"],
    ["Rex", "Other", "No common ancestor is recorded"],
    ["Rex", "Rex", "This is the same dog"],
  ])("of %s and %s is: %s", (a, b, words) => {
    expect(wordsOf(a, b)).toBe(words);
  });

  it("has the kinship from the pedigree if the two dogs have no other relation", () => {
    const calculator = new InbreedingCalculator(FAMILY);
    const names = [...FAMILY.keys()];
    for (const a of names) {
      for (const b of names) {
        expect(kinshipOf(findRelation(FAMILY, a, b)), `${a} and ${b}`).toBe(calculator.kinship(a, b));
      }
    }
  });

  it("describes the nearest common ancestors if there are several, and their kinship is then smaller", () => {
    const pedigree = pedigreeOf(`
      A: Oak Elm
      B: Oak Ash
      Elm: Yew Hazel
      Ash: Yew Hazel
    `);
    const relation = findRelation(pedigree, "A", "B");
    expect(relation).toMatchObject({ kind: "shared", stepsA: 1, stepsB: 1, isCouple: false, isOpen: false });
    expect(kinshipOf(relation)).toBe(0.125);
    expect(new InbreedingCalculator(pedigree).kinship("A", "B")).toBe(0.1875);
  });

  it("describes double first cousins as first cousins with twice the kinship", () => {
    const pedigree = pedigreeOf(`
      A: Rex Ivy
      B: Max Bea
      Rex: Oak Elm
      Max: Oak Elm
      Ivy: Yew Ash
      Bea: Yew Ash
    `);
    const relation = findRelation(pedigree, "A", "B");
    expect(relation).toMatchObject({ stepsA: 2, stepsB: 2, isCouple: true });
    expect(new InbreedingCalculator(pedigree).kinship("A", "B")).toBe(2 * kinshipOf(relation));
  });
});

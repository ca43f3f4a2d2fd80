/** The one pass over a whole pedigree agrees with Wright's coefficient dog by dog, wherever it is interrupted. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summarizeBreed } from "./breed-summary";
import { CoefficientPass, orderPedigree, type PedigreeEntry } from "./coefficients";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "./inbreeding";

const dog = (id: string, sireId: string | null = null, damId: string | null = null): PedigreeEntry => ({
  id,
  sireId,
  damId,
});

function reckon(dogs: readonly PedigreeEntry[], work = Infinity): Map<string, number> {
  const ordered = orderPedigree(dogs);
  let pass = new CoefficientPass(ordered);
  while (!pass.isDone) {
    pass.advance(work);
    // Taken up again from what was kept, as after a restart.
    pass = new CoefficientPass(ordered, pass.coefficients, pass.next);
  }
  return new Map(ordered.dogs.map(({ id }, place) => [id, pass.coefficients[place] ?? NaN]));
}

/** Full siblings mated generation after generation. */
const fullSibs = [
  dog("s0"),
  dog("d0"),
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => [
    dog(`s${n}`, `s${n - 1}`, `d${n - 1}`),
    dog(`d${n}`, `s${n - 1}`, `d${n - 1}`),
  ]),
];

describe("coefficients of a whole pedigree", () => {
  it("[GAP-ANC-02] are the textbook's for repeated full-sib mating (Falconer and Mackay 1996, table 5.1)", () => {
    const found = reckon([...fullSibs].reverse());
    expect([1, 2, 3, 4, 5, 6].map((n) => found.get(`s${n}`))).toEqual([
      0, 0.25, 0.375, 0.5, 0.59375, 0.671875,
    ]);
  });

  it("[GAP-ANC-02] equal Wright's coefficient of each dog, in any order of reading and wherever interrupted", () => {
    const pedigrees = fc
      .array(fc.tuple(fc.nat(), fc.nat(), fc.nat(9)), { minLength: 4, maxLength: 40 })
      .map((picks) =>
        picks.map(([sire, dam, gap], index) =>
          dog(
            `n${index}`,
            index < 2 || gap === 0 ? null : `n${sire % index}`,
            index < 2 || gap === 1 ? null : `n${dam % index}`,
          ),
        ),
      );
    fc.assert(
      fc.property(pedigrees, fc.integer({ min: 1, max: 60 }), (dogs, work) => {
        const found = reckon([...dogs].reverse(), work);
        const calculator = new InbreedingCalculator(new Map(dogs.map((each) => [each.id, each])));
        for (const { id } of dogs) {
          expect(found.get(id)).toBeCloseTo(calculator.ofDog(id, WHOLE_PEDIGREE).coefficient, 10);
        }
      }),
    );
  });

  it("comes to an end with a line of 10,000 generations, of which the last is mated back", () => {
    const line = Array.from({ length: 10_000 }, (_, n) => [
      dog(`d${n}`),
      dog(`s${n}`, n === 0 ? null : `s${n - 1}`, n === 0 ? null : `d${n - 1}`),
    ]).flat();
    const found = reckon([...line, dog("daughter", "s9999", "d9999"), dog("pup", "s9999", "daughter")]);
    expect(found.get("s9999")).toBe(0);
    expect(found.get("daughter")).toBe(0);
    expect(found.get("pup")).toBeCloseTo(0.25, 12);
  });

  it("takes no harm from a circle or a parent that is not there", () => {
    const found = reckon([dog("a", "b"), dog("b", "a", "gone")]);
    expect([...found.values()]).toEqual([0, 0]);
  });
});

describe("the summary", () => {
  it("tells means by year of birth and the most inbred", () => {
    const base = { bornOn: null, isExternal: true, isFounder: false };
    const summary = summarizeBreed([
      { ...base, id: "a", coefficient: 0, bornOn: "2001-05-01", isFounder: true },
      { ...base, id: "b", coefficient: 0.25, bornOn: "2001-07-01" },
      { ...base, id: "c", coefficient: 0.5, bornOn: "2003-07-01", isExternal: false },
      { ...base, id: "d", coefficient: 0.25 },
    ]);
    expect(summary).toEqual({
      dogs: 4,
      founders: 1,
      inbredDogs: 3,
      mean: 0.25,
      ownMean: 0.5,
      years: [
        { year: 2001, dogs: 2, mean: 0.125 },
        { year: 2003, dogs: 1, mean: 0.5 },
      ],
      mostInbred: [
        { id: "c", coefficient: 0.5 },
        { id: "b", coefficient: 0.25 },
        { id: "d", coefficient: 0.25 },
      ],
    });
    expect(summarizeBreed([])).toMatchObject({ dogs: 0, mean: 0, ownMean: null, mostInbred: [] });
  });
});

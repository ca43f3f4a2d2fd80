/**
 * Tests that the coefficients and kinships of a packed pedigree equal those that Wright's method calculates dog by
 * dog, wherever the calculation is interrupted.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summarizeBreed } from "./breed-summary";
import { CoefficientPass } from "./coefficients";
import { offspringCoefficient, shareAncestors } from "./common-ancestors";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "./inbreeding";
import { descendantsOf } from "./order";
import {
  packPedigree,
  NOBODY,
  PackedPedigree,
  PLACE_KINDS,
  uncalculated,
  UNKNOWN,
  type PedigreeEntry,
} from "./packed";

const dog = (id: string, sireId: string | null = null, damId: string | null = null): PedigreeEntry => ({
  id,
  sireId,
  damId,
});

/** Calculates in as many passes as needed. */
function settle(dogs: readonly PedigreeEntry[], work = Infinity) {
  const { pedigree, places } = packPedigree(dogs);
  // Each pass continues from the stored state, as in successive transactions.
  while (pedigree.countPending() > 0) new CoefficientPass(pedigree).advance(work);
  const placeOf = (id: string) => places.get(id) ?? UNKNOWN;
  return { pedigree, placeOf, coefficientOf: (id: string) => pedigree.coefficients[placeOf(id)] };
}

/** Full siblings that are mated generation after generation. */
const fullSibs = [
  dog("s0"),
  dog("d0"),
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => [
    dog(`s${n}`, `s${n - 1}`, `d${n - 1}`),
    dog(`d${n}`, `s${n - 1}`, `d${n - 1}`),
  ]),
];

/** Dogs are in any order, and either parent may be unknown. */
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

const wrightOf = (dogs: readonly PedigreeEntry[]) =>
  new InbreedingCalculator(new Map(dogs.map((each) => [each.id, each])));

describe("the coefficients of a packed pedigree", () => {
  it("[GAP-ANC-02] equal the textbook's for repeated full-sib mating (Falconer and Mackay 1996, table 5.1)", () => {
    const { coefficientOf } = settle([...fullSibs].reverse());
    expect([1, 2, 3, 4, 5, 6].map((n) => coefficientOf(`s${n}`))).toEqual([
      0, 0.25, 0.375, 0.5, 0.59375, 0.671875,
    ]);
  });

  it("[GAP-ANC-02] equal Wright's coefficient of each dog, in any order of places and after any interruption", () => {
    fc.assert(
      fc.property(pedigrees, fc.integer({ min: 1, max: 60 }), (dogs, work) => {
        const { coefficientOf } = settle([...dogs].reverse(), work);
        const calculator = wrightOf(dogs);
        for (const { id } of dogs) {
          expect(coefficientOf(id)).toBeCloseTo(calculator.ofDog(id, WHOLE_PEDIGREE).coefficient, 10);
        }
      }),
    );
  });

  it("are correct after only a dog with another parent and its descendants were calculated again", () => {
    fc.assert(
      fc.property(pedigrees, fc.nat(), fc.nat(), (dogs, which, other) => {
        const changed = 2 + (which % (dogs.length - 2));
        const edited = dogs.map((each, index) =>
          index === changed ? { ...each, sireId: `n${other % index}` } : each,
        );
        const { pedigree, placeOf } = settle(dogs);
        const place = placeOf(`n${changed}`);
        pedigree.sires[place] = placeOf(`n${other % changed}`);
        for (const each of [place, ...descendantsOf(pedigree, [place])]) {
          const { sire, dam } = pedigree.at(each);
          pedigree.coefficients[each] = uncalculated(sire, dam);
        }
        new CoefficientPass(pedigree).advance(Infinity);
        const again = settle(edited);
        expect([...pedigree.coefficients]).toEqual([...again.pedigree.coefficients]);
      }),
    );
  });

  it("can be calculated for a line of 10,000 generations whose last dog is mated with an early ancestor", () => {
    const line = Array.from({ length: 10_000 }, (_, n) => [
      dog(`d${n}`),
      dog(`s${n}`, n === 0 ? null : `s${n - 1}`, n === 0 ? null : `d${n - 1}`),
    ]).flat();
    const dogs = [...line, dog("daughter", "s9999", "d9999"), dog("pup", "s9999", "daughter")];
    const { pedigree, placeOf, coefficientOf } = settle(dogs);
    expect(coefficientOf("s9999")).toBe(0);
    expect(coefficientOf("daughter")).toBe(0);
    expect(coefficientOf("pup")).toBeCloseTo(0.25, 12);
    const { coefficient, commonAncestors, further } = shareAncestors(
      pedigree,
      placeOf("s9999"),
      placeOf("daughter"),
    );
    expect(coefficient).toBeCloseTo(0.25, 12);
    expect(commonAncestors.map(({ place }) => place)).toEqual([placeOf("s9999")]);
    expect(further).toBe(0);
  });

  it("can be calculated despite a circle or a missing parent", () => {
    const { pedigree } = settle([
      dog("a", "b"),
      dog("b", "a", "gone"),
      dog("c", "c", "d"),
      dog("d", "c", "a"),
    ]);
    expect(pedigree.countPending()).toBe(0);
  });

  it("are the same packed and unpacked", () => {
    const { pedigree } = settle(fullSibs);
    pedigree.put(3, { ...pedigree.at(3), year: 2019, kind: PLACE_KINDS.external });
    const copy = new PackedPedigree(pedigree.size);
    copy.unpack(0, pedigree.pack(0, 5));
    copy.unpack(5, pedigree.pack(5, pedigree.size));
    expect(copy).toEqual(pedigree);
  });
});

describe("the kinship of two dogs", () => {
  it("[GAP-ANC-02] is Wright's coefficient of their offspring, with his contributions of the common ancestors", () => {
    fc.assert(
      fc.property(pedigrees, fc.nat(), fc.nat(), (dogs, one, two) => {
        const [a, b] = [one % dogs.length, two % dogs.length];
        fc.pre(a !== b);
        const { pedigree, placeOf } = settle([...dogs].reverse());
        const [sire, dam] = [placeOf(`n${a}`), placeOf(`n${b}`)];
        const found = shareAncestors(pedigree, sire, dam);
        const expected = wrightOf(dogs).ofOffspring(`n${a}`, `n${b}`, WHOLE_PEDIGREE);
        expect(found.coefficient).toBeCloseTo(expected.coefficient, 10);
        expect(offspringCoefficient(pedigree, sire, dam)).toBe(found.coefficient);
        expect(found.further).toBe(0);
        const contributions = new Map(found.commonAncestors.map((each) => [each.place, each]));
        expect(contributions.size).toBe(expected.commonAncestors.length);
        for (const { id, contribution, inbreeding } of expected.commonAncestors) {
          expect(contributions.get(placeOf(id))?.contribution).toBeCloseTo(contribution, 10);
          expect(contributions.get(placeOf(id))?.inbreeding).toBeCloseTo(inbreeding, 10);
        }
      }),
    );
  });

  it("is not a number while the coefficient of a common ancestor is not calculated", () => {
    const { pedigree, placeOf } = settle(fullSibs);
    pedigree.coefficients[placeOf("s2")] = Number.NaN;
    expect(shareAncestors(pedigree, placeOf("s3"), placeOf("d3")).coefficient).toBeNaN();
    expect(shareAncestors(pedigree, placeOf("s2"), placeOf("d2")).coefficient).toBe(0.375);
  });

  it("has the nearest common ancestors one by one, and all others together", () => {
    // Two lines of 2,000 generations each. In every generation, brother and sister are mated.
    const sibs = Array.from({ length: 2000 }, (_, n) => [
      dog(`m${n}`, n === 0 ? null : `m${n - 1}`, n === 0 ? null : `f${n - 1}`),
      dog(`f${n}`, n === 0 ? null : `m${n - 1}`, n === 0 ? null : `f${n - 1}`),
    ]).flat();
    const { pedigree, placeOf } = settle(sibs);
    const { coefficient, commonAncestors, further } = shareAncestors(
      pedigree,
      placeOf("m1999"),
      placeOf("f1999"),
    );
    expect(coefficient).toBeCloseTo(1, 12);
    const told = commonAncestors.reduce((sum, { contribution }) => sum + contribution, 0);
    expect(told + further).toBeCloseTo(coefficient, 12);
  });
});

describe("the summary of a breed", () => {
  it("contains means by year of birth and the most inbred dogs", () => {
    const { own, external, nobody } = PLACE_KINDS;
    const pedigree = new PackedPedigree(5);
    const founder = { ...NOBODY, kind: external };
    pedigree.put(0, { ...founder, year: 2001 });
    pedigree.put(1, { ...founder, dam: 0, coefficient: 0.25, year: 2001 });
    pedigree.put(2, { ...NOBODY, sire: 0, dam: 1, coefficient: 0.5, year: 2003, kind: own });
    pedigree.put(3, { ...founder, kind: nobody, year: 0 });
    pedigree.put(4, { ...founder, dam: 0, coefficient: 0.25, year: 0 });
    expect(summarizeBreed(pedigree)).toEqual({
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
        { place: 2, coefficient: 0.5 },
        { place: 1, coefficient: 0.25 },
        { place: 4, coefficient: 0.25 },
      ],
    });
    expect(summarizeBreed(new PackedPedigree(0))).toMatchObject({
      dogs: 0,
      mean: 0,
      ownMean: null,
      mostInbred: [],
    });
  });
});

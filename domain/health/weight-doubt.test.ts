/** Tests which weights cause a question: typing errors do, and weights of healthy dogs do not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weightDoubt } from "./weight-doubt";

const DAY = 86_400_000;
const grams = (value: number) => `${value.toLocaleString("en-US")} g`;

/** Checks the weight of a puppy. The puppy's other weights are given by age in days, the first at birth. */
const ofPuppy = (entry: [day: number, grams: number], ...known: [day: number, grams: number][]) =>
  weightDoubt(
    {
      ...{ at: entry[0] * DAY, grams: entry[1], bornAt: 0 },
      known: known.map(([day, value]) => ({
        ...{ at: day * DAY, grams: value },
        when: day === 0 ? "at birth" : `on day ${day}`,
      })),
    },
    grams,
  );

/**
 * The weight of a puppy at an age in days. It grows at the lowest (0) to highest (1) typical pace, and loses up to a
 * tenth after the birth.
 */
function grown(birth: number, pace: number, age: number): number {
  let weight = birth;
  for (let day = 0; day < age; day += 1) {
    if (day === 0) weight *= 0.9 + 0.1 * pace;
    else if (day < 7) weight *= 1.05 + 0.05 * pace;
    else if (day < 28) weight *= 1.035 + 0.025 * pace;
    else weight *= 1.01 + 0.015 * pace;
  }
  return Math.round(weight);
}

const births = fc.integer({ min: 80, max: 700 });

/** Checks the weight of an adult dog that was weighed some days before. */
const ofGrown = (now: number, before: number, days = 90) =>
  weightDoubt(
    {
      ...{ at: days * DAY, grams: now, bornAt: null },
      known: [{ at: 0, grams: before, when: "on Oct 24" }],
    },
    grams,
  );

describe("a weight causes a question", () => {
  it.each([
    [[40, 63], [39, 6313], "63 g is 99% less than on day 39"],
    [[2, 3120], [0, 312], "3,120 g is 10 times as much as at birth"],
    [[1, 500], [0, 312], "500 g is 60% more than at birth"],
    [[3, 220], [2, 330], "220 g is 33% less than on day 2"],
    // Weeks later.
    [[57, 9999], [0, 304], "9,999 g is 33 times as much as at birth"],
    [[57, 304], [0, 304], "304 g is as much as at birth"],
    [[45, 4800], [21, 900], "4,800 g is 5 times as much as on day 21"],
  ] as const)("that is impossible for a puppy: %j after %j", (entry, known, doubt) => {
    expect(ofPuppy([...entry], [...known])).toBe(doubt);
  });

  it("that was entered in the other unit, or for another dog", () => {
    expect(ofGrown(62_500, 28_350)).toBe("62,500 g is 120% more than on Oct 24");
    expect(ofGrown(12_860, 28_350)).toBe("12,860 g is 55% less than on Oct 24");
    expect(ofGrown(3100, 34_000)).toBe("3,100 g is 91% less than on Oct 24");
  });

  it("that has a digit too many, although nobody has weighed the puppy for up to 12 weeks", () => {
    fc.assert(
      fc.property(
        births,
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 84 }),
        (birth, pace, age) => {
          expect(ofPuppy([age, 10 * grown(birth, pace, age)], [0, birth])).not.toBeNull();
        },
      ),
      { seed: 1 },
    );
  });

  it("that lacks a digit, although nobody has weighed the puppy for up to 7 weeks", () => {
    fc.assert(
      fc.property(
        births,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 49 }),
        (birth, pace, age) => {
          expect(ofPuppy([age, Math.floor(grown(birth, pace, age) / 10)], [0, birth])).not.toBeNull();
        },
      ),
      { seed: 1 },
    );
  });

  it("that was entered for a day between two other weights and fits neither of them", () => {
    expect(ofPuppy([5, 42], [4, 400], [6, 440])).toBe("42 g is 90% less than on day 4");
    expect(ofPuppy([5, 42], [6, 440])).toBe("42 g is 90% less than on day 6");
  });

  it("of a puppy whose last weight is weeks old, by comparison with littermates that were weighed just now", () => {
    const after = (days: number, value: number, weighedTogether: number[]) =>
      weightDoubt(
        {
          ...{ at: days * DAY, grams: value, bornAt: 0, weighedTogether },
          known: [{ grams: 304, at: 0, when: "at birth" }],
        },
        grams,
      );
    expect(after(57, 430, [4200, 4350])).toBe("430 g is 90% less than its littermates' median of 4,275 g");
    expect(after(57, 2100, [4200, 4350])).toBeNull();
    expect(after(57, 4300, [])).toBeNull();
    // A recent weight of the puppy itself says more than the littermates.
    expect(after(3, 330, [900])).toBeNull();
  });

  it("of a puppy without other weights, by comparison with its littermates", () => {
    const first = (value: number, littermates: number[]) =>
      weightDoubt({ at: 0, grams: value, bornAt: 0, known: [], littermates }, grams);
    expect(first(41, [400, 420, 440])).toBe("41 g is 90% less than its littermates' median of 420 g");
    expect(first(200, [400, 420, 440])).toBeNull();
    expect(first(41, [])).toBeNull();
  });
});

describe("a weight causes no question", () => {
  it("of puppies that grow normally, however rarely they are weighed", () => {
    const intervals = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(births, fc.constantFrom(0, 0.5, 1), intervals, (birth, pace, found) => {
        let day = 0;
        const known: [number, number][] = [[0, birth]];
        for (const interval of found) {
          day += interval;
          if (day > 120) return;
          const next: [number, number] = [day, grown(birth, pace, day)];
          expect(ofPuppy(next, ...known)).toBeNull();
          known.push(next);
        }
      }),
      { seed: 1 },
    );
  });

  it("of a puppy of a giant breed that was weighed at birth and is weighed again after weeks", () => {
    // A Great Dane of the upper range.
    expect(ofPuppy([28, 3600], [0, 650])).toBeNull();
    expect(ofPuppy([56, 11_500], [0, 650])).toBeNull();
    expect(ofPuppy([56, 11_500], [28, 3600])).toBeNull();
    expect(ofPuppy([180, 52_000], [56, 11_500])).toBeNull();
  });

  it("of a bitch before and after whelping", () => {
    expect(ofGrown(42_000, 29_000, 60)).toBeNull();
    expect(ofGrown(29_500, 42_000, 5)).toBeNull();
  });

  it("that is correct although one earlier weight is wrong", () => {
    expect(ofPuppy([5, 420], [4, 400], [4.9, 42])).toBeNull();
    expect(ofPuppy([5, 420], [4, 4000], [6, 440])).toBeNull();
  });

  it("if there is no other weight for comparison, or if the text is not a weight", () => {
    expect(ofPuppy([5, 42])).toBeNull();
    expect(ofPuppy([5, Number.NaN], [4, 400])).toBeNull();
    expect(ofPuppy([5, 0], [4, 400])).toBeNull();
  });
});

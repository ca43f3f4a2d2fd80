/**
 * Tests a litter's numbers, the statuses of a puppy, and growth, with the examples of the rules and the published
 * thresholds.
 */
import { describe, expect, it } from "vitest";
import { PUPPY_STATUSES, type PuppyStatus } from "./rules";
import { checkAgainstPuppies, followPuppies, tallyPuppies, type LitterCounts } from "./counts";
import { describeGrowth, medianOf, percentToMedian, standingsOf, weightAt } from "./growth";
import { puppyName } from "./words";
import { findStatusObstacle } from "./puppy-status";

const counts = (born: number, alive: number, males: number, females: number): LitterCounts => ({
  numberBorn: born,
  numberAlive: alive,
  numberMales: males,
  numberFemales: females,
});
const puppies = (...genders: ("male" | "female")[]) =>
  genders.map((gender) => ({ gender, status: "available" as const }));

describe("followPuppies", () => {
  const none = tallyPuppies([]);
  const three = tallyPuppies(puppies("male", "male", "female"));

  it("[GAP-LIT-02] counts the puppies of a litter that had no numbers", () => {
    expect(followPuppies(counts(0, 0, 0, 0), none, three)).toEqual(counts(3, 3, 2, 1));
  });

  it("keeps entered numbers until the same number of puppies is recorded", () => {
    expect(followPuppies(counts(6, 5, 3, 3), none, three)).toEqual(counts(6, 5, 3, 3));
    const six = tallyPuppies(puppies("male", "male", "male", "male", "female", "female"));
    expect(followPuppies(counts(6, 5, 3, 3), three, six)).toEqual(counts(6, 6, 4, 2));
  });

  it("corrects entered numbers that are too small for the recorded puppies", () => {
    const males = tallyPuppies(puppies("male", "male", "male", "male"));
    expect(followPuppies(counts(6, 3, 3, 3), three, males)).toEqual(counts(6, 4, 4, 2));
  });

  it("decreases the numbers if a puppy's record is deleted or a puppy dies", () => {
    const dead = tallyPuppies([...puppies("male", "female"), { gender: "male", status: "deceased" }]);
    expect(followPuppies(counts(3, 3, 2, 1), three, dead)).toEqual(counts(3, 2, 2, 1));
    expect(followPuppies(counts(3, 3, 2, 1), three, tallyPuppies(puppies("male")))).toEqual(
      counts(1, 1, 1, 0),
    );
    // The same for a litter with some unrecorded puppies.
    expect(followPuppies(counts(6, 6, 3, 3), three, dead)).toEqual(counts(6, 5, 3, 3));
  });

  it("refuses entered numbers that contradict the records", () => {
    expect(checkAgainstPuppies(counts(2, 2, 1, 1), three)).toEqual({
      numberBorn: "3 puppies of this litter are already recorded",
      numberMales: "2 males of this litter are already recorded",
      numberAlive: "3 living puppies of this litter are already recorded",
    });
    expect(checkAgainstPuppies(counts(4, 4, 2, 1), three)).toEqual({});
  });
});

describe("findStatusObstacle", () => {
  const facts = { isReserved: false, isDog: false, isStillborn: false };
  const steps = (from: PuppyStatus) =>
    PUPPY_STATUSES.filter((to) => findStatusObstacle({ ...facts, status: from }, to, "2025-06-15") === null);

  it("[GAP-PUP-02] allows only the defined changes of each status", () => {
    expect(steps("available")).toEqual(["reserved", "sold", "kept", "deceased"]);
    expect(steps("reserved")).toEqual(["available", "sold", "deceased"]);
    expect(steps("kept")).toEqual(["available", "deceased"]);
    expect(steps("deceased")).toEqual(["available"]);
    expect(steps("sold")).toEqual([]);
  });

  it("[GAP-PUP-02] undoes a sale on the same day, back to the puppy's former status", () => {
    const sold = { ...facts, status: "sold" as const, saleRecordedOn: "2025-06-15" };
    expect(findStatusObstacle(sold, "available", "2025-06-15")).toBeNull();
    expect(findStatusObstacle(sold, "available", "2025-06-16")).toMatch(/only on the day/);
    expect(findStatusObstacle({ ...sold, isReserved: true }, "available", "2025-06-15")).toMatch(/reserved/);
    expect(findStatusObstacle({ ...sold, isReserved: true }, "reserved", "2025-06-15")).toBeNull();
  });

  it("never changes the status of a stillborn puppy or of a puppy that is recorded as a dog", () => {
    const stillborn = { ...facts, status: "deceased" as const, isStillborn: true };
    expect(findStatusObstacle(stillborn, "available", "2025-06-15")).toMatch(/stillborn/);
    const dog = { ...facts, status: "kept" as const, isDog: true };
    expect(findStatusObstacle(dog, "available", "2025-06-15")).toMatch(/dogs/);
  });
});

const HOUR = 3_600_000;
const born = Date.UTC(2025, 2, 5);
/** Weighings in the form [hours after birth, grams]. */
const grow = (birthWeightGrams: number | null, ...weighings: (readonly [number, number])[]) =>
  describeGrowth({
    birthWeightGrams,
    bornAt: born,
    weights: weighings.map(([hours, grams]) => ({ grams, weighedAt: born + hours * HOUR })),
  });

describe("describeGrowth", () => {
  it("calculates the daily gain over at least the last half day", () => {
    const { gain, latest } = grow(300, [24, 320], [47, 342], [48, 344]);
    expect(latest?.grams).toBe(344);
    expect(gain).toEqual({ gramsPerDay: 24, percentPerDay: 7.5 });
    expect(grow(300).gain).toBeNull();
    expect(grow(null, [24, 320]).gain).toBeNull();
  });

  it("puts the birth weight first, even if only the date of the birth is known", () => {
    expect(grow(300, [-6, 296]).points.map(({ grams }) => grams)).toEqual([300, 296]);
  });

  it("warns from 4 % of the birth weight lost in the first two days, but not below 4 %", () => {
    expect(grow(300, [24, 289]).warning).toBeNull();
    expect(grow(300, [24, 288]).warning).toMatchObject({
      kind: "early_loss",
      text: "Lost 4% of its birth weight; a loss of 4% or more in the first two days is a risk",
    });
  });

  it("warns about a loss after the second day", () => {
    expect(grow(300, [72, 340], [96, 334]).warning).toMatchObject({
      kind: "loss",
      text: "Loses weight: 6 g a day (1.8%)",
    });
  });

  it("warns below 5 % a day in the first week, below 3.5 % until the fourth week, and never later", () => {
    expect(grow(300, [72, 400], [96, 420]).warning).toBeNull();
    expect(grow(300, [72, 400], [96, 419]).warning).toMatchObject({ kind: "low_gain" });
    expect(grow(300, [240, 800], [264, 828]).warning).toBeNull();
    expect(grow(300, [240, 800], [264, 827]).warning?.text).toMatch(/at least 3.5% is expected/);
    expect(grow(300, [720, 3000], [744, 3010]).warning).toBeNull();
  });

  it("warns below the birth weight from day 3 on, even if the puppy gains again", () => {
    expect(grow(300, [48.5, 280], [71, 298]).warning?.kind).not.toBe("below_birth");
    expect(grow(300, [48, 270], [72, 299]).warning).toMatchObject({
      kind: "below_birth",
      text: "Below its birth weight of 300 g; a puppy should have regained it by day 3",
    });
    expect(grow(300, [48, 280], [72, 300]).warning).toBeNull();
    expect(grow(null, [48, 270], [72, 299]).warning).toBeNull();
  });

  it("warns below twice the birth weight from day 14 on", () => {
    expect(grow(300, [310, 560], [334, 598]).warning).toBeNull();
    expect(grow(300, [312, 560], [336, 599]).warning).toMatchObject({
      kind: "not_doubled",
      source: "Dog Owner's Home Veterinary Handbook, 4th ed., p. 492",
    });
    expect(grow(300, [312, 570], [336, 600]).warning).toBeNull();
  });

  it("includes a published source in each warning", () => {
    expect(grow(300, [24, 250]).warning?.source).toMatch(/Mila/);
    expect(grow(300, [72, 400], [96, 401]).warning?.source).toMatch(/Small Animal Clinical Nutrition/);
  });
});

describe("medianOf and weightAt", () => {
  it("return the median, and weights between two weighings", () => {
    expect(medianOf([5, 1, 3])).toBe(3);
    expect(medianOf([4, 1, 3, 2])).toBe(2.5);
    expect(medianOf([])).toBeNull();
    const points = [
      { grams: 300, weighedAt: 0 },
      { grams: 340, weighedAt: 100 },
    ];
    expect([weightAt(points, 0), weightAt(points, 25), weightAt(points, 100)]).toEqual([300, 310, 340]);
    expect(weightAt(points, 101)).toBeNull();
    expect(weightAt(points, -1)).toBeNull();
  });
});

describe("percentToMedian", () => {
  const puppy = (...weighings: [hours: number, grams: number][]) => ({
    ...{ bornAt: born, growth: grow(null, ...weighings) },
  });

  it("compares weights at the same age, not the last weights", () => {
    const small = puppy([24, 300], [48, 330]);
    const late = puppy([24, 320], [48, 350], [240, 900]);
    expect(percentToMedian(small, [late])).toBeCloseTo(((330 - 340) / 340) * 100);
    expect(percentToMedian(late, [small])).toBeNull();
  });

  it("compares each weighing with the litter at the same age, if possible", () => {
    const first = puppy([24, 300], [48, 330]);
    const late = puppy([24, 320], [48, 350], [240, 900]);
    expect(standingsOf(late, [first])).toEqual([
      { age: 24 * 3_600_000, percent: expect.closeTo((10 / 310) * 100) },
      { age: 48 * 3_600_000, percent: expect.closeTo((10 / 340) * 100) },
    ]);
    expect(standingsOf(late, [])).toEqual([]);
  });

  it("accepts a weighing of the same round, and returns null if fewer than half were weighed at that age", () => {
    const first = puppy([48, 330]);
    const second = puppy([47, 350]);
    const unweighed = puppy();
    expect(percentToMedian(first, [second])).toBeCloseTo(((330 - 340) / 340) * 100);
    expect(percentToMedian(first, [second, unweighed])).not.toBeNull();
    expect(percentToMedian(first, [second, unweighed, unweighed])).toBeNull();
    expect(percentToMedian(unweighed, [first])).toBeNull();
    expect(percentToMedian(first, [])).toBeNull();
  });
});

describe("puppyName", () => {
  it("returns the name, or the collar, or the order of birth", () => {
    expect(puppyName({ name: "Mocha", collarColor: "Red", order: 3 })).toBe("Mocha");
    expect(puppyName({ name: null, collarColor: "Red", order: 3 })).toBe("Red collar");
    expect(puppyName({ name: null, collarColor: null, order: 3 })).toBe("Puppy 3");
  });
});

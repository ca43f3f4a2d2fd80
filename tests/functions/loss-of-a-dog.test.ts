/** Tests which coefficients change when a dog is deleted, against a full recalculation without the dog. */
import { describe, expect, it } from "vitest";
import { breedDogs, makeRandom } from "../support/breed";
import { CoefficientPass } from "../../domain/pedigree/coefficients";
import { effectOfLoss } from "../../domain/pedigree/loss";
import { NOBODY, PackedPedigree, PLACE_KINDS, uncalculated, UNKNOWN } from "../../domain/pedigree/packed";

const pack = (dogs: readonly { sire: number | null; dam: number | null }[]): PackedPedigree => {
  const pedigree = new PackedPedigree(dogs.length);
  dogs.forEach((dog, place) => {
    const [sire, dam] = [dog.sire ?? UNKNOWN, dog.dam ?? UNKNOWN];
    pedigree.put(place, {
      ...NOBODY,
      sire,
      dam,
      coefficient: uncalculated(sire, dam),
      kind: PLACE_KINDS.own,
    });
  });
  return pedigree;
};

function coefficientsOf(dogs: readonly { sire: number | null; dam: number | null }[]): Float64Array {
  const pedigree = pack(dogs);
  new CoefficientPass(pedigree).advance(Infinity);
  return pedigree.coefficients;
}

describe("deleting a dog", () => {
  it("changes exactly the coefficients that differ in a full recalculation without the dog", () => {
    const random = makeRandom(11);
    let compared = 0;
    for (let breed = 0; breed < 60; breed += 1) {
      // The generations are so few that no difference is as small as a rounding error.
      const dogs = breedDogs(2 + (breed % 6), 4 + 2 * (breed % 5), random);
      const before = coefficientsOf(dogs);
      for (let lost = 0; lost < dogs.length; lost += 1) {
        const without = (parent: number | null) => (parent === lost ? null : parent);
        const after = coefficientsOf(
          dogs.map(({ sire, dam }) => ({ sire: without(sire), dam: without(dam) })),
        );
        const changed = before.filter((each, place) => Math.abs(each - (after[place] ?? 0)) > 1e-12).length;
        expect(effectOfLoss(pack(dogs), lost).changed).toBe(changed);
        compared += changed;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it("is calculated in a line of 10,000 generations, and for a founder of a large breed", () => {
    const line = Array.from({ length: 10_000 }, (_, dog) => ({
      sire: dog === 0 ? null : dog - 1,
      dam: dog < 2 ? null : dog - 2,
    }));
    expect(effectOfLoss(pack(line), 0)).toEqual({ descendants: 9999, changed: 9998 });
    const dogs = breedDogs(40, 500, makeRandom(3));
    const { descendants, changed } = effectOfLoss(pack(dogs), 0);
    expect(descendants).toBeGreaterThan(15_000);
    expect(changed).toBeGreaterThan(10_000);
  });
});

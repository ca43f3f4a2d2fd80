/**
 * The time to calculate the coefficient of one dog in a closed population, where the number of pedigree paths grows
 * fastest.
 */
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../../domain/pedigree/inbreeding";
import type { Parents } from "../../domain/pedigree/pedigree";

/** Each generation has 24 dogs. All parents are from the previous generation. */
function closedPopulation(generations: number): Map<string, Parents> {
  const pedigree = new Map<string, Parents>();
  for (let generation = 1; generation <= generations; generation += 1) {
    for (let index = 0; index < 24; index += 1) {
      const parent = (half: 0 | 1) => `g${generation - 1}-${((index * 7 + half * 5) % 12) * 2 + half}`;
      pedigree.set(`g${generation}-${index}`, { sireId: parent(0), damId: parent(1) });
    }
  }
  return pedigree;
}

/** In milliseconds, without a cache. `limited` covers ten generations, `whole` thirty. */
export function measureCoefficients(samples: number): { limited: number[]; whole: number[] } {
  const pedigree = closedPopulation(30);
  const timesOf = (generations: number) =>
    Array.from({ length: samples }, (_, sample) => {
      const start = performance.now();
      new InbreedingCalculator(pedigree).ofDog(`g30-${sample % 24}`, generations);
      return performance.now() - start;
    });
  return { limited: timesOf(10), whole: timesOf(WHOLE_PEDIGREE) };
}

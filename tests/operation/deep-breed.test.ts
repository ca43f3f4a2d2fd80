/** Tests a breed of 60 generations on the real runtime. `npm run bench -- pedigree` tests 100,000 dogs. */
import { expect, it } from "vitest";
import { compareDeepBreed } from "../support/deep-breed";

it("[GAP-ANC-02] functions and REST return the correct coefficients of 3,000 dogs of 60 generations, before and after changes", async () => {
  const options = { generations: 60, perGeneration: 50, samples: 118, restSamples: 20 };
  const { compared, largestDifference } = await compareDeepBreed(options);
  expect(compared).toBeGreaterThan(1000);
  expect(largestDifference).toBeLessThanOrEqual(1e-9);
}, 300_000);

/** Restores files in which one rule or many rules are broken. broken-restores.test.ts runs a few of these cases. */
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { BREAKS } from "../support/broken-backups";
import { brokenRestore, soundKennel } from "../support/broken-restores";
import { expectTrue } from "../support/true-records";

afterEach(() => vi.useRealTimers());

const MODES = ["exact", "overwrite", "add"] as const;

it("[BAK-06] a file with any one broken rule is restored correctly, with losses reported and counted", async () => {
  const sound = await soundKennel(1);
  for (const [place, one] of BREAKS.entries()) {
    const mode = MODES[place % MODES.length] ?? "exact";
    const { team, data, report, applied } = await brokenRestore(sound, [one], mode, place + 1);
    expect({ name: one.name, applied }).toEqual({ name: one.name, applied: [one.name] });
    await expectTrue(team, data, report, `${one.name} (${mode})`);
  }
}, 1_200_000);

it("[BAK-06] a file with many broken rules is restored correctly, with losses reported and counted", async () => {
  const sound = await soundKennel(2);
  const broken = fc.record({
    places: fc.uniqueArray(fc.nat({ max: BREAKS.length - 1 }), { minLength: 2, maxLength: 40 }),
    mode: fc.constantFrom(...MODES),
    seed: fc.nat(1_000_000),
  });
  await fc.assert(
    fc.asyncProperty(broken, async ({ places, mode, seed }) => {
      const breaks = places.flatMap((place) => BREAKS[place] ?? []);
      const { team, data, report, applied } = await brokenRestore(sound, breaks, mode, seed);
      await expectTrue(team, data, report, `${applied.join("; ")} (${mode})`);
    }),
    { seed: 57, numRuns: 120 },
  );
}, 1_800_000);

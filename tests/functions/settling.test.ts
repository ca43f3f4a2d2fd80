/**
 * Tests that derived data is correct after every step of random sequences of changes. `FOLLOW_HISTORIES` sets how
 * many sequences run.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getPedigreeState } from "../../convex/dogs/model/pedigreeStates";
import { startTeam, type Team } from "../support/backend";
import { liveThrough, STEPS_OF_FAMILIES } from "../support/kennel-history";
import { expectSettled } from "../support/settled";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HISTORIES = Number(process.env.FOLLOW_HISTORIES ?? 4);
const FIRST = Number(process.env.FOLLOW_SEED ?? 1);
const STEPS = 120;

/** Also returns the revision that shows whether the data changed. */
const pedigreeOf = async (team: Team) =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", team.kennelId))
      .collect();
    const { revision } = await getPedigreeState(ctx, team.kennelId);
    const told = dogs.map(({ _id, isExternal, sireId, damId, nameKey, gender, dateOfBirth, ...keys }) => [
      ...[_id, isExternal, sireId, damId, nameKey, gender, dateOfBirth],
      ...[keys.registrationKey, keys.microchipKey],
    ]);
    return { revision, dogs: JSON.stringify(told) };
  });

async function expectSettledHistory(seed: number, how: { steps: number; only?: readonly string[] }) {
  const team = await startTeam();
  let pedigree = await pedigreeOf(team);
  const counts = await liveThrough(team, seed, {
    ...how,
    check: async (done) => {
      try {
        await expectSettled(team);
        const before = pedigree;
        pedigree = await pedigreeOf(team);
        if (pedigree.dogs !== before.dogs) expect(pedigree.revision).toBeGreaterThan(before.revision);
      } catch (error) {
        throw new Error(`After ${done.slice(-6).join(", ")}: ${String(error)}`, { cause: error });
      }
    },
  });
  if (process.env.FOLLOW_TELL) process.stdout.write(`${JSON.stringify([...counts])}\n`);
  expect(counts.size).toBeGreaterThan(20);
}

const SEEDS = Array.from({ length: HISTORIES }, (_, index) => FIRST + index);

it.each(SEEDS)(
  "derived data is correct at every step of a random sequence of changes (%i)",
  { timeout: 120_000 },
  async (seed) => await expectSettledHistory(seed, { steps: STEPS }),
);

it.each(SEEDS.slice(0, Math.ceil(HISTORIES / 2)))(
  "derived data is correct at every step of a random sequence of changes by families (%i)",
  { timeout: 120_000 },
  async (seed) => await expectSettledHistory(seed, { steps: STEPS, only: STEPS_OF_FAMILIES }),
);

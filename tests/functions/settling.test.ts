/** What follows of records is right after every step of histories by chance, which `FOLLOW_HISTORIES` makes more of. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTeam } from "../support/backend";
import { liveThrough } from "../support/kennel-history";
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

it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST + index))(
  "what follows of records is right at every step of a history by chance (%i)",
  { timeout: 120_000 },
  async (seed) => {
    const team = await startTeam();
    const counts = await liveThrough(team, seed, {
      steps: STEPS,
      check: async (done) => {
        try {
          await expectSettled(team);
        } catch (error) {
          throw new Error(`After ${done.slice(-6).join(", ")}: ${String(error)}`, { cause: error });
        }
      },
    });
    if (process.env.FOLLOW_TELL) process.stdout.write(`${JSON.stringify([...counts])}\n`);
    expect(counts.size).toBeGreaterThan(20);
  },
);

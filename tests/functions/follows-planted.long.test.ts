/**
 * Histories by chance find what would be forgotten: each count, each settle and each field's watch is taken out once,
 * and some step of some history then leaves a number or a record that is not what it follows from.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PROJECTIONS } from "../../convex/projections";
import { FOLLOWS } from "../../convex/follows";
import { startTeam } from "../support/backend";
import { liveThrough } from "../support/kennel-history";
import { expectSettled } from "../support/settled";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STEPS = 150;
const MOST_HISTORIES = 60;

interface Mistake {
  readonly name: string;
  readonly target: object;
  readonly broken: object;
}

/**
 * What so few histories need not reach: a dog that is full of photos (tests/functions/puppy-photos-kept.test.ts), and a
 * reminder that waits again after its maker has changed (settling.test.ts found it with the seeds from 5001 on). What no
 * row tells of afterwards has tests of its own: that a warning is back (dashboard-alerts.test.ts), and the weight that a
 * dog's record follows until somebody types another (dog-weights.test.ts).
 */
const isUnreached = (name: string): boolean =>
  name === "what grown photos depends on of photos" ||
  name.includes("full plan") ||
  name.includes("newest weights") ||
  /^what (doses|reminders of .*) depends on of reminders$/.test(name);

const ALL: readonly Mistake[] = [
  ...PROJECTIONS.map((projection, index) => ({
    name: `the count ${index} of ${projection.table} in ${projection.kept.table}`,
    target: projection,
    broken: { share: () => null },
  })),
  ...FOLLOWS.settles.flatMap((settle) => [
    { name: `the settle of ${settle.name}`, target: settle, broken: { recalculate: async () => {} } },
    ...settle.watches.map((watched) => ({
      name: `what ${settle.name} depends on of ${watched.table}`,
      target: watched,
      broken: { ownerOf: () => undefined, ownersOf: undefined },
    })),
  ]),
];

const MISTAKES = ALL.filter(({ name }) => !isUnreached(name));

it.each(MISTAKES)("without $name a history by chance goes wrong", { timeout: 600_000 }, async (mistake) => {
  const { target, broken } = mistake;
  const sound = { ...target };
  const found = async (seed: number): Promise<boolean> => {
    const team = await startTeam();
    Object.assign(target, broken);
    try {
      await liveThrough(team, seed, {
        steps: STEPS,
        isNarrow: seed % 2 === 0,
        check: async () => {
          Object.assign(target, { ownersOf: undefined }, sound);
          await expectSettled(team);
          Object.assign(target, broken);
        },
      });
    } catch {
      // What is wrong may also stop a later step.
      return true;
    } finally {
      Object.assign(target, { ownersOf: undefined }, sound);
    }
    return false;
  };
  let histories = 0;
  let isFound = false;
  while (!isFound && histories < MOST_HISTORIES) isFound = await found((histories += 1));
  if (process.env.FOLLOW_TELL)
    process.stdout.write(`${mistake.name}: ${isFound ? histories : "not found"}\n`);
  expect(isFound).toBe(true);
});

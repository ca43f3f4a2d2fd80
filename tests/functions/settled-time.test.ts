/** Tests that a clock that is set ahead and back loses no data. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { KENNEL_DELETION_DAYS } from "../../domain/kennels/rules";
import { addDog, startTeam, type Team } from "../support/backend";

const START = Date.parse("2025-06-15T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let nowMs = START;
const setClock = (ms: number) => vi.setSystemTime((nowMs = ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  setClock(START);
});
afterEach(() => vi.useRealTimers());

/** In random order. These crons delete permanently. */
async function runCrons({ deployment }: Team): Promise<void> {
  await deployment.mutation(internal.kennels.kennelRemoval.sweepDue, {});
  await deployment.mutation(internal.history.history.expire, {});
  await deployment.mutation(internal.platform.retention.watchClock, {});
  await deployment.mutation(internal.kennels.kennelRemoval.sweepDue, {});
  await deployment.mutation(internal.history.history.expire, {});
  await deployment.finishAllScheduledFunctions(vi.runAllTimers);
}

async function passHours(team: Team, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    setClock(nowMs + HOUR_MS);
    await runCrons(team);
  }
}

const kennels = async ({ deployment, kennelId }: Team) =>
  await deployment.run(async (ctx) => ((await ctx.db.get("kennels", kennelId)) === null ? 0 : 1));
const deletions = async ({ deployment }: Team) =>
  await deployment.run(async (ctx) => (await ctx.db.query("deletions").collect()).length);

/** The kennel has a deleted dog and is scheduled for deletion. */
async function startLeaving(): Promise<Team> {
  const team = await startTeam();
  const { kennelId, owner } = team;
  await runCrons(team);
  const { _id: dogId } = await addDog(owner, kennelId);
  await owner.as.mutation(api.dogs.dogs.remove, { dogId });
  await owner.as.mutation(api.kennels.kennels.remove, { kennelId, confirmName: "My Kennel" });
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
  return team;
}

describe("a clock that is set ahead and back", () => {
  it.each([1, 40])("by %i days loses nothing, and due deletions happen at their true time", async (days) => {
    const team = await startLeaving();
    await passHours(team, 2);
    const before = nowMs;
    setClock(before + days * DAY_MS);
    await runCrons(team);
    await passHours(team, 20);
    setClock(before);
    await runCrons(team);
    await passHours(team, 30);
    expect([await kennels(team), await deletions(team)]).toEqual([1, 1]);
    for (let day = 0; day < KENNEL_DELETION_DAYS; day += 1) {
      setClock(nowMs + 16 * HOUR_MS);
      await runCrons(team);
      await passHours(team, 8);
    }
    expect(await kennels(team)).toBe(0);
  });

  it("twice, the second time while still ahead, loses nothing", async () => {
    const team = await startLeaving();
    const before = nowMs;
    for (const days of [20, 60]) {
      setClock(before + days * DAY_MS);
      await runCrons(team);
    }
    setClock(before);
    await runCrons(team);
    expect([await kennels(team), await deletions(team)]).toEqual([1, 1]);
  });
});

describe("irreversible work", () => {
  it("runs a day after a clock was set ahead permanently", async () => {
    const team = await startLeaving();
    setClock(nowMs + 40 * DAY_MS);
    await runCrons(team);
    await passHours(team, 23);
    expect([await kennels(team), await deletions(team)]).toEqual([1, 1]);
    await passHours(team, 1);
    expect([await kennels(team), await deletions(team)]).toEqual([0, 0]);
  });

  it("also runs on a machine that is on for two hours each week", async () => {
    const team = await startLeaving();
    for (let week = 0; week < 4; week += 1) {
      setClock(nowMs + 7 * DAY_MS);
      await runCrons(team);
      await passHours(team, 2);
    }
    expect(await kennels(team)).toBe(0);
  });
});

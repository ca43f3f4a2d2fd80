/**
 * Simulates a power failure during a restore. A test file that mocks `backups/model/restores` with `withPower` can
 * interrupt a restore after a number of steps, and set how long each step takes.
 */
import { expect, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type * as Restores from "../../convex/backups/model/restores";
import type { Team } from "./backend";
import { madeBackup, stateOf, wipe } from "./backups";
import { chanceOf, fillKennel } from "./random-kennel";

/** This number of steps still succeeds. After them every step fails until a test sets the number again. */
export const power = { steps: Infinity, isReporting: false, stepMs: 0 };

export const resetPower = (): void =>
  void Object.assign(power, { steps: Infinity, isReporting: false, stepMs: 0 });

/** The steps of the returned module fail without power. */
export const withPower = (actual: typeof Restores): typeof Restores => ({
  ...actual,
  // Every step of a restore begins with this call.
  restoreOf: async (...args: Parameters<typeof actual.restoreOf>) => {
    power.steps -= 1;
    if (power.stepMs > 0) vi.setSystemTime(Date.now() + power.stepMs);
    if (power.steps < 0) throw new Error("The power went");
    return await actual.restoreOf(...args);
  },
  meetTrouble: async (...args: Parameters<typeof actual.meetTrouble>) => {
    // A killed process reports nothing.
    if (!power.isReporting) throw new Error("The power went");
    return await actual.meetTrouble(...args);
  },
});

export const beginRestore = async (
  { owner, kennelId }: Team,
  backupId: Id<"backups">,
  mode: "add" | "exact" = "exact",
) => await owner.as.mutation(internal.backups.restores.prepare, { kennelId, backupId, mode });

export const runRestore = async ({ deployment }: Team, restoreId: Id<"restores">) =>
  await deployment.action(internal.backups.actions.backupRestore.run, { restoreId });

export const newestRestore = async ({ owner, kennelId }: Team) =>
  await owner.as.query(api.backups.restores.newest, { kennelId });

/**
 * Restores two backups in turn, each interrupted at a random moment. Returns how many restores were completed, and
 * how many left the earlier state.
 */
export async function cutAtMoments(team: Team, moments: number) {
  const chance = chanceOf(50);
  let clock = Date.parse("2025-06-15T12:00:00Z");
  vi.useFakeTimers({ now: clock });
  await fillKennel(team, 21, 1);
  const backups = [{ backupId: await madeBackup(team), state: await stateOf(team) }];
  await wipe(team);
  await fillKennel(team, 22, 1);
  backups.push({ backupId: await madeBackup(team), state: await stateOf(team) });
  const outcomes = { whole: 0, before: 0 };
  let present = 1;
  for (let cut = 0; cut < moments; cut += 1) {
    // Only a few restores are allowed within an hour.
    vi.setSystemTime((clock += 3_600_000));
    const [before, target] = [backups[present], backups[1 - present]];
    if (!before || !target) throw new Error("There are two backups");
    const restoreId = await beginRestore(team, target.backupId);
    power.steps = Math.floor(chance() * 90);
    await runRestore(team, restoreId).catch(() => undefined);
    const isGivenUp = chance() < 0.4;
    power.isReporting = isGivenUp;
    for (
      let tries = 0;
      isGivenUp && (await newestRestore(team))?.state === "writing" && tries < 4;
      tries += 1
    ) {
      power.steps = 0;
      await runRestore(team, restoreId).catch(() => undefined);
    }
    power.steps = Infinity;
    await runRestore(team, restoreId);
    const end = await newestRestore(team);
    expect(["finished", "failed"]).toContain(end?.state);
    expect(await stateOf(team)).toEqual(end?.isUndoing ? before.state : target.state);
    outcomes[end?.isUndoing ? "before" : "whole"] += 1;
    if (!end?.isUndoing) present = 1 - present;
  }
  return outcomes;
}

/** Tests that files which no record uses are deleted, and no others. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { UNCLAIMED_MINUTES } from "../../domain/files/rules";
import { fieldsWithoutOwner } from "../../convex/platform/model/files/storedFiles";
import { addDog, startTeam, type Team } from "../support/backend";
import { addPhoto, PNG } from "../support/photos";

const HOUR_MS = 3_600_000;
const UNCLAIMED_MS = UNCLAIMED_MINUTES * 60_000;
const NOON = Date.UTC(2025, 5, 15, 12);

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const store = async () => await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([PNG])));
const isThere = async (id: Id<"_storage">) =>
  await team.deployment.run(async (ctx) => (await ctx.db.system.get("_storage", id)) !== null);
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(900))).length;

async function sweep(): Promise<void> {
  await team.deployment.mutation(internal.platform.storedFiles.sweep, {});
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
}

describe("stored files", () => {
  it("are known to every schema field that contains a file", () => {
    expect(fieldsWithoutOwner()).toEqual([]);
  });

  it("without an owner are deleted when old enough, and not before", async () => {
    const old = await store();
    vi.setSystemTime(NOON + UNCLAIMED_MS - 1);
    const fresh = await store();
    await sweep();
    expect([await isThere(old), await isThere(fresh)]).toEqual([true, true]);
    vi.setSystemTime(NOON + UNCLAIMED_MS + 1);
    await sweep();
    expect([await isThere(old), await isThere(fresh)]).toEqual([false, true]);
    vi.setSystemTime(NOON + 2 * UNCLAIMED_MS);
    await sweep();
    expect(await filesLeft()).toBe(0);
  });

  it("of a photo are kept in all sizes", async () => {
    const dogId = (await addDog(team.owner, team.kennelId))._id;
    await addPhoto(team.owner, dogId);
    vi.setSystemTime(NOON + 25 * HOUR_MS);
    await sweep();
    expect(await filesLeft()).toBe(3);
  });

  it("are checked in batches until none is left", async () => {
    await team.deployment.run(async (ctx) => {
      for (let count = 0; count < 450; count += 1) await ctx.storage.store(new Blob(["x"]));
    });
    vi.setSystemTime(NOON + 25 * HOUR_MS);
    await team.deployment.mutation(internal.platform.storedFiles.sweep, {});
    expect(await filesLeft()).toBe(250);
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await filesLeft()).toBe(0);
  });
});

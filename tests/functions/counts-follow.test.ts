/**
 * Tests that stored counts equal their rows after a restore. settling.test.ts tests random sequences of changes.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isProjected } from "../../convex/changes/follow";
import { tablesOfKind } from "../../convex/platform/model/changes/kennelTables";
import { RESTORE_STEPS } from "../../convex/backups/model/restoreCounting";
import { api } from "../../convex/_generated/api";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";
import { countsOf, expectExact } from "../support/counts";
import { addLitter } from "../support/litters";
import { fillKennel } from "../support/random-kennel";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

it("counts change with litters, a restore, and deletions after the restore", async () => {
  await fillKennel(team, 7);
  await addLitter(team);
  const backupId = await madeBackup(team);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
  await expectExact(team);
  expect(Object.keys((await countsOf(team)).kept)).not.toEqual([]);
});

it("a restore counts the rows of every counted table once", () => {
  const names = RESTORE_STEPS.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
  const steps = RESTORE_STEPS.filter(({ name }) => name.startsWith("count ")).map(({ table }) => table);
  expect(steps).toEqual(expect.arrayContaining(tablesOfKind("record").filter(isProjected)));
});

it("[GAP-DOG-18] a restored dog does not become the parent of a dog that is now its ancestor", async () => {
  const { kennelId, owner } = team;
  const { as } = owner;
  const add = async (name: string, sireId?: string) =>
    (await addDog(owner, kennelId, { name, gender: "male", ...(sireId !== undefined && { sireId }) }))._id;
  const above = await add("Above");
  const gone = await add("Gone", above);
  const below = await add("Below", gone);
  await as.mutation(api.dogs.dogs.remove, { dogId: gone, confirmed: true });
  await as.mutation(api.dogs.dogs.update, { dogId: above, sireId: below, today: TODAY });
  await as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: gone });
  const dogs = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(9));
  const told = dogs.map(({ name, sireId, sireName }) => [name, sireId ?? sireName]).sort();
  expect(told).toEqual([
    ["Above", below],
    ["Below", "Gone"],
    ["Gone", above],
  ]);
  await expectExact(team);
});

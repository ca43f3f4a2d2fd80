/** Kept counts are what their rows add up to after a restore; histories by chance are in settling.test.ts. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isProjected } from "../../convex/platform/model/countFollowing";
import { tablesOfKind } from "../../convex/platform/model/kennelTables";
import { RESTORE_STEPS } from "../../convex/restoreSteps";
import { startTeam, type Team } from "../support/backend";
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

it("counts follow litters, a restore, and what is deleted after it", async () => {
  await fillKennel(team, 7);
  await addLitter(team);
  const backupId = await madeBackup(team);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
  await expectExact(team);
  expect(Object.keys((await countsOf(team)).kept)).not.toEqual([]);
});

it("a restore counts the rows of every table once that are counted", () => {
  const names = RESTORE_STEPS.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
  const steps = RESTORE_STEPS.filter(({ name }) => name.startsWith("count ")).map(({ table }) => table);
  expect(steps).toEqual(expect.arrayContaining(tablesOfKind("record").filter(isProjected)));
});

/** Kept counts are what their rows add up to, whatever happened to the rows: histories by chance, each seed the same. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { isProjected } from "../../convex/platform/model/countFollowing";
import { tablesOfKind } from "../../convex/platform/model/kennelTables";
import { RESTORE_STEPS } from "../../convex/restoreSteps";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";
import { countsOf, expectExact } from "../support/counts";
import { addHealthRecord } from "../support/health";
import { addLitter } from "../support/litters";
import { chanceOf, fillKennel } from "../support/random-kennel";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([1, 2, 3, 4])(
  "counts follow dogs and health records through a history by chance (%i)",
  async (seed) => {
    const chance = chanceOf(seed);
    const pick = <Item>(items: readonly Item[]): Item | undefined =>
      items[Math.floor(chance() * items.length)];
    const { as } = team.owner;
    const { kennelId } = team;
    const dogIds: string[] = [];
    const recordIds: string[] = [];
    const gone: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      const dogId = pick(dogIds);
      const recordId = pick(recordIds);
      const kind = Math.floor(chance() * 7);
      if (dogId === undefined || kind === 0) {
        const breed = pick(["Boxer", "boxer", "Whippet"]) ?? "";
        dogIds.push((await addDog(team.owner, kennelId, { name: `Dog ${step}`, breed }))._id);
      } else if (kind === 1) {
        await as.mutation(api.dogs.dogs.update, {
          dogId,
          breed: pick(["Boxer", "Whippet"]) ?? "",
          today: TODAY,
        });
      } else if (kind <= 3 || recordId === undefined) {
        const dateRecorded = pick(["2025-04-02", "2025-05-03"]) ?? "";
        const [dog] = await team.deployment.run(async (ctx) => {
          const id = ctx.db.normalizeId("dogs", dogId);
          return id ? [id] : [];
        });
        if (dog)
          recordIds.push((await addHealthRecord(team, { dogId: dog, dateRecorded, costCents: 1250 }))._id);
      } else if (kind === 4) {
        await as.mutation(api.health.healthRecords.remove, { recordId });
        gone.push(...recordIds.splice(recordIds.indexOf(recordId), 1));
      } else if (kind === 5) {
        await as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
        gone.push(...dogIds.splice(dogIds.indexOf(dogId), 1));
        recordIds.length = 0;
      } else {
        const back = gone.pop();
        // The dog of a record may be gone.
        await as
          .mutation(api.history.history.bringBackRecord, { kennelId, recordId: back ?? "" })
          .catch(() => null);
      }
      await expectExact(team);
    }
  },
);

it("counts follow litters, a restore, and what is deleted after it", async () => {
  await fillKennel(team, 7);
  await addLitter(team);
  const backupId = await madeBackup(team);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
  await expectExact(team);
  expect(Object.keys((await countsOf(team)).kept)).not.toEqual([]);
});

it("a restore counts the rows of every table once that are counted", () => {
  const steps = RESTORE_STEPS.filter(({ isComparing }) => !isComparing).map(({ table }) => table);
  expect([...new Set(steps)]).toEqual(steps);
  expect(steps).toEqual(expect.arrayContaining(tablesOfKind("record").filter(isProjected)));
});

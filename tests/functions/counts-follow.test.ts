/** Kept counts are what their rows add up to, whatever happened to the rows: histories by chance, each seed the same. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { numbersOf, sumChanges } from "../../convex/platform/model/countFollowing";
import { rowsOf } from "../../convex/platform/model/kennelTables";
import { PROJECTIONS } from "../../convex/projections";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";
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

type Counts = Record<string, Record<string, number>>;

/** Returns the counts as they are kept, and as the rows add up to them. */
const countsOf = async (): Promise<{ kept: Counts; counted: Counts }> =>
  await team.deployment.run(async (ctx) => {
    const [kept, counted]: [Counts, Counts] = [{}, {}];
    for (const count of new Set(PROJECTIONS.map((projection) => projection.kept))) {
      for (const row of await rowsOf(ctx, count.table, team.kennelId).collect()) {
        const fields: Readonly<Record<string, unknown>> = row;
        const numbers = numbersOf(count, row);
        if (Object.keys(numbers).length > 0) kept[`${count.table} ${String(fields[count.by])}`] = numbers;
      }
    }
    const changes = [];
    for (const table of new Set(PROJECTIONS.map((projection) => projection.table))) {
      if (table === "kennels") continue;
      for (const after of await rowsOf(ctx, table, team.kennelId).collect()) {
        changes.push({ table, before: null, after });
      }
    }
    for (const sum of sumChanges(changes)) {
      const numbers = Object.entries(sum.numbers).filter(([, number]) => number !== 0);
      counted[`${sum.kept.table} ${sum.share.key}`] = Object.fromEntries(numbers);
    }
    return { kept, counted };
  });

async function expectExact(): Promise<void> {
  const { kept, counted } = await countsOf();
  expect(kept).toEqual(counted);
}

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
      await expectExact();
    }
  },
);

it("counts follow litters, a restore, and what is deleted after it", async () => {
  await fillKennel(team, 7);
  await addLitter(team);
  const backupId = await madeBackup(team);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
  await expectExact();
  expect(Object.keys((await countsOf()).kept)).not.toEqual([]);
});

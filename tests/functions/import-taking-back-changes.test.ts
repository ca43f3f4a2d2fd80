/** Tests undoing an import when later changes no longer allow some dogs to return to their earlier values. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { addHealthRecord } from "../support/health";
import { checkRows, dog, findRun, finishScheduled, importRows, type RowValues } from "../support/imports";
import { dosesIn, recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const own = async (name: string, values: Partial<Parameters<typeof addDog>[2]> = {}) =>
  await addDog(team.owner, team.kennelId, { name, breed: "Boxer", gender: "male", ...values });
const change = async (dogId: Id<"dogs">, values: Record<string, unknown>) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, ...values, today: TODAY });
const read = async (dogId: Id<"dogs">) =>
  await team.deployment.run(async (ctx) => await ctx.db.get("dogs", dogId));
async function importFile(rows: readonly RowValues[], mode: "update" | "complete" = "update") {
  const run = await importRows(team, rows, { mode });
  expect(run?.state).toBe("finished");
  vi.setSystemTime(Date.now() + 60_000);
  return run?._id ?? "";
}
/** Returns the previewed result for the changed dogs. */
async function takeBack(runId: string) {
  const args = { kennelId: team.kennelId, runId };
  const { restored, unrestored } = await team.owner.as.action(api.imports.imports.foresee, args);
  await team.owner.as.mutation(api.imports.imports.remove, args);
  await finishScheduled(team);
  expect(await findRun(team, runId)).toBeUndefined();
  vi.setSystemTime(Date.now() + 60_000);
  return [restored, unrestored];
}

describe("records of a dog that an import renamed", () => {
  it("[GAP-HLT-08] are found by the dog's current name, before and after the import is undone", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await own("Rex", { registrationNumber: "R1" });
    await addHealthRecord(team, { dogId });
    await recordDose(owner, { dogId });
    const found = async (search: string) => {
      const records = await owner.as.query(api.health.healthRecords.list, { kennelId, search });
      return [records.data.length, (await dosesIn(team, { search })).data.length];
    };
    const runId = await importFile([dog("Rex", { registrationNumber: "R1", callName: "Buddy" })]);
    expect(await found("buddy")).toEqual([1, 1]);
    expect(await takeBack(runId)).toEqual([1, 0]);
    expect(await read(dogId)).not.toHaveProperty("callName");
    expect(await found("buddy")).toEqual([0, 0]);
    expect(await found("rex")).toEqual([1, 1]);
  });
});

describe("a dog that an import changed keeps its values", () => {
  it("[GAP-DOG-03] when another dog has its former microchip", async () => {
    const { _id } = await own("Rex", { registrationNumber: "R1", microchipNumber: "111111111111111" });
    const row = dog("Rex", { registrationNumber: "R1", microchipNumber: "222222222222222" });
    const runId = await importFile([row]);
    await own("Max", { microchipNumber: "111111111111111" });
    expect(await takeBack(runId)).toEqual([0, 1]);
    expect(await read(_id)).toMatchObject({ microchipKey: "222222222222222" });
  });

  it("[GAP-DOG-03] when it would be born after its offspring", async () => {
    const { _id } = await own("Rex", { registrationNumber: "R1", dateOfBirth: "2018-01-01" });
    const runId = await importFile([dog("Rex", { registrationNumber: "R1", dateOfBirth: "2012-01-01" })]);
    await own("Son", { sireId: _id, dateOfBirth: "2015-01-01" });
    expect(await takeBack(runId)).toEqual([0, 1]);
    expect(await read(_id)).toMatchObject({ dateOfBirth: "2012-01-01" });
  });

  it("[GAP-DOG-03] when it would be of another sex than its offspring's parent", async () => {
    const { _id } = await own("Rex", { registrationNumber: "R1" });
    const runId = await checkRows(team, [dog("Rex", { registrationNumber: "R1", gender: "female" })], {
      mode: "update",
    });
    const args = { kennelId: team.kennelId, runId };
    const { questions } = await team.owner.as.query(api.imports.imports.problems, args);
    const answers = questions.map(({ key }) => ({ key, answer: _id }));
    await team.owner.as.mutation(api.imports.imports.answer, { ...args, answers });
    await finishScheduled(team);
    await team.owner.as.mutation(api.imports.imports.confirm, args);
    await finishScheduled(team);
    expect(await read(_id)).toMatchObject({ gender: "female" });
    await own("Son", { damId: _id });
    expect(await takeBack(runId)).toEqual([0, 1]);
    expect(await read(_id)).toMatchObject({ gender: "female" });
  });

  it("[GAP-DOG-03] when its former sire is now its descendant", async () => {
    const former = await own("Former");
    await own("Zar");
    const { _id } = await own("Rex", { registrationNumber: "R1", sireId: former._id });
    const runId = await importFile([dog("Rex", { registrationNumber: "R1", sire: "Zar" })]);
    await change(former._id, { sireId: _id });
    expect(await takeBack(runId)).toEqual([0, 1]);
    expect((await read(_id))?.sireId).not.toBe(former._id);
  });
});

it("[GAP-DOG-03] a dog that was kept when one import was undone is not affected when a later import is undone", async () => {
  const first = await importFile([dog("Rex", { registrationNumber: "R1" })]);
  const second = await importFile([dog("Rex", { registrationNumber: "R1", color: "Red" })]);
  await takeBack(first);
  expect(await takeBack(second)).toEqual([1, 0]);
  const rows = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(5));
  expect(rows).toMatchObject([{ name: "Rex" }]);
  expect(rows[0]).not.toHaveProperty("color");
  expect(rows[0]).not.toHaveProperty("importId");
});

it.each([true, false])(
  "[GAP-DOG-03] a corrected birth date is undone with the imported offspring, unless the offspring is kept: %s",
  async (isStaying) => {
    const { kennelId, owner } = team;
    const { _id } = await own("Rex", { registrationNumber: "R1", dateOfBirth: "2018-01-01" });
    const runId = await importFile([
      dog("Rex", { registrationNumber: "R1", dateOfBirth: "2012-01-01" }),
      dog("Son", { sire: "Rex", sireNumber: "R1", dateOfBirth: "2015-01-01", registrationNumber: "S1" }),
    ]);
    const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId, search: "Son", limit: 10 });
    const dogId = data[0]?._id ?? "";
    expect(dogId).not.toBe("");
    if (isStaying) {
      const reminder = { title: "Worming", dueDate: "2025-06-20" };
      await owner.as.mutation(api.reminders.reminders.create, { kennelId, dogId, ...reminder });
    }
    expect(await takeBack(runId)).toEqual(isStaying ? [0, 1] : [1, 0]);
    expect(await read(_id)).toMatchObject({
      dateOfBirth: isStaying ? "2012-01-01" : "2018-01-01",
      offspringCount: isStaying ? 1 : 0,
    });
  },
);

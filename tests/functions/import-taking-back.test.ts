/** Tests undoing a finished import. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { RECORDS } from "../../convex/imports/model/importStaying";
import { tablesOfKind } from "../../convex/platform/model/changes/kennelTables";
import schema from "../../convex/schema";
import {
  addDog,
  failureOf,
  firstKennelOf,
  startTeam,
  TODAY,
  type Person,
  type Team,
} from "../support/backend";
import { checkRows, dog, findRun, finishScheduled, importRows, type RowValues } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const ofRun = (runId: string) => ({ kennelId: team.kennelId, runId });
const foresee = async (runId: string, by: Person = team.owner) =>
  await by.as.action(api.imports.imports.foresee, ofRun(runId));
async function takeBack(runId: string, by: Person = team.owner) {
  await by.as.mutation(api.imports.imports.remove, ofRun(runId));
  await finishScheduled(team);
}
async function importFile(rows: readonly RowValues[], options: Parameters<typeof importRows>[2] = {}) {
  const run = await importRows(team, rows, options);
  expect(run?.state).toBe("finished");
  vi.setSystemTime(Date.now() + 60_000);
  return run?._id ?? "";
}
/** Includes parents and the stored number of offspring. */
const everybody = async () =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", team.kennelId))
      .take(5000);
    const nameOf = (id: string | undefined, text: string | undefined) =>
      dogs.find(({ _id }) => _id === id)?.name ?? (text === undefined ? "" : `text ${text}`);
    for (const each of dogs) {
      const children = dogs.filter(({ sireId, damId }) => sireId === each._id || damId === each._id);
      expect([each.name, each.offspringCount]).toEqual([each.name, children.length]);
    }
    return dogs
      .map(({ name, sireId, sireName, damId, damName }) =>
        [name, nameOf(sireId, sireName), nameOf(damId, damName)].join("/"),
      )
      .sort();
  });
const countersOf = async () =>
  await team.deployment.run(async (ctx) => {
    const row = await ctx.db
      .query("kennelCounters")
      .withIndex("by_kennel", (q) => q.eq("kennelId", team.kennelId))
      .unique();
    return [row?.dogs ?? 0, row?.externalDogs ?? 0];
  });
const newestActivity = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("activities").order("desc").first());
const idOf = async (name: string) =>
  (
    await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, search: name, limit: 1000 })
  ).data.find((each) => each.name === name)?._id ?? "";

const FAMILY = [
  dog("Rex", { sire: "Zar", dateOfBirth: "2018-01-01" }),
  dog("Heidi", { gender: "female", dateOfBirth: "2018-01-01" }),
  dog("Pup", { sire: "Rex", dam: "Heidi", dateOfBirth: "2023-01-01" }),
];

describe("undoing an import", () => {
  it("[GAP-DOG-03] continues an undo of an earlier version that had not updated the parents' counts", async () => {
    const { owner, kennelId, deployment } = team;
    const runId = await importFile([
      ...FAMILY,
      dog("Other", { sire: "Rex", dam: "Heidi", dateOfBirth: "2023-01-01" }),
    ]);
    const kept = { kennelId, dogId: await idOf("Heidi"), title: "Worming", dueDate: "2025-06-20" };
    await owner.as.mutation(api.reminders.reminders.create, kept);
    const other = await idOf("Other");
    await deployment.run(async (ctx) => await ctx.db.delete("dogs", other as Id<"dogs">));
    await takeBack(runId);
    expect(await everybody()).toEqual(["Heidi//"]);
  });

  it("[GAP-DOG-03] restores the kennel to its earlier state, including changed dogs, and is recorded in the history", async () => {
    const { owner, kennelId, deployment } = team;
    const own = await addDog(owner, kennelId, { name: "Ina", breed: "Boxer", color: "Tan" });
    const before = await everybody();
    const rows = [...FAMILY, dog("Ina", { gender: "female", color: "Red", sire: "Rex", dam: "Edda" })];
    const runId = await importFile(rows, { mode: "update" });
    expect(await everybody()).toContain("Ina/Rex/Edda");
    expect(await foresee(runId)).toEqual({
      ...{ dogs: 3, ancestors: 2, kept: 0, keptNames: [], restored: 1, unrestored: 0 },
    });
    await takeBack(runId, team.manager);
    expect(await everybody()).toEqual(before);
    expect(await countersOf()).toEqual([1, 0]);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: own._id })).toMatchObject({ color: "Tan" });
    expect(await findRun(team, runId)).toBeUndefined();
    const [changes, leftovers] = await deployment.run(async (ctx) => [
      (await ctx.db.query("changes").take(100)).map(({ title, kind, source, by }) => [
        title,
        kind,
        source ?? null,
        by ?? null,
      ]),
      [
        (await ctx.db.query("importSteps").take(1)).length,
        (await ctx.db.query("importProblems").take(1)).length,
      ],
    ]);
    for (const name of ["Rex", "Heidi", "Pup"])
      expect(changes).toContainEqual([name, "deleted", "import", team.manager.userId]);
    expect(changes.filter(([title, kind]) => title === "Ina" && kind === "changed")).toHaveLength(2);
    expect(leftovers).toEqual([0, 0]);
    expect(await newestActivity()).toMatchObject({
      title: "Import undone",
      description: "kennel.csv",
      userId: team.manager.userId,
    });
  });

  it.each<[string, (dogId: string) => Promise<unknown>]>([
    [
      "saved fields",
      async (dogId) =>
        await team.owner.as.mutation(api.dogs.dogs.update, { dogId, color: "Red", today: TODAY }),
    ],
    [
      "a health record",
      async (dogId) =>
        await team.owner.as.mutation(api.health.healthRecords.create, {
          ...{ dogId, recordType: "examination", title: "Limping", description: "Left paw" },
          ...{ dateRecorded: TODAY, today: TODAY },
        }),
    ],
    [
      "a vaccination",
      async (dogId) =>
        await team.owner.as.mutation(api.vaccinations.immunizations.create, {
          ...{ dogId, vaccineName: "Rabies", vaccineType: "Core", dateAdministered: TODAY, today: TODAY },
        }),
    ],
    [
      "a weight",
      async (dogId) =>
        await team.owner.as.mutation(api.health.dogWeights.add, {
          ...{ dogId, entryKey: "weight-1", weighedOn: TODAY, grams: 30_000, today: TODAY },
        }),
    ],
    [
      "a reminder",
      async (dogId) =>
        await team.owner.as.mutation(api.reminders.reminders.create, {
          ...{ kennelId: team.kennelId, dogId, title: "Worming", dueDate: "2025-06-20" },
        }),
    ],
    [
      "a breeding",
      async (dogId) => {
        const dam = await addDog(team.owner, team.kennelId, { name: "Asta" });
        await team.owner.as.mutation(api.breedings.breedings.create, {
          ...{ kennelId: team.kennelId, sireId: dogId, damId: dam._id, breedingDate: "2025-01-01" },
        });
      },
    ],
    [
      "offspring",
      async (dogId) => {
        await addDog(team.owner, team.kennelId, { name: "Son", gender: "male", sireId: dogId });
      },
    ],
  ])("[GAP-DOG-03] keeps a dog with %s, and its pedigree", async (_, work) => {
    const runId = await importFile([...FAMILY, dog("Young", { sire: "Pup" })]);
    await work(await idOf("Pup"));
    const others = (await everybody()).filter((each) => /^(Asta|Son)/u.test(each));
    expect(await foresee(runId)).toEqual({
      ...{ dogs: 1, ancestors: 0, kept: 4, keptNames: ["Pup", "Heidi", "Rex", "Zar"] },
      ...{ restored: 0, unrestored: 0 },
    });
    await takeBack(runId);
    expect(await everybody()).toEqual([...others, "Heidi//", "Pup/Rex/Heidi", "Rex/Zar/", "Zar//"].sort());
    expect(await newestActivity()).toMatchObject({
      description: "kennel.csv. 4 stayed: Pup, Heidi, Rex, Zar",
    });
    // The kept dogs no longer belong to the import.
    const dogId = await idOf("Heidi");
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
    expect(await everybody()).toContain("Pup/Rex/text Heidi");
  });

  it("[GAP-DOG-03] keeps the imported values of a changed dog that was saved since", async () => {
    const { owner, kennelId } = team;
    const own = await addDog(owner, kennelId, { name: "Ina", breed: "Boxer" });
    const runId = await importFile([dog("Ina", { gender: "female", sire: "Rex" }), dog("Rex")], {
      mode: "update",
    });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: own._id, color: "Red", today: TODAY });
    expect(await foresee(runId)).toMatchObject({
      dogs: 0,
      kept: 1,
      keptNames: ["Rex"],
      restored: 0,
      unrestored: 1,
    });
    await takeBack(runId);
    expect(await everybody()).toEqual(["Ina/Rex/", "Rex//"]);
  });

  it("[GAP-DOG-03] keeps an ancestor as a dog of the kennel when it has records since, or its former sire was deleted", async () => {
    const { owner, kennelId } = team;
    const zar = await owner.as.mutation(api.dogs.dogs.createExternal, {
      ...{ kennelId, name: "Zar", breed: "Boxer", gender: "male" },
    });
    const former = await addDog(owner, kennelId, { name: "Former", breed: "Boxer", gender: "male" });
    await addDog(owner, kennelId, { name: "Ina", breed: "Boxer", sireId: former._id });
    const rows = [dog("Zar"), dog("Ina", { gender: "female", sire: "Zar" })];
    const runId = await importFile(rows, { mode: "update" });
    await owner.as.mutation(api.reminders.reminders.create, {
      ...{ kennelId, dogId: zar._id, title: "Worming", dueDate: "2025-06-20" },
    });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: former._id, confirmed: true });
    expect(await foresee(runId)).toMatchObject({ restored: 0, unrestored: 2 });
    await takeBack(runId);
    expect(await everybody()).toEqual(["Ina/Zar/", "Zar//"]);
    expect(await countersOf()).toEqual([2, 0]);
  });

  it("[GAP-DOG-17] keeps an ancestor that has a breeding, and no other ancestor", async () => {
    const { owner, kennelId } = team;
    const rows = [dog("Zar"), dog("Bor", { sire: "Zar", dateOfBirth: "2015-01-01" })];
    const runId = await importFile(rows, { kind: "ancestors", mode: "complete" });
    const choices = await owner.as.query(api.dogs.dogs.searchParents, {
      kennelId,
      gender: "male",
      search: "Bor",
    });
    const dam = await addDog(owner, kennelId, { name: "Asta" });
    await owner.as.mutation(api.breedings.breedings.create, {
      ...{ kennelId, sireId: choices[0]?._id ?? "", damId: dam._id, breedingDate: "2025-01-01" },
    });
    expect(await foresee(runId)).toMatchObject({ dogs: 0, ancestors: 1, kept: 1, keptNames: ["Bor"] });
    await takeBack(runId);
    expect(await everybody()).toEqual(["Asta//", "Bor/text Zar/"]);
    expect(await countersOf()).toEqual([1, 1]);
  });

  it("[GAP-DOG-03] keeps records that were saved after the clock was set back to before the import", async () => {
    const today = Date.now();
    vi.setSystemTime(today + 40 * 86_400_000);
    const runId = await importFile([dog("Rex"), dog("Heidi", { gender: "female" })]);
    await team.deployment.run(async (ctx) => {
      // As if there were more dogs than one batch writes.
      const run = await ctx.db.get("importRuns", runId as Id<"importRuns">);
      await ctx.db.patch("importRuns", runId as Id<"importRuns">, {
        finishedAt: (run?.finishedAt ?? 0) + 1000,
      });
    });
    vi.setSystemTime(today);
    const dogId = await idOf("Rex");
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, color: "Red", today: TODAY });
    expect(await foresee(runId)).toMatchObject({ dogs: 1, kept: 1 });
    await takeBack(runId);
    expect(await everybody()).toEqual(["Rex//"]);
  });

  it("[GAP-DOG-03] finds the dogs to keep, even when more dogs have records than one step reads", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => dog(`Dog ${at} of Oak`));
    const runId = await importFile(rows);
    for (const { name = "" } of rows.slice(0, 105)) {
      await team.owner.as.mutation(api.reminders.reminders.create, {
        ...{
          kennelId: team.kennelId,
          dogId: await idOf(String(name)),
          title: "Worming",
          dueDate: "2025-06-20",
        },
      });
    }
    const foresight = await foresee(runId);
    expect(foresight).toMatchObject({ dogs: 15, kept: 105 });
    expect(foresight.keptNames).toHaveLength(20);
    await takeBack(runId);
    expect(await countersOf()).toEqual([105, 0]);
    expect((await newestActivity())?.description).toMatch(/^kennel.csv. 105 stayed: .* and 85 more$/u);
  });

  it("[GAP-DOG-03] deletes a sold dog with its placement, unless somebody has edited the placement", async () => {
    const runId = await importFile(["Ada", "Bea"].map((name) => dog(name, { status: "sold" })));
    const { kennelId, owner } = team;
    const placed = async () =>
      (await owner.as.query(api.placements.placements.list, { kennelId })).data.map(({ name }) => name);
    expect((await placed()).sort()).toEqual(["Ada", "Bea"]);
    const dogId = await idOf("Bea");
    const { data } = await owner.as.query(api.placements.placements.list, { kennelId, dogId });
    const placementId = data[0]?._id ?? "";
    await owner.as.mutation(api.placements.placements.update, { placementId, notes: "Calls on Monday" });
    expect(await foresee(runId)).toMatchObject({ dogs: 1, kept: 1 });
    await takeBack(runId);
    expect([await everybody(), await placed()]).toEqual([["Bea//"], ["Bea"]]);
  });

  it("[GAP-DOG-03] checks every kind of record that a dog can have", () => {
    // These kinds are counted on the dog, or never present without a row of another kind.
    const known = [
      "dogs",
      "photos",
      "healthRecords",
      "progesteroneReadings",
      "reminderSeries",
      "placements",
      "dogOwners",
    ];
    const found = tablesOfKind("record").filter((table) => {
      const fields: Record<string, { kind: string; tableName?: string }> =
        schema.tables[table].validator.fields;
      return Object.values(fields).some(({ kind, tableName }) => kind === "id" && tableName === "dogs");
    });
    expect(found.length).toBeGreaterThan(10);
    const looked = new Set<string>([...known, ...RECORDS.map(({ table }) => table)]);
    expect(found.filter((table) => !looked.has(table))).toEqual([]);
  });

  it("is refused to viewers and strangers, before the import is finished, and long after it", async () => {
    const runId = await importFile(FAMILY);
    for (const act of [takeBack, foresee]) {
      expect((await failureOf(act(runId, team.viewer))).code).toBe("FORBIDDEN");
      expect((await failureOf(act(runId, team.stranger))).code).toBe("NOT_FOUND");
    }
    const elsewhere = { kennelId: await firstKennelOf(team.stranger), runId };
    for (const act of [
      async () => await team.stranger.as.mutation(api.imports.imports.remove, elsewhere),
      async () => await team.stranger.as.action(api.imports.imports.foresee, elsewhere),
    ])
      expect((await failureOf(act())).code).toBe("NOT_FOUND");
    expect(await team.stranger.as.query(api.imports.imports.get, elsewhere)).toBeNull();
    expect(await team.viewer.as.query(api.imports.imports.get, ofRun(runId))).toMatchObject({
      fileName: "kennel.csv",
      canUndo: true,
      startedBy: expect.any(String),
    });
    const checked = await checkRows(team, [dog("Other")]);
    expect((await failureOf(takeBack(checked))).code).toBe("NOT_FOUND");
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    await team.deployment.mutation(internal.jobs.sweep, { table: "importRuns" });
    await finishScheduled(team);
    expect((await failureOf(takeBack(runId))).code).toBe("NOT_FOUND");
    expect(await team.owner.as.query(api.imports.imports.get, ofRun(runId))).toBeNull();
    expect(await everybody()).toHaveLength(4);
  });

  it("[GAP-DOG-17] does not change the counts of known parents when it stops halfway", async () => {
    const { owner, kennelId, deployment } = team;
    await addDog(owner, kennelId, { name: "Zar", gender: "male", breed: "Boxer", registrationNumber: "Z1" });
    const rows = Array.from({ length: 120 }, (_, at) =>
      dog(`Son ${at} of Oak`, { registrationNumber: `S${at}`, sireNumber: "Z1" }),
    );
    const runId = await checkRows(team, rows, { kind: "ancestors", mode: "complete" });
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    await owner.as.mutation(api.imports.imports.cancel, { kennelId, runId });
    await finishScheduled(team);
    expect(await everybody()).toEqual(["Zar//"]);
  });
});

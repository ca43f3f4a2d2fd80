/** Tests imports. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_ADDED_AT_ONCE, WRITE_ENTRIES } from "../../domain/imports/rules";
import { addDog, failureOf, loseJobs, startTeam, type Team } from "../support/backend";
import {
  checkRows,
  dog,
  findRun,
  finishScheduled,
  importRows,
  startArgs,
  toRows,
  type RowValues,
} from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const listed = async () =>
  (await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, limit: 1000 })).data;
const search = async (text: string, gender: "male" | "female" = "male") =>
  (
    await team.owner.as.query(api.dogs.dogs.searchParents, { kennelId: team.kennelId, gender, search: text })
  ).map(({ name }) => name);
const countersOf = async () =>
  await team.deployment.run(async (ctx) => {
    const row = await ctx.db
      .query("kennelCounters")
      .withIndex("by_kennel", (q) => q.eq("kennelId", team.kennelId))
      .unique();
    return [row?.dogs ?? 0, row?.externalDogs ?? 0];
  });
const leftovers = async () =>
  await team.deployment.run(async (ctx) => [
    (await ctx.db.query("importRows").take(1)).length,
    (await ctx.db.query("importSteps").take(1)).length,
    (await ctx.db.query("importProblems").take(1)).length,
  ]);

describe("checking an import", () => {
  it("[GAP-DOG-03] reports what would happen and writes nothing", async () => {
    const runId = await checkRows(team, [dog("Rex", { sire: "Zar" }), dog("")]);
    expect(await findRun(team, runId)).toMatchObject({
      state: "checked",
      report: { added: 1, updated: 0, skipped: 0, ancestors: 1, errors: 1, warnings: 0, isOverLimit: false },
    });
    const problems = await team.owner.as.query(api.imports.imports.problems, {
      kennelId: team.kennelId,
      runId,
    });
    expect(problems.errors).toMatchObject([{ line: 3, fields: { name: "Name is required" } }]);
    expect(await listed()).toEqual([]);
  });

  it("[GAP-DOG-03] lists every ancestor that would be created", async () => {
    const rows = Array.from({ length: 600 }, (_, at) =>
      dog(`Dog ${at}`, { sire: `Founder ${at} of ${at * 7}` }),
    );
    const runId = await checkRows(team, rows);
    expect((await findRun(team, runId))?.report).toMatchObject({ ancestors: 600, questions: 0 });
    const args = { kennelId: team.kennelId, runId };
    const { ancestors } = await team.owner.as.query(api.imports.imports.problems, args);
    expect(new Set(ancestors.map(({ name }) => name)).size).toBe(600);
  });

  it("[GAP-DOG-03] counts how parents are linked, and lists the least certain links instead of their warnings", async () => {
    const rows = [
      dog("Rex", { registrationNumber: "R1" }),
      dog("Pup", { sire: "Zar of Oak", sireNumber: "R1" }),
      dog("Heir", { sire: "Rex" }),
    ];
    const runId = await checkRows(team, rows);
    expect((await findRun(team, runId))?.report).toMatchObject({
      links: { certain: 1, doubted: 1, answered: 0, made: 0, emptied: 0 },
      untouched: 0,
      warnings: 0,
    });
    const args = { kennelId: team.kennelId, runId };
    const { links, warnings } = await team.owner.as.query(api.imports.imports.problems, args);
    expect(links.map(({ name, to, lines }) => [name, to, lines])).toEqual([
      ["Zar of Oak", "Rex (line 2)", [3]],
      ["Rex", "Rex (line 2)", [4]],
    ]);
    expect(warnings).toEqual([]);
  });

  it("[GAP-DOG-03] asks which dog is meant when several have the name, and writes nothing before", async () => {
    const { owner, manager, kennelId } = team;
    const runId = await checkRows(team, [dog("Max"), dog("Max"), dog("Pup", { sire: "Max" })]);
    const args = { kennelId, runId };
    const { questions } = await owner.as.query(api.imports.imports.problems, args);
    expect(questions).toMatchObject([{ reason: "several", lines: [4] }]);
    expect((await failureOf(owner.as.mutation(api.imports.imports.confirm, args))).code).toBe(
      "VALIDATION_FAILED",
    );
    const answers = [{ key: questions[0]?.key ?? "", answer: questions[0]?.candidates[1]?.node ?? "" }];
    const refused = await failureOf(manager.as.mutation(api.imports.imports.answer, { ...args, answers }));
    expect(refused.code).toBe("NOT_FOUND");
    await owner.as.mutation(api.imports.imports.answer, { ...args, answers });
    await finishScheduled(team);
    expect((await findRun(team, runId))?.report).toMatchObject({ questions: 0, ancestors: 0 });
    await owner.as.mutation(api.imports.imports.confirm, args);
    await finishScheduled(team);
    expect((await listed()).map((each) => [each.name, each._count.offspring])).toEqual([
      ["Max", 0],
      ["Max", 1],
      ["Pup", 0],
    ]);
    const elsewhere = { kennelId: await strangersKennel(), runId, answers };
    expect((await failureOf(team.stranger.as.mutation(api.imports.imports.answer, elsewhere))).code).toBe(
      "NOT_FOUND",
    );
    expect(
      (await failureOf(team.viewer.as.mutation(api.imports.imports.answer, { ...args, answers }))).code,
    ).toBe("FORBIDDEN");
  });

  it("[GAP-DOG-19] refuses another gender for a dog with breedings, even as an answer", async () => {
    const { owner, kennelId } = team;
    const sire = await addDog(owner, kennelId, { name: "Rex", gender: "male", registrationNumber: "R1" });
    const dam = await addDog(owner, kennelId, { name: "Bella" });
    const breeding = { kennelId, sireId: sire._id, damId: dam._id, breedingDate: "2025-04-16" };
    await owner.as.mutation(api.breedings.breedings.create, breeding);
    const row = dog("Rex", { gender: "female", registrationNumber: "R1" });
    const runId = await checkRows(team, [row], { mode: "update" });
    const args = { kennelId, runId };
    const { questions } = await owner.as.query(api.imports.imports.problems, args);
    const answers = questions.map(({ key }) => ({ key, answer: sire._id }));
    await owner.as.mutation(api.imports.imports.answer, { ...args, answers });
    await finishScheduled(team);
    const { errors } = await owner.as.query(api.imports.imports.problems, args);
    expect(errors).toMatchObject([
      { line: 2, fields: { gender: "Gender cannot change: Rex has recorded breedings" } },
    ]);
  });

  it("[GAP-DOG-03] shows old and new values of known dogs, new ancestors, and the refused rows", async () => {
    await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male", breed: "Boxer", color: "Tan" });
    const rows = [dog("Rex", { color: "Red", sire: "Zar" }), dog("Heidi", { gender: "?" })];
    const runId = await checkRows(team, rows, { mode: "update" });
    const found = await team.owner.as.query(api.imports.imports.problems, { kennelId: team.kennelId, runId });
    expect(found.changes).toEqual([
      {
        name: "Rex",
        fields: [
          { label: "Color", from: "Tan", to: "Red" },
          { label: "Sire", from: "", to: "Zar" },
        ],
      },
    ]);
    expect(found.ancestors).toEqual([{ name: "Zar", gender: "male", lines: [2], lineCount: 1 }]);
    expect(found.errors[0]?.values).toEqual({ name: "Heidi", breed: "Boxer", gender: "?" });
  });

  it("[GAP-DOG-03] finds no changes when the same file is imported twice", async () => {
    const rows = [dog("Rex", { sire: "Zar" }), dog("Pup", { sire: "Rex", dateOfBirth: "2024-01-01" })];
    expect((await importRows(team, rows))?.report?.added).toBe(2);
    const skipping = await checkRows(team, rows);
    expect((await findRun(team, skipping))?.report).toMatchObject({ added: 0, skipped: 2 });
    const again = await checkRows(team, rows, { mode: "update" });
    expect((await findRun(team, again))?.report).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 2,
      ancestors: 0,
    });
    expect(await countersOf()).toEqual([2, 1]);
  });

  it("[GAP-DOG-03] continues an interrupted upload, and counts a repeated chunk once", async () => {
    const { owner, kennelId } = team;
    const rows = [dog("A"), dog("B"), dog("C")];
    const args = startArgs(team, rows, { chunkRows: 1 });
    const { runId } = await owner.as.mutation(api.imports.imports.start, args);
    const send = async (index: number) =>
      await owner.as.mutation(api.imports.imports.stage, {
        kennelId,
        runId,
        index,
        rows: toRows(rows).slice(index, index + 1),
      });
    await send(0);
    await send(0);
    expect((await failureOf(send(2))).code).toBe("VALIDATION_FAILED");
    expect(await owner.as.mutation(api.imports.imports.start, args)).toEqual({ runId, stagedChunks: 1 });
    await send(1);
    await send(2);
    await finishScheduled(team);
    expect((await findRun(team, runId))?.report?.added).toBe(3);
  });

  it.each([
    ["ten minutes later", 600_000],
    ["when the clock was set back by a day", -86_400_000],
    ["when the clock was set back by 40 days", -40 * 86_400_000],
  ])("is resumed %s after a restart interrupted it", async (_when, passedMs) => {
    const { owner, kennelId } = team;
    const rows = [dog("A")];
    const { runId } = await owner.as.mutation(api.imports.imports.start, startArgs(team, rows));
    await owner.as.mutation(api.imports.imports.stage, { kennelId, runId, index: 0, rows: toRows(rows) });
    // The planning action is lost, as in a crash: the started work never ends.
    await team.deployment.mutation(internal.imports.imports.beginPlanned, { runId });
    await loseJobs(team);
    vi.setSystemTime(Date.now() + passedMs);
    await team.deployment.mutation(internal.jobs.sweep, { table: "importRuns" });
    await finishScheduled(team);
    expect((await findRun(team, runId))?.state).toBe("checked");
  });

  it("refuses strangers and viewers", async () => {
    const args = startArgs(team, [dog("A")]);
    expect((await failureOf(team.stranger.as.mutation(api.imports.imports.start, args))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(team.viewer.as.mutation(api.imports.imports.start, args))).code).toBe(
      "FORBIDDEN",
    );
    const list = { kennelId: team.kennelId, kind: "dogs" } as const;
    expect((await failureOf(team.stranger.as.query(api.imports.imports.list, list))).code).toBe("NOT_FOUND");
    expect(await team.viewer.as.query(api.imports.imports.list, list)).toEqual([]);
  });

  it("belongs to the person who started it", async () => {
    const runId = await checkRows(team, [dog("A")]);
    const args = { kennelId: team.kennelId, runId };
    for (const act of [api.imports.imports.confirm, api.imports.imports.cancel]) {
      expect((await failureOf(team.manager.as.mutation(act, args))).code).toBe("NOT_FOUND");
    }
    const elsewhere = { kennelId: await strangersKennel(), runId };
    expect((await failureOf(team.stranger.as.mutation(api.imports.imports.confirm, elsewhere))).code).toBe(
      "NOT_FOUND",
    );
    expect(await team.stranger.as.query(api.imports.imports.problems, elsewhere)).toMatchObject({
      errors: [],
    });
  });
});

const strangersKennel = async () => {
  const [kennel] = await team.stranger.as.query(api.kennels.kennels.list, {});
  return kennel?._id ?? "";
};

describe("an import of dogs", () => {
  it("[GAP-DOG-03] adds the dogs with their parents, ancestors, counts and breeds", async () => {
    const { owner, kennelId } = team;
    const mother = await addDog(owner, kennelId, {
      name: "Heidi",
      breed: "boxer",
      dateOfBirth: "2018-01-01",
    });
    const rows = [
      dog("Pup", { sire: "Rex", dam: "Heidi", dateOfBirth: "2024-01-01" }),
      dog("Rex", { sire: "Zar", dateOfBirth: "2020-01-01" }),
    ];
    expect(await importRows(team, rows)).toMatchObject({
      state: "finished",
      report: { added: 2, ancestors: 1 },
    });
    const dogs = await listed();
    expect(dogs.map((each) => [each.name, each.sire?.name, each.dam?.name, each._count.offspring])).toEqual([
      ["Heidi", undefined, undefined, 1],
      ["Pup", "Rex", "Heidi", 0],
      ["Rex", "Zar", undefined, 1],
    ]);
    expect(await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Boxer"]);
    expect(await countersOf()).toEqual([3, 1]);
    // The rows that were left out can still be listed.
    expect(await leftovers()).toEqual([0, 0, 1]);
    // The counts are correct, so the dogs can be deleted again down to the first one.
    for (const { _id } of dogs) {
      if (_id !== mother._id) await owner.as.mutation(api.dogs.dogs.remove, { dogId: _id, confirmed: true });
    }
    expect((await listed()).map((each) => each._count.offspring)).toEqual([0]);
  });

  it("[GAP-DOG-03] changes only those fields of a known dog that the file contains", async () => {
    await addDog(team.owner, team.kennelId, {
      name: "Rex",
      gender: "male",
      registrationNumber: "R1",
      color: "Tan",
      isBreedingDog: true,
    });
    const row = dog("Rex of Oak", { registrationNumber: "R-1", breed: "Beagle" });
    expect((await importRows(team, [row]))?.report?.skipped).toBe(1);
    expect((await importRows(team, [row], { mode: "update" }))?.report?.updated).toBe(1);
    expect(await listed()).toMatchObject([
      { name: "Rex of Oak", breed: "Beagle", color: "Tan", isBreedingDog: true },
    ]);
    expect(await team.owner.as.query(api.dogs.dogs.ownBreeds, { kennelId: team.kennelId })).toEqual([
      "Beagle",
    ]);
  });

  it("[GAP-DOG-17] converts an external ancestor into a dog of the kennel, with its offspring", async () => {
    await importRows(team, [dog("Pup", { sire: "Zar", sireNumber: "Z1" })]);
    await importRows(team, [dog("Zar of Oak", { registrationNumber: "Z1", dateOfBirth: "2010-01-01" })]);
    expect((await listed()).map((each) => [each.name, each.isExternal, each.sire?.name])).toEqual([
      ["Pup", false, "Zar of Oak"],
      ["Zar of Oak", false, undefined],
    ]);
    expect(await countersOf()).toEqual([2, 0]);
  });

  it("[GAP-BILL-06] writes nothing at all when the plan has no room for the dogs", async () => {
    await addDog(team.owner, team.kennelId, { name: "Only" });
    const rows = Array.from({ length: 5000 }, (_, index) => dog(`D${index}`));
    const runId = await checkRows(team, rows, { chunkRows: 1000 });
    expect((await findRun(team, runId))?.report?.isOverLimit).toBe(true);
    const args = { kennelId: team.kennelId, runId };
    expect((await failureOf(team.owner.as.mutation(api.imports.imports.confirm, args))).code).toBe(
      "LIMIT_REACHED",
    );
    expect((await listed()).map((each) => each.name)).toEqual(["Only"]);
  });

  it("[GAP-DOG-03] updates more dogs than one transaction can, and restores all when it must stop", async () => {
    const { owner, kennelId, deployment } = team;
    const count = 3300;
    const rows = Array.from({ length: count }, (_, index) =>
      dog(`D${index}`, { registrationNumber: `N${index}` }),
    );
    await importRows(team, rows, { chunkRows: 1100 });
    const changed = rows.map((row) => ({ ...row, color: "Tan", breed: "Beagle" }));
    const runId = await checkRows(team, changed, { mode: "update", chunkRows: 1100 });
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    for (let step = 0; step < 3; step += 1)
      await deployment.mutation(internal.imports.imports.write, { runId });
    const half = await listedColors();
    expect(half.tan).toBeGreaterThan(0);
    expect(half.tan).toBeLessThan(count);
    await owner.as.mutation(api.imports.imports.cancel, { kennelId, runId });
    await finishScheduled(team);
    expect(await listedColors()).toEqual({ tan: 0, all: count });
    expect(await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Boxer"]);
    expect(await findRun(team, runId)).toBeUndefined();
    await importRows(team, changed, { mode: "update", chunkRows: 1100 });
    expect(await listedColors()).toEqual({ tan: count, all: count });
    expect(await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Beagle"]);
  }, 60_000);

  it("[GAP-DOG-03] adds more dogs than one transaction has time for, and removes all when it must stop", async () => {
    const { owner, kennelId, deployment } = team;
    const count = MAX_ADDED_AT_ONCE + 1;
    const rows = Array.from({ length: count }, (_, index) =>
      dog(`D${index}`, { registrationNumber: `N${index}` }),
    );
    const runId = await checkRows(team, rows, { chunkRows: 1100 });
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    expect(await listedColors()).toEqual({ tan: 0, all: WRITE_ENTRIES });
    await owner.as.mutation(api.imports.imports.cancel, { kennelId, runId });
    await finishScheduled(team);
    expect(await listedColors()).toEqual({ tan: 0, all: 0 });
    const run = await importRows(team, rows, { chunkRows: 1100 });
    expect(run).toMatchObject({ state: "finished", done: count });
    expect(await listedColors()).toEqual({ tan: 0, all: count });
  }, 60_000);

  it("[GAP-DOG-03] checks again instead of writing outdated results", async () => {
    const { owner, kennelId } = team;
    const runId = await checkRows(team, [dog("Rex", { registrationNumber: "R1" })]);
    await addDog(owner, kennelId, { name: "Rex of Oak", gender: "male", registrationNumber: "R1" });
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await finishScheduled(team);
    expect(await findRun(team, runId)).toMatchObject({
      state: "checked",
      isRechecked: true,
      report: { added: 0, skipped: 1 },
    });
    expect((await listed()).map(({ name }) => name)).toEqual(["Rex of Oak"]);
  });

  it("is listed for a month", async () => {
    const run = await importRows(team, [dog("A")]);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    await team.deployment.mutation(internal.jobs.sweep, { table: "importRuns" });
    await finishScheduled(team);
    expect(await findRun(team, run?._id ?? "")).toBeUndefined();
    expect(await leftovers()).toEqual([0, 0, 0]);
    expect((await listed()).map(({ name }) => name)).toEqual(["A"]);
  });

  it("is deleted when nobody confirms it within a week, or when it is canceled", async () => {
    const { owner, kennelId, deployment } = team;
    const forgotten = await checkRows(team, [dog("A")]);
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    await deployment.mutation(internal.jobs.sweep, { table: "importRuns" });
    await finishScheduled(team);
    expect(await findRun(team, forgotten)).toBeUndefined();
    const cancelled = await checkRows(team, [dog("B")]);
    await owner.as.mutation(api.imports.imports.cancel, { kennelId, runId: cancelled });
    await finishScheduled(team);
    expect(await findRun(team, cancelled)).toBeUndefined();
    expect(await leftovers()).toEqual([0, 0, 0]);
  });
});

const listedColors = async () =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", team.kennelId))
      .take(10_000);
    return { tan: dogs.filter(({ color }) => color === "Tan").length, all: dogs.length };
  });

/** There are six generations from a few founders. Offspring come before parents, as in many files. */
function breed(perGeneration: number): RowValues[] {
  const rows: RowValues[] = [];
  for (let generation = 0; generation < 6; generation += 1) {
    for (let index = 0; index < perGeneration; index += 1) {
      const mate = (index + generation) % perGeneration;
      rows.push({
        fileId: `${generation}-${index}`,
        name: `Ancestor ${generation} ${index} von Eichen`,
        gender: index % 2 === 0 ? "male" : "female",
        registrationNumber: `VDH ${generation}/${index}`,
        dateOfBirth: `${1990 + generation * 3}-05-01`,
        ...(generation > 0 && {
          sireFileId: `${generation - 1}-${mate - (mate % 2)}`,
          damFileId: `${generation - 1}-${index - (index % 2) + 1}`,
        }),
      });
    }
  }
  return rows.reverse();
}

describe("importing a pedigree database", () => {
  const options = { kind: "ancestors", mode: "complete", breed: "Boxer", fileName: "breed.csv" } as const;

  it("[GAP-DOG-17] creates external ancestors, which are not listed or counted, but can be chosen as parents", async () => {
    expect(await importRows(team, breed(200), options)).toMatchObject({
      state: "finished",
      report: { added: 1200, errors: 0 },
    });
    expect(await listed()).toEqual([]);
    expect(await countersOf()).toEqual([0, 1200]);
    expect(await search("VDH 5/4")).toContain("Ancestor 5 4 von Eichen");
    const [name] = await search("Ancestor 5 4 von");
    expect(name).toBe("Ancestor 5 4 von Eichen");
    const { total, found } = await team.owner.as.query(api.dogs.dogs.searchAncestors, {
      kennelId: team.kennelId,
      search: "eichen",
    });
    expect([total, found.length]).toEqual([1200, 20]);
  });

  it("[GAP-DOG-17] completes the kennel's own dogs, and restores them when the database is removed", async () => {
    const { owner, kennelId } = team;
    const own = await addDog(owner, kennelId, {
      name: "Ancestor 5 0",
      gender: "male",
      registrationNumber: "VDH 5/0",
      color: "Red",
    });
    const rows = breed(20).map((row) => (row["fileId"] === "5-0" ? { ...row, color: "Blue" } : row));
    const run = await importRows(team, rows, options);
    expect(run?.report).toMatchObject({ added: 119, updated: 1 });
    const completed = await owner.as.query(api.dogs.dogs.get, { dogId: own._id });
    expect(completed).toMatchObject({ name: "Ancestor 5 0", color: "Red", dateOfBirth: "2005-05-01" });
    expect(completed?.sire?.name).toMatch(/^Ancestor 4/);
    const tree = await owner.as.query(api.pedigree.ancestry.tree, { dogId: own._id, generations: 5 });
    expect(tree?.dogs.length).toBeGreaterThan(20);
    await owner.as.mutation(api.imports.imports.remove, { kennelId, runId: run?._id ?? "" });
    await finishScheduled(team);
    const restored = await owner.as.query(api.dogs.dogs.get, { dogId: own._id });
    expect(restored).toMatchObject({
      name: "Ancestor 5 0",
      color: "Red",
      dateOfBirth: null,
      sire: null,
      sireName: null,
    });
    expect(await countersOf()).toEqual([1, 0]);
    expect(await findRun(team, run?._id ?? "", "ancestors")).toBeUndefined();
    expect(await leftovers()).toEqual([0, 0, 0]);
  });

  it("[GAP-DOG-17] keeps the name of a removed ancestor in the dogs that named it as a parent", async () => {
    const { owner, kennelId } = team;
    const run = await importRows(team, breed(20), options);
    const [sire] = await owner.as.query(api.dogs.dogs.searchParents, {
      kennelId,
      gender: "male",
      search: "Ancestor 5 0",
    });
    const pup = await addDog(owner, kennelId, { name: "Pup", sireId: sire?._id ?? "" });
    await owner.as.mutation(api.imports.imports.remove, { kennelId, runId: run?._id ?? "" });
    await finishScheduled(team);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: pup._id })).toMatchObject({
      sire: null,
      sireName: "Ancestor 5 0 von Eichen",
    });
  });

  it("[GAP-DOG-17] shows nothing before it is complete, and leaves nothing behind when it is stopped", async () => {
    const { owner, kennelId, deployment } = team;
    const runId = await checkRows(team, breed(200), options);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    const written = await deployment.run(
      async (ctx) =>
        await ctx.db
          .query("dogs")
          .withIndex("by_kennel_and_import", (q) => q.eq("kennelId", kennelId).eq("importId", runId))
          .take(5000),
    );
    // A step has few rows, so that other work runs soon.
    expect(written).toHaveLength(WRITE_ENTRIES);
    expect(await search("Ancestor")).toEqual([]);
    const hidden = written.find(({ gender }) => gender === "male");
    const refused = await failureOf(addDog(owner, kennelId, { name: "Pup", sireId: hidden?._id ?? "" }));
    expect(refused.details.fields).toEqual({ sireId: "Sire is not a dog of this kennel" });
    await owner.as.mutation(api.imports.imports.cancel, { kennelId, runId });
    await finishScheduled(team);
    expect(await countersOf()).toEqual([0, 0]);
    expect(await leftovers()).toEqual([0, 0, 0]);
  });

  it("[GAP-DOG-20] is undone as a whole when somebody uses one of its numbers before the end", async () => {
    const { owner, kennelId, deployment } = team;
    const runId = await checkRows(team, breed(40), options);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    await addDog(owner, kennelId, { name: "Quick", registrationNumber: "VDH 5/0" });
    await finishScheduled(team);
    expect(await findRun(team, runId, "ancestors")).toMatchObject({
      state: "failed",
      problem: "Somebody has changed the kennel's dogs in the meantime. Nothing was imported.",
    });
    expect(await countersOf()).toEqual([1, 0]);
  });

  it("continues while other people do unrelated work", async () => {
    const { owner, kennelId, deployment } = team;
    const runId = await checkRows(team, breed(40), options);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    await addDog(owner, kennelId, { name: "Unrelated" });
    await finishScheduled(team);
    expect(await findRun(team, runId, "ancestors")).toMatchObject({ state: "finished" });
    expect(await countersOf()).toEqual([1, 240]);
  });

  it("writes one import at a time", async () => {
    const { owner, manager, kennelId } = team;
    const first = await checkRows(team, breed(20), options);
    const second = await checkRows(team, [dog("A")], { by: manager });
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId: first });
    const refused = await failureOf(
      manager.as.mutation(api.imports.imports.confirm, { kennelId, runId: second }),
    );
    expect(refused.code).toBe("IMPORT_UNDERWAY");
  });

  it("[GAP-DOG-17] can be repeated with a newer file, without duplicates", async () => {
    await importRows(team, breed(20), options);
    const newer = breed(20).map((row) => ({ ...row, color: "Fawn" }));
    const run = await importRows(
      team,
      [...newer, { name: "Young", gender: "female", sireNumber: "VDH 5/0" }],
      options,
    );
    expect(run?.report).toMatchObject({ added: 1, updated: 120 });
    expect(await countersOf()).toEqual([0, 121]);
    expect(await search("Young", "female")).toEqual(["Young"]);
  });
});

describe("an ancestor that becomes a dog of the kennel", () => {
  it("[GAP-DOG-17] is listed and counted from then on", async () => {
    const { owner, viewer, kennelId } = team;
    await importRows(team, [dog("Pup", { sire: "Zar" })]);
    const [choice] = await owner.as.query(api.dogs.dogs.searchParents, {
      kennelId,
      gender: "male",
      search: "Zar",
    });
    const dogId = choice?._id ?? "";
    expect((await failureOf(viewer.as.mutation(api.dogs.dogs.adopt, { dogId }))).code).toBe("FORBIDDEN");
    expect(await owner.as.mutation(api.dogs.dogs.adopt, { dogId })).toMatchObject({
      name: "Zar",
      isExternal: false,
    });
    expect((await failureOf(owner.as.mutation(api.dogs.dogs.adopt, { dogId }))).code).toBe(
      "VALIDATION_FAILED",
    );
    expect((await failureOf(team.stranger.as.mutation(api.dogs.dogs.adopt, { dogId }))).code).toBe(
      "NOT_FOUND",
    );
    expect((await listed()).map(({ name }) => name)).toEqual(["Pup", "Zar"]);
    expect(await countersOf()).toEqual([2, 0]);
  });
});

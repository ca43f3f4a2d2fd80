/** Tests imports into a kennel that already has some of the dogs. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { KNOWN_DOG_MODES } from "../../domain/imports/planned";
import { startTeam, type Team } from "../support/backend";
import { checkRows, dog, findRun, finishScheduled, importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

/** Sorted by name. */
const everybody = async () =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db.query("dogs").take(1000);
    const names = new Map(dogs.map(({ _id, name }) => [_id, name]));
    const nameOf = (id: (typeof dogs)[number]["sireId"]) => (id && names.get(id)) ?? "nobody";
    return dogs.map(({ name, sireId, damId }) => [name, nameOf(sireId), nameOf(damId)].join("/")).sort();
  });

describe("a dog of the kennel that is also in the file is the parent named in other lines", () => {
  it.each(KNOWN_DOG_MODES)("[GAP-DOG-17] by the file's own id (%s)", async (mode) => {
    const parents = [dog("Rex", { fileId: "I1" }), dog("Heidi", { gender: "female", fileId: "I2" })];
    await importRows(team, parents, { kind: "ancestors" });
    const pup = dog("Pup", { fileId: "I3", sireFileId: "I1", damFileId: "I2" });
    const run = await importRows(team, [...parents, pup], { kind: "ancestors", mode });
    expect(run?.report).toMatchObject({ added: 1, warnings: 0, links: { certain: 2 } });
    expect(await everybody()).toEqual(["Heidi/nobody/nobody", "Pup/Rex/Heidi", "Rex/nobody/nobody"]);
  });

  it.each(KNOWN_DOG_MODES)(
    "[GAP-DOG-03] by the name that the file gives for its number (%s)",
    async (mode) => {
      const known = { registrationNumber: "VDH 123", dateOfBirth: "2015-01-01" };
      await importRows(team, [dog("Aramis vom Tal", known)]);
      const pup = dog("Bello", { sire: "Rex", dateOfBirth: "2020-01-01" });
      await importRows(team, [dog("Rex", known), pup], { mode });
      const sire = mode === "update" ? "Rex" : "Aramis vom Tal";
      expect(await everybody()).toEqual([`${sire}/nobody/nobody`, `Bello/${sire}/nobody`].sort());
    },
  );

  it.each(KNOWN_DOG_MODES)("[GAP-DOG-03] or is asked about, for a similar name (%s)", async (mode) => {
    const known = { registrationNumber: "VDH 123", dateOfBirth: "2015-01-01" };
    await importRows(team, [dog("Aramis vom Tal", known)]);
    const pup = dog("Bello", { sire: "CH Rex of Oakhill", dateOfBirth: "2020-01-01" });
    const runId = await checkRows(team, [dog("Rex of Oakhill", known), pup], { mode });
    const { questions } = await team.owner.as.query(api.imports.imports.problems, {
      kennelId: team.kennelId,
      runId,
    });
    expect(questions).toMatchObject([{ name: "CH Rex of Oakhill", candidates: [{ isLikely: true }] }]);
  });
});

describe("a dog's number", () => {
  const born = { dateOfBirth: "2010-01-01" };
  const questionsOf = async (rows: Parameters<typeof checkRows>[1]) => {
    const runId = await checkRows(team, rows);
    const args = { kennelId: team.kennelId, runId };
    return (await team.owner.as.query(api.imports.imports.problems, args)).questions;
  };
  beforeEach(async () => {
    await importRows(team, [dog("Aramis vom Tal", { registrationNumber: "SE12345/2010", ...born })]);
  });

  it("[GAP-DOG-03] with other slashes and spaces creates no second dog", async () => {
    const pup = dog("Pup", {
      sire: "Aramis vom Tal",
      sireNumber: "SE-12345.2010",
      dateOfBirth: "2020-01-01",
    });
    const again = dog("Aramis vom Tal", { registrationNumber: "SE 12345-2010", ...born });
    const run = await importRows(team, [again, pup]);
    expect(run?.report).toMatchObject({ added: 1, ancestors: 0, links: { certain: 1 } });
    expect(await everybody()).toEqual(["Aramis vom Tal/nobody/nobody", "Pup/Aramis vom Tal/nobody"]);
  });

  it("[GAP-DOG-03] of another club causes a question when name and birth date are the same", async () => {
    const again = dog("CH Aramis vom Tal", { registrationNumber: "AKC 77", ...born });
    expect(await questionsOf([again])).toMatchObject([
      { role: "dog", reason: "unlike", candidates: [{ name: "Aramis vom Tal", isLikely: false }] },
    ]);
    expect(await questionsOf([{ ...again, dateOfBirth: "2012-01-01" }])).toEqual([]);
  });

  it("[GAP-DOG-03] of another club causes a question when a parent has a full name", async () => {
    const pup = (sire: string) => dog("Pup", { sire, sireNumber: "AKC 77", dateOfBirth: "2020-01-01" });
    expect(await questionsOf([pup("Aramis vom Tal")])).toMatchObject([
      { role: "sire", reason: "unlike", candidates: [{ name: "Aramis vom Tal", isLikely: false }] },
    ]);
    // Many dogs share a name of one word.
    await importRows(team, [dog("Max", { registrationNumber: "VDH 5" })]);
    expect(await questionsOf([pup("Max")])).toEqual([]);
  });
});

it("[GAP-DOG-03] an ancestor that is created only if a question is answered with 'a new dog' is not counted as new", async () => {
  await importRows(team, [dog("CH Oakhill Max")]);
  const runId = await checkRows(team, [dog("Pup", { sire: "Oakhill Max", dam: "Heidi" })]);
  expect((await findRun(team, runId))?.report).toMatchObject({
    questions: 1,
    ancestors: 1,
    links: { made: 1 },
  });
  const args = { kennelId: team.kennelId, runId };
  const { ancestors } = await team.owner.as.query(api.imports.imports.problems, args);
  expect(ancestors.map(({ name }) => name)).toEqual(["Heidi"]);
});

it("[GAP-DOG-03] undoing two imports, the last one first, leaves nothing behind", async () => {
  const takeBack = async (runId: string) => {
    vi.setSystemTime(Date.now() + 60_000);
    await team.owner.as.mutation(api.imports.imports.remove, { kennelId: team.kennelId, runId });
    await finishScheduled(team);
    expect(await findRun(team, runId)).toBeUndefined();
  };
  const first = await importRows(team, [dog("Rex", { color: "Tan" })]);
  vi.setSystemTime(Date.now() + 60_000);
  const second = await importRows(team, [dog("Rex", { color: "Red", sire: "Zar" })], { mode: "update" });
  await takeBack(second?._id ?? "");
  expect(await everybody()).toEqual(["Rex/nobody/nobody"]);
  await takeBack(first?._id ?? "");
  expect(await everybody()).toEqual([]);
});

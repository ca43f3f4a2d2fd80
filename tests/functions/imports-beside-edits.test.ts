/** Tests imports that are written or undone in batches while people work in the kennel. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { startTeam, TODAY, type Team } from "../support/backend";
import { checkRows, dog, findRun, finishScheduled, importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const ofRun = (runId: string) => ({ kennelId: team.kennelId, runId });
const addAncestor = async (name: string, parents: { sireId?: Id<"dogs"> } = {}) => {
  const given = { kennelId: team.kennelId, name, gender: "male" as const, breed: "Boxer" };
  const { _id } = await team.owner.as.mutation(api.dogs.dogs.createExternal, given);
  if (parents.sireId) await change(_id, parents);
  return _id;
};
const change = async (dogId: Id<"dogs">, fields: { sireId?: Id<"dogs">; color?: string }) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, ...fields, today: TODAY });
const read = async (dogId: Id<"dogs">) =>
  await team.deployment.run(async (ctx) => await ctx.db.get("dogs", dogId));

async function doBatch() {
  vi.advanceTimersByTime(10);
  await team.deployment.finishInProgressScheduledFunctions();
}

/** Also compares links and counts with the rows. */
const everybody = async () =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db.query("dogs").take(5000);
    const byId = new Map(dogs.map((each) => [each._id, each]));
    const offspring = new Map<string, number>();
    for (const { name, sireId, damId } of dogs) {
      for (const parentId of [sireId, damId]) {
        if (parentId === undefined) continue;
        expect([name, byId.has(parentId)]).toEqual([name, true]);
        offspring.set(parentId, (offspring.get(parentId) ?? 0) + 1);
      }
    }
    expect(dogs.map(({ name, offspringCount }) => [name, offspringCount])).toEqual(
      dogs.map(({ name, _id }) => [name, offspring.get(_id) ?? 0]),
    );
    const counters = await ctx.db
      .query("kennelCounters")
      .withIndex("by_kennel", (q) => q.eq("kennelId", team.kennelId))
      .unique();
    expect([counters?.dogs ?? 0, counters?.externalDogs ?? 0]).toEqual([
      dogs.filter(({ isExternal }) => !isExternal).length,
      dogs.filter(({ isExternal }) => isExternal).length,
    ]);
    return dogs.map(({ name, sireId }) => [name, sireId && byId.get(sireId)?.name].join("/")).sort();
  });

const ancestorsOf = (sire: string, count: number) =>
  Array.from({ length: count }, (_, at) => dog(`Son ${at}`, { sire, registrationNumber: `S${at}` }));

/** Writes only the first batch. */
async function beginWriting(rows: readonly ReturnType<typeof dog>[], mode: "update" | "complete" = "update") {
  const runId = await checkRows(team, rows, { kind: "ancestors", mode });
  await team.owner.as.mutation(api.imports.imports.confirm, ofRun(runId));
  await doBatch();
  const run = await findRun(team, runId, "ancestors");
  expect([run?.state, (run?.done ?? 0) > 0]).toEqual(["writing", true]);
  return runId;
}

it("[GAP-DOG-17] a dog that is deleted while its offspring are written leaves no link to itself", async () => {
  const sireId = await addAncestor("Zar");
  const runId = await beginWriting(ancestorsOf("Zar", 200));
  await doBatch();
  const args = { dogId: sireId };
  await expect(team.owner.as.mutation(api.dogs.dogs.remove, args)).rejects.toThrow("HAS_OFFSPRING");
  await team.owner.as.mutation(api.dogs.dogs.remove, { ...args, confirmed: true });
  await finishScheduled(team);
  expect((await findRun(team, runId, "ancestors"))?.state).toBe("failed");
  expect(await everybody()).toEqual([]);
});

it.each(["saved", "re-parented", "deleted"])(
  "[GAP-DOG-17] when an import is canceled halfway, the offspring counts stay correct for a dog that was %s in between",
  async (what) => {
    const former = await addAncestor("Former");
    const given = await addAncestor("Given");
    const third = await addAncestor("Third");
    const child = await addAncestor("Child", { sireId: former });
    const rows = [
      dog("Child", { sire: "Given" }),
      ...Array.from({ length: 60 }, (_, at) => dog(`New ${at}`, { registrationNumber: `N${at}` })),
    ];
    for (let at = 0; at < 60; at += 1) await addAncestor(`Old ${at}`);
    const runId = await beginWriting([
      ...rows,
      ...Array.from({ length: 60 }, (_, at) => dog(`Old ${at}`, { color: "Red" })),
    ]);
    while ((await read(child))?.sireId === former) await doBatch();
    expect((await read(child))?.sireId).toBe(given);
    expect((await findRun(team, runId, "ancestors"))?.state).toBe("writing");
    if (what === "saved") await change(child, { color: "Tan" });
    else if (what === "re-parented") await change(child, { sireId: third });
    else await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: child, confirmed: true });
    await team.owner.as.mutation(api.imports.imports.cancel, ofRun(runId));
    await finishScheduled(team);
    expect(await findRun(team, runId, "ancestors")).toBeUndefined();
    const now = await everybody();
    expect(now.filter((each) => each.startsWith("New"))).toEqual([]);
    expect(now.filter((each) => each.startsWith("Child"))).toEqual(
      { saved: ["Child/Given"], "re-parented": ["Child/Third"], deleted: [] }[what],
    );
  },
);

it.each(["update", "complete"] as const)(
  "[GAP-DOG-17] a dog whose parents change before its own line is written (%s) counts for its current parents",
  async (mode) => {
    const former = await addAncestor("Former");
    await addAncestor("Given");
    const third = await addAncestor("Third");
    const moved = await addAncestor("Moved", mode === "update" ? { sireId: former } : {});
    const newcomer = await addAncestor("Newcomer");
    const rows = [
      dog("Moved", { sire: "Given" }),
      dog("Newcomer", { sire: "New 1" }),
      ...Array.from({ length: 160 }, (_, at) => dog(`New ${at}`, { registrationNumber: `N${at}` })),
    ];
    await beginWriting(rows, mode);
    await change(moved, { sireId: third });
    await change(newcomer, { sireId: third });
    await finishScheduled(team);
    const now = await everybody();
    expect(now.filter((each) => /^(?:Moved|Newcomer)/u.test(each))).toEqual(
      mode === "update" ? ["Moved/Given", "Newcomer/New 1"] : ["Moved/Third", "Newcomer/Third"],
    );
  },
);

it("[GAP-DOG-03] while an import is undone nobody can undo it again or link to its dogs, and saved changes are kept", async () => {
  const { owner, manager, kennelId } = team;
  const pups = Array.from({ length: 260 }, (_, at) => dog(`Pup ${at}`, { registrationNumber: `P${at}` }));
  const run = await importRows(team, [dog("Father", { registrationNumber: "F1" }), ...pups]);
  vi.setSystemTime(Date.now() + 60_000);
  const args = ofRun(run?._id ?? "");
  await owner.as.mutation(api.imports.imports.remove, args);
  await doBatch();
  await expect(manager.as.mutation(api.imports.imports.remove, args)).rejects.toThrow("NOT_FOUND");
  const left = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(500));
  expect(left.length).toBeLessThan(261);
  const [father, saved, deleted] = ["Father", "Pup 0", "Pup 1"].map(
    (name) => left.find((each) => each.name === name)?._id,
  );
  if (!father || !saved || !deleted) throw new Error("The first batch took the first dogs of the file");
  await change(saved, { color: "Tan" });
  await owner.as.mutation(api.dogs.dogs.remove, { dogId: deleted });
  const mine = await addAncestor("Mine");
  await expect(change(mine, { sireId: father })).rejects.toThrow("Sire is not a dog of this kennel");
  const other = await checkRows(team, [dog("Father", { registrationNumber: "F1" })], { by: manager });
  await finishScheduled(team);
  await manager.as.mutation(api.imports.imports.confirm, { kennelId, runId: other });
  await finishScheduled(team);
  expect((await findRun(team, other))?.isRechecked).toBe(true);
  expect(await everybody()).toEqual(["Mine/", "Pup 0/"]);
  expect(await read(saved)).toMatchObject({ color: "Tan" });
});

it("[GAP-DOG-03] an import whose second check repeatedly fails is canceled", async () => {
  const runId = await checkRows(team, [dog("Rex")]);
  await addAncestor("Zar");
  await team.owner.as.mutation(api.imports.imports.confirm, ofRun(runId));
  expect(await findRun(team, runId)).toMatchObject({ state: "checking", isRechecked: true });
  // Each checking action is lost.
  for (let tries = 0; tries < 4; tries += 1)
    await team.deployment.mutation(internal.imports.imports.beginPlanned, { runId });
  expect(await findRun(team, runId)).toMatchObject({
    state: "failed",
    problem: "The file could not be checked. Nothing was imported.",
  });
});

const atOnce = async (calls: readonly (() => Promise<unknown>)[]) => {
  const ends = await Promise.allSettled(calls.map(async (call) => await call()));
  return ends.map((end) => (end.status === "fulfilled" ? "done" : String(end.reason)));
};

it("[GAP-DOG-03] an import that is confirmed several times at once is written once", async () => {
  const { owner, manager } = team;
  const rows = [dog("Rex"), ...ancestorsOf("Rex", 3)];
  const runId = await checkRows(team, rows);
  const confirmBy = (as: Team["owner"]["as"]) => async () =>
    await as.mutation(api.imports.imports.confirm, ofRun(runId));
  const [first, second, another] = await atOnce([
    confirmBy(owner.as),
    confirmBy(owner.as),
    confirmBy(manager.as),
  ]);
  expect([first, second].filter((end) => end === "done")).toHaveLength(1);
  expect([first, second].find((end) => end !== "done")).toContain("This import is not ready to be confirmed");
  expect(another).toContain("NOT_FOUND");
  await finishScheduled(team);
  expect(await findRun(team, runId)).toMatchObject({ state: "finished", done: 4 });
  expect(await everybody()).toEqual(["Rex/", "Son 0/Rex", "Son 1/Rex", "Son 2/Rex"]);
});

it("[GAP-DOG-03] of two imports confirmed at once, one is written and the other recognizes its dogs", async () => {
  const people = [team.owner, team.manager];
  const runs: { by: Team["owner"]; runId: string }[] = [];
  for (const [at, by] of people.entries()) {
    const rows = [dog("Rex", { registrationNumber: "R1" }), dog(`Pup ${at}`, { sire: "Rex" })];
    runs.push({ by, runId: await checkRows(team, rows, { by }) });
  }
  const confirm = async ({ by, runId }: (typeof runs)[number]) =>
    await by.as.mutation(api.imports.imports.confirm, ofRun(runId));
  const ends = await atOnce(runs.map((each) => async () => await confirm(each)));
  const late = runs.find((_, at) => ends[at] !== "done");
  expect(ends.filter((end) => end === "done")).toHaveLength(1);
  expect(ends.find((end) => end !== "done")).toContain("IMPORT_UNDERWAY");
  if (!late) throw new Error("Both imports were confirmed");
  await finishScheduled(team);
  await confirm(late);
  await finishScheduled(team);
  expect(await findRun(team, late.runId)).toMatchObject({ state: "checked", isRechecked: true });
  await confirm(late);
  await finishScheduled(team);
  expect(await everybody()).toEqual(["Pup 0/Rex", "Pup 1/Rex", "Rex/"]);
});

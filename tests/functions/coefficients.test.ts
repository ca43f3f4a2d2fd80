/** The coefficients of a whole breed: reckoned in the background, taken up after a restart, marked when out of date. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { finishScheduled, importRows, type RowValues } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

/** Two founders and three generations of full siblings mated. */
const fullSibs: RowValues[] = [0, 1, 2, 3].flatMap((generation) =>
  (["male", "female"] as const).map((gender) => ({
    fileId: `${gender} ${generation}`,
    name: `${gender} ${generation}`,
    gender,
    dateOfBirth: `${2000 + generation}-01-01`,
    ...(generation > 0 && { sireFileId: `male ${generation - 1}`, damFileId: `female ${generation - 1}` }),
  })),
);
const importSibs = async () =>
  await importRows(team, fullSibs, { kind: "ancestors", mode: "complete", breed: "Boxer" });
const overview = async () =>
  await team.owner.as.query(api.pedigree.coefficients.overview, { kennelId: team.kennelId });

describe("the coefficients of a breed", () => {
  it("[GAP-ANC-02] are reckoned after an import, with means by year and the most inbred", async () => {
    expect(await overview()).toEqual({ running: null, hasFailed: false, result: null });
    await importSibs();
    const { running, result } = await overview();
    expect(running).toBeNull();
    expect(result).toMatchObject({
      isOutOfDate: false,
      dogs: 8,
      founders: 2,
      inbredDogs: 4,
      mean: 0.15625,
      ownMean: null,
      years: [
        { year: 2000, dogs: 2, mean: 0 },
        { year: 2001, dogs: 2, mean: 0 },
        { year: 2002, dogs: 2, mean: 0.25 },
        { year: 2003, dogs: 2, mean: 0.375 },
      ],
    });
    expect(
      result?.mostInbred
        .slice(0, 2)
        .map(({ name, coefficient }) => [name, coefficient])
        .sort(),
    ).toEqual([
      ["female 3", 0.375],
      ["male 3", 0.375],
    ]);
    const youngest = result?.mostInbred[0]?._id ?? "";
    expect(await team.owner.as.query(api.pedigree.coefficients.ofDog, { dogId: youngest })).toEqual({
      coefficient: 0.375,
      mean: 0.15625,
      dogs: 8,
      isOutOfDate: false,
    });
  });

  it("[GAP-ANC-02] are marked out of date by a change of the pedigree, and are right again afterwards", async () => {
    const { owner, kennelId } = team;
    await importSibs();
    const choose = async (gender: "male" | "female") =>
      (await owner.as.query(api.dogs.dogs.searchParents, { kennelId, gender, search: `${gender} 3` }))[0]
        ?._id ?? "";
    const pup = await addDog(owner, kennelId, {
      name: "Pup",
      sireId: await choose("male"),
      damId: await choose("female"),
    });
    expect((await overview()).result?.isOutOfDate).toBe(true);
    expect(await owner.as.query(api.pedigree.coefficients.ofDog, { dogId: pup._id })).toBeNull();
    await owner.as.mutation(api.pedigree.coefficients.start, { kennelId });
    await finishScheduled(team);
    expect((await overview()).result).toMatchObject({ isOutOfDate: false, dogs: 9, ownMean: 0.5 });
    // A change that neither relates nor identifies a dog leaves the result as it is.
    await owner.as.mutation(api.dogs.dogs.update, { dogId: pup._id, color: "Fawn", today: "2025-06-15" });
    expect((await overview()).result?.isOutOfDate).toBe(false);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("coefficients").take(10));
    expect(rows).toHaveLength(1);
  });

  it("can be cancelled, and then the former result stays", async () => {
    const { owner, kennelId, deployment } = team;
    await importSibs();
    await addDog(owner, kennelId, { name: "New" });
    await owner.as.mutation(api.pedigree.coefficients.start, { kennelId });
    expect((await overview()).running).toMatchObject({ state: "reading" });
    await owner.as.mutation(api.pedigree.coefficients.cancel, { kennelId });
    await finishScheduled(team);
    expect(await overview()).toMatchObject({ running: null, hasFailed: false, result: { dogs: 8 } });
    const files = await deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(5));
    expect(files).toEqual([]);
  });

  it("are taken up after a restart from what was kept", async () => {
    const { owner, kennelId, deployment } = team;
    await importSibs();
    await addDog(owner, kennelId, { name: "New" });
    await owner.as.mutation(api.pedigree.coefficients.start, { kennelId });
    const runId = await deployment.run(async (ctx) => {
      const [run] = await ctx.db.query("coefficientRuns").order("desc").take(1);
      return run?._id;
    });
    if (!runId) throw new Error("No reckoning was begun");
    // A step that was cut off: begun, and never heard of again.
    const step = await deployment.mutation(internal.pedigree.coefficients.beginReckoned, { runId });
    await deployment.run(async (ctx) => {
      for (const job of await ctx.db.system.query("_scheduled_functions").take(100)) {
        if (job.state.kind === "pending") await ctx.scheduler.cancel(job._id);
      }
    });
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await deployment.mutation(internal.pedigree.coefficients.sweep, {});
    await finishScheduled(team);
    expect(await overview()).toMatchObject({ running: null, result: { dogs: 9, isOutOfDate: false } });
    // What the lost step says late no longer counts.
    const late = { runId, attempt: step?.attempt ?? 0, done: 1, total: 1 };
    expect(await deployment.mutation(internal.pedigree.coefficients.reportReckoned, late)).toBe(false);
  });

  it("are each kennel's own, and may be asked for by those who may change dogs", async () => {
    const { viewer, stranger, kennelId } = team;
    await importSibs();
    expect((await failureOf(viewer.as.mutation(api.pedigree.coefficients.start, { kennelId }))).code).toBe(
      "FORBIDDEN",
    );
    expect((await failureOf(viewer.as.mutation(api.pedigree.coefficients.cancel, { kennelId }))).code).toBe(
      "FORBIDDEN",
    );
    expect((await viewer.as.query(api.pedigree.coefficients.overview, { kennelId })).result?.dogs).toBe(8);
    expect((await failureOf(stranger.as.query(api.pedigree.coefficients.overview, { kennelId }))).code).toBe(
      "NOT_FOUND",
    );
    const dogId = (await overview()).result?.mostInbred[0]?._id ?? "";
    expect(await stranger.as.query(api.pedigree.coefficients.ofDog, { dogId })).toBeNull();
  });
});

/**
 * Tests restores that are interrupted or cannot be completed. Afterwards the kennel must equal the backup, or its
 * earlier state.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type * as Restores from "../../convex/backups/model/restores";
import type { BackupData } from "../../domain/backups/format";
import { addDog, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { contentsOf, madeBackup, recordsOf, stateOf, wipe } from "../support/backups";
import { BREAKS } from "../support/broken-backups";
import { sentFile, soundKennel } from "../support/broken-restores";
import { chanceOf, fillKennel } from "../support/random-kennel";
import {
  beginRestore,
  cutAtMoments,
  newestRestore,
  power,
  resetPower,
  runRestore,
  withPower,
} from "../support/restore-power";

vi.mock("../../convex/backups/model/restores", async (original) =>
  withPower(await original<typeof Restores>()),
);

let team: Team;
beforeEach(async () => {
  team = await startTeam();
  resetPower();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const begin = async (backupId: Id<"backups">, mode: "add" | "exact" = "exact") =>
  await beginRestore(team, backupId, mode);
const run = async (restoreId: Id<"restores">) => await runRestore(team, restoreId);
const newest = async () => await newestRestore(team);

describe("an interrupted restore", () => {
  it.each([11, 12])(
    "[GAP-BAK-04] continues after every crash and is complete in the end (%i)",
    async (seed) => {
      await fillKennel(team, seed, 2);
      const before = await stateOf(team);
      const backupId = await madeBackup(team);
      await wipe(team);
      await addDog(team.owner, team.kennelId, { name: "Later" });
      const restoreId = await begin(backupId);
      let crashes = 0;
      while ((await newest())?.state !== "finished") {
        // Enough to save the current state, and for a few batches.
        power.steps = seed - 7;
        await run(restoreId).catch(() => (crashes += 1));
        power.steps = Infinity;
      }
      expect(crashes).toBeGreaterThan(5);
      expect(await stateOf(team)).toEqual(before);
      // Other users may change data again.
      await addDog(team.staff, team.kennelId, { name: "Nala" });
    },
  );

  it("[GAP-BAK-04] is complete when it continues from any of 12 points, and undone when it cannot continue", async () => {
    const { whole, before } = await cutAtMoments(team, 12);
    expect(Math.min(whole, before)).toBeGreaterThan(0);
  });

  it("[GAP-BAK-04] is continued by one action after another, because the time of an action is limited", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") });
    await fillKennel(team, 23, 2);
    const before = await stateOf(team);
    const backupId = await madeBackup(team);
    await wipe(team);
    const restoreId = await begin(backupId);
    power.stepMs = 60_000;
    await run(restoreId);
    expect((await newest())?.state).toBe("writing");
    await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await newest()).toMatchObject({ state: "finished", errorCount: 0 });
    const row = await team.deployment.run(async (ctx) => await ctx.db.get("restores", restoreId));
    expect(row?.attempt).toBeGreaterThan(5);
    expect(await stateOf(team)).toEqual(before);
  });

  it("[GAP-BAK-04] continues automatically within seconds after its action was ended", async () => {
    const start = Date.parse("2025-06-15T12:00:00Z");
    vi.useFakeTimers({ now: start });
    await fillKennel(team, 24, 1);
    const before = await stateOf(team);
    const backupId = await madeBackup(team);
    await wipe(team);
    await team.owner.as.mutation(api.backups.restores.start, {
      kennelId: team.kennelId,
      backupId,
      mode: "exact",
    });
    power.steps = 15;
    vi.advanceTimersByTime(1);
    await team.deployment.finishInProgressScheduledFunctions();
    expect((await newest())?.state).toBe("writing");
    power.steps = Infinity;
    // The watching job runs first, then the work that it schedules.
    for (const ms of [10_000, 1]) {
      vi.advanceTimersByTime(ms);
      await team.deployment.finishInProgressScheduledFunctions();
    }
    expect(await newest()).toMatchObject({ state: "finished", errorCount: 0 });
    expect(await stateOf(team)).toEqual(before);
  });

  it("is not resumed by the watching job of this or an earlier action while its action runs", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") });
    const { deployment, kennelId, owner } = team;
    const backupId = await madeBackup(team);
    const restoreId = await owner.as.mutation(api.backups.restores.start, {
      kennelId,
      backupId,
      mode: "add",
    });
    const row = async () => await deployment.run(async (ctx) => await ctx.db.get("restores", restoreId));
    const jobId = (await row())?.jobId;
    if (!jobId) throw new Error("Nothing drives the restore");
    await deployment.mutation(internal.backups.restores.watch, { restoreId, jobId });
    expect((await row())?.jobId).toBe(jobId);
    const other = await deployment.run(
      async (ctx) => await ctx.scheduler.runAfter(0, internal.jobs.sweep, { table: "restores" }),
    );
    await deployment.run(async (ctx) => await ctx.scheduler.cancel(other));
    await deployment.mutation(internal.backups.restores.watch, { restoreId, jobId: other });
    expect((await row())?.jobId).toBe(jobId);
    // The current scheduled work was deleted, and other work continues.
    await deployment.run(async (ctx) => await ctx.scheduler.cancel(jobId));
    await deployment.mutation(internal.backups.restores.watch, { restoreId, jobId });
    expect((await row())?.jobId).not.toBe(jobId);
  });

  it("[GAP-BAK-04] within a request continues within seconds after a restart of the server", async () => {
    const start = Date.parse("2025-06-15T12:00:00Z");
    vi.useFakeTimers({ now: start });
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const backupId = await madeBackup(team);
    vi.stubEnv("LOCAL_STARTED_AT", String(start - 1000));
    const restoreId = await begin(backupId);
    const watch = async () => await team.deployment.mutation(internal.backups.restores.watch, { restoreId });
    const jobId = async () =>
      (await team.deployment.run(async (ctx) => await ctx.db.get("restores", restoreId)))?.jobId;
    vi.setSystemTime(start + 10_000);
    await watch();
    expect(await jobId()).toBeUndefined();
    vi.stubEnv("LOCAL_STARTED_AT", String(start + 11_000));
    vi.setSystemTime(start + 12_000);
    // This is the work that was scheduled at the beginning.
    vi.advanceTimersByTime(10_000);
    await team.deployment.finishInProgressScheduledFunctions();
    expect(await jobId()).toBeDefined();
    await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await newest()).toMatchObject({ state: "finished", problem: null });
  });

  it.each([1, 40])(
    "is resumed when it began while a clock was %i days ahead that was then set back",
    async (days) => {
      const start = Date.parse("2025-06-15T12:00:00Z");
      vi.useFakeTimers({ now: start });
      await addDog(team.owner, team.kennelId, { name: "Bella" });
      const backupId = await madeBackup(team);
      vi.setSystemTime(start + days * 86_400_000);
      await begin(backupId);
      vi.setSystemTime(start + 1000);
      await team.deployment.mutation(internal.jobs.sweep, { table: "restores" });
      await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
      expect(await newest()).toMatchObject({ state: "finished", problem: null });
    },
  );

  it("is resumed by the sweep, once no action works on it", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") });
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const backupId = await madeBackup(team);
    await begin(backupId);
    vi.setSystemTime(Date.parse("2025-06-15T12:10:00Z"));
    await team.deployment.mutation(internal.jobs.sweep, { table: "restores" });
    await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await newest()).toMatchObject({ state: "finished", problem: null });
  });

  it("is no longer written by an attempt that was replaced", async () => {
    const backupId = await madeBackup(team);
    const restoreId = await begin(backupId);
    const old = await team.deployment.mutation(internal.backups.restores.claim, { restoreId });
    await team.deployment.mutation(internal.backups.restores.claim, { restoreId });
    const late = { restoreId, attempt: old?.attempt ?? 0 };
    const batch = { table: "dogs" as const, rows: [], errors: [], includesPhotos: true, cursor: "dogs:0" };
    expect(await team.deployment.mutation(internal.backups.restores.write, { ...late, ...batch })).toBeNull();
    expect(await team.deployment.mutation(internal.backups.restores.count, late)).toBeNull();
    expect(await team.deployment.mutation(internal.backups.restores.finish, late)).toBe(false);
  });
});

describe("a file without a signature, interrupted while its records are checked against each other", () => {
  /** The kennel's records, some of them invalid, are sent to the stranger's kennel. */
  async function begun() {
    const sound = await soundKennel(3);
    const { stranger, deployment } = sound.team;
    team = { ...sound.team, owner: stranger, kennelId: await firstKennelOf(stranger) };
    const data = structuredClone(sound.data);
    const chance = chanceOf(6);
    for (const { apply } of BREAKS.filter(() => chance() < 0.1)) apply(data, (rows) => rows.at(-1));
    const cursorOf = async (restoreId: Id<"restores">) =>
      (await deployment.run(async (ctx) => await ctx.db.get("restores", restoreId)))?.cursor;
    const upToChecks = async (restoreId: Id<"restores">) => {
      while (!(await cursorOf(restoreId))?.startsWith("check:")) {
        power.steps = 6;
        await run(restoreId).catch(() => undefined);
      }
    };
    return { data, cursorOf, upToChecks };
  }
  const sent = async (data: BackupData) => await begin(await sentFile(team, data));

  it("[GAP-BAK-04] [BAK-06] has the same result as without interruption, and reports each loss once", async () => {
    const { data, cursorOf, upToChecks } = await begun();
    const at = Date.now();
    await run(await sent(data));
    // A deleted record is still named by the id that it had here, which differs between the two runs.
    const state = async () =>
      Object.entries((await stateOf(team)).records).map(([table, rows]) => [
        table,
        rows.map((row) => row.replaceAll(/\d{15,}(?=[a-zA-Z])/g, "")).sort(),
      ]);
    const losses = async () => (await newest())?.errors.map(({ kind, message }) => ({ kind, message }));
    const [whole, told] = [await state(), await losses()];
    expect(told?.length).toBeGreaterThan(5);
    await wipe(team);
    // Future times in the file are replaced by the time of the restore. That time must be the same in both runs.
    vi.setSystemTime(at);
    const restoreId = await sent(data);
    await upToChecks(restoreId);
    const cursors = new Set<unknown>();
    while ((await newest())?.state !== "finished") {
      cursors.add(await cursorOf(restoreId));
      power.steps = 2;
      await run(restoreId).catch(() => undefined);
    }
    expect(cursors.size).toBeGreaterThan(4);
    expect(await losses()).toEqual(told);
    expect(await state()).toEqual(whole);
  });

  it("[GAP-BAK-04] leaves the kennel as before when it cannot continue", async () => {
    const { data, upToChecks } = await begun();
    await addDog(team.owner, team.kennelId, { name: "Later" });
    const before = await stateOf(team);
    const restoreId = await sent(data);
    await upToChecks(restoreId);
    power.isReporting = true;
    for (let tries = 0; tries < 5; tries += 1) {
      power.steps = 0;
      await run(restoreId).catch(() => undefined);
    }
    power.steps = Infinity;
    await run(restoreId);
    expect(await newest()).toMatchObject({ state: "failed", isUndoing: true });
    expect(await stateOf(team)).toEqual(before);
  });
});

describe("a restore that cannot be completed", () => {
  it("[GAP-BAK-04] restores the earlier state, reports that, and opens the kennel", async () => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") });
    await fillKennel(team, 13, 2);
    const backupId = await madeBackup(team);
    await addDog(team.owner, team.kennelId, { name: "Later" });
    const before = await stateOf(team);
    await begin(backupId);
    power.isReporting = true;
    const { kennelId } = team;
    const restore = await newest();
    if (!restore) throw new Error("There is no restore");
    // The restore makes progress. Then every further attempt fails, until the earlier state is to be restored.
    for (let tries = 0; tries < 5; tries += 1) {
      power.steps = tries === 0 ? 12 : 0;
      await expect(run(restore.id)).rejects.toThrow();
    }
    expect(await newest()).toMatchObject({ state: "writing", isUndoing: true });
    power.steps = Infinity;
    await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await newest()).toMatchObject({
      state: "failed",
      isUndoing: true,
      problem: "The backup could not be restored.",
    });
    expect(await stateOf(team)).toEqual(before);
    await addDog(team.staff, kennelId, { name: "Nala", today: TODAY });
  });
});

describe("a file that cannot be restored", () => {
  const send = async (text: string) => {
    const { owner, kennelId } = team;
    const backupId = await owner.as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
    const storageId = await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([text])));
    await owner.as.mutation(internal.backups.restores.acceptRecords, { kennelId, backupId, storageId });
    await team.deployment.action(internal.backups.actions.backupChecking.checkSent, { backupId });
    return await owner.as.query(api.backups.restores.sent, { kennelId, backupId });
  };
  const withDogs = (dogs: object[]) => JSON.stringify({ metadata: {}, data: { dogs } });

  it("[BAK-01] is refused with the reason, and nothing is changed", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const before = await stateOf(team);
    expect(await send("not json")).toMatchObject({
      state: "failed",
      problems: ["Invalid backup file format"],
    });
    expect(await send('{"data":{}}')).toMatchObject({ problems: ["Invalid backup file format"] });
    expect((await send(withDogs([{ _id: dog._id, name: "Luna" }]))).problems.join()).toContain(
      "dogs 1 (Luna)",
    );
    expect((await send('{"metadata":{},"data":{"users":[{"_id":"u"}]}}')).problems.join()).toContain("users");
    const whole = new TextDecoder().decode(await recordsOf(team, await madeBackup(team)));
    expect((await send(whole.replace("Bella", "Luna"))).problems.join()).toContain("changed or damaged");
    expect((await send(whole.slice(0, -20))).problems).toEqual(["Invalid backup file format"]);
    const refused = await send(whole.replace('"version":1', '"version":2'));
    expect(refused.problems.join()).toContain("newer version");
    const { owner, kennelId } = team;
    const start = owner.as.mutation(api.backups.restores.start, {
      kennelId,
      backupId: refused.id,
      mode: "add",
    });
    await expect(start).rejects.toThrow();
    expect(await stateOf(team)).toEqual(before);
  });

  it("is refused for a value that no record can store, before anything is written", async () => {
    const whole = new TextDecoder().decode(await recordsOf(team, await madeBackup(team)));
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const dog = (await contentsOf(team, await madeBackup(team))).data.dogs?.[0];
    const withFields = async (fields: object) =>
      (await send(withDogs([{ ...dog, ...fields }]))).problems.join();
    const half = withDogs([{ ...dog, name: "HALF" }]).replace("HALF", "\\ud83d");
    expect((await send(half)).problems).toEqual(["Invalid backup file format: it contains half a character"]);
    expect(await withFields({ notes: "x".repeat(1_200_000) })).toContain("is larger than a record may be");
    expect(await withFields({ name: `${"x".repeat(79)}🐕`, notes: 1 })).toContain("dogs 1 (xxx");
    expect(await withFields({ name: "🐕 \\ud83d", notes: "x".repeat(400_000) })).toBe("");
    expect((await send(whole)).problems).toEqual([]);
  });

  it("is refused at the first records for unknown fields, however many names they have", async () => {
    let made = 0;
    const strange = Array.from({ length: 2000 }, (_, number) => ({
      _id: `d${number}`,
      ...Object.fromEntries(Array.from({ length: 100 }, () => [`field${(made += 1)}`, 1])),
    }));
    const { state, problems } = await send(withDogs(strange));
    expect(state).toBe("failed");
    expect(problems).toHaveLength(22);
    expect(problems[1]).toContain("dogs 1:");
    expect(problems.at(-1)).toBe("and more");
  });

  it("is refused for unknown kinds of records, whatever their names", async () => {
    const { state, problems } = await send('{"metadata":{},"data":{"$hünde":[{}],"ünknown":[]}}');
    expect([state, problems[1]]).toEqual(["failed", "The file contains records of an unknown kind: $hünde"]);
    expect((await send('{"metadata":{},"data":{"ünknown":[]}}')).state).toBe("ready");
  });

  it("is reported with a short message, however long the internal message is", async () => {
    const { state, problems } = await send(withDogs([{ _id: "d1", name: "Bella".repeat(300_000) }]));
    expect(state).toBe("failed");
    expect(problems.join().length).toBeLessThan(1000);
  });

  it("[BAK-06] [GAP-BAK-06] is restored without the records whose file is missing, which are reported", async () => {
    // A file that was created here contains the recorded data, whatever the random changes were.
    vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
    await fillKennel(team, 14, 2);
    const whole = new TextDecoder().decode(await recordsOf(team, await madeBackup(team)));
    await wipe(team);
    const sent = await send(whole);
    expect(sent.state).toBe("ready");
    expect(sent.problems.join()).toContain("photos 1: its file is missing");
    const restoreId = await begin(sent.id, "add");
    await run(restoreId);
    const report = await newest();
    expect(report).toMatchObject({ state: "finished" });
    expect(report?.errors).toContainEqual({
      kind: "photos",
      id: expect.any(String) as string,
      message: "Its file is missing",
    });
    expect((await stateOf(team)).sizes).toMatchObject({ dogs: 2, heats: 2 });
  });
});

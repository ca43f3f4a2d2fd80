/** Tests files of health records. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addExport, addHealthRecord } from "../support/health";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
  await addHealthRecord(team, {
    dogId,
    title: 'Teeth, "scaled"',
    recordType: "dental",
    veterinarian: "Dr. Lee",
    vetClinic: "Oak Hill",
    diagnosis: "=HYPERLINK(1)",
    treatment: "Scaling",
    followUpDate: "2025-07-10",
    costCents: 8550,
  });
  await addHealthRecord(team, { dogId, title: "Annual check", dateRecorded: "2025-05-01" });
});
afterEach(() => vi.useRealTimers());

const get = async (query = "") => {
  const response = await team.staff.as.fetch(`/api/health/records/export?kennelId=${team.kennelId}&${query}`);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const filesLeft = async () =>
  await team.deployment.run(async (ctx) => [
    ...(await ctx.db.query("healthExports").take(5)),
    ...(await ctx.db.system.query("_storage").take(5)),
  ]);
const HEAD = "Date,Dog,Type,Title,Veterinarian,Clinic,Diagnosis,Treatment,Follow-up,Cost (USD)";

describe("a file for a user without the right to money and contacts", () => {
  it("has no column for costs", async () => {
    const response = await team.viewer.as.fetch(
      `/api/health/records/export?kennelId=${team.kennelId}&format=csv&today=${TODAY}`,
    );
    const [columns = ""] = (await response.text()).split("\r\n");
    expect(columns).toContain("Follow-up");
    expect(columns).not.toContain("Cost");
  });
});

describe("GET /health/records/export", () => {
  it("[HLT-04] [GAP-HLT-12] returns CSV with the documented columns, the newest first, and leaves no file behind", async () => {
    const { response, bytes } = await get(`format=csv&today=${TODAY}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/csv;charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toContain('filename="health-records-2025-06-15.csv"');
    expect(textOf(bytes)).toBe(
      [
        `\uFEFF${HEAD}`,
        '2025-06-10,Bella,Dental,"Teeth, ""scaled""",Dr. Lee,Oak Hill,\'=HYPERLINK(1),Scaling,2025-07-10,85.50',
        "2025-05-01,Bella,Examination,Annual check,,,,,,",
        "",
      ].join("\r\n"),
    );
    expect(await filesLeft()).toEqual([]);
  });

  it("[HLT-04] [GAP-HLT-12] returns a valid spreadsheet", async () => {
    const { response, bytes } = await get("format=xlsx");
    expect(response.headers.get("Content-Type")).toContain("spreadsheetml");
    const files = unzipSync(bytes);
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("<v>85.5</v>");
    expect(
      Object.values(files)
        .map((file) => strFromU8(file))
        .join(""),
    ).toContain("Annual check");
  });

  it("[HLT-04] [GAP-HLT-12] returns a printed list", async () => {
    const { response, bytes } = await get(`format=pdf&dogId=${dogId}`);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    const lines = linesOf((await readPdf(bytes)).texts);
    expect(lines).toEqual(
      expect.arrayContaining(["My Kennel", "Health records of Bella", "Annual check", "Dental", "$85.50"]),
    );
  });

  it("[GAP-HLT-01] filters by dog, type, dates and search, and refuses an invalid format", async () => {
    const rows = async (query: string) =>
      textOf((await get(query)).bytes)
        .trim()
        .split("\r\n").length - 1;
    const other = (await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" }))._id;
    await addHealthRecord(team, { dogId: other });
    expect(await rows("")).toBe(3);
    expect(await rows(`dogId=${dogId}`)).toBe(2);
    expect(await rows(`dogId=${dogId}&type=dental`)).toBe(1);
    expect(await rows("type=dental")).toBe(1);
    expect(await rows("startDate=2025-05-01&endDate=2025-05-31")).toBe(1);
    expect(await rows("search=scaling")).toBe(0);
    expect(await rows("search=teeth")).toBe(1);
    expect((await get("format=doc")).response.status).toBe(400);
    expect((await get("dogId=nonsense")).response.status).toBe(400);
  });
});

describe("healthExports", () => {
  const start = async (who: "viewer" | "stranger" = "viewer") =>
    await team[who].as.mutation(api.health.healthExports.start, {
      kennelId: team.kennelId,
      format: "csv",
      today: TODAY,
    });
  const watch = async (exportId: string, who: "viewer" | "owner" = "viewer") =>
    await team[who].as.query(api.health.healthExports.get, { kennelId: team.kennelId, exportId });

  it("shows the progress of a file, then its address, only to the person who requested it", async () => {
    vi.useFakeTimers();
    const exportId = await start();
    expect(await watch(exportId)).toMatchObject({ state: "writing", done: 0, total: 2, filePath: null });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const ready = await watch(exportId);
    expect(ready).toMatchObject({ state: "ready", done: 2, fileName: "health-records-2025-06-15.csv" });
    expect(await watch(exportId, "owner")).toBeNull();
    const path = ready?.filePath ?? "";
    const statusOf = async (address: string) => (await team.deployment.fetch(`/api${address}`)).status;
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path.replace("signature=", "signature=0"))).toBe(401);
    const bare = `/health/exports/${exportId}/download`;
    expect((await callRest(team.owner.as, "GET", bare)).status).toBe(404);
    expect((await callRest(team.viewer.as, "GET", bare)).status).toBe(200);
    const member = { kennelId: team.kennelId, userId: team.viewer.userId };
    await team.owner.as.mutation(api.kennels.members.remove, member);
    expect(await statusOf(path)).toBe(401);
    expect((await failureOf(start("stranger"))).code).toBe("NOT_FOUND");
  });

  it("reads every record of a kennel once, over many pages", async () => {
    await team.deployment.run(async (ctx) => {
      const row = await ctx.db.query("healthRecords").first();
      if (!row) throw new Error("There is no record");
      const { _id, _creationTime, ...fields } = row;
      for (let index = 0; index < 600; index += 1) {
        await ctx.db.insert("healthRecords", { ...fields, title: `Record ${index}` });
      }
    });
    const lines = textOf((await get("format=csv")).bytes)
      .trim()
      .split("\r\n");
    expect(new Set(lines).size).toBe(603);
    expect(lines).toHaveLength(603);
  });

  it("stops when the file is discarded or the right is removed, and leaves nothing behind", async () => {
    vi.useFakeTimers();
    const discarded = await start();
    await team.viewer.as.mutation(api.health.healthExports.discard, {
      kennelId: team.kennelId,
      exportId: discarded,
    });
    const expelled = await start();
    await team.owner.as.mutation(api.kennels.members.remove, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
    });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("healthExports").take(5));
    expect(rows).toMatchObject([{ _id: expelled, state: "failed", done: 0 }]);
    expect(await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(5))).toEqual(
      [],
    );
  });

  /** The work disappears as when the process ends in the middle of it. */
  const cutOff = async (exportId: Id<"healthExports">) =>
    await team.deployment.run(async (ctx) => {
      const jobId = (await ctx.db.get("healthExports", exportId))?.jobId;
      if (jobId) await ctx.scheduler.cancel(jobId);
    });

  it("starts again after an interruption, and then completes the file", async () => {
    vi.useFakeTimers();
    const exportId = await start();
    await team.deployment.mutation(internal.health.healthExports.progress, { exportId, done: 1 });
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await watch(exportId)).toMatchObject({ state: "writing", done: 1 });
    await cutOff(exportId);
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await watch(exportId)).toMatchObject({ state: "writing", done: 0 });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await watch(exportId)).toMatchObject({ state: "ready", done: 2 });
  });

  it("fails after repeated interruptions instead of repeating forever", async () => {
    vi.useFakeTimers();
    const exportId = await start();
    for (const state of ["writing", "writing", "failed", "failed"]) {
      await cutOff(exportId);
      await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
      expect(await watch(exportId)).toMatchObject({ state });
    }
  });

  it("stops when the request that waits for it ends", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const asked = { kennelId: team.kennelId, format: "csv", today: TODAY } as const;
    const exportId = await team.viewer.as.mutation(internal.health.healthExports.prepare, asked);
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await watch(exportId)).toMatchObject({ state: "writing" });
    vi.setSystemTime(Date.now() + 16 * 60_000);
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await watch(exportId)).toMatchObject({ state: "failed" });
  });

  it("is deleted with its file after a day", async () => {
    await addExport(team);
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await filesLeft()).toHaveLength(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    await team.deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
    expect(await filesLeft()).toEqual([]);
  });
});

/** Tests files of vaccine doses. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { linesOf, readPdf } from "../support/pdf-text";
import { recordDose } from "../support/vaccines";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2020-01-01" }))._id;
  const rabies = { dogId, vaccineName: "Rabies", vaccineType: "Core" };
  await recordDose(team.owner, { ...rabies, dateAdministered: "2024-06-01", nextDueDate: "2025-06-01" });
  await recordDose(team.owner, { ...rabies, dateAdministered: "2022-05-20", nextDueDate: "2024-05-20" });
  await recordDose(team.owner, {
    dogId,
    vaccineName: "Lyme Disease",
    vaccineType: "Non-Core",
    dateAdministered: "2025-06-10",
    nextDueDate: "2026-06-10",
    expirationDate: "2026-07-01",
    manufacturer: "Zoetis, Inc.",
    batchNumber: "=HYPERLINK(1)",
    veterinarianName: "Dr. Lee",
    veterinaryClinic: "Oak Hill",
    notes: 'Left "shoulder"',
  });
  await recordDose(team.owner, {
    dogId,
    vaccineName: "Bordetella",
    vaccineType: "Non-Core",
    dateAdministered: "2025-01-05",
    nextDueDate: "2025-06-20",
  });
});
afterEach(() => vi.useRealTimers());

const get = async (query = "", kennelId: string = team.kennelId) => {
  const response = await team.viewer.as.fetch(
    `/api/health/immunizations/export?kennelId=${kennelId}&today=${TODAY}&${query}`,
  );
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const linesFor = async (query: string) => {
  const { response, bytes } = await get(query);
  expect(response.status).toBe(200);
  return textOf(bytes).trim().split("\r\n").slice(1);
};

describe("GET /health/immunizations/export", () => {
  it("returns CSV with every dose, the newest first, with its current state, and leaves no file behind", async () => {
    const { response, bytes } = await get("format=csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toContain('filename="immunizations-2025-06-15.csv"');
    expect(textOf(bytes)).toBe(
      [
        "\uFEFFDog,Vaccine,Type,Date given,Next due,Expires,State,Manufacturer,Batch number,Veterinarian,Clinic,Notes",
        'Bella,Lyme Disease,Non-Core,2025-06-10,2026-06-10,2026-07-01,Current,"Zoetis, Inc.",\'=HYPERLINK(1),Dr. Lee,Oak Hill,"Left ""shoulder"""',
        "Bella,Bordetella,Non-Core,2025-01-05,2025-06-20,2025-06-20,Due soon,,,,,",
        "Bella,Rabies,Core,2024-06-01,2025-06-01,2025-06-01,Overdue,,,,,",
        "Bella,Rabies,Core,2022-05-20,2024-05-20,2024-05-20,Older dose,,,,,",
        "",
      ].join("\r\n"),
    );
    const left = await team.deployment.run(async (ctx) => [
      ...(await ctx.db.query("healthExports").take(5)),
      ...(await ctx.db.system.query("_storage").take(5)),
    ]);
    expect(left).toEqual([]);
  });

  it("returns a valid spreadsheet whose cells are text", async () => {
    const files = unzipSync((await get("format=xlsx")).bytes);
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet.match(/<row /gu)).toHaveLength(5);
    expect(sheet).not.toContain("<f>");
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join("");
    for (const text of ["Immunizations", "Older dose", "Bordetella", "=HYPERLINK(1)"]) {
      expect(all).toContain(text);
    }
  });

  it("returns a printed list", async () => {
    const { response, bytes } = await get(`format=pdf&dogId=${dogId}`);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    const lines = linesOf((await readPdf(bytes)).texts);
    expect(lines).toEqual(
      expect.arrayContaining([
        "My Kennel",
        "Immunizations of Bella",
        "Overdue",
        "Due soon",
        "Current",
        "Older dose",
      ]),
    );
    expect(lines.join(" ")).toContain("4 immunizations");
  });

  it("filters by dog, dates and search, includes puppies, and refuses an invalid format", async () => {
    const puppy = await addPuppy(team, (await addLitter(team)).litterId, { name: "Mocha" });
    await recordDose(team.owner, { puppyId: puppy._id, vaccineName: "DHPP" });
    expect((await linesFor("")).map((line) => line.split(",")[0])).toEqual([
      "Mocha",
      ...["Bella", "Bella", "Bella", "Bella"],
    ]);
    expect(await linesFor(`dogId=${dogId}`)).toHaveLength(4);
    expect(await linesFor("search=rabies")).toHaveLength(2);
    expect(await linesFor("search=oak%20hill%20lyme")).toHaveLength(1);
    expect(await linesFor("startDate=2024-06-01&endDate=2025-01-05")).toHaveLength(2);
    expect(await linesFor(`dogId=${dogId}&endDate=2022-12-31`)).toHaveLength(1);
    expect((await get("format=doc")).response.status).toBe(400);
    expect((await get("dogId=nonsense")).response.status).toBe(400);
  });

  it("contains nothing of another kennel, not even the name of its dog", async () => {
    const theirKennelId = await firstKennelOf(team.stranger);
    const foreign = (await addDog(team.stranger, theirKennelId, { name: "Secret" }))._id;
    await recordDose(team.stranger, { dogId: foreign });
    expect(await linesFor("")).toHaveLength(4);
    const { response, bytes } = await get(`format=pdf&dogId=${foreign}`);
    expect(response.status).toBe(400);
    expect(textOf(bytes)).toContain("Dog was not found");
    expect(textOf(bytes)).not.toContain("Secret");
    expect((await get("", theirKennelId)).response.status).toBe(404);
  });
});

describe("files of doses", () => {
  const start = async (who: "viewer" | "stranger" = "viewer") =>
    await team[who].as.mutation(api.health.healthExports.start, {
      kennelId: team.kennelId,
      kind: "immunizations",
      type: "dental",
      format: "csv",
      today: TODAY,
    });
  const watch = async (exportId: string) =>
    await team.viewer.as.query(api.health.healthExports.get, { kennelId: team.kennelId, exportId });

  it("are written in the background, page by page, for the person who requested them; the type filter is ignored", async () => {
    await team.deployment.run(async (ctx) => {
      const row = await ctx.db.query("immunizations").first();
      if (!row) throw new Error("There is no dose");
      const { _id, _creationTime, ...fields } = row;
      for (let index = 0; index < 600; index += 1) {
        await ctx.db.insert("immunizations", { ...fields, notes: `Dose ${index}` });
      }
    });
    vi.useFakeTimers();
    const exportId = await start();
    expect(await watch(exportId)).toMatchObject({ kind: "immunizations", state: "writing", done: 0 });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const ready = await watch(exportId);
    expect(ready).toMatchObject({ state: "ready", fileName: "immunizations-2025-06-15.csv" });
    const file = await team.deployment.fetch(`/api${ready?.filePath ?? ""}`);
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(605);
    expect(new Set(lines).size).toBe(605);
    expect((await failureOf(start("stranger"))).code).toBe("NOT_FOUND");
  });

  it("stop when they are discarded, and leave no file behind", async () => {
    vi.useFakeTimers();
    await team.viewer.as.mutation(api.health.healthExports.discard, {
      kennelId: team.kennelId,
      exportId: await start(),
    });
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(1))).toEqual(
      [],
    );
  });
});

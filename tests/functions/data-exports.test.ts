/** Tests the files with all data of a kennel, and with all data about a person. */
import { gunzipSync, strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { EXPORT_KINDS } from "../../convex/exports/model/exportKinds";
import type { DataExportFormat } from "../../domain/exports/kinds";
import { seedAuditKennel, type Ids } from "../support/audit-kennel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const finish = async () => await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);

async function exported(
  format: DataExportFormat,
  person: Person = team.owner,
): Promise<Uint8Array<ArrayBuffer>> {
  const query = `kennelId=${team.kennelId}&format=${format}&today=${TODAY}`;
  const response = await person.as.fetch(`/api/backups/export?${query}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const textsOf = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));

const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

const filesLeft = async () =>
  await team.deployment.run(async (ctx) => (await ctx.db.query("dataExports").take(5)).length);

/** Its texts would be formulas if a spreadsheet ran them. */
async function addPair(): Promise<Ids> {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella", notes: '=HYPERLINK("http://x")' });
  const breeding = await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-01-01",
    studFeeCents: 150_050,
  });
  return { sireId: sire._id, damId: dam._id, breedingId: breeding._id };
}

describe("the order of the kinds", () => {
  it("lists each kind after the kinds that name it", () => {
    const first = EXPORT_KINDS.slice(0, 3).map(({ table }) => table);
    expect(first).toEqual(["dogs", "breedings", "litters"]);
  });
});

describe("GET /backups/export", () => {
  it("[SET-09] [GAP-BAK-07] returns CSV with one file per kind, names beside ids, and readable amounts and dates", async () => {
    const { sireId, damId } = await addPair();
    const files = textsOf(await exported("csv"));
    expect(Object.keys(files)).toHaveLength(EXPORT_KINDS.length);
    const [head = "", row = ""] = files["breedings.csv"]?.split("\r\n") ?? [];
    expect(head).toContain("Sire,Sire id,Dam,Dam id");
    expect(head).toContain("Stud fee (USD)");
    expect(row).toContain(`Rex,${sireId},Bella,${damId}`);
    expect(row).toContain("2025-01-01");
    expect(row).toContain("1500.50");
  });

  it("[SET-09] marks plans that were canceled before a mating", async () => {
    const { breedingId } = await addPair();
    const change = { breedingId: breedingId ?? "", status: "failed", today: TODAY };
    await team.owner.as.mutation(api.breedings.breedings.setStatus, change);
    const [head = "", row = ""] = textsOf(await exported("csv"))["breedings.csv"]?.split("\r\n") ?? [];
    expect(row.split(",")[head.split(",").indexOf("Called off")]).toBe("yes");
  });

  it("[SET-09] contains no cell that a spreadsheet would run as a formula", async () => {
    await addPair();
    expect(textsOf(await exported("csv"))["dogs.csv"]).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it("[SET-10] [GAP-SET-05] returns a valid workbook with a sheet per kind", async () => {
    await addPair();
    const files = textsOf(await exported("xlsx"));
    const sheets = Object.keys(files).filter((name) => name.startsWith("xl/worksheets/sheet"));
    expect(sheets).toHaveLength(EXPORT_KINDS.length);
    expect(files["xl/workbook.xml"]).toContain('name="Costs and income"');
    expect(files["xl/worksheets/sheet2.xml"]).toContain("<v>1500.5</v>");
    expect(Object.values(files).join("")).toContain("Rex");
  });

  it("[SET-11] [GAP-SET-05] returns a readable document with contents and lists", async () => {
    await addPair();
    const file = await exported("pdf");
    const linesOn = async (page: number) => linesOf((await readPdf(file, page)).texts);
    expect(await linesOn(0)).toEqual(expect.arrayContaining(["My Kennel", "All records", "Dogs", "2"]));
    // The list of kinds takes two pages.
    expect(await linesOn(2)).toEqual(
      expect.arrayContaining(["Dogs", "Rex", "Bella", "2 records · printed on June 15, 2025"]),
    );
    const breedings = ["Breedings", "Rex", "Bella", "January 1, 2025", "$1,500.50"];
    expect(await linesOn(3)).toEqual(expect.arrayContaining(breedings));
  });

  it("[GAP-SET-06] returns JSON with the stored records and the names of the records that they link to", async () => {
    const { sireId, damId } = await addPair();
    const { metadata, data } = jsonOf(await exported("json"));
    expect(metadata).toMatchObject({ product: "Studbook", exportedOn: TODAY, kennelName: "My Kennel" });
    expect(data.breedings).toMatchObject([
      { sireId, studFeeCents: 150_050, names: { sireId: "Rex", damId: "Bella" } },
    ]);
    expect(data.dogs.map(({ _id }: { _id: string }) => _id).sort()).toEqual([sireId, damId].sort());
  });

  it("[GAP-SET-06] returns compressed JSON to clients that accept it, with the same content", async () => {
    await addPair();
    const ask = async (encodings: string) =>
      await team.owner.as.fetch(`/api/backups/export?kennelId=${team.kennelId}&format=json&today=${TODAY}`, {
        headers: { "Accept-Encoding": encodings },
      });
    const packed = await ask("br;q=1, gzip;q=0.5");
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    const text = strFromU8(gunzipSync(new Uint8Array(await packed.arrayBuffer())));
    for (const encodings of ["", "br, gzip;q=0"]) {
      const plain = await ask(encodings);
      expect(plain.headers.get("Content-Encoding")).toBeNull();
      expect(await plain.text()).toBe(text);
    }
    expect(JSON.parse(text).data.dogs).toHaveLength(2);
  });

  it("contains a record of every kind, and leaves no file behind", async () => {
    vi.useFakeTimers();
    await seedAuditKennel(team, "Canary");
    const { kennelId } = team;
    await team.owner.as.mutation(api.kennels.kennelSettings.update, {
      kennelId,
      business: { taxId: "12-3" },
    });
    const { data } = jsonOf(await exported("json"));
    const empty = Object.entries(data as Record<string, unknown[]>).filter(([, rows]) => rows.length === 0);
    expect(empty.map(([table]) => table).sort()).toEqual(["medicationDoses", "puppyWeights"]);
    expect(await filesLeft()).toBe(0);
  });

  it("[GAP-AUTH-02] leaves out what the reader may not see", async () => {
    await addPair();
    const { kennelId, staff } = team;
    const permissions = { breeding: "none", members: "none" } as const;
    const change = { kennelId, userId: staff.userId, role: "staff", permissions } as const;
    await team.owner.as.mutation(api.kennels.members.update, change);
    const { data } = jsonOf(await exported("json", staff));
    expect(data.dogs).toHaveLength(2);
    expect(data.breedings).toBeUndefined();
  });

  it("refuses an invalid format", async () => {
    const { status, body } = await callRest(team.owner.as, "GET", "/backups/export?format=doc");
    expect(status).toBe(400);
    expect(body.errors).toEqual({ format: "Format must be csv, xlsx, pdf, json, gedcom, pedigree" });
  });
});

describe("an export in the app", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const start = async (person: Person = team.owner) =>
    await person.as.mutation(api.exports.dataExports.start, {
      kennelId: team.kennelId,
      format: "csv",
      today: TODAY,
    });
  const watch = async (exportId: string, person: Person = team.owner) =>
    await person.as.query(api.exports.dataExports.get, { exportId });

  it("shows its progress, then the file's address, only to the person who requested it", async () => {
    const exportId = await start();
    expect(await watch(exportId)).toMatchObject({ state: "writing", done: 0, filePath: null });
    await finish();
    const ready = await watch(exportId);
    expect(ready).toMatchObject({ state: "ready", fileName: "studbook-export-2025-06-15.zip" });
    expect(await watch(exportId, team.manager)).toBeNull();
    const signed = await team.deployment.fetch(`/api${ready?.filePath ?? ""}`);
    expect(signed.status).toBe(200);
    expect(signed.headers.get("Content-Disposition")).toContain("studbook-export-2025-06-15.zip");
    const forged = `/api/settings/data/exports/${exportId}/download?signature=${"0".repeat(64)}`;
    expect((await team.deployment.fetch(forged)).status).toBe(401);
  });

  it("is closed to somebody who has since left the kennel", async () => {
    const { kennelId, staff } = team;
    const exportId = await start(staff);
    await finish();
    const path = (await watch(exportId, staff))?.filePath ?? "";
    await team.owner.as.mutation(api.kennels.members.remove, { kennelId, userId: staff.userId });
    expect(await watch(exportId, staff)).toBeNull();
    expect((await team.deployment.fetch(`/api${path}`)).status).toBe(401);
  });

  it("can be stopped only by the person who requested it", async () => {
    const exportId = await start();
    await team.manager.as.mutation(api.exports.dataExports.discard, { exportId });
    expect(await watch(exportId)).not.toBeNull();
    await team.owner.as.mutation(api.exports.dataExports.discard, { exportId });
    await finish();
    expect(await filesLeft()).toBe(0);
  });

  it("starts again when its work was interrupted, and fails after repeated interruptions", async () => {
    const exportId = await start();
    const cutOff = async () => {
      await team.deployment.run(async (ctx) => {
        const row = await ctx.db.get("dataExports", exportId);
        if (row?.jobId) await ctx.scheduler.cancel(row.jobId);
      });
      await team.deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
    };
    await cutOff();
    expect(await watch(exportId)).toMatchObject({ state: "writing" });
    await cutOff();
    await cutOff();
    expect(await watch(exportId)).toMatchObject({ state: "failed" });
  });

  it.each([1, 40])("fails when its request ended while the clock was %i days ahead", async (days) => {
    const exportId = await start();
    await team.deployment.run(async (ctx) => {
      const startedAt = Date.now() + days * 86_400_000;
      // Only an export in the background has a job. A file that is returned in the response to a request has none.
      await ctx.db.patch("dataExports", exportId, { startedAt, jobId: undefined });
    });
    await team.deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
    expect(await watch(exportId)).toMatchObject({ state: "failed" });
  });

  it("is deleted after a day", async () => {
    await start();
    await finish();
    vi.setSystemTime(Date.now() + 86_400_001);
    await team.deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
    expect(await filesLeft()).toBe(0);
  });
});

describe("a person's own package", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const ask = async (person: Person, format = "json") =>
    await callRest(person.as, "POST", "/settings/data/export", { json: { format } });
  const statusOf = async (person: Person, id: string) =>
    await callRest(person.as, "GET", `/settings/data/export/${id}/status`);
  const fetched = async (path: string) =>
    new Uint8Array(await (await team.deployment.fetch(`/api${path}`)).arrayBuffer());

  it("[GAP-SET-12] is a job that is pending, then ready for seven days", async () => {
    await addPair();
    const { status, body } = await ask(team.owner);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: "pending", progress: 0, downloadPath: null });
    await finish();
    const ready = (await statusOf(team.owner, body.data.id)).body.data;
    expect(ready).toMatchObject({ status: "ready", progress: 1 });
    const { person, kennels } = jsonOf(await fetched(ready.downloadPath));
    expect(person.profile).toMatchObject({ email: "owner@example.com", firstName: "Olga" });
    expect(person.memberships).toMatchObject([{ kennel: "My Kennel", role: "owner" }]);
    expect(person.activities.length).toBeGreaterThan(0);
    expect(kennels).toHaveLength(1);
    expect(kennels[0].data.dogs).toHaveLength(2);
    vi.setSystemTime(Date.parse(ready.expiresAt) - 60_000);
    await team.deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
    expect(await filesLeft()).toBe(1);
    vi.setSystemTime(Date.parse(ready.expiresAt) + 1);
    await team.deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
    expect((await statusOf(team.owner, body.data.id)).status).toBe(404);
  });

  it("[GAP-SET-12] contains the person's invitations and transfers of ownership, and nothing of other people", async () => {
    const { owner, manager, stranger, kennelId } = team;
    const packageOf = async (person: Person) => {
      const { body } = await ask(person);
      await finish();
      const { downloadPath } = (await statusOf(person, body.data.id)).body.data;
      return jsonOf(await fetched(downloadPath)).person;
    };
    const invited = { kennelId, email: "stranger@example.com", role: "staff" } as const;
    await owner.as.mutation(api.kennels.members.add, invited);
    const other = { kennelId, email: "other@example.com", role: "viewer" } as const;
    await manager.as.mutation(api.kennels.members.add, other);
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: manager.userId, role: "owner" });
    const own = await packageOf(manager);
    expect(own.invitations).toMatchObject([
      { email: "manager@example.com", isOwnership: true, isByYou: false, kennel: "My Kennel" },
      { email: "other@example.com", isOwnership: false, isByYou: true },
    ]);
    const told = own.teams.map(({ event, isByYou }: { event: string; isByYou: boolean }) => [event, isByYou]);
    expect(told).toEqual([
      ["invited", false],
      ["joined", true],
      ["invited", true],
      ["ownership_offered", false],
    ]);
    expect(JSON.stringify(own.teams)).not.toContain("stranger@example.com");
    const theirs = await packageOf(stranger);
    expect(theirs.invitations).toMatchObject([
      { email: "stranger@example.com", role: "staff", isByYou: false },
    ]);
    expect(JSON.stringify(theirs)).not.toContain("other@example.com");
  });

  it("[GAP-SET-12] contains the sign-in history, devices, picture, and API keys without their secrets", async () => {
    vi.stubEnv("LOCAL_AUTH_ISSUER", "https://issuer.test");
    vi.stubEnv("LOCAL_ACCOUNTS_KEY", "service key");
    vi.stubEnv("LOCAL_ACCOUNTS_URL", "http://127.0.0.1:9/api/auth");
    const account = {
      sessions: [{ device: "Phone", address: "192.0.2.7" }],
      signIns: [{ at: "2025-06-01T12:00:00.000Z", outcome: "wrong_password" }],
    };
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      asked.push([address, JSON.parse(String(init.body))]);
      return Promise.resolve(Response.json(account));
    });
    const picture = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
    const hash = "hash of the key";
    await team.deployment.run(async (ctx) => {
      const storageId = await ctx.storage.store(new Blob([picture]));
      await ctx.db.patch("users", team.owner.userId, { avatar: { storageId, setAt: 1 } });
      const key = { kennelId: team.kennelId, userId: team.owner.userId, name: "Website", hash, hint: "x9Yz" };
      await ctx.db.insert("apiKeys", { ...key, areas: { dogs: "read" } });
    });
    const { body } = await ask(team.owner, "zip");
    await finish();
    const { downloadPath } = (await statusOf(team.owner, body.data.id)).body.data;
    const files = unzipSync(await fetched(downloadPath));
    const text = strFromU8(files["person.json"] ?? new Uint8Array());
    const { person } = JSON.parse(text);
    expect(person.account).toEqual(account);
    expect(person.apiKeys).toMatchObject([{ name: "Website", areas: { dogs: "read" }, endsWith: "x9Yz" }]);
    expect(text).not.toContain(hash);
    expect(text).not.toContain("tokenIdentifier");
    expect(files["picture.jpg"]).toEqual(picture);
    expect(asked).toEqual([
      ["http://127.0.0.1:9/api/auth/service/describe", { userId: "owner@example.com" }],
    ]);
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it("[GAP-SET-12] contains only the person's own actions in kennels that others own", async () => {
    await addPair();
    await addDog(team.staff, team.kennelId, { name: "Staff's dog" });
    const { body } = await ask(team.staff, "zip");
    await finish();
    const { downloadPath } = (await statusOf(team.staff, body.data.id)).body.data;
    const files = textsOf(await fetched(downloadPath));
    expect(Object.keys(files)).toEqual(["person.json", "kennels/1 My Kennel.json"]);
    expect(files["kennels/1 My Kennel.json"]).not.toContain("Rex");
    const { person } = JSON.parse(files["person.json"] ?? "");
    expect(person.activities.map(({ description }: { description: string }) => description).join()).toContain(
      "Staff's dog",
    );
    expect(JSON.stringify(person)).not.toContain("Rex");
  });

  it("contains no browser's push address, which is secret", async () => {
    const device = {
      endpoint: "https://push.example.com/secret",
      p256dh: "BKey",
      auth: "secret",
      label: "Phone",
    };
    await team.deployment.run(
      async (ctx) => await ctx.db.insert("pushSubscriptions", { userId: team.owner.userId, ...device }),
    );
    const { body } = await ask(team.owner);
    await finish();
    const { downloadPath } = (await statusOf(team.owner, body.data.id)).body.data;
    const text = new TextDecoder().decode(await fetched(downloadPath));
    expect(text).toContain("Phone");
    expect(text).not.toContain("secret");
  });

  it("is available only to its person, and cannot be requested twice at the same time", async () => {
    const { body } = await ask(team.owner);
    expect((await ask(team.owner)).body.data.id).toBe(body.data.id);
    expect((await statusOf(team.manager, body.data.id)).status).toBe(404);
    const exportId: Id<"dataExports"> = body.data.id;
    expect(
      await failureOf(team.manager.as.query(api.exports.dataExports.getFile, { exportId })),
    ).toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

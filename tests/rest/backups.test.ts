/** Tests the REST calls of backups. */
import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { backupForm, madeBackup } from "../support/backups";
import { addPhoto } from "../support/photos";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const make = async (fields: object = {}) =>
  await callRest(team.owner.as, "POST", "/backups", {
    json: { kennelId: team.kennelId, backupType: "local", includePhotos: true, format: "json", ...fields },
  });
const fetchFile = async (id: string) => {
  const response = await team.staff.as.fetch(`/api/backups/${id}/download`);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const namesOf = async (): Promise<string[]> =>
  await team.deployment.run(async (ctx) =>
    (await ctx.db.query("dogs").collect()).map(({ name }) => name).sort(),
  );

describe("backups over REST", () => {
  it("[BAK-02] [GAP-BAK-07] are created, listed, summarized, checked, downloaded and deleted", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await addPhoto(team.owner, dog._id);
    const made = await make({ today: "2025-06-15" });
    expect(made).toMatchObject({ status: 201, body: { data: { type: "local", includesPhotos: true } } });
    const { id, size } = made.body.data as { id: string; size: number };
    const path = `?kennelId=${team.kennelId}`;
    const { body: history } = await callRest(team.staff.as, "GET", `/backups/history${path}`);
    expect(history.data).toMatchObject([{ id, size, type: "local", includesPhotos: true }]);
    const { body: stats } = await callRest(team.staff.as, "GET", `/backups/stats${path}`);
    expect(stats.data).toEqual({ count: 1, totalSize: size, lastBackupAt: history.data[0].createdAt });
    const { body: check } = await callRest(team.staff.as, "GET", `/backups/${id}/validate`);
    expect(check.data).toEqual({ valid: true, problems: [] });
    const { response, bytes } = await fetchFile(id);
    expect(response.headers.get("Content-Disposition")).toContain('"studbook-backup-2025-06-15.json"');
    const file = JSON.parse(new TextDecoder().decode(bytes)) as { files: Record<string, { data: string }> };
    expect(Object.values(file.files)[0]?.data).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect((await callRest(team.owner.as, "DELETE", `/backups/${id}`)).body).toEqual({ success: true });
    expect((await callRest(team.owner.as, "GET", `/backups/${id}/validate`)).status).toBe(404);
  });

  it("[GAP-BAK-02] are downloaded as ZIP on request, with the files beside the records", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await addPhoto(team.owner, dog._id);
    const { body } = await make({ format: "zip" });
    const { response, bytes } = await fetchFile(body.data.id as string);
    expect(response.headers.get("Content-Type")).toBe("application/zip");
    const names = Object.keys(unzipSync(bytes));
    expect(names).toContain("backup.json");
    expect(names.some((name) => name.startsWith("files/"))).toBe(true);
  });

  it("[BAK-05] [BAK-06] are restored by id or as a file, with the result", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await addPhoto(team.owner, dog._id);
    const backupId = await madeBackup(team);
    const { bytes } = await fetchFile(backupId);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id, confirmed: true });
    const byId = await callRest(team.owner.as, "POST", "/backups/restore", {
      json: { backupId, overwriteExisting: false },
    });
    expect(byId).toMatchObject({ status: 201, body: { data: { errors: [] } } });
    expect(await namesOf()).toEqual(["Bella"]);
    const [again] = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: again?._id ?? "", confirmed: true });
    const form = backupForm(team, bytes);
    const byFile = await callRest(team.owner.as, "POST", "/backups/restore", { form });
    expect(byFile).toMatchObject({ status: 201, body: { data: { errors: [] } } });
    expect(await namesOf()).toEqual(["Bella"]);
    const [back] = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
    expect(back?.photoCount).toBe(1);
  });

  it("[BAK-01] refuse a file that is not a backup, and change nothing", async () => {
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    for (const text of ["not json", '{"data":{}}', strToU8("PK\u0003\u0004 broken")]) {
      const form = backupForm(team, typeof text === "string" ? text : new Uint8Array(text));
      const answer = await callRest(team.owner.as, "POST", "/backups/restore", { form });
      expect(answer).toMatchObject({ status: 400, body: { message: "Invalid backup file format" } });
    }
    expect(await namesOf()).toEqual(["Bella"]);
  });

  it("[BAK-01] [GAP-BAK-08] refuse a ZIP bomb, an incomplete ZIP, another product's, a newer and an edited file, and change nothing", async () => {
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const bomb = zipSync({ "backup.json": [strToU8(" ".repeat(20_000_000)), { level: 9 }] });
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    // The directory of the ZIP states a small size.
    view.setUint32(view.getUint32(bomb.length - 6, true) + 24, 100, true);
    const whole = new TextDecoder().decode((await fetchFile((await make()).body.data.id as string)).bytes);
    const zipped = (await fetchFile((await make({ format: "zip" })).body.data.id as string)).bytes;
    const refused: [string | Uint8Array<ArrayBuffer>, string][] = [
      [new Uint8Array(bomb), "larger than it says"],
      [zipped.slice(0, zipped.length - 30), "incomplete"],
      [whole.replace('"product":"studbook"', '"product":"kennels"'), "not made by Studbook"],
      [whole.replace('"version":1', '"version":2'), "newer version"],
      [whole.replace("Bella", "Luna"), "changed or damaged"],
      [whole.slice(0, whole.length / 2), "Invalid backup file format"],
      ['{"metadata":{},"data":{"dogs":[{"_id":"d1","name":"Luna"}]}}', "dogs 1 (Luna)"],
    ];
    for (const [file, reason] of refused) {
      const form = backupForm(team, file);
      const answer = await callRest(team.owner.as, "POST", "/backups/restore", { form });
      expect(answer).toMatchObject({ status: 400, body: { message: "Invalid backup file format" } });
      expect(JSON.stringify(answer.body)).toContain(reason);
    }
    expect(await namesOf()).toEqual(["Bella"]);
  });

  it("above 20 MB contain the address of each file or of the records instead of the content", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await addPhoto(team.owner, dog._id);
    const backupId = await madeBackup(team);
    const MEBIBYTE = 1024 * 1024;
    await team.deployment.run(
      async (ctx) => await ctx.db.patch("backups", backupId, { fileBytes: 15 * MEBIBYTE }),
    );
    const { response, bytes } = await fetchFile(backupId);
    expect(response.status).toBe(200);
    const { data, files } = JSON.parse(new TextDecoder().decode(bytes)) as {
      data: { dogs: { name: string }[] };
      files: Record<string, { url: string; data?: string }>;
    };
    expect(data.dogs.map(({ name }) => name)).toEqual(["Bella"]);
    for (const { url, data: content } of Object.values(files)) {
      expect(content).toBeUndefined();
      expect(url).toMatch(/^https?:/);
    }
    expect(Object.keys(files).length).toBeGreaterThan(0);

    const recordsId = await team.deployment.run(
      async (ctx) => await ctx.storage.store(new Blob([new Uint8Array(20 * MEBIBYTE)])),
    );
    await team.deployment.run(async (ctx) => await ctx.db.patch("backups", backupId, { recordsId }));
    const away = (await fetchFile(backupId)).response;
    expect(away.status).toBe(302);
    expect(away.headers.get("Location")).toMatch(/^https?:/);
  });

  it("[GAP-BAK-08] refuse a file beyond 500 MB with 413 before it is read", async () => {
    const answer = await callRest(team.owner.as, "POST", "/backups/restore", {
      text: "x",
      headers: {
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": String(501 * 1024 * 1024),
      },
    });
    expect(answer.status).toBe(413);
  });

  it("[BAK-04] are reduced to the 10 newest, by default", async () => {
    for (let count = 0; count < 11; count += 1) await madeBackup(team);
    const tidy = async (json: object) => await callRest(team.owner.as, "POST", "/backups/cleanup", { json });
    const { kennelId } = team;
    expect(await tidy({ kennelId })).toMatchObject({ status: 201, body: { data: { deleted: 1 } } });
    expect(await tidy({ kennelId, keepCount: 3 })).toMatchObject({ body: { data: { deleted: 7 } } });
    expect((await tidy({ kennelId, keepCount: "x" })).status).toBe(400);
  });

  it("[BAK-08] are created every night once that is requested", async () => {
    const json = { kennelId: team.kennelId, enabled: true, frequency: "daily", keepCount: 10 };
    const { status, body } = await callRest(team.owner.as, "POST", "/backups/schedule", { json });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ enabled: true, frequency: "daily", keepCount: 10 });
    expect(body.data.nextAt).toMatch(/^\d{4}-/);
    const weekly = { ...json, frequency: "weekly" };
    expect((await callRest(team.owner.as, "POST", "/backups/schedule", { json: weekly })).status).toBe(400);
  });
});

/** Tests the storage limit of a kennel. */
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sha256Of } from "../../domain/backups/checksum";
import {
  addDog,
  failureOf,
  firstKennelOf,
  startTeam,
  TODAY,
  type Person,
  type Team,
} from "../support/backend";
import { callRest } from "../support/backend-rest";
import { backupForm, madeBackup, restored, restoreOf } from "../support/backups";
import { recordBreeding } from "../support/breedings";
import { expectExact } from "../support/counts";
import { outliveDeletions } from "../support/deletions";
import { addDocument, PDF } from "../support/documents";
import { addAttachment, addHealthRecord, attachmentForm } from "../support/health";
import { addCertifiedTest } from "../support/health-tests";
import { logoForm, setLogo } from "../support/logos";
import { addPhoto, photoForm } from "../support/photos";
import { chanceOf, fillKennel } from "../support/random-kennel";

const GIGABYTE = 1024 ** 3;

let team: Team;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const allow = (bytes: number): void => {
  vi.stubEnv("STUDBOOK_STORAGE_GB", String(bytes / GIGABYTE));
};
const storage = async () =>
  await team.owner.as.query(api.backups.backups.storage, { kennelId: team.kennelId });
const used = async () => (await storage()).usedBytes;
const attach = async (recordId: string, bytes: number) => {
  const content = new Uint8Array(bytes);
  content.set(PDF);
  const path = `/health/records/${recordId}/attachments`;
  return await callRest(team.owner.as, "POST", path, { form: attachmentForm(content) });
};
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").collect())).length;

/** Each file contains zeros and begins with a number. The ZIP has a thousandth of their size. */
async function packedZeros(count: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  const listed: Record<string, object> = {};
  for (let number = 0; number < count; number += 1) {
    const content = new Uint8Array(bytes);
    new DataView(content.buffer).setUint32(0, number);
    const sha256 = await sha256Of(content);
    files[`files/${sha256}`] = content;
    listed[sha256] = { type: "image/png", size: bytes };
  }
  const records = JSON.stringify({ metadata: {}, data: {}, files: listed });
  return new Uint8Array(zipSync({ "backup.json": strToU8(records), ...files }));
}

describe("a kennel's files", () => {
  it("of a backup sent over REST are refused if there is no room, and none are kept", async () => {
    const MEBIBYTE = 1024 ** 2;
    allow(80 * MEBIBYTE);
    const form = backupForm(team, await packedZeros(30, 8 * MEBIBYTE));
    const answer = await callRest(team.owner.as, "POST", "/backups/restore", { form });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("storage is full") as unknown },
    });
    vi.useFakeTimers();
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await filesLeft()).toBe(0);
    expect(await used()).toBe(0);
  });

  it("over REST are refused beyond the limit, with an explanation, and none are kept", async () => {
    const { _id } = await addHealthRecord(team);
    allow(3 * 1024);
    expect((await attach(_id, 2 * 1024)).status).toBe(201);
    expect(await attach(_id, 2 * 1024)).toMatchObject({
      status: 409,
      body: {
        message:
          "The kennel's storage is full. 2 KB of 3 KB is used. " +
          "Delete photos, documents or backups that are no longer needed.",
      },
    });
    expect([await filesLeft(), await used()]).toEqual([1, 2 * 1024]);
    expect((await attach(_id, 1024)).status).toBe(201);
    expect(await storage()).toEqual({
      ...{ usedBytes: 3 * 1024, deletedBytes: 0, limitBytes: 3 * 1024, ownedTogether: null },
    });
  });

  it("are each refused when there is no room: photos, documents, attachments, certificates, logo, backups", async () => {
    const { owner, kennelId } = team;
    const dogId = (await addDog(owner, kennelId))._id;
    const breedingId = await recordBreeding(team, {});
    const recordId = (await addHealthRecord(team))._id;
    const testId = await addCertifiedTest(team, dogId);
    await owner.as.mutation(api.health.healthTests.removeCertificate, { dogId, testId });
    allow(0);
    for (const call of [
      () => owner.as.mutation(api.dogs.photos.generateUploadUrls, { dogId }),
      () => owner.as.mutation(api.breedings.breedingDocuments.generateUploadUrl, { breedingId }),
      () => owner.as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId }),
      () => owner.as.mutation(api.health.healthTests.generateUploadUrl, { dogId, testId }),
      () => owner.as.mutation(internal.kennels.kennelLogos.admit, { kennelId }),
      () => owner.as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY }),
      () =>
        owner.as.mutation(internal.backups.backups.prepare, {
          ...{ kennelId, includePhotos: true, today: TODAY, backupType: "server", format: "json" },
        }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ code: "STORAGE_FULL" });
    }
    for (const [path, form] of [
      [`/photos/dogs/${dogId}`, photoForm()],
      [`/settings/kennel/${kennelId}/logo`, logoForm()],
    ] as const) {
      expect(await callRest(owner.as, "POST", path, { form })).toMatchObject({ status: 409 });
    }
  });

  it("are refused on completion, even if there was room when the address was created", async () => {
    const { owner, kennelId, deployment } = team;
    const { _id: dogId } = await addDog(owner, kennelId);
    const testId = await addCertifiedTest(team, dogId);
    const backupId = await owner.as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
    const before = await used();
    allow(before + 100);
    const storageId = await deployment.run(
      async (ctx) => await ctx.storage.store(new Blob([PDF, new Uint8Array(200)])),
    );
    const sent = { kennelId, backupId, storageIds: [storageId] };
    const certificate = { dogId, testId, storageId, fileType: "application/pdf", fileName: "x" } as const;
    for (const call of [
      () => owner.as.mutation(api.backups.restores.takeFiles, sent),
      () => owner.as.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId }),
      () => owner.as.mutation(internal.health.healthTests.insertCertificate, certificate),
    ]) {
      expect(await failureOf(call())).toMatchObject({ code: "STORAGE_FULL" });
    }
    allow(before + 1000);
    await owner.as.mutation(api.backups.restores.takeFiles, sent);
    expect(await used()).toBe(before + PDF.length + 200);
    await expectExact(team);
  });

  it("of one kennel use no room of another", async () => {
    const { _id } = await addHealthRecord(team);
    allow(PDF.length);
    await addAttachment(team, _id);
    expect((await attach(_id, 100)).status).toBe(409);
    const { stranger, deployment } = team;
    const other: Team = { ...team, owner: stranger, kennelId: await firstKennelOf(stranger) };
    await addAttachment(other);
    const { usedBytes } = await stranger.as.query(api.backups.backups.storage, { kennelId: other.kennelId });
    expect([usedBytes, await used()]).toEqual([PDF.length, PDF.length]);
    const foreign = stranger.as.query(api.backups.backups.storage, { kennelId: team.kennelId });
    expect(await failureOf(foreign)).toMatchObject({ code: "NOT_FOUND" });
    await expectExact({ ...other, deployment });
  });

  it("free their room when deleted, and deleted records have as much room again until they are removed", async () => {
    const { as } = team.owner;
    const { _id } = await addHealthRecord(team);
    allow(1024);
    const deleteAttachment = async (): Promise<Id<"healthAttachments">> => {
      const [row] = await as.query(api.health.healthAttachments.list, { recordId: _id });
      if (!row) throw new Error("There is no attachment");
      await as.mutation(api.health.healthAttachments.remove, { attachmentId: row._id });
      return row._id;
    };
    expect((await attach(_id, 1024)).status).toBe(201);
    const gone = await deleteAttachment();
    expect(await storage()).toMatchObject({ usedBytes: 0, deletedBytes: 1024 });
    expect((await attach(_id, 1000)).status).toBe(201);
    await deleteAttachment();
    expect(await attach(_id, 500)).toMatchObject({
      status: 409,
      body: {
        message:
          "The kennel's storage is full. 0 bytes of 1 KB is used, " +
          "and deleted files take up another 2 KB until they can no longer be brought back.",
      },
    });
    await as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId: gone });
    expect(await storage()).toMatchObject({ usedBytes: 1024, deletedBytes: 1000 });
    await outliveDeletions(team.deployment);
    expect(await storage()).toMatchObject({ usedBytes: 1024, deletedBytes: 0 });
    await expectExact(team);
  });

  it("may use 50 GB by default, and any amount without a limit", async () => {
    const limit = async () => (await storage()).limitBytes;
    expect(await limit()).toBe(50 * GIGABYTE);
    for (const [set, bytes] of [
      ["0.5", GIGABYTE / 2],
      ["much", 50 * GIGABYTE],
      ["-1", 50 * GIGABYTE],
      ["off", null],
    ] as const) {
      vi.stubEnv("STUDBOOK_STORAGE_GB", set);
      expect(await limit()).toBe(bytes);
    }
    await addAttachment(team);
  });
});

describe("the files of all kennels of one owner", () => {
  /** The kennel has a record that can have attachments. */
  const anotherOf = async (owner: Person) => {
    const { _id: kennelId } = await owner.as.mutation(api.kennels.kennels.create, { name: "Another" });
    const other: Team = { ...team, owner, kennelId };
    return { ...other, recordId: (await addHealthRecord(other))._id };
  };
  const attachTo = async (person: Person, recordId: string, bytes: number) => {
    const content = new Uint8Array(bytes);
    content.set(PDF);
    const path = `/health/records/${recordId}/attachments`;
    return await callRest(person.as, "POST", path, { form: attachmentForm(content) });
  };
  const words =
    "The kennel's storage is full. All kennels of its owner share 2 KB, which is used " +
    "up. Delete photos, documents or backups from any of them, or wait until deleted files can no longer be brought back.";

  it("are refused beyond twice a kennel's limit, whichever member adds them, and other owners are not affected", async () => {
    const { owner, staff, stranger } = team;
    const { _id: recordId } = await addHealthRecord(team);
    const [second, third] = [await anotherOf(owner), await anotherOf(owner)];
    allow(1024);
    expect((await attachTo(owner, second.recordId, 1024)).status).toBe(201);
    expect((await attachTo(owner, third.recordId, 1000)).status).toBe(201);
    expect(await attachTo(staff, recordId, 100)).toMatchObject({ status: 409, body: { message: words } });
    expect((await attachTo(staff, recordId, 24)).status).toBe(201);
    const { _id: dogId } = await addDog(owner, team.kennelId);
    const bytes = { full: 8, preview: 8, thumbnail: 8 };
    const begun = owner.as.mutation(api.dogs.photos.generateUploadUrls, { dogId, bytes });
    expect(await failureOf(begun)).toMatchObject({ code: "STORAGE_FULL", message: words });
    expect((await storage()).ownedTogether).toEqual({
      ...{ usedBytes: 2048, deletedBytes: 0, limitBytes: 2048 },
    });
    const own = { ...team, owner: stranger, kennelId: await firstKennelOf(stranger) };
    expect((await attachTo(stranger, (await addHealthRecord(own))._id, 1024)).status).toBe(201);
    const [row] = await owner.as.query(api.health.healthAttachments.list, { recordId: second.recordId });
    await owner.as.mutation(api.health.healthAttachments.remove, { attachmentId: row?._id ?? "" });
    expect((await attachTo(staff, recordId, 100)).status).toBe(201);
    const bystander = await team.manager.as.query(api.backups.backups.storage, { kennelId: team.kennelId });
    expect(bystander.ownedTogether).toBeNull();
  });

  it("move when a kennel gets another owner, whose kennels then accept no files until there is room", async () => {
    const { owner, manager, kennelId } = team;
    const { _id: recordId } = await addHealthRecord(team);
    allow(1024);
    const [first, second] = [await anotherOf(manager), await anotherOf(manager)];
    for (const full of [first.recordId, second.recordId]) {
      expect((await attachTo(manager, full, 1024)).status).toBe(201);
    }
    expect((await attachTo(owner, recordId, 500)).status).toBe(201);
    const userId = (await manager.as.query(api.accounts.users.me, {}))?._id ?? "";
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId, role: "owner" });
    const [offer] = await manager.as.query(api.kennels.invitations.waiting, {});
    const accepted = { invitationId: offer?.invitationId ?? "", role: "owner" } as const;
    await manager.as.mutation(api.kennels.invitations.accept, accepted);
    // The old owner's limit still applies.
    expect((await attachTo(manager, recordId, 100)).status).toBe(201);
    const ownId = (await owner.as.query(api.accounts.users.me, {}))?._id ?? "";
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: ownId });
    expect((await attachTo(manager, recordId, 100)).status).toBe(409);
    const { ownedTogether } = await manager.as.query(api.backups.backups.storage, { kennelId });
    expect(ownedTogether).toMatchObject({ usedBytes: 2648, limitBytes: 2048 });
    const [row] = await manager.as.query(api.health.healthAttachments.list, { recordId: first.recordId });
    await manager.as.mutation(api.health.healthAttachments.remove, { attachmentId: row?._id ?? "" });
    expect((await attachTo(manager, recordId, 100)).status).toBe(201);
  });

  it("may use the operator's limit, any amount with \"off\", and twice a kennel's limit with an invalid value", async () => {
    await anotherOf(team.owner);
    const limit = async () => (await storage()).ownedTogether?.limitBytes;
    expect(await limit()).toBe(100 * GIGABYTE);
    for (const [set, kennel, bytes] of [
      ["0.5", "", GIGABYTE / 2],
      ["0", "off", 0],
      ["much", "3", 6 * GIGABYTE],
      ["", "off", null],
      ["off", "3", null],
    ] as const) {
      vi.stubEnv("STUDBOOK_STORAGE_GB_PER_OWNER", set);
      vi.stubEnv("STUDBOOK_STORAGE_GB", kennel);
      expect(await limit()).toBe(bytes);
    }
    await addAttachment(team);
  });
});

describe("the stored size of a kennel's files", () => {
  it.each([1, 2, 3])("is correct through random changes (%i)", async (seed) => {
    const chance = chanceOf(seed);
    const { as } = team.owner;
    const { kennelId } = team;
    const breedingId = await recordBreeding(team, {});
    const dogs: Id<"dogs">[] = [];
    const gone: string[] = [];
    const attempt = async (work: Promise<unknown>) => await work.catch(() => null);
    for (let step = 0; step < 25; step += 1) {
      const dogId = dogs[Math.floor(chance() * dogs.length)];
      const kind = dogId === undefined ? 0 : Math.floor(chance() * 8);
      if (dogId === undefined || kind === 0) dogs.push((await addDog(team.owner, kennelId))._id);
      else if (kind === 1) await addPhoto(team.owner, dogId);
      else if (kind === 2) await addCertifiedTest(team, dogId);
      else if (kind === 3) await addAttachment(team, (await addHealthRecord(team, { dogId }))._id);
      else if (kind === 4) await addDocument(team, breedingId);
      else if (kind === 5) await setLogo(team.owner, kennelId);
      else if (kind === 6) {
        await as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
        gone.push(...dogs.splice(dogs.indexOf(dogId), 1));
      } else {
        const recordId = gone.pop();
        if (recordId === undefined) {
          const [photo] = (await as.query(api.dogs.photos.list, { dogId })) ?? [];
          if (photo) await as.mutation(api.dogs.photos.remove, { photoId: photo._id });
          if (photo) gone.push(photo._id);
        } else {
          const back = await attempt(
            as.mutation(api.history.history.bringBackRecord, { kennelId, recordId }),
          );
          const id = await team.deployment.run(async (ctx) => ctx.db.normalizeId("dogs", String(back)));
          if (id) dogs.push(id);
        }
      }
      await expectExact(team, "storedBytes");
    }
    const { usedBytes, deletedBytes } = await storage();
    const stored = await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").collect());
    expect(usedBytes + deletedBytes).toBe(stored.reduce((sum, { size }) => sum + size, 0));
  });

  it("counts the true size of restored files, whatever the backup states, and of files deleted afterwards", async () => {
    await fillKennel(team, 5);
    await team.deployment.run(async (ctx) => {
      const [document, photo] = [
        await ctx.db.query("breedingDocuments").first(),
        await ctx.db.query("photos").first(),
      ];
      if (!document || !photo) throw new Error("There are no files");
      await ctx.db.patch("breedingDocuments", document._id, { fileSize: -1_000_000 });
      await ctx.db.patch("photos", photo._id, { bytes: undefined });
    });
    const backupId = await madeBackup(team);
    expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
    await expectExact(team);
    const sizes = await team.deployment.run(async (ctx) => {
      const documents = await ctx.db.query("breedingDocuments").collect();
      const photos = await ctx.db.query("photos").collect();
      return [...documents.map(({ fileSize }) => fileSize), ...photos.map(({ bytes }) => bytes ?? -1)];
    });
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    await team.owner.as.mutation(api.backups.backups.remove, { backupId });
    await expectExact(team);
  });

  it("counts an uploaded backup with its files, and frees the room when it is deleted", async () => {
    const from = await startTeam();
    await fillKennel(from, 3);
    const backupId = await madeBackup(from);
    const before = await used();
    const sentId = await restoreOf(from, backupId, {
      ...team,
      deployment: from.deployment,
      owner: from.stranger,
      kennelId: await firstKennelOf(from.stranger),
    });
    const other = { ...from, owner: from.stranger, kennelId: await firstKennelOf(from.stranger) };
    const sent = await from.deployment.run(async (ctx) => await ctx.db.get("backups", sentId));
    const storageOfOther = async () =>
      await other.owner.as.query(api.backups.backups.storage, { kennelId: other.kennelId });
    expect(sent?.fileBytes).toBeGreaterThan(0);
    expect((await storageOfOther()).usedBytes).toBe((sent?.recordsBytes ?? 0) + (sent?.fileBytes ?? 0));
    await from.deployment.mutation(internal.backups.backups.removeOld, { backupId: sentId });
    expect((await storageOfOther()).usedBytes).toBe(0);
    await expectExact(other);
    expect(await used()).toBe(before);
  });

  it("counts rows of earlier versions once, whatever is deleted during the migration", async () => {
    vi.useFakeTimers();
    const { as } = team.owner;
    const { kennelId, deployment } = team;
    const dogId = (await addDog(team.owner, kennelId))._id;
    const [photo, other] = [await addPhoto(team.owner, dogId), await addPhoto(team.owner, dogId)];
    await addPhoto(team.owner, dogId);
    await as.mutation(api.dogs.photos.remove, { photoId: other.id });
    const { _id: recordId } = await addHealthRecord(team, { dogId });
    await addAttachment(team, recordId);
    await addAttachment(team, recordId);
    await addCertifiedTest(team, dogId);
    await addDocument(team);
    await setLogo(team.owner, kennelId);
    await madeBackup(team);
    const before = await storage();
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("storedBytes").collect())
        await ctx.db.delete("storedBytes", _id);
      for (const { _id } of await ctx.db.query("photos").collect()) {
        await ctx.db.patch("photos", _id, { bytes: undefined });
      }
      for (const { _id } of await ctx.db.query("keptFiles").collect()) {
        await ctx.db.patch("keptFiles", _id, { bytes: undefined });
      }
      const kennel = await ctx.db.get("kennels", kennelId);
      if (kennel?.logo)
        await ctx.db.patch("kennels", kennelId, { logo: { ...kennel.logo, bytes: undefined } });
    });
    // Before the migration, an uncounted file is deleted and a counted file is added.
    await as.mutation(api.dogs.photos.remove, { photoId: photo.id });
    const [attachment] = await as.query(api.health.healthAttachments.list, { recordId });
    await as.mutation(api.health.healthAttachments.remove, { attachmentId: attachment?._id ?? "" });
    await addAttachment(team, recordId);
    await deployment.mutation(internal.migrations.runAll, {});
    await deployment.finishAllScheduledFunctions(vi.runAllTimers);
    await expectExact(team, "storedBytes");
    const after = await storage();
    // The deleted photo and the attachment wait for their removal. Another attachment was added.
    const total = before.usedBytes + before.deletedBytes + PDF.length;
    expect(after.usedBytes + after.deletedBytes).toBe(total);
    await deployment.mutation(internal.migrations.runAll, { reset: true });
    await deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await storage()).toEqual(after);
  });
});

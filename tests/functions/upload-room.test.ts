/** Tests the room that upload addresses reserve. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_FILE_BYTES } from "../../domain/files/rules";
import { MAX_PHOTO_BYTES, MAX_SENT_BYTES } from "../../domain/photos/rules";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding } from "../support/breedings";
import { expectExact } from "../support/counts";
import { PDF } from "../support/documents";
import { addHealthRecord } from "../support/health";
import { addCertifiedTest } from "../support/health-tests";
import { PNG } from "../support/photos";

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2025, 5, 15, 12);

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const used = async () =>
  (await team.owner.as.query(api.backups.backups.storage, { kennelId: team.kennelId })).usedBytes;
const store = async (bytes: Uint8Array<ArrayBuffer>) =>
  await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([bytes])));
const sweep = async () => await team.deployment.mutation(internal.platform.storedFiles.sweep, {});

it("the reserved room is the client's stated size, or the maximum of the purpose", async () => {
  const { as } = team.owner;
  const { _id: dogId } = await addDog(team.owner, team.kennelId);
  await as.mutation(api.dogs.photos.generateUploadUrls, {
    ...{ dogId, bytes: { full: 500, preview: 50, thumbnail: 5 } },
  });
  expect(await used()).toBe(555);
  await as.mutation(api.dogs.photos.generateUploadUrls, { dogId });
  const most = Object.values(MAX_SENT_BYTES).reduce((sum, bytes) => sum + bytes);
  expect(await used()).toBe(555 + most);
  const tooLarge = { full: MAX_PHOTO_BYTES + 1, preview: 1, thumbnail: 1 };
  const refused = as.mutation(api.dogs.photos.generateUploadUrls, { dogId, bytes: tooLarge });
  expect(await failureOf(refused)).toMatchObject({ code: "PHOTO_TOO_LARGE" });
  for (const full of [-1, 0.5, NaN]) {
    const odd = { dogId, bytes: { full, preview: 1, thumbnail: 1 } };
    const failed = as.mutation(api.dogs.photos.generateUploadUrls, odd);
    expect(await failureOf(failed)).toMatchObject({ code: "VALIDATION_FAILED" });
  }
  await expectExact(team, "storedBytes");
});

it("a document, an attachment, a certificate, and a restore's files and records use the reserved room", async () => {
  const { owner, kennelId } = team;
  const { as } = owner;
  const { _id: dogId } = await addDog(owner, kennelId);
  const breedingId = await recordBreeding(team, {});
  const recordId = (await addHealthRecord(team))._id;
  const testId = await addCertifiedTest(team, dogId);
  await as.mutation(api.health.healthTests.removeCertificate, { dogId, testId });
  const bytes = PDF.length;
  const storageId = async () => await store(PDF);
  const fileName = "paper.pdf";
  await as.mutation(api.breedings.breedingDocuments.generateUploadUrl, { breedingId, bytes });
  await as.action(api.breedings.breedingDocuments.add, {
    ...{ breedingId, storageId: await storageId(), fileName, documentType: "other" },
  });
  expect(await used()).toBe(bytes);
  await as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId, bytes });
  await as.action(api.health.healthAttachments.add, { recordId, storageId: await storageId(), fileName });
  expect(await used()).toBe(2 * bytes);
  await as.mutation(api.health.healthTests.generateUploadUrl, { dogId, testId, bytes });
  await as.action(api.health.healthTests.addCertificate, {
    ...{ dogId, testId, storageId: await storageId(), fileName },
  });
  expect(await used()).toBe(3 * bytes);
  const backupId = await as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
  const hashes = ["a", "b"].map((digit) => digit.repeat(64));
  await as.mutation(api.backups.restores.claimFiles, { kennelId, backupId, hashes, bytes: [bytes, bytes] });
  await as.mutation(api.backups.restores.generateUploadUrl, { kennelId, bytes });
  expect(await used()).toBe(6 * bytes);
  const storageIds = [await storageId(), await storageId()];
  await as.mutation(api.backups.restores.takeFiles, { kennelId, backupId, storageIds });
  await as.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId: await storageId() });
  expect(await used()).toBe(6 * bytes);
  const rows = await team.deployment.run(async (ctx) => await ctx.db.query("awaitedFiles").collect());
  expect(rows).toEqual([]);
  await expectExact(team, "storedBytes");
});

it("the last file that fits is accepted, and no further address is created while it is being uploaded", async () => {
  const { as } = team.owner;
  const { _id: recordId } = await addHealthRecord(team);
  vi.stubEnv("STUDBOOK_STORAGE_GB", String(PDF.length / 1024 ** 3));
  const give = () =>
    as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId, bytes: PDF.length });
  await give();
  expect(await failureOf(give())).toMatchObject({ code: "STORAGE_FULL" });
  await as.action(api.health.healthAttachments.add, {
    ...{ recordId, storageId: await store(PDF), fileName: "scan.pdf" },
  });
  expect(await used()).toBe(PDF.length);
});

it("the reserved room belongs to one person: a file sent to another kennel's address uses no room here", async () => {
  const { owner, staff } = team;
  const bytes = PDF.length;
  const { _id: recordId } = await addHealthRecord(team);
  const sent = async () => ({ recordId, storageId: await store(PDF), fileName: "scan.pdf" });
  vi.stubEnv("STUDBOOK_STORAGE_GB", String(bytes / 1024 ** 3));
  await owner.as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId, bytes });
  const other = await staff.as.mutation(api.kennels.kennels.create, { name: "Another" });
  const dog = await addDog(staff, other._id);
  await staff.as.mutation(api.dogs.photos.generateUploadUrls, {
    ...{ dogId: dog._id, bytes: { full: bytes, preview: 0, thumbnail: 0 } },
  });
  const taken = staff.as.action(api.health.healthAttachments.add, await sent());
  expect(await failureOf(taken)).toMatchObject({ code: "STORAGE_FULL" });
  await owner.as.action(api.health.healthAttachments.add, await sent());
  expect(await used()).toBe(bytes);
});

it("a file sent in a request, or stored again without private metadata, uses no reserved room", async () => {
  const { as } = team.owner;
  const { _id: dogId } = await addDog(team.owner, team.kennelId);
  await as.mutation(api.health.healthAttachments.generateUploadUrl, {
    ...{ recordId: (await addHealthRecord(team))._id },
  });
  const withMore = Uint8Array.from([...PNG, ...new Uint8Array(1000)]);
  const [fullId, previewId, thumbnailId] = [await store(withMore), await store(PNG), await store(PNG)];
  await as.action(api.dogs.photos.add, { dogId, fullId, previewId, thumbnailId });
  expect(await used()).toBe(MAX_FILE_BYTES + PNG.length);
  await expectExact(team, "storedBytes");
});

it("the room is freed with the unclaimed files, within two hours of the address", async () => {
  const { as } = team.owner;
  const { _id: recordId } = await addHealthRecord(team);
  await as.mutation(api.health.healthAttachments.generateUploadUrl, { recordId });
  vi.setSystemTime(NOON + 59 * MINUTE_MS);
  const left = await store(PDF);
  const isThere = async () =>
    await team.deployment.run(async (ctx) => (await ctx.db.system.get("_storage", left)) !== null);
  await sweep();
  expect([await used(), await isThere()]).toEqual([MAX_FILE_BYTES, true]);
  vi.setSystemTime(NOON + 105 * MINUTE_MS + 1);
  await sweep();
  expect([await used(), await isThere()]).toEqual([0, false]);
  await expectExact(team, "storedBytes");
});

it.each([1, 40])("the room is freed even if a clock was %i days ahead when it was reserved", async (days) => {
  vi.setSystemTime(NOON + days * 24 * 60 * MINUTE_MS);
  const { _id: dogId } = await addDog(team.owner, team.kennelId);
  await team.owner.as.mutation(api.dogs.photos.generateUploadUrls, { dogId });
  vi.setSystemTime(NOON);
  await sweep();
  expect(await used()).toBe(0);
  await expectExact(team, "storedBytes");
});

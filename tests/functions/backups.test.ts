/** Tests creating, keeping and deleting backups. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { checksumOf } from "../../domain/backups/checksum";
import {
  addDog,
  failureOf,
  firstKennelOf,
  loseJobs,
  type Person,
  startTeam,
  type Team,
  TODAY,
} from "../support/backend";
import { contentsOf, madeBackup, recordsOf } from "../support/backups";
import { outliveDeletions } from "../support/deletions";
import { addAttachment, addHealthRecord } from "../support/health";
import { addPhoto } from "../support/photos";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
});

const list = async (person: Person = team.owner) =>
  await person.as.query(api.backups.backups.list, { kennelId: team.kennelId });
const asked = { backupType: "local", includePhotos: true, format: "json", today: TODAY } as const;
const filesStored = async () =>
  await team.deployment.run(async (ctx) => (await ctx.db.system.query("_storage").take(50)).length);

describe("creating a backup", () => {
  it("[BAK-02] [BAK-03] [GAP-BAK-01] contains every record with metadata, counts and a checksum, and is named by the day", async () => {
    const recordId = (await addHealthRecord(team, { dogId, title: "Check" }))._id;
    await addAttachment(team, recordId);
    await addPhoto(team.owner, dogId);
    const backupId = await madeBackup(team);
    const [backup] = await list();
    expect(backup).toMatchObject({
      type: "local",
      format: "json",
      state: "ready",
      includesPhotos: true,
      fileName: "studbook-backup-2025-06-15.json",
      createdBy: "Olga Owner",
      counts: { kennel: 1, dogs: 1, healthRecords: 1, photos: 1, healthAttachments: 1 },
    });
    const { metadata, data } = await contentsOf(team, backupId);
    expect(metadata).toMatchObject({
      product: "studbook",
      version: 1,
      kennelId: team.kennelId,
      kennelName: "My Kennel",
      includesPhotos: true,
    });
    expect(metadata.checksum).toBe(await checksumOf(data));
    expect(data.dogs).toMatchObject([{ _id: dogId, name: "Bella" }]);
    expect(data.kennelBreeds).toBeUndefined();
    expect(data.deliveries).toBeUndefined();
    // The storage id of a file has no meaning elsewhere, so the hash of its content identifies it.
    expect(data.photos?.[0]?.fullId).toMatch(/^[0-9a-f]{64}$/);
  });

  it("[GAP-BAK-01] leaves out photos and other files on request", async () => {
    await addPhoto(team.owner, dogId);
    const backupId = await madeBackup(team, { includePhotos: false });
    const { data } = await contentsOf(team, backupId);
    expect(data.photos).toBeUndefined();
    expect(data.dogs?.[0]).toMatchObject({ photoCount: 0 });
    expect((await list())[0]).toMatchObject({ fileCount: 0, fileBytes: 0, includesPhotos: false });
  });

  it("requires the right to write backups, and every member of the kennel can see it", async () => {
    const refused = team.staff.as.mutation(api.backups.backups.create, { kennelId: team.kennelId, ...asked });
    expect((await failureOf(refused)).code).toBe("FORBIDDEN");
    await madeBackup(team);
    expect(await list(team.viewer)).toHaveLength(1);
    const strange = team.stranger.as.query(api.backups.backups.list, { kennelId: team.kennelId });
    expect((await failureOf(strange)).code).toBe("NOT_FOUND");
  });

  it("is hidden from people of other kennels, even when they have its id", async () => {
    const backupId = await madeBackup(team);
    for (const read of [
      team.stranger.as.query(api.backups.backups.get, { backupId }),
      team.stranger.as.query(api.backups.backups.files, { backupId, cursor: null }),
    ]) {
      expect((await failureOf(read)).code).toBe("NOT_FOUND");
    }
  });

  it("starts again after a crash, and only the latest attempt stores anything", async () => {
    const backupId = await team.owner.as.mutation(internal.backups.backups.prepare, {
      kennelId: team.kennelId,
      ...asked,
    });
    const first = await team.deployment.mutation(internal.backups.backups.beginMade, { backupId });
    await team.deployment.action(internal.backups.actions.backupMaking.make, { backupId });
    const late = { backupId, attempt: first?.attempt ?? 0 };
    expect(await team.deployment.mutation(internal.backups.backups.noteMade, { ...late, progress: 0 })).toBe(
      false,
    );
    expect(
      await team.deployment.mutation(internal.backups.backups.holdMade, { ...late, storageIds: [] }),
    ).toBeNull();
    expect((await list())[0]?.state).toBe("ready");
  });
});

describe("keeping backups", () => {
  it("stores a deleted photo once for all backups, until the last of these backups is deleted", async () => {
    const photo = await addPhoto(team.owner, dogId);
    const sizes = await filesStored();
    const first = await madeBackup(team);
    const second = await madeBackup(team);
    // The sizes of the photo and of the records of two backups.
    expect(await filesStored()).toBe(sizes + 2);
    await team.owner.as.mutation(api.dogs.photos.remove, { photoId: photo.id });
    await outliveDeletions(team.deployment);
    expect(await filesStored()).toBe(sizes + 2);
    await team.owner.as.mutation(api.backups.backups.remove, { backupId: first });
    expect(await filesStored()).toBe(sizes + 1);
    await team.owner.as.mutation(api.backups.backups.remove, { backupId: second });
    expect(await filesStored()).toBe(0);
  });

  it("does not delete a photo when its backup is deleted", async () => {
    await addPhoto(team.owner, dogId);
    const sizes = await filesStored();
    const backupId = await madeBackup(team);
    await team.owner.as.mutation(api.backups.backups.remove, { backupId });
    expect(await filesStored()).toBe(sizes);
  });

  it("[BAK-04] deletes all but the 10 newest", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await madeBackup(team));
    const { kennelId } = team;
    expect(await team.owner.as.mutation(api.backups.backups.cleanup, { kennelId })).toBe(2);
    expect((await list()).map(({ id }) => id)).toEqual(ids.slice(2).reverse());
    const none = team.owner.as.mutation(api.backups.backups.cleanup, { kennelId, keepCount: 0 });
    expect((await failureOf(none)).code).toBe("VALIDATION_FAILED");
    const viewer = team.viewer.as.mutation(api.backups.backups.cleanup, { kennelId });
    expect((await failureOf(viewer)).code).toBe("FORBIDDEN");
  });

  it("[GAP-BAK-07] returns the number of backups, their total size and the day of the last backup", async () => {
    const { kennelId } = team;
    const stats = async () => await team.viewer.as.query(api.backups.backups.stats, { kennelId });
    expect(await stats()).toEqual({ count: 0, totalSize: 0, lastBackupAt: null });
    await madeBackup(team);
    const [backup] = await list();
    expect(await stats()).toEqual({ count: 1, totalSize: backup?.size, lastBackupAt: backup?.createdAt });
  });
});

describe("an interrupted backup", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["after ten minutes", 600_000],
    ["after the clock was set back by a day", -86_400_000],
    ["after the clock was set back by 40 days", -40 * 86_400_000],
  ])("is created %s", async (_when, passedMs) => {
    vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") });
    const { kennelId, owner, deployment } = team;
    await owner.as.mutation(api.backups.backups.create, { kennelId, ...asked });
    await loseJobs(team);
    vi.setSystemTime(Date.now() + passedMs);
    await deployment.mutation(internal.jobs.sweep, { table: "backups" });
    await deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await list()).toMatchObject([{ state: "ready" }]);
  });
});

describe("the automatic backup", () => {
  const nightly = async (enabled: boolean, keepCount?: number) =>
    await team.owner.as.mutation(api.backups.backups.setNightly, {
      kennelId: team.kennelId,
      enabled,
      keepCount,
    });
  const night = async () => {
    await team.deployment.mutation(internal.backups.backups.sweepNights, {});
    await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
  };
  beforeEach(() => vi.useFakeTimers({ now: Date.parse("2025-06-15T12:00:00Z") }));
  afterEach(() => vi.useRealTimers());

  it("[BAK-08] [GAP-BAK-03] is created each night in the kennel's time zone, and only the newest are kept", async () => {
    await team.owner.as.mutation(api.kennels.kennelTimeZones.set, {
      kennelId: team.kennelId,
      timeZone: "America/New_York",
    });
    expect(await nightly(true, 2)).toEqual({
      enabled: true,
      frequency: "daily",
      keepCount: 2,
      nextAt: Date.parse("2025-06-16T07:00:00Z"),
    });
    await madeBackup(team);
    for (const day of ["16", "17", "18"]) {
      vi.setSystemTime(Date.parse(`2025-06-${day}T06:59:00Z`));
      await night();
      vi.setSystemTime(Date.parse(`2025-06-${day}T07:05:00Z`));
      await night();
    }
    // The nightly job does not delete the backup that was created by hand.
    expect((await list()).map(({ type, fileName }) => [type, fileName])).toEqual([
      ["automatic", "studbook-backup-2025-06-18.json"],
      ["automatic", "studbook-backup-2025-06-17.json"],
      ["local", "studbook-backup-2025-06-15.json"],
    ]);
  });

  it.each([1, 40])(
    "[BAK-08] is created on the next night after the clock moved %i days ahead and back",
    async (days) => {
      await nightly(true);
      const start = Date.now();
      vi.setSystemTime(start + days * 86_400_000);
      await night();
      vi.setSystemTime(start);
      await night();
      expect(await list()).toHaveLength(1);
      vi.setSystemTime(start + 86_400_000);
      await night();
      expect(await list()).toHaveLength(2);
    },
  );

  it("[BAK-08] is not created when automatic backups are switched off", async () => {
    await nightly(true);
    expect(await nightly(false)).toMatchObject({ enabled: false, keepCount: 10, nextAt: null });
    vi.setSystemTime(Date.parse("2025-06-20T12:00:00Z"));
    await night();
    expect(await list()).toEqual([]);
  });
});

describe("checking a backup", () => {
  const { check } = api.backups.actions.backupChecking;

  it("[GAP-BAK-07] reports an intact backup, or names each record whose file is damaged or missing", async () => {
    const { kennelId, staff, deployment } = team;
    await addPhoto(team.owner, dogId);
    const backupId = await madeBackup(team);
    const checked = async () => await staff.as.action(check, { kennelId, backupId });
    expect(await checked()).toEqual([]);
    const [held] = await deployment.run(async (ctx) => await ctx.db.query("backupFiles").collect());
    if (!held) throw new Error("The backup holds no file");
    // The row names another content than the stored file has, as after damage.
    const other = await deployment.run(async (ctx) => await ctx.storage.store(new Blob(["another content"])));
    await deployment.run(async (ctx) => await ctx.db.patch("backupFiles", held._id, { storageId: other }));
    expect(await checked()).toEqual(["photos 1: its file is damaged"]);
    await deployment.run(async (ctx) => await ctx.db.delete("backupFiles", held._id));
    expect(await checked()).toEqual(["photos 1: its file is missing"]);
  });

  it("[BAK-01] detects records that were changed in storage", async () => {
    const { kennelId, owner, deployment } = team;
    const backupId = await madeBackup(team);
    const text = new TextDecoder().decode(await recordsOf(team, backupId)).replace("Bella", "Luna");
    await deployment.run(async (ctx) => {
      const recordsId = await ctx.storage.store(new Blob([text]));
      await ctx.db.patch("backups", backupId, { recordsId });
    });
    const [problem] = await owner.as.action(check, { kennelId, backupId });
    expect(problem).toContain("changed or damaged");
  });

  it("requires a member of the kennel and an existing backup", async () => {
    const { kennelId, owner, stranger } = team;
    const backupId = await madeBackup(team);
    const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
    expect(await codeOf(stranger.as.action(check, { kennelId, backupId }))).toBe("NOT_FOUND");
    const theirs = { kennelId: await firstKennelOf(stranger), backupId };
    expect(await codeOf(stranger.as.action(check, theirs))).toBe("NOT_FOUND");
    const unready = await owner.as.mutation(internal.backups.backups.prepare, { kennelId, ...asked });
    expect(await codeOf(owner.as.action(check, { kennelId, backupId: unready }))).toBe("BACKUP_UNREADY");
  });
});

/** Tests restoring a backup. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { BACKUP_TABLES } from "../../convex/backups/model/backupTables";
import { KENNEL_TABLES, rowsOf, tablesOfKind } from "../../convex/platform/model/changes/kennelTables";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored, restoreOf, stateOf, wipe } from "../support/backups";
import { expectExact } from "../support/counts";
import { expectSettled } from "../support/settled";
import { recordBreeding } from "../support/breedings";
import { addDocument } from "../support/documents";
import { addAttachment, addHealthRecord } from "../support/health";
import { addLitter } from "../support/litters";
import { addPhoto } from "../support/photos";
import { fillKennel } from "../support/random-kennel";
import { addBooking } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  // Backups are signed with this secret. Histories are restored only from a file that was created here.
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const dogNames = async (): Promise<string[]> =>
  await team.deployment.run(async (ctx) =>
    (await ctx.db.query("dogs").collect()).map(({ name }) => name).sort(),
  );

describe("the content of a backup", () => {
  it("contains every record and the history, and no table that is calculated, temporary or personal", () => {
    const kept = [...BACKUP_TABLES].sort();
    expect(kept).toEqual([...tablesOfKind("record"), "activities"].sort());
    const others = (["calculated", "work", "personal", "log"] as const).flatMap(tablesOfKind);
    expect([...tablesOfKind("record"), ...others].sort()).toEqual([...KENNEL_TABLES].sort());
  });
});

describe("a round trip", () => {
  it.each([1, 2, 3])(
    "[GAP-BAK-04] of a random kennel (%i), emptied, is equal record by record and file by file",
    async (seed) => {
      await fillKennel(team, seed);
      const before = await stateOf(team);
      expect(Object.keys(before.records).sort()).toEqual([...BACKUP_TABLES, "kennel"].sort());
      const backupId = await madeBackup(team);
      await wipe(team);
      expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished", errorCount: 0 });
      expect(await stateOf(team)).toEqual(before);
    },
  );

  it("[GAP-BAK-04] keeps the ids of existing records", async () => {
    await fillKennel(team, 4);
    const ids = async () =>
      await team.deployment.run(async (ctx) => (await ctx.db.query("dogs").collect()).map(({ _id }) => _id));
    const before = await ids();
    const backupId = await madeBackup(team);
    await restored(team, backupId, "exact");
    expect(await ids()).toEqual(before);
  });

  it("[GAP-BAK-04] adds nothing twice when the same backup is restored again", async () => {
    await fillKennel(team, 5);
    const before = await stateOf(team);
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "add");
    expect(await restored(team, backupId, "add")).toMatchObject({ added: 0, replaced: 0 });
    expect((await stateOf(team)).sizes).toEqual(before.sizes);
  });
});

describe("the modes of a restore", () => {
  it("[BAK-05] [GAP-BAK-04] add missing records, overwrite existing ones, or return to the exact state", async () => {
    const { owner, kennelId } = team;
    const bella = await addDog(owner, kennelId, { name: "Bella" });
    const luna = await addDog(owner, kennelId, { name: "Luna" });
    const backupId = await madeBackup(team);
    const change = async () => {
      await owner.as.mutation(api.dogs.dogs.update, { dogId: bella._id, name: "Bella II", today: TODAY });
    };
    await change();
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: luna._id, confirmed: true });
    await addDog(owner, kennelId, { name: "Nala" });

    expect(await restored(team, backupId, "add")).toMatchObject({ added: expect.any(Number) as number });
    expect(await dogNames()).toEqual(["Bella II", "Luna", "Nala"]);
    await restored(team, backupId, "overwrite");
    expect(await dogNames()).toEqual(["Bella", "Luna", "Nala"]);
    await change();
    await restored(team, backupId, "exact");
    expect(await dogNames()).toEqual(["Bella", "Luna"]);
    // The counts equal the records.
    const stats = await owner.as.query(api.dashboard.dashboard.stats, { kennelId, today: TODAY });
    expect(stats).toMatchObject({ dogs: { total: 2 } });
  });

  it("correct the counts when only some of the records are restored", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { name: "Bella" });
    const record = await addHealthRecord(team, { dogId: dog._id });
    await addAttachment(team, record._id);
    const photo = await addPhoto(owner, dog._id);
    const backupId = await madeBackup(team);
    await owner.as.mutation(api.health.healthRecords.remove, { recordId: record._id });
    await owner.as.mutation(api.dogs.photos.remove, { photoId: photo.id });
    await restored(team, backupId, "add");
    const [row] = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
    expect(row).toMatchObject({ photoCount: 1, healthRecordCount: 1 });
    const photos = await owner.as.query(api.dogs.photos.list, { dogId: dog._id });
    expect(photos?.map(({ isPrimary }) => isPrimary)).toEqual([true]);
  });
});

describe("a backup without files", () => {
  it("[GAP-BAK-04] leaves no file of a removed record, and keeps the files of the remaining records", async () => {
    const { owner, kennelId } = team;
    const addAll = async (name: string) => {
      const { _id: dogId } = await addDog(owner, kennelId, { name });
      await addPhoto(owner, dogId);
      await addAttachment(team, (await addHealthRecord(team, { dogId }))._id);
      await addDocument(team, await recordBreeding(team, {}));
    };
    const filesOf = async () =>
      await team.deployment.run(async (ctx) => {
        const stored = await Promise.all(
          (["photos", "healthAttachments", "breedingDocuments"] as const).map(
            async (table) => (await ctx.db.query(table).collect()).length,
          ),
        );
        const bytes = (await ctx.db.query("storedBytes").collect()).map(({ kind, bytes: size }) => [
          kind,
          size,
        ]);
        return { stored, bytes: Object.fromEntries(bytes) as Record<string, number> };
      });
    await addAll("Bella");
    const before = await filesOf();
    const backupId = await madeBackup(team, { includePhotos: false });
    await addAll("Luna");
    await restored(team, backupId, "exact");
    const after = await filesOf();
    expect(after.stored).toEqual([1, 1, 1]);
    expect(after.bytes).toMatchObject(before.bytes);
    await expectExact(team);
  });
});

it("a restore reopens no booking and no booking reminder of a dog that has been sold since", async () => {
  const { owner, kennelId } = team;
  const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
  const { _id: scheduledVaccinationId } = await addBooking(team, { dogId });
  const backupId = await madeBackup(team);
  await owner.as.mutation(api.vaccinations.vaccinationSchedule.cancel, { scheduledVaccinationId });
  await owner.as.mutation(api.dogs.dogs.update, { dogId, status: "sold", today: TODAY });
  await team.deployment.run(
    async (ctx) => await ctx.db.delete("scheduledVaccinations", scheduledVaccinationId),
  );
  await restored(team, backupId, "add");
  const left = await team.deployment.run(async (ctx) => ({
    bookings: (await ctx.db.query("scheduledVaccinations").collect()).map(({ status }) => status),
    reminders: (await ctx.db.query("reminders").collect()).map(({ state }) => state),
  }));
  expect(left).toEqual({ bookings: ["cancelled"], reminders: [] });
  await expectSettled(team);
});

describe("restoring into another kennel", () => {
  it("[GAP-BAK-04] gives the records of a file new ids, rewrites references, and adds no duplicates the second time", async () => {
    await fillKennel(team, 6);
    const before = await stateOf(team);
    const backupId = await madeBackup(team);
    const { stranger } = team;
    const kennelId = await firstKennelOf(stranger);
    const other: Team = { ...team, owner: stranger, kennelId };
    // Members of both kennels are still named in the records.
    const membership = { kennelId, userId: team.owner.userId, role: "viewer" as const, permissions: {} };
    await team.deployment.run(async (ctx) => await ctx.db.insert("memberships", membership));
    const sentId = await restoreOf(team, backupId, other);
    expect(await restored(other, sentId, "exact")).toMatchObject({ state: "finished", errorCount: 0 });
    const there = await stateOf(other);
    expect(there).toEqual(before);
    expect(await restored(other, sentId, "add")).toMatchObject({ added: 0 });
    // The first kennel is unchanged.
    expect(await stateOf(team)).toEqual(before);
  });
});

describe("reminders that other records created, restored into another kennel", () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] }));

  it("[GAP-REM-13] [GAP-BAK-04] are linked to their records: planning finds them, and deletion includes them", async () => {
    const { owner, stranger, deployment, kennelId } = team;
    const { litterId } = await addLitter(team);
    await owner.as.mutation(api.reminders.reminderGeneration.forLitter, { litterId });
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    await addBooking(team, { dogId });
    const there = await firstKennelOf(stranger);
    const other: Team = { ...team, owner: stranger, kennelId: there };
    await restored(other, await restoreOf(team, await madeBackup(team), other), "add");
    const rows = async () =>
      await deployment.run(async (ctx) => {
        const found = await ctx.db.query("reminders").collect();
        return found.filter((row) => row.kennelId === there && row.state === "pending");
      });
    const count = (await rows()).length;
    expect(count).toBeGreaterThan(5);
    const [litter, booking] = await deployment.run(async (ctx) => [
      (await rowsOf(ctx, "litters", there).collect())[0],
      (await rowsOf(ctx, "scheduledVaccinations", there).collect())[0],
    ]);
    if (!litter || !booking) throw new Error("The litter and the booking have not come along");
    const planned = { litterId: litter._id };
    const again = await stranger.as.mutation(api.reminders.reminderGeneration.forLitter, planned);
    expect(again.created).toBe(0);
    expect(again.reminders).toHaveLength(count - 1);
    expect(await rows()).toHaveLength(count);
    const booked = { scheduledVaccinationId: booking._id };
    await stranger.as.mutation(api.vaccinations.vaccinationSchedule.cancel, booked);
    expect(await rows()).toHaveLength(count - 1);
  });
});

describe("a restore in progress", () => {
  it("[GAP-BAK-04] refuses every other change, and allows everybody to read", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { name: "Bella" });
    const backupId = await madeBackup(team);
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, {
      kennelId,
      backupId,
      mode: "exact",
    });
    for (const change of [
      addDog(team.staff, kennelId),
      owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, name: "Luna", today: TODAY }),
      owner.as.mutation(api.backups.restores.start, { kennelId, backupId, mode: "add" }),
      owner.as.mutation(api.backups.backups.remove, { backupId }),
    ]) {
      expect((await failureOf(change)).code).toBe("KENNEL_RESTORING");
    }
    expect(await team.viewer.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({
      name: "Bella",
    });
    const shown = async () =>
      (await team.viewer.as.query(api.kennels.kennels.list, {})).find(({ _id }) => _id === kennelId)
        ?.isRestoring;
    expect(await shown()).toBe(true);
    await team.deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
    expect(await shown()).toBeUndefined();
    await addDog(team.staff, kennelId, { name: "Luna" });
    expect(await dogNames()).toEqual(["Bella", "Luna"]);
  });

  it("[GAP-BAK-05] saves the current state first, so that it can be undone", async () => {
    await fillKennel(team, 7);
    const backupId = await madeBackup(team);
    await addDog(team.owner, team.kennelId, { name: "Nala" });
    const later = await stateOf(team);
    const { savedId } = await restored(team, backupId, "exact");
    expect(await stateOf(team)).not.toEqual(later);
    const [saved] = await team.owner.as.query(api.backups.backups.list, { kennelId: team.kennelId });
    expect(saved).toMatchObject({ id: savedId, type: "before_restore", state: "ready" });
    await restored(team, savedId ?? backupId, "exact");
    expect(await stateOf(team)).toEqual(later);
  });

  it("requires the right to write backups", async () => {
    const { kennelId } = team;
    const backupId = await madeBackup(team);
    const asked = { kennelId, backupId, mode: "add" } as const;
    expect((await failureOf(team.staff.as.mutation(api.backups.restores.start, asked))).code).toBe(
      "FORBIDDEN",
    );
    const own = { ...asked, kennelId: await firstKennelOf(team.stranger) };
    expect((await failureOf(team.stranger.as.mutation(api.backups.restores.start, own))).code).toBe(
      "NOT_FOUND",
    );
  });
});

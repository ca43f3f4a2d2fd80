/**
 * A valid kennel, its backup with breaks in it, and the restore of this backup as a file from an unknown source.
 */
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { RestoreReport } from "../../convex/backups/model/restores";
import type { BackupData, BackupMetadata } from "../../domain/backups/format";
import { freeAddresses } from "./applications";
import { firstKennelOf, startTeam, TODAY, type Team } from "./backend";
import { contentsOf, madeBackup, restored, wipe } from "./backups";
import type { Break } from "./broken-backups";
import { fillByChance } from "./kennel-by-chance";
import { addPuppy } from "./litters";
import { addReminder } from "./reminders";
import { chanceOf } from "./random-kennel";
import { recordsIn } from "./true-records";

export type Mode = "add" | "overwrite" | "exact";

export interface Sound {
  readonly team: Team;
  readonly data: BackupData;
}

/** The random kennel lacks records of these kinds and states. */
async function addRest(team: Team): Promise<void> {
  const { owner, kennelId } = team;
  const { as } = owner;
  const { puppies, litters, medicationCourses, breedings } = await recordsIn(team);
  const [litter, course, breeding] = [litters[0], medicationCourses[0], breedings[0]];
  if (!litter || !course || !breeding) throw new Error("The kennel lacks a litter, a course or a breeding");
  await as.mutation(api.breedings.breedings.setStatus, {
    ...{ breedingId: breeding._id, status: String(breeding.status), today: TODAY },
    pregnancyCheck: { on: "2025-04-01", method: "ultrasound", result: "pregnant", puppiesSeen: 4 },
  });
  const litterId = litter._id;
  const sold = await addPuppy(team, litterId, {
    name: "Sold",
    gender: "male",
    microchipNumber: "981000000000001",
  });
  const held = await addPuppy(team, litterId, { name: "Held", gender: "female", priceCents: 150_000 });
  await addPuppy(team, litterId, { isStillborn: true });
  await as.mutation(api.litters.puppies.sell, {
    puppyId: sold._id,
    today: TODAY,
    buyerName: "Ann",
    buyerEmail: "ann@example.com",
    priceCents: 200_000,
  });
  await as.mutation(api.litters.puppies.reserve, {
    puppyId: held._id,
    today: TODAY,
    buyerName: "Ben",
    depositCents: 50_000,
  });
  for (const [index, puppy] of [...puppies, held].entries()) {
    for (const day of [10, 20]) {
      const weighedAt = Date.parse(`2025-04-${day}T08:00:00Z`);
      await as.mutation(api.litters.puppyWeights.add, {
        puppyId: puppy._id,
        grams: 300 + day * 20,
        weighedAt,
        entryKey: `weight-${index}-${day}`,
      });
    }
  }
  for (const day of ["2025-06-15"]) {
    const dose = {
      dogId: String(course.dogId),
      courseId: course._id,
      dayOn: day,
      slot: 0,
      givenAt: Date.now(),
      today: TODAY,
    };
    await as.mutation(api.health.medications.giveOne, { ...dose, entryKey: `dose-${day}-slot` });
    await as.mutation(api.health.medications.giveOne, {
      ...dose,
      slot: null,
      isMeant: true,
      entryKey: `dose-${day}-more`,
    });
  }
  const later = { dogId: String(course.dogId), grams: 21_000, weighedOn: "2025-05-01", today: TODAY };
  await as.mutation(api.health.dogWeights.add, { ...later, entryKey: "later-weight" });
  const done = await addReminder(team);
  await as.mutation(api.reminders.reminders.complete, { reminderId: done._id, today: TODAY, notes: "Done" });
  await as.mutation(api.kennels.kennelSettings.update, {
    kennelId,
    business: { taxId: "T-1", businessLicense: "L-1" },
    branding: { primaryColor: "#1f6f3a", footerText: "Bred with care" },
  });
}

/** Uses the public functions. Returns the data of the kennel's backup. */
export async function soundKennel(seed: number): Promise<Sound> {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date", "setTimeout", "setInterval"] });
  const team = await startTeam();
  await fillByChance(team, seed, { dogs: 10 });
  await addRest(team);
  await vi.advanceTimersByTimeAsync(10_000);
  await team.deployment.finishInProgressScheduledFunctions();
  const { data } = await contentsOf(team, await madeBackup(team));
  await freeAddresses(team.deployment);
  return { team, data };
}

/** Restores the valid data with breaks, as an unsigned file of the stranger's kennel. */
export async function brokenRestore(
  sound: Sound,
  breaks: readonly Break[],
  mode: Mode,
  seed: number,
): Promise<{ team: Team; data: BackupData; report: RestoreReport; applied: string[] }> {
  const { stranger } = sound.team;
  const kennelId = await firstKennelOf(stranger);
  const team: Team = { ...sound.team, owner: stranger, kennelId };
  const data = structuredClone(sound.data);
  const chance = chanceOf(seed);
  const applied = breaks
    .filter(({ apply }) => apply(data, (rows) => rows[Math.floor(chance() * rows.length)]))
    .map(({ name }) => name);
  // Existing records would remain unchanged, so they are deleted first.
  if (mode === "add") await wipe(team);
  const report = await restoredFile(team, data, mode);
  return { team, data, report, applied };
}

/** An unsigned file may come from an unknown source. */
export const restoredFile = async (
  team: Team,
  data: BackupData,
  mode: Mode,
  origin?: BackupMetadata,
): Promise<RestoreReport> => await restored(team, await sentFile(team, data, origin), mode);

/** The file is unsigned. Returns the backup's id after the server has checked it. */
export async function sentFile(
  team: Team,
  data: BackupData,
  origin: BackupMetadata = { product: "studbook", version: 1 },
): Promise<Id<"backups">> {
  const { owner, kennelId, deployment } = team;
  // The clock is advanced, because only a few restores are allowed per hour.
  if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 3_600_000);
  const { as } = owner;
  const backupId = await as.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
  const { storageIds, storageId } = await deployment.run(async (ctx) => {
    const held = await ctx.db.query("backupFiles").collect();
    const contents = new Map(held.map((file) => [file.sha256, file.storageId]));
    const copies = [];
    for (const id of contents.values()) {
      const file = await ctx.storage.get(id);
      if (file) copies.push(await ctx.storage.store(file));
    }
    const text = JSON.stringify({
      metadata: { ...origin, includesPhotos: true },
      data,
    });
    return { storageIds: copies, storageId: await ctx.storage.store(new Blob([text])) };
  });
  await as.mutation(api.backups.restores.takeFiles, { kennelId, backupId, storageIds });
  await as.mutation(internal.backups.restores.acceptRecords, { kennelId, backupId, storageId });
  await deployment.action(internal.backups.actions.backupChecking.checkSent, { backupId });
  return backupId;
}

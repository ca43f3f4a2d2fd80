/**
 * Restores files that break the rules of records. broken-restores.long.test.ts breaks every rule alone, and many
 * together.
 */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { RestoreReport } from "../../convex/backups/model/restores";
import type { BackupData, BackupRow } from "../../domain/backups/format";
import { addDog, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { contentsOf, madeBackup, restored, restoreOf } from "../support/backups";
import { BREAKS } from "../support/broken-backups";
import { brokenRestore, restoredFile, soundKennel, type Sound } from "../support/broken-restores";
import { addLitter, addPuppy } from "../support/litters";
import { chanceOf } from "../support/random-kennel";
import { expectTrue, recordsIn } from "../support/true-records";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a file of a whole kennel", () => {
  let sound: Sound;
  beforeAll(async () => {
    sound = await soundKennel(1);
  });

  it("[BAK-06] is restored without a loss when it is valid", async () => {
    const { team, data, report } = await brokenRestore(sound, [], "exact", 1);
    expect(report.errors).toEqual([]);
    await expectTrue(team, data, report, "sound");
  });

  it.each([
    ["exact", 2],
    ["overwrite", 3],
    ["add", 4],
  ] as const)(
    "[BAK-06] with many broken rules is restored to valid records, reported and counted, in mode %s",
    async (mode, seed) => {
      const chance = chanceOf(seed);
      const some = BREAKS.filter(() => chance() < 0.08);
      const { team, data, report, applied } = await brokenRestore(sound, some, mode, seed);
      expect(applied.length).toBeGreaterThan(10);
      expect(report.errorCount).toBeGreaterThan(5);
      await expectTrue(team, data, report, applied.join("; "));
    },
  );

  it.each([
    "grown to be their own dam",
    "the same source as another",
    "kennelSettings: twice",
    "immunizations: of a dog and of another's puppy",
    "scheduledVaccinations: of a dog and of another's puppy",
  ])("[BAK-06] with records %s is restored to valid records, and reports the losses", async (name) => {
    const broken = BREAKS.filter((each) => each.name.endsWith(name));
    const { team, data, report, applied } = await brokenRestore(sound, broken, "exact", 5);
    expect(applied).toHaveLength(1);
    expect(report.errorCount).toBeGreaterThan(0);
    await expectTrue(team, data, report, name);
  });
});

/** The edited backup is restored as a file of the same kennel, which has no signed-in users. */
async function restoredEdited(
  team: Team,
  mode: "add" | "overwrite" | "exact",
  edit: (data: BackupData, dogs: (name: string) => BackupRow) => void,
): Promise<{ report: RestoreReport; data: BackupData }> {
  const { data } = await contentsOf(team, await madeBackup(team));
  edit(data, (name) => data.dogs?.find((dog) => dog.name === name) ?? {});
  return { report: await restoredFile(team, data, mode), data };
}

const messages = ({ errors }: RestoreReport): string[] => errors.map(({ message }) => message);

const dogOf = async (team: Team, name: string) =>
  (await recordsIn(team)).dogs.find((dog) => dog.name === name);

describe("restored dogs", () => {
  it("[GAP-DOG-20] get no registration number that a dog of the kennel already has", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
    const team = await startTeam();
    const numbers = { microchipNumber: "981000000000001", registrationNumber: "KC 1234" };
    await addDog(team.owner, team.kennelId, { name: "Rex", ...numbers });
    const backupId = await madeBackup(team);
    const { stranger } = team;
    const other: Team = { ...team, owner: stranger, kennelId: await firstKennelOf(stranger) };
    await addDog(stranger, other.kennelId, { name: "Bella", ...numbers });
    const report = await restored(other, await restoreOf(team, backupId, other), "add");
    expect(messages(report)).toEqual([
      "Registration number of Rex was left out: Bella already has this registration number",
      "Microchip number of Rex was left out: Bella already has this microchip number",
    ]);
    expect(await dogOf(other, "Bella")).toMatchObject(numbers);
    const { data } = await contentsOf(team, backupId);
    await expectTrue(other, data, report, "doubles");
  });

  it("[GAP-DOG-18] get no impossible links, dates, numbers or names", async () => {
    const team = await startTeam();
    const { owner, kennelId } = team;
    const male = { gender: "male" as const };
    for (const name of ["Self", "One", "Two", "Son", "Late", "Thin", "Nobody"]) {
      await addDog(owner, kennelId, { name, ...male });
    }
    for (const name of ["Bitch", "Dam", "Pup"]) await addDog(owner, kennelId, { name });
    const { report, data } = await restoredEdited(team, "exact", (_, dog) => {
      dog("Self").sireId = dog("Self")._id;
      [dog("One").sireId, dog("Two").sireId] = [dog("Two")._id, dog("One")._id];
      dog("Son").sireId = dog("Bitch")._id;
      Object.assign(dog("Dam"), { dateOfBirth: "2021-01-01" });
      Object.assign(dog("Pup"), { dateOfBirth: "2020-01-01", damId: dog("Dam")._id });
      dog("Late").dateOfBirth = "9999-12-31";
      dog("Thin").weight = -5;
      dog("Nobody").name = "";
    });
    expect(messages(report).sort()).toEqual([
      "Dam of Pup was left out: Dam Dam was born on 2021-01-01, not before this dog",
      "Date of birth of Late was left out: Date of birth cannot be in the future",
      "Sire of One was left out: Sire Two descends from this dog",
      "Sire of Self was left out: A dog cannot be its own parent",
      "Sire of Son was left out: Sire must be a male dog",
      "Weight of Thin was left out: Weight must be positive",
      "was left out: Name is required",
    ]);
    await expectTrue(team, data, report, "the samples");
  });

  it("can exchange their numbers without a loss", async () => {
    const team = await startTeam();
    const { owner, kennelId } = team;
    const [one, two] = ["981000000000001", "981000000000002"];
    const rex = await addDog(owner, kennelId, { name: "Rex", microchipNumber: one });
    const max = await addDog(owner, kennelId, { name: "Max", microchipNumber: two });
    const backupId = await madeBackup(team);
    const change = async (dogId: string, microchipNumber: string | null) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId, microchipNumber, today: TODAY });
    await change(rex._id, null);
    await change(max._id, one);
    await change(rex._id, two);
    expect((await restored(team, backupId, "overwrite")).errors).toEqual([]);
    expect(await dogOf(team, "Rex")).toMatchObject({ microchipNumber: one });
    expect(await dogOf(team, "Max")).toMatchObject({ microchipNumber: two });
  });

  it("get the sex and birth date that their offspring imply when the file has none", async () => {
    const team = await startTeam();
    const { owner, kennelId } = team;
    const dam = await addDog(owner, kennelId, { name: "Dam" });
    const { data } = await contentsOf(team, await madeBackup(team));
    await addDog(owner, kennelId, { name: "Pup", damId: dam._id, dateOfBirth: "2022-02-02" });
    Object.assign(data.dogs?.[0] ?? {}, { gender: "male", dateOfBirth: "2023-03-03" });
    const report = await restoredFile(team, data, "overwrite");
    expect(messages(report)).toEqual([
      "Gender of Dam was not changed: Gender cannot change: Dam is the dam of Pup",
      "Date of birth of Dam was left out: Pup, its offspring, was born on 2022-02-02",
    ]);
    expect(await dogOf(team, "Pup")).toMatchObject({ damId: dam._id, dateOfBirth: "2022-02-02" });
    await expectTrue(team, data, report, "offspring");
  });

  it("keep all of their records when they are not restored, except records that require them", async () => {
    const team = await startTeam();
    const { litterId, damId } = await addLitter(team);
    await addPuppy(team, litterId, { name: "Puck" });
    await team.owner.as.mutation(api.heats.heats.add, { dogId: damId, startOn: "2024-12-20", today: TODAY });
    const { stranger } = team;
    const other: Team = { ...team, owner: stranger, kennelId: await firstKennelOf(stranger) };
    const { data } = await contentsOf(team, await madeBackup(team));
    for (const dog of data.dogs ?? []) if (dog._id === damId) dog.name = " ";
    const report = await restoredFile(other, data, "add");
    await expectTrue(other, data, report, "a dam without a name");
    const { breedings, puppies } = await recordsIn(other);
    expect(breedings.map((breeding) => breeding.damId)).toEqual(puppies.map(() => undefined));
  });
});

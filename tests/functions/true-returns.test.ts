/** Tests that restored, undone and reimported records respect everything that was recorded since. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { contentsOf, madeBackup } from "../support/backups";
import { restoredFile } from "../support/broken-restores";
import { addLitter, addPuppy } from "../support/litters";
import { undoLast } from "../support/undoing";
import { recordsIn, refusedSaves, untrueLinks } from "../support/true-records";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const bringBack = async (recordId: string) => {
  const { owner, kennelId } = team;
  return await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
};

const removeDog = async (dogId: string) =>
  await team.owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });

const change = async (dogId: string, fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields });

const rowOf = async (name: string) => (await recordsIn(team)).dogs.find((dog) => dog.name === name);

describe("a restored dog", () => {
  it("[GAP-DOG-18] keeps the name of a parent without a link when the parent is now a bitch or was born later", async () => {
    const { owner, kennelId } = team;
    const sire = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    const dam = await addDog(owner, kennelId, { name: "Bella" });
    const pup = await addDog(owner, kennelId, {
      ...{ name: "Pup", dateOfBirth: "2022-02-02", sireId: sire._id, damId: dam._id },
    });
    await removeDog(pup._id);
    await change(sire._id, { gender: "female" });
    await change(dam._id, { dateOfBirth: "2023-03-03" });
    await bringBack(pup._id);
    const row = await rowOf("Pup");
    expect(row).toMatchObject({ sireName: "Rex", damName: "Bella" });
    expect([row?.sireId, row?.damId]).toEqual([undefined, undefined]);
    expect(await untrueLinks(team)).toEqual([]);
    expect(await refusedSaves(team)).toEqual([]);
  });

  it("[GAP-DOG-18] does not become sire of its own ancestor or of a dog born before it", async () => {
    const { owner, kennelId } = team;
    const male = { gender: "male" as const };
    const grandfather = await addDog(owner, kennelId, { name: "Old", ...male });
    const sire = await addDog(owner, kennelId, { name: "Mid", ...male, sireId: grandfather._id });
    const son = await addDog(owner, kennelId, { name: "Young", ...male, sireId: sire._id });
    await removeDog(sire._id);
    await change(grandfather._id, { sireId: son._id });
    await bringBack(sire._id);
    expect(await rowOf("Young")).toMatchObject({ sireName: "Mid" });
    expect(await untrueLinks(team)).toEqual([]);
    expect(await refusedSaves(team)).toEqual([]);
  });
});

describe("a dog and the records that name it, deleted one after the other", () => {
  const remove = {
    sire: async (ids: Awaited<ReturnType<typeof seed>>) => await removeDog(ids.sire),
    pup: async (ids: Awaited<ReturnType<typeof seed>>) => await removeDog(ids.pup),
    breeding: async ({ breeding: breedingId }: Awaited<ReturnType<typeof seed>>) =>
      await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId }),
  };
  type Name = keyof typeof remove;

  async function seed() {
    const { owner, kennelId } = team;
    const { _id: sire } = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    const { _id: damId } = await addDog(owner, kennelId, { name: "Bella" });
    const { _id: pup } = await addDog(owner, kennelId, { name: "Pup", sireId: sire, damId });
    const planned = { kennelId, sireId: sire, damId, breedingDate: "2025-01-01" };
    const { _id: breeding } = await owner.as.mutation(api.breedings.breedings.create, planned);
    return { sire, pup, breeding };
  }

  const links = async () => {
    const { dogs, breedings } = await recordsIn(team);
    const rows = [...dogs.filter(({ name }) => name === "Pup"), ...breedings];
    const sire = dogs.find(({ name }) => name === "Rex");
    return rows.map(({ sireId, sireName }) => [sireId === sire?._id ? sire?.name : sireId, sireName]);
  };

  it.each<[Name[], Name[]]>([
    [
      ["sire", "pup", "breeding"],
      ["sire", "pup", "breeding"],
    ],
    [
      ["pup", "breeding", "sire"],
      ["pup", "breeding", "sire"],
    ],
    [
      ["pup", "sire", "breeding"],
      ["breeding", "pup", "sire"],
    ],
    [
      ["breeding", "sire", "pup"],
      ["sire", "breeding", "pup"],
    ],
  ])("name each other again after deletion as %j and restoration as %j", async (gone, back) => {
    const ids = await seed();
    for (const name of gone) await remove[name](ids);
    for (const name of back) await bringBack(ids[name]);
    expect(await links()).toEqual([
      ["Rex", undefined],
      ["Rex", undefined],
    ]);
    expect(await untrueLinks(team)).toEqual([]);
  });

  it("keep its name while it is deleted", async () => {
    const ids = await seed();
    for (const name of ["pup", "breeding", "sire"] as const) await remove[name](ids);
    for (const name of ["pup", "breeding"] as const) await bringBack(ids[name]);
    expect(await links()).toEqual([
      [undefined, "Rex"],
      [undefined, "Rex"],
    ]);
  });

  it("do not restore a link that somebody removed by hand", async () => {
    const ids = await seed();
    await change(ids.pup, { sireId: null });
    for (const name of ["sire", "pup"] as const) await remove[name](ids);
    for (const name of ["sire", "pup"] as const) await bringBack(ids[name]);
    expect((await links())[0]).toEqual([undefined, undefined]);
  });
});

describe("a restored record", () => {
  it("is refused while another heat is recorded at the same time", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
    const heat = { dogId, startOn: "2025-05-01", today: TODAY };
    const { _id: heatId } = await owner.as.mutation(api.heats.heats.add, heat);
    await owner.as.mutation(api.heats.heats.remove, { heatId });
    await owner.as.mutation(api.heats.heats.add, { ...heat, startOn: "2025-05-03" });
    expect(await failureOf(bringBack(heatId))).toMatchObject({
      code: "VALIDATION_FAILED",
      details: { fields: { startOn: "She already has a heat recorded around this day" } },
    });
    expect((await recordsIn(team)).heats).toHaveLength(1);
  });

  it("is refused when its dose is recorded again, or its litter's mating has moved to a later day", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
    const dose = {
      dogId,
      vaccineName: "Rabies",
      vaccineType: "Core",
      dateAdministered: "2025-05-01",
      today: TODAY,
    };
    const { _id: doseId } = await owner.as.mutation(api.vaccinations.immunizations.create, dose);
    await owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: doseId });
    await owner.as.mutation(api.vaccinations.immunizations.create, dose);
    expect((await failureOf(bringBack(doseId)))?.code).toBe("VALIDATION_FAILED");
    const { litterId, breedingId } = await addLitter(team);
    await owner.as.mutation(api.litters.litters.remove, { litterId, isConfirmed: true });
    await owner.as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: "2025-04-01" });
    expect((await failureOf(bringBack(litterId)))?.details.fields).toEqual({
      whelpingDate: "Whelping date cannot be before the mating date",
    });
  });
});

it("undoing a change of a puppy does not restore a day of death before its current birth date", async () => {
  const { owner } = team;
  const { litterId } = await addLitter(team);
  const { _id: puppyId } = await addPuppy(team, litterId, { name: "Puck" });
  const status = { puppyId, today: TODAY };
  await owner.as.mutation(api.litters.puppies.setStatus, {
    ...status,
    status: "deceased",
    diedOn: "2025-03-06",
  });
  await owner.as.mutation(api.litters.puppies.setStatus, { ...status, status: "available" });
  await owner.as.mutation(api.litters.litters.update, { litterId, whelpingDate: "2025-03-10", today: TODAY });
  expect((await failureOf(undoLast(team, puppyId))).details.fields).toEqual({
    diedOn: "Date of death cannot be before the birth",
  });
  expect((await recordsIn(team)).puppies[0]).toMatchObject({ status: "available" });
});

it("an edited export is imported like any file that people may have written", async () => {
  const { owner, kennelId } = team;
  await addDog(owner, kennelId, { name: "Rex", gender: "male", weight: 20 });
  const { data } = await contentsOf(team, await madeBackup(team));
  Object.assign(data.dogs?.[0] ?? {}, { weight: -5, kennelId, names: { sireId: "Somebody" } });
  const origin = { product: "Studbook", kind: "export", version: 2 };
  const report = await restoredFile(team, data, "exact", origin);
  expect(report.errors.map(({ message }) => message)).toEqual([
    "Weight of Rex was left out: Weight must be positive",
  ]);
  expect(await rowOf("Rex")).not.toHaveProperty("weight");
});

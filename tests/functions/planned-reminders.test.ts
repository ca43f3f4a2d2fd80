/** Tests that planned reminders change with their source record in the same transaction. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";
import { importRows } from "../support/imports";
import { addLitter } from "../support/litters";
import { recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

const pending = async () =>
  (
    await team.viewer.as.query(api.reminders.reminders.list, {
      kennelId: team.kennelId,
      today: TODAY,
      tab: "pending",
      limit: 100,
    })
  ).data;
const told = async () => (await pending()).map(({ dueDate, title }) => `${dueDate} ${title}`).sort();
const named = async (part: string) => {
  const found = (await pending()).find(({ title }) => title.includes(part));
  if (!found) throw new Error(`No reminder is called ${part}`);
  return found;
};
const notifyAt = async (id: Id<"reminders">) =>
  await team.deployment.run(async (ctx) => {
    const at = (await ctx.db.get("reminders", id))?.notifyAt;
    return at === undefined ? null : new Date(at).toISOString().slice(0, 16);
  });

async function planBreeding(breedingDate = "2025-06-10"): Promise<Id<"breedings">> {
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const { _id: breedingId } = await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate,
  });
  await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
  return breedingId;
}
const moveMating = async (breedingId: Id<"breedings">, fields: object) =>
  await team.owner.as.mutation(api.breedings.breedings.update, { breedingId, ...fields });
const setStatus = async (breedingId: Id<"breedings">, status: string) =>
  await team.owner.as.mutation(api.breedings.breedings.setStatus, { breedingId, status, today: TODAY });

const OF_JUNE_10 = [
  "2025-07-08 Pregnancy check: Bella",
  "2025-08-07 Prepare for whelping: Bella",
  "2025-08-12 Puppies due: Bella",
];

describe("[GAP-REM-13] planned reminders of a breeding", () => {
  it("[GAP-API-11] report who moved the mating, because the move gives them a new version", async () => {
    const breedingId = await planBreeding();
    const { _id: reminderId, updatedAt: since } = await named("Puppies due");
    await moveMating(breedingId, { breedingDate: "2025-06-12" });
    expect(
      await team.staff.as.query(api.reminders.reminders.editsSince, { reminderId, since }),
    ).toMatchObject([{ fields: ["dueDate"], isSelf: false }]);
  });

  it("move with the mating, and those of the due date move with the due date", async () => {
    const breedingId = await planBreeding();
    expect(await told()).toEqual(OF_JUNE_10);
    await moveMating(breedingId, { breedingDate: "2025-06-12" });
    expect((await told()).map((line) => line.slice(0, 10))).toEqual([
      "2025-07-10",
      "2025-08-09",
      "2025-08-14",
    ]);
    await moveMating(breedingId, { expectedDueDate: "2025-08-16" });
    expect((await named("Puppies due")).dueDate).toBe("2025-08-16");
  });

  it("include the pregnancy check, which is closed when the pregnancy is confirmed, until an undo", async () => {
    const breedingId = await planBreeding();
    await setStatus(breedingId, "bred");
    await setStatus(breedingId, "confirmed");
    expect(await told()).toEqual(OF_JUNE_10.slice(1));
    await setStatus(breedingId, "bred");
    expect(await told()).toEqual(OF_JUNE_10);
  });

  it("keep a day and a title that a person typed, and are not duplicated by planning again", async () => {
    const breedingId = await planBreeding();
    const check = await named("Pregnancy check");
    await team.staff.as.mutation(api.reminders.reminders.update, {
      reminderId: check._id,
      dueDate: "2025-07-11",
    });
    const box = await named("Prepare");
    await team.staff.as.mutation(api.reminders.reminders.update, {
      reminderId: box._id,
      title: "Build the box",
    });
    await moveMating(breedingId, { breedingDate: "2025-06-13" });
    expect(await told()).toEqual([
      "2025-07-11 Pregnancy check: Bella",
      "2025-08-10 Build the box",
      "2025-08-15 Puppies due: Bella",
    ]);
    await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
    expect(await told()).toHaveLength(3);
    expect((await named("Pregnancy check")).dueDate).toBe("2025-07-11");
  });

  it("are planned for no past day, and for no failed breeding", async () => {
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const breedingId = await recordBreeding(team, { damId: dam._id, breedingDate: "2025-05-10" });
    const plan = async () =>
      await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, {
        breedingId,
        today: TODAY,
      });
    await setStatus(breedingId, "failed");
    expect(await plan()).toEqual({ created: 0, reminders: [] });
    await setStatus(breedingId, "bred");
    expect(await plan()).toMatchObject({ created: 2 });
    expect(await told()).toEqual(["2025-07-07 Prepare for whelping: Bella", "2025-07-12 Puppies due: Bella"]);
  });

  it("of a litter of last year are planned for no past day", async () => {
    const breedingId = await recordBreeding(team, { status: "whelped" });
    const litterId = await recordLitter(team, breedingId);
    const forLitter = { litterId, today: TODAY };
    expect(await team.staff.as.mutation(api.reminders.reminderGeneration.forLitter, forLitter)).toEqual({
      created: 0,
      reminders: [],
    });
  });

  it("remain unchanged after they were completed or removed", async () => {
    const breedingId = await planBreeding();
    const check = await named("Pregnancy check");
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId: check._id, today: TODAY });
    await team.staff.as.mutation(api.reminders.reminders.remove, {
      reminderId: (await named("Prepare"))._id,
    });
    await moveMating(breedingId, { breedingDate: "2025-06-12" });
    await setStatus(breedingId, "failed");
    await setStatus(breedingId, "bred");
    expect(await told()).toEqual(["2025-08-14 Puppies due: Bella"]);
    const done = await team.viewer.as.query(api.reminders.reminders.get, { reminderId: check._id });
    expect(done).toMatchObject({ isCompleted: true, dueDate: "2025-07-08" });
  });

  it("are closed when the breeding fails or whelps, and reopened on the current days when that is undone", async () => {
    const breedingId = await planBreeding();
    await setStatus(breedingId, "failed");
    expect(await told()).toEqual([]);
    const counts = async () =>
      (
        await team.viewer.as.query(api.reminders.reminders.statistics, {
          kennelId: team.kennelId,
          today: TODAY,
        })
      ).pending;
    expect(await counts()).toBe(0);
    await moveMating(breedingId, { breedingDate: "2025-06-12" });
    expect(await told()).toEqual([]);
    await setStatus(breedingId, "bred");
    expect((await told()).map((line) => line.slice(0, 10))).toEqual([
      "2025-07-10",
      "2025-08-09",
      "2025-08-14",
    ]);
    expect(await counts()).toBe(3);
    await setStatus(breedingId, "whelped");
    expect(await told()).toEqual([]);
  });

  it("are transferred to a new dam", async () => {
    const breedingId = await planBreeding();
    const nora = await addDog(team.owner, team.kennelId, { name: "Nora" });
    await moveMating(breedingId, { damId: nora._id });
    const due = await named("Puppies due");
    expect([due.title, due.dogId]).toEqual(["Puppies due: Nora", nora._id]);
  });

  it.each([
    ["America/New_York", "2025-10-05T12:00", "2025-11-05T13:00"],
    ["Europe/Berlin", "2025-10-05T06:00", "2025-11-05T07:00"],
    ["Pacific/Auckland", "2025-10-04T19:00", "2025-11-04T19:00"],
  ])(
    "are sent at eight in the morning in %s, before and after a change of the clocks",
    async (timeZone, before, after) => {
      await team.owner.as.mutation(api.kennels.kennelTimeZones.set, { kennelId: team.kennelId, timeZone });
      const breedingId = await planBreeding("2025-08-10");
      const { _id } = await named("Puppies due");
      expect(await notifyAt(_id)).toBe(before);
      await moveMating(breedingId, { breedingDate: "2025-09-10" });
      expect((await named("Puppies due")).dueDate).toBe("2025-11-12");
      expect(await notifyAt(_id)).toBe(after);
      await setStatus(breedingId, "failed");
      expect(await notifyAt(_id)).toBeNull();
    },
  );
});

describe("[GAP-REM-13] planned reminders of a litter", () => {
  it("move with the birth date, are closed when no puppy lives, and are deleted with the litter", async () => {
    const { litterId } = await addLitter(team);
    await team.staff.as.mutation(api.reminders.reminderGeneration.forLitter, { litterId });
    const home = async () => (await named("go home")).dueDate;
    expect(await home()).toBe("2025-04-30");
    const change = async (fields: object) =>
      await team.owner.as.mutation(api.litters.litters.update, { litterId, today: TODAY, ...fields });
    await change({ whelpingDate: "2025-03-07" });
    expect(await home()).toBe("2025-05-02");
    expect(await told()).toHaveLength(6);
    await change({ numberBorn: 3, numberAlive: 0, numberMales: 0, numberFemales: 0 });
    expect(await told()).toEqual([]);
    await change({ numberAlive: 2 });
    expect(await told()).toHaveLength(6);
    await team.owner.as.mutation(api.litters.litters.remove, { litterId });
    expect(await told()).toEqual([]);
  });
});

describe("[GAP-REM-13] planned reminders of a dog's vaccinations", () => {
  const plan = async (dogId: Id<"dogs">) =>
    await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, { dogId, today: TODAY });

  it("of a booster move with the newest dose and its due date", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const dose = { dogId, vaccineName: "Giardia", vaccineType: "Non-Core" };
    const first = await recordDose(team.owner, {
      ...dose,
      dateAdministered: "2024-09-01",
      nextDueDate: "2025-09-01",
    });
    await plan(dogId);
    expect(await told()).toEqual(["2025-09-01 Giardia booster: Rex"]);
    await team.owner.as.mutation(api.vaccinations.immunizations.update, {
      immunizationId: first._id,
      nextDueDate: "2025-10-01",
      today: TODAY,
    });
    expect(await told()).toEqual(["2025-10-01 Giardia booster: Rex"]);
    const second = await recordDose(team.owner, { ...dose, nextDueDate: "2026-06-15" });
    expect(await told()).toEqual(["2026-06-15 Giardia booster: Rex"]);
    await team.owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: second._id });
    expect(await told()).toEqual(["2025-10-01 Giardia booster: Rex"]);
    await team.owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: first._id });
    expect(await told()).toEqual([]);
  });

  it("of a completed booster are planned for the next round once the dose is recorded", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const dose = { dogId, vaccineName: "Giardia", vaccineType: "Non-Core" };
    await recordDose(team.owner, { ...dose, dateAdministered: "2024-06-20", nextDueDate: "2025-06-20" });
    await plan(dogId);
    const { _id: reminderId } = await named("Giardia");
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    await recordDose(team.owner, { ...dose, nextDueDate: "2026-06-15" });
    expect(await told()).toEqual(["2026-06-15 Giardia booster: Rex"]);
    expect((await plan(dogId)).created).toBe(0);
    const done = await team.viewer.as.query(api.reminders.reminders.get, { reminderId });
    expect(done).toMatchObject({ isCompleted: true, dueDate: "2025-06-20" });
  });

  it("of a puppy's dose are closed when it is given, and move with the birth date before that", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, {
      name: "Juno",
      dateOfBirth: "2025-05-05",
    });
    await plan(dogId);
    const ofDhpp = async () => (await told()).filter((line) => line.includes("DHPP"));
    const [firstLine = ""] = await ofDhpp();
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, dateOfBirth: "2025-05-07", today: TODAY });
    const [movedLine = ""] = await ofDhpp();
    expect(Date.parse(movedLine.slice(0, 10)) - Date.parse(firstLine.slice(0, 10))).toBe(2 * 86_400_000);
    const before = await ofDhpp();
    const dose = await recordDose(team.owner, { dogId, vaccineName: "DHPP" });
    expect(await ofDhpp()).toEqual(before.slice(1));
    await team.owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: dose._id });
    expect(await ofDhpp()).toEqual(before);
  });

  it("move when an import changes a birth date", async () => {
    vi.useFakeTimers({ now: Date.now() });
    const known = { name: "Juno", breed: "Beagle", gender: "female", registrationNumber: "N1" };
    const { _id: dogId } = await addDog(team.owner, team.kennelId, {
      ...known,
      gender: "female",
      dateOfBirth: "2025-05-10",
    });
    await plan(dogId);
    const rabies = async () => (await named("Rabies (16 weeks)")).dueDate;
    expect(await rabies()).toBe("2025-08-30");
    await importRows(team, [{ ...known, dateOfBirth: "2025-05-14" }], { mode: "update" });
    expect(await rabies()).toBe("2025-09-03");
  });

  it("are refused for a dog that died or was sold", async () => {
    for (const status of ["deceased", "sold"] as const) {
      const { _id: dogId } = await addDog(team.owner, team.kennelId, {
        name: `Rex ${status}`,
        dateOfBirth: "2025-04-20",
        status,
      });
      const failure = await failureOf(
        team.staff.as.mutation(api.reminders.reminderGeneration.forDog, { dogId, today: TODAY }),
      );
      expect(failure.details.fields).toEqual({ dogId: `Rex ${status} is not in the kennel` });
    }
    expect(await told()).toEqual([]);
  });

  it("are closed while the dog is not in the kennel, including those that a person requested", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, {
      dogId,
      today: TODAY,
      vaccineSchedule: [{ vaccineName: "Rabies", dueDate: "2026-01-01" }],
    });
    const setDog = async (status: "sold" | "active") =>
      await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status, today: TODAY });
    await recordDose(team.owner, { dogId, vaccineName: "Giardia", vaccineType: "Non-Core" });
    expect(await told()).toEqual(["2026-01-01 Rabies: Rex"]);
    await setDog("sold");
    expect(await told()).toEqual([]);
    await setDog("active");
    expect(await told()).toEqual(["2026-01-01 Rabies: Rex"]);
  });
});

describe("the reminder of a booked vaccination", () => {
  it("[GAP-VAX-05] is moved to the booking's day, even after a person moved it", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Nora" });
    const booking = await team.owner.as.mutation(api.vaccinations.vaccinationSchedule.schedule, {
      dogId,
      vaccineName: "Rabies",
      scheduledDate: "2025-07-01",
      today: TODAY,
    });
    const { _id: reminderId } = await named("Rabies");
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, dueDate: "2025-06-29" });
    await team.owner.as.mutation(api.vaccinations.vaccinationSchedule.update, {
      scheduledVaccinationId: booking._id,
      scheduledDate: "2025-08-01",
      today: TODAY,
    });
    expect(await told()).toEqual(["2025-08-01 Rabies for Nora"]);
  });
});

/** Tests that records that were added by mistake can be undone in the history, like any other change. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { REMOVALS } from "../../convex/reverts";
import type { HistoryTable } from "../../domain/history/tables.gen";
import { seedAuditKennel } from "../support/audit-kennel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { differencesOf, kennelState } from "../support/kennel-state";
import { addLitter, addPuppy } from "../support/litters";
import { addHealthRecord } from "../support/health";
import { addPhoto } from "../support/photos";
import { addBooking, addVeterinarian, recordDose } from "../support/vaccines";

let team: Team;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2025-06-15T12:00:00Z"));
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const state = async () => await kennelState(team.deployment, team.kennelId);

const undo = async (changeId: string, person: Person = team.owner) =>
  await person.as.mutation(api.history.history.undo, { kennelId: team.kennelId, changeId, today: TODAY });

const entriesOf = async (table: HistoryTable, recordId: string, person: Person = team.owner) => {
  const paginationOpts = { numItems: 200, cursor: null };
  const asked = { kennelId: team.kennelId, table, recordId, now: Date.now(), paginationOpts };
  const { page } = await person.as.query(api.history.history.ofRecord, asked);
  return page.filter((entry) => entry.recordId === recordId);
};

async function additionOf(table: HistoryTable, recordId: string, person?: Person) {
  const entry = (await entriesOf(table, recordId, person)).find(({ kind }) => kind === "created");
  if (!entry) throw new Error(`Nothing says who added the record of ${table}`);
  return entry;
}

const undoAdding = async (table: HistoryTable, recordId: string, person?: Person) =>
  await undo((await additionOf(table, recordId))._id, person);

/** Brings back what an undo has deleted. The history tells every kind of record in the same way. */
async function bringBack(table: HistoryTable, recordId: string): Promise<void> {
  const [entry] = await entriesOf(table, recordId);
  const { kennelId, owner } = team;
  expect(entry).toMatchObject({ source: "undo", kind: "deleted", remedy: "bring_back", fields: [] });
  const asked = { kennelId, changeId: entry?._id ?? "" };
  const newId = await owner.as.mutation(api.history.history.bringBack, asked);
  const [back, deletion] = await entriesOf(table, newId);
  expect(back).toMatchObject({ source: "undo", kind: "restored", remedy: null, fields: [] });
  expect(deletion).toMatchObject({ kind: "deleted", remedy: null });
  expect(deletion?.undoneAt).not.toBeNull();
}

const weigh = async (dogId: string, person: Person = team.owner) => {
  const weight = { dogId, grams: 9000, weighedOn: TODAY, today: TODAY, entryKey: `a weight of ${dogId}` };
  await person.as.mutation(api.health.dogWeights.add, weight);
};

const later = () => vi.setSystemTime(Date.now() + 60_000);

it("a record of every kind that can be deleted is deleted by undoing its addition, and can be brought back", async () => {
  const ids = await seedAuditKennel(team, "Mark");
  const { owner, kennelId } = team;
  const dose = { courseId: ids.courseId ?? "", dogId: ids.dogId ?? "", slot: 0, dayOn: TODAY };
  await owner.as.mutation(api.health.medications.giveOne, {
    ...{ ...dose, givenAt: Date.now(), today: TODAY, entryKey: "a dose of hers" },
  });
  const { _id: puppyId } = await addPuppy(team, ids.litterId ?? "", { name: "Weighed" });
  const weighing = { puppyId, grams: 350, weighedAt: Date.now(), entryKey: "a weight of it" };
  await owner.as.mutation(api.litters.puppyWeights.add, weighing);
  const { _id: sireId } = await addDog(owner, kennelId, { name: "Lone", gender: "male" });
  const { _id: damId } = await addDog(owner, kennelId, { name: "Lona" });
  const pair = { kennelId, sireId, damId };
  const plan = async (breedingDate: string) =>
    (await owner.as.mutation(api.breedings.breedings.create, { ...pair, breedingDate }))._id;
  const born = { breedingId: await plan("2024-01-01"), whelpingDate: "2024-03-05", today: TODAY };
  await plan("2023-01-01");
  later();
  await owner.as.mutation(api.litters.litters.create, born);
  await addPuppy(team, ids.litterId ?? "", { name: "Alone" });
  await owner.as.mutation(api.heats.heats.add, { dogId: damId, startOn: "2024-11-01", today: TODAY });
  await addHealthRecord(team, { dogId: damId, title: "Alone" });
  await owner.as.mutation(api.health.healthTests.create, {
    ...{ dogId: damId, kind: "ofa_hips", testedOn: "2025-06-01", today: TODAY },
    result: { type: "grade", grade: "good" },
  });
  await owner.as.mutation(api.health.medications.start, {
    ...{ dogId: damId, drug: "Alone", doseAmount: 1, doseUnit: "mL", startOn: TODAY },
    schedule: { type: "as_needed" },
  });
  await owner.as.mutation(api.contacts.contacts.create, { kennelId, name: "Alone" });
  await owner.as.mutation(api.litters.waitingList.create, { kennelId, name: "Alone" });
  later();
  const added = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
  const problems: Record<string, unknown> = {};
  for (const table of Object.keys(REMOVALS) as HistoryTable[]) {
    const tries = added.filter((entry) => entry.kind === "created" && entry.table === table).reverse();
    let problem: unknown = "No record can be undone";
    for (const { recordId } of tries) {
      const addition = await additionOf(table, recordId).catch(() => null);
      if (addition?.remedy !== "undo") continue;
      const before = await state();
      const refusal = await undo(addition._id).then(
        () => null,
        (error: unknown) => error,
      );
      later();
      if (refusal) {
        expect(differencesOf(before, await state())).toEqual([]);
        continue;
      }
      expect(differencesOf(before, await state())).not.toEqual([]);
      expect(await additionOf(table, recordId)).toMatchObject({ remedy: null, address: null });
      await bringBack(table, recordId);
      later();
      problem = differencesOf(before, await state());
      break;
    }
    if (!Array.isArray(problem) || problem.length > 0) problems[table] = problem;
  }
  expect(problems).toEqual({});
}, 120_000);

describe("undoing the addition of a record", () => {
  it("is refused for the same reasons as a deletion", async () => {
    const { owner, kennelId } = team;
    const { litterId, breedingId, sireId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId, { name: "Pim" });
    const { _id: damId } = await addDog(owner, kennelId, { name: "Dora" });
    await addDog(owner, kennelId, { name: "Daisy", damId });
    const sale = { puppyId, buyerName: "Bea", priceCents: 90_000, today: TODAY };
    expect((await failureOf(undoAdding("litters", litterId))).code).toBe("HAS_PUPPIES");
    await owner.as.mutation(api.litters.puppies.sell, sale);
    expect((await failureOf(undoAdding("puppies", puppyId))).code).toBe("HAS_SOLD_PUPPIES");
    expect((await failureOf(undoAdding("breedings", breedingId))).code).toBe("HAS_LITTERS");
    expect((await failureOf(undoAdding("dogs", sireId))).code).toBe("HAS_BREEDINGS");
    expect((await failureOf(undoAdding("dogs", damId))).code).toBe("HAS_OFFSPRING");
  });

  it("is neither offered nor done if somebody has changed the record since, or has brought it back", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    const addition = await additionOf("dogs", dog._id);
    expect(addition).toMatchObject({ remedy: "undo", address: `/dashboard/dogs/${dog._id}` });
    later();
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Red" });
    expect((await additionOf("dogs", dog._id)).remedy).toBeNull();
    expect((await failureOf(undo(addition._id))).code).toBe("CHANGED_SINCE");
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({ color: "Red" });
    const other = await addDog(owner, kennelId, { name: "Nora" });
    await undoAdding("dogs", other._id);
    later();
    const dogId = await owner.as.mutation(api.history.history.bringBackRecord, {
      ...{ kennelId, recordId: other._id },
    });
    expect((await additionOf("dogs", dogId)).remedy).toBeNull();
  });

  it("is refused if somebody has used the record since: with a part of it, or by naming it", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    later();
    await weigh(dog._id, staff);
    expect((await failureOf(undoAdding("dogs", dog._id))).code).toBe("CHANGED_SINCE");
    expect(await owner.as.query(api.health.dogWeights.list, { dogId: dog._id })).toMatchObject({
      weights: [{ grams: 9000 }],
    });
    const contact = { kennelId, name: "Ida Berg", email: "ida@example.com" };
    const { _id: contactId } = await owner.as.mutation(api.contacts.contacts.create, contact);
    later();
    await staff.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, today: TODAY, breederId: contactId, breederName: "Ida Berg" },
    });
    expect((await failureOf(undoAdding("contacts", contactId))).code).toBe("CHANGED_SINCE");
    // What no longer uses the record does not prevent the undo.
    const [weight] = (await owner.as.query(api.health.dogWeights.list, { dogId: dog._id }))?.weights ?? [];
    await owner.as.mutation(api.health.dogWeights.remove, { dogId: dog._id, weightId: weight?._id ?? "" });
    const nora = await addDog(owner, kennelId, { name: "Nora" });
    later();
    await weigh(nora._id);
    later();
    const [heavy] = (await owner.as.query(api.health.dogWeights.list, { dogId: nora._id }))?.weights ?? [];
    await undoAdding("dogWeights", heavy?._id ?? "");
    await undoAdding("dogs", nora._id);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: nora._id })).toBeNull();
  });

  it("is refused if somebody has made an undone change again", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    const undoLatest = async (person?: Person) => {
      later();
      const [latest] = await entriesOf("dogs", dog._id);
      await undo(latest?._id ?? "", person);
    };
    const isOffered = async () => (await additionOf("dogs", dog._id)).remedy === "undo";
    later();
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Red" });
    await undoLatest();
    expect(await isOffered()).toBe(true);
    await undoLatest(staff);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({ color: "Red" });
    expect(await isOffered()).toBe(false);
    expect((await failureOf(undoAdding("dogs", dog._id))).code).toBe("CHANGED_SINCE");
    await undoLatest();
    await undoAdding("dogs", dog._id);
  });

  it("is refused while somebody uses an address that could not be brought back", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    const calendar = { kennelId, scope: "dog" as const, dogId: dog._id, parts: ["reminders" as const] };
    await staff.as.mutation(api.calendar.calendarFeeds.save, calendar);
    later();
    expect((await failureOf(undoAdding("dogs", dog._id))).code).toBe("CHANGED_SINCE");
    const { _id: contactId } = await owner.as.mutation(api.contacts.contacts.create, {
      ...{ kennelId, name: "Ida Berg" },
    });
    const applicant = await owner.as.mutation(api.litters.waitingList.create, { kennelId, name: "Ann Ash" });
    await owner.as.mutation(api.families.links.create, { kennelId, contactId });
    await owner.as.mutation(api.families.links.create, { kennelId, applicantId: applicant._id });
    later();
    expect((await failureOf(undoAdding("contacts", contactId))).code).toBe("CHANGED_SINCE");
    expect((await failureOf(undoAdding("waitingList", applicant._id))).code).toBe("CHANGED_SINCE");
  });

  it("leaves no trace of the step that added it in other records", async () => {
    const { owner, kennelId } = team;
    const sire = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    const dam = await addDog(owner, kennelId, { name: "Bella" });
    const pair = { kennelId, sireId: sire._id, damId: dam._id, breedingDate: "2025-01-01" };
    const { _id: breedingId } = await owner.as.mutation(api.breedings.breedings.create, pair);
    later();
    const before = await state();
    const { _id: litterId } = await owner.as.mutation(api.litters.litters.create, {
      ...{ breedingId, whelpingDate: "2025-03-05", today: TODAY },
    });
    expect(await owner.as.query(api.breedings.breedings.get, { breedingId })).toMatchObject({
      status: "whelped",
    });
    later();
    await undoAdding("litters", litterId);
    expect(differencesOf(before, await state())).toEqual([]);
    const booking = await addBooking(team, { dogId: dam._id, scheduledDate: TODAY });
    later();
    const booked = await state();
    const given = await owner.as.mutation(api.vaccinations.vaccinationSchedule.complete, {
      ...{ scheduledVaccinationId: booking._id, dateAdministered: TODAY, today: TODAY },
    });
    later();
    await undoAdding("immunizations", given.immunization._id);
    expect(differencesOf(booked, await state())).toEqual([]);
  });

  it("closes a reminder that the record had opened again, until the record is brought back", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId);
    const dose = { dogId, vaccineName: "Giardia", vaccineType: "Non-Core" };
    const former = { ...dose, dateAdministered: "2024-09-01", nextDueDate: "2025-09-01" };
    const { _id: immunizationId } = await recordDose(owner, former);
    await owner.as.mutation(api.reminders.reminderGeneration.forDog, { dogId, today: TODAY });
    await owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId });
    later();
    const { _id: newId } = await recordDose(owner, { ...dose, nextDueDate: "2026-06-15" });
    later();
    const before = await state();
    await undoAdding("immunizations", newId);
    expect(await state()).toMatchObject({ reminders: [expect.stringContaining('"isClosed":true')] });
    later();
    await bringBack("immunizations", newId);
    expect(differencesOf(before, await state())).toEqual([]);
  });

  it("leaves the other records that the same step added", async () => {
    const { owner } = team;
    const { litterId } = await addLitter(team, { numberBorn: 2, numberAlive: 2 });
    later();
    await owner.as.mutation(api.litters.litters.addMissingPuppies, { litterId });
    const puppies = async () =>
      (await owner.as.query(api.litters.litters.get, { litterId }))?.puppies.map(({ order }) => order);
    expect(await puppies()).toEqual([1, 2]);
    const [first] = (await owner.as.query(api.litters.litters.get, { litterId }))?.puppies ?? [];
    later();
    await undoAdding("puppies", first?._id ?? "");
    expect(await puppies()).toEqual([1]);
  });

  it("does not delete records that only moved to the new record", async () => {
    const { owner } = team;
    const { litterId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId, { name: "Pim", gender: "male" });
    await recordDose(owner, { puppyId });
    later();
    const { _id: dogId } = await owner.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY });
    later();
    expect((await failureOf(undoAdding("dogs", dogId))).code).toBe("CHANGED_SINCE");
  });

  it("needs the right that deleting needs, in the same kennel", async () => {
    const { owner, staff, viewer, stranger, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId);
    const addition = await additionOf("dogs", dog._id);
    expect((await additionOf("dogs", dog._id, viewer)).remedy).toBeNull();
    expect((await failureOf(undo(addition._id, viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(undo(addition._id, stranger))).code).toBe("NOT_FOUND");
    const [own] = await stranger.as.query(api.kennels.kennels.list, {});
    const asked = { kennelId: own?._id ?? "", changeId: addition._id, today: TODAY };
    expect((await failureOf(stranger.as.mutation(api.history.history.undo, asked))).code).toBe("NOT_FOUND");
    const byNobody = deployment.mutation(api.history.history.undo, { ...asked, kennelId });
    expect((await failureOf(byNobody)).code).toBe("UNAUTHENTICATED");
    const limited = { role: "staff", permissions: { dogs: "read", finances: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: staff.userId, ...limited });
    expect((await additionOf("dogs", dog._id, staff)).remedy).toBeNull();
    expect((await failureOf(undo(addition._id, staff))).code).toBe("FORBIDDEN");
    const { _id: contactId } = await owner.as.mutation(api.contacts.contacts.create, {
      ...{ kennelId, name: "Ida Berg" },
    });
    expect((await failureOf(undoAdding("contacts", contactId, staff))).code).toBe("FORBIDDEN");
    const vet = await addVeterinarian(team, { dogId: dog._id });
    expect((await additionOf("veterinaryRecords", vet._id, staff)).remedy).toBe("undo");
    await undoAdding("veterinaryRecords", vet._id, staff);
  });

  it("happens once if several people undo it, and never beside a use of the record", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    const { _id: changeId } = await additionOf("dogs", dog._id);
    const both = await Promise.allSettled([undo(changeId), undo(changeId, staff)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await failureOf(undo(changeId))).code).toBe("NOT_FOUND");
    expect((await entriesOf("dogs", dog._id)).filter(({ kind }) => kind === "deleted")).toHaveLength(1);
    const nora = await addDog(owner, kennelId, { name: "Nora" });
    const addition = await additionOf("dogs", nora._id);
    const [undone, weighed] = await Promise.allSettled([undo(addition._id), weigh(nora._id, staff)]);
    expect(undone.status === "fulfilled").toBe(weighed.status === "rejected");
  });

  it("is not offered for records that are canceled or ended instead of deleted", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await addPhoto(owner, dog._id);
    const booking = await addBooking(team, { dogId: dog._id });
    const addition = await additionOf("scheduledVaccinations", booking._id);
    expect(addition.remedy).toBeNull();
    expect((await failureOf(undo(addition._id))).code).toBe("NOT_FOUND");
  });
});

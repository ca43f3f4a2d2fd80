/** Tests undoing a step or restoring a record after other people have continued to work. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_APPLICANTS, MAX_PUPPIES_BORN } from "../../domain/litters/rules";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { addCertificate, addCertifiedTest } from "../support/health-tests";
import { finishScheduled } from "../support/imports";
import { addLitter, addPuppy } from "../support/litters";
import { addPhoto } from "../support/photos";
import { addReminder } from "../support/reminders";
import { expectSettled } from "../support/settled";
import { undoLast } from "../support/undoing";
import { addBooking } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2025-06-15T12:00:00Z"));
  team = await startTeam();
});
afterEach(async () => {
  await finishScheduled(team);
  await expectSettled(team);
  vi.useRealTimers();
});

const bringBack = async (recordId: string) =>
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });

describe("the places of puppies", () => {
  const litterOf = async (...names: readonly string[]) => {
    const { litterId } = await addLitter(team);
    const ids: string[] = [];
    for (const name of names) ids.push((await addPuppy(team, litterId, { name }))._id);
    return { litterId, ids };
  };
  const order = async (litterId: string) => {
    const { puppies } = await team.owner.as.query(api.litters.litters.get, { litterId });
    return puppies.map(({ name, order: place }) => `${place} ${name}`).sort();
  };
  const change = async (puppyId: string, fields: object) =>
    await team.manager.as.mutation(api.litters.puppies.update, { puppyId, ...fields });

  it("move up when a puppy is deleted, and move back when it is restored", async () => {
    const { litterId, ids } = await litterOf("Ada", "Bo", "Cleo");
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId: ids[0] ?? "" });
    expect(await order(litterId)).toEqual(["1 Bo", "2 Cleo"]);
    await bringBack(ids[0] ?? "");
    expect(await order(litterId)).toEqual(["1 Ada", "2 Bo", "3 Cleo"]);
  });

  it("are restored in the reverse order of the deletions, whatever was born since", async () => {
    const { litterId, ids } = await litterOf("Ada", "Bo", "Cleo");
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId: ids[1] ?? "" });
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId: ids[0] ?? "" });
    await addPuppy(team, litterId, { name: "Dot" });
    await bringBack(ids[1] ?? "");
    await bringBack(ids[0] ?? "");
    expect(await order(litterId)).toEqual(["1 Ada", "2 Cleo", "3 Bo", "4 Dot"]);
  });

  it("are limited to the maximum of a litter", async () => {
    const { litterId, ids } = await litterOf("Ada");
    for (let born = 1; born < MAX_PUPPIES_BORN; born += 1) await addPuppy(team, litterId);
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId: ids[0] ?? "" });
    await addPuppy(team, litterId);
    expect(await failureOf(bringBack(ids[0] ?? ""))).toMatchObject({ code: "LIMIT_REACHED" });
    await team.owner.as.mutation(api.litters.litters.remove, { litterId, isConfirmed: true });
    const newId = await bringBack(litterId);
    expect(await order(newId)).toHaveLength(MAX_PUPPIES_BORN);
  });

  it("are exchanged back among the current puppies", async () => {
    const { litterId, ids } = await litterOf("Ada", "Bo");
    await change(ids[0] ?? "", { order: 2 });
    expect(await order(litterId)).toEqual(["1 Bo", "2 Ada"]);
    await addPuppy(team, litterId, { name: "Cleo", order: 1 });
    expect(await order(litterId)).toEqual(["1 Cleo", "2 Ada", "3 Bo"]);
    await undoLast(team, ids[0]);
    expect(await order(litterId)).toEqual(["1 Ada", "2 Cleo", "3 Bo"]);
  });
});

describe("the puppy counts of a litter", () => {
  it("count each puppy once, whichever history entry is undone", async () => {
    const { litterId } = await addLitter(team, { numberBorn: 5, numberAlive: 4 });
    const { _id: puppyId } = await addPuppy(team, litterId);
    const numbers = async () => {
      const { numberBorn, numberAlive } = await team.owner.as.query(api.litters.litters.get, { litterId });
      return [numberBorn, numberAlive];
    };
    for (const undone of [puppyId, litterId]) {
      vi.setSystemTime(Date.now() + 1000);
      const died = { puppyId, status: "deceased", today: TODAY } as const;
      await team.staff.as.mutation(api.litters.puppies.setStatus, died);
      expect(await numbers()).toEqual([5, 3]);
      await undoLast(team, undone);
      expect(await numbers()).toEqual([5, 4]);
      const puppy = await team.owner.as.query(api.litters.puppies.get, { puppyId });
      expect(puppy).toMatchObject({ status: "available" });
    }
  });
});

describe("the places of applicants", () => {
  const add = async (name: string) =>
    (await team.staff.as.mutation(api.litters.waitingList.create, { kennelId: team.kennelId, name }))._id;
  const order = async () => {
    const { active } = await team.staff.as.query(api.litters.waitingList.list, { kennelId: team.kennelId });
    return active.map(({ name }) => name);
  };
  const withdraw = async (applicantId: string) =>
    await team.staff.as.mutation(api.litters.waitingList.withdraw, { applicantId });

  it("are unique when the last applicant is restored, so that both can move", async () => {
    await add("Anna");
    const bo = await add("Bo");
    await team.owner.as.mutation(api.litters.waitingList.remove, { applicantId: bo });
    const carl = await add("Carl");
    await bringBack(bo);
    expect(await order()).toEqual(["Anna", "Bo", "Carl"]);
    await team.staff.as.mutation(api.litters.waitingList.move, { applicantId: carl, direction: "up" });
    expect(await order()).toEqual(["Anna", "Carl", "Bo"]);
  });

  it("are restored when leaving the list is undone, and removed when the return is undone", async () => {
    const anna = await add("Anna");
    await add("Bo");
    await withdraw(anna);
    await undoLast(team, anna);
    expect(await order()).toEqual(["Anna", "Bo"]);
    await withdraw(anna);
    await team.staff.as.mutation(api.litters.waitingList.revert, { applicantId: anna });
    await undoLast(team, anna);
    expect(await order()).toEqual(["Bo"]);
  });

  it("are restored with an offer that is valid again when its puppy is restored", async () => {
    const { litterId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId);
    const applicantId = await add("Anna");
    const offer = { applicantId, puppyId, offerUntil: "2025-06-22", today: TODAY };
    await team.staff.as.mutation(api.litters.waitingList.offer, offer);
    await team.owner.as.mutation(api.litters.litters.remove, { litterId, isConfirmed: true });
    await bringBack(litterId);
    const answer = { applicantId, isAccepted: true, today: TODAY };
    expect(await team.staff.as.mutation(api.litters.waitingList.answerOffer, answer)).toMatchObject({
      status: "placed",
    });
  });

  it("are limited to the maximum of the list", async () => {
    const [first, gone] = [await add("First"), await add("Gone")];
    await withdraw(first);
    await team.owner.as.mutation(api.litters.waitingList.remove, { applicantId: gone });
    await team.deployment.run(async (ctx) => {
      for (let index = 0; index < MAX_APPLICANTS; index += 1) {
        await ctx.db.insert("waitingList", {
          ...{ kennelId: team.kennelId, name: `A${index}`, status: "waiting", isActive: true },
          ...{ rank: index + 10, offersDeclined: 0, updatedAt: 1 },
        });
      }
    });
    const refused = { code: "LIMIT_REACHED" };
    expect(await failureOf(undoLast(team, first))).toMatchObject(refused);
    expect(await failureOf(bringBack(gone))).toMatchObject(refused);
  });
});

describe("a series of reminders", () => {
  const reminders = async () =>
    (await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect())).map(
      ({ state, dueDate, completedDate }) =>
        [state, dueDate, ...(completedDate ? [completedDate] : [])].join(" "),
    );
  const complete = async (reminderId: string, today = TODAY) =>
    await team.manager.as.mutation(api.reminders.reminders.complete, { reminderId, today });

  it("moves back and forward when a completion is undone and the undo is undone", async () => {
    const { _id } = await addReminder(team, { frequency: "weekly" });
    await complete(_id, "2025-06-14");
    expect(await reminders()).toEqual(["completed 2025-06-15 2025-06-14", "pending 2025-06-22"]);
    await undoLast(team, _id);
    expect(await reminders()).toEqual(["pending 2025-06-15"]);
    await undoLast(team, _id);
    expect(await reminders()).toEqual(["completed 2025-06-15 2025-06-14", "pending 2025-06-22"]);
  });

  it("keeps the next occurrence when somebody has changed it", async () => {
    const { _id } = await addReminder(team, { frequency: "weekly" });
    await complete(_id);
    const [, next] = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
    await team.staff.as.mutation(api.reminders.reminders.update, {
      ...{ reminderId: next?._id ?? "", title: "Worming with the vet" },
    });
    await undoLast(team, _id);
    expect(await reminders()).toEqual(["pending 2025-06-15", "pending 2025-06-22"]);
  });

  it("continues without an occurrence whose restoration is undone", async () => {
    const { _id } = await addReminder(team, { frequency: "weekly" });
    await team.owner.as.mutation(api.reminders.reminders.remove, { reminderId: _id });
    await team.owner.as.mutation(api.reminders.reminders.restore, { reminderId: _id });
    expect(await reminders()).toEqual(["pending 2025-06-15"]);
    expect(await undoLast(team, _id)).toEqual({ restored: ["State"], kept: [] });
    expect(await reminders()).toEqual(["removed 2025-06-15", "pending 2025-06-22"]);
    await bringBack(_id);
    expect(await reminders()).toEqual(["pending 2025-06-15"]);
  });

  it("continues after the later of two pending occurrences that are removed together", async () => {
    const { _id } = await addReminder(team, { frequency: "weekly" });
    await complete(_id);
    const [, next] = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
    const reminderId = next?._id ?? "";
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, title: "Other" });
    await undoLast(team, _id);
    await team.owner.as.mutation(api.reminders.reminderBulk.remove, { reminderIds: [_id, reminderId] });
    expect(await reminders()).toEqual(["removed 2025-06-15", "removed 2025-06-22", "pending 2025-06-29"]);
  });
});

describe("the reminder of a booking", () => {
  const reminders = async () =>
    (await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect())).filter(
      ({ source }) => source?.startsWith("scheduled-vaccination:"),
    );

  it("is not restored in addition to that of the reopened booking", async () => {
    const { _id: scheduledVaccinationId } = await addBooking(team);
    const [gone] = await reminders();
    await team.owner.as.mutation(api.vaccinations.vaccinationSchedule.cancel, { scheduledVaccinationId });
    await undoLast(team, scheduledVaccinationId);
    expect(await failureOf(bringBack(gone?._id ?? ""))).toMatchObject({
      details: { fields: { source: "This reminder is already there" } },
    });
    expect(await reminders()).toMatchObject([{ state: "pending" }]);
  });

  it("is restored once with a dog that has more records than one batch restores", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Nora" });
    // The reminders are pending, so they are deleted and restored immediately.
    const many = { kennelId: team.kennelId, dueDate: TODAY, reminderType: "other" };
    for (let index = 0; index < 700; index += 1) {
      const title = `Worming ${index}`;
      await team.owner.as.mutation(api.reminders.reminders.create, { ...many, title, dogId });
    }
    await addBooking(team, { dogId });
    const [reminder] = await reminders();
    await team.staff.as.mutation(api.reminders.reminders.update, {
      ...{ reminderId: reminder?._id ?? "", title: "Rabies, with the passport" },
    });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
    await finishScheduled(team);
    await bringBack(dogId);
    await finishScheduled(team);
    expect(await reminders()).toMatchObject([{ state: "pending", title: "Rabies, with the passport" }]);
  });
});

describe("the result of an undo", () => {
  it("is the earlier main photo, or another photo if that one was deleted", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await addPhoto(team.owner, dogId)).id);
    const main = async () => {
      const rows = await team.deployment.run(async (ctx) => await ctx.db.query("photos").collect());
      return rows.flatMap(({ _id, isPrimary }) => (isPrimary ? [ids.indexOf(_id)] : []));
    };
    const choose = async (index: number) =>
      await team.owner.as.mutation(api.dogs.photos.setPrimary, { photoId: ids[index] ?? "" });
    await choose(1);
    await choose(2);
    await undoLast(team);
    expect(await main()).toEqual([1]);
    await choose(2);
    await team.owner.as.mutation(api.dogs.photos.remove, { photoId: ids[1] ?? "" });
    expect(await main()).toEqual([2]);
  });

  it("is the earlier caption, shown as a change of photos", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const { id: photoId } = await addPhoto(team.owner, dogId);
    const setCaption = async (caption: string) =>
      await team.owner.as.mutation(api.dogs.photos.setCaption, { photoId, caption });
    await setCaption("First");
    await setCaption("Second");
    expect(await undoLast(team, photoId)).toEqual({ restored: ["Caption"], kept: [] });
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("photos").collect());
    expect(rows).toMatchObject([{ caption: "First" }]);
  });

  it("is the file of a certificate, replaced, restored and deleted with its test", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const testId = await addCertifiedTest(team, dogId);
    await addCertificate(team, { testId, fileName: "other.pdf" });
    await expectSettled(team);
    await undoLast(team, testId);
    await expectSettled(team);
    await undoLast(team, testId);
    await expectSettled(team);
    await team.owner.as.mutation(api.health.healthTests.remove, { dogId, testId });
    await expectSettled(team);
    await bringBack(testId);
  });

  it("is a certificate's file that another file of the same name replaced", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const testId = await addCertifiedTest(team, dogId);
    const fileOf = async () =>
      (await team.deployment.run(async (ctx) => await ctx.db.get(testId)))?.certificate?.storageId;
    const file = await fileOf();
    await addCertificate(team, { testId, fileName: "hips.pdf" });
    expect(await undoLast(team, testId)).toEqual({ restored: ["Certificate"], kept: [] });
    expect(await fileOf()).toBe(file);
  });
});

describe("notices", () => {
  it("are moved with the time zone, and moved back when that is undone", async () => {
    await team.owner.as.mutation(api.reminders.reminders.create, {
      ...{ kennelId: team.kennelId, title: "Worming", dueDate: "2025-07-01" },
    });
    const notifyAt = async () => {
      const [row] = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
      return row?.notifyAt ?? 0;
    };
    const setZone = async (timeZone: string) =>
      await team.owner.as.mutation(api.kennels.kennelTimeZones.set, { kennelId: team.kennelId, timeZone });
    await setZone("Europe/Berlin");
    const inBerlin = await notifyAt();
    await setZone("America/New_York");
    expect(await notifyAt()).toBe(inBerlin + 6 * 3_600_000);
    await undoLast(team, team.kennelId);
    expect(await notifyAt()).toBe(inBerlin);
  });
});

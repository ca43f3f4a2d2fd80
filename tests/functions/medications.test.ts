/** Tests courses of medication and their doses. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { bringBackLast } from "../support/undoing";

const MINUTE = 60_000;
const AT = Date.UTC(2025, 5, 15, 12, 5);

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2021-01-10" }))._id;
});

type Args = (typeof api.health.medications.start)["_args"];
const start = async (fields: Partial<Args> = {}, who: Person = team.staff) =>
  (
    await who.as.mutation(api.health.medications.start, {
      dogId,
      drug: "Amoxicillin",
      doseAmount: 250,
      doseUnit: "mg",
      schedule: { type: "times", everyDays: 1, times: ["20:00", "08:00"] },
      startOn: "2025-06-14",
      endOn: "2025-06-20",
      ...fields,
    })
  )._id;

let keys = 0;
type DoseArgs = (typeof api.health.medications.giveOne)["_args"];
const give = async (courseId: string, fields: Partial<DoseArgs> = {}, who: Person = team.staff) =>
  await who.as.mutation(api.health.medications.giveOne, {
    dogId,
    courseId,
    dayOn: TODAY,
    slot: 0,
    givenAt: AT,
    entryKey: `dose-key-${(keys += 1)}`,
    today: TODAY,
    ...fields,
  });
const courses = async (who: Person = team.viewer, today = TODAY) =>
  await who.as.query(api.health.medications.ofDog, { dogId, today });
const due = async (today = TODAY, who: Person = team.viewer) =>
  await who.as.query(api.health.medications.due, { kennelId: team.kennelId, today });
const only = async () => (await courses())?.[0];

describe("courses", () => {
  it("list today's doses in the order of their times, and appear in the activities", async () => {
    await start({ reason: "Ear infection", veterinarian: "Dr. Anders" });
    expect(await courses()).toMatchObject([
      {
        drug: "Amoxicillin",
        reason: "Ear infection",
        today: [
          { slot: 0, time: "08:00", dose: null },
          { slot: 1, time: "20:00", dose: null },
        ],
      },
    ]);
    const told = await team.viewer.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(told).toMatchObject([
      { title: "Medication started", description: "Bella: Amoxicillin, 250 mg twice a day, 08:00, 20:00" },
    ]);
  });

  it("are refused without drug, dose and times, and for external ancestors", async () => {
    const fieldsOf = async (fields: Partial<Args>) => (await failureOf(start(fields))).details.fields;
    expect(await fieldsOf({ drug: " " })).toEqual({ drug: "Medication is required" });
    expect(await fieldsOf({ doseAmount: 0 })).toEqual({ doseAmount: "Dose must be positive" });
    expect(await fieldsOf({ endOn: "2025-06-13" })).toEqual({ endOn: "End date cannot be before the start" });
    expect(await fieldsOf({ startOn: "2020-01-01", endOn: null })).toEqual({
      startOn: "Start date cannot be before the birth",
    });
    expect(await fieldsOf({ schedule: { type: "times", everyDays: 0, times: ["08:00", "08:00"] } })).toEqual({
      "schedule.everyDays": "Days must be at least 1",
      "schedule.times": "Each time can be given only once",
    });
    const outside = { kennelId: team.kennelId, name: "Falk", breed: "Beagle", gender: "male" } as const;
    const { _id } = await team.owner.as.mutation(api.dogs.dogs.createExternal, outside);
    expect(await fieldsOf({ dogId: _id })).toEqual({
      dogId: "Medication is recorded only for the kennel's own dogs",
    });
  });

  it("report an unknown unit at its field", async () => {
    const { code, details } = await failureOf(start({ doseUnit: "spoon" }));
    expect(code).toBe("VALIDATION_FAILED");
    expect(details.fields).toEqual({ doseUnit: expect.stringMatching(/^Unit must be mg, .* or IU$/u) });
  });

  it("change only the given fields, and refuse an older version", async () => {
    const courseId = await start();
    const before = await only();
    const change = {
      dogId,
      courseId,
      drug: "Amoxicillin",
      doseAmount: 500,
      doseUnit: "mg",
      schedule: { type: "as_needed" },
      startOn: "2025-06-14",
      expectedUpdatedAt: before?.updatedAt ?? 0,
      endOn: null,
    } as const;
    await team.owner.as.mutation(api.health.medications.update, change);
    expect(await only()).toMatchObject({ doseAmount: 500, endOn: null, today: [] });
    expect((await failureOf(team.owner.as.mutation(api.health.medications.update, change))).code).toBe(
      "STALE_UPDATE",
    );
  });

  it("stop with a reason, disappear from the kennel's board, and can be resumed", async () => {
    const courseId = await start();
    const stop = { dogId, courseId, stoppedOn: TODAY, stopReason: "Vomiting", today: TODAY };
    await team.staff.as.mutation(api.health.medications.stop, stop);
    expect(await only()).toMatchObject({ stoppedOn: TODAY, stopReason: "Vomiting" });
    expect(await due()).toEqual([]);
    const tomorrow = team.staff.as.mutation(api.health.medications.stop, {
      ...stop,
      stoppedOn: "2025-06-16",
    });
    expect((await failureOf(tomorrow)).details.fields).toEqual({
      stoppedOn: "Last day cannot be in the future",
    });
    await team.staff.as.mutation(api.health.medications.resume, { dogId, courseId });
    expect(await only()).toMatchObject({ stoppedOn: null, stopReason: null });
    expect(await due()).toHaveLength(1);
  });

  it("have due doses only on their days", async () => {
    await start();
    const weekly = { type: "times" as const, everyDays: 7, times: ["09:00"] };
    await start({ drug: "Drops", schedule: weekly, startOn: "2025-06-08", endOn: null });
    await start({ drug: "Later", startOn: "2025-06-16", endOn: null });
    const drugs = async (today: string) =>
      (await due(today)).flatMap((entry) => entry.courses.map(({ drug }) => drug)).sort();
    expect(await drugs(TODAY)).toEqual(["Amoxicillin", "Drops"]);
    expect(await drugs("2025-06-16")).toEqual(["Amoxicillin", "Later"]);
    expect(await drugs("2025-06-21")).toEqual(["Later"]);
    expect((await due())[0]?.dog).toMatchObject({ name: "Bella" });
  });

  it("have no due doses after the dog has left", async () => {
    await start();
    expect(await due()).toHaveLength(1);
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status: "deceased", today: TODAY });
    expect(await due()).toEqual([]);
  });

  it("are deleted with their doses, and with the dog", async () => {
    const courseId = await start();
    await give(courseId);
    await team.owner.as.mutation(api.health.medications.remove, { dogId, courseId });
    await give(await start(), { slot: 1 });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    const left = await team.deployment.run(async (ctx) => [
      ...(await ctx.db.query("medicationCourses").take(5)),
      ...(await ctx.db.query("medicationDoses").take(5)),
    ]);
    expect(left).toEqual([]);
  });
});

describe("doses", () => {
  it("count once, by their key and by their slot, and record who gave them", async () => {
    const courseId = await start();
    expect(await give(courseId, { entryKey: "sent-twice" })).toEqual({ outcome: "stored", other: null });
    expect(await give(courseId, { entryKey: "sent-twice" })).toEqual({ outcome: "known", other: null });
    const second = await give(courseId, { givenAt: AT + 5 * MINUTE }, team.owner);
    expect(second).toMatchObject({ outcome: "given", other: { givenBy: "staff", isSelf: false } });
    expect((await only())?.doses).toHaveLength(1);
  });

  it("within an hour of another dose are stored only after confirmation", async () => {
    const courseId = await start();
    await give(courseId);
    const near = { slot: 1, givenAt: AT + 60 * MINUTE };
    expect(await give(courseId, near, team.owner)).toMatchObject({ outcome: "near", other: { givenAt: AT } });
    expect((await only())?.today[1]?.dose).toBeNull();
    expect(await give(courseId, { ...near, isMeant: true })).toMatchObject({ outcome: "stored" });
    const courseAsNeeded = await start({ drug: "Meloxicam", schedule: { type: "as_needed" }, endOn: null });
    const asNeeded = { slot: null, givenAt: AT };
    expect(await give(courseAsNeeded, asNeeded)).toMatchObject({ outcome: "stored" });
    expect(await give(courseAsNeeded, { ...asNeeded, givenAt: AT + 61 * MINUTE })).toMatchObject({
      outcome: "stored",
    });
  });

  it("are undone once, and a late repeated request does not restore them", async () => {
    const courseId = await start();
    const undo = { dogId, courseId, entryKey: "taken-back" };
    await give(courseId, { entryKey: "taken-back" });
    await team.owner.as.mutation(api.health.medications.undoOne, undo);
    await team.owner.as.mutation(api.health.medications.undoOne, undo);
    expect((await only())?.today[0]?.dose).toBeNull();
    expect(await give(courseId, { entryKey: "taken-back" })).toMatchObject({ outcome: "known" });
    expect((await only())?.doses).toEqual([]);
    expect(await give(courseId)).toMatchObject({ outcome: "stored" });
  });

  it("count again when the undo is reversed, unless their slot has another dose since", async () => {
    const courseId = await start();
    const takeBack = async (entryKey: string) =>
      await team.staff.as.mutation(api.health.medications.undoOne, { dogId, courseId, entryKey });
    await give(courseId, { entryKey: "taken-back" });
    await takeBack("taken-back");
    await give(courseId, { entryKey: "given-again" });
    expect((await failureOf(bringBackLast(team))).code).toBe("CHANGED_SINCE");
    expect((await only())?.doses).toHaveLength(1);
    await takeBack("given-again");
    await bringBackLast(team);
    expect((await only())?.doses).toHaveLength(1);
  });

  it("require a day and a slot of the course, and never a future day", async () => {
    const courseId = await start();
    const fieldsOf = async (fields: Partial<DoseArgs>) =>
      (await failureOf(give(courseId, fields))).details.fields;
    expect(await fieldsOf({ slot: 2 })).toEqual({ slot: "No such dose is due on that day" });
    expect(await fieldsOf({ dayOn: "2025-06-16" })).toEqual({ dayOn: "A dose cannot be in the future" });
    expect(await fieldsOf({ dayOn: "2025-06-13" })).toEqual({
      dayOn: "A dose cannot be before the course begins",
    });
    const ahead = Date.UTC(2100, 0, 1);
    await give(courseId, { givenAt: ahead });
    expect((await only())?.doses[0]?.givenAt).toBeLessThan(ahead);
  });

  it("can be read by viewers, are hidden from strangers, and are found only under their own dog", async () => {
    const courseId = await start();
    expect(await courses(team.stranger)).toBeNull();
    expect((await failureOf(due(TODAY, team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(start({}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(give(courseId, {}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(give(courseId, {}, team.stranger))).code).toBe("NOT_FOUND");
    const other = (await addDog(team.owner, team.kennelId, { name: "Luna" }))._id;
    expect((await failureOf(give(courseId, { dogId: other }))).code).toBe("NOT_FOUND");
  });
});

/** Tests heats, progesterone readings, the kennel's list and its calendar. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2021-01-10" }))._id;
});

type AddArgs = Partial<(typeof api.heats.heats.add)["_args"]>;
const add = async (startOn: string, fields: AddArgs = {}) =>
  await team.staff.as.mutation(api.heats.heats.add, { dogId, startOn, today: TODAY, ...fields });
type ReadingArgs = Partial<(typeof api.heats.heats.addProgesterone)["_args"]>;
const measure = async (heatId: string, takenOn: string, value: number, fields: ReadingArgs = {}) =>
  await team.staff.as.mutation(api.heats.heats.addProgesterone, {
    heatId,
    takenOn,
    value,
    unit: "ng/mL",
    today: TODAY,
    ...fields,
  });
const log = async () => await team.viewer.as.query(api.heats.heats.ofDog, { dogId });
const overview = async (today = TODAY) =>
  await team.viewer.as.query(api.heats.heats.overview, { kennelId: team.kennelId, today });
const calendar = async (from: string, to: string, today = TODAY) =>
  await team.viewer.as.query(api.heats.heats.calendar, { kennelId: team.kennelId, from, to, today });
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;

describe("heats of a bitch", () => {
  it("are listed newest first with readings and matings, and with the next expected heat", async () => {
    await add("2024-11-01");
    const heat = await add("2025-05-01", { signs: ["bleeding"], notes: "Calm" });
    await measure(heat._id, "2025-05-12", 5.2, { laboratory: "VetLab", takenTime: "08:30" });
    await measure(heat._id, "2025-05-10", 2.1);
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await recordBreeding(team, { sireId: sire._id, damId: dogId, breedingDate: "2025-05-14" });
    expect(await log()).toMatchObject({
      prevention: null,
      heats: [
        {
          startOn: "2025-05-01",
          endOn: null,
          signs: ["bleeding"],
          notes: "Calm",
          readings: [
            { takenOn: "2025-05-10", takenTime: null, value: 2.1 },
            { takenOn: "2025-05-12", takenTime: "08:30", value: 5.2, laboratory: "VetLab" },
          ],
          matings: [{ breedingDate: "2025-05-14", sireName: "Rex" }],
        },
        { startOn: "2024-11-01", readings: [], matings: [] },
      ],
      prediction: { intervalDays: 181, ownIntervals: 1, expectedOn: "2025-10-29" },
    });
  });

  it("are in the activity list", async () => {
    const heat = await add("2025-06-01");
    await measure(heat._id, "2025-06-10", 2.5);
    const told = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 2,
    });
    expect(told).toMatchObject([
      { type: "breeding", title: "Progesterone recorded", description: "Bella: 2.5 ng/mL", dogId },
      { type: "breeding", title: "Heat recorded", description: "Bella", dogId },
    ]);
  });

  it("are refused with impossible dates, when they overlap, and for dogs that have no heats", async () => {
    await add("2025-05-01", { endOn: "2025-05-20" });
    expect(await fieldsOf(add("2025-06-16"))).toHaveProperty("startOn");
    expect(await fieldsOf(add("2025-05-10"))).toHaveProperty("startOn");
    expect(await fieldsOf(add("2025-06-10", { endOn: "2025-06-01" }))).toHaveProperty("endOn");
    const male = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    expect(await fieldsOf(add("2025-06-01", { dogId: male._id }))).toEqual({
      dogId: "Only a female dog can have heats",
    });
    expect(await team.viewer.as.query(api.heats.heats.ofDog, { dogId: male._id })).toBeNull();
    const outside = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId: team.kennelId,
      name: "Foreign",
      breed: "Beagle",
      gender: "female",
    });
    expect(await fieldsOf(add("2025-06-01", { dogId: outside._id }))).toHaveProperty("dogId");
  });

  it("are changed field by field, but a change that excludes a reading is refused", async () => {
    const heat = await add("2025-05-01", { notes: "Calm" });
    await measure(heat._id, "2025-05-10", 2);
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.heats.heats.update, { heatId: heat._id, today: TODAY, ...fields });
    expect(await update({ endOn: "2025-05-20", signs: ["standing"] })).toMatchObject({
      startOn: "2025-05-01",
      endOn: "2025-05-20",
      signs: ["standing"],
      notes: "Calm",
    });
    expect(await update({ endOn: null, notes: "" })).toMatchObject({ endOn: null, notes: null });
    expect(await fieldsOf(update({ startOn: "2025-06-01" }))).toEqual({
      startOn: "The reading of 2025-05-10 would no longer be within this heat",
    });
    expect(await update({ startOn: "2025-05-02" })).toMatchObject({ startOn: "2025-05-02" });
  });

  it("[GAP-API-11] refuse a save over a newer version, and name the person who saved that version", async () => {
    const heat = await add("2025-05-01", { notes: "Calm" });
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.heats.heats.update, { heatId: heat._id, today: TODAY, ...fields });
    const saved = await update({ signs: ["standing"], expectedUpdatedAt: heat.updatedAt });
    expect((await failureOf(update({ notes: "x", expectedUpdatedAt: heat.updatedAt }))).code).toBe(
      "STALE_UPDATE",
    );
    const told = { heatId: heat._id, since: heat.updatedAt };
    expect(await team.owner.as.query(api.heats.heats.editsSince, told)).toMatchObject([
      { savedAt: saved.updatedAt, fields: ["signs"], isSelf: false },
    ]);
    expect((await failureOf(team.stranger.as.query(api.heats.heats.editsSince, told))).code).toBe(
      "NOT_FOUND",
    );
  });

  it("are deleted and restored with their readings", async () => {
    const heat = await add("2025-05-01");
    await measure(heat._id, "2025-05-10", 2);
    await team.staff.as.mutation(api.heats.heats.remove, { heatId: heat._id });
    expect((await log())?.heats).toEqual([]);
    const readings = [{ takenOn: "2025-05-10", takenTime: null, value: 2, unit: "ng/mL", laboratory: null }];
    await add("2025-05-01", { readings });
    expect((await log())?.heats[0]?.readings).toMatchObject([{ takenOn: "2025-05-10", value: 2 }]);
    expect(await fieldsOf(add("2024-05-01", { readings }))).toHaveProperty("takenOn");
    expect((await log())?.heats).toHaveLength(1);
  });

  it("are deleted with the dog", async () => {
    const heat = await add("2025-05-01");
    await measure(heat._id, "2025-05-10", 2);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    const left = await team.deployment.run(async (ctx) => [
      await ctx.db.query("heats").first(),
      await ctx.db.query("progesteroneReadings").first(),
    ]);
    expect(left).toEqual([null, null]);
  });

  it("do not exist for strangers, and cannot be changed by a viewer", async () => {
    const heat = await add("2025-05-01");
    const reading = await measure(heat._id, "2025-05-10", 2);
    const fields = { takenOn: "2025-05-10", value: 3, unit: "ng/mL", today: TODAY };
    const changes = (as: Team["owner"]["as"]) => [
      as.mutation(api.heats.heats.add, { dogId, startOn: "2024-05-01", today: TODAY }),
      as.mutation(api.heats.heats.update, { heatId: heat._id, today: TODAY }),
      as.mutation(api.heats.heats.remove, { heatId: heat._id }),
      as.mutation(api.heats.heats.addProgesterone, { heatId: heat._id, ...fields }),
      as.mutation(api.heats.heats.updateProgesterone, {
        heatId: heat._id,
        readingId: reading._id,
        ...fields,
      }),
      as.mutation(api.heats.heats.removeProgesterone, { heatId: heat._id, readingId: reading._id }),
      as.mutation(api.heats.heats.setSpayed, { dogId, spayedOn: TODAY, today: TODAY }),
    ];
    for (const work of changes(team.viewer.as)) expect((await failureOf(work)).code).toBe("FORBIDDEN");
    for (const work of changes(team.stranger.as)) expect((await failureOf(work)).code).toBe("NOT_FOUND");
    expect(await team.stranger.as.query(api.heats.heats.ofDog, { dogId })).toBeNull();
    const kennelId = team.kennelId;
    const asked = team.stranger.as.query(api.heats.heats.overview, { kennelId, today: TODAY });
    expect((await failureOf(asked)).code).toBe("NOT_FOUND");
    const shown = { kennelId, from: TODAY, to: TODAY, today: TODAY };
    expect((await failureOf(team.stranger.as.query(api.heats.heats.calendar, shown))).code).toBe("NOT_FOUND");
    expect((await log())?.heats[0]?.readings).toHaveLength(1);
  });
});

describe("progesterone readings", () => {
  it("are recorded once however often they are sent, and can be changed and deleted", async () => {
    const heat = await add("2025-05-01");
    const first = await measure(heat._id, "2025-05-10", 2);
    expect(await measure(heat._id, "2025-05-10", 2)).toEqual(first);
    const changed = await team.staff.as.mutation(api.heats.heats.updateProgesterone, {
      heatId: heat._id,
      readingId: first._id,
      takenOn: "2025-05-11",
      value: 8.1,
      unit: "nmol/L",
      today: TODAY,
    });
    expect(changed).toMatchObject({ takenOn: "2025-05-11", value: 8.1, unit: "nmol/L", laboratory: null });
    await team.staff.as.mutation(api.heats.heats.removeProgesterone, {
      heatId: heat._id,
      readingId: first._id,
    });
    expect((await log())?.heats[0]?.readings).toEqual([]);
  });

  it("are found only under their own heat", async () => {
    const heat = await add("2025-05-01");
    const other = await add("2024-10-01");
    const { _id: readingId } = await measure(heat._id, "2025-05-10", 2);
    const work = team.staff.as.mutation(api.heats.heats.removeProgesterone, { heatId: other._id, readingId });
    expect((await failureOf(work)).code).toBe("NOT_FOUND");
    expect(await fieldsOf(measure(heat._id, "2025-06-16", 2))).toHaveProperty("takenOn");
    expect(await fieldsOf(measure(heat._id, "2025-05-11", 999))).toHaveProperty("value");
  });
});

describe("heats.overview", () => {
  it("lists bitches in heat with advice from their readings, the next expected ones, and those without recorded heats", async () => {
    const luna = await addDog(team.owner, team.kennelId, { name: "Luna" });
    await addDog(team.owner, team.kennelId, { name: "Pup", dateOfBirth: "2025-03-01" });
    await addDog(team.owner, team.kennelId, { name: "Nora" });
    await add("2025-01-05", { dogId: luna._id });
    const heat = await add("2025-06-01");
    await measure(heat._id, "2025-06-08", 0.8);
    await measure(heat._id, "2025-06-10", 2.5);
    expect(await overview()).toMatchObject({
      inHeat: [
        {
          dog: { name: "Bella" },
          heat: { startOn: "2025-06-01" },
          estimate: {
            ...{ ovulationOn: "2025-06-12", isMeasured: false, isSure: true, isMissed: false },
            bestFrom: "2025-06-14",
            bestTo: "2025-06-16",
            lastReading: { takenOn: "2025-06-10", value: 2.5, unit: "ng/mL" },
          },
        },
      ],
      next: [{ dog: { name: "Luna" }, lastStartOn: "2025-01-05", prediction: { expectedOn: "2025-08-06" } }],
      unrecorded: [{ name: "Nora" }],
    });
    expect((await overview("2025-06-25")).inHeat).toEqual([]);
  });

  it("names the newest breeding of a bitch's heat that has not failed, and no breeding of an earlier heat", async () => {
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const breed = async (breedingDate: string) =>
      await recordBreeding(team, { sireId: rex._id, damId: dogId, breedingDate });
    const breedingOf = async () => (await overview()).inHeat[0]?.breeding;
    await breed("2024-11-20");
    await add("2025-06-01");
    expect(await breedingOf()).toBeNull();
    const breedingId = await breed("2025-06-12");
    const status = async (status: "bred" | "failed") =>
      await team.staff.as.mutation(api.breedings.breedings.setStatus, { breedingId, status, today: TODAY });
    expect(await breedingOf()).toMatchObject({ status: "planned", sireName: "Rex" });
    await status("bred");
    expect(await breedingOf()).toEqual({
      ...{ _id: breedingId, breedingDate: "2025-06-12", status: "bred", sireName: "Rex" },
      expectedDueDate: null,
    });
    await status("failed");
    expect(await breedingOf()).toBeNull();
  });

  it.each(["sold", "deceased"] as const)("does not predict a %s bitch", async (status) => {
    await add("2025-01-01");
    await team.owner.as.mutation(api.dogs.dogs.update, {
      dogId,
      today: TODAY,
      status,
      statusChangedOn: TODAY,
    });
    expect((await overview()).next).toEqual([]);
    expect(await log()).toMatchObject({ prevention: "gone", prediction: null });
    expect(await calendar("2025-07-20", "2025-08-20")).toEqual([]);
  });

  it("does not predict heats of a spayed bitch, until the spaying is undone", async () => {
    await add("2025-01-01");
    const setSpayed = async (spayedOn: string | null) =>
      await team.staff.as.mutation(api.heats.heats.setSpayed, { dogId, spayedOn, today: TODAY });
    await setSpayed("2025-06-01");
    expect(await log()).toMatchObject({ prevention: "spayed", spayedOn: "2025-06-01", prediction: null });
    expect(await overview()).toMatchObject({ inHeat: [], next: [], unrecorded: [] });
    expect(await fieldsOf(setSpayed("2025-06-16"))).toHaveProperty("spayedOn");
    expect(await fieldsOf(setSpayed("soon"))).toHaveProperty("spayedOn");
    await setSpayed(null);
    expect(await log()).toMatchObject({ prevention: null, prediction: { expectedOn: "2025-08-02" } });
  });

  it("expects the next heat of a pregnant bitch later", async () => {
    await add("2025-05-01");
    const before = (await log())?.prediction?.expectedOn;
    const breedingId = await recordBreeding(team, {
      damId: dogId,
      breedingDate: "2025-05-14",
      status: "confirmed",
    });
    expect((await log())?.prediction).toMatchObject({ expectedOn: before, isAfterWhelping: false });
    await team.owner.as.mutation(api.breedings.breedings.update, {
      breedingId,
      expectedDueDate: "2025-07-16",
    });
    expect((await log())?.prediction).toMatchObject({ isAfterWhelping: true, intervalDays: 271 });
  });
});

describe("heats.calendar", () => {
  it("shows matings, due dates by mating and by ovulation, and recorded and expected heats", async () => {
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const heat = await add("2025-05-01");
    await measure(heat._id, "2025-05-10", 2.5);
    await measure(heat._id, "2025-05-12", 5);
    const plan = await team.owner.as.mutation(api.breedings.breedings.create, {
      kennelId: team.kennelId,
      sireId: sire._id,
      damId: dogId,
      breedingDate: "2025-05-15",
    });
    const breedingId = plan._id;
    // The best days for mating are two to four days after ovulation. After the heat has ended, no advice is shown.
    const best = { kind: "best_mating", dog: { name: "Bella" }, breedingId: null };
    expect(
      (await calendar("2025-05-14", "2025-05-15", "2025-05-12")).filter(({ kind }) => kind === best.kind),
    ).toMatchObject([
      { ...best, on: "2025-05-14" },
      { ...best, on: "2025-05-15" },
    ]);
    expect(await calendar("2025-07-01", "2025-07-31")).toEqual([]);
    await team.owner.as.mutation(api.breedings.breedings.setStatus, {
      breedingId,
      status: "bred",
      today: TODAY,
    });
    expect(await calendar("2025-05-01", "2025-05-31")).toMatchObject([
      { kind: "heat", on: "2025-05-01", dog: { name: "Bella" } },
      { kind: "mating", on: "2025-05-15", dogName: "Bella", detail: "Rex", breedingId },
    ]);
    expect(await calendar("2025-07-01", "2025-07-31")).toMatchObject([
      { kind: "due_by_ovulation", on: "2025-07-14", between: { from: "2025-07-13", to: "2025-07-15" } },
      { kind: "due", on: "2025-07-17", between: null, breedingId },
    ]);
    expect(await calendar("2026-01-15", "2026-02-10")).toMatchObject([
      { kind: "heat_expected", on: "2026-01-27", dog: { name: "Bella" } },
    ]);
    await team.owner.as.mutation(api.breedings.breedings.setStatus, {
      breedingId,
      status: "failed",
      today: TODAY,
    });
    expect(await calendar("2025-07-01", "2025-07-31")).toEqual([]);
  });

  it("shows whelpings, and the day eight weeks later from which puppies may leave", async () => {
    const breedingId = await recordBreeding(team, {
      damId: dogId,
      breedingDate: "2025-01-01",
      status: "whelped",
    });
    const litterId = await recordLitter(team, breedingId);
    expect(await calendar("2025-03-01", "2025-03-31")).toMatchObject([
      { kind: "whelping", on: "2025-03-05", dogName: "Bella", detail: "7 puppies", litterId },
    ]);
    expect(await calendar("2025-04-20", "2025-05-31")).toMatchObject([
      { kind: "leaving", on: "2025-04-30", detail: "6 puppies", litterId },
    ]);
  });

  it("refuses invalid dates, and more than two months", async () => {
    for (const [from, to] of [
      ["soon", TODAY],
      [TODAY, "2025-06-14"],
      ["2025-01-01", "2025-03-05"],
    ] as const) {
      expect((await failureOf(calendar(from, to))).code).toBe("VALIDATION_FAILED");
    }
    expect(await calendar("2025-01-01", "2025-03-04")).toEqual([]);
    expect((await failureOf(calendar(TODAY, TODAY, "soon"))).code).toBe("VALIDATION_FAILED");
  });
});

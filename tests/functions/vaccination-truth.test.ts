/** Tests that all places show the same due date of a dog and vaccine. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addBooking, dosesIn, recordDose } from "../support/vaccines";

/** Seven weeks before today, so that a dose of today leads to the milestone of nine weeks. */
const BORN = addDays(TODAY, -49);
const NINE_WEEKS = addDays(BORN, 63);

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Juno", dateOfBirth: BORN }))._id;
});
afterEach(() => vi.useRealTimers());

/** The due date of the dog's DHPP, by place. */
async function placesOf(): Promise<Record<string, string | null | undefined>> {
  const { kennelId, viewer } = team;
  const at = { kennelId, today: TODAY };
  const schedule = await Promise.all(
    (["overdue", "due_this_month", "upcoming"] as const).map(
      async (tab) =>
        (await viewer.as.query(api.vaccinations.vaccinationSchedule.list, { ...at, tab, dogId })).data,
    ),
  );
  const [line] = schedule.flat();
  const card = await viewer.as.query(api.vaccinations.vaccinationSchedule.puppySchedule, {
    dogId,
    today: TODAY,
  });
  const ahead = await viewer.as.query(api.vaccinations.vaccinationSchedule.ahead, { dogId, today: TODAY });
  const alerts = [
    ...(await viewer.as.query(api.health.healthAlerts.overdue, at)).data,
    ...(await viewer.as.query(api.health.healthAlerts.upcoming, at)).data,
  ];
  const health = await viewer.as.query(api.health.dogHealth.list, { dogId });
  const reminders = await viewer.as.query(api.reminders.reminders.list, { kennelId, tab: "", today: TODAY });
  return {
    list: (await dosesIn(team, { dogId })).data[0]?.nextDueDate,
    sheet: health?.immunizations[0]?.dueOn,
    schedule: line?.dueOn,
    card: card?.vaccines[0]?.milestones.find(({ givenOn }) => givenOn === null)?.dueOn,
    ahead: ahead.find(({ vaccineName }) => vaccineName.startsWith("D"))?.dueDate,
    alerts: alerts.at(0)?.dueOn,
    reminders: reminders.data.find(({ title }) => title.startsWith("DHPP"))?.dueDate,
  };
}

const everywhere = (day: string) => ({
  list: day,
  sheet: day,
  schedule: day,
  card: day,
  ahead: day,
  alerts: day,
  reminders: day,
});

describe("[GAP-IMM-02] the due date of a puppy's next dose", () => {
  it.each(["DHPP", "DA2PP", "DHLPP", "DHP"])("is the same everywhere for %s", async (vaccineName) => {
    await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, { dogId, today: TODAY });
    await recordDose(team.staff, { dogId, vaccineName });
    expect(await placesOf()).toEqual(everywhere(NINE_WEEKS));
  });

  it("depends on each dog's age when one call records several doses, and when a booking is completed", async () => {
    const grown = await addDog(team.owner, team.kennelId, { name: "Rex", dateOfBirth: "2020-01-01" });
    const batch = await team.staff.as.mutation(api.vaccinations.immunizations.createBatch, {
      kennelId: team.kennelId,
      vaccineName: "DHPP",
      vaccineType: "Core",
      dateAdministered: TODAY,
      today: TODAY,
      dogIds: [dogId, grown._id],
    });
    expect(batch.map(({ nextDueDate }) => nextDueDate)).toEqual([NINE_WEEKS, "2028-06-15"]);
    const { _id } = await addBooking(team, { dogId, vaccineName: "Rabies", scheduledDate: TODAY });
    const { immunization } = await team.staff.as.mutation(api.vaccinations.vaccinationSchedule.complete, {
      scheduledVaccinationId: _id,
      today: TODAY,
    });
    expect(immunization.nextDueDate).toBe(addDays(BORN, 112));
  });

  it("changes with the birth date and the vaccine, but a typed date remains", async () => {
    await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, { dogId, today: TODAY });
    const { _id: immunizationId } = await recordDose(team.staff, { dogId, vaccineName: "DHPP" });
    await team.owner.as.mutation(api.dogs.dogs.update, {
      dogId,
      dateOfBirth: addDays(BORN, 3),
      today: TODAY,
    });
    expect(await placesOf()).toEqual(everywhere(addDays(NINE_WEEKS, 3)));
    const update = async (fields: object) =>
      (
        await team.staff.as.mutation(api.vaccinations.immunizations.update, {
          immunizationId,
          today: TODAY,
          ...fields,
        })
      ).nextDueDate;
    expect(await update({ vaccineName: "Leptospirosis" })).toBe("2026-06-15");
    expect(await update({ vaccineName: "DHPP", nextDueDate: "2025-07-10" })).toBe("2025-07-10");
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, dateOfBirth: BORN, today: TODAY });
    expect(await placesOf()).toEqual(everywhere("2025-07-10"));
    expect(await update({ isDueAutomatic: true })).toBe(NINE_WEEKS);
  });

  it("of a puppy without a dog record changes with the whelping date", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId);
    const dose = { puppyId: puppy._id, vaccineName: "DHPP", dateAdministered: "2025-04-16" };
    const { _id: immunizationId, nextDueDate } = await recordDose(team.staff, dose);
    expect(nextDueDate).toBe("2025-05-07");
    await team.owner.as.mutation(api.litters.litters.update, {
      litterId,
      whelpingDate: "2025-03-04",
      today: TODAY,
    });
    const now = await team.viewer.as.query(api.vaccinations.immunizations.get, { immunizationId });
    expect(now.nextDueDate).toBe("2025-05-06");
  });

  it("is corrected in databases of earlier versions, which calculated it from only the vaccine", async () => {
    vi.useFakeTimers();
    const { _id } = await recordDose(team.staff, { dogId, vaccineName: "DA2PP" });
    const typed = await recordDose(team.staff, { dogId, vaccineName: "Rabies", nextDueDate: "2025-08-01" });
    const booking = await addBooking(team, { dogId, vaccineName: "DA2PP", scheduledDate: "2027-01-01" });
    const { reminders } = await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, {
      dogId,
      today: TODAY,
    });
    const booster = reminders.find(({ title }) => title.startsWith("DHPP booster"));
    await team.deployment.run(async (ctx) => {
      const old = {
        isDueAutomatic: undefined,
        vaccineKey: "da2pp",
        nextDueDate: "2026-06-15",
        dueOn: "2026-06-15",
      };
      await ctx.db.patch("immunizations", _id, old);
      await ctx.db.patch("immunizations", typed._id, { isDueAutomatic: undefined });
      await ctx.db.patch("scheduledVaccinations", booking._id, { vaccineKey: "da2pp" });
      if (booster) await ctx.db.patch("reminders", booster._id, { source: `dog:${dogId}:da2pp:booster` });
    });
    await team.deployment.mutation(internal.migrations.runAll, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const kept = await team.deployment.run(async (ctx) => ({
      dose: await ctx.db.get("immunizations", _id),
      typed: await ctx.db.get("immunizations", typed._id),
      booking: await ctx.db.get("scheduledVaccinations", booking._id),
      booster: booster && (await ctx.db.get("reminders", booster._id)),
    }));
    expect(kept.dose).toMatchObject({ vaccineKey: "dhpp", nextDueDate: NINE_WEEKS, dueOn: NINE_WEEKS });
    expect(kept.typed).toMatchObject({
      nextDueDate: "2025-08-01",
      dueOn: "2025-08-01",
      isDueAutomatic: false,
    });
    expect(kept.booking).toMatchObject({ vaccineKey: "dhpp" });
    expect(kept.booster).toMatchObject({ source: `dog:${dogId}:dhpp:booster`, state: "pending" });
  });
});

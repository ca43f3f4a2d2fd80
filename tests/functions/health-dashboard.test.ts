/** Tests the health dashboard and statistics. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addHealthRecord } from "../support/health";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2020-01-01" }))._id;
});

const addDose = async (vaccineName: string, nextDueDate: string, dateAdministered = "2024-06-01") =>
  await team.staff.as.mutation(api.vaccinations.immunizations.create, {
    dogId,
    vaccineName,
    vaccineType: "Core",
    dateAdministered,
    nextDueDate,
    today: TODAY,
  });
const followUp = async (followUpDate: string, dateRecorded = "2025-01-10") =>
  await addHealthRecord(team, { dogId, title: `Seen ${followUpDate}`, dateRecorded, followUpDate });
const dashboard = async (today = TODAY) =>
  await team.viewer.as.query(api.health.healthDashboard.get, { kennelId: team.kennelId, today });
const statistics = async () =>
  await team.staff.as.query(api.health.healthDashboard.statistics, {
    kennelId: team.kennelId,
    today: TODAY,
  });

describe("healthDashboard.get", () => {
  it("[HLT-06] counts dogs, due vaccinations, follow-ups and records", async () => {
    await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male", status: "sold" });
    await addDose("Rabies", "2025-06-20");
    await addDose("DHPP", "2025-06-01");
    await followUp("2025-06-20");
    await followUp("2025-06-01");
    expect((await dashboard()).statistics).toEqual({
      totalDogs: 2,
      upcomingVaccinationsCount: 1,
      overdueVaccinationsCount: 1,
      upcomingFollowUpsCount: 1,
      overdueFollowUpsCount: 1,
      totalHealthRecords: 2,
    });
  });

  it("[HLT-07] lists vaccinations due within 30 days from today, earliest first, and only the newest dose", async () => {
    await addDose("Rabies", "2025-07-15");
    await addDose("Bordetella", "2025-06-15");
    await addDose("Lyme Disease", "2025-07-16");
    await addDose("DHPP", "2025-06-01", "2022-06-01");
    await addDose("DHPP", "2028-06-01", "2025-06-01");
    const { upcomingVaccinations, overdueVaccinations } = await dashboard();
    expect(upcomingVaccinations).toMatchObject([
      { vaccineName: "Bordetella", dueOn: "2025-06-15", dog: { name: "Bella" } },
      { vaccineName: "Rabies", dueOn: "2025-07-15" },
    ]);
    expect(overdueVaccinations).toEqual([]);
  });

  it("[GAP-HLT-09] lists follow-ups within 30 days from today, and open follow-ups of the last 90 days", async () => {
    for (const day of ["2025-06-15", "2025-07-15", "2025-07-16", "2025-06-14", "2025-03-17", "2025-03-16"]) {
      await followUp(day);
    }
    const done = await followUp("2025-06-16");
    await team.staff.as.mutation(api.health.healthRecords.setFollowUpDone, {
      recordId: done._id,
      doneOn: TODAY,
      today: TODAY,
    });
    const { upcomingFollowUps, overdueFollowUps } = await dashboard();
    expect(upcomingFollowUps.map(({ followUpDate }) => followUpDate)).toEqual(["2025-06-15", "2025-07-15"]);
    expect(overdueFollowUps.map(({ followUpDate }) => followUpDate)).toEqual(["2025-03-17", "2025-06-14"]);
    expect(overdueFollowUps[0]).toMatchObject({ dog: { name: "Bella" }, title: "Seen 2025-03-17" });
  });

  it("lists no follow-up of a dog that died or was sold", async () => {
    await followUp("2025-06-15");
    await followUp("2025-06-14");
    const followUps = async () => {
      const { statistics: counts, upcomingFollowUps, overdueFollowUps } = await dashboard();
      const args = { kennelId: team.kennelId, today: TODAY };
      const agenda = await team.viewer.as.query(api.dashboard.dashboard.healthAgenda, args);
      const summary = await team.staff.as.query(api.health.healthRecords.summary, { dogId, today: TODAY });
      return [
        counts.upcomingFollowUpsCount + counts.overdueFollowUpsCount,
        upcomingFollowUps.length + overdueFollowUps.length,
        agenda.followUps.count,
        summary?.openFollowUps,
      ];
    };
    expect(await followUps()).toEqual([2, 2, 2, 2]);
    for (const status of ["deceased", "sold"] as const) {
      await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status, today: TODAY });
      expect(await followUps(), status).toEqual([0, 0, 0, 0]);
    }
  });

  it.each([
    ["UTC", "2025-06-15", 1, 0],
    ["America/New_York", "2025-06-15", 1, 0],
    ["Pacific/Auckland", "2025-06-16", 0, 1],
  ])("[GAP-API-09] uses the breeder's date in %s", async (timeZone, today, upcoming, overdue) => {
    await addDose("Rabies", "2025-06-15");
    await followUp("2025-06-15");
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.UTC(2025, 5, 15, 13));
    expect(shown).toBe(today);
    expect((await dashboard(shown)).statistics).toMatchObject({
      upcomingVaccinationsCount: upcoming,
      overdueVaccinationsCount: overdue,
      upcomingFollowUpsCount: upcoming,
      overdueFollowUpsCount: overdue,
    });
  });

  it("is limited to its kennel, and refuses an invalid date", async () => {
    const foreign = team.stranger.as.query(api.health.healthDashboard.get, {
      kennelId: team.kennelId,
      today: TODAY,
    });
    expect((await failureOf(foreign)).code).toBe("NOT_FOUND");
    expect((await failureOf(dashboard("today"))).code).toBe("VALIDATION_FAILED");
  });
});

describe("healthDashboard.statistics", () => {
  it("[GAP-HLT-11] counts records by type and adds the costs of the last twelve months", async () => {
    await addHealthRecord(team, { dogId, dateRecorded: "2025-06-01", costCents: 8550 });
    await addHealthRecord(team, { dogId, dateRecorded: "2025-06-10", costCents: 1450, recordType: "dental" });
    await addHealthRecord(team, { dogId, dateRecorded: "2024-07-31", costCents: 100 });
    await addHealthRecord(team, { dogId, dateRecorded: "2024-06-30", costCents: 1 });
    const { costsPerMonth, ...rest } = await statistics();
    expect(rest).toMatchObject({
      totalHealthRecords: 4,
      recordsByType: [
        { recordType: "examination", count: 3 },
        { recordType: "dental", count: 1 },
      ],
      totalCostCents: 10_101,
    });
    expect(costsPerMonth).toHaveLength(12);
    expect(costsPerMonth[0]).toEqual({ month: "2024-07", costCents: 100, records: 1 });
    expect(costsPerMonth[11]).toEqual({ month: "2025-06", costCents: 10_000, records: 2 });
  });
});

describe("the health dashboard over REST", () => {
  const get = async (path: string) => (await callRest(team.owner.as, "GET", path)).body.data;

  it("[HLT-06] [GAP-HLT-09] returns the dashboard of the default kennel or the named one", async () => {
    await addDose("Rabies", "2025-06-20");
    await followUp("2025-06-20");
    const answered = await get(`/health/dashboard?today=${TODAY}`);
    expect(answered).toMatchObject({
      statistics: { totalDogs: 1, upcomingVaccinationsCount: 1, upcomingFollowUpsCount: 1 },
      upcomingVaccinations: [{ vaccineName: "Rabies", expirationDate: "2025-06-20", dog: { name: "Bella" } }],
      upcomingFollowUps: [{ followUpDate: "2025-06-20", dog: { id: dogId } }],
    });
    expect(answered.upcomingVaccinations[0]).not.toHaveProperty("_id");
    expect(await get(`/health/dashboard?kennelId=${team.kennelId}&today=${TODAY}`)).toEqual(answered);
  });

  it("[GAP-HLT-11] returns a kennel's statistics in dollars", async () => {
    await addHealthRecord(team, { dogId, costCents: 8550 });
    const answered = await get(`/kennels/${team.kennelId}/health/statistics?today=${TODAY}`);
    expect(answered).toMatchObject({
      totalHealthRecords: 1,
      recordsByType: { examination: 1 },
      totalCost: 85.5,
    });
    expect(answered.costsPerMonth.at(-1)).toEqual({ month: "2025-06", cost: 85.5, records: 1 });
  });
});

/** Tests the dashboard over REST. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addAlert } from "../support/dashboard";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, json === undefined ? {} : { json });
const get = async (path: string, query: Record<string, string> = {}) =>
  await call(
    "GET",
    `/dashboard/${path}?${new URLSearchParams({ kennelId: team.kennelId, today: TODAY, ...query })}`,
  );

const remind = async (title: string, dueDate: string, fields: object = {}) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title,
    dueDate,
    ...fields,
  });

describe("GET /dashboard/stats", () => {
  it("[DASH-22] [GAP-API-04] returns the numbers of the named kennel, in one envelope", async () => {
    await addDog(team.owner, team.kennelId);
    await remind("Late", addDays(TODAY, -1));
    const { status, body } = await get("stats");
    expect(status).toBe(200);
    expect(body.data).toEqual({
      dogs: { total: 1 },
      breeding: { activeMating: 0, planned: 0, bred: 0, confirmed: 0 },
      health: { upcomingVaccinations: 0, overdueVaccinations: 0 },
      reminders: { overdue: 1, pending: 1 },
    });
    const other = await callRest(team.stranger.as, "GET", "/dashboard/stats");
    expect(other.body.data.dogs.total).toBe(0);
    const refused = await callRest(team.stranger.as, "GET", `/dashboard/stats?kennelId=${team.kennelId}`);
    expect(refused.status).toBe(404);
  });

  it("[GAP-DASH-06] accepts a range of dates and refuses an invalid one", async () => {
    await remind("May", "2025-05-10");
    const may = await get("stats", { startDate: "2025-05-01", endDate: "2025-05-31" });
    expect(may.body.data.reminders).toEqual({ overdue: 1, pending: 1 });
    const june = await get("stats", { startDate: "2025-06-01" });
    expect(june.body.data.reminders).toEqual({ overdue: 0, pending: 0 });
    const wrong = await get("stats", { startDate: "May" });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: { startDate: "Start date must be a date such as 2025-06-15" } },
    });
  });
});

describe("GET /dashboard/recent-activity", () => {
  it("[DASH-12] [GAP-DASH-06] returns the newest entries, filtered by types and dogs", async () => {
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex" });
    await addDog(team.staff, team.kennelId, { name: "Nora" });
    const done = await remind("Worming", TODAY, { dogId: rex._id });
    await team.owner.as.mutation(api.reminders.reminders.complete, { reminderId: done._id, today: TODAY });
    const all = await get("recent-activity", { limit: "10" });
    expect(all.body.data).toMatchObject([
      { type: "reminder_completed", by: "Olga Owner", record: { table: "reminders", id: done._id } },
      { type: "dog_added", description: "Nora (Beagle)" },
      { type: "dog_added", dogId: rex._id, record: { table: "dogs", id: rex._id } },
    ]);
    expect(Date.parse(all.body.data[0].timestamp)).toBeGreaterThan(0);
    const added = await get("recent-activity", { "types[]": "dog_added" });
    expect(added.body.data).toHaveLength(2);
    const ofRex = await get("recent-activity", { "dogIds[]": rex._id });
    expect(ofRex.body.data.map(({ type }: { type: string }) => type)).toEqual([
      "reminder_completed",
      "dog_added",
    ]);
    const twoTypes = await call(
      "GET",
      `/dashboard/recent-activity?kennelId=${team.kennelId}&types[]=dog_added&types[]=reminder_completed&limit=10`,
    );
    expect(twoTypes.body.data).toHaveLength(3);
    expect((await get("recent-activity", { "types[]": "weather" })).status).toBe(400);
  });
});

describe("the overviews", () => {
  it("[GAP-DASH-02] return correct figures", async () => {
    const { litterId } = await addLitter(team, { numberBorn: 2, numberAlive: 2 });
    const puppy = await addPuppy(team, litterId, { priceCents: 150_050 });
    await team.owner.as.mutation(api.litters.puppies.sell, {
      puppyId: puppy._id,
      buyerName: "Kim",
      today: TODAY,
    });
    await remind("Call Kim", addDays(TODAY, 2), { priority: "high" });
    const data = async (path: string) => (await get(path)).body.data;
    expect(await data("quick-stats")).toMatchObject({ dogs: { total: 2, active: 2 }, puppies: { sold: 1 } });
    expect(await data("health-overview")).toMatchObject({ totalDogs: 2, totalHealthRecords: 0 });
    expect(await data("breeding-overview")).toMatchObject({ total: 1, litters: 1, born: 2 });
    expect(await data("financial-overview")).toMatchObject({
      total: { income: { puppySales: 1500.5, total: 1500.5 }, costs: { total: 0 }, balance: 1500.5 },
      byYear: [{ year: "2025", puppiesSold: 1 }],
    });
    expect(await data("reminder-overview")).toMatchObject({
      upcomingReminders: [{ title: "Call Kim", dueDate: "2025-06-17", priority: "high", dogName: null }],
      pending: 1,
      overdue: 0,
    });
    expect(await data("performance-metrics")).toMatchObject({ survivalRate: 100, averageSale: 1500.5 });
    expect(await data("comparative-analytics")).toMatchObject({
      thisYear: { year: "2025", litters: 1, income: 1500.5 },
      lastYear: { year: "2024", litters: 0 },
    });
  });
});

describe("the alerts", () => {
  it("[DASH-23] [GAP-API-04] are dismissed one by one or all, without an envelope", async () => {
    const id = await addAlert(team);
    await remind("Another", addDays(TODAY, -2), { priority: "high" });
    const listed = await get("alerts");
    expect(listed.body.data).toMatchObject([
      { id, kind: "reminder", severity: "error", title: "Call the vet", createdAt: TODAY, dismissedAt: null },
      { title: "Another" },
    ]);
    const dismissed = await call("PATCH", `/dashboard/alerts/${id}/dismiss?today=${TODAY}`);
    expect(dismissed).toMatchObject({ status: 200, body: { success: true } });
    expect((await get("alerts")).body.data).toHaveLength(1);
    const all = await call("POST", `/dashboard/alerts/dismiss-all?kennelId=${team.kennelId}&today=${TODAY}`);
    expect(all.body).toEqual({ success: true, dismissed: 1 });
    expect((await get("alerts")).body.data).toEqual([]);
  });
});

describe("widgets and preferences", () => {
  it("[GAP-DASH-01] are added, moved, read and removed", async () => {
    const added = await call("POST", "/dashboard/widgets", {
      kind: "costs_and_income",
      settings: { years: 2 },
    });
    expect(added).toMatchObject({ status: 201, body: { data: { title: "Costs and income", position: 2 } } });
    const { id } = added.body.data;
    expect((await call("PUT", `/dashboard/widgets/${id}`, { position: 0 })).body.data.position).toBe(0);
    expect((await call("GET", "/dashboard/widgets")).body.data[0]).toMatchObject({
      id,
      settings: { years: 2 },
    });
    expect((await get(`widgets/${id}/data`)).body.data).toEqual({
      kind: "costs_and_income",
      series: [
        { year: "2024", income: 0, costs: 0 },
        { year: "2025", income: 0, costs: 0 },
      ],
    });
    expect((await call("DELETE", `/dashboard/widgets/${id}`)).body).toEqual({ success: true });
    expect((await get(`widgets/${id}/data`)).status).toBe(404);
    const wrong = await call("POST", "/dashboard/widgets", { kind: "weather" });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: { kind: "This kind of widget is not known" } },
    });
  });

  it("[GAP-DASH-01] store the given settings and can be reset", async () => {
    const put = await call("PUT", "/dashboard/preferences", { hiddenCards: ["total_dogs"] });
    expect(put.body.data).toEqual({ hiddenCards: ["total_dogs"], cardOrder: [], defaultKennelId: null });
    expect((await call("GET", "/dashboard/preferences")).body.data).toEqual(put.body.data);
    expect((await call("POST", "/dashboard/preferences/reset")).body.data.hiddenCards).toEqual([]);
  });
});

describe("GET /dashboard/export", () => {
  it("[DASH-21] [GAP-DASH-11] returns a PDF unless csv is requested", async () => {
    await addDog(team.owner, team.kennelId, { name: "Élan" });
    await remind("Worming", addDays(TODAY, -1));
    const ask = async (query: Record<string, string>) =>
      await callRest(
        team.owner.as,
        "GET",
        `/dashboard/export?${new URLSearchParams({ kennelId: team.kennelId, today: TODAY, ...query })}`,
      );
    const pdf = await ask({});
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    expect(pdf.headers.get("Content-Disposition")).toContain("dashboard-2025-06-15.pdf");
    const csv = await ask({ format: "csv" });
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.body).toContain("Total Dogs,1");
    expect(csv.body).toContain("Worming");
    expect(csv.body).toContain("Dog added,Élan (Beagle),Olga Owner");
    expect((await ask({ format: "docx" })).status).toBe(400);
  });
});

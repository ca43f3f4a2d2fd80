/** Tests the dashboard's alerts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_ALERTS_PER_KIND } from "../../domain/dashboard/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { fail } from "../../domain/errors";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { dog, finishScheduled, importRows } from "../support/imports";
import { addDose, recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const ask = () => ({ kennelId: team.kennelId, today: TODAY });
const alerts = async (person: Person = team.owner) =>
  await person.as.query(api.dashboard.dashboardAlerts.list, ask());
const titles = async (person?: Person) => (await alerts(person)).map(({ title }) => title);
const dismissAll = async (person: Person = team.owner) =>
  await person.as.mutation(api.dashboard.dashboardAlerts.dismissAll, ask());

const remind = async (priority: string, dueDate = addDays(TODAY, -1)) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: `A ${priority} one`,
    priority,
    dueDate,
  });

async function expect18th() {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breeding = await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-04-16",
    expectedDueDate: "2025-06-18",
  });
  const setStatus = async (status: string) =>
    await team.owner.as.mutation(api.breedings.breedings.setStatus, {
      breedingId: breeding._id,
      status,
      today: TODAY,
    });
  await setStatus("bred");
  return { breeding, setStatus };
}

/** Each adds a third dog, and returns a function that removes the dog. */
const ROOMS: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "it is deleted": async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "C" });
    return async () => await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
  },
  "it is sold with others": async () => {
    const { _id } = await addDog(team.owner, team.kennelId, { name: "C" });
    const change = { kennelId: team.kennelId, dogIds: [_id], status: "sold" as const, today: TODAY };
    return async () => await team.owner.as.mutation(api.dogs.dogs.changeStatus, change);
  },
  "that it was bought back is undone": async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "C", status: "sold" });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status: "active", today: TODAY });
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").take(100));
    const changeId = changes.find(({ kind }) => kind === "changed")?._id ?? "";
    const undo = { kennelId: team.kennelId, changeId, today: TODAY };
    return async () => await team.owner.as.mutation(api.history.history.undo, undo);
  },
  "the import that brought it is taken back": async () => {
    const run = await importRows(team, [dog("C")]);
    const ofRun = { kennelId: team.kennelId, runId: run?._id ?? "" };
    return async () => await team.owner.as.mutation(api.imports.imports.remove, ofRun);
  },
};

describe("dashboardAlerts.list", () => {
  it("[GAP-DASH-10] reports overdue vaccinations, with the number of days", async () => {
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: addDays(TODAY, -3) });
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: TODAY });
    expect(await alerts()).toMatchObject([
      { kind: "vaccination", severity: "warning", title: "Rabies overdue", message: "Nora: 3 days overdue" },
    ]);
  });

  it("lists the most overdue first, and uses the dogs' call names", async () => {
    const { _id: dogId } = await team.owner.as.mutation(api.dogs.dogs.create, {
      kennelId: team.kennelId,
      today: TODAY,
      name: "Champion Nora of the Seven Hills",
      callName: "Nori",
      breed: "Beagle",
      gender: "female",
    });
    for (const days of [4, 20, 9]) {
      await addDose(team, {
        dogId,
        vaccineName: `Dose ${days}`,
        dateAdministered: "2024-06-01",
        nextDueDate: addDays(TODAY, -days),
      });
    }
    expect((await alerts()).map(({ message }) => message)).toEqual([
      "Nori: 20 days overdue",
      "Nori: 9 days overdue",
      "Nori: 4 days overdue",
    ]);
  });

  it("[GAP-DASH-10] reports a whelping within three days", async () => {
    const { breeding } = await expect18th();
    expect(await alerts()).toMatchObject([
      {
        kind: "whelping",
        title: "Bella is due to whelp",
        message: "In 3 days, by Rex",
        link: `/dashboard/breeding/${breeding._id}`,
        since: TODAY,
      },
    ]);
    const before = { kennelId: team.kennelId, today: addDays(TODAY, -1) };
    expect(await team.owner.as.query(api.dashboard.dashboardAlerts.list, before)).toEqual([]);
  });

  it("[GAP-DASH-10] reports overdue reminders only of high and urgent priority", async () => {
    for (const priority of ["low", "medium", "high", "urgent"]) await remind(priority);
    await remind("urgent", TODAY);
    expect(await titles()).toEqual(["A urgent one", "A high one"]);
  });

  it("[GAP-DASH-10] reports a plan filled to 80 percent", async () => {
    vi.stubEnv("STUDBOOK_BILLING", "on");
    for (const name of ["A", "B"]) await addDog(team.owner, team.kennelId, { name });
    expect(await alerts()).toEqual([]);
    await addDog(team.owner, team.kennelId, { name: "C" });
    const link = "/dashboard/settings?tab=billing";
    expect(await alerts()).toMatchObject([
      { kind: "dog-limit", severity: "error", title: "Dog limit reached!", link, since: null },
    ]);
  });

  it("reports to a member only alerts of the areas that they may read", async () => {
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: addDays(TODAY, -3) });
    await remind("high");
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { health: "none" },
    });
    expect(await titles(team.viewer)).toEqual(["A high one"]);
  });
});

describe("dashboardAlerts.dismiss", () => {
  it("[DASH-23] dismisses one alert, or all, only for the person", async () => {
    await remind("high");
    await remind("urgent");
    const [first] = await alerts();
    await team.owner.as.mutation(api.dashboard.dashboardAlerts.dismiss, {
      ...ask(),
      alertId: first?.id ?? "",
    });
    expect(await titles()).toEqual(["A high one"]);
    expect(await dismissAll()).toBe(1);
    expect(await alerts()).toEqual([]);
    expect(await titles(team.viewer)).toHaveLength(2);
    expect(await dismissAll(team.viewer)).toBe(2);
  });

  it("takes back what was dismissed together, only for the person", async () => {
    await remind("high");
    const [high] = await alerts();
    const dismissed = { ...ask(), alertId: high?.id ?? "" };
    vi.setSystemTime(Date.now() - 1000);
    await team.owner.as.mutation(api.dashboard.dashboardAlerts.dismiss, dismissed);
    await remind("urgent");
    await remind("urgent");
    const [first] = await alerts();
    vi.setSystemTime(Date.now() + 1000);
    expect(await dismissAll()).toBe(2);
    const undismiss = async (person: Person) =>
      await person.as.mutation(api.dashboard.dashboardAlerts.undismiss, {
        ...{ kennelId: team.kennelId, alertId: first?.id ?? "" },
      });
    expect(await undismiss(team.staff)).toBe(0);
    expect(await undismiss(team.owner)).toBe(2);
    expect(await titles()).toEqual(["A urgent one", "A urgent one"]);
  });

  it("shows as many later alerts as before when the first ones are dismissed", async () => {
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: addDays(TODAY, -90) });
    await remind("high", addDays(TODAY, -90));
    await team.deployment.run(async (ctx) => {
      for (const table of ["immunizations", "reminders"] as const) {
        const { _id, _creationTime, ...fields } = (await ctx.db.query(table).unique()) ?? fail("NOT_FOUND");
        for (let count = 1; count < MAX_ALERTS_PER_KIND; count += 1) await ctx.db.insert(table, fields);
      }
    });
    expect(await dismissAll()).toBe(2 * MAX_ALERTS_PER_KIND);
    await addDose(team, {
      vaccineName: "Parvo",
      dateAdministered: "2024-06-01",
      nextDueDate: addDays(TODAY, -1),
    });
    await remind("urgent");
    expect((await titles()).sort()).toEqual(["A urgent one", "Parvo overdue"]);
  });

  it("returns NOT_FOUND for an alert that does not exist, and to a stranger", async () => {
    await remind("high");
    const [alert] = await alerts();
    const dismiss = async (person: Person, alertId: string) =>
      await failureOf(person.as.mutation(api.dashboard.dashboardAlerts.dismiss, { ...ask(), alertId }));
    expect((await dismiss(team.owner, `${team.kennelId}.reminder.x.y`)).code).toBe("NOT_FOUND");
    expect((await dismiss(team.stranger, alert?.id ?? "")).code).toBe("NOT_FOUND");
  });

  it("[GAP-DASH-12] shows a reminder again when it is reopened or moved to another day", async () => {
    const reminder = await remind("high");
    const { as } = team.owner;
    const reminderId = reminder._id;
    await dismissAll();
    await as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    await as.mutation(api.reminders.reminders.uncomplete, { reminderId });
    expect(await titles()).toHaveLength(1);
    await dismissAll();
    await as.mutation(api.reminders.reminders.update, { reminderId, description: "With the brown bottle" });
    expect(await titles()).toEqual([]);
    await as.mutation(api.reminders.reminders.update, { reminderId, dueDate: addDays(TODAY, -5) });
    expect(await titles()).toHaveLength(1);
  });

  it("[GAP-DASH-12] shows a vaccination again when the dose that covered it is deleted", async () => {
    const { dogId } = await addDose(team, {
      dateAdministered: "2024-06-01",
      nextDueDate: addDays(TODAY, -3),
    });
    await dismissAll();
    expect(await titles()).toEqual([]);
    const dose = await recordDose(team.owner, { dogId, nextDueDate: "2026-06-15" });
    await team.owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: dose._id });
    expect(await titles()).toEqual(["Rabies overdue"]);
  });

  it("[GAP-DASH-12] shows a whelping again when its breeding is expected again", async () => {
    const { setStatus } = await expect18th();
    await dismissAll();
    await setStatus("failed");
    await setStatus("confirmed");
    expect(await titles()).toEqual(["Bella is due to whelp"]);
  });

  it.each(Object.keys(ROOMS))(
    "[GAP-DASH-12] shows the warning of a full plan again when there was room in between: %s",
    async (way) => {
      vi.stubEnv("STUDBOOK_BILLING", "on");
      vi.useFakeTimers();
      for (const name of ["A", "B"]) await addDog(team.owner, team.kennelId, { name });
      const makeRoom = await ROOMS[way]?.();
      await dismissAll();
      expect(await titles()).toEqual([]);
      await makeRoom?.();
      await finishScheduled(team);
      await addDog(team.owner, team.kennelId, { name: "D" });
      expect(await titles()).toEqual(["Dog limit reached!"]);
    },
  );
});

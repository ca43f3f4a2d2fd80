/** Tests widgets and preferences of the dashboard. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { instantOf } from "../../domain/dates/zones";
import { failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const kindsOf = async (person: Person = team.owner) =>
  (await person.as.query(api.dashboard.dashboardWidgets.list, {})).map(({ kind }) => kind);
const add = async (fields: (typeof api.dashboard.dashboardWidgets.add)["_args"]) =>
  await team.owner.as.mutation(api.dashboard.dashboardWidgets.add, fields);
const move = async (widgetId: string, position: number) =>
  await team.owner.as.mutation(api.dashboard.dashboardWidgets.update, { widgetId, position });

describe("dashboardWidgets", () => {
  it("[GAP-DASH-01] starts with two widgets, which can be moved and removed like added ones", async () => {
    expect(await kindsOf()).toEqual(["newest_litter_weight", "costs_and_income"]);
    const widget = await add({ kind: "vaccinations_due", title: "Shots", settings: { months: 3 } });
    expect(widget).toMatchObject({ position: 2, title: "Shots", settings: { months: 3 } });
    expect(await move(widget.id, 0)).toMatchObject({ position: 0, title: "Shots" });
    expect(await kindsOf()).toEqual(["vaccinations_due", "newest_litter_weight", "costs_and_income"]);
    await team.owner.as.mutation(api.dashboard.dashboardWidgets.remove, { widgetId: "newest_litter_weight" });
    expect(await kindsOf()).toEqual(["vaccinations_due", "costs_and_income"]);
    expect(await kindsOf(team.manager)).toEqual(["newest_litter_weight", "costs_and_income"]);
  });

  it("clears a title, keeps settings that are not given, and refuses settings out of bounds", async () => {
    const { id: widgetId } = await add({ kind: "breedings_per_year", title: "Mine", settings: { years: 4 } });
    const update = async (fields: object) =>
      await team.owner.as.mutation(api.dashboard.dashboardWidgets.update, { widgetId, ...fields });
    expect(await update({ title: null })).toMatchObject({ title: null, settings: { years: 4 } });
    const failure = await failureOf(update({ settings: { years: 99 } }));
    expect(failure.details.fields).toEqual({ "settings.years": "Years must be a whole number from 2 to 10" });
    expect((await failureOf(add({ kind: "weather" }))).code).toBe("VALIDATION_FAILED");
  });

  it("refuses more widgets than a screen can show", async () => {
    for (let count = 2; count < 12; count += 1) await add({ kind: "breedings_per_year" });
    expect(await failureOf(add({ kind: "breedings_per_year" }))).toMatchObject({
      code: "LIMIT_REACHED",
      details: { count: 12 },
    });
  });

  it("returns NOT_FOUND for another person's widget", async () => {
    const { id: widgetId } = await add({ kind: "breedings_per_year" });
    const { manager, kennelId } = { ...team };
    for (const work of [
      manager.as.mutation(api.dashboard.dashboardWidgets.update, { widgetId, position: 0 }),
      manager.as.mutation(api.dashboard.dashboardWidgets.remove, { widgetId }),
      manager.as.query(api.dashboard.dashboardWidgets.data, { widgetId, kennelId, today: TODAY }),
    ]) {
      expect((await failureOf(work)).code).toBe("NOT_FOUND");
    }
  });

  it("counts a puppy's days since birth in the kennel's time zone", async () => {
    const { litterId } = await addLitter(team, {});
    const puppy = await addPuppy(team, litterId, {});
    const entry = { puppyId: puppy._id, entryKey: "evening-weighing", grams: 400 };
    const weighedAt = instantOf("2025-03-06", "23:55", "America/Los_Angeles");
    await team.staff.as.mutation(api.litters.puppyWeights.add, { ...entry, weighedAt });
    await team.owner.as.mutation(api.kennels.kennelTimeZones.set, {
      kennelId: team.kennelId,
      timeZone: "America/Los_Angeles",
    });
    const [{ data } = { data: null }] = await team.owner.as.query(api.dashboard.dashboardWidgets.board, {
      ...{ kennelId: team.kennelId, today: TODAY },
    });
    expect(data).toMatchObject({ points: [{ ageDays: 1, averageGrams: 400 }] });
  });

  it("shows the kennel's figures, and hides areas that the caller may not read", async () => {
    const { litterId } = await addLitter(team, { numberBorn: 3, numberAlive: 2 });
    const puppy = await addPuppy(team, litterId, {});
    await team.deployment.run(async (ctx) => {
      for (const [day, grams] of [
        [6, 400],
        [7, 450],
      ] as const) {
        await ctx.db.insert("puppyWeights", {
          kennelId: team.kennelId,
          litterId,
          puppyId: puppy._id,
          grams,
          weighedAt: Date.UTC(2025, 2, day, 8),
          weighedBy: team.owner.userId,
          entryKey: `${day}`,
        });
      }
    });
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: addDays(TODAY, -3) });
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: "2025-07-10" });
    for (const kind of ["breedings_per_year", "puppies_per_year", "vaccinations_due"]) {
      await add({ kind, settings: { years: 2, months: 2 } });
    }
    const board = async (person: Person) =>
      (
        await person.as.query(api.dashboard.dashboardWidgets.board, { kennelId: team.kennelId, today: TODAY })
      ).map(({ data }) => data);
    expect(await board(team.owner)).toMatchObject([
      {
        litter: { damName: "Bella" },
        points: [
          { ageDays: 1, averageGrams: 400 },
          { ageDays: 2, averageGrams: 450 },
        ],
      },
      { kind: "costs_and_income" },
      {
        years: [
          { year: "2024", breedings: 0, litters: 0 },
          { year: "2025", breedings: 1, litters: 1 },
        ],
      },
      {
        years: [
          { year: "2024", born: 0 },
          { year: "2025", born: 3, alive: 2 },
        ],
      },
      {
        overdue: 1,
        months: [
          { month: "2025-06", count: 0 },
          { month: "2025-07", count: 1 },
        ],
      },
    ]);
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { breeding: "none" },
    });
    expect(await board(team.viewer)).toEqual([null, null]);
  });
});

describe("dashboardPreferences", () => {
  it("[GAP-DASH-01] stores the hidden cards and their order separately, until each is reset", async () => {
    const { as } = team.owner;
    const untouched = { hiddenCards: [], cardOrder: [], defaultKennelId: null };
    expect(await as.query(api.dashboard.dashboardPreferences.get, {})).toEqual(untouched);
    await as.mutation(api.dashboard.dashboardPreferences.update, { hiddenCards: ["total_dogs"] });
    await as.mutation(api.dashboard.dashboardPreferences.update, {
      cardOrder: ["pending_reminders", "total_dogs"],
    });
    expect(await as.query(api.dashboard.dashboardPreferences.get, {})).toEqual({
      ...untouched,
      hiddenCards: ["total_dogs"],
      cardOrder: ["pending_reminders", "total_dogs"],
    });
    await as.mutation(api.dashboard.dashboardWidgets.remove, { widgetId: "costs_and_income" });
    expect(await as.mutation(api.dashboard.dashboardPreferences.reset, {})).toEqual(untouched);
    expect(await kindsOf()).toEqual(["newest_litter_weight", "costs_and_income"]);
    const before = {
      ...untouched,
      hiddenCards: ["total_dogs"],
      widgets: [{ kind: "newest_litter_weight", title: "The small ones", settings: {} }],
    };
    const { restore } = api.dashboard.dashboardPreferences;
    const { widgets: _widgets, ...preferences } = before;
    expect(await as.mutation(restore, before)).toEqual(preferences);
    expect(await kindsOf()).toEqual(["newest_litter_weight"]);
    const tooMany = Array.from({ length: 13 }, () => ({ kind: "costs_and_income" }));
    expect(await failureOf(as.mutation(restore, { widgets: tooMany }))).toMatchObject({
      code: "LIMIT_REACHED",
    });
    const failure = await failureOf(
      as.mutation(api.dashboard.dashboardPreferences.update, { hiddenCards: ["weather"] }),
    );
    expect(failure.details.fields).toEqual({
      "hiddenCards.0": "Hidden cards names a card that is not known",
    });
  });

  it("opens the chosen kennel first, and refuses a kennel of which the person is no member", async () => {
    const { manager, stranger, kennelId } = team;
    const names = async () =>
      (await manager.as.query(api.kennels.kennels.list, {})).map((kennel) => kennel._id === kennelId);
    expect(await names()).toEqual([false, true]);
    await manager.as.mutation(api.dashboard.dashboardPreferences.update, { defaultKennelId: kennelId });
    expect(await names()).toEqual([true, false]);
    const failure = await failureOf(
      stranger.as.mutation(api.dashboard.dashboardPreferences.update, { defaultKennelId: kennelId }),
    );
    expect(failure.details.fields).toEqual({ defaultKennelId: "This kennel was not found" });
  });
});

/** Tests data migrations. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import crons from "../../convex/crons";
import { expectExact } from "../support/counts";
import { addReminder } from "../support/reminders";
import { addDog, startTeam, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addPhoto } from "../support/photos";
import { recordBreeding } from "../support/breedings";
import { recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const finish = async () => await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
const dogRow = async (name: string) =>
  await team.deployment.run(async (ctx) => {
    const dogs = await ctx.db.query("dogs").take(200);
    return dogs.find((dog) => dog.name === name);
  });

async function outdate(name: string): Promise<void> {
  await team.deployment.run(async (ctx) => {
    for (const dog of await ctx.db.query("dogs").take(200)) {
      if (dog.name === name) await ctx.db.patch("dogs", dog._id, { nameKey: "OLD", registrationKey: "OLD" });
    }
    for (const row of await ctx.db.query("kennelBreeds").take(200)) {
      await ctx.db.patch("kennelBreeds", row._id, { breedKey: `OLD ${row.breed}` });
    }
  });
}

describe("migrations.runAll", () => {
  it("runs as soon as a version is deployed, before people enter new data", () => {
    // Convex runs an interval immediately, and an hourly cron at its minute.
    expect(crons.crons["run data migrations"]).toMatchObject({
      name: "migrations:runAll",
      schedule: { type: "interval" },
    });
  });

  it("updates search keys, so that dogs and breeds are found again", async () => {
    const { owner, kennelId, deployment } = team;
    for (let i = 0; i < 120; i += 1)
      await addDog(owner, kennelId, { name: `Dog ${String(i).padStart(3, "0")}` });
    await addDog(owner, kennelId, { name: "Élan", registrationNumber: "HP 1-2", breed: "Poodle" });
    await outdate("Élan");
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    expect(await dogRow("Élan")).toMatchObject({ nameKey: "elan", registrationKey: "HP12" });
    const poodles = await owner.as.query(api.dogs.dogs.list, { kennelId, breed: "poodle" });
    expect(poodles.data.map(({ name }) => name)).toEqual(["Élan"]);
    await owner.as.mutation(api.dogs.dogs.create, {
      kennelId,
      name: "Zoe",
      breed: "POODLE",
      gender: "female",
      today: "2025-06-15",
    });
    expect(await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Beagle", "Poodle"]);
  });

  it("[GAP-DOG-09] finds names with other forms of characters that were stored before search keys", async () => {
    const { owner, kennelId, deployment } = team;
    const rex = await addDog(owner, kennelId, { name: "O’Malley–Rex" });
    await recordDose(owner, { dogId: rex._id, veterinaryClinic: "Clinic ‘Oak’" });
    await deployment.run(async (ctx) => {
      await ctx.db.patch("dogs", rex._id, { nameKey: "o’malley–rex" });
      for (const row of await ctx.db.query("kennelClinics").take(10)) {
        await ctx.db.patch("kennelClinics", row._id, { clinicKey: "clinic ‘oak’" });
        await ctx.db.insert("kennelClinics", {
          ...{ kennelId: row.kennelId, name: "Clinic 'Oak'", clinicKey: "clinic 'oak'", uses: 2 },
        });
      }
      for (const row of await ctx.db.query("immunizations").take(10))
        await ctx.db.patch("immunizations", row._id, { searchText: "o’malley–rex" });
    });
    // The other migrations of search keys have run before.
    for (const rows of ["Dogs", "Clinics", "Doses"]) {
      await deployment.mutation(internal.migrations.run, { fn: `migrations:foldSignsOf${rows}` });
      await finish();
    }
    expect(await dogRow("O’Malley–Rex")).toMatchObject({ nameKey: "o'malley-rex" });
    await deployment.run(async (ctx) => {
      const clinics = await ctx.db.query("kennelClinics").take(10);
      expect(clinics).toMatchObject([{ clinicKey: "clinic 'oak'", uses: 3 }]);
      const [dose] = await ctx.db.query("immunizations").take(10);
      expect(dose?.searchText).toContain("o'malley-rex");
    });
  });

  it("[GAP-DOG-23] spells the breeds of existing dogs as in the list", async () => {
    const { owner, kennelId, deployment } = team;
    await addDog(owner, kennelId, { name: "Rex", breed: "Boxer" });
    await deployment.run(async (ctx) => {
      for (const dog of await ctx.db.query("dogs").take(10))
        await ctx.db.patch("dogs", dog._id, { breed: "bOXER" });
      for (const row of await ctx.db.query("kennelBreeds").take(10))
        await ctx.db.patch("kennelBreeds", row._id, { breed: "bOXER" });
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    expect(await dogRow("Rex")).toMatchObject({ breed: "Boxer", breedKey: "boxer" });
    expect(await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Boxer"]);
  });

  it("[GAP-API-11] deletes old copies of changes that are now in the history, where they are still reported", async () => {
    const { deployment, kennelId, owner, staff } = team;
    const dog = await addDog(owner, kennelId);
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: "2025-06-15", color: "Tan" });
    await deployment.run(async (ctx) => {
      await ctx.db.insert("edits", {
        ...{
          kennelId,
          recordId: dog._id,
          savedAt: dog.updatedAt + 1,
          savedBy: staff.userId,
          fields: ["color"],
        },
      });
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    expect(await deployment.run(async (ctx) => await ctx.db.query("edits").collect())).toEqual([]);
    expect(
      await owner.as.query(api.dogs.dogs.editsSince, { dogId: dog._id, since: dog.updatedAt }),
    ).toMatchObject([{ fields: ["color"], name: "staff" }]);
  });

  it("[GAP-BRD-03] finds older canceled plans by a mating that never happened", async () => {
    const { deployment, kennelId, owner } = team;
    const savedOn = { status: "failed", updatedAt: Date.UTC(2025, 5, 1) } as const;
    await recordBreeding(team, { breedingDate: "2025-11-03" });
    await recordBreeding(team, { breedingDate: "2025-03-03" });
    await deployment.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("breedings").take(9))
        await ctx.db.patch("breedings", _id, savedOn);
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const rows = await deployment.run(async (ctx) => await ctx.db.query("breedings").take(9));
    expect(rows.map(({ isCalledOff }) => isCalledOff)).toEqual([true, undefined]);
    const statistics = await owner.as.query(api.reports.reports.statistics, { kennelId });
    expect(statistics.years.map(({ decided }) => decided)).toEqual([1]);
    const years = await deployment.run(async (ctx) => await ctx.db.query("breedingYears").take(9));
    expect(years).toMatchObject([{ year: "2025", failed: 1, studCostCents: 0 }]);
  });

  it("leaves current rows and the versions of dogs unchanged", async () => {
    const { _id } = await addDog(team.owner, team.kennelId, { name: "Élan" });
    await outdate("Élan");
    const before = await dogRow("Élan");
    await team.deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const after = await dogRow("Élan");
    expect(after).toEqual({ ...before, _id, nameKey: "elan", registrationKey: undefined });
  });

  it("combines breeds that now have the same search key", async () => {
    const { owner, kennelId, deployment } = team;
    await addDog(owner, kennelId, { breed: "Poodle" });
    await deployment.run(async (ctx) => {
      await ctx.db.insert("kennelBreeds", { kennelId, breed: "POODLE", breedKey: "OLD", dogs: 2 });
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const rows = await deployment.run(async (ctx) => await ctx.db.query("kennelBreeds").take(5));
    expect(rows).toMatchObject([{ breed: "Poodle", breedKey: "poodle", dogs: 3 }]);
  });

  it("keeps whether the stud fee of an old breeding is income or a cost", async () => {
    const { owner, kennelId, deployment } = team;
    const [sire, dam] = [
      await owner.as.mutation(api.dogs.dogs.createExternal, {
        ...{ kennelId, name: "Far", breed: "Beagle", gender: "male" as const },
      }),
      await addDog(owner, kennelId, { name: "Bella" }),
    ];
    const breedingId = await recordBreeding(team, { sireId: sire._id, damId: dam._id, status: "bred" });
    const account = async () => await owner.as.query(api.breedings.breedingFinances.account, { breedingId });
    expect((await account()).money.studCostCents).toBe(150_050);
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    await owner.as.mutation(api.dogs.dogs.adopt, { dogId: sire._id });
    expect((await account()).money.studCostCents).toBe(150_050);
  });

  it("runs each migration once, and again only on request", async () => {
    const { owner, kennelId, deployment } = team;
    await addDog(owner, kennelId, { name: "Élan" });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    await outdate("Élan");
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    expect(await dogRow("Élan")).toMatchObject({ nameKey: "OLD" });
    await deployment.mutation(internal.migrations.run, { fn: "refoldDogs", reset: true });
    await finish();
    expect(await dogRow("Élan")).toMatchObject({ nameKey: "elan" });
  });

  it("marks which older doses are due, and counts each once", async () => {
    const { owner, kennelId, deployment } = team;
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
    const dose = {
      kennelId,
      dogId,
      vaccineName: "Rabies",
      vaccineKey: "rabies",
      vaccineType: "Core",
      updatedAt: 0,
    };
    await deployment.run(async (ctx) => {
      await ctx.db.insert("immunizations", {
        ...dose,
        dateAdministered: "2020-01-01",
        nextDueDate: "2023-01-01",
      });
      await ctx.db.insert("immunizations", {
        ...dose,
        dateAdministered: "2023-01-01",
        nextDueDate: "2026-01-01",
      });
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    await recordDose(owner, { dogId, vaccineName: "Lyme" });
    const { data, pagination } = await owner.as.query(api.vaccinations.immunizations.list, { kennelId });
    expect(pagination.totalItems).toBe(3);
    expect(data.map(({ dueOn }) => dueOn)).toEqual(["2026-06-15", "2026-01-01", null]);
  });

  it("counts breedings by year, overdue reminders and dogs by status in kennels older than these counts", async () => {
    const { kennelId, deployment, owner } = team;
    await addDog(owner, kennelId, { status: "retired" });
    await recordBreeding(team, { breedingDate: "2024-03-01", status: "completed" });
    await recordBreeding(team, { breedingDate: "2025-03-01" });
    await deployment.run(async (ctx) => {
      for (const row of await ctx.db.query("kennelCounters").take(10)) {
        await ctx.db.patch("kennelCounters", row._id, { dogsByStatus: undefined });
      }
    });
    await addReminder(team);
    const waiting = await addReminder(team);
    await deployment.run(async (ctx) => {
      for (const row of await ctx.db.query("reminderDays").take(10))
        await ctx.db.delete("reminderDays", row._id);
    });
    // Until a row is counted, its removal can make the count negative.
    await owner.as.mutation(api.reminders.reminders.remove, { reminderId: waiting._id });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const kept = await deployment.run(async (ctx) => ({
      years: (await ctx.db.query("breedingYears").take(10)).map(({ year }) => year),
      counters: await ctx.db.query("kennelCounters").take(10),
    }));
    expect(kept.years).toEqual(["2024", "2025"]);
    expect(kept.counters.find((row) => row.kennelId === kennelId)).toMatchObject({
      dogsByStatus: { active: 0, retired: 1, deceased: 0, sold: 0 },
    });
    expect(
      await owner.as.query(api.dashboard.dashboard.breedingOverview, { kennelId, today: "2025-06-15" }),
    ).toMatchObject({ thisYear: { breedings: 1 } });
    await expectExact(team, "reminder");
    await expectExact(team, "breedingYears");
  });

  it("removes the marker of photos that waited at a puppy", async () => {
    const { kennelId, owner, deployment } = team;
    const { _id: dogId } = await addDog(owner, kennelId);
    for (let count = 0; count < 2; count += 1) await addPhoto(owner, dogId);
    await deployment.run(async (ctx) => {
      for (const [index, { _id }] of (await ctx.db.query("photos").take(2)).entries())
        await ctx.db.patch("photos", _id, { hasWaited: index === 0 });
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const photos = await deployment.run(async (ctx) => await ctx.db.query("photos").take(10));
    expect(photos.map((photo) => "hasWaited" in photo)).toEqual([false, false]);
  });

  it("tells an older removal of a weight, and its undo, as a deletion and a return", async () => {
    const { kennelId, owner, deployment } = team;
    const { litterId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId);
    await owner.as.mutation(api.litters.puppyWeights.add, {
      ...{ puppyId, grams: 350, weighedAt: Date.now(), entryKey: "taken-back" },
    });
    const [removal, undo] = await deployment.run(async (ctx) => {
      const [weight] = await ctx.db.query("puppyWeights").take(1);
      if (!weight) throw new Error("The weight was not stored");
      await ctx.db.patch("puppyWeights", weight._id, { removedAt: 5 });
      const of = { kennelId, table: "puppyWeights", recordId: weight._id, subjectId: litterId } as const;
      const told = { ...of, kind: "changed", savedAt: 0, title: "5" } as const;
      const mark = (fields: { before?: number; after?: number }) => [{ name: "removedAt", ...fields }];
      return [
        await ctx.db.insert("changes", { ...told, at: 5, operation: "a", fields: mark({ after: 5 }) }),
        await ctx.db.insert("changes", { ...told, at: 6, operation: "b", fields: mark({ before: 5 }) }),
      ];
    });
    await deployment.mutation(internal.migrations.runAll, {});
    await finish();
    const rows = await deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    const kinds = new Map(rows.map(({ _id, kind, fields }) => [_id, [kind, fields?.length]]));
    expect(kinds.get(removal)).toEqual(["deleted", 1]);
    expect(kinds.get(undo)).toEqual(["restored", undefined]);
    await deployment.run(async (ctx) => await ctx.db.patch("changes", removal, { at: Date.now() }));
    await owner.as.mutation(api.history.history.bringBack, { kennelId, changeId: removal });
    expect(await owner.as.query(api.litters.puppyWeights.list, { litterId })).toMatchObject([{ grams: 350 }]);
  });
});

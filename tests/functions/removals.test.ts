/** Tests that the rows which name a deleted record change as their tables declare. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { KENNEL_TABLES, rowsOf, type KennelTable } from "../../convex/platform/model/changes/kennelTables";
import type { DeletionRule } from "../../convex/platform/tables/rows";
import { TABLES } from "../../convex/tables.gen";
import { seedAuditKennel } from "../support/audit-kennel";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addBooking, recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2025-06-15T12:00:00Z"));
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const run = async <Answer>(work: Parameters<typeof team.deployment.run<Answer>>[0]): Promise<Answer> =>
  await team.deployment.run(work);

/** These fields name a dog, and are cleared when it is deleted. */
const NAMING = KENNEL_TABLES.flatMap((table) => {
  const fields = TABLES[table].table.validator.fields as unknown as Record<string, { tableName?: string }>;
  return Object.entries<DeletionRule>(TABLES[table].onDelete).flatMap(([field, rule]) =>
    "by" in rule && fields[field]?.tableName === "dogs" ? [{ table, field }] : [],
  );
});

const namingOf = async (dogId: string): Promise<string[]> =>
  await run(async (ctx) => {
    const read = async (table: KennelTable): Promise<Readonly<Record<string, unknown>>[]> =>
      await rowsOf(ctx, table, team.kennelId).take(1000);
    const found: string[] = [];
    for (const { table, field } of NAMING) {
      if ((await read(table)).some((row) => row[field] === dogId)) found.push(`${table}.${field}`);
    }
    return found;
  });

it("[GAP-DOG-15] no row of any table names a deleted dog", async () => {
  const { owner, kennelId } = team;
  const ids = await seedAuditKennel(team, "Mark");
  const dogId = String(ids.dogId) as Id<"dogs">;
  const child = await addDog(owner, kennelId, { name: "Child", dateOfBirth: "2024-01-01", damId: dogId });
  await owner.as.mutation(api.heats.heats.add, { dogId, startOn: "2024-06-01", today: TODAY });
  await owner.as.mutation(api.calendar.calendarFeeds.save, {
    kennelId,
    dogId,
    scope: "dog",
    parts: ["heats"],
  });
  const reminder = { kennelId, dogId, title: "Worming", dueDate: TODAY };
  await owner.as.mutation(api.reminders.reminders.create, reminder);
  await owner.as.mutation(api.dogs.dogs.update, { dogId, status: "sold", today: TODAY });
  const { litterId, breedingId } = await addLitter(team);
  const puppy = await addPuppy(team, litterId);
  await run(async (ctx) => {
    await ctx.db.patch("puppies", puppy._id, { dogId });
    await ctx.db.patch("breedings", breedingId, { damId: dogId });
  });
  // A bitch cannot be a sire.
  const asSire = ["breedings.sireId", "dogs.sireId"];
  expect([...(await namingOf(dogId)), ...asSire].sort()).toEqual(
    NAMING.map(({ table, field }) => `${table}.${field}`).sort(),
  );
  await owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
  expect(await namingOf(dogId)).toEqual([]);
  const orphan = await owner.as.query(api.dogs.dogs.get, { dogId: child._id });
  expect(orphan).toMatchObject({ damId: null, damName: "Mark Bella" });
  const breeding = await run(async (ctx) => await ctx.db.get("breedings", breedingId));
  expect(breeding?.damName).toBe("Mark Bella");
});

it("a deleted dog is removed from every puppy that names it", async () => {
  const { owner, kennelId } = team;
  const { _id: dogId } = await addDog(owner, kennelId, { name: "Once a puppy" });
  const { litterId } = await addLitter(team);
  for (const { _id } of [await addPuppy(team, litterId), await addPuppy(team, litterId)]) {
    await run(async (ctx) => await ctx.db.patch("puppies", _id, { dogId }));
  }
  await owner.as.mutation(api.dogs.dogs.remove, { dogId });
  expect(await namingOf(dogId)).toEqual([]);
});

it("a deleted dose is removed from every booking that it completed", async () => {
  const dogId = (await addDog(team.owner, team.kennelId))._id;
  const { _id: immunizationId } = await recordDose(team.owner, { dogId });
  const bookings = [
    await addBooking(team, { dogId }),
    await addBooking(team, { dogId, vaccineName: "DHPP" }),
  ];
  for (const { _id } of bookings) {
    await run(async (ctx) => await ctx.db.patch("scheduledVaccinations", _id, { immunizationId }));
  }
  await team.owner.as.mutation(api.vaccinations.immunizations.remove, { immunizationId });
  const left = await run(async (ctx) => await ctx.db.query("scheduledVaccinations").collect());
  expect(left.map((row) => row.immunizationId)).toEqual([undefined, undefined]);
});

it("deleting a puppy deletes its doses and bookings, but not those of the dog that it became", async () => {
  const { owner } = team;
  const { litterId } = await addLitter(team);
  const [stayed, grown] = [await addPuppy(team, litterId), await addPuppy(team, litterId)];
  const dogId = (await addDog(owner, team.kennelId, { name: "Grown" }))._id;
  for (const { _id: puppyId } of [stayed, grown]) {
    await recordDose(owner, { puppyId });
    await addBooking(team, { puppyId });
  }
  await run(async (ctx) => {
    await ctx.db.patch("puppies", grown._id, { dogId });
    for (const table of ["immunizations", "scheduledVaccinations"] as const) {
      const rows = await ctx.db.query(table).collect();
      for (const { _id, puppyId } of rows)
        if (puppyId === grown._id) await ctx.db.patch(table, _id, { dogId });
    }
  });
  for (const { _id: puppyId } of [stayed, grown]) {
    await owner.as.mutation(api.litters.puppies.remove, { puppyId });
  }
  const left = await run(async (ctx) => [
    ...(await ctx.db.query("immunizations").collect()),
    ...(await ctx.db.query("scheduledVaccinations").collect()),
  ]);
  expect(left.map((row) => row.dogId)).toEqual([dogId, dogId]);
});

/** Tests the activity list. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { ACTIVITY_DAYS, ACTIVITY_SESSION_MS } from "../../domain/dashboard/rules";
import { addDog, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const list = async (who: Person = team.owner, limit = 10) =>
  await who.as.query(api.platform.activities.recent, { kennelId: team.kennelId, limit });
const newest = async () => (await list())[0];
const titles = async () => (await list()).map(({ title }) => title);

let keys = 0;
const weigh = async (puppyId: string, grams: number, who: Person = team.staff) =>
  await who.as.mutation(api.litters.puppyWeights.add, {
    puppyId,
    grams,
    weighedAt: Date.UTC(2025, 2, 6, 8),
    entryKey: `entry-key-${(keys += 1)}`,
  });

describe("the activity list", () => {
  it("shows a dog's new status, other changes and deletion, without a link to a deleted dog", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella", breed: "Beagle" });
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, status: "retired", today: TODAY });
    expect(await newest()).toMatchObject({
      type: "dog_changed",
      title: "Dog status changed",
      description: "Bella: Active → Retired",
      dogId: dog._id,
      record: { table: "dogs", id: dog._id },
    });
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, color: "tricolor", today: TODAY });
    expect(await newest()).toMatchObject({ title: "Dog changed", description: "Bella" });
    const before = (await list()).length;
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, color: "tricolor", today: TODAY });
    expect(await list()).toHaveLength(before);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect(await newest()).toMatchObject({
      title: "Dog deleted",
      description: "Bella (Beagle)",
      dogId: null,
      record: null,
    });
  });

  it("combines one person's changes to one record in one session, and lists another person's changes apart", async () => {
    const { litterId } = await addLitter(team);
    const puppies = [await addPuppy(team, litterId), await addPuppy(team, litterId)];
    const before = (await list()).length;
    for (const [index, { _id }] of puppies.entries()) await weigh(_id, 400 + index);
    expect(await list()).toHaveLength(before + 1);
    expect(await newest()).toMatchObject({
      type: "breeding",
      title: "Litter weighed",
      record: { table: "litters", id: litterId },
    });
    await weigh(puppies[0]?._id ?? "", 500, team.owner);
    expect((await titles()).slice(0, 2)).toEqual(["Litter weighed", "Litter weighed"]);
    await weigh(puppies[1]?._id ?? "", 501);
    expect(await list()).toHaveLength(before + 2);
  });

  it("starts a new entry when the session has ended", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId);
    await weigh(puppy._id, 400);
    const before = (await list()).length;
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + ACTIVITY_SESSION_MS + 1);
    await weigh(puppy._id, 410);
    now.mockRestore();
    expect(await list()).toHaveLength(before + 1);
  });

  it("covers two years, while the history of a record covers all its changes", async () => {
    const now = vi.spyOn(Date, "now");
    const begin = Date.now();
    const on = (day: number) => now.mockReturnValue(begin + day * 86_400_000);
    on(0);
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    on(1);
    await addDog(team.owner, team.kennelId, { name: "Cora" });
    on(ACTIVITY_DAYS + 0.5);
    await team.deployment.mutation(internal.platform.retention.purge, {});
    now.mockRestore();
    expect((await list()).map(({ description }) => description)).toEqual(["Cora (Beagle)"]);
    const history = await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table: "dogs", recordId: dog._id, now: 0 },
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(history.page.map(({ kind }) => kind)).toEqual(["created"]);
  });

  it("deletes all old entries, even if there are more than one transaction can delete", async () => {
    vi.useFakeTimers({ now: Date.now() });
    await team.deployment.run(async (ctx) => {
      const entry = { kennelId: team.kennelId, type: "dog_added", title: "Dog added", timestamp: 0 } as const;
      for (let index = 0; index < 1201; index += 1)
        await ctx.db.insert("activities", { ...entry, description: `Dog ${index}` });
    });
    vi.setSystemTime(Date.now() + (ACTIVITY_DAYS + 1) * 86_400_000);
    await team.deployment.mutation(internal.platform.retention.purge, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    vi.useRealTimers();
    expect(await list()).toEqual([]);
  });

  it("shows changed and deleted health records and immunizations", async () => {
    const { kennelId } = team;
    const { _id: dogId } = await addDog(team.owner, kennelId, { name: "Bella" });
    const record = await team.staff.as.mutation(api.health.healthRecords.create, {
      ...{ dogId, recordType: "examination", title: "Limping", description: "Left paw" },
      ...{ dateRecorded: TODAY, today: TODAY },
    });
    const dose = await team.staff.as.mutation(api.vaccinations.immunizations.create, {
      ...{ dogId, vaccineName: "Rabies", vaccineType: "Core", dateAdministered: TODAY, today: TODAY },
    });
    const recordId = record._id;
    await team.staff.as.mutation(api.health.healthRecords.update, {
      recordId,
      notes: "Better",
      today: TODAY,
    });
    await team.staff.as.mutation(api.vaccinations.immunizations.update, {
      ...{ immunizationId: dose._id, notes: "Left", today: TODAY },
    });
    await team.staff.as.mutation(api.health.healthRecords.remove, { recordId });
    await team.staff.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: dose._id });
    expect((await list()).slice(0, 4)).toMatchObject([
      { title: "Immunization deleted", description: "Rabies for Bella", dogId, record: null },
      { title: "Health record deleted", description: "Bella: Limping", dogId, record: null },
      { title: "Immunization changed", description: "Rabies for Bella" },
      // The record of this entry has been deleted.
      { title: "Health record changed", description: "Bella: Limping", record: null },
    ]);
  });

  it("shows puppy checks and the waiting list only to users who may read breeding", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId, { name: "Juniper" });
    await team.staff.as.mutation(api.litters.puppyHealthChecks.create, {
      ...{ puppyId: puppy._id, checkDate: TODAY, notes: "Fine", today: TODAY },
    });
    expect(await newest()).toMatchObject({
      title: "Puppy health check recorded",
      description: expect.stringContaining("Juniper") as string,
      record: { table: "litters", id: litterId },
    });
    const { kennelId } = team;
    const anna = await team.staff.as.mutation(api.litters.waitingList.create, {
      kennelId,
      name: "Anna Berg",
    });
    await team.staff.as.mutation(api.litters.waitingList.withdraw, { applicantId: anna._id });
    expect((await titles()).slice(0, 2)).toEqual(["Left the waiting list", "Put on the waiting list"]);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId, userId: team.viewer.userId, role: "viewer", permissions: { breeding: "none" } },
    });
    expect((await list(team.viewer)).map(({ type }) => type)).not.toContain("breeding");
  });
});

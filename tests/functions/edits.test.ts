/** Who changed which field of a record and when, as told to people whose form stands on an older version. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const editsOfDog = async (dogId: string, since: number, reader = team.owner) =>
  await reader.as.query(api.dogs.dogs.editsSince, { dogId, since });

describe("[GAP-API-11] dogs.editsSince", () => {
  it("tells who changed which fields after a version, the newest first", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    const change = { dogId: dog._id, today: TODAY };
    const first = await team.staff.as.mutation(api.dogs.dogs.update, { ...change, color: "Tan", weight: 20 });
    const second = await team.owner.as.mutation(api.dogs.dogs.update, {
      ...change,
      color: "Red",
      weight: 20,
    });
    expect(await editsOfDog(dog._id, dog.updatedAt)).toEqual([
      { savedAt: second.updatedAt, fields: ["color"], name: "Olga Owner", isSelf: true },
      { savedAt: first.updatedAt, fields: ["weight", "color"], name: "staff", isSelf: false },
    ]);
    expect(await editsOfDog(dog._id, first.updatedAt)).toHaveLength(1);
    expect(await editsOfDog(dog._id, second.updatedAt)).toEqual([]);
  });

  it("names the fields that change with another", async () => {
    const dog = await addDog(team.owner, team.kennelId, { isBreedingDog: true, breedingRights: "full" });
    const change = { dogId: dog._id, today: TODAY, isBreedingDog: false };
    await team.staff.as.mutation(api.dogs.dogs.update, change);
    const [edit] = (await editsOfDog(dog._id, dog.updatedAt)) ?? [];
    expect(edit?.fields.sort()).toEqual(["breedingRights", "isBreedingDog"]);
  });

  it("says nothing of a save that changed nothing", async () => {
    const dog = await addDog(team.owner, team.kennelId, { color: "Tan" });
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: " Tan " });
    expect(await editsOfDog(dog._id, dog.updatedAt)).toEqual([]);
  });

  it("keeps names from those who may not read the team, except their own", async () => {
    const { owner, viewer, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Tan" });
    const rights = { role: "viewer", permissions: { members: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect(await editsOfDog(dog._id, dog.updatedAt, viewer)).toMatchObject([
      { name: null, fields: ["color"] },
    ]);
  });

  it("answers null for a dog of another kennel, FORBIDDEN without the right, UNAUTHENTICATED without a token", async () => {
    const { owner, viewer, stranger, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId);
    expect(await editsOfDog(dog._id, 0, stranger)).toBeNull();
    const rights = { role: "viewer", permissions: { dogs: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect((await failureOf(editsOfDog(dog._id, 0, viewer))).code).toBe("FORBIDDEN");
    const asNobody = deployment.query(api.dogs.dogs.editsSince, { dogId: dog._id, since: 0 });
    expect((await failureOf(asNobody)).code).toBe("UNAUTHENTICATED");
  });

  it("is forgotten with the dog, and after some days", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(new Date("2031-06-01T12:00:00Z"));
    const { owner, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId);
    const change = async (color: string) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: "2031-06-01", color });
    await change("Tan");
    vi.setSystemTime(new Date("2031-06-10T12:00:00Z"));
    await change("Red");
    const rows = async () => await deployment.run(async (ctx) => await ctx.db.query("edits").take(10));
    await deployment.mutation(internal.platform.retention.purge, {});
    expect(await rows()).toHaveLength(2);
    vi.setSystemTime(new Date("2031-06-20T12:00:00Z"));
    await deployment.mutation(internal.platform.retention.purge, {});
    expect(await rows()).toHaveLength(1);
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect(await rows()).toEqual([]);
  });
});

describe("[GAP-API-11] kennels.editsSince", () => {
  it("tells who changed the details, and strangers nothing", async () => {
    const { owner, manager, stranger, kennelId } = team;
    const { updatedAt: since } = await owner.as.query(api.kennels.kennels.get, { kennelId });
    await manager.as.mutation(api.kennels.kennels.update, { kennelId, name: "Oakwood", phone: null });
    expect(await owner.as.query(api.kennels.kennels.editsSince, { kennelId, since })).toMatchObject([
      { fields: ["name"], name: "manager", isSelf: false },
    ]);
    const asked = stranger.as.query(api.kennels.kennels.editsSince, { kennelId, since });
    expect((await failureOf(asked)).code).toBe("NOT_FOUND");
  });
});

/** Tests who changed which field of a record and when. People whose form has an older version see this. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { asKey, makeKey } from "../support/api-keys";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const editsOfDog = async (dogId: string, since: number, reader = team.owner) =>
  await reader.as.query(api.dogs.dogs.editsSince, { dogId, since });

describe("[GAP-API-11] dogs.editsSince", () => {
  it("lists who changed which fields after a version, the newest change first", async () => {
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

  it("names fields that change because another field changes", async () => {
    const dog = await addDog(team.owner, team.kennelId, { isBreedingDog: true, breedingRights: "full" });
    const change = { dogId: dog._id, today: TODAY, isBreedingDog: false };
    await team.staff.as.mutation(api.dogs.dogs.update, change);
    const [edit] = (await editsOfDog(dog._id, dog.updatedAt)) ?? [];
    expect(edit?.fields.sort()).toEqual(["breedingRights", "isBreedingDog"]);
  });

  it("leaves out a save that changed nothing", async () => {
    const dog = await addDog(team.owner, team.kennelId, { color: "Tan" });
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: " Tan " });
    expect(await editsOfDog(dog._id, dog.updatedAt)).toEqual([]);
  });

  it("hides names from users who may not read the team, except their own name", async () => {
    const { owner, viewer, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Tan" });
    const rights = { role: "viewer", permissions: { members: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect(await editsOfDog(dog._id, dog.updatedAt, viewer)).toMatchObject([
      { name: null, fields: ["color"] },
    ]);
  });

  it("returns null for a dog of another kennel, FORBIDDEN without the right, UNAUTHENTICATED without a token", async () => {
    const { owner, viewer, stranger, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId);
    expect(await editsOfDog(dog._id, 0, stranger)).toBeNull();
    const rights = { role: "viewer", permissions: { dogs: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect((await failureOf(editsOfDog(dog._id, 0, viewer))).code).toBe("FORBIDDEN");
    const asNobody = deployment.query(api.dogs.dogs.editsSince, { dogId: dog._id, since: 0 });
    expect((await failureOf(asNobody)).code).toBe("UNAUTHENTICATED");
  });

  it("leaves out changes that follow from another record and keep the version", async () => {
    const { owner, staff, kennelId } = team;
    const sire = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    const pup = await addDog(owner, kennelId, { name: "Nell", sireId: sire._id });
    await staff.as.mutation(api.dogs.dogs.remove, { dogId: sire._id, confirmed: true });
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: pup._id })).toMatchObject({
      sireId: null,
      sireName: "Rex",
      updatedAt: pup.updatedAt,
    });
    expect(await editsOfDog(pup._id, pup.updatedAt)).toEqual([]);
    expect(await editsOfDog(pup._id, 0)).toEqual([]);
  });

  it("names who undid a change", async () => {
    const { owner, manager, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    const { updatedAt: since } = await staff.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, today: TODAY, color: "Tan" },
    });
    const { page } = await manager.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "dogs", recordId: dog._id, now: Date.now() },
      paginationOpts: { cursor: null, numItems: 1 },
    });
    await manager.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: page[0]?._id ?? "", today: TODAY },
    });
    expect(await editsOfDog(dog._id, since)).toMatchObject([{ name: "manager", fields: ["color"] }]);
  });

  it("names the person whose API key changed a record", async () => {
    const { owner, manager, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId);
    const { _id: keyId } = await makeKey(manager, kennelId, { dogs: "write" });
    const saved = await asKey(deployment, keyId).mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, today: TODAY, color: "Tan" },
    });
    const edit = { savedAt: saved.updatedAt, fields: ["color"], name: "manager", isSelf: false };
    expect(await editsOfDog(dog._id, dog.updatedAt)).toEqual([edit]);
    expect(await editsOfDog(dog._id, dog.updatedAt, manager)).toEqual([{ ...edit, isSelf: true }]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 1e300])(
    "returns a result for any version: %d",
    async (since) => {
      const dog = await addDog(team.owner, team.kennelId);
      await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Tan" });
      expect(await editsOfDog(dog._id, since)).toHaveLength(since > 0 ? 0 : 1);
    },
  );

  it("distinguishes saves ahead of the clock from saves after the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const dog = await (async () => {
      vi.setSystemTime(new Date("2031-06-01T12:00:00Z"));
      return await addDog(team.owner, team.kennelId);
    })();
    const save = async (color: string) =>
      await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: "2031-06-01", color });
    const first = await save("Tan");
    vi.setSystemTime(new Date("2031-06-01T11:59:30Z"));
    const second = await save("Red");
    expect([first.updatedAt, second.updatedAt]).toEqual([dog.updatedAt + 1, dog.updatedAt + 2]);
    const versions = async (since: number) =>
      (await editsOfDog(dog._id, since))?.map(({ savedAt }) => savedAt);
    expect(await versions(dog.updatedAt)).toEqual([second.updatedAt, first.updatedAt]);
    expect(await versions(first.updatedAt)).toEqual([second.updatedAt]);
    expect(await versions(second.updatedAt)).toEqual([]);
  });

  it("reports saves after the clock was set back by an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(new Date("2031-06-01T12:00:00Z"));
    const dog = await addDog(team.owner, team.kennelId);
    vi.setSystemTime(new Date("2031-06-01T11:00:00Z"));
    const saved = await team.staff.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, today: "2031-06-01", color: "Tan" },
    });
    expect(await editsOfDog(dog._id, dog.updatedAt)).toEqual([
      { savedAt: saved.updatedAt, fields: ["color"], name: "staff", isSelf: false },
    ]);
  });

  it("uses the time of changes that are older than versions", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(new Date("2031-06-01T11:00:00Z"));
    const dog = await addDog(team.owner, team.kennelId);
    vi.setSystemTime(new Date("2031-06-01T12:00:00Z"));
    await team.staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Tan" });
    const at = await team.deployment.run(async (ctx) => {
      const [change] = (await ctx.db.query("changes").collect()).filter(({ kind }) => kind === "changed");
      if (!change) throw new Error("The change was not recorded");
      await ctx.db.patch("changes", change._id, { savedAt: undefined });
      return change.at;
    });
    expect(await editsOfDog(dog._id, at - 1)).toMatchObject([
      { savedAt: at, fields: ["color"], name: "staff" },
    ]);
    expect(await editsOfDog(dog._id, at)).toEqual([]);
  });

  it("reports nothing to a form with the newest version, whatever the time of its change", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    const saved = await team.staff.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, today: TODAY, color: "Tan" },
    });
    await team.deployment.run(async (ctx) => {
      const [change] = (await ctx.db.query("changes").collect()).filter(({ kind }) => kind === "changed");
      if (!change) throw new Error("The change was not recorded");
      // As in a database from before versions, a little after the save.
      await ctx.db.patch("changes", change._id, { at: saved.updatedAt + 1, savedAt: undefined });
    });
    expect(await editsOfDog(dog._id, saved.updatedAt)).toEqual([]);
    expect(await editsOfDog(dog._id, dog.updatedAt)).toHaveLength(1);
  });

  it("names the newest among very many changes", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    await team.deployment.run(async (ctx) => {
      for (let number = 1; number <= 300; number += 1) {
        await ctx.db.insert("changes", {
          ...{
            kennelId: team.kennelId,
            table: "dogs",
            recordId: dog._id,
            subjectId: dog._id,
            title: "Bella",
          },
          ...{ kind: "changed", by: team.staff.userId, operation: String(number) },
          ...{ at: dog.updatedAt + number, savedAt: dog.updatedAt + number, fields: [{ name: "color" }] },
        });
      }
      await ctx.db.patch("dogs", dog._id, { updatedAt: dog.updatedAt + 300 });
    });
    const edits = await editsOfDog(dog._id, dog.updatedAt);
    expect(edits).toHaveLength(200);
    expect(edits?.[0]?.savedAt).toBe(dog.updatedAt + 300);
  });
});

describe("[GAP-API-11] kennels.editsSince", () => {
  it("lists who changed the details, and reveals nothing to strangers", async () => {
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

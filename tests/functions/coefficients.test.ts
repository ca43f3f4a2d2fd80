/** Tests the coefficients of a breed, which are recalculated with every change. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { readPacked } from "../../convex/pedigree/model/keptPedigrees";
import { placeIn } from "../../convex/pedigree/model/pedigreeParts";
import { getPedigreeState } from "../../convex/dogs/model/pedigreeStates";
import { DOG_FLAGS } from "../../domain/pedigree/packed";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { madeBackup, restored, wipe } from "../support/backups";
import { checkRows, finishScheduled, importRows, type RowValues } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

/** There are two founders, and three generations of matings of full siblings. */
const fullSibs: RowValues[] = [0, 1, 2, 3].flatMap((generation) =>
  (["male", "female"] as const).map((gender) => ({
    fileId: `${gender} ${generation}`,
    name: `${gender} ${generation}`,
    gender,
    dateOfBirth: `${2000 + generation}-01-01`,
    ...(generation > 0 && { sireFileId: `male ${generation - 1}`, damFileId: `female ${generation - 1}` }),
  })),
);
const importSibs = async () =>
  await importRows(team, fullSibs, { kind: "ancestors", mode: "complete", breed: "Boxer" });
const overview = async () =>
  await team.owner.as.query(api.pedigree.coefficients.overview, { kennelId: team.kennelId });
const find = async (gender: "male" | "female", search: string) =>
  (await team.owner.as.query(api.dogs.dogs.searchParents, { kennelId: team.kennelId, gender, search }))[0]
    ?._id ?? "";
const whole = async (dogId: string) =>
  (await team.owner.as.query(api.pedigree.ancestry.inbreeding, { dogId, generations: null }))?.coefficient;

/** A database of an older version has no packed pedigree. */
const unpack = async () =>
  await team.deployment.run(async (ctx) => {
    const states = await ctx.db.query("pedigreeStates").take(5);
    for (const { _id } of states) await ctx.db.patch("pedigreeStates", _id, { packed: undefined });
    for (const { _id } of await ctx.db.query("pedigreeParts").take(5))
      await ctx.db.delete("pedigreeParts", _id);
    for (const { _id } of await ctx.db.query("dogs").take(50)) {
      await ctx.db.patch("dogs", _id, { pedigreePlace: undefined });
    }
  });

describe("the coefficients of a breed", () => {
  it("[GAP-ANC-02] exist after an import, with means by year and the most inbred dogs", async () => {
    expect(await overview()).toEqual({ progress: null, result: null });
    await importSibs();
    const { progress, result } = await overview();
    expect(progress).toBeNull();
    expect(result).toMatchObject({
      dogs: 8,
      founders: 2,
      inbredDogs: 4,
      mean: 0.15625,
      ownMean: null,
      years: [
        { year: 2000, dogs: 2, mean: 0 },
        { year: 2001, dogs: 2, mean: 0 },
        { year: 2002, dogs: 2, mean: 0.25 },
        { year: 2003, dogs: 2, mean: 0.375 },
      ],
    });
    expect(
      result?.mostInbred
        .slice(0, 2)
        .map(({ name, coefficient }) => [name, coefficient])
        .sort(),
    ).toEqual([
      ["female 3", 0.375],
      ["male 3", 0.375],
    ]);
    const youngest = result?.mostInbred[0]?._id ?? "";
    expect(await team.owner.as.query(api.pedigree.coefficients.ofDog, { dogId: youngest })).toEqual({
      coefficient: 0.375,
      mean: 0.15625,
      dogs: 8,
    });
  });

  it("[GAP-ANC-02] are the same after a restore, for each dog", async () => {
    await importSibs();
    const coefficients = async () =>
      (await overview()).result?.mostInbred.map(({ name, coefficient }) => `${name}: ${coefficient}`).sort();
    const before = await coefficients();
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    expect(before).toHaveLength(4);
    expect(await coefficients()).toEqual(before);
    expect(await whole(await find("male", "male 3"))).toBe(0.375);
  });

  it("[GAP-ANC-02] of a new dog are calculated from its parents in the same transaction", async () => {
    const { owner, kennelId } = team;
    await importSibs();
    const [sireId, damId] = [await find("male", "male 3"), await find("female", "female 3")];
    const pup = await addDog(owner, kennelId, { name: "Pup", sireId, damId });
    expect(await whole(pup._id)).toBe(0.5);
    expect((await overview()).result).toMatchObject({ dogs: 9, ownMean: 0.5 });
  });

  it("[GAP-ANC-02] remain the same after a rename, and change with a new parent, a deletion and its undo", async () => {
    const { owner, kennelId } = team;
    await importSibs();
    const [sireId, damId, grandsire] = [
      await find("male", "male 3"),
      await find("female", "female 3"),
      await find("male", "male 1"),
    ];
    const pup = await addDog(owner, kennelId, { name: "Pup", dateOfBirth: "2005-01-01", sireId, damId });
    const before = await overview();
    await owner.as.mutation(api.dogs.dogs.update, {
      dogId: sireId,
      name: "Rex",
      color: "Fawn",
      today: "2025-06-15",
    });
    expect((await overview()).result).toMatchObject({
      mean: before.result?.mean,
      years: before.result?.years,
    });
    const stranger = await addDog(owner, kennelId, {
      name: "New blood",
      gender: "male",
      dateOfBirth: "1999-01-01",
    });
    const relink = async (sire: string) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId: sireId, sireId: sire, today: "2025-06-15" });
    await relink(stranger._id);
    expect(await whole(sireId)).toBe(0);
    // The parents are half siblings through the same inbred dam.
    expect(await whole(pup._id)).toBe(0.25);
    await relink(await find("male", "male 2"));
    expect(await whole(sireId)).toBe(0.375);
    expect(await whole(pup._id)).toBe(0.5);
    const effect = await owner.as.query(api.pedigree.ancestry.deletionEffect, { dogId: grandsire });
    expect(effect).toEqual({ descendants: 5, changed: 5 });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: grandsire, confirmed: true });
    expect(await whole(await find("male", "male 2"))).toBe(0);
    expect((await overview()).result?.dogs).toBe(9);
    await finishScheduled(team);
    await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: grandsire });
    expect(await whole(sireId)).toBe(0.375);
    expect(await whole(pup._id)).toBe(0.5);
  });

  it("[GAP-ANC-02] change immediately during an import, and cover the imported dogs when the import is complete", async () => {
    const { owner, kennelId, deployment } = team;
    await importSibs();
    const [sireId, damId] = [await find("male", "male 3"), await find("female", "female 3")];
    const others: RowValues[] = Array.from({ length: 200 }, (_, index) => ({
      fileId: `o${index}`,
      name: `Other ${index}`,
      gender: index % 2 === 0 ? "male" : "female",
      dateOfBirth: `${1800 + Math.floor(index / 2)}-01-01`,
      ...(index > 1 && {
        sireFileId: `o${2 * Math.floor(index / 2) - 2}`,
        damFileId: `o${2 * Math.floor(index / 2) - 1}`,
      }),
    }));
    const options = { kind: "ancestors", mode: "complete", breed: "Boxer" } as const;
    const runId = await checkRows(team, others, options);
    await owner.as.mutation(api.imports.imports.confirm, { kennelId, runId });
    await deployment.mutation(internal.imports.imports.write, { runId });
    // Somebody edits a dog in the middle of the import.
    const pup = await addDog(owner, kennelId, { name: "Pup", dateOfBirth: "2005-01-01", sireId, damId });
    expect(await whole(pup._id)).toBe(0.5);
    await owner.as.mutation(api.dogs.dogs.update, {
      dogId: sireId,
      sireId: await find("male", "male 1"),
      today: "2025-06-15",
    });
    const now = await whole(pup._id);
    expect(now).toBeLessThan(0.5);
    expect((await overview()).progress).toEqual({ done: expect.any(Number), total: expect.any(Number) });
    await finishScheduled(team);
    const { progress, result } = await overview();
    expect(progress).toBeNull();
    expect(result).toMatchObject({ dogs: 209, inbredDogs: expect.any(Number) });
    expect(result?.mostInbred[0]?.coefficient).toBeGreaterThan(0.999);
    expect(await whole(pup._id)).toBe(now);
  });

  it("are calculated from the records of an older database, step by step, while people change records", async () => {
    const { owner, kennelId, deployment } = team;
    await importSibs();
    const [sireId, damId] = [await find("male", "male 3"), await find("female", "female 3")];
    await unpack();
    // The coefficients of near relatives are calculated from the dogs themselves.
    expect(await whole(sireId)).toBe(0.375);
    expect((await overview()).progress).toEqual({ done: 0, total: 16 });
    const step = async () => await deployment.mutation(internal.pedigree.coefficients.advance, { kennelId });
    await step();
    const pup = await addDog(owner, kennelId, { name: "Pup", dateOfBirth: "2005-01-01", sireId, damId });
    await step();
    await owner.as.mutation(api.dogs.dogs.update, { dogId: damId, name: "Aaa", today: "2025-06-15" });
    await addDog(owner, kennelId, { name: "Second", dateOfBirth: "2005-01-01", sireId, damId });
    await step();
    await owner.as.mutation(api.dogs.dogs.update, { dogId: sireId, name: "Zzz", today: "2025-06-15" });
    await finishScheduled(team);
    expect(await overview()).toMatchObject({ progress: null, result: { dogs: 10, ownMean: 0.5 } });
    expect(await whole(pup._id)).toBe(0.5);
  });

  it("are packed immediately by the first change to a small older database", async () => {
    const { owner, kennelId } = team;
    await importSibs();
    const [sireId, damId] = [await find("male", "male 3"), await find("female", "female 3")];
    await unpack();
    const pup = await addDog(owner, kennelId, { name: "Pup", dateOfBirth: "2005-01-01", sireId, damId });
    expect(await overview()).toMatchObject({ progress: null, result: { dogs: 9, ownMean: 0.5 } });
    expect(await whole(pup._id)).toBe(0.5);
  });

  it.each([
    ["in ten minutes", 600_000],
    ["when the clock was set back by a day", -86_400_000],
    ["when the clock was set back by 40 days", -40 * 86_400_000],
  ])("are resumed after a restart %s", async (_when, passedMs) => {
    const { deployment, kennelId } = team;
    await importSibs();
    await unpack();
    await deployment.run(async (ctx) => {
      const state = await ctx.db
        .query("pedigreeStates")
        .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
        .unique();
      if (state) await ctx.db.patch("pedigreeStates", state._id, { workedAt: Date.now() });
    });
    await deployment.mutation(internal.jobs.sweep, { table: "pedigreeStates" });
    await finishScheduled(team);
    expect((await overview()).progress).not.toBeNull();
    vi.setSystemTime(Date.now() + passedMs);
    await deployment.mutation(internal.jobs.sweep, { table: "pedigreeStates" });
    await finishScheduled(team);
    expect(await overview()).toMatchObject({ progress: null, result: { dogs: 8, mean: 0.15625 } });
  });

  it.each(["skip", "update", "complete"] as const)(
    "are complete after an import that %ss dogs that are already recorded",
    async (mode) => {
      const { owner, kennelId } = team;
      await addDog(owner, kennelId, { name: "Brutus", dateOfBirth: "1990-01-01" });
      const rows = Array.from({ length: 60 }, (_, number) => ({
        name: `Pup ${number}`,
        breed: "Boxer",
        gender: "male",
        sire: "Caesar",
        dam: number % 2 === 0 ? "Fortuna" : "Minerva",
      }));
      await importRows(team, rows, { mode });
      expect(await overview()).toMatchObject({
        progress: null,
        result: { dogs: 64, founders: 4, ownMean: 0 },
      });
    },
  );

  it("are started by the sweep when no change has started them", async () => {
    const { deployment } = team;
    await importSibs();
    await deployment.run(async (ctx) => {
      for (const part of await ctx.db.query("pedigreeStates").take(5)) {
        const { packed } = part;
        if (!packed) throw new Error("The pedigree is not packed");
        await ctx.db.patch("pedigreeStates", part._id, { packed: { ...packed, pending: 8, pendingOf: 8 } });
      }
    });
    expect((await overview()).progress).not.toBeNull();
    await deployment.mutation(internal.jobs.sweep, { table: "pedigreeStates" });
    await finishScheduled(team);
    expect(await overview()).toMatchObject({ progress: null, result: { dogs: 8, mean: 0.15625 } });
  });

  it("are separate for each kennel", async () => {
    const { viewer, stranger, kennelId } = team;
    await importSibs();
    expect((await viewer.as.query(api.pedigree.coefficients.overview, { kennelId })).result?.dogs).toBe(8);
    expect((await failureOf(stranger.as.query(api.pedigree.coefficients.overview, { kennelId }))).code).toBe(
      "NOT_FOUND",
    );
    const dogId = (await overview()).result?.mostInbred[0]?._id ?? "";
    expect(await stranger.as.query(api.pedigree.coefficients.ofDog, { dogId })).toBeNull();
    expect(await stranger.as.query(api.pedigree.ancestry.deletionEffect, { dogId })).toBeNull();
  });
});

describe("the facts that decide whether a dog can be bred", () => {
  const packedDogs = async () => {
    const named = await team.deployment.run(async (ctx) => {
      const { packed } = await getPedigreeState(ctx, team.kennelId);
      if (!packed) throw new Error("The pedigree is not packed");
      const pedigree = await readPacked(ctx, team.kennelId, packed);
      const dogs = await ctx.db.query("dogs").take(50);
      return dogs.map((dog) => {
        const { flags, breed, year, kind } = pedigree.at(placeIn(packed, dog) ?? -1);
        const is = Object.entries(DOG_FLAGS).filter(([, bit]) => (flags & bit) > 0);
        return {
          ...{ name: dog.name, is: is.map(([flag]) => flag), year, kind },
          breed: packed.breeds?.[breed - 1] ?? null,
        };
      });
    });
    return new Map(named.map((dog) => [dog.name, dog]));
  };
  const packAgain = async () => {
    await unpack();
    await team.deployment.mutation(internal.pedigree.coefficients.advance, { kennelId: team.kennelId });
    await finishScheduled(team);
  };

  it("follow each change immediately, and equal those of a newly packed pedigree", async () => {
    const { owner, kennelId } = team;
    const today = "2025-06-15";
    await importSibs();
    const kept = { dateOfBirth: "2020-01-01", isBreedingDog: true } as const;
    const bitch = await addDog(owner, kennelId, { ...kept, name: "Bitch", breed: "Beagle" });
    const dog = await addDog(owner, kennelId, { ...kept, name: "Dog", breed: "Boxer", gender: "male" });
    const at = async (name: string) => (await packedDogs()).get(name);
    expect(await at("Bitch")).toMatchObject({ is: ["female", "breeding"], breed: "beagle" });
    expect(await at("male 1")).toMatchObject({ is: ["male"], breed: "boxer", year: 2001 });
    const change = async (dogId: string, changes: object) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId, ...changes, today });
    await change(bitch._id, { breed: "Poodle" });
    expect(await at("Bitch")).toMatchObject({ is: ["female", "breeding"], breed: "poodle" });
    await change(dog._id, { gender: "female" });
    expect(await at("Dog")).toMatchObject({ is: ["female", "breeding"] });
    await change(dog._id, { gender: "male", status: "sold", statusChangedOn: today });
    expect(await at("Dog")).toMatchObject({ is: ["male", "sold", "breeding"] });
    await change(dog._id, { status: "deceased", statusChangedOn: today, isBreedingDog: false });
    expect(await at("Dog")).toMatchObject({ is: ["male", "deceased"] });
    const followed = await packedDogs();
    expect(followed.size).toBe(10);
    await packAgain();
    expect(await packedDogs()).toEqual(followed);
  });

  it("are added by a migration to a packed pedigree without them", async () => {
    const { owner, kennelId, deployment } = team;
    await addDog(owner, kennelId, { name: "Bitch", breed: "Beagle", isBreedingDog: true });
    const before = await packedDogs();
    await deployment.run(async (ctx) => {
      for (const { _id, packed } of await ctx.db.query("pedigreeStates").take(5)) {
        if (packed) await ctx.db.patch("pedigreeStates", _id, { packed: { ...packed, breeds: undefined } });
      }
      for (const { _id } of await ctx.db.query("pedigreeParts").take(5)) {
        await ctx.db.patch("pedigreeParts", _id, { flags: undefined, breeds: undefined });
      }
    });
    // A change before the migration leaves the breeds out. The migration must still find the breeds missing.
    await addDog(owner, kennelId, { name: "Dog", breed: "Boxer", gender: "male" });
    await deployment.mutation(internal.migrations.packBreeds, { fn: "migrations:packBreeds" });
    await finishScheduled(team);
    const after = await packedDogs();
    expect(after.get("Bitch")).toEqual(before.get("Bitch"));
    expect(after.get("Dog")).toMatchObject({ is: ["male"], breed: "boxer" });
  });
});

describe("a packed pedigree that is cached between two calls", () => {
  /** Reads the pedigree as a query does. Also returns how many parts were requested. */
  const read = async () =>
    await team.deployment.run(async (ctx) => {
      const { packed } = await getPedigreeState(ctx, team.kennelId);
      if (!packed) throw new Error("The pedigree is not packed");
      let reads = 0;
      const query = ((table: "pedigreeParts") => {
        reads += 1;
        return ctx.db.query(table);
      }) as typeof ctx.db.query;
      const { coefficients } = await readPacked({ db: { ...ctx.db, query } }, team.kennelId, packed);
      return { coefficients: [...coefficients], reads };
    });
  const changeState = async (fingerprints: string[] | undefined) => {
    await team.deployment.run(async (ctx) => {
      for (const { _id, packed } of await ctx.db.query("pedigreeStates").take(5)) {
        if (packed) await ctx.db.patch("pedigreeStates", _id, { packed: { ...packed, fingerprints } });
      }
    });
  };

  it("[GAP-ANC-02] is read again only where it changed", async () => {
    await importSibs();
    await read();
    const first = await read();
    expect(first.reads).toBe(0);
    const sireId = await find("male", "male 3");
    await team.owner.as.mutation(api.dogs.dogs.update, {
      dogId: sireId,
      sireId: await find("male", "male 0"),
      today: "2025-06-15",
    });
    const second = await read();
    expect(second.reads).toBe(1);
    expect(second.coefficients).not.toEqual(first.coefficients);
    expect((await read()).reads).toBe(0);
    expect(await whole(sireId)).toBe(0.25);
  });

  it("[GAP-ANC-02] is read each time after an older version wrote it, until the next write", async () => {
    await importSibs();
    const { coefficients } = await read();
    await changeState(undefined);
    expect(await read()).toEqual({ coefficients, reads: 1 });
    expect(await read()).toEqual({ coefficients, reads: 1 });
    const [sireId, damId] = [await find("male", "male 3"), await find("female", "female 3")];
    const { owner, kennelId } = team;
    await addDog(owner, kennelId, { name: "Pup", dateOfBirth: "2005-01-01", sireId, damId });
    await read();
    expect(await read()).toEqual({ coefficients: [...coefficients, 0.5], reads: 0 });
  });

  it("[GAP-ANC-02] is never confused with another pedigree that has the same state", async () => {
    await importSibs();
    const { coefficients } = await read();
    await changeState(["another"]);
    expect(await read()).toEqual({ coefficients, reads: 1 });
    await changeState(["another"]);
    expect((await read()).reads).toBe(1);
  });
});

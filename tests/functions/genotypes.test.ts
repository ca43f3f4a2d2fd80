/** Tests genetic results as records, and the forecast of a litter from them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { finishScheduled } from "../support/imports";

let team: Team;
let sireId: string;
let damId: string;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
  const { owner, kennelId } = team;
  const born = { breed: "Beagle", dateOfBirth: "2020-01-01" };
  sireId = (await addDog(owner, kennelId, { ...born, name: "Rex", gender: "male" }))._id;
  damId = (await addDog(owner, kennelId, { ...born, name: "Bella" }))._id;
});

afterEach(() => vi.useRealTimers());

const test = async (dogId: string, result: object) =>
  await team.owner.as.mutation(api.genetics.genotypes.create, { dogId, locus: "E", ...result });
const testAll = async (dogId: string, genotypes: Record<string, string>) => {
  for (const [locus, genotype] of Object.entries(genotypes)) await test(dogId, { locus, genotype });
};
const forecast = async () =>
  await team.owner.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId });

describe("a genetic result", () => {
  it("is recorded in the laboratory's words, changed and deleted", async () => {
    const { owner } = team;
    const saved = await test(damId, { genotype: "E/e", printed: "Ee", laboratory: "Laboklin" });
    await owner.as.mutation(api.genetics.genotypes.update, { genotypeId: saved._id, testedOn: "2024-05-01" });
    const listed = await owner.as.query(api.genetics.genotypes.ofDog, { dogId: damId });
    expect(listed).toMatchObject([
      { locus: "E", genotype: "E/e", printed: "Ee", laboratory: "Laboklin", testedOn: "2024-05-01" },
    ]);
    await owner.as.mutation(api.genetics.genotypes.remove, { genotypeId: saved._id });
    expect(await owner.as.query(api.genetics.genotypes.ofDog, { dogId: damId })).toEqual([]);
  });

  it.each([
    ["an allele of another locus", { genotype: "B/b" }, "genotype"],
    ["free text", { genotype: "carries yellow" }, "genotype"],
    ["one allele", { genotype: "E" }, "genotype"],
    ["nothing", {}, "genotype"],
    ["a genotype of a disease", { locus: "DM", genotype: "N/N" }, "genotype"],
    ["no result for a disease", { locus: "DM" }, "status"],
    ["a disease's result at a color locus", { genotype: "E/e", status: "clear" }, "status"],
    ["lengths of another locus", { genotype: "E/e", merleLengths: "268/171" }, "merleLengths"],
    ["invalid lengths", { locus: "M", merleLengths: "long/short" }, "merleLengths"],
    ["a test before the birth", { genotype: "E/e", testedOn: "2019-01-01" }, "testedOn"],
    ["no locus", { locus: " ", genotype: "E/e" }, "locus"],
  ])("with %s is refused at its field", async (_, result, field) => {
    const { details } = await failureOf(test(damId, result));
    expect(Object.keys(details.fields ?? {})).toEqual([field]);
  });

  it("names merle alleles by their lengths, and stores a mosaic", async () => {
    const { _id } = await test(damId, { locus: "M", merleLengths: "267/171" });
    expect(await team.owner.as.query(api.genetics.genotypes.get, { genotypeId: _id })).toMatchObject({
      genotype: "M/m",
    });
    const mosaic = await test(sireId, { locus: "M", merleLengths: "270/250/171" });
    expect(await team.owner.as.query(api.genetics.genotypes.get, { genotypeId: mosaic._id })).toMatchObject({
      genotype: "Mh/Ma/m",
    });
    // Every allele of a mosaic counts for a warning. The colors of its puppies are not predicted.
    expect((await forecast())?.warnings[0]).toMatchObject({ key: "merle-x-merle" });
    expect((await forecast())?.untested).toContainEqual({ locus: "M", sire: true, dam: false });
  });

  it("is deleted and restored with the dog", async () => {
    const { owner, kennelId } = team;
    await test(damId, { genotype: "E/e" });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: damId, confirmed: true });
    await finishScheduled(team);
    const rows = async () =>
      await team.deployment.run(async (ctx) => await ctx.db.query("genotypes").take(5));
    expect(await rows()).toEqual([]);
    await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: damId });
    await finishScheduled(team);
    expect(await rows()).toMatchObject([{ locus: "E", genotype: "E/e" }]);
  });

  it("can be read by a viewer, who cannot change it, and by nobody else", async () => {
    const { viewer, stranger } = team;
    await test(damId, { genotype: "E/e" });
    expect(await viewer.as.query(api.genetics.genotypes.ofDog, { dogId: damId })).toHaveLength(1);
    const write = { dogId: damId, locus: "K", genotype: "ky/ky" };
    expect((await failureOf(viewer.as.mutation(api.genetics.genotypes.create, write))).code).toBe(
      "FORBIDDEN",
    );
    expect(await stranger.as.query(api.genetics.genotypes.ofDog, { dogId: damId })).toBeNull();
    expect((await failureOf(stranger.as.mutation(api.genetics.genotypes.create, write))).code).toBe(
      "NOT_FOUND",
    );
  });
});

describe("an inferred genotype", () => {
  const inferred = async (dogId: string, as = team.owner.as) =>
    await as.query(api.genetics.genotypes.inferred, { dogId });
  const puppy = async (name: string, fields: object = {}) =>
    (
      await addDog(team.owner, team.kennelId, {
        ...{ name, breed: "Beagle", dateOfBirth: "2023-01-01", sireId, damId },
        ...fields,
      })
    )._id;

  it("makes a puppy of clear parents clear, until a parent is doubtful or the puppy is tested", async () => {
    const id = await puppy("Wren");
    await test(sireId, { locus: "prcd-PRA", status: "clear" });
    expect(await inferred(id)).toEqual([]);
    // An old DNA test counts like a genotype.
    await team.owner.as.mutation(api.health.healthTests.create, {
      ...{ dogId: damId, kind: "dna", name: "PRA-prcd", testedOn: "2024-05-01", today: "2025-06-15" },
      result: { type: "grade", grade: "clear" },
    });
    expect(await inferred(id)).toMatchObject([
      { key: "prcdpra", genotype: "N/N", isClearByParents: true, from: [{ _id: sireId }, { _id: damId }] },
    ]);
    const change = { dogId: id, today: "2025-06-15" };
    await team.owner.as.mutation(api.dogs.dogs.update, { ...change, sireProof: "hearsay" });
    expect(await inferred(id)).toEqual([]);
    await team.owner.as.mutation(api.dogs.dogs.update, { ...change, sireProof: "dna" });
    expect(await inferred(id)).toHaveLength(1);
    // A tested locus is not inferred.
    await test(id, { locus: "prcd", status: "clear" });
    expect(await inferred(id)).toEqual([]);
  });

  it("gives the parent of an affected puppy at least one copy, and likewise for a coat allele", async () => {
    const id = await puppy("Wren");
    await test(id, { locus: "prcd-PRA", status: "at_risk" });
    await test(id, { locus: "E", genotype: "e/e" });
    expect(await inferred(damId)).toMatchObject([
      { key: "prcdpra", genotype: null, carries: ["x"], from: [{ _id: id, name: "Wren" }] },
      { key: "E", genotype: null, carries: ["e"] },
    ]);
    await team.owner.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: id, damProof: "hearsay", today: "2025-06-15" },
    });
    expect(await inferred(damId)).toEqual([]);
    expect(await inferred(sireId)).toHaveLength(2);
  });

  it("is missing when laboratories differ, the inheritance is unknown, or results disagree", async () => {
    const id = await puppy("Wren");
    for (const dogId of [sireId, damId]) {
      await test(dogId, { genotype: "E/E" });
      await test(dogId, { locus: "K", genotype: "KB/KB" });
      await test(dogId, { locus: "M", genotype: "m/m" });
      await test(dogId, { locus: "Factor VII", status: "clear" });
      await test(dogId, { locus: "EIC", status: "clear" });
    }
    await test(sireId, { locus: "EIC", status: "carrier" });
    const found = await inferred(id);
    expect(found?.map(({ key, genotype }) => [key, genotype])).toEqual([]);
  });

  it("is used and marked by the forecast", async () => {
    const locus = { E: "e/e", B: "b/b", D: "D/D", L: "Sh/Sh" };
    await testAll(sireId, locus);
    await testAll(damId, locus);
    const id = await puppy("Wren", { gender: "female" });
    const mate = (await addDog(team.owner, team.kennelId, { name: "Oak", gender: "male", breed: "Beagle" }))
      ._id;
    await testAll(mate, locus);
    const found = await team.owner.as.query(api.genetics.genotypes.forecast, { dogId: id, sireId: mate });
    expect(found).toMatchObject({
      colours: [{ words: "recessive red, brown nose", chance: 1 }],
      untested: [],
    });
    expect(new Map(found?.inferred.map(({ locus: key, sire, dam }) => [key, [sire, dam]]))).toEqual(
      new Map(Object.entries(locus).map(([key, dam]) => [key, [null, dam]])),
    );
  });

  it("is returned over REST to a viewer, and to nobody else", async () => {
    const id = await puppy("Wren");
    await test(sireId, { locus: "EIC", status: "clear" });
    await test(damId, { locus: "EIC", status: "clear" });
    const { status, body } = await callRest(team.viewer.as, "GET", `/dogs/${id}/inferred-genotypes`);
    expect([status, body.data]).toMatchObject([
      200,
      [{ key: "eic", genotype: "N/N", from: [{ id: sireId }, {}] }],
    ]);
    expect(await inferred(id, team.stranger.as)).toBeNull();
    expect((await callRest(team.stranger.as, "GET", `/dogs/${id}/inferred-genotypes`)).status).toBe(404);
  });
});

describe("the forecast of a litter", () => {
  const carrier = { E: "E/e", K: "KB/KB", B: "B/b", D: "D/D" };

  it("shows each color with its share, the most frequent first", async () => {
    await testAll(sireId, carrier);
    await testAll(damId, carrier);
    expect(await forecast()).toMatchObject({
      colours: [
        { words: "solid black", chance: 9 / 16 },
        { words: "recessive red, black nose", chance: 3 / 16 },
        { words: "solid chocolate", chance: 3 / 16 },
        { words: "recessive red, brown nose", chance: 1 / 16 },
      ],
      ...{ warnings: [], coats: [], untested: [], disputed: [], lostBeforeBirth: 0 },
    });
  });

  it("shows no color without all loci that its name requires, and lists the untested parents", async () => {
    await testAll(sireId, carrier);
    await testAll(damId, { E: "E/e", B: "B/b" });
    expect(await forecast()).toMatchObject({
      colours: null,
      untested: [
        { locus: "K", sire: false, dam: true },
        { locus: "D", sire: false, dam: true },
      ],
    });
  });

  it("leaves out a locus whose results disagree, and still warns of it", async () => {
    await testAll(sireId, { ...carrier, M: "M/m" });
    await testAll(damId, carrier);
    await test(damId, { locus: "M", genotype: "M/m", laboratory: "one" });
    await test(damId, { locus: "M", genotype: "m/m", laboratory: "other" });
    expect(await forecast()).toMatchObject({
      warnings: [{ key: "merle-x-merle" }],
      disputed: [{ locus: "M", sire: false, dam: true }],
    });
    const words = (await forecast())?.colours?.map((each) => each.words) ?? [];
    expect(words.some((each) => each.includes("merle"))).toBe(false);
  });

  it("shows the share of puppies lost before birth, and the coats", async () => {
    await testAll(sireId, { ...carrier, T: "T/t", L: "Sh/Lh" });
    await testAll(damId, { ...carrier, T: "T/t", L: "Lh/Lh" });
    const found = await forecast();
    expect(found).toMatchObject({ warnings: [{ key: "bobtail-x-bobtail" }], lostBeforeBirth: 0.25 });
    expect(found?.coats[0]).toMatchObject({ words: expect.stringContaining("bobtail"), chance: 1 / 3 });
  });

  it("is refused for a dog of another kennel", async () => {
    const { stranger, owner } = team;
    expect(await stranger.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId })).toBeNull();
    const others = await failureOf(
      owner.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId: "none" }),
    );
    expect(others.code).toBe("NOT_FOUND");
  });
});

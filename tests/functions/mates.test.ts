/** Tests the mates of one dog. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { MateSort } from "../../domain/genetics/mates";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Fields = NonNullable<Parameters<typeof addDog>[2]>;
const male = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, gender: "male", isBreedingDog: true, ...fields }))._id;
const female = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, isBreedingDog: true, ...fields }))._id;

/** The kennel has a bitch, her relatives and strangers. Returns the ids of all dogs. */
async function plantKennel() {
  const kept = { isBreedingDog: false, status: "deceased", statusChangedOn: TODAY } as const;
  const oak = await male("Oak", { dateOfBirth: "2017-01-01" });
  const elm = await female("Elm", { dateOfBirth: "2017-01-01" });
  const ash = await female("Ash", { ...kept, dateOfBirth: "2017-01-01" });
  const bella = await female("Bella", { sireId: oak, damId: elm, dateOfBirth: "2020-01-01" });
  const mate = await male("Rowan", { dateOfBirth: "2019-01-01" });
  await male("Brother", { sireId: oak, damId: elm, dateOfBirth: "2020-01-01" });
  const half = await male("Half brother", { sireId: oak, damId: ash, dateOfBirth: "2021-01-01" });
  const son = await male("Son", { sireId: mate, damId: bella, dateOfBirth: "2022-01-01" });
  // Half nephews: the puppies' coefficient is exactly the limit of 6.25%.
  const cousin = await male("Nephew", { sireId: half, dateOfBirth: "2023-01-01" });
  await male("Stranger", { dateOfBirth: "2022-01-01" });
  await male("Dead", { status: "deceased", statusChangedOn: TODAY });
  await male("Sold", { status: "sold", statusChangedOn: TODAY });
  await male("Pet", { isBreedingDog: false });
  await male("Boxer", { breed: "Boxer" });
  await female("Other bitch");
  return { bella, oak, half, son, cousin, mate };
}

const list = async (dogId: string, asked: { isNotAdvised?: boolean; sort?: MateSort; page?: number } = {}) =>
  (await team.owner.as.query(api.genetics.mates.list, { dogId, today: TODAY, ...asked }))?.result;
const namesOf = (found: Awaited<ReturnType<typeof list>>) => found?.mates.map(({ name }) => name);

describe("the mates of a bitch", () => {
  it("are living breeding dogs of her breed and the other sex, rare lines first and close relatives last", async () => {
    const { bella } = await plantKennel();
    const found = await list(bella);
    expect(found).toMatchObject({ name: "Bella", good: 4, notAdvised: 3, page: 1, pages: 1, limit: 0.0625 });
    expect(namesOf(found)).toEqual(["Stranger", "Rowan", "Nephew", "Half brother"]);
    expect(found?.mates.map(({ coefficient }) => coefficient)).toEqual([0, 0, 0.0625, 0.125]);
    expect(found?.mates.map(({ standing }) => standing)).toEqual(["similar", "similar", "higher", "higher"]);
    expect(found?.mates.map(({ offspring }) => offspring)).toEqual([0, 1, 0, 1]);
    expect(found?.mates.map(({ completeness }) => completeness)).toEqual([0, 0, 0.2, 0.2]);
  });

  it("are listed apart with the reason when the mating is not advised", async () => {
    const { bella } = await plantKennel();
    const found = await list(bella, { isNotAdvised: true });
    expect(new Map(found?.mates.map(({ name, against }) => [name, against]))).toEqual(
      new Map([
        ["Oak", "parent"],
        ["Brother", "full sibling"],
        ["Son", "offspring"],
      ]),
    );
  });

  it("from outside are listed only with offspring and when born within eight years", async () => {
    const { bella } = await plantKennel();
    const external = async (name: string, dateOfBirth: string, hasOffspring: boolean) => {
      const { _id } = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
        ...{ kennelId: team.kennelId, name, breed: "Beagle", gender: "male" },
      });
      await team.owner.as.mutation(api.dogs.dogs.update, { dogId: _id, dateOfBirth, today: TODAY });
      if (hasOffspring)
        await female(`Of ${name}`, { sireId: _id, dateOfBirth: "2024-01-01", isBreedingDog: false });
    };
    await external("Recent", "2019-01-01", true);
    await external("Old", "2012-01-01", true);
    await external("Unused", "2019-01-01", false);
    const names = namesOf(await list(bella)) ?? [];
    expect(names).toContain("Recent");
    expect(names).not.toContain("Old");
    expect(names).not.toContain("Unused");
  });

  it("are no longer listed when they die, and a male dog has bitches as mates", async () => {
    const { bella, half } = await plantKennel();
    await team.owner.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: half, status: "deceased", statusChangedOn: TODAY, today: TODAY },
    });
    expect(namesOf(await list(bella))).toEqual(["Stranger", "Rowan", "Nephew"]);
    expect(namesOf(await list(half))).toEqual(expect.arrayContaining(["Bella", "Elm", "Other bitch"]));
  });

  it.each([
    ["inbreeding", ["Stranger", "Rowan", "Nephew", "Half brother"]],
    ["puppies", ["Rowan", "Half brother", "Stranger", "Nephew"]],
    ["age", ["Nephew", "Stranger", "Half brother", "Rowan"]],
    ["completeness", ["Nephew", "Half brother", "Stranger", "Rowan"]],
  ] as const)("are sorted by %s", async (sort, names) => {
    const { bella } = await plantKennel();
    expect(namesOf(await list(bella, { sort }))).toEqual(names);
  });

  it("are listed with 25 per page", async () => {
    const { bella } = await plantKennel();
    for (let number = 1; number <= 24; number += 1) await male(`Dog ${number}`);
    expect((await list(bella))?.mates).toHaveLength(25);
    expect(await list(bella, { page: 2 })).toMatchObject({ page: 2, pages: 2, good: 28 });
    expect((await list(bella, { page: 9 }))?.page).toBe(2);
  });

  it("can be read by a viewer, but not from another kennel or with an invalid date", async () => {
    const { bella: dogId } = await plantKennel();
    const args = { dogId, today: TODAY };
    expect((await team.viewer.as.query(api.genetics.mates.list, args))?.result?.good).toBe(4);
    expect(await team.stranger.as.query(api.genetics.mates.list, args)).toBeNull();
    const wrong = await failureOf(team.owner.as.query(api.genetics.mates.list, { dogId, today: "tomorrow" }));
    expect([wrong.code, Object.keys(wrong.details?.fields ?? {})]).toEqual(["VALIDATION_FAILED", ["today"]]);
  });

  it("are returned over REST", async () => {
    const { bella, half } = await plantKennel();
    const get = async (query: string) =>
      await callRest(team.owner.as, "GET", `/dogs/${bella}/mates?today=${TODAY}${query}`);
    const { status, body } = await get("&sort=inbreeding");
    expect([status, body.data.mates[3].id]).toEqual([200, half]);
    expect(body.data.mates[3]).toMatchObject({ coefficient: 0.125, against: null });
    expect((await get("&notAdvised=true")).body.data.mates).toHaveLength(3);
    for (const [query, field] of [
      ["&sort=beauty", "sort"],
      ["&notAdvised=maybe", "notAdvised"],
      ["&page=0", "page"],
    ]) {
      const refused = await get(query ?? "");
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect((await callRest(team.owner.as, "GET", `/dogs/none/mates`)).status).toBe(404);
  });
});

type Group = { good: string[]; "test first": string[]; "not advised": string[] };

describe("the mates of a bitch with genetic results", () => {
  const result = async (dogId: string, locus: string, said: object) =>
    await team.owner.as.mutation(api.genetics.genotypes.create, { dogId, locus, ...said });
  const carrier = async (dogId: string, locus = "prcd-PRA") =>
    await result(dogId, locus, { status: "carrier" });
  const clear = async (dogId: string, locus = "prcd-PRA") => await result(dogId, locus, { status: "clear" });
  const dnaTest = async (dogId: string, name: string, grade: string) =>
    await team.owner.as.mutation(api.health.healthTests.create, {
      ...{ dogId, kind: "dna", name, testedOn: "2024-05-01", today: TODAY },
      result: { type: "grade", grade },
    });
  const embark = async (dogId: string, lines: readonly (readonly [name: string, value: string])[]) =>
    await team.owner.as.mutation(api.genetics.geneticFiles.create, {
      dogId,
      lines: lines.map(([name, value]) => ({
        category: name.includes("Locus") ? "Trait" : "Health",
        name,
        value,
      })),
    });
  const PRCD = "Progressive Retinal Atrophy, prcd (PRCD Exon 1)";

  const groupsOf = async (dogId: string, asked: { sort?: MateSort } = {}) => {
    const groups: Group = { good: [], "test first": [], "not advised": [] };
    for (const isNotAdvised of [false, true]) {
      for (const { name, group } of (await list(dogId, { ...asked, isNotAdvised }))?.mates ?? []) {
        groups[group].push(name);
      }
    }
    return groups;
  };

  it("are divided into three groups, in a kennel of 40", async () => {
    const born = (year: number) => ({ dateOfBirth: `${year}-01-01` });
    const oak = await male("Oak", born(2016));
    const elm = await female("Elm", born(2016));
    const bella = await female("Bella", { sireId: oak, damId: elm, ...born(2020) });
    const gone = { statusChangedOn: TODAY };
    const nobody = [
      await male("Dead", { ...born(2019), ...gone, status: "deceased" }),
      await male("Sold", { ...born(2019), ...gone, status: "sold" }),
      await male("Pet", { ...born(2019), isBreedingDog: false }),
      await male("Boxer", { ...born(2019), breed: "Boxer" }),
    ];
    for (let number = 1; number <= 8; number += 1) nobody.push(await female(`Bitch ${number}`, born(2019)));
    const spayed = await female("Spayed", born(2019));
    await team.owner.as.mutation(api.heats.heats.setSpayed, { dogId: spayed, spayedOn: TODAY, today: TODAY });
    nobody.push(spayed);
    const rest: Record<string, string> = {};
    const add = async (name: string, fields: Fields = {}) => {
      rest[name] = await male(name, { ...born(2019), ...fields });
      return rest[name];
    };
    await add("Brother", { sireId: oak, damId: elm, ...born(2021) });
    await add("Son", { damId: bella, ...born(2022) });
    for (let number = 1; number <= 10; number += 1) await add(`Untested ${number}`);
    await add("Half", { sireId: oak });
    for (const name of ["Clear", "Old test", "File", "Carrier", "Old carrier", "File carrier", "At risk"])
      await add(name);
    const odd = ["Not called", "Not understood", "Disagree", "Merle"];
    for (const name of odd) await add(name);
    const dogs = await team.owner.as.query(api.dogs.dogs.list, {
      kennelId: team.kennelId,
      page: 1,
      limit: 1,
    });
    expect(dogs.pagination.totalItems).toBe(40);
    // She carries two variants: one shown by a DNA test, the other by a genotype.
    await dnaTest(bella, "PRA-prcd", "carrier");
    await result(bella, "M", { genotype: "M/m" });
    const merle = async (name: string, genotype: string) => await result(rest[name] ?? "", "M", { genotype });
    for (const name of Object.keys(rest)) if (name !== "Merle" && name !== "File") await merle(name, "m/m");
    const of = (name: string) => rest[name] ?? "";
    await clear(of("Clear"));
    await clear(of("Half"), "prcd");
    await dnaTest(of("Old test"), "prcd-PRA", "clear");
    await embark(of("File"), [
      [PRCD, "clear"],
      ["M Locus (PMEL)", "mm"],
    ]);
    await carrier(of("Carrier"));
    await dnaTest(of("Old carrier"), "prcd", "carrier");
    await embark(of("File carrier"), [[PRCD, "carrier, heterozygote recessive"]]);
    await result(of("At risk"), "PRCD", { status: "at_risk" });
    await result(of("Not called"), "prcd-PRA", { status: "not_called" });
    await embark(of("Not understood"), [[PRCD, "normal"]]);
    await clear(of("Not understood"));
    await clear(of("Disagree"));
    await dnaTest(of("Disagree"), "prcd", "carrier");
    await clear(of("Merle"));
    await merle("Merle", "Mh/m");
    // The other results of a mate do not affect its group.
    await carrier(of("Clear"), "DM");

    const found = await groupsOf(bella);
    expect(found.good).toEqual(["Clear", "Old test", "File", "Half"]);
    expect(found["test first"]).toEqual(
      expect.arrayContaining([
        "Not called",
        "Not understood",
        ...Array.from({ length: 10 }, (_, at) => `Untested ${at + 1}`),
      ]),
    );
    expect(found["test first"]).toHaveLength(12);
    expect(new Set(found["not advised"])).toEqual(
      new Set([
        "Oak",
        "Brother",
        "Son",
        "Carrier",
        "Old carrier",
        "File carrier",
        "At risk",
        "Disagree",
        "Merle",
      ]),
    );
    const names = Object.values(found).flat();
    expect(nobody.length + names.length + ["Bella", "Elm"].length).toBe(40);
    for (const name of ["Dead", "Sold", "Pet", "Boxer", "Spayed", "Bitch 1", "Bella", "Elm"]) {
      expect(names).not.toContain(name);
    }
    expect(await list(bella)).toMatchObject({ good: 4, testFirst: 12, notAdvised: 9, isByTests: true });
    expect(new Set((await list(bella))?.carries)).toEqual(new Set(["prcd-PRA", "merle"]));

    const mates = new Map(
      [
        ...((await list(bella))?.mates ?? []),
        ...((await list(bella, { isNotAdvised: true }))?.mates ?? []),
      ].map((mate) => [mate.name, mate]),
    );
    expect(mates.get("Untested 1")?.untested).toEqual(["prcd-PRA"]);
    expect(mates.get("Clear")?.carries).toEqual([{ name: "DM", isAtRisk: false, isOtherClear: false }]);
    expect(mates.get("Carrier")?.harm).toBe("Both carry prcd-PRA: a quarter of the puppies are affected");
    expect(mates.get("At risk")?.harm).toBe("Both carry prcd-PRA: half of the puppies are affected");
    expect(mates.get("Merle")?.harm).toMatch(/^Merle to merle: a quarter of the puppies get two copies/u);
    expect(mates.get("Brother")).toMatchObject({ against: "full sibling", harm: null });

    // Sorting by a column sorts within each group.
    expect((await groupsOf(bella, { sort: "age" })).good).toHaveLength(4);
    const sorted = (await list(bella, { sort: "inbreeding" }))?.mates.map(({ group }) => group);
    expect(sorted).toEqual([...Array(4).fill("good"), ...Array(12).fill("test first")]);
  });

  it("change groups when results or the dog are added, changed and deleted", async () => {
    const { bella, mate } = await plantKennel();
    const groupOf = async () => {
      const groups = await groupsOf(bella);
      return Object.entries(groups).find(([, names]) => names.includes("Rowan"))?.[0];
    };
    expect(await groupOf()).toBe("good");
    const own = await carrier(bella);
    expect(await groupOf()).toBe("test first");
    const his = await clear(mate);
    expect(await groupOf()).toBe("good");
    await team.owner.as.mutation(api.genetics.genotypes.update, { genotypeId: his._id, status: "carrier" });
    expect(await groupOf()).toBe("not advised");
    await team.owner.as.mutation(api.genetics.genotypes.update, { genotypeId: his._id, locus: "DM" });
    expect(await groupOf()).toBe("test first");
    await team.owner.as.mutation(api.genetics.genotypes.remove, { genotypeId: own._id });
    expect(await groupOf()).toBe("good");
  });

  it("are listed without results for a member who may not see health records", async () => {
    const { bella, mate } = await plantKennel();
    await carrier(bella);
    await carrier(mate);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.viewer.userId, role: "viewer" },
      permissions: { health: "none" },
    });
    const found = (await team.viewer.as.query(api.genetics.mates.list, { dogId: bella, today: TODAY }))
      ?.result;
    expect(found).toMatchObject({ isByTests: false, good: 4, testFirst: 0, carries: [] });
    expect(found?.mates.every(({ carries, untested }) => carries.length + untested.length === 0)).toBe(true);
  });

  it("are returned over REST with their groups", async () => {
    const { bella, mate } = await plantKennel();
    await carrier(bella);
    await clear(mate);
    await carrier(mate, "DM");
    const get = async (query = "") =>
      (await callRest(team.owner.as, "GET", `/dogs/${bella}/mates?today=${TODAY}${query}`)).body.data;
    expect(await get()).toMatchObject({ good: 1, testFirst: 3, notAdvised: 3, carries: ["prcd-PRA"] });
    expect((await get()).mates.slice(0, 2)).toMatchObject([
      { id: mate, group: "good", carries: [{ name: "DM", isAtRisk: false, isOtherClear: false }] },
      { group: "test first", untested: ["prcd-PRA"] },
    ]);
    expect((await get("&sort=tests")).mates[0].id).toBe(mate);
  });
});

describe("a planned litter", () => {
  const plan = async (dogId: string, mateId: string, puppies?: number) =>
    await team.owner.as.query(api.genetics.mates.litter, {
      dogId,
      mateId,
      today: TODAY,
      ...(puppies && { puppies }),
    });

  it("has the kinship of its parents as coefficient, and changes the breed exactly as its puppies do", async () => {
    const { bella, half, mate } = await plantKennel();
    expect((await plan(bella, half))?.result?.coefficient).toBe(0.125);
    const expected = (await plan(bella, mate, 2))?.result;
    const kinship = async () => {
      const args = { kennelId: team.kennelId, today: TODAY };
      return (await team.owner.as.query(api.genetics.population.now, args)).result?.figures?.meanKinship ?? 0;
    };
    const before = await kinship();
    expect(expected?.breed?.breedKinship).toBeCloseTo(before, 12);
    for (const name of ["Puppy 1", "Puppy 2"]) {
      await female(name, { sireId: mate, damId: bella, dateOfBirth: "2025-01-01" });
    }
    expect(before - (await kinship())).toBeCloseTo(expected?.breed?.diversityChange ?? 0, 12);
  });

  it("is refused for a mate of the same sex or another kennel, and for impossible numbers of puppies", async () => {
    const { bella, mate, oak } = await plantKennel();
    const fields = async (work: Promise<unknown>) =>
      Object.keys((await failureOf(work)).details?.fields ?? {});
    expect(await fields(plan(oak, mate))).toEqual(["mateId"]);
    expect(await fields(plan(bella, mate, 31))).toEqual(["puppies"]);
    expect((await failureOf(plan(bella, "none"))).code).toBe("NOT_FOUND");
  });

  it("shows how much of the puppies' pedigree is known, even without a breed to compare with", async () => {
    const kept = { isBreedingDog: false };
    const [sire, dam] = [await male("Sire", kept), await female("Dam", kept)];
    const sireId = await male("Rex", { ...kept, sireId: sire, damId: dam });
    const damId = await female("Bella", { ...kept, sireId: sire });
    expect((await plan(damId, sireId))?.result).toEqual({
      ...{ coefficient: 0.125, completeness: [1, 0.75, 0, 0, 0], reference: 0, puppies: 6, breed: null },
      ...{ limit: 0.0625, isOverLimit: true },
    });
  });
});

describe("a planned litter over REST", () => {
  const asked = async (
    path: string,
    { who = team.owner, query = "" }: { who?: Team["owner"]; query?: string } = {},
  ) =>
    await callRest(who.as, "GET", `/breeding/${path}${path.includes("?") ? "&" : "?"}today=${TODAY}${query}`);
  const plantPair = async () => {
    const { bella: damId, half: sireId } = await plantKennel();
    const told = async (dogId: string, locus: string, said: object) =>
      await team.owner.as.mutation(api.genetics.genotypes.create, { dogId, locus, ...said });
    await told(damId, "prcd-PRA", { status: "carrier" });
    await told(sireId, "prcd-PRA", { status: "carrier" });
    await told(damId, "M", { genotype: "M/m" });
    await told(sireId, "M", { genotype: "M/m" });
    return { damId, sireId, pair: `planned-litter?sireId=${sireId}&damId=${damId}` };
  };

  it("returns everything that screens show, for a pair and for a planned breeding", async () => {
    const { damId, sireId, pair } = await plantPair();
    const litter = (
      await team.owner.as.query(api.genetics.mates.litter, { dogId: damId, mateId: sireId, today: TODAY })
    )?.result;
    const forecast = await team.owner.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId });
    const { status, body } = await asked(pair);
    expect([status, body.data]).toEqual([200, { ...litter, forecast }]);
    expect(body.data).toMatchObject({ coefficient: 0.125, completeness: [1, 1, 0, 0, 0], puppies: 6 });
    expect(body.data.forecast.diseases).toMatchObject([
      { name: "prcd-PRA", sire: "carrier", dam: "carrier", sons: { all: { low: 0.25, high: 0.25 } } },
    ]);
    expect(body.data.forecast.warnings[0]).toMatchObject({
      key: "merle-x-merle",
      source: "Strain et al. 2009, J Vet Intern Med 23:282",
    });
    const breedingId = await recordBreeding(team, { sireId, damId });
    expect((await asked(`${breedingId}/planned-litter`)).body).toEqual(body);
    expect((await asked(pair, { query: "&puppies=2" })).body.data.puppies).toBe(2);
  });

  it("can be read by a viewer, and the forecast requires the right to see health records", async () => {
    const { pair } = await plantPair();
    const { viewer } = team;
    expect((await asked(pair, { who: viewer })).body.data.forecast.diseases).toHaveLength(1);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: viewer.userId, role: "viewer" },
      permissions: { health: "none" },
    });
    expect((await asked(pair, { who: viewer })).body.data).toMatchObject({
      ...{ coefficient: 0.125, forecast: null },
    });
  });

  it("is not found from another kennel, and errors name the invalid fields", async () => {
    const { sireId, damId, pair } = await plantPair();
    const breedingId = await recordBreeding(team, { sireId, damId });
    const who = team.stranger;
    expect((await asked(pair, { who })).status).toBe(404);
    expect((await asked(`${breedingId}/planned-litter`, { who })).status).toBe(404);
    expect((await asked(`planned-litter?sireId=none&damId=${damId}`)).status).toBe(404);
    for (const [query, field] of [
      [`?sireId=${damId}&damId=${damId}`, "mateId"],
      [`?damId=${damId}`, "sireId"],
      [`?sireId=${sireId}&damId=${damId}&puppies=31`, "puppies"],
      [`?sireId=${sireId}&damId=${damId}&puppies=many`, "puppies"],
    ]) {
      const refused = await asked(`planned-litter${query}`);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    const alone = await recordBreeding(team, { damId });
    expect((await asked(`${alone}/planned-litter`)).body).toEqual({ data: null });
  });
});

describe("a planned litter of doubtful parents", () => {
  const doubt = async (dogId: string, mateId: string, as = team.owner.as) => {
    const found = await as.query(api.genetics.mates.doubt, { dogId, mateId });
    return found ? found.interval : "no such dog";
  };

  it("has an interval only where a near link is doubtful, and the same interval for everybody", async () => {
    const { bella, half } = await plantKennel();
    for (let number = 1; number <= 3; number += 1) {
      const sire = await male(`Stud ${number}`, { dateOfBirth: `201${number}-01-01` });
      await female(`Daughter ${number}`, { sireId: sire, dateOfBirth: "2020-06-01" });
    }
    expect(await doubt(bella, half)).toBeNull();
    const prove = async (sireProof: "dna" | "paper" | "import" | "hearsay" | null, dogId = bella) =>
      await team.owner.as.mutation(api.dogs.dogs.update, { dogId, sireProof, today: TODAY });
    for (const proof of ["dna", "paper"] as const) {
      await prove(proof);
      expect(await doubt(bella, half)).toBeNull();
    }
    await prove("hearsay");
    const found = await doubt(bella, half);
    // The recorded parents are half siblings. With another sire they are unrelated.
    expect(found).toMatchObject({
      high: 0.125,
      links: [{ dog: { name: "Bella" }, side: "sire", proof: "hearsay" }],
    });
    expect(found).toMatchObject({ low: 0 });
    expect(await doubt(half, bella)).toEqual(found);
    expect(await doubt(bella, half, team.viewer.as)).toEqual(found);
    await prove("dna", half);
    await prove("import");
    // A link that is wrong in 3% of cases is within the 90% interval.
    expect(await doubt(bella, half)).toMatchObject({ low: 0.125, high: 0.125 });
    expect(await doubt(bella, half, team.stranger.as)).toBe("no such dog");
    expect((await failureOf(doubt(bella, bella))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(doubt(bella, "none"))).code).toBe("NOT_FOUND");
  });

  it("is returned over REST", async () => {
    const { bella, half } = await plantKennel();
    const path = `/dogs/${bella}/mates/${half}/doubt`;
    expect((await callRest(team.owner.as, "GET", path)).body.data).toEqual({
      low: null,
      high: null,
      links: [],
    });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId: bella, sireProof: "hearsay", today: TODAY });
    const { status, body } = await callRest(team.owner.as, "GET", path);
    expect([status, body.data]).toMatchObject([200, { links: [{ dog: { id: bella }, proof: "hearsay" }] }]);
    expect((await callRest(team.stranger.as, "GET", path)).status).toBe(404);
  });
});

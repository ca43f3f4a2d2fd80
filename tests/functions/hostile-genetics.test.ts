/** Tests genetics with difficult records. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { makeRandom } from "../support/breed";
import { finishScheduled } from "../support/imports";
import { undoLast } from "../support/undoing";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`) });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const breed = "Labrador Retriever";
type Fields = NonNullable<Parameters<typeof addDog>[2]>;
const add = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, breed, isBreedingDog: true, ...fields }))._id;
const male = async (name: string, fields: Fields = {}) => await add(name, { gender: "male", ...fields });
const result = async (dogId: string, locus: string, said: object) =>
  await team.owner.as.mutation(api.genetics.genotypes.create, { dogId, locus, ...said });
const dnaTest = async (dogId: string, name: string, grade: string) =>
  await team.owner.as.mutation(api.health.healthTests.create, {
    ...{ dogId, kind: "dna", name, testedOn: "2024-05-01", today: TODAY },
    result: { type: "grade", grade },
  });
const embark = async (dogId: string, lines: readonly (readonly [name: string, value: string])[]) =>
  await team.owner.as.mutation(api.genetics.geneticFiles.create, {
    dogId,
    lines: lines.map(([name, value]) => ({ category: "Health", name, value })),
  });
const change = async (dogId: string, fields: object, as = team.owner.as) =>
  await as.mutation(api.dogs.dogs.update, { dogId, ...fields, today: TODAY });
const resultsOf = async (dogId: string) =>
  (await team.owner.as.query(api.genetics.genotypes.ofDog, { dogId })) ?? [];
const matesOf = async (dogId: string) => {
  const [listed, against] = [false, true].map(
    async (isNotAdvised) =>
      (await team.owner.as.query(api.genetics.mates.list, { dogId, today: TODAY, isNotAdvised }))?.result,
  );
  return [...((await listed)?.mates ?? []), ...((await against)?.mates ?? [])];
};
const inferred = async (dogId: string) =>
  (await team.owner.as.query(api.genetics.genotypes.inferred, { dogId })) ?? [];
const found = async (dogId: string) =>
  (await team.owner.as.query(api.genetics.contradictions.ofDog, { dogId })) ?? [];
const forecast = async (damId: string, sireId: string) =>
  await team.owner.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId });

const PRCD = "Progressive Retinal Atrophy, prcd (PRCD Exon 1)";

describe("the words of results", () => {
  const stems = [
    "clear",
    "Clear",
    "CLEAR",
    "ｃｌｅａｒ",
    "cIear",
    "сlear",
    "clean",
    "frei",
    "sain",
    "N/N",
    "normal",
    "0",
    "-",
  ];
  const tails = [
    "?",
    " / carrier",
    ", carrier",
    ", at risk",
    ", 1 copy",
    ", likely",
    " not",
    "\u200b?",
    "; see note",
    " (?)",
  ];
  const heads = ["not ", "un", "non-", "nearly ", "in", "? "];

  it("that only resemble clear are never shown as clear, nor counted as clear among mates", async () => {
    const random = makeRandom(9);
    const pick = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? "";
    const words = new Set([
      "",
      "not clear",
      "clear?",
      "carrier/clear",
      "N/N?",
      "clear, carrier",
      "clear, at risk",
    ]);
    while (words.size < 18) words.add(random() < 0.6 ? pick(stems) + pick(tails) : pick(heads) + pick(stems));
    const dam = await add("Bella");
    await result(dam, "prcd-PRA", { status: "carrier" });
    for (const [at, word] of [...words].entries()) {
      const dog = await male(`Dog ${at}`);
      const { results } = await embark(dog, [[PRCD, word]]);
      expect([word, results.health[0]?.status]).toEqual([word, "not understood"]);
    }
    const mates = await matesOf(dam);
    expect(mates).toHaveLength(words.size);
    expect(new Set(mates.map(({ group }) => group))).toEqual(new Set(["test first"]));
  });

  it("are refused or ignored when they are typed as a status or a grade", async () => {
    const [dam, sire] = [await add("Bella"), await male("Rex")];
    await result(dam, "prcd-PRA", { status: "carrier" });
    for (const word of ["Clear", "not clear", "clear?", "clear ", "ｃｌｅａｒ", "N/N"]) {
      const refused = await failureOf(result(sire, "prcd-PRA", { status: word }));
      expect(refused.code).toBe("VALIDATION_FAILED");
      await dnaTest(sire, "prcd-PRA", word).catch(() => null);
    }
    await result(sire, "prcd-PRA", { printed: "clear" });
    expect(await matesOf(dam)).toMatchObject([{ group: "test first", untested: ["prcd-PRA"] }]);
    expect((await forecast(dam, sire))?.diseases).toMatchObject([{ sire: null, dam: "carrier" }]);
  });

  it("mean the same variant in every spelling of the test, so that a mating of two carriers is never advised", async () => {
    const dam = await add("Bella");
    await result(dam, "M", { genotype: "M/m" });
    for (const locus of ["Merle", "M locus", "merle"]) {
      await result(await male(locus), locus, { status: "carrier" });
    }
    expect((await matesOf(dam)).map(({ group }) => group)).toEqual(Array(3).fill("not advised"));
    const other = await add("Lark");
    await result(other, "Дегенеративная миелопатия", { status: "carrier" });
    await result(await male("Oak"), "дегенеративная  Миелопатия", { status: "carrier" });
    expect((await matesOf(other)).find(({ name }) => name === "Oak")?.group).toBe("not advised");
  });
});

describe("results of two sources that disagree", () => {
  it("count as the worse result, in every order of adding, removing and restoring, and predict nothing", async () => {
    const random = makeRandom(4);
    const { owner, kennelId } = team;
    const [grandsire, grandam] = [await male("Oak"), await add("Elm")];
    for (const dogId of [grandsire, grandam]) {
      await result(dogId, "EIC", { status: "clear" });
      await result(dogId, "E", { genotype: "E/E" });
    }
    const dam = await add("Bella", { sireId: grandsire, damId: grandam });
    const mate = await male("Rex");
    await result(mate, "EIC", { status: "carrier" });
    const held = new Map<string, "clear" | "carrier">();
    const gone: { changeId: string; status: "clear" | "carrier" }[] = [];
    for (let step = 0; step < 20; step += 1) {
      const ids = [...held.keys()];
      const act = random();
      const removed = ids[Math.floor(random() * ids.length)];
      const back = gone.pop();
      if (act < 0.3 && removed !== undefined) {
        await owner.as.mutation(api.genetics.genotypes.remove, { genotypeId: removed });
        const { page } = await owner.as.query(api.history.history.page, {
          ...{ kennelId, now: Date.now(), table: "genotypes", userId: null, areDeletions: true },
          paginationOpts: { numItems: 50, cursor: null },
        });
        const deletion = page.find(({ recordId }) => recordId === removed);
        gone.push({ changeId: deletion?._id ?? "", status: held.get(removed) ?? "clear" });
        held.delete(removed);
        if (back) gone.unshift(back);
      } else if (act < 0.6 && back) {
        const before = new Set((await resultsOf(dam)).map(({ _id }) => _id));
        await owner.as.mutation(api.history.history.bringBack, { kennelId, changeId: back.changeId });
        const again = (await resultsOf(dam)).find(({ _id }) => !before.has(_id));
        held.set(again?._id ?? "", back.status);
      } else {
        if (back) gone.push(back);
        const status = random() < 0.5 ? "clear" : "carrier";
        held.set((await result(dam, "EIC", { status }))._id, status);
      }
      const said = new Set(held.values());
      const disease = (await forecast(dam, mate))?.diseases[0];
      const worse = said.has("carrier") ? "carrier" : said.has("clear") ? "clear" : null;
      expect([step, disease?.dam, disease?.disputed]).toEqual([
        ...[step, worse],
        said.size === 2 ? ["dam"] : [],
      ]);
      const group = (await matesOf(dam)).find(({ name }) => name === "Rex")?.group;
      expect([step, group]).toEqual([step, worse === "carrier" ? "not advised" : "good"]);
      // A dog's own results, even conflicting ones, have priority over results inferred from its parents.
      expect((await inferred(dam)).some(({ key }) => key === "eic")).toBe(said.size === 0);
    }
  });

  it("leave a dog without an inferred genotype, at a coat locus too", async () => {
    const [sireId, damId] = [await male("Oak"), await add("Elm")];
    for (const dogId of [sireId, damId]) await result(dogId, "B", { genotype: "B/B" });
    const puppy = await add("Wren", { sireId, damId });
    expect((await inferred(puppy)).map(({ key }) => key)).toEqual(["B"]);
    await result(puppy, "B", { genotype: "b/b", laboratory: "one" });
    await result(puppy, "B", { genotype: "B/B", laboratory: "other" });
    expect(await inferred(puppy)).toEqual([]);
  });

  it("leave no puppy clear by its parents, and neither does a result that is not recognized", async () => {
    const [sireId, damId] = [await male("Oak"), await add("Elm")];
    const puppy = await add("Wren", { sireId, damId });
    await result(sireId, "EIC", { status: "clear" });
    await result(damId, "EIC", { status: "clear" });
    expect(await inferred(puppy)).toHaveLength(1);
    const odd = await dnaTest(damId, "EIC", "carrier");
    expect(await inferred(puppy)).toEqual([]);
    await team.owner.as.mutation(api.health.healthTests.remove, { testId: odd._id });
    expect(await inferred(puppy)).toHaveLength(1);
    await result(damId, "EIC", { status: "not_understood", printed: "see report" });
    expect(await inferred(puppy)).toEqual([]);
  });
});

describe("the sex of the parents", () => {
  it("is not exchanged in a forecast", async () => {
    const [dam, sire] = [await add("Bella"), await male("Rex")];
    await result(dam, "XL-PRA", { status: "carrier" });
    expect((await forecast(dam, sire))?.diseases[0]?.isSexLinked).toBe(true);
    for (const [dogId, sireId] of [
      [sire, dam],
      [dam, dam],
    ] as const) {
      expect((await failureOf(forecast(dogId, sireId))).details.fields).toHaveProperty("sireId");
      const plan = team.owner.as.query(api.genetics.mates.plan, { dogId, sireId, today: TODAY });
      expect((await failureOf(plan)).code).toBe("VALIDATION_FAILED");
    }
    const turned = `/breeding/planned-litter?sireId=${dam}&damId=${sire}`;
    expect((await callRest(team.owner.as, "GET", turned)).status).toBe(400);
  });
});

describe("a pedigree with gaps", () => {
  it("without birth dates, and with one dog on both sides, gives all results, and a loop is refused", async () => {
    const root = await male("Root");
    const [one, other] = [await add("One", { sireId: root }), await male("Other", { sireId: root })];
    const puppy = await male("Puppy", { sireId: other, damId: one });
    const dam = await add("Dam", { sireId: puppy, damId: one, sireProof: "hearsay", damProof: "import" });
    expect((await failureOf(change(root, { sireId: puppy }))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(change(root, { sireId: root }))).code).toBe("VALIDATION_FAILED");
    for (const dogId of [root, one, other, puppy, dam]) {
      expect(Array.isArray(await matesOf(dogId))).toBe(true);
      expect(await found(dogId)).toEqual([]);
      expect(await inferred(dogId)).toEqual([]);
    }
    const asked = { dogId: dam, mateId: root };
    const { interval } = (await team.owner.as.query(api.genetics.mates.doubt, asked)) ?? {};
    const litter = await team.owner.as.query(api.genetics.mates.litter, { ...asked, today: TODAY });
    const coefficient = litter?.result?.coefficient ?? -1;
    expect(coefficient).toBe(0.25);
    expect(interval?.low).toBeLessThanOrEqual(coefficient);
    expect(interval?.high).toBeGreaterThanOrEqual(coefficient);
    expect(interval?.high).toBeLessThanOrEqual(1);
  });

  it("can lead to a wrong parent that is its own descendant, and all results are still returned", async () => {
    // Old files contain a grandchild that is older than its ancestor, because a dog between them has no birth date.
    const gap = await male("Gap");
    const late = await male("Late", { dateOfBirth: "2012-01-01", sireId: gap });
    const early = await male("Early", { dateOfBirth: "2008-01-01" });
    for (const [at, sireId] of [late, early].entries())
      await add(`Daughter ${at}`, { sireId, dateOfBirth: "2015-01-01" });
    const child = await add("Child", { dateOfBirth: "2014-01-01", sireId: early, sireProof: "hearsay" });
    await add("Mother of Gap", { dateOfBirth: "2014-01-01", sireId: late, sireProof: "hearsay" });
    await change(gap, { damId: child, damProof: "hearsay" }).catch(() => null);
    const asked = { dogId: child, mateId: late };
    const answer = await team.owner.as.query(api.genetics.mates.doubt, asked);
    expect(answer?.interval === undefined).toBe(false);
  });
});

describe("the proof of parentage", () => {
  const proofs = async (dogId: string) => {
    const { sireId, sireProof } = await team.owner.as
      .query(api.dogs.dogs.get, { dogId })
      .then((dog) => dog ?? fail());
    return [sireId, sireProof];
  };
  const fail = (): never => {
    throw new Error("There is no dog");
  };

  it("belongs to one parent: another parent has no proof, and undo restores both", async () => {
    const [rex, oak] = [await male("Rex"), await male("Oak")];
    const wren = await add("Wren", { sireId: rex, sireProof: "dna" });
    await change(wren, { sireId: oak });
    expect(await proofs(wren)).toEqual([oak, null]);
    await undoLast(team, wren);
    expect(await proofs(wren)).toEqual([rex, "dna"]);
    await change(wren, { sireId: null });
    expect(await proofs(wren)).toEqual([null, null]);
    await undoLast(team, wren);
    expect(await proofs(wren)).toEqual([rex, "dna"]);
    await change(wren, { name: "Wren of Oak Hill" });
    expect(await proofs(wren)).toEqual([rex, "dna"]);
    await change(wren, { sireProof: "hearsay" });
    await change(wren, { sireId: oak, sireProof: "paper" });
    expect(await proofs(wren)).toEqual([oak, "paper"]);
    for (const word of ["DNA", "sure", ""]) {
      await change(wren, { sireProof: word }).catch(() => null);
      expect([word, (await proofs(wren))[0]]).toEqual([word, oak]);
    }
    expect((await failureOf(change(wren, { sireProof: "dna" }, team.viewer.as))).code).toBe("FORBIDDEN");
  });
});

describe("an accepted contradiction", () => {
  async function plant() {
    const [sireId, damId] = [await male("Rex", { color: "yellow" }), await add("Bella", { color: "yellow" })];
    const puppy = await add("Wren", { sireId, damId, color: "black", dateOfBirth: "2022-01-01" });
    const known = await team.owner.as.mutation(api.genetics.contradictions.create, {
      ...{ dogId: puppy, otherId: sireId, kind: "colour", locus: "E", notes: "Registered so" },
    });
    return { sireId, damId, puppy, known };
  }

  it("applies only to those two dogs: a warning appears when somebody changes the parent", async () => {
    const { puppy } = await plant();
    expect(await found(puppy)).toMatchObject([{ known: { notes: "Registered so" } }]);
    const oak = await male("Oak", { color: "yellow" });
    const elm = await add("Elm", { color: "yellow" });
    await change(puppy, { sireId: oak, damId: elm }, team.manager.as);
    expect(await found(puppy)).toMatchObject([{ known: null }]);
  });

  it("is hidden when the other dog is deleted, does not affect the dog's own records, and is restored with the other dog", async () => {
    const { puppy, sireId } = await plant();
    await change(puppy, { sireId: null });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: sireId, confirmed: true });
    await finishScheduled(team);
    await result(puppy, "E", { genotype: "e/e" });
    const own = await found(puppy);
    expect(own).toMatchObject([{ kind: "colour", locus: "E", others: [], known: null }]);
    await team.owner.as.mutation(api.history.history.bringBackRecord, {
      ...{ kennelId: team.kennelId, recordId: sireId },
    });
    await finishScheduled(team);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("knownContradictions").take(5));
    const dogs = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, search: "Rex" });
    expect(rows).toMatchObject([{ dogId: puppy, otherId: dogs.data[0]?._id, notes: "Registered so" }]);
  });

  it("is deleted and restored with the first dog", async () => {
    const { puppy } = await plant();
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: puppy, confirmed: true });
    await finishScheduled(team);
    await team.owner.as.mutation(api.history.history.bringBackRecord, {
      ...{ kennelId: team.kennelId, recordId: puppy },
    });
    await finishScheduled(team);
    const dogs = await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, search: "Wren" });
    expect(await found(dogs.data[0]?._id ?? "")).toMatchObject([{ known: { notes: "Registered so" } }]);
  });

  it("is shown on the pages of both dogs with the same microchip", async () => {
    const [one, other] = [await add("One"), await add("Other")];
    await team.deployment.run(async (ctx) => {
      for (const each of [one, other]) await ctx.db.patch("dogs", each, { microchipKey: "985112345678900" });
    });
    await team.owner.as.mutation(api.genetics.contradictions.create, {
      ...{ dogId: one, otherId: other, kind: "chip", notes: "Clerk's mistake" },
    });
    expect(await found(one)).toMatchObject([{ kind: "chip", known: { notes: "Clerk's mistake" } }]);
    expect(await found(other)).toMatchObject([{ kind: "chip", known: { notes: "Clerk's mistake" } }]);
  });

  it("of two litters does not cover the next two litters", async () => {
    const dam = await add("Bella", { dateOfBirth: "2018-01-01" });
    const born = async (name: string, dateOfBirth: string) => await add(name, { damId: dam, dateOfBirth });
    await born("First", "2022-01-01");
    const second = await born("Second", "2022-03-01");
    await born("Third", "2022-05-01");
    expect(await found(dam)).toHaveLength(2);
    await team.owner.as.mutation(api.genetics.contradictions.create, {
      ...{ dogId: dam, otherId: second, kind: "litters" },
    });
    expect((await found(dam)).map(({ known }) => known === null)).toEqual([true, false]);
  });
});

it("ids of another kennel, of other tables, and of no row find nothing and write nothing", async () => {
  const [dam, sire] = [await add("Bella"), await male("Rex")];
  const known = await team.owner.as.mutation(api.genetics.contradictions.create, {
    dogId: dam,
    kind: "colour",
  });
  const saved = await result(dam, "E", { genotype: "E/e" });
  const file = await embark(dam, [[PRCD, "clear"]]);
  const kennels = await team.stranger.as.query(api.kennels.kennels.list, {});
  const theirs = (await addDog(team.stranger, kennels[0]?._id ?? "", { name: "Theirs", gender: "male" }))._id;
  const mine = (await addDog(team.stranger, kennels[0]?._id ?? "", { name: "Mine" }))._id;
  const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
  for (const id of [theirs, saved._id, team.kennelId, "", "none", "🐕"]) {
    const { as }: Person = team.owner;
    const asked = { dogId: dam, today: TODAY };
    for (const work of [
      () => as.query(api.genetics.genotypes.forecast, { dogId: dam, sireId: id }),
      () => as.query(api.genetics.mates.litter, { ...asked, mateId: id }),
      () => as.query(api.genetics.mates.plan, { ...asked, sireId: id }),
      () => as.query(api.genetics.mates.doubt, { dogId: dam, mateId: id }),
      () => as.mutation(api.genetics.genotypes.create, { dogId: id, locus: "E", genotype: "E/e" }),
      () => as.mutation(api.genetics.contradictions.create, { dogId: id, kind: "colour" }),
    ]) {
      expect([id, ["NOT_FOUND", "VALIDATION_FAILED"]]).toEqual([
        id,
        expect.arrayContaining([await codeOf(work())]),
      ]);
    }
    for (const read of [api.genetics.genotypes.inferred, api.genetics.contradictions.ofDog] as const)
      expect([id, await as.query(read, { dogId: id })]).toEqual([id, null]);
  }
  const { as } = team.stranger;
  for (const work of [
    () => as.query(api.genetics.mates.doubt, { dogId: mine, mateId: sire }),
    () => as.query(api.genetics.mates.plan, { dogId: mine, sireId: sire, today: TODAY }),
    () => as.query(api.genetics.genotypes.forecast, { dogId: mine, sireId: sire }),
    () => as.mutation(api.genetics.contradictions.create, { dogId: mine, otherId: dam, kind: "age" }),
    () => as.mutation(api.genetics.contradictions.remove, { knownContradictionId: known._id }),
    () => as.mutation(api.genetics.contradictions.update, { knownContradictionId: known._id, notes: "x" }),
    () => as.mutation(api.genetics.genotypes.update, { genotypeId: saved._id, genotype: "e/e" }),
    () => as.mutation(api.genetics.genotypes.remove, { genotypeId: saved._id }),
    () => as.mutation(api.genetics.geneticFiles.remove, { geneticFileId: file._id }),
  ]) {
    expect(await codeOf(work())).toBe("NOT_FOUND");
  }
});

describe("a popular sire with 2,000 puppies", () => {
  it("returns all results within the limits of one call, although his puppies have large files of results", async () => {
    team = await startTeam({ isLimited: true });
    const [sireId, damId] = [await male("Rex"), await add("Bella")];
    const first = await add("Puppy 0", { sireId, damId });
    await embark(first, [[PRCD, "carrier"]]);
    const lines = Array.from({ length: 1500 }, (_, at) => ({
      category: "Health",
      name: `A variant that is tested by number ${at}`,
      value: "clear",
    }));
    const [model] = await team.deployment.run(async (ctx) =>
      (await ctx.db.query("dogs").collect()).filter(({ _id }) => _id === first),
    );
    if (!model) throw new Error("There is no puppy");
    const { _id, _creationTime, ...copy } = model;
    for (let from = 1; from < 2000; from += 100) {
      await team.deployment.run(async (ctx) => {
        for (let at = from; at < Math.min(2000, from + 100); at += 1) {
          const dogId = await ctx.db.insert("dogs", { ...copy, name: `Puppy ${at}`, nameKey: `puppy ${at}` });
          if (at < 250)
            await ctx.db.insert("geneticFiles", { kennelId: team.kennelId, dogId, lines, updatedAt: 0 });
        }
        await ctx.db.patch("dogs", model.sireId ?? _id, { offspringCount: Math.min(2000, from + 100) });
      });
    }
    const { as } = team.owner;
    expect(Array.isArray(await as.query(api.genetics.genotypes.inferred, { dogId: sireId }))).toBe(true);
    expect(Array.isArray(await as.query(api.genetics.contradictions.ofDog, { dogId: sireId }))).toBe(true);
    expect(Array.isArray(await as.query(api.genetics.contradictions.ofDog, { dogId: first }))).toBe(true);
    expect(await as.query(api.genetics.genotypes.forecast, { dogId: first, sireId })).toBeTruthy();
    expect((await as.query(api.dogs.dogs.get, { dogId: sireId }))?.name).toBe("Rex");
    expect(Array.isArray(await matesOf(first))).toBe(true);
  }, 30_000);
});

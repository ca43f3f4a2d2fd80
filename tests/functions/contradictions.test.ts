/** Tests contradictions in the records of a dog and its family. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
let sireId: string;
let damId: string;
let puppyId: string;
const breed = "Labrador Retriever";
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
  const add = async (name: string, fields: object) =>
    (await addDog(team.owner, team.kennelId, { name, breed, ...fields }))._id;
  sireId = await add("Rex", { gender: "male", dateOfBirth: "2019-01-01" });
  damId = await add("Bella", { dateOfBirth: "2019-01-01" });
  puppyId = await add("Wren", { dateOfBirth: "2022-01-01", sireId, damId });
});
afterEach(() => vi.useRealTimers());

const result = async (dogId: string, locus: string, said: object) =>
  await team.owner.as.mutation(api.genetics.genotypes.create, { dogId, locus, ...said });
const change = async (dogId: string, fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, ...fields, today: TODAY });
const found = async (dogId: string, as = team.owner.as) =>
  await as.query(api.genetics.contradictions.ofDog, { dogId });

describe("contradictions", () => {
  it("name the puppy and the parent whose results do not fit, on both pages, and disappear with their cause", async () => {
    await result(puppyId, "prcd-PRA", { status: "at_risk" });
    expect(await found(puppyId)).toEqual([]);
    const wrong = await result(sireId, "PRA-prcd", { status: "clear" });
    const [first, ...more] = (await found(puppyId)) ?? [];
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      ...{
        kind: "genotype",
        locus: "prcdpra",
        known: null,
        dog: { _id: puppyId },
        others: [{ _id: sireId }],
      },
      message: "Wren cannot have its result for prcd-PRA from Rex.",
      solution: expect.stringContaining("Compare the sample numbers"),
    });
    expect(await found(sireId)).toEqual([first]);
    expect(await found(damId)).toEqual([]);
    await team.owner.as.mutation(api.genetics.genotypes.update, { genotypeId: wrong._id, status: "carrier" });
    expect(await found(puppyId)).toEqual([]);
  });

  it("include colors only when each word means exactly one color in the breed", async () => {
    await change(sireId, { color: "Yellow" });
    await change(damId, { color: "yellow" });
    await change(puppyId, { color: "Black" });
    expect(await found(puppyId)).toMatchObject([{ kind: "colour", locus: "E", others: [{}, {}] }]);
    await change(puppyId, { color: "Black and tan" });
    expect(await found(puppyId)).toEqual([]);
    await change(puppyId, { color: "yellow" });
    await result(puppyId, "E", { genotype: "E/e" });
    const own = await found(puppyId);
    expect(own).toMatchObject([{ kind: "colour", locus: "E", others: [] }]);
    expect(own?.[0]?.message).toMatch(/^The color of Wren does not fit its own result for Extension \(E\)/u);
  });

  it("do not include results of laboratories that test for different alleles", async () => {
    await result(sireId, "E", { genotype: "E/E" });
    await result(damId, "E", { genotype: "E/E" });
    await result(puppyId, "E", { genotype: "Em/E" });
    await result(sireId, "M", { genotype: "Mc/m" });
    await result(damId, "M", { genotype: "m/m" });
    await result(puppyId, "M", { genotype: "Mc+/m" });
    expect(await found(puppyId)).toEqual([]);
  });

  it("include litters of one dam that are too close, parents that are too young, and shared microchips", async () => {
    const later = await addDog(team.owner, team.kennelId, {
      name: "Lark",
      breed,
      dateOfBirth: "2022-03-01",
      damId,
    });
    expect(await found(damId)).toMatchObject([
      { kind: "litters", message: "Bella would have had two litters 59 days apart: those of Wren and Lark." },
    ]);
    // Files and old versions contain values that a form refuses.
    await team.deployment.run(async (ctx) => {
      const [puppy, lark] = [ctx.db.normalizeId("dogs", puppyId), later._id];
      if (puppy) await ctx.db.patch("dogs", puppy, { microchipKey: "985112345678900" });
      await ctx.db.patch("dogs", lark, { dateOfBirth: "2019-05-01", microchipKey: "985112345678900" });
    });
    expect((await found(later._id))?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["age", "chip"]),
    );
    expect((await found(puppyId))?.map(({ kind }) => kind)).toEqual(["chip"]);
  });

  it("compare results only for users who may see them, and are shown to no stranger", async () => {
    await result(puppyId, "EIC", { status: "at_risk" });
    await result(sireId, "EIC", { status: "clear" });
    expect(await found(puppyId, team.viewer.as)).toHaveLength(1);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.viewer.userId, role: "viewer" },
      permissions: { health: "none" },
    });
    expect(await found(puppyId, team.viewer.as)).toEqual([]);
    expect(await found(puppyId, team.stranger.as)).toBeNull();
  });

  it("that the kennel has accepted show who accepted them and when, only for that pair, and a viewer cannot accept one", async () => {
    await result(puppyId, "EIC", { status: "at_risk" });
    await result(sireId, "EIC", { status: "clear" });
    await result(damId, "EIC", { status: "clear" });
    const known = {
      dogId: puppyId,
      otherId: sireId,
      kind: "genotype",
      locus: "eic",
      notes: "Sample mixed up",
    } as const;
    expect((await failureOf(team.viewer.as.mutation(api.genetics.contradictions.create, known))).code).toBe(
      "FORBIDDEN",
    );
    const saved = await team.owner.as.mutation(api.genetics.contradictions.create, known);
    expect(saved.saidBy).toBeTruthy();
    expect(await found(puppyId)).toMatchObject([
      { kind: "genotype", known: { _id: saved._id, saidBy: saved.saidBy, notes: "Sample mixed up" } },
    ]);
    const sister = await addDog(team.owner, team.kennelId, {
      name: "Lark",
      breed,
      dateOfBirth: "2022-01-01",
      sireId,
      damId,
    });
    await result(sister._id, "EIC", { status: "at_risk" });
    expect((await found(sireId))?.map((each) => each.known === null)).toEqual([false, true]);
    const stranger = { ...known, otherId: "none" };
    expect((await failureOf(team.owner.as.mutation(api.genetics.contradictions.create, stranger))).code).toBe(
      "NOT_FOUND",
    );
    await team.owner.as.mutation(api.genetics.contradictions.remove, { knownContradictionId: saved._id });
    expect((await found(puppyId))?.[0]?.known).toBeNull();
  });

  it("are returned over REST", async () => {
    await result(puppyId, "EIC", { status: "at_risk" });
    await result(sireId, "EIC", { status: "clear" });
    const json = { dogId: puppyId, otherId: sireId, kind: "genotype", locus: "eic" };
    expect((await callRest(team.owner.as, "POST", "/known-contradictions", { json })).status).toBe(201);
    const { status, body } = await callRest(team.viewer.as, "GET", `/dogs/${puppyId}/contradictions`);
    expect([status, body.data]).toMatchObject([
      200,
      [{ kind: "genotype", dog: { id: puppyId }, others: [{ id: sireId }], known: { notes: null } }],
    ]);
  });
});

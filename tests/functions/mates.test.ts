/** The mates of one dog: who is listed, in which order, and what a planned litter means for the breed. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { MateSort } from "../../domain/genetics/mates";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Fields = NonNullable<Parameters<typeof addDog>[2]>;
const male = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, gender: "male", isBreedingDog: true, ...fields }))._id;
const female = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, isBreedingDog: true, ...fields }))._id;

/** Records a bitch with relatives and strangers; returns her id and those of others. */
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
  it("are living breeding dogs of her breed and the other sex, rare lines first, close ones behind", async () => {
    const { bella } = await plantKennel();
    const found = await list(bella);
    expect(found).toMatchObject({ name: "Bella", good: 4, notAdvised: 3, page: 1, pages: 1, limit: 0.0625 });
    expect(namesOf(found)).toEqual(["Stranger", "Rowan", "Nephew", "Half brother"]);
    expect(found?.mates.map(({ coefficient }) => coefficient)).toEqual([0, 0, 0.0625, 0.125]);
    expect(found?.mates.map(({ standing }) => standing)).toEqual(["similar", "similar", "higher", "higher"]);
    expect(found?.mates.map(({ offspring }) => offspring)).toEqual([0, 1, 0, 1]);
    expect(found?.mates.map(({ completeness }) => completeness)).toEqual([0, 0, 0.2, 0.2]);
  });

  it("that are not advised are listed apart, with the reason", async () => {
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

  it("from outside are listed with offspring and born within eight years only", async () => {
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

  it("leave the list at once when they die, and a dog has bitches as mates", async () => {
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

  it("are 25 a page", async () => {
    const { bella } = await plantKennel();
    for (let number = 1; number <= 24; number += 1) await male(`Dog ${number}`);
    expect((await list(bella))?.mates).toHaveLength(25);
    expect(await list(bella, { page: 2 })).toMatchObject({ page: 2, pages: 2, good: 28 });
    expect((await list(bella, { page: 9 }))?.page).toBe(2);
  });

  it("are read by a viewer, not from another kennel, and not with a wrong day", async () => {
    const { bella: dogId } = await plantKennel();
    const args = { dogId, today: TODAY };
    expect((await team.viewer.as.query(api.genetics.mates.list, args))?.result?.good).toBe(4);
    expect(await team.stranger.as.query(api.genetics.mates.list, args)).toBeNull();
    const wrong = await failureOf(team.owner.as.query(api.genetics.mates.list, { dogId, today: "tomorrow" }));
    expect([wrong.code, Object.keys(wrong.details?.fields ?? {})]).toEqual(["VALIDATION_FAILED", ["today"]]);
  });

  it("are given over REST", async () => {
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
    expect(expected?.breedKinship).toBeCloseTo(before, 12);
    for (const name of ["Puppy 1", "Puppy 2"]) {
      await female(name, { sireId: mate, damId: bella, dateOfBirth: "2025-01-01" });
    }
    expect(before - (await kinship())).toBeCloseTo(expected?.diversityChange ?? 0, 12);
  });

  it("is refused with a mate of the same sex or kennel, and with impossible puppies", async () => {
    const { bella, mate, oak } = await plantKennel();
    const fields = async (work: Promise<unknown>) =>
      Object.keys((await failureOf(work)).details?.fields ?? {});
    expect(await fields(plan(oak, mate))).toEqual(["mateId"]);
    expect(await fields(plan(bella, mate, 31))).toEqual(["puppies"]);
    expect((await failureOf(plan(bella, "none"))).code).toBe("NOT_FOUND");
  });
});

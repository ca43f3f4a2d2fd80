/** Tests the REST calls of a breed's figures. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const CALLS = ["/population", "/population/trend", "/population/ancestors"];
const get = async (path: string) =>
  await callRest(team.owner.as, "GET", `${path}${path.includes("?") ? "&" : "?"}today=${TODAY}`);
const add = async (fields: Parameters<typeof addDog>[2]) =>
  (await addDog(team.owner, team.kennelId, { isBreedingDog: true, ...fields }))._id;

/** Their parents are unrelated. */
async function addSiblings() {
  const sireId = await add({ name: "Oak", gender: "male", isBreedingDog: false, dateOfBirth: "2018-01-01" });
  const damId = await add({ name: "Elm", isBreedingDog: false, dateOfBirth: "2018-01-01" });
  const [rex, bella] = [
    await add({ name: "Rex", gender: "male", sireId, damId, dateOfBirth: "2021-01-01" }),
    await add({ name: "Bella", sireId, damId, dateOfBirth: "2021-01-01" }),
  ];
  return { sireId, damId, rex, bella };
}

describe("the REST calls of a breed's figures", () => {
  it("return figures, founders and the rank", async () => {
    const { rex, bella } = await addSiblings();
    const { status, body } = await get("/population");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ breed: "Beagle", breeds: [{ breed: "Beagle", dogs: 4 }], dogs: 4, reference: 2 },
      completeness: [1, 0, 0, 0, 0],
      figures: {
        meanInbreeding: 0,
        meanKinship: 0.375,
        geneDiversity: 0.625,
        founders: 2,
        effectiveFounders: 2,
      },
      rank: { page: 1, pages: 1 },
    });
    expect(body.data.founders).toHaveLength(2);
    expect(body.data.rank.dogs.map(({ id }: { id: string }) => id)).toEqual([rex, bella]);
  });

  it("return the years of birth with popular sires, and influential ancestors", async () => {
    const { sireId, damId } = await addSiblings();
    const trend = (await get("/population/trend?breed=beagle")).body.data;
    expect(trend).toMatchObject({
      years: [{ year: 2021, dogs: 2, meanInbreeding: 0, meanKinship: 0.375 }],
      sires: [
        {
          year: 2021,
          dogs: 2,
          generations: [[{ id: sireId, name: "Oak", isExternal: false, dogs: 2 }], [], []],
        },
      ],
    });
    const { effective, explained, ancestors } = (await get("/population/ancestors")).body.data;
    expect([effective, explained]).toEqual([{ low: 2, high: 2 }, 1]);
    expect(ancestors).toEqual([
      { id: sireId, name: "Oak", isExternal: false, share: 0.5 },
      { id: damId, name: "Elm", isExternal: false, share: 0.5 },
    ]);
  });

  it.each(CALLS)("%s: null without dogs, 400 for another breed, 503 during a calculation", async (path) => {
    expect((await get(path)).body).toEqual({ data: null });
    await addSiblings();
    const wrong = await get(`${path}?breed=Unicorn`);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["breed"]]);
    await team.deployment.run(async (ctx) => {
      for (const { _id, packed } of await ctx.db.query("pedigreeStates").take(5)) {
        if (packed)
          await ctx.db.patch("pedigreeStates", _id, { packed: { ...packed, pending: 4, pendingOf: 4 } });
      }
    });
    expect((await get(path)).status).toBe(503);
  });

  it.each(CALLS)("%s: accepts years of birth, and refuses invalid ones at their field", async (path) => {
    await addSiblings();
    const years = await get(`${path}?bornFrom=2018&bornTo=2018`);
    expect(years.status).toBe(200);
    if (path === "/population")
      expect(years.body.data).toMatchObject({
        ...{ reference: 2, born: { from: 2018, to: 2018 }, birthYears: { first: 2018, last: 2021 } },
        figures: { meanKinship: 0.25 },
      });
    for (const [wrong, field] of [
      ["bornFrom=soon", "bornFrom"],
      ["bornTo=20", "bornTo"],
      ["bornFrom=2018&bornTo=2017", "bornTo"],
    ]) {
      const { status, body } = await get(`${path}?${wrong}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    }
  });

  it.each(["page=0", "page=first"])("/population: 400 for %s", async (query) => {
    await addSiblings();
    const { status, body } = await get(`/population?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ["page"]]);
  });
});

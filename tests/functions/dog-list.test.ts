/** Tests the lists of dogs. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  addDog,
  failureOf,
  firstKennelOf,
  startTeam,
  TODAY,
  type Person,
  type Team,
} from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type ListArgs = Omit<(typeof api.dogs.dogs.list)["_args"], "kennelId">;
const list = async (args: ListArgs = {}) =>
  await team.viewer.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, ...args });
const names = async (args: ListArgs = {}) => (await list(args)).data.map((dog) => dog.name);
const add = async (...fields: Parameters<typeof addDog>[2][]) => {
  for (const each of fields) await addDog(team.owner, team.kennelId, each);
};

describe("dogs.list", () => {
  it("[GAP-DOG-08] [API-04] [DOG-02] lists by name A to Z, in the same order on every page and in both directions", async () => {
    const wanted = Array.from({ length: 25 }, (_, index) => `Dog ${String(index).padStart(2, "0")}`);
    await add(...[...wanted].reverse().map((name) => ({ name })));
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 12 })));
    expect(pages.flatMap((page) => page.data.map((dog) => dog.name))).toEqual(wanted);
    expect(pages.map((page) => page.data.length)).toEqual([12, 12, 1]);
    expect(pages[1]?.pagination).toEqual({
      totalPages: 3,
      totalItems: 25,
      page: 2,
      limit: 12,
      hasNext: true,
      hasPrev: true,
    });
    expect(pages[2]?.pagination.hasNext).toBe(false);
    expect((await list({ page: 4, limit: 12 })).data).toEqual([]);
  });

  it("sorts without regard to case and accents", async () => {
    await add({ name: "Zoë" }, { name: "éclair" }, { name: "Echo" }, { name: "apple" });
    expect(await names()).toEqual(["apple", "Echo", "éclair", "Zoë"]);
  });

  it("sorts a table by name in the same order as the cards, in both directions", async () => {
    await add({ name: "Oak Hill 20" }, { name: "oak hill 100" }, { name: "Oak Hill 10" }, { name: "Élan" });
    const cards = await names();
    expect(cards).toEqual(["Élan", "Oak Hill 10", "oak hill 100", "Oak Hill 20"]);
    expect(await names({ sort: "name" })).toEqual(cards);
    expect(await names({ sort: "name", direction: "desc" })).toEqual(cards.toReversed());
  });

  it("sorts by other columns in natural order, over all pages and in both directions", async () => {
    await add(
      { name: "Ash", callName: "Number 10" },
      { name: "Birch", callName: "Number 9" },
      { name: "Cedar", callName: "Number 1", breed: "Akita" },
    );
    expect(await names({ sort: "callName" })).toEqual(["Cedar", "Birch", "Ash"]);
    expect(await names({ sort: "callName", direction: "desc", limit: 1, page: 2 })).toEqual(["Birch"]);
    expect(await names({ sort: "breed" })).toEqual(["Cedar", "Ash", "Birch"]);
    expect(await names({ sort: "breed", search: "1" })).toEqual(["Cedar", "Ash"]);
  });

  it("[GAP-API-08] uses a limit of 20 by default and 1000 at most", async () => {
    expect((await list()).pagination).toMatchObject({ page: 1, limit: 20, totalPages: 0, hasNext: false });
    expect((await list({ limit: 5000 })).pagination.limit).toBe(1000);
    expect((await list({ page: 0, limit: -3 })).pagination).toMatchObject({ page: 1, limit: 1 });
  });

  it("[GAP-API-01] shows a stranger nothing, and nobody the dogs of another kennel", async () => {
    await add({ name: "Ours" });
    const { stranger, kennelId } = team;
    expect((await failureOf(stranger.as.query(api.dogs.dogs.list, { kennelId }))).code).toBe("NOT_FOUND");
    const elsewhere = await firstKennelOf(stranger);
    expect((await stranger.as.query(api.dogs.dogs.list, { kennelId: elsewhere })).data).toEqual([]);
    expect((await failureOf(team.deployment.query(api.dogs.dogs.list, { kennelId }))).code).toBe(
      "UNAUTHENTICATED",
    );
  });
});

describe("a search", () => {
  beforeEach(async () => {
    await add(
      { name: "Aria of Oak", callName: "Ari", registrationNumber: "AKC123" },
      { name: "Bruno", callName: "Bear", registrationNumber: "KC-77" },
    );
  });

  it("[DOG-07] matches name, call name or registration number", async () => {
    for (const search of ["ari", "AKC1", "oak"]) expect(await names({ search })).toEqual(["Aria of Oak"]);
    expect(await names({ search: "zzz" })).toEqual([]);
  });

  it("[GAP-DOG-09] ignores case, matches anywhere, and every word must match one of the fields", async () => {
    expect(await names({ search: "  OAK akc " })).toEqual(["Aria of Oak"]);
    expect(await names({ search: "oak bear" })).toEqual([]);
    expect(await names({ search: "run" })).toEqual(["Bruno"]);
  });

  it("returns the number of matches, not of dogs", async () => {
    expect((await list({ search: "bruno" })).pagination).toMatchObject({ totalItems: 1, totalPages: 1 });
  });
});

describe("a filter", () => {
  it("[DOG-08] accepts strings, and an empty string filters nothing", async () => {
    await add({ name: "A", status: "retired" }, { name: "B" });
    expect(
      await names({ status: "", breed: "", gender: "", isBreedingDog: "", hasPhotos: "", ageRange: "" }),
    ).toEqual(["A", "B"]);
    expect(await names({ status: "retired" })).toEqual(["A"]);
  });

  it("[DOG-21] refuses an invalid status", async () => {
    expect((await failureOf(list({ status: "lost" }))).details.fields).toEqual({
      status: "Status must be active, retired, deceased, sold or empty",
    });
  });

  it("[DOG-13] [DOG-14] counts breeding dogs and dogs with photos", async () => {
    await add({ name: "Bred", isBreedingDog: true }, { name: "Pet" });
    expect(await names({ isBreedingDog: "true" })).toEqual(["Bred"]);
    expect(await names({ isBreedingDog: "false" })).toEqual(["Pet"]);
    expect(await names({ hasPhotos: "true" })).toEqual([]);
    expect(await names({ hasPhotos: "false" })).toEqual(["Bred", "Pet"]);
  });

  it("filters breed without regard to case, and gender, together", async () => {
    await add(
      { name: "A", breed: "Poodle", gender: "male" },
      { name: "B", breed: "poodle" },
      { name: "C", gender: "male" },
    );
    expect(await names({ breed: "POODLE" })).toEqual(["A", "B"]);
    expect(await names({ gender: "male" })).toEqual(["A", "C"]);
    expect(await names({ gender: "male", breed: "Poodle" })).toEqual(["A"]);
  });

  it("[GAP-DOG-10] [GAP-DOG-11] assigns each dog to one age band, by the breeder's date", async () => {
    await add(
      { name: "Puppy", dateOfBirth: "2024-06-16" },
      { name: "Young", dateOfBirth: "2024-06-15" },
      { name: "Adult", dateOfBirth: "2022-06-15" },
      { name: "Senior", dateOfBirth: "2018-06-15" },
      { name: "Unknown" },
    );
    const inBand = async (ageRange: string) => await names({ ageRange, today: TODAY });
    expect(await inBand("puppy")).toEqual(["Puppy"]);
    expect(await inBand("young")).toEqual(["Young"]);
    expect(await inBand("adult")).toEqual(["Adult"]);
    expect(await inBand("senior")).toEqual(["Senior"]);
    expect((await failureOf(list({ ageRange: "young" }))).details.fields).toEqual({
      today: "Today must be a date",
    });
  });

  it("[GAP-DOG-12] calculates a deceased dog's age at its death", async () => {
    await add({ name: "Late", dateOfBirth: "2010-01-01", status: "deceased", statusChangedOn: "2012-01-01" });
    expect(await names({ ageRange: "young", today: TODAY })).toEqual(["Late"]);
  });
});

describe("dogs that died or were sold", () => {
  beforeEach(async () => {
    await add(
      { name: "Abel", status: "deceased" },
      { name: "Bella", status: "retired" },
      { name: "Cora", status: "sold" },
      { name: "Dora" },
    );
  });

  it("[GAP-DOG-08] are sorted by name in the list, and are last when one dog is chosen", async () => {
    expect(await names()).toEqual(["Abel", "Bella", "Cora", "Dora"]);
    expect(await names({ hasGoneLast: true })).toEqual(["Bella", "Dora", "Abel", "Cora"]);
    expect(await names({ hasGoneLast: true, search: "a" })).toEqual(["Bella", "Dora", "Abel", "Cora"]);
    const second = await list({ hasGoneLast: true, page: 2, limit: 3 });
    expect(second.data.map(({ name }) => name)).toEqual(["Cora"]);
    expect(second.pagination.totalItems).toBe(4);
  });

  it("are left out when only dogs in the kennel are requested, or can be listed alone", async () => {
    expect(await names({ isInKennel: "true" })).toEqual(["Bella", "Dora"]);
    expect(await names({ isInKennel: "false" })).toEqual(["Abel", "Cora"]);
    expect(await names({ isInKennel: "" })).toHaveLength(4);
  });
});

describe("dogs.searchParents", () => {
  const choices = async (args: Omit<(typeof api.dogs.dogs.searchParents)["_args"], "kennelId">) =>
    (await team.viewer.as.query(api.dogs.dogs.searchParents, { kennelId: team.kennelId, ...args })).map(
      (dog) => dog.name,
    );

  it("[DOGF-10] [DOGF-12] [GAP-DOG-27] offers dogs of the requested gender, filtered by search, without the dog itself", async () => {
    await add({ name: "Rex", gender: "male" }, { name: "Rowan", gender: "male" }, { name: "Bella" });
    const rex = (await list({ search: "Rex" })).data[0];
    expect(await choices({ gender: "male" })).toEqual(["Rex", "Rowan"]);
    expect(await choices({ gender: "male", excludeDogId: rex?._id })).toEqual(["Rowan"]);
    expect(await choices({ gender: "female", search: "BEL" })).toEqual(["Bella"]);
  });

  it("offers dogs that have left after those in the kennel, and dogs from outside last", async () => {
    await add(
      { name: "Abel", gender: "male", status: "deceased" },
      { name: "Rex", gender: "male" },
      { name: "Sam", gender: "male", status: "sold" },
    );
    const outside = { name: "Alf", breed: "Beagle", gender: "male" as const };
    await team.owner.as.mutation(api.dogs.dogs.createExternal, { kennelId: team.kennelId, ...outside });
    expect(await choices({ gender: "male" })).toEqual(["Rex", "Abel", "Sam", "Alf"]);
  });

  it("returns at most 20 choices", async () => {
    await add(...Array.from({ length: 22 }, (_, index) => ({ name: `M${index}`, gender: "male" as const })));
    expect(await choices({ gender: "male" })).toHaveLength(20);
  });

  it("refuses a stranger", async () => {
    const wrong = team.stranger.as.query(api.dogs.dogs.searchParents, {
      kennelId: team.kennelId,
      gender: "male",
    });
    expect((await failureOf(wrong)).code).toBe("NOT_FOUND");
  });
});

describe("dogs.breeds", () => {
  it("[GAP-DOG-23] counts a breed once in all its spellings, and stores a common breed as the list spells it", async () => {
    const { owner, kennelId } = team;
    await addDog(owner, kennelId, { name: "Typed", breed: "boxer" });
    await addDog(owner, kennelId, { name: "Chosen", breed: "Boxer" });
    const own = await owner.as.query(api.dogs.dogs.ownBreeds, { kennelId });
    expect(own.filter((breed) => breed.toLowerCase() === "boxer")).toEqual(["Boxer"]);
    const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId, breed: "Boxer" });
    expect(data.map(({ name, breed }) => [name, breed])).toEqual([
      ["Chosen", "Boxer"],
      ["Typed", "Boxer"],
    ]);
  });

  it("[GAP-DOG-23] [DOG-05] lists the kennel's breeds A to Z, then the other common breeds", async () => {
    await add({ breed: "Poodle" }, { breed: "Azawakh" }, { breed: "poodle" });
    const breeds = await team.viewer.as.query(api.dogs.dogs.breeds, { kennelId: team.kennelId });
    expect(breeds.slice(0, 3)).toEqual(["Azawakh", "Poodle", "Afghan Hound"]);
    expect(breeds.filter((breed) => breed.toLowerCase() === "poodle")).toEqual(["Poodle"]);
  });
});

describe("dogs.ownBreeds", () => {
  it("[DOG-05] lists each breed of the kennel's dogs once, A to Z", async () => {
    await add({ breed: "Poodle" }, { breed: "Beagle" }, { breed: "poodle" });
    const { viewer, kennelId } = team;
    expect(await viewer.as.query(api.dogs.dogs.ownBreeds, { kennelId })).toEqual(["Beagle", "Poodle"]);
  });

  it("refuses a stranger", async () => {
    const wrong = team.stranger.as.query(api.dogs.dogs.ownBreeds, { kennelId: team.kennelId });
    expect((await failureOf(wrong)).code).toBe("NOT_FOUND");
  });
});

describe("dogs.listCalled", () => {
  const listed = async ({ as }: Person, kennelId = team.kennelId) =>
    await as.query(api.dogs.dogs.listCalled, { kennelId });

  it("lists living dogs by their call name, or by their name if they have none", async () => {
    await add(
      { name: "Oakwood Falcon", callName: "Falk" },
      { name: "Aria" },
      { name: "Old", status: "deceased" },
    );
    expect((await listed(team.viewer)).map(({ callName }) => callName)).toEqual(["Aria", "Falk"]);
  });

  it("refuses a stranger", async () => {
    expect((await failureOf(listed(team.stranger))).code).toBe("NOT_FOUND");
  });
});

describe("dogs of an owner", () => {
  const find = async (search: string, { as }: Person = team.staff) =>
    await as.query(api.dogs.dogs.searchByOwner, { kennelId: team.kennelId, search });
  const found = async (search: string) => (await find(search)).map(({ name }) => name);

  it("are found by the owner's name, phone or email, after the dogs whose own name matches", async () => {
    const owner = { currentOwnerName: "Jürgen Müller", currentOwnerPhone: "555 0199" };
    await add({ name: "Aria", ...owner, currentOwnerEmail: "jm@example.com", status: "sold" });
    await add({ name: "Muller's Pride", ...owner }, { name: "Bella", currentOwnerName: "Ida Berg" });
    await add({ name: "Cleo" });
    expect(await find("muller")).toEqual([
      {
        _id: expect.any(String),
        name: "Aria",
        currentOwnerName: "Jürgen Müller",
        currentOwnerPhone: "555 0199",
      },
    ]);
    expect(await found("0199 jürgen")).toEqual(["Aria", "Muller's Pride"]);
    expect(await found("jm@example")).toEqual(["Aria"]);
    expect(await found("5550199")).toEqual(["Aria", "Muller's Pride"]);
    for (const search of ["", " ", "berg muller", "cleo", "zzz"])
      expect(await found(search), search).toEqual([]);
    for (const name of ["Abe", "Ace", "Ada"]) await add({ name, ...owner });
    expect(await found("jürgen")).toEqual(["Abe", "Ace", "Ada", "Aria"]);
  });

  it("are found only by users who may read contacts, and never in another kennel", async () => {
    await add({ name: "Aria", currentOwnerName: "Ida Berg" });
    expect(await found("berg")).toEqual(["Aria"]);
    expect((await failureOf(find("berg", team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(find("berg", team.stranger))).code).toBe("NOT_FOUND");
  });
});

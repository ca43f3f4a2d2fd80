/** Tests the puppies of a litter. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy, type AddedLitter } from "../support/litters";
import { undoLast } from "../support/undoing";

let team: Team;
let added: AddedLitter;
beforeEach(async () => {
  team = await startTeam();
  added = await addLitter(team);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const litter = async () => await team.viewer.as.query(api.litters.litters.get, { litterId: added.litterId });
const breeding = async () =>
  await team.viewer.as.query(api.breedings.breedings.get, { breedingId: added.breedingId });
const list = async (args: { status?: string; page?: number; limit?: number } = {}) =>
  await team.viewer.as.query(api.litters.puppies.list, { kennelId: team.kennelId, ...args });
const setStatus = async (puppyId: string, status: string, today = TODAY, who: Person = team.staff) =>
  await who.as.mutation(api.litters.puppies.setStatus, { puppyId, status, today });
const reserve = async (
  puppyId: string,
  fields: Partial<(typeof api.litters.puppies.reserve)["_args"]> = {},
) =>
  await team.staff.as.mutation(api.litters.puppies.reserve, {
    puppyId,
    buyerName: "Jane Miller",
    today: TODAY,
    ...fields,
  });
const sell = async (puppyId: string, fields: Partial<(typeof api.litters.puppies.sell)["_args"]> = {}) =>
  await team.staff.as.mutation(api.litters.puppies.sell, { puppyId, today: TODAY, ...fields });

describe("puppies.search", () => {
  const find = async (search: string, { as }: Person = team.staff) =>
    await as.query(api.litters.puppies.search, { kennelId: team.kennelId, search });
  const names = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map(({ puppy }) => puppy.name);

  it("finds a puppy by its name, microchip or buyer, with its parents", async () => {
    await addPuppy(team, added.litterId, { name: "Quince" });
    const { _id } = await addPuppy(team, added.litterId, {
      name: "Élan",
      microchipNumber: "985112003456789",
    });
    await reserve(_id, { buyerName: "Jane Müller", buyerPhone: "555 0199" });
    const [found] = await find("elan");
    expect(found).toMatchObject({ puppy: { _id }, breeding: { _id: added.breedingId } });
    for (const search of ["985112003456789", "muller", "jane élan", "0199", "5550199"])
      expect(await names(search), search).toEqual(["Élan"]);
    for (const search of ["", " ", "jane quince", "zzz"]) expect(await names(search), search).toEqual([]);
  });

  it("finds no buyer for users who may not see buyers, and nothing of another kennel", async () => {
    const { _id } = await addPuppy(team, added.litterId, { name: "Quince" });
    await reserve(_id);
    expect(await names("miller", team.viewer)).toEqual([]);
    expect((await find("quince", team.viewer))[0]?.puppy).toMatchObject({ _id, buyer: null });
    expect((await failureOf(find("quince", team.stranger))).code).toBe("NOT_FOUND");
  });

  it("finds the most recently recorded puppies when there are many", async () => {
    for (const name of ["Ash A", "Ash B", "Ash C", "Ash D", "Ash E"])
      await addPuppy(team, added.litterId, { name });
    expect(await names("ash")).toEqual(["Ash E", "Ash D", "Ash C", "Ash B"]);
  });
});

describe("puppies.create", () => {
  it("[LIT-03] [GAP-LIT-03] updates the puppy counts of the litter, the breeding and the kennel", async () => {
    await addPuppy(team, added.litterId, { gender: "male", birthWeightGrams: 312 });
    await addPuppy(team, added.litterId, { gender: "female" });
    await addPuppy(team, added.litterId, { isStillborn: true });
    const entry = await litter();
    expect(entry).toMatchObject({ numberBorn: 3, numberAlive: 2, numberMales: 1, numberFemales: 1 });
    expect(entry.puppies.map(({ order, status }) => [order, status])).toEqual([
      [1, "available"],
      [2, "available"],
      [3, "deceased"],
    ]);
    expect(await breeding()).toMatchObject({ numberBorn: 3, numberAlive: 2 });
    expect((await list()).counts).toMatchObject({ available: 2, deceased: 1 });
  });

  it("refuses impossible values, and more puppies than a litter may have", async () => {
    const wrong = addPuppy(team, added.litterId, { gender: "dog", birthWeightGrams: 0, priceCents: -1 });
    expect((await failureOf(wrong)).details.fields).toEqual({
      gender: "Gender must be male, female",
      birthWeightGrams: "Birth weight must be positive",
      priceCents: "Price cannot be negative",
    });
    for (let count = 0; count < 24; count += 1) await addPuppy(team, added.litterId);
    expect((await failureOf(addPuppy(team, added.litterId))).code).toBe("LIMIT_REACHED");
  });

  it("creates as many puppies as the litter's typed counts say, once", async () => {
    const { litterId } = await addLitter(team, {
      numberBorn: 5,
      numberAlive: 4,
      numberMales: 2,
      numberFemales: 1,
    });
    const add = async () => await team.staff.as.mutation(api.litters.litters.addMissingPuppies, { litterId });
    await add();
    await add();
    const entry = await team.viewer.as.query(api.litters.litters.get, { litterId });
    expect(entry.puppies.map(({ gender }) => gender)).toEqual(["male", "male", "female", null]);
    expect(entry).toMatchObject({ numberBorn: 5, numberAlive: 4, numberMales: 2, numberFemales: 1 });
  });
});

describe("puppies.update and remove", () => {
  it("changes the given fields, clears null fields, and can exchange the places of two puppies", async () => {
    const first = await addPuppy(team, added.litterId, { color: "Tan" });
    const second = await addPuppy(team, added.litterId);
    const saved = await team.staff.as.mutation(api.litters.puppies.update, {
      puppyId: first._id,
      order: 2,
      color: null,
      name: "Mocha",
      gender: "female",
    });
    expect(saved).toMatchObject({ order: 2, color: null, name: "Mocha" });
    const entry = await litter();
    expect(entry.puppies.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(entry.numberFemales).toBe(1);
  });

  it("[GAP-API-11] refuses to save over a newer version and says who saved it", async () => {
    const puppy = await addPuppy(team, added.litterId);
    await team.manager.as.mutation(api.litters.puppies.update, { puppyId: puppy._id, name: "Mocha" });
    const late = team.owner.as.mutation(api.litters.puppies.update, {
      puppyId: puppy._id,
      name: "Late",
      expectedUpdatedAt: puppy.updatedAt,
    });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    const edits = await team.owner.as.query(api.litters.puppies.editsSince, {
      puppyId: puppy._id,
      since: puppy.updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["name"], isSelf: false }]);
  });

  it("deletes weights and checks with the puppy, closes the gap in the order, and refuses to delete sold puppies", async () => {
    const first = await addPuppy(team, added.litterId, { gender: "male" });
    const second = await addPuppy(team, added.litterId);
    await team.staff.as.mutation(api.litters.puppyWeights.add, {
      puppyId: first._id,
      grams: 400,
      weighedAt: Date.UTC(2025, 2, 6),
      entryKey: "entry-key-1",
    });
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId: first._id });
    const entry = await litter();
    expect(entry.puppies).toMatchObject([{ _id: second._id, order: 1 }]);
    expect(entry).toMatchObject({ numberBorn: 1, numberMales: 0 });
    expect(await team.viewer.as.query(api.litters.puppyWeights.list, { litterId: added.litterId })).toEqual(
      [],
    );
    await sell(second._id, { buyerName: "Jane" });
    const removal = team.staff.as.mutation(api.litters.puppies.remove, { puppyId: second._id });
    expect((await failureOf(removal)).code).toBe("HAS_SOLD_PUPPIES");
  });
});

describe("the status of a puppy", () => {
  let puppyId: Id<"puppies">;
  beforeEach(async () => {
    puppyId = (await addPuppy(team, added.litterId, { gender: "male", name: "Mocha" }))._id;
  });

  it("[GAP-PUP-03] allows no deposit above the price, in any order of entry", async () => {
    const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;
    const refused = { depositCents: "Deposit cannot be more than the price" };
    const tooMuch = { priceCents: 100_000, depositCents: 100_001 };
    expect(await fieldsOf(reserve(puppyId, tooMuch))).toEqual(refused);
    expect(await fieldsOf(sell(puppyId, { ...tooMuch, buyerName: "Jane" }))).toEqual(refused);
    await reserve(puppyId, { priceCents: 100_000, depositCents: 100_000 });
    expect(await fieldsOf(sell(puppyId, { priceCents: 99_999 }))).toEqual(refused);
  });

  it("[PUP-01] [GAP-PUP-03] changes to reserved and sold, and records the sale as an activity", async () => {
    expect(await reserve(puppyId, { depositCents: 30_000, buyerPhone: "(555) 123-4567" })).toMatchObject({
      status: "reserved",
      depositCents: 30_000,
      buyer: { name: "Jane Miller", phone: "(555) 123-4567", email: null },
    });
    expect(await sell(puppyId, { priceCents: 180_050, saleDate: "2025-05-01" })).toMatchObject({
      status: "sold",
      priceCents: 180_050,
      depositCents: 30_000,
      saleDate: "2025-05-01",
      buyer: { name: "Jane Miller", phone: "(555) 123-4567" },
    });
    const [newest] = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(newest).toMatchObject({ type: "puppy_sold", description: "Mocha of Rex × Bella" });
    expect((await list()).counts).toMatchObject({ available: 0, reserved: 0, sold: 1 });
  });

  it("[GAP-PUP-02] becomes reserved only from available, and two people cannot both reserve the puppy", async () => {
    await reserve(puppyId);
    const failure = await failureOf(reserve(puppyId, { buyerName: "Max" }));
    expect(failure.code).toBe("PUPPY_STATUS");
    expect(failure.details.fields).toEqual({ status: "Only an available puppy can be reserved" });
  });

  it("[GAP-PUP-02] returns from sold to reserved by undo on the same day, and not later", async () => {
    await reserve(puppyId, { depositCents: 30_000 });
    await sell(puppyId, { priceCents: 180_000 });
    expect(await setStatus(puppyId, "reserved")).toMatchObject({
      status: "reserved",
      saleDate: null,
      buyer: { name: "Jane Miller" },
    });
    await sell(puppyId);
    const late = failureOf(setStatus(puppyId, "reserved", "2025-06-16"));
    expect((await late).details.fields?.status).toMatch(/only on the day/);
  });

  it("[GAP-PUP-03] becomes sold with a warning when the puppy is younger than 8 weeks, by every way of selling", async () => {
    const buyer = { buyerName: "Jane" };
    const warning =
      "The puppy is younger than 8 weeks on the sale date 2025-03-05; it is 8 weeks old on 2025-04-30";
    const sold = await sell(puppyId, { ...buyer, saleDate: "2025-03-05" });
    expect(sold).toMatchObject({ status: "sold", saleDate: "2025-03-05", warnings: [warning] });
    const { _id: old } = await addPuppy(team, added.litterId, {});
    expect((await sell(old, { ...buyer, saleDate: "2025-04-30" })).warnings).toEqual([]);
    const { _id: reserved } = await addPuppy(team, added.litterId, {});
    await team.staff.as.mutation(api.litters.puppies.reserve, { puppyId: reserved, ...buyer, today: TODAY });
    const step = { puppyId: reserved, status: "sold", today: "2025-04-29" };
    expect((await team.staff.as.mutation(api.litters.puppies.setStatus, step)).warnings).toEqual([
      "The puppy is younger than 8 weeks on the sale date 2025-04-29; it is 8 weeks old on 2025-04-30",
    ]);
  });

  it("[GAP-API-11] cannot be released by somebody who has not seen the later sale", async () => {
    await reserve(puppyId, { depositCents: 30_000 });
    await sell(puppyId, { priceCents: 180_000 });
    const release = team.staff.as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId, status: "available", expectedStatus: "reserved", today: TODAY },
    });
    expect((await failureOf(release)).code).toBe("STALE_UPDATE");
    expect(await team.staff.as.query(api.litters.puppies.get, { puppyId })).toMatchObject({ status: "sold" });
  });

  it("requires a buyer and a valid day for a sale, and a release clears the buyer", async () => {
    expect((await failureOf(sell(puppyId))).details.fields).toEqual({ buyerName: "Buyer name is required" });
    const future = sell(puppyId, { buyerName: "Jane", saleDate: "2025-06-16" });
    expect((await failureOf(future)).details.fields).toEqual({
      saleDate: "Sale date cannot be in the future",
    });
    const early = sell(puppyId, { buyerName: "Jane", saleDate: "2025-03-04" });
    expect((await failureOf(early)).details.fields).toEqual({
      saleDate: "Sale date cannot be before the birth",
    });
    await reserve(puppyId);
    expect(await setStatus(puppyId, "available")).toMatchObject({ buyer: null, depositCents: null });
    expect((await failureOf(setStatus(puppyId, "lost"))).code).toBe("VALIDATION_FAILED");
  });

  describe("a recorded sale", () => {
    const correct = async (
      fields: Partial<(typeof api.litters.puppies.correctSale)["_args"]>,
      { as } = team.staff,
    ) => await as.mutation(api.litters.puppies.correctSale, { puppyId, today: "2025-07-01", ...fields });
    const sale = { buyerName: "Jane Miller", buyerPhone: "555 0199", priceCents: 180_000 };

    it("is corrected long after its day, in amounts, day and address, with the placement and the account", async () => {
      await sell(puppyId, { ...sale, saleDate: "2025-05-01" });
      const fixed = await correct({
        ...{ depositCents: 30_000, priceCents: 190_000, saleDate: "2025-05-02" },
        buyerEmail: "jane@example.com",
      });
      expect(fixed).toMatchObject({
        ...{ status: "sold", priceCents: 190_000, depositCents: 30_000 },
        ...{ saleDate: "2025-05-02", saleRecordedOn: TODAY },
        buyer: { name: "Jane Miller", email: "jane@example.com", phone: "555 0199", address: null },
      });
      const placements = await team.owner.as.query(api.placements.placements.list, {
        ...{ kennelId: team.kennelId, puppyId },
      });
      expect(placements.data).toMatchObject([
        { priceCents: 190_000, depositCents: 30_000, agreedOn: "2025-05-02", endedAt: null },
      ]);
      const account = await team.owner.as.query(api.breedings.breedingFinances.account, {
        breedingId: added.breedingId,
      });
      expect(account.sales).toMatchObject([{ saleDate: "2025-05-02", priceCents: 190_000 }]);
      await undoLast(team, puppyId);
      expect(await team.owner.as.query(api.litters.puppies.get, { puppyId })).toMatchObject({
        ...{ status: "sold", priceCents: 180_000, depositCents: null, saleDate: "2025-05-01" },
        buyer: { name: "Jane Miller", email: null },
      });
    });

    it("clears what is sent empty, and keeps what is omitted", async () => {
      await sell(puppyId, { ...sale, depositCents: 30_000 });
      expect(await correct({ depositCents: null, buyerPhone: "" })).toMatchObject({
        ...{ priceCents: 180_000, depositCents: null, saleDate: TODAY },
        buyer: { name: "Jane Miller", phone: null },
      });
    });

    it("is corrected only with valid values, by users with the rights to breedings and money", async () => {
      const notSold = await failureOf(correct({ depositCents: 1 }));
      expect(notSold).toMatchObject({
        code: "PUPPY_STATUS",
        details: { fields: { status: "This puppy is not sold" } },
      });
      const { updatedAt } = await sell(puppyId, sale);
      const fieldsOf = async (...args: Parameters<typeof correct>) =>
        (await failureOf(correct(...args))).details.fields;
      expect(await fieldsOf({ depositCents: 180_001 })).toEqual({
        depositCents: "Deposit cannot be more than the price",
      });
      expect(await fieldsOf({ saleDate: "2025-07-03" })).toEqual({
        saleDate: "Sale date cannot be in the future",
      });
      expect(await fieldsOf({ saleDate: "2025-03-04" })).toEqual({
        saleDate: "Sale date cannot be before the birth",
      });
      expect(await fieldsOf({ saleDate: null })).toEqual({ saleDate: "Sale date is required" });
      expect(await fieldsOf({ buyerEmail: "jane" })).toHaveProperty("buyerEmail");
      expect((await failureOf(correct({ depositCents: 1 }, team.viewer))).code).toBe("FORBIDDEN");
      expect((await failureOf(correct({ depositCents: 1 }, team.stranger))).code).toBe("NOT_FOUND");
      await correct({ depositCents: 1, expectedUpdatedAt: updatedAt });
      const late = correct({ depositCents: 2, expectedUpdatedAt: updatedAt });
      expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    });
  });

  it("replaces the whole buyer at a sale, so that two buyers' addresses are not mixed", async () => {
    await reserve(puppyId, { buyerEmail: "jane@example.com" });
    expect((await sell(puppyId, { buyerName: "Max" })).buyer).toEqual({
      name: "Max",
      email: null,
      phone: null,
      address: null,
    });
  });

  it("removes a dead puppy from the count of living ones, and adds it again when the death was a mistake", async () => {
    expect(await setStatus(puppyId, "deceased")).toMatchObject({ status: "deceased", diedOn: TODAY });
    expect(await litter()).toMatchObject({ numberBorn: 1, numberAlive: 0 });
    expect(await setStatus(puppyId, "available")).toMatchObject({ diedOn: null });
    expect(await breeding()).toMatchObject({ numberAlive: 1 });
  });

  it("returns when one of several deaths is undone in the history, even the first", async () => {
    const { _id: other } = await addPuppy(team, added.litterId, { gender: "female", name: "Latte" });
    await setStatus(puppyId, "deceased");
    await setStatus(other, "deceased");
    await undoLast(team, puppyId);
    expect(await litter()).toMatchObject({ numberBorn: 2, numberAlive: 1 });
    await undoLast(team, other);
    expect(await litter()).toMatchObject({ numberBorn: 2, numberAlive: 2 });
  });

  it("accepts a day of death between birth and today", async () => {
    const record = async (diedOn: string) =>
      await team.staff.as.mutation(api.litters.puppies.setStatus, {
        ...{ puppyId, status: "deceased", diedOn, today: TODAY },
      });
    const refusals = { "2025-06-16": "in the future", "2025-03-04": "before the birth" };
    for (const [day, reason] of Object.entries(refusals)) {
      expect((await failureOf(record(day))).details.fields).toEqual({
        diedOn: `Date of death cannot be ${reason}`,
      });
    }
    expect((await failureOf(record("June 1"))).details.fields).toEqual({
      diedOn: "Date of death must be a date such as 2025-06-15",
    });
    expect(await litter()).toMatchObject({ numberAlive: 1 });
    expect(await record("2025-06-01")).toMatchObject({ status: "deceased", diedOn: "2025-06-01" });
    expect(await record("2025-06-01")).toMatchObject({ diedOn: "2025-06-01" });
    expect((await failureOf(record("2025-06-02"))).code).toBe("PUPPY_STATUS");
  });

  it("[GAP-PUP-04] becomes kept, and creates a dog with the litter's parents, breed and birth date", async () => {
    const add = async (who: Person = team.staff) =>
      await who.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY });
    expect((await failureOf(add(team.viewer))).code).toBe("FORBIDDEN");
    const dog = await add();
    expect(dog).toMatchObject({
      name: "Mocha",
      breed: "Beagle",
      gender: "male",
      dateOfBirth: "2025-03-05",
      sireId: added.sireId,
      damId: added.damId,
    });
    expect((await litter()).puppies).toMatchObject([{ status: "kept", dogId: dog._id }]);
    expect((await failureOf(add())).code).toBe("PUPPY_STATUS");
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect((await litter()).puppies).toMatchObject([{ status: "kept", dogId: null }]);
  });

  it("[GAP-PUP-04] becomes kept only with name and sex, within the dog limit, and not while reserved", async () => {
    const nameless = await addPuppy(team, added.litterId);
    const add = async (id: string) =>
      await failureOf(team.staff.as.mutation(api.litters.puppies.addToDogs, { puppyId: id, today: TODAY }));
    expect((await add(nameless._id)).details.fields).toHaveProperty("gender");
    await team.staff.as.mutation(api.litters.puppies.update, { puppyId: nameless._id, gender: "female" });
    expect((await add(nameless._id)).details.fields).toEqual({ name: "Name is required" });
    await reserve(puppyId);
    expect((await add(puppyId)).code).toBe("PUPPY_STATUS");
    await setStatus(puppyId, "available");
    vi.stubEnv("STUDBOOK_BILLING", "on");
    await addDog(team.owner, team.kennelId);
    expect((await add(puppyId)).code).toBe("DOG_LIMIT_REACHED");
  });
});

describe("puppies.list", () => {
  it("filters by status page by page, and refuses an invalid status", async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await addPuppy(team, added.litterId))._id);
    await setStatus(ids[0] ?? "", "kept");
    const page = await list({ status: "available", limit: 1, page: 2 });
    expect(page.pagination).toMatchObject({ totalItems: 2, page: 2, hasPrev: true, hasNext: false });
    expect(page.data.map(({ _id }) => _id)).toEqual([ids[1]]);
    expect((await failureOf(list({ status: "lost" }))).code).toBe("VALIDATION_FAILED");
  });
});

describe("access to puppies", () => {
  it("allows viewers to read, and hides puppies from strangers", async () => {
    const { _id: puppyId } = await addPuppy(team, added.litterId);
    const calls = (who: Person) => [
      who.as.mutation(api.litters.puppies.create, { litterId: added.litterId }),
      who.as.mutation(api.litters.puppies.update, { puppyId, name: "x" }),
      who.as.mutation(api.litters.puppies.remove, { puppyId }),
      who.as.mutation(api.litters.puppies.setStatus, { puppyId, status: "kept", today: TODAY }),
      who.as.mutation(api.litters.puppies.reserve, { puppyId, buyerName: "x", today: TODAY }),
      who.as.mutation(api.litters.puppies.sell, { puppyId, buyerName: "x", today: TODAY }),
      who.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY }),
      who.as.mutation(api.litters.litters.addMissingPuppies, { litterId: added.litterId }),
    ];
    for (const call of calls(team.viewer)) expect((await failureOf(call)).code).toBe("FORBIDDEN");
    for (const call of calls(team.stranger)) expect((await failureOf(call)).code).toBe("NOT_FOUND");
    const stranger = team.stranger.as.query(api.litters.puppies.get, { puppyId });
    expect((await failureOf(stranger)).code).toBe("NOT_FOUND");
    expect(await team.viewer.as.query(api.litters.puppies.get, { puppyId })).toMatchObject({ order: 1 });
  });
});

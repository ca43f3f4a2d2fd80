/** Tests the waiting list. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";

let team: Team;
let puppyId: string;
beforeEach(async () => {
  team = await startTeam();
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breedingId = await recordBreeding(team, { damId: dam._id, status: "bred" });
  const litterId = await recordLitter(team, breedingId);
  const puppy = await team.owner.as.mutation(api.litters.puppies.create, {
    litterId,
    name: "Juniper",
    gender: "female",
  });
  puppyId = puppy._id;
});

type Fields = Omit<(typeof api.litters.waitingList.create)["_args"], "kennelId" | "name">;
const add = async (name: string, fields: Fields = {}) =>
  (await team.staff.as.mutation(api.litters.waitingList.create, { kennelId: team.kennelId, name, ...fields }))
    ._id;
const list = async () => await team.staff.as.query(api.litters.waitingList.list, { kennelId: team.kennelId });
const order = async () => (await list()).active.map(({ name }) => name);
const offer = async (applicantId: string, fields: { offerUntil?: string; today?: string } = {}) =>
  await team.staff.as.mutation(api.litters.waitingList.offer, {
    applicantId,
    puppyId,
    offerUntil: "2025-06-22",
    today: TODAY,
    ...fields,
  });
const answer = async (applicantId: string, isAccepted: boolean) =>
  await team.staff.as.mutation(api.litters.waitingList.answerOffer, {
    applicantId,
    isAccepted,
    today: TODAY,
  });
const puppyNow = async () => await team.staff.as.query(api.litters.puppies.get, { puppyId });
const reasonOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;

describe("the waiting list", () => {
  it("keeps its order, and moves an applicant by one place, but not past either end", async () => {
    const [anna, , carl] = [await add("Anna"), await add("Bo"), await add("Carl")];
    const move = async (applicantId: string, direction: "up" | "down") =>
      await team.staff.as.mutation(api.litters.waitingList.move, { applicantId, direction });
    await move(carl, "up");
    expect(await order()).toEqual(["Anna", "Carl", "Bo"]);
    await move(anna, "up");
    await move(anna, "down");
    expect(await order()).toEqual(["Carl", "Anna", "Bo"]);
    await team.staff.as.mutation(api.litters.waitingList.withdraw, { applicantId: carl });
    expect(await order()).toEqual(["Anna", "Bo"]);
    expect((await list()).former).toMatchObject([{ name: "Carl", status: "withdrawn" }]);
    await team.staff.as.mutation(api.litters.waitingList.revert, { applicantId: carl });
    expect(await order()).toEqual(["Carl", "Anna", "Bo"]);
    await team.staff.as.mutation(api.litters.waitingList.remove, { applicantId: anna });
    expect(await order()).toEqual(["Carl", "Bo"]);
  });

  it("gives a returning applicant their old place, even if others were added, removed or moved since", async () => {
    const [anna, bo, carl] = [await add("Anna"), await add("Bo"), await add("Carl")];
    const act = async (name: "withdraw" | "revert", applicantId: string) =>
      await team.staff.as.mutation(api.litters.waitingList[name], { applicantId });
    await act("withdraw", carl);
    await add("Dora");
    await act("revert", carl);
    expect(await order()).toEqual(["Anna", "Bo", "Carl", "Dora"]);
    await act("withdraw", anna);
    await act("withdraw", bo);
    await act("revert", bo);
    await act("revert", anna);
    expect(await order()).toEqual(["Anna", "Bo", "Carl", "Dora"]);
    await team.staff.as.mutation(api.litters.waitingList.move, { applicantId: carl, direction: "down" });
    expect(await order()).toEqual(["Anna", "Bo", "Dora", "Carl"]);
  });

  it("stores wishes and deposit, clears empty fields, and refuses invalid values at their fields", async () => {
    const applicantId = await add(" Anna ", { gender: "female", color: "sable", depositCents: 25_050 });
    const [stored] = (await list()).active;
    expect(stored).toMatchObject({ name: "Anna", gender: "female", color: "sable", depositCents: 25_050 });
    const version = { applicantId, expectedUpdatedAt: stored?.updatedAt };
    await team.staff.as.mutation(api.litters.waitingList.update, { ...version, color: "", gender: null });
    expect((await list()).active).toMatchObject([{ color: null, gender: null, depositCents: 25_050 }]);
    const late = team.staff.as.mutation(api.litters.waitingList.update, { ...version, notes: "x" });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    expect(await reasonOf(add("", { email: "nowhere", depositCents: -1 }))).toEqual({
      name: "Name is required",
      email: "Invalid email address",
      depositCents: "Deposit cannot be negative",
    });
  });

  it("[GAP-AUTH-03] [GAP-API-06] can be read and changed by staff, and is hidden from strangers", async () => {
    const applicantId = await add("Anna");
    const withdraw = async (person: Person) =>
      (await failureOf(person.as.mutation(api.litters.waitingList.withdraw, { applicantId }))).code;
    expect([await withdraw(team.viewer), await withdraw(team.stranger)]).toEqual(["FORBIDDEN", "NOT_FOUND"]);
    const theirs = team.stranger.as.query(api.litters.waitingList.candidates, { puppyId });
    expect((await failureOf(theirs)).code).toBe("NOT_FOUND");
  });
});

describe("offering a puppy", () => {
  it("lists the applicants in order, with the wishes that the puppy does not meet", async () => {
    await add("Anna", { gender: "male" });
    await add("Bo", { wantedFrom: "2026-01-01", breed: "beagle" });
    await add("Carl");
    const { puppy, candidates } = await team.staff.as.query(api.litters.waitingList.candidates, { puppyId });
    expect(puppy.name).toBe("Juniper");
    expect(candidates.map(({ name, mismatches }) => [name, mismatches])).toEqual([
      ["Anna", ["gender"]],
      ["Bo", ["time"]],
      ["Carl", []],
    ]);
    const offerable = await team.staff.as.query(api.litters.waitingList.offerable, {
      kennelId: team.kennelId,
    });
    expect(offerable).toMatchObject([{ _id: puppyId, name: "Juniper", parents: "Unknown × Bella" }]);
  });

  it("[GAP-PUP-02] reserves the puppy with the applicant's address and deposit once they accept", async () => {
    const anna = await add("Anna", { email: "anna@example.com", phone: "555", depositCents: 25_050 });
    expect(await offer(anna)).toMatchObject({ status: "offered", puppy: { name: "Juniper" } });
    expect(await puppyNow()).toMatchObject({ status: "available" });
    expect(await answer(anna, true)).toMatchObject({ status: "placed", puppy: { _id: puppyId } });
    expect(await puppyNow()).toMatchObject({
      status: "reserved",
      buyer: { name: "Anna", email: "anna@example.com", phone: "555" },
      depositCents: 25_050,
    });
    expect(await order()).toEqual([]);
  });

  it("takes an offer back, which does not count as declined", async () => {
    const [anna, bo] = [await add("Anna"), await add("Bo")];
    await offer(anna);
    const taken = await team.staff.as.mutation(api.litters.waitingList.revert, { applicantId: anna });
    expect(taken).toMatchObject({ status: "waiting", offersDeclined: 0, puppy: null, offerUntil: null });
    expect(await order()).toEqual(["Anna", "Bo"]);
    expect(await offer(bo)).toMatchObject({ status: "offered" });
  });

  it("offers the puppy again when the answer is undone", async () => {
    const anna = await add("Anna");
    for (const isAccepted of [true, false]) {
      await offer(anna);
      await answer(anna, isAccepted);
      const { page } = await team.staff.as.query(api.history.history.ofRecord, {
        ...{ kennelId: team.kennelId, table: "waitingList", recordId: anna, now: Date.now() },
        paginationOpts: { numItems: 1, cursor: null },
      });
      const changeId = page[0]?._id ?? "";
      await team.staff.as.mutation(api.history.history.undo, {
        ...{ kennelId: team.kennelId, changeId, today: TODAY },
      });
      expect((await list()).active).toMatchObject([
        { status: "offered", offerUntil: "2025-06-22", offersDeclined: 0, puppy: { _id: puppyId } },
      ]);
      expect(await puppyNow()).toMatchObject({ status: "available", buyer: null });
      await team.staff.as.mutation(api.litters.waitingList.revert, { applicantId: anna });
    }
  });

  it("lists the puppies in the order of their litter", async () => {
    const { litterId } = await puppyNow();
    for (const collarColor of ["Red", "Blue"]) {
      await team.owner.as.mutation(api.litters.puppies.create, { litterId, collarColor });
    }
    const puppies = await team.staff.as.query(api.litters.waitingList.offerable, { kennelId: team.kennelId });
    expect(puppies.map(({ collarColor }) => collarColor)).toEqual([null, "Red", "Blue"]);
  });

  it("keeps the place of an applicant who declines, and continues with the next", async () => {
    const [anna, bo] = [await add("Anna"), await add("Bo")];
    await offer(anna);
    expect(await reasonOf(offer(bo))).toEqual({ status: "This puppy is offered to Anna" });
    expect(await reasonOf(offer(anna))).toEqual({ status: "Anna already has an offer" });
    expect(await answer(anna, false)).toMatchObject({ status: "waiting", offersDeclined: 1, puppy: null });
    expect(await order()).toEqual(["Anna", "Bo"]);
    expect(await offer(bo)).toMatchObject({ status: "offered" });
    expect(await reasonOf(answer(anna, true))).toEqual({ status: "Anna has no offer" });
  });

  it("expires: the puppy can be offered to the next applicant on the following day", async () => {
    const [anna, bo] = [await add("Anna"), await add("Bo")];
    await offer(anna, { offerUntil: TODAY });
    await offer(bo, { today: "2025-06-16" });
    expect((await list()).active).toMatchObject([
      { name: "Anna", status: "waiting", offersDeclined: 1, puppy: null },
      { name: "Bo", status: "offered" },
    ]);
  });

  it("is refused for a past date, an unavailable puppy, and a puppy of another kennel", async () => {
    const anna = await add("Anna");
    expect(await reasonOf(offer(anna, { offerUntil: "2025-06-14" }))).toEqual({
      offerUntil: "Answer by cannot be in the past",
    });
    await offer(anna);
    await team.staff.as.mutation(api.litters.puppies.reserve, { puppyId, buyerName: "Dora", today: TODAY });
    expect((await failureOf(answer(anna, true))).code).toBe("PUPPY_STATUS");
    await answer(anna, false);
    expect(await reasonOf(offer(anna))).toEqual({ status: "Only an available puppy can be offered" });
    const [kennel] = await team.stranger.as.query(api.kennels.kennels.list, {});
    const theirs = await team.stranger.as.mutation(api.litters.waitingList.create, {
      kennelId: kennel?._id ?? "",
      name: "Theirs",
    });
    const foreign = team.stranger.as.mutation(api.litters.waitingList.offer, {
      applicantId: theirs._id,
      puppyId,
      offerUntil: "2025-06-22",
      today: TODAY,
    });
    expect((await failureOf(foreign)).code).toBe("NOT_FOUND");
  });
});

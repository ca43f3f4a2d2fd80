/** Tests placements, which change with puppies and dogs. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { MAX_PAPERS } from "../../domain/placements/record";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { contentsOf, madeBackup, restored } from "../support/backups";
import { restoredFile } from "../support/broken-restores";
import { addDocument } from "../support/documents";
import { expectExact } from "../support/counts";
import { addLitter, addPuppy } from "../support/litters";
import { expectSettled } from "../support/settled";
import { undoLast } from "../support/undoing";

const { placements, papers } = api.placements;
const DAY_MS = 86_400_000;

let team: Team;
let litterId: string;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date", "setTimeout"] });
  team = await startTeam();
  ({ litterId } = await addLitter(team));
});
afterEach(() => vi.useRealTimers());

const listed = async (of: { puppyId?: string; dogId?: string; contactId?: string } = {}) =>
  (await team.owner.as.query(placements.list, { kennelId: team.kennelId, limit: 100, ...of })).data;
const rows = async () => await team.deployment.run(async (ctx) => await ctx.db.query("placements").collect());
const puppy = async () => (await addPuppy(team, litterId))._id;
const reserve = async (puppyId: string, fields: object = {}) =>
  await team.staff.as.mutation(api.litters.puppies.reserve, {
    ...{ puppyId, buyerName: "Anna Berg", buyerId: "new", today: TODAY, ...fields },
  });
const sell = async (puppyId: string, fields: object = {}) =>
  await team.staff.as.mutation(api.litters.puppies.sell, { puppyId, today: TODAY, ...fields });
const setStatus = async (puppyId: string, status: string) =>
  await team.staff.as.mutation(api.litters.puppies.setStatus, { puppyId, status, today: TODAY });
const changeDog = async (dogId: string, fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields });

describe("a puppy's placement", () => {
  it("is created by the reservation with its person and amounts, and becomes agreed by the sale", async () => {
    const puppyId = await puppy();
    const reserved = await reserve(puppyId, {
      ...{ buyerAddress: "12 Hill Road, Dover", depositCents: 30_000, priceCents: 150_000 },
    });
    const [first] = await listed({ puppyId });
    expect(first).toMatchObject({
      ...{ puppyId, dogId: null, contactId: reserved.buyerId, toName: "Anna Berg", kind: "sale" },
      ...{ toAddress: "12 Hill Road, Dover", depositCents: 30_000, priceCents: 150_000 },
      ...{ status: "reserved", reservedAt: reserved.reservedAt, agreedOn: null, handedOverOn: null },
      ...{ name: "Puppy 1", litterId, papers: [] },
    });
    await sell(puppyId, { priceCents: 160_000, saleDate: "2025-06-10" });
    const [sold, ...others] = await listed({ puppyId });
    expect(others).toEqual([]);
    expect(sold).toMatchObject({
      ...{ _id: first?._id, status: "agreed", agreedOn: "2025-06-10", priceCents: 160_000 },
    });
    await expectSettled(team);
  });

  it("is reserved again when the sale is undone, ends with a release, and a later sale creates another", async () => {
    const puppyId = await puppy();
    await reserve(puppyId, { buyerAddress: "12 Hill Road", depositCents: 30_000, priceCents: 150_000 });
    await sell(puppyId);
    await setStatus(puppyId, "reserved");
    expect(await listed({ puppyId })).toMatchObject([{ status: "reserved", agreedOn: null }]);
    vi.setSystemTime(Date.now() + 3 * DAY_MS);
    await setStatus(puppyId, "available");
    expect(await listed({ puppyId })).toMatchObject([
      {
        ...{ status: "called_off", toName: "Anna Berg", endedAt: Date.now(), returnedOn: null },
        ...{ toAddress: null, depositCents: null, priceCents: null },
      },
    ]);
    vi.setSystemTime(Date.now() + 1000);
    await reserve(puppyId, { buyerName: "Ben" });
    expect(await listed({ puppyId })).toMatchObject([
      { status: "reserved", toName: "Ben" },
      { status: "called_off", toName: "Anna Berg" },
    ]);
    await expectSettled(team);
  });

  it("is kept when the puppy dies after the handover, and is canceled when it dies before", async () => {
    const [one, other] = [await puppy(), await puppy()];
    for (const puppyId of [one, other]) await reserve(puppyId);
    const placementId = (await listed({ puppyId: one }))[0]?._id ?? "";
    await team.owner.as.mutation(placements.handOver, { placementId, on: "2025-06-10", papers: [] });
    vi.setSystemTime(Date.now() + 3 * DAY_MS);
    for (const puppyId of [one, other]) await setStatus(puppyId, "deceased");
    expect(await listed({ puppyId: one })).toMatchObject([{ status: "handed_over", endedAt: null }]);
    expect(await listed({ puppyId: other })).toMatchObject([{ status: "called_off" }]);
    await expectSettled(team);
    for (const puppyId of [one, other]) await undoLast(team, puppyId);
    expect(await listed({ puppyId: one })).toMatchObject([{ status: "handed_over", endedAt: null }]);
    expect(await listed({ puppyId: other })).toMatchObject([{ status: "reserved", endedAt: null }]);
    await setStatus(one, "available");
    expect(await listed({ puppyId: one })).toMatchObject([{ status: "returned" }]);
  });

  it("keeps the day of the handover when the puppy dies with its owner, even after an undo", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    const placementId = (await listed({ puppyId }))[0]?._id ?? "";
    const { as } = team.owner;
    await as.mutation(placements.update, { placementId, handedOverOn: "2025-06-10" });
    await setStatus(puppyId, "deceased");
    const fields = { handedOverOn: "It died after it left. Take its death back first" };
    const cleared = as.mutation(placements.update, { placementId, handedOverOn: null });
    expect((await failureOf(cleared)).details.fields).toEqual(fields);
    expect((await failureOf(undoLast(team, placementId))).details.fields).toEqual(fields);
    await as.mutation(placements.update, { placementId, handedOverOn: "2025-06-11" });
    await expectSettled(team);
    await setStatus(puppyId, "available");
    await as.mutation(placements.update, { placementId, handedOverOn: null });
    await expectSettled(team);
  });

  it("gets the status that its dates imply when a change of the dates is undone", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    await sell(puppyId);
    const placementId = (await listed({ puppyId }))[0]?._id ?? "";
    const { owner } = team;
    await owner.as.mutation(placements.update, { placementId, handedOverOn: "2025-06-14" });
    await owner.as.mutation(placements.update, { placementId, returnedOn: "2025-06-15" });
    await undoLast(team, placementId);
    expect(await listed({ puppyId })).toMatchObject([{ status: "handed_over", returnedOn: null }]);
    await expectSettled(team);
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    const handover = changes.find(({ recordId, kind }) => recordId === placementId && kind === "changed");
    const asked = { kennelId: team.kennelId, changeId: handover?._id ?? "", today: TODAY };
    await owner.as.mutation(api.history.history.undo, asked);
    expect(await listed({ puppyId })).toMatchObject([{ status: "agreed", handedOverOn: null }]);
    await expectSettled(team);
  });

  it("is replaced when the buyer is another person than the reservation's, and kept when the name is corrected", async () => {
    const puppyId = await puppy();
    await reserve(puppyId, { buyerId: null });
    vi.setSystemTime(Date.now() + 3 * DAY_MS);
    await sell(puppyId, { buyerName: "Ben" });
    expect(await listed({ puppyId })).toMatchObject([
      { status: "agreed", toName: "Ben" },
      { status: "called_off", toName: "Anna Berg" },
    ]);
    await undoLast(team, puppyId);
    expect(await listed({ puppyId })).toMatchObject([
      { status: "reserved", toName: "Anna Berg", endedAt: null },
    ]);
    await expectSettled(team);
  });

  it("is deleted by an undo on the same day unless somebody edited it, and canceled by a later undo", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    await undoLast(team, puppyId);
    expect(await listed({ puppyId })).toEqual([]);
    await reserve(puppyId);
    const [made] = await listed({ puppyId });
    await team.owner.as.mutation(placements.update, {
      placementId: made?._id ?? "",
      notes: "Calls on Monday",
    });
    await undoLast(team, puppyId);
    expect(await listed({ puppyId })).toMatchObject([{ _id: made?._id, status: "called_off" }]);
    await undoLast(team, puppyId);
    expect(await listed({ puppyId })).toMatchObject([
      { _id: made?._id, status: "reserved", endedAt: null, notes: "Calls on Monday" },
    ]);
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    expect(changes.filter(({ table }) => table === "placements").map(({ kind }) => kind)).toEqual([
      "changed",
    ]);
    await expectSettled(team);
  });

  it("is deleted and restored with its puppy, including documents", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    const [made] = await listed({ puppyId });
    await team.owner.as.mutation(placements.handOver, {
      ...{ placementId: made?._id ?? "", on: "2025-06-01", papers: [{ paper: "pedigree", number: "HP1" }] },
    });
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId });
    expect(await rows()).toEqual([]);
    const { kennelId } = team;
    await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: puppyId });
    expect(await listed()).toMatchObject([
      { toName: "Anna Berg", status: "handed_over", papers: [{ paper: "pedigree", number: "HP1" }] },
    ]);
    await expectSettled(team);
  });

  it("appears only in the puppy's history entry", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    await sell(puppyId);
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    expect(changes.filter(({ table }) => table === "placements")).toEqual([]);
  });
});

describe("a dog's placement", () => {
  it("is created by the status sold, changes with owner and date, and ends when the dog returns", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await changeDog(dogId, { status: "sold", statusChangedOn: "2025-05-01" });
    const owner = { currentOwnerName: "Anna Berg", currentOwnerEmail: "anna@example.com" };
    const { currentOwnerId } = await changeDog(dogId, { ...owner, currentOwnerId: "new" });
    expect(await listed({ dogId })).toMatchObject([
      {
        ...{ dogId, puppyId: null, contactId: currentOwnerId, toName: "Anna Berg", status: "handed_over" },
        ...{ agreedOn: "2025-05-01", handedOverOn: "2025-05-01", name: "Bella" },
      },
    ]);
    await changeDog(dogId, { statusChangedOn: "2025-05-04", currentOwnerName: "Anna Berg-Stern" });
    expect(await listed({ dogId })).toMatchObject([
      { toName: "Anna Berg-Stern", agreedOn: "2025-05-04", handedOverOn: "2025-05-04" },
    ]);
    vi.setSystemTime(Date.now() + 30 * DAY_MS);
    await changeDog(dogId, { status: "active", statusChangedOn: null });
    expect(await listed({ dogId })).toMatchObject([{ status: "returned", returnedOn: "2025-07-15" }]);
    await undoLast(team, dogId);
    expect(await listed({ dogId })).toMatchObject([
      { status: "handed_over", returnedOn: null, endedAt: null, handedOverOn: "2025-05-04" },
    ]);
    await expectSettled(team);
  });

  it("is unchanged when the dog dies with its owner, and ends when the sale was a mistake", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { dateOfBirth: "2020-01-01" });
    const sold = { status: "sold", statusChangedOn: "2025-05-01" } as const;
    await changeDog(dogId, { ...sold, currentOwnerName: "Anna" });
    vi.setSystemTime(Date.now() + 30 * DAY_MS);
    await changeDog(dogId, { status: "deceased", statusChangedOn: TODAY });
    const stays = { status: "handed_over", handedOverOn: "2025-05-01", returnedOn: null, endedAt: null };
    expect(await listed({ dogId })).toMatchObject([stays]);
    await expectSettled(team);
    await undoLast(team, dogId);
    expect(await listed({ dogId })).toMatchObject([stays]);
    await changeDog(dogId, { status: "deceased", statusChangedOn: TODAY });
    await changeDog(dogId, { status: "active" });
    expect(await listed({ dogId })).toMatchObject([{ status: "returned", returnedOn: "2025-07-15" }]);
    await expectSettled(team);
  });

  it("is not treated as a mistake after somebody has typed another handover date", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await changeDog(dogId, { status: "sold", statusChangedOn: "2025-05-01" });
    const placementId = (await listed({ dogId }))[0]?._id ?? "";
    await team.staff.as.mutation(placements.update, { placementId, handedOverOn: "2025-05-09" });
    await changeDog(dogId, { status: "active" });
    expect(await listed({ dogId })).toMatchObject([{ status: "called_off", handedOverOn: "2025-05-09" }]);
    await undoLast(team, dogId);
    const said = { _id: placementId, status: "handed_over", handedOverOn: "2025-05-09", endedAt: null };
    expect(await listed({ dogId })).toMatchObject([said]);
  });

  it("is created for many dogs at once, and never for a dog outside the kennel", async () => {
    const dogs = [await addDog(team.owner, team.kennelId), await addDog(team.owner, team.kennelId)];
    const dogIds = dogs.map(({ _id }) => _id);
    const { kennelId } = team;
    const all = { kennelId, dogIds, status: "sold", today: TODAY } as const;
    await team.owner.as.mutation(api.dogs.dogs.changeStatus, all);
    const outside = { kennelId, name: "Ancestor", breed: "Beagle", gender: "male" } as const;
    await team.owner.as.mutation(api.dogs.dogs.createExternal, outside);
    expect((await listed()).map(({ dogId }) => dogId).sort()).toEqual([...dogIds].sort());
    expect(await listed({ dogId: dogIds[0] ?? "" })).toMatchObject([{ toName: null }]);
    await expectSettled(team);
  });

  it("has its own amounts and kind, which are shown, can be undone, and are kept when the owner changes", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { status: "sold" });
    const [made] = await listed({ dogId });
    const placementId = made?._id ?? "";
    const said = { kind: "co_ownership", priceCents: 250_000, notes: "Two litters" };
    await team.staff.as.mutation(placements.update, { placementId, ...said });
    await changeDog(dogId, { currentOwnerName: "Ben" });
    expect(await listed({ dogId })).toMatchObject([{ ...said, toName: "Ben" }]);
    await undoLast(team, placementId);
    expect(await listed({ dogId })).toMatchObject([{ kind: "sale", priceCents: null, notes: null }]);
  });
});

describe("a handover", () => {
  it("stores its date and the number of each document, and documents can be added later", async () => {
    const puppyId = await puppy();
    await reserve(puppyId);
    await sell(puppyId);
    const [made] = await listed({ puppyId });
    const placementId = made?._id ?? "";
    const first = [{ paper: "pedigree" as const, number: "HP61234501" }, { paper: "contract" as const }];
    await team.staff.as.mutation(placements.handOver, { placementId, on: "2025-06-10", papers: first });
    const later = { placementId, on: "2025-06-14", papers: [{ paper: "chip_transfer" as const }] };
    const after = await team.staff.as.mutation(placements.handOver, later);
    expect(after).toMatchObject({ status: "handed_over", handedOverOn: "2025-06-10" });
    expect(after.papers.map(({ paper, number, handedOn }) => [paper, number, handedOn])).toEqual([
      ["pedigree", "HP61234501", "2025-06-10"],
      ["contract", null, "2025-06-10"],
      ["chip_transfer", null, "2025-06-14"],
    ]);
    const [paper] = after.papers;
    const paperId = paper?._id ?? "";
    await team.staff.as.mutation(papers.update, { paperId, number: "HP61234502" });
    await team.staff.as.mutation(papers.remove, { paperId: after.papers[1]?._id ?? "" });
    expect((await listed({ puppyId }))[0]?.papers).toMatchObject([
      { number: "HP61234502" },
      { paper: "chip_transfer" },
    ]);
    await undoLast(team, paperId);
    expect((await listed({ puppyId }))[0]?.papers[0]).toMatchObject({ number: "HP61234501" });
  });

  it("refuses impossible dates, amounts for a puppy, and too many documents at once", async () => {
    const puppyId = await puppy();
    await reserve(puppyId, { priceCents: 150_000 });
    const [made] = await listed({ puppyId });
    const placementId = made?._id ?? "";
    const refused = async (fields: object) =>
      (await failureOf(team.staff.as.mutation(placements.update, { placementId, ...fields }))).details.fields;
    expect(await refused({ handedOverOn: "2025-06-20" })).toHaveProperty("handedOverOn");
    expect(await refused({ handedOverOn: "2025-03-01" })).toHaveProperty("handedOverOn");
    expect(await refused({ handedOverOn: "2025-06-10", returnedOn: "2025-06-09" })).toHaveProperty(
      "returnedOn",
    );
    expect(await refused({ priceCents: 1 })).toHaveProperty("priceCents");
    await team.staff.as.mutation(placements.update, { placementId, priceCents: 150_000, notes: "Same" });
    const many = Array.from({ length: 51 }, () => ({ paper: "other" as const }));
    const handed = { placementId, on: "2025-06-10", papers: many };
    expect((await failureOf(team.staff.as.mutation(placements.handOver, handed))).code).toBe("LIMIT_REACHED");
    expect(await listed({ puppyId })).toMatchObject([{ status: "reserved", papers: [] }]);
  });

  it("of a puppy that was returned shows the return, and leaves the recorded sale unchanged", async () => {
    const puppyId = await puppy();
    await sell(puppyId, { buyerName: "Anna" });
    const [made] = await listed({ puppyId });
    const placementId = made?._id ?? "";
    const days = { handedOverOn: "2025-06-01", returnedOn: "2025-06-14" };
    await team.staff.as.mutation(placements.update, { placementId, ...days });
    expect(await listed({ puppyId })).toMatchObject([{ status: "returned", endedAt: null }]);
    await expectSettled(team);
    await team.staff.as.mutation(placements.update, { placementId, returnedOn: null });
    expect(await listed({ puppyId })).toMatchObject([{ status: "handed_over" }]);
  });
});

describe("a user without the right to money and contacts", () => {
  /** Texts and amounts of the placement's confidential fields. They are written by hand. */
  const CANARIES = ["Quokka", "Wombat Lane", "271828", "2718.28", "Numbat", "BILBY-77", "co_ownership"];

  it("[GAP-AUTH-03] sees no confidential field of a placement on pages, in lists, history, files and REST", async () => {
    const puppyId = await puppy();
    await sell(puppyId, { buyerName: "Quokka", buyerAddress: "Wombat Lane 3", priceCents: 271_828 });
    const { _id: dogId } = await addDog(team.owner, team.kennelId, {
      ...{ status: "sold", currentOwnerName: "Quokka" },
    });
    for (const { _id: placementId } of await listed()) {
      const said = { placementId, notes: "Numbat", kind: "co_ownership" };
      await team.owner.as.mutation(placements.update, said);
      const paper = { paper: "pedigree" as const, number: "BILBY-77" };
      await team.owner.as.mutation(placements.handOver, { placementId, on: TODAY, papers: [paper] });
    }
    const { kennelId } = team;
    const answers = async (as: Team["owner"]["as"]) => {
      const asked = { kennelId, now: Date.now(), paginationOpts: { numItems: 100, cursor: null } };
      const everything = { ...asked, table: null, userId: null, areDeletions: false };
      const told: unknown[] = [
        await as.query(api.litters.puppies.get, { puppyId }),
        await as.query(api.dogs.dogs.get, { dogId }),
        await as.query(api.litters.litters.get, { litterId }),
        await as.query(api.history.history.page, everything),
        await as.query(api.history.history.ofRecord, { ...asked, table: "puppies", recordId: puppyId }),
        await as.query(api.platform.activities.recent, { kennelId, limit: 50 }),
      ];
      const paths = [
        `/placements?kennelId=${kennelId}`,
        `/placements/papers?kennelId=${kennelId}`,
        `/puppies/${puppyId}`,
        `/dogs/${dogId}`,
      ];
      for (const path of paths) told.push((await callRest(as, "GET", path)).body);
      return JSON.stringify(told);
    };
    const [all, none] = [await answers(team.owner.as), await answers(team.viewer.as)];
    for (const canary of CANARIES.filter((each) => each !== "271828")) expect(all).toContain(canary);
    for (const canary of CANARIES) expect(none).not.toContain(canary);
    for (const call of [
      team.viewer.as.query(placements.list, { kennelId }),
      team.viewer.as.query(papers.list, { kennelId }),
      team.viewer.as.query(placements.get, { placementId: (await rows())[0]?._id ?? "" }),
    ]) {
      expect((await failureOf(call)).code).toBe("FORBIDDEN");
    }
  });
});

describe("a contact's placements", () => {
  it("are those of the contact and of contacts merged into it, and remain when the contact is deleted", async () => {
    const [one, other] = [await puppy(), await puppy()];
    const { buyerId: anna } = await reserve(one);
    const { buyerId: twin } = await reserve(other, { buyerName: "A. Berg" });
    const version = async (contactId: string | null) =>
      (await team.owner.as.query(api.contacts.contacts.get, { contactId: contactId ?? "" })).updatedAt;
    await team.owner.as.mutation(api.contacts.contacts.merge, {
      ...{ contactId: anna ?? "", expectedUpdatedAt: await version(anna) },
      ...{ otherId: twin ?? "", otherUpdatedAt: await version(twin) },
    });
    for (const contactId of [anna ?? "", twin ?? ""]) {
      expect((await listed({ contactId })).map(({ puppyId }) => puppyId)).toEqual([other, one]);
    }
    await sell(one);
    await sell(other, { buyerName: "Anna Berg", buyerId: anna });
    await team.owner.as.mutation(api.contacts.contacts.remove, { contactId: anna ?? "" });
    expect((await listed()).map(({ toName, contactId }) => [toName, contactId])).toEqual([
      ["Anna Berg", null],
      ["Anna Berg", null],
    ]);
    await expectSettled(team);
  });
});

describe("a file with contradictory placements", () => {
  it("is valid once it is restored: each placement has one animal, and an ended one has its end", async () => {
    const [one, other] = [await puppy(), await puppy()];
    await sell(one, { buyerName: "Anna" });
    await reserve(other, { buyerName: "Ben", buyerId: null });
    vi.setSystemTime(Date.now() + 3 * DAY_MS);
    await setStatus(other, "available");
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    const { data } = await contentsOf(team, await madeBackup(team));
    for (const row of data.placements ?? []) {
      if (row.toName === "Anna") row.dogId = dogId;
      else row.status = "handed_over";
    }
    const { errors } = await restoredFile(team, data, "exact");
    expect(errors).toMatchObject([
      { message: expect.stringContaining("A placement is a puppy's or a dog's") },
    ]);
    const told = (await rows()).map((row) => [row.toName, row.status, row.dogId, row.puppyId === undefined]);
    expect(told.sort()).toEqual([
      ["Anna", "agreed", undefined, false],
      ["Ben", "called_off", undefined, false],
    ]);
    await expectSettled(team);
  });
});

describe("placements of earlier versions", () => {
  /** The data of an earlier version contain no placements. */
  const migrate = async () => {
    await team.deployment.mutation(internal.migrations.runAll, {});
    // Each migration takes at least one step.
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers, 1000);
  };
  const forget = async () =>
    await team.deployment.run(async (ctx) => {
      for (const table of ["placements", "placementPapers"] as const) {
        for (const { _id } of await ctx.db.query(table).collect()) await ctx.db.delete(table, _id);
      }
      for (const row of await ctx.db.query("kennelCounters").collect()) {
        await ctx.db.patch("kennelCounters", row._id, { placements: undefined });
      }
    });
  const told = (all: Doc<"placements">[]) =>
    all.map((row) => JSON.stringify({ ...row, _id: "", _creationTime: 0, updatedAt: 0 })).sort();

  it("are created once from sales, reservations and sold dogs: five hundred dogs, counted before and after", async () => {
    const { kennelId, deployment } = team;
    for (let number = 0; number < 500; number += 1) {
      const fields = { name: `Dog ${number}`, ...(number % 5 === 0 && { status: "sold" as const }) };
      await addDog(team.owner, kennelId, fields);
    }
    for (let number = 0; number < 8; number += 1) {
      const puppyId = await puppy();
      if (number % 2 === 0) await reserve(puppyId, { buyerName: `Buyer ${number}` });
      if (number % 4 === 0) await sell(puppyId);
    }
    const states = async () =>
      await deployment.run(async (ctx) => ({
        dogs: await ctx.db.query("dogs").collect(),
        puppies: await ctx.db.query("puppies").collect(),
      }));
    const [before, made] = [await states(), await rows()];
    const expected =
      before.dogs.filter(({ status, isExternal }) => status === "sold" && !isExternal).length +
      before.puppies.filter(({ status }) => status === "reserved" || status === "sold").length;
    expect(expected).toBe(104);
    expect(made).toHaveLength(expected);
    await forget();
    await migrate();
    expect(told(await rows())).toEqual(told(made));
    expect(await states()).toEqual(before);
    await migrate();
    expect(await rows()).toHaveLength(expected);
    await expectExact(team);
    await expectSettled(team);
  }, 120_000);

  it("are created from a backup of an earlier version, and restored once from one of this version", async () => {
    const puppyId = await puppy();
    await sell(puppyId, { buyerName: "Anna" });
    const [made] = await listed();
    await team.owner.as.mutation(placements.handOver, {
      ...{ placementId: made?._id ?? "", on: "2025-06-10", papers: [{ paper: "pedigree", number: "HP1" }] },
    });
    const backupId = await madeBackup(team);
    await setStatus(puppyId, "available");
    expect(await listed()).toMatchObject([{ status: "called_off" }]);
    for (const mode of ["overwrite", "exact"] as const) {
      const report = await restored(team, backupId, mode);
      expect(report).toMatchObject({ state: "finished", errors: [] });
      expect(await listed()).toMatchObject([
        { toName: "Anna", status: "handed_over", papers: [{ number: "HP1" }] },
      ]);
      await expectSettled(team);
    }
    await forget();
    const older = await madeBackup(team);
    expect(await restored(team, older, "exact")).toMatchObject({ state: "finished", errors: [] });
    expect(await listed()).toMatchObject([{ toName: "Anna", status: "agreed" }]);
    await expectSettled(team);
  });
});

describe("a document that was handed over", () => {
  const handed = async (fields: object = {}) => {
    const puppyId = await puppy();
    await sell(puppyId, { buyerName: "Anna" });
    const [placement] = await listed({ puppyId });
    const given = { placementId: placement?._id ?? "", on: TODAY };
    const paper = { paper: "contract" as const, ...fields };
    return await team.owner.as.mutation(placements.handOver, { ...given, papers: [paper] });
  };

  it("links to a document of the litter's breeding, and is kept without the link when that document is deleted", async () => {
    const [litter] = await team.deployment.run(async (ctx) => await ctx.db.query("litters").collect());
    const breedingId = litter?.breedingId ?? "";
    const { id: documentId, fileName } = await addDocument(team, breedingId);
    const placement = await handed({ documentId });
    expect(placement).toMatchObject({ breedingId, papers: [{ paper: "contract", documentId, fileName }] });
    await team.owner.as.mutation(api.breedings.breedingDocuments.remove, { documentId });
    expect((await listed())[0]?.papers).toMatchObject([{ documentId: null, fileName: null }]);
    expect((await failureOf(handed({ documentId }))).details.fields).toEqual({
      documentId: "Document was not found",
    });
  });

  it("can be chosen from the litter, and from the person's other litters and matings, never from those of other people", async () => {
    const [litter] = await team.deployment.run(async (ctx) => await ctx.db.query("litters").collect());
    const own = await addDocument(team, litter?.breedingId);
    const [second, third, fourth] = [await addLitter(team), await addLitter(team), await addLitter(team)];
    const puppyId = await puppy();
    const { buyerId } = await reserve(puppyId);
    const contactId = buyerId ?? "";
    const { _id: elsewhere } = await addPuppy(team, second.litterId);
    await reserve(elsewhere, { buyerId: contactId });
    const theirs = await addDocument(team, second.breedingId);
    const { owner } = team;
    const mating = { breedingId: third.breedingId, on: "2025-01-02" };
    await owner.as.mutation(api.breedings.matings.create, { ...mating, otherOwnerId: contactId });
    const mated = await addDocument(team, third.breedingId);
    await addDocument(team, fourth.breedingId);
    const offeredFor = async (of: { puppyId?: string; dogId?: string }) => {
      const [placement] = await listed(of);
      const { as } = owner;
      return await as.query(placements.documents, { placementId: placement?._id ?? "" });
    };
    expect(await offeredFor({ puppyId })).toMatchObject([
      { _id: own.id, fileName: own.fileName, pair: null },
      { _id: theirs.id, pair: "Rex × Bella" },
      { _id: mated.id, pair: "Rex × Bella" },
    ]);
    // A grown dog has no litter here, but its new owner has other purchases.
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Grown" });
    await changeDog(dogId, { status: "sold", currentOwnerId: contactId });
    expect((await offeredFor({ dogId })).map(({ _id }) => _id).sort()).toEqual(
      [own.id, theirs.id, mated.id].sort(),
    );
    const [placement] = await listed({ puppyId });
    const asked = { placementId: placement?._id ?? "" };
    for (const who of ["viewer", "stranger"] as const)
      await failureOf(team[who].as.query(placements.documents, asked));
  });

  it("of a file are limited to the maximum of a placement", async () => {
    await handed();
    const { data } = await contentsOf(team, await madeBackup(team));
    const [first = {}] = data.placementPapers ?? [];
    const many = Array.from({ length: MAX_PAPERS + 1 }, (_, at) => ({ ...first, _id: `paper${at}` }));
    const { errors } = await restoredFile(team, { ...data, placementPapers: [first, ...many] }, "exact");
    expect((await listed())[0]?.papers).toHaveLength(MAX_PAPERS);
    const told = errors.filter(({ message }) =>
      message.endsWith(`A placement has at most ${MAX_PAPERS} papers`),
    );
    expect(told).toHaveLength(2);
  });
});

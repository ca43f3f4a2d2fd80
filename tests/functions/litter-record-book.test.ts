/** Tests the record book's fields of a litter and a puppy. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { whelpingText, type LitterSheetFacts } from "../../domain/litters/sheet-facts";
import { failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
let litterId: Id<"litters">;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
  ({ litterId } = await addLitter(team));
});
afterEach(() => vi.useRealTimers());

const CAESAREAN = { birth: "caesarean", caesareanPlanned: "emergency", caesareanReason: "inertia" } as const;
const BOOK = { ...CAESAREAN, registrationNumber: "HP612345", letter: "C" };
const PAPERS = {
  registeredName: "Clover of Oak Hill",
  registrationNumber: "HP61234501",
  registrationKind: "limited",
  chipDatabase: "AKC Reunite",
  chippedOn: TODAY,
  tattoo: "KX 17",
  tagNumber: "T-9",
} as const;
const DEATH = { causeOfDeath: "fading_puppy", causeOfDeathNotes: "Did not drink" } as const;

const change = (fields: object) =>
  team.owner.as.mutation(api.litters.litters.update, { litterId, today: TODAY, ...fields });
const litter = async () => await team.owner.as.query(api.litters.litters.get, { litterId });
const lastChangeOf = async (table: "litters" | "puppies", recordId: string) => {
  const history = await team.owner.as.query(api.history.history.ofRecord, {
    ...{ kennelId: team.kennelId, table, recordId, now: Date.now() },
    paginationOpts: { numItems: 1, cursor: null },
  });
  return history.page[0]?._id ?? "";
};
const undo = async (changeId: string) =>
  await team.owner.as.mutation(api.history.history.undo, {
    ...{ kennelId: team.kennelId, changeId, today: TODAY },
  });

describe("the record book of a litter", () => {
  it("is written, read and validated over REST", async () => {
    const path = `/litters/${litterId}`;
    const json = { ...BOOK, whelping: { placentae: 0 } };
    const { status, body } = await callRest(team.owner.as, "PUT", path, { json });
    expect([status, body.data]).toMatchObject([200, json]);
    expect((await callRest(team.owner.as, "GET", path)).body.data).toMatchObject(json);
    const wrong = { birth: "easy", whelping: { placentae: -1 } };
    expect((await callRest(team.owner.as, "PUT", path, { json: wrong })).body.errors).toMatchObject({
      birth: "Birth must be natural, assisted, caesarean",
      "whelping.placentae": "Placentae cannot be negative",
    });
  });

  it("stores the details of a caesarean only for a caesarean, and undo restores them", async () => {
    await change(BOOK);
    expect(await change({ birth: "natural" })).toMatchObject({
      ...{ birth: "natural", caesareanPlanned: null, caesareanReason: null, letter: "C" },
    });
    expect(await failureOf(change({ caesareanReason: "dam_ill" }))).toMatchObject({
      details: { fields: { caesareanReason: "Only a litter born by caesarean has this" } },
    });
    await undo(await lastChangeOf("litters", litterId));
    expect(await litter()).toMatchObject(BOOK);
  });

  it("is part of the printed sheet", async () => {
    await change({ ...BOOK, whelping: { placentae: 6 } });
    const facts = { litter: await litter() } as unknown as LitterSheetFacts; // The texts need only the fields of the litter.
    expect(whelpingText(facts)).toBe("Born by caesarean (emergency, inertia). Placentae: 6");
  });
});

describe("the registration fields of a puppy", () => {
  it("are written, read and validated over REST", async () => {
    const { _id: puppyId } = await addPuppy(team, litterId);
    const path = `/puppies/${puppyId}`;
    expect((await callRest(team.owner.as, "PUT", path, { json: PAPERS })).body.data).toMatchObject(PAPERS);
    const { body } = await callRest(team.owner.as, "PUT", path, { json: { chippedOn: "2000-01-01" } });
    expect(body.errors).toEqual({ chippedOn: "Day of chipping cannot be before the birth" });
    const later = await callRest(team.owner.as, "PUT", path, { json: { chippedOn: "2099-01-01" } });
    expect(later.body.errors).toEqual({ chippedOn: "Day of chipping cannot be in the future" });
    const never = await callRest(team.owner.as, "PUT", path, { json: { bornAt: "9999-01-01T00:00:00Z" } });
    expect(never.body.errors).toEqual({ bornAt: "Time of birth must be within a week of the whelping date" });
  });

  it("are transferred to the dog that the puppy becomes", async () => {
    await change(BOOK);
    const { _id: puppyId } = await addPuppy(team, litterId, { name: "Clover", gender: "female" });
    await team.owner.as.mutation(api.litters.puppies.update, { puppyId, ...PAPERS });
    const dog = await team.owner.as.mutation(api.litters.puppies.addToDogs, {
      ...{ puppyId, breed: "Beagle", today: TODAY },
    });
    const { registeredName, registrationKind: _, ...kept } = PAPERS;
    expect(dog).toMatchObject({
      ...{ name: registeredName, callName: "Clover", ...kept },
      ...{ bornInLitterNumber: "HP612345", acquiredHow: "bred_here" },
    });
  });

  it("include a cause of death only for a dead puppy, and undo removes and restores it with the death", async () => {
    const { _id: puppyId } = await addPuppy(team, litterId);
    const alive = team.owner.as.mutation(api.litters.puppies.update, { puppyId, ...DEATH });
    expect(await failureOf(alive)).toMatchObject({
      details: { fields: { causeOfDeath: "Only a deceased puppy has a cause of death" } },
    });
    const step = async (json: object) =>
      await callRest(team.owner.as, "PATCH", `/puppies/${puppyId}/status`, { json });
    expect((await step({ status: "kept", ...DEATH })).body.errors).toMatchObject({
      causeOfDeath: "Only a deceased puppy has a cause of death",
    });
    expect((await step({ status: "deceased", diedOn: TODAY, ...DEATH })).body.data).toMatchObject(DEATH);
    const none = { causeOfDeath: null, causeOfDeathNotes: null };
    expect((await step({ status: "available" })).body.data).toMatchObject(none);
    await undo(await lastChangeOf("puppies", puppyId));
    expect(await team.owner.as.query(api.litters.puppies.get, { puppyId })).toMatchObject(DEATH);
  });

  it("refuse a litter date after the puppy's sale, death or chip", async () => {
    const { _id: puppyId } = await addPuppy(team, litterId, { name: "Puck" });
    const { as } = team.owner;
    await as.mutation(api.litters.puppies.sell, {
      ...{ puppyId, buyerName: "Anna", saleDate: "2025-05-10", today: TODAY },
    });
    const [late, early] = ["2025-05-11", "2025-03-01"];
    const refused = { whelpingDate: "Puck was sold on 2025-05-10, which is before this birth" };
    expect((await failureOf(change({ whelpingDate: late }))).details.fields).toEqual(refused);
    const path = `/litters/${litterId}`;
    const { status, body } = await callRest(as, "PUT", path, { json: { whelpingDate: late } });
    expect([status, body.errors]).toEqual([400, refused]);
    await change({ whelpingDate: "2025-05-10" });
    await as.mutation(api.litters.puppies.update, { puppyId, chippedOn: "2025-05-10" });
    await change({ whelpingDate: early });
    // After this undo, the birth would be later than a sale that was corrected since.
    const changeId = await lastChangeOf("litters", litterId);
    await as.mutation(api.litters.puppies.update, { puppyId, chippedOn: "2025-03-02" });
    expect((await failureOf(undo(changeId))).details.fields).toEqual({
      whelpingDate: "Puck was chipped on 2025-03-02, which is before this birth",
    });
  });

  it("include a letter of one to three characters", async () => {
    expect(await change({ letter: "ÆØÅ" })).toMatchObject({ letter: "ÆØÅ" });
    expect((await failureOf(change({ letter: "CCCC" }))).details.fields).toEqual({
      letter: "Letter must be at most 3 characters",
    });
  });

  it("are in a backup with those of the litter, and are restored from it", async () => {
    await change({ ...BOOK, whelping: { placentae: 6 } });
    const { _id: puppyId } = await addPuppy(team, litterId);
    await team.owner.as.mutation(api.litters.puppies.update, { puppyId, ...PAPERS });
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    const { data } = await team.owner.as.query(api.litters.litters.list, { kennelId: team.kennelId });
    expect(data).toMatchObject([{ ...BOOK, whelping: { placentae: 6 }, puppies: [PAPERS] }]);
  });
});

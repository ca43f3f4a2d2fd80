/** Tests weighing puppies. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { failureOf, startTeam, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { bringBackLast } from "../support/undoing";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT = Date.UTC(2025, 2, 6, 8);

let team: Team;
let litterId: Id<"litters">;
let puppyId: Id<"puppies">;
beforeEach(async () => {
  team = await startTeam();
  ({ litterId } = await addLitter(team));
  puppyId = (await addPuppy(team, litterId))._id;
});

let keys = 0;
const weigh = async (
  grams: number,
  fields: Partial<(typeof api.litters.puppyWeights.add)["_args"]> = {},
  who: Person = team.staff,
) =>
  await who.as.mutation(api.litters.puppyWeights.add, {
    puppyId,
    grams,
    weighedAt: AT,
    entryKey: `entry-key-${(keys += 1)}`,
    ...fields,
  });
const undo = async (entryKey: string, who: Person = team.staff) =>
  await who.as.mutation(api.litters.puppyWeights.undo, { litterId, entryKey });
const grams = async () =>
  (await team.viewer.as.query(api.litters.puppyWeights.list, { litterId })).map((entry) => entry.grams);

describe("puppyWeights.add", () => {
  it("stores an entry once, however often it is sent", async () => {
    expect(await weigh(412, { entryKey: "sent-twice" })).toEqual({ outcome: "stored", other: null });
    expect(await weigh(412, { entryKey: "sent-twice" })).toMatchObject({ outcome: "known" });
    expect(await grams()).toEqual([412]);
  });

  it("stores the same weight of two people once within minutes, and again later", async () => {
    await weigh(412);
    const second = await weigh(412, { weighedAt: AT + 9 * MINUTE }, team.owner);
    expect(second).toMatchObject({ outcome: "same", other: { grams: 412 } });
    expect(await weigh(412, { weighedAt: AT + 11 * MINUTE })).toMatchObject({ outcome: "stored" });
    expect(await grams()).toEqual([412, 412]);
  });

  it("stores a different weight within minutes, and reports the other one", async () => {
    await weigh(412);
    expect(await weigh(418, { weighedAt: AT + MINUTE })).toMatchObject({
      outcome: "second",
      other: { grams: 412 },
    });
    expect(await grams()).toEqual([412, 418]);
  });

  it("refuses an invalid weight and a weight before the birth, and limits the time of a fast clock", async () => {
    expect((await failureOf(weigh(0))).details.fields).toEqual({ grams: "Weight must be positive" });
    expect((await failureOf(weigh(1.5))).details.fields).toEqual({ grams: "Weight must be in whole grams" });
    expect((await failureOf(weigh(412, { weighedAt: Date.UTC(2025, 2, 3) }))).details.fields).toEqual({
      weighedAt: "A weighing cannot be before the birth",
    });
    const ahead = Date.UTC(2100, 0, 1);
    await weigh(412, { weighedAt: ahead });
    const [entry] = await team.viewer.as.query(api.litters.puppyWeights.list, { litterId });
    expect(entry?.weighedAt).toBeLessThan(ahead);
  });
});

describe("puppyWeights.undo", () => {
  it("removes an entry once, and a late repeated request does not restore it", async () => {
    await weigh(412, { entryKey: "taken-back" });
    await undo("taken-back");
    await undo("taken-back");
    expect(await grams()).toEqual([]);
    expect(await weigh(412, { entryKey: "taken-back" })).toMatchObject({ outcome: "known" });
    expect(await grams()).toEqual([]);
  });

  it("accepts the same weight again under a new key, and ignores an invalid key", async () => {
    await weigh(412, { entryKey: "taken-back" });
    await undo("taken-back");
    await undo("never-was-here");
    expect(await weigh(412)).toMatchObject({ outcome: "stored" });
  });
});

describe("undoing the removal of an entry", () => {
  it("restores the entry, unless the same weight was typed again within minutes", async () => {
    await weigh(412, { entryKey: "taken-back" });
    await undo("taken-back");
    await weigh(412, { entryKey: "typed-again", weighedAt: AT + MINUTE });
    expect((await failureOf(bringBackLast(team))).code).toBe("CHANGED_SINCE");
    expect(await grams()).toEqual([412]);
    await undo("typed-again");
    await bringBackLast(team);
    expect(await grams()).toEqual([412]);
  });
});

describe("puppyWeights.recent", () => {
  it("returns the last weighings of each puppy, the newest first, without undone ones", async () => {
    const { _id: other } = await addPuppy(team, litterId);
    for (let day = 0; day < 6; day += 1) {
      await weigh(400 + day, { weighedAt: AT + day * DAY, entryKey: `of-day-${day}` });
    }
    await weigh(500, { puppyId: other });
    await undo("of-day-5");
    const recent = await team.viewer.as.query(api.litters.puppyWeights.recent, { litterId });
    expect(recent.map((entry) => entry.grams)).toEqual([404, 403, 402, 401, 500]);
  });
});

describe("access to weights", () => {
  it("allows viewers to read, and hides weights from strangers", async () => {
    expect((await failureOf(weigh(412, {}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(weigh(412, {}, team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(undo("some-entry", team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(undo("some-entry", team.stranger))).code).toBe("NOT_FOUND");
    const list = team.stranger.as.query(api.litters.puppyWeights.list, { litterId });
    expect((await failureOf(list)).code).toBe("NOT_FOUND");
  });
});

/** Tests the weights of grown dogs. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { dateOfBirth: "2021-01-10" }))._id;
});

let keys = 0;
type Args = (typeof api.health.dogWeights.add)["_args"];
const weigh = async (fields: Partial<Args> = {}, who: Person = team.staff) =>
  await who.as.mutation(api.health.dogWeights.add, {
    dogId,
    grams: 28_349,
    weighedOn: "2025-06-01",
    today: TODAY,
    entryKey: `weight-key-${(keys += 1)}`,
    ...fields,
  });
const list = async (who: Person = team.viewer) => await who.as.query(api.health.dogWeights.list, { dogId });
const recorded = async () => (await team.viewer.as.query(api.dogs.dogs.get, { dogId }))?.weight;

describe("dogWeights", () => {
  it("stores an entry once for its key, and the same weight of one day once", async () => {
    expect(await weigh({ entryKey: "sent-twice" })).toBe("stored");
    expect(await weigh({ entryKey: "sent-twice" })).toBe("known");
    expect(await weigh({}, team.owner)).toBe("same");
    expect(await weigh({ grams: 28_400 })).toBe("stored");
    expect((await list())?.weights.map(({ grams }) => grams)).toEqual([28_400, 28_349]);
  });

  it("updates the dog's record to its newest weight, whichever was recorded last", async () => {
    await weigh();
    expect(await recorded()).toBe(62.5);
    await weigh({ grams: 20_000, weighedOn: "2024-06-01" });
    expect(await recorded()).toBe(62.5);
    const [newest] = (await list())?.weights ?? [];
    const change = {
      dogId,
      weightId: newest?._id ?? "",
      grams: 30_000,
      weighedOn: "2025-06-02",
      today: TODAY,
    };
    await team.owner.as.mutation(api.health.dogWeights.update, change);
    expect(await recorded()).toBe(66.1);
    await team.owner.as.mutation(api.health.dogWeights.remove, { dogId, weightId: newest?._id ?? "" });
    expect(await recorded()).toBe(44.1);
  });

  it("includes the dog's weights as a puppy, with the birth weight first", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId, { name: "Pip", gender: "male", birthWeightGrams: 410 });
    const at = Date.UTC(2025, 2, 6, 8);
    const entry = { puppyId: puppy._id, grams: 455, weighedAt: at, entryKey: "puppy-weight-1" };
    await team.owner.as.mutation(api.litters.puppyWeights.add, entry);
    await team.deployment.run(async (ctx) => await ctx.db.patch("puppies", puppy._id, { dogId }));
    expect((await list())?.asPuppy.map(({ grams }) => grams)).toEqual([410, 455]);
  });

  it("refuses an invalid weight, a future day and a day before the birth", async () => {
    const fieldsOf = async (fields: Partial<Args>) => (await failureOf(weigh(fields))).details.fields;
    expect(await fieldsOf({ grams: 0 })).toEqual({ grams: "Weight must be positive" });
    expect(await fieldsOf({ grams: 200_000 })).toEqual({ grams: "Weight must be at most 400 lbs" });
    expect(await fieldsOf({ weighedOn: "2025-06-16" })).toEqual({ weighedOn: "Day cannot be in the future" });
    expect(await fieldsOf({ weighedOn: "2021-01-09" })).toEqual({
      weighedOn: "Day cannot be before the birth",
    });
  });

  it("can be read by viewers, changed by staff, are hidden from strangers, and are deleted with the dog", async () => {
    await weigh();
    const weightId = (await list())?.weights[0]?._id ?? "";
    const remove = async (who: Person) =>
      await who.as.mutation(api.health.dogWeights.remove, { dogId, weightId });
    expect(await list(team.stranger)).toBeNull();
    expect((await failureOf(weigh({}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(weigh({}, team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(remove(team.viewer))).code).toBe("FORBIDDEN");
    const dogOfOthers = (await addDog(team.owner, team.kennelId, { name: "Luna" }))._id;
    const wrong = team.owner.as.mutation(api.health.dogWeights.remove, { dogId: dogOfOthers, weightId });
    expect((await failureOf(wrong)).code).toBe("NOT_FOUND");
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect(await team.deployment.run(async (ctx) => await ctx.db.query("dogWeights").take(5))).toEqual([]);
  });
});

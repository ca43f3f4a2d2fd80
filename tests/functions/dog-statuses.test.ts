/** Tests changing the status of many dogs in one call. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const change = async (
  dogIds: string[],
  status: "active" | "retired" | "deceased" | "sold",
  { on = TODAY, by = team.staff } = {},
) =>
  await by.as.mutation(api.dogs.dogs.changeStatus, {
    kennelId: team.kennelId,
    dogIds,
    status,
    statusChangedOn: on,
    today: TODAY,
  });
const statusOf = async (dogId: string) => (await team.owner.as.query(api.dogs.dogs.get, { dogId }))?.status;

describe("dogs.changeStatus", () => {
  it("changes every dog with its date, and records each change in the history", async () => {
    const { owner, kennelId } = team;
    const dogs = [await addDog(owner, kennelId, { name: "A" }), await addDog(owner, kennelId, { name: "B" })];
    const ids = dogs.map(({ _id }) => _id);
    expect(await change([...ids, ...ids], "sold")).toEqual(ids.map((dogId) => ({ dogId, problem: null })));
    for (const dog of dogs) {
      expect(await owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({
        status: "sold",
        statusChangedOn: TODAY,
      });
      const edits = await owner.as.query(api.dogs.dogs.editsSince, { dogId: dog._id, since: dog.updatedAt });
      expect(edits?.map(({ fields }) => [...fields].sort())).toEqual([["status", "statusChangedOn"]]);
    }
  });

  it("reports why a dog cannot change, and changes the others", async () => {
    const { owner, kennelId } = team;
    const young = await addDog(owner, kennelId, { name: "Young", dateOfBirth: TODAY });
    const old = await addDog(owner, kennelId, { name: "Old", dateOfBirth: "2015-01-01" });
    const [first, second] = await change([young._id, old._id], "deceased", { on: "2025-01-01" });
    expect(first?.problem).toEqual(expect.any(String));
    expect(second).toEqual({ dogId: old._id, problem: null });
    expect([await statusOf(young._id), await statusOf(old._id)]).toEqual(["active", "deceased"]);
  });

  it("does not find dogs of another kennel", async () => {
    const foreign = await addDog(team.stranger, await firstKennelOf(team.stranger), { name: "Elsewhere" });
    const results = await change([foreign._id, "nothing"], "sold");
    expect(results.map(({ problem }) => problem)).toEqual([expect.any(String), expect.any(String)]);
    expect(results[0]?.problem).toBe(results[1]?.problem);
    const seen = await team.stranger.as.query(api.dogs.dogs.get, { dogId: foreign._id });
    expect(seen?.status).toBe("active");
  });

  it("refuses viewers and strangers", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "A" });
    expect((await failureOf(change([dog._id], "sold", { by: team.viewer }))).code).toBe("FORBIDDEN");
    expect((await failureOf(change([dog._id], "sold", { by: team.stranger }))).code).toBe("NOT_FOUND");
    expect(await statusOf(dog._id)).toBe("active");
  });

  it("refuses more than 100 dogs at once", async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `dog${index}`);
    expect((await failureOf(change(ids, "sold"))).code).toBe("VALIDATION_FAILED");
  });
});

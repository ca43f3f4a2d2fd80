/** Tests the guided tour's flags. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { failureOf, startTeam, type Person, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const read = async (person: Person) => await person.as.query(api.accounts.tutorials.get, {});

describe("the tour's flags", () => {
  it("[GAP-TUT-03] are not set for a new user, and are stored for all devices", async () => {
    expect(await read(team.owner)).toEqual({ isCompleted: false, isPromptShown: false });
    await team.owner.as.mutation(api.accounts.tutorials.mark, { isPromptShown: true });
    expect(await read(team.owner)).toEqual({ isCompleted: false, isPromptShown: true });
  });

  it("[TUT-06] are set one by one and never reset", async () => {
    await team.owner.as.mutation(api.accounts.tutorials.mark, { isCompleted: true });
    await team.owner.as.mutation(api.accounts.tutorials.mark, { isCompleted: false, isPromptShown: true });
    expect(await read(team.owner)).toEqual({ isCompleted: true, isPromptShown: true });
  });

  it("are personal, also for a viewer", async () => {
    await team.viewer.as.mutation(api.accounts.tutorials.mark, { isCompleted: true });
    expect(await read(team.viewer)).toMatchObject({ isCompleted: true });
    expect(await read(team.owner)).toMatchObject({ isCompleted: false });
  });

  it("are refused to signed-out callers", async () => {
    const reading = await failureOf(team.deployment.query(api.accounts.tutorials.get, {}));
    const writing = await failureOf(
      team.deployment.mutation(api.accounts.tutorials.mark, { isCompleted: true }),
    );
    expect([reading.code, writing.code]).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
  });
});

/** Tests the REST calls of notification settings. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

describe("notification settings over REST", () => {
  it("[SET-08] [GAP-SET-08] change the named channels and return all three", async () => {
    const put = async (json: object) =>
      await callRest(team.viewer.as, "PUT", "/settings/notifications", { json });
    expect(await put({ sms: true })).toMatchObject({
      status: 200,
      body: { data: { email: true, sms: true, push: true } },
    });
    expect((await put({ push: false })).body.data).toEqual({ email: true, sms: true, push: false });
    expect((await team.viewer.as.query(api.accounts.userSettings.get, {})).notifications.push).toBe(false);
    expect(await put({ email: "yes" })).toMatchObject({
      status: 400,
      body: { errors: { email: "Email must be true or false" } },
    });
  });

  it("[GAP-REM-11] send a test message, and report when the channel is not set up", async () => {
    const test = async (json: object, person = team.owner) =>
      await callRest(person.as, "POST", "/settings/notifications/test", { json });
    for (const type of ["email", "sms", "push"]) {
      const { status, body } = await test({ type });
      expect([status, Object.keys(body.data)]).toEqual([201, ["channel", "status", "message"]]);
      expect(body.data).toMatchObject({ channel: type, status: "not_set_up" });
    }
    const sent = await team.owner.as.query(api.deliveries.deliveries.outbox, { kennelId: team.kennelId });
    expect(sent.map(({ kind }) => kind)).toEqual(["test", "test", "test"]);
    expect(await test({ type: "fax" })).toMatchObject({
      status: 400,
      body: { errors: { type: "Type must be email, sms, push" } },
    });
    expect((await test({ type: "email", kennelId: team.kennelId }, team.stranger)).status).toBe(404);
  });
});

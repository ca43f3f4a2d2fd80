/** Tests the REST calls of a reminder's notifications. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
let path: string;
beforeEach(async () => {
  team = await startTeam();
  const { _id } = await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title: "Worming",
    dueDate: "2999-06-15",
  });
  path = `/reminders/${_id}`;
});

describe("notifications over REST", () => {
  it("[GAP-REM-17] a test is in the history, with its channel, status and message", async () => {
    for (const type of ["email", "sms", "push"]) {
      const answer = await callRest(team.owner.as, "POST", `${path}/test-notification`, { json: { type } });
      expect(answer).toMatchObject({ status: 201, body: { data: { channel: type, status: "not_set_up" } } });
    }
    const { status, body } = await callRest(team.viewer.as, "GET", `${path}/notification-history`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(3);
    expect(Object.keys(body.data[0])).toEqual(["sentAt", "channel", "status", "message"]);
    expect(body.data.map(({ channel }: { channel: string }) => channel).sort()).toEqual([
      "email",
      "push",
      "sms",
    ]);
  });

  it("refuses an invalid channel", async () => {
    const answer = await callRest(team.owner.as, "POST", `${path}/test-notification`, {
      json: { type: "fax" },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { type: "Type must be email, sms, push" } },
    });
  });
});

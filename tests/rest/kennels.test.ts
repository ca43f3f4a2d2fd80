/** Tests the seven REST calls of kennels and their people. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { signIn, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });

describe("/kennels", () => {
  it("[API-01] [KEN-01] lists the caller's kennels in data, the default one first", async () => {
    const second = await call("POST", "/kennels", { name: "Second" });
    const { body } = await call("GET", "/kennels");
    expect(body.data.map((kennel: { id: string }) => kennel.id)).toEqual([
      team.kennelId,
      second.body.data.id,
    ]);
  });

  it("[GAP-KEN-01] requires a name, and returns the stored kennel", async () => {
    expect(await call("POST", "/kennels", { name: "" })).toMatchObject({
      status: 400,
      body: { errors: { name: "Name is required" } },
    });
    const { body } = await call("POST", "/kennels", { name: "Oak Hill", website: "https://oak.example" });
    expect(body.data).toMatchObject({ name: "Oak Hill", website: "https://oak.example", role: "owner" });
  });

  it("[GAP-KEN-01] includes its people in every result", async () => {
    const made = (await call("POST", "/kennels", { name: "Oak Hill" })).body.data;
    const path = `/kennels/${made.id}`;
    const changed = (await call("PUT", path, { name: "Elm Hill" })).body.data;
    const [, listed] = (await call("GET", "/kennels")).body.data;
    for (const kennel of [made, changed, listed, (await call("GET", path)).body.data]) {
      expect(kennel.users).toMatchObject([{ email: team.owner.email, role: "owner" }]);
    }
  });

  it("changes a kennel, and returns 409 for an old updatedAt", async () => {
    const { updatedAt } = (await call("GET", `/kennels/${team.kennelId}`)).body.data;
    const path = `/kennels/${team.kennelId}`;
    expect((await call("PUT", path, { name: "Oak Hill", updatedAt })).body.data.name).toBe("Oak Hill");
    expect((await call("PUT", path, { name: "Elm Hill", updatedAt })).status).toBe(409);
  });

  it("[GAP-KEN-06] [API-02] schedules the deletion of a kennel once its name is sent, and returns the day without an envelope", async () => {
    const path = `/kennels/${team.kennelId}`;
    expect((await call("DELETE", path)).body.errors).toEqual({
      confirmName: "Type the kennel's name to delete it",
    });
    expect((await call("DELETE", `${path}?confirmName=Other`)).status).toBe(400);
    const { body } = await call("DELETE", `${path}?confirmName=My%20Kennel`);
    expect(body).toEqual({ success: true, deletesAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) });
    expect((await call("GET", path)).body.data.deletesAt).toBe(body.deletesAt);
  });
});

describe("/kennels/{id}/users", () => {
  const users = async () => (await call("GET", `/kennels/${team.kennelId}`)).body.data.users;

  it("[KEN-03] [KEN-04] adds people by email and role, permissions defaulting to an empty object", async () => {
    const path = `/kennels/${team.kennelId}/users`;
    const first = await call("POST", path, { email: "b@example.com", role: "staff" });
    await call("POST", path, { email: "c@example.com", role: "viewer", permissions: { dogs: "write" } });
    expect(first).toMatchObject({ status: 201, body: { data: { permissions: {}, isInvited: true } } });
    expect(await users()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: "b@example.com", role: "staff" }),
        expect.objectContaining({ email: "c@example.com", role: "viewer", permissions: { dogs: "write" } }),
      ]),
    );
  });

  it("refuses an invalid role or area, and a person already there", async () => {
    const path = `/kennels/${team.kennelId}/users`;
    const wrong = { email: "b@example.com", role: "boss", permissions: { dogs: "all" } };
    expect((await call("POST", path, wrong)).body.errors).toEqual({
      role: "Role must be owner, manager, staff or viewer",
      "permissions.dogs": "Each area must be none, read or write",
    });
    expect((await call("POST", path, { email: "staff@example.com", role: "staff" })).status).toBe(409);
  });

  it("[KEN-05] removes a person by user id, who can no longer read the kennel", async () => {
    expect((await call("DELETE", `/kennels/${team.kennelId}/users/${team.staff.userId}`)).body).toEqual({
      success: true,
    });
    expect((await callRest(team.staff.as, "GET", `/kennels/${team.kennelId}`)).status).toBe(404);
    expect((await callRest(team.staff.as, "GET", `/dogs?kennelId=${team.kennelId}`)).status).toBe(404);
  });

  it("cancels an invitation by its id in the list", async () => {
    await call("POST", `/kennels/${team.kennelId}/users`, { email: "b@example.com", role: "staff" });
    const invited = (await users()).find((user: { isInvited: boolean }) => user.isInvited);
    await call("DELETE", `/kennels/${team.kennelId}/users/${invited.userId}`);
    const newcomer = await signIn(team.deployment, "b@example.com");
    expect(await newcomer.as.query(api.kennels.invitations.waiting, {})).toEqual([]);
  });

  it("[GAP-KEN-05] returns 409 for the last owner", async () => {
    expect((await call("DELETE", `/kennels/${team.kennelId}/users/${team.owner.userId}`)).status).toBe(409);
  });
});

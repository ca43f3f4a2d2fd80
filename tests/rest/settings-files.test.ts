/** Tests GET /settings/export and POST /settings/import. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { firstKennelOf, startTeam, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const exported = async (person: Person, query = "") =>
  await callRest(person.as, "GET", `/settings/export?${query}`);
const imported = async (person: Person, file: object, query = "") =>
  await callRest(person.as, "POST", `/settings/import?${query}`, { json: file });
const metadata = { product: "Studbook", kind: "settings", version: 1 };

describe("GET /settings/export", () => {
  it("[GAP-SET-13] returns the user's settings, and the kennel's on request", async () => {
    const { status, body } = await exported(team.owner);
    expect(status).toBe(200);
    expect(body.data.metadata).toEqual(metadata);
    expect(body.data.user).toMatchObject({ notifications: { email: true, sms: false, push: true } });
    expect(body.data.kennel).toBeUndefined();
    const both = await exported(team.owner, `includeKennel=true&kennelId=${team.kennelId}`);
    expect(both.body.data.kennel).toMatchObject({ name: "My Kennel" });
  });

  it("returns another kennel's details to nobody", async () => {
    const query = `includeKennel=true&kennelId=${team.kennelId}`;
    expect((await exported(team.stranger, query)).status).toBe(404);
  });
});

describe("POST /settings/import", () => {
  it("[GAP-SET-13] imports an exported file, even for another person", async () => {
    const set = { metadata, user: { phone: "+1 212 555 0100", digestTime: "07:30" } };
    expect((await imported(team.owner, set)).body.data).toEqual({
      applied: ["user.digestTime", "user.phone"],
      ignored: [],
    });
    const file = (await exported(team.owner)).body.data;
    const { status, body } = await imported(team.manager, file);
    expect(status).toBe(201);
    expect(body.data.ignored).toEqual([]);
    expect((await exported(team.manager)).body.data.user).toEqual(file.user);
  });

  it("[GAP-SET-13] names what it ignores: unknown keys, values of another type, and a kennel when none was requested", async () => {
    const file = {
      metadata,
      user: { phone: 5, wallpaper: "blue", digestTime: "07:30" },
      kennel: { name: "Taken" },
      extra: 1,
    };
    expect((await imported(team.owner, file)).body.data).toEqual({
      applied: ["user.digestTime"],
      ignored: ["extra", "user.phone", "user.wallpaper", "kennel"],
    });
    const kennel = (await exported(team.owner, "includeKennel=true")).body.data.kennel;
    expect(kennel.name).toBe("My Kennel");
  });

  it("[GAP-SET-13] changes the kennel on request, for users with the right", async () => {
    const query = `includeKennel=true&kennelId=${team.kennelId}`;
    const file = { metadata, kennel: { name: "Oak Hill", ownerId: "x" } };
    expect((await imported(team.staff, file, query)).status).toBe(403);
    expect((await imported(team.stranger, file, query)).status).toBe(404);
    expect((await imported(team.owner, file, query)).body.data).toEqual({
      applied: ["kennel.name"],
      ignored: ["kennel.ownerId"],
    });
    expect((await exported(team.owner, query)).body.data.kennel.name).toBe("Oak Hill");
  });

  it("[GAP-SET-13] copies the kennel's business numbers and branding to another kennel", async () => {
    const query = `includeKennel=true&kennelId=${team.kennelId}`;
    const { kennelId } = team;
    const branding = { primaryColor: "#1f6f3a", footerText: "Oak Hill since 1998" };
    await team.owner.as.mutation(api.kennels.kennelSettings.update, {
      kennelId,
      business: { taxId: "12-3" },
      branding,
    });
    const { kennelSettings } = (await exported(team.owner, query)).body.data;
    expect(kennelSettings).toMatchObject({ business: { taxId: "12-3" }, branding });
    const own = await firstKennelOf(team.stranger);
    const file = { metadata, kennelSettings };
    expect((await imported(team.stranger, file)).body.data.ignored).toEqual(["kennelSettings"]);
    const { body } = await imported(team.stranger, file, `includeKennel=true&kennelId=${own}`);
    expect([...body.data.applied].sort()).toEqual([
      "kennelSettings.branding",
      "kennelSettings.business",
      "kennelSettings.familyPages",
      "kennelSettings.mating",
    ]);
    expect(await team.stranger.as.query(api.kennels.kennelSettings.get, { kennelId: own })).toMatchObject({
      business: { taxId: "12-3" },
      branding,
    });
  });

  it("changes nothing when a value is refused, and refuses a file without settings", async () => {
    const wrong = { metadata, user: { digestTime: "25:00", notifications: { sms: true } } };
    expect((await imported(team.owner, wrong)).status).toBe(400);
    expect((await exported(team.owner)).body.data.user.notifications.sms).toBe(false);
    const backup = { metadata: { ...metadata, kind: "export" }, user: {} };
    const { status, body } = await imported(team.owner, backup);
    expect(status).toBe(400);
    expect(body.errors).toEqual({ file: "This is not a settings file" });
  });
});

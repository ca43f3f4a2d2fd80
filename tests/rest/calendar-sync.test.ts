/** Tests the REST calls of calendar sync. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { comeFor, linesOf, SITE } from "../support/calendars";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  vi.stubEnv("CONVEX_SITE_URL", SITE);
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const connect = async (body: object = {}, person: Person = team.viewer) =>
  await callRest(person.as, "POST", "/reminders/calendar-sync", {
    json: { kennelId: team.kennelId, calendarProvider: "ics", ...body },
  });
const status = async (person: Person = team.viewer) =>
  await callRest(person.as, "GET", `/reminders/calendar-sync/${team.kennelId}/status`);

describe("[GAP-REM-16] calendar sync over REST", () => {
  it("turns the address on, and any calendar program can request it", async () => {
    expect((await status()).body.data).toMatchObject({ status: "off", url: null, connectedAt: null });
    const { status: code, body } = await connect();
    expect([code, body.data.status, body.data.calendarProvider]).toEqual([201, "active", "ics"]);
    expect(body.data.settings.include).toEqual(["reminders", "breeding", "heats", "vaccinations"]);
    await team.owner.as.mutation(api.reminders.reminders.create, {
      kennelId: team.kennelId,
      title: "Worming",
      dueDate: TODAY,
    });
    const { events } = await comeFor(team.deployment, body.data.url);
    expect(linesOf(events)).toHaveLength(1);
    const after = await status();
    expect(after.body.data).toMatchObject({ status: "active", url: body.data.url });
    expect(after.body.data.lastReadAt).toMatch(/Z$/);
    expect((await status(team.owner)).body.data.status).toBe("off");
  });

  it("changes the content, renews the address and turns it off", async () => {
    const { url } = (await connect()).body.data;
    const chosen = (await connect({ settings: { include: ["heats"] } })).body.data;
    expect([chosen.url, chosen.settings.include]).toEqual([url, ["heats"]]);
    const renewed = (await connect({ settings: { renew: true } })).body.data;
    expect([renewed.url === url, renewed.settings.include]).toEqual([false, ["heats"]]);
    expect((await comeFor(team.deployment, url)).status).toBe(404);
    const off = (await connect({ settings: { isEnabled: false } })).body.data;
    expect([off.status, off.url]).toEqual(["off", null]);
    expect((await comeFor(team.deployment, renewed.url)).status).toBe(404);
  });

  it("refuses other providers, invalid kinds of content, and other people's kennels", async () => {
    const google = await connect({ calendarProvider: "google" });
    expect(google.status).toBe(400);
    expect(google.body.errors.calendarProvider).toContain("google is not supported");
    expect((await connect({ settings: { include: ["weather"] } })).status).toBe(400);
    expect((await connect({ settings: { include: [] } })).status).toBe(400);
    expect((await connect({}, team.stranger)).status).toBe(404);
    expect((await status(team.stranger)).status).toBe(404);
  });

  it("reports when the server cannot create addresses", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "");
    expect((await connect()).body.data).toMatchObject({ status: "not_set_up", url: null });
  });
});

/** Tests the REST calls of connected services. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { api, internal } from "../../convex/_generated/api";
import { openCredentials, seal } from "../../convex/connections/model/sealing";
import { failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { SITE } from "../support/calendars";
import { connectMail, CREDENTIAL_KEY, startMailAccount } from "../support/connections";
import type { MailAccountServer } from "../support/mail-account";

const NEWER_KEY = `k2:${"cd".repeat(32)}`;

let team: Team;
let server: MailAccountServer;
beforeEach(async () => {
  team = await startTeam();
  server = await startMailAccount();
  vi.stubEnv("CONVEX_SITE_URL", SITE);
});

const connect = async (changes: object = {}, person = team.owner) =>
  await callRest(person.as, "POST", "/settings/integrations/connect", {
    json: { type: "mail", kennelId: team.kennelId, credentials: { ...server.credentials, ...changes } },
  });
const list = async (person = team.viewer) =>
  (await callRest(person.as, "GET", `/settings/integrations?kennelId=${team.kennelId}`)).body.data;
const test = async (id: string) =>
  (await callRest(team.owner.as, "POST", `/settings/integrations/${id}/test`)).body.data;

describe("a mail server", () => {
  it("[GAP-SET-16] is connected once it accepts the sign-in, and its credentials are never returned", async () => {
    const { status, body } = await connect();
    expect([status, body.data]).toMatchObject([
      201,
      {
        type: "mail",
        name: "127.0.0.1",
        status: "connected",
        settings: { from: "oak@example.com", port: server.credentials.port, isEnabled: true },
        problem: null,
      },
    ]);
    const answered = JSON.stringify([body, await list(), await list(team.owner), await test(body.data.id)]);
    expect(answered).not.toContain(server.credentials.password);
    expect(answered).not.toContain(server.credentials.user);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("connections").take(5));
    expect(rows).toHaveLength(1);
    expect(new TextDecoder("latin1").decode(rows[0]?.credentials.data)).not.toContain("right horse");
    expect(JSON.stringify(rows)).not.toContain("right horse");
  });

  it.each([
    [
      "a wrong password",
      { password: "wrong" },
      { "credentials.user": "The server does not accept this user name and password" },
    ],
    [
      "a port without a server",
      { port: 1 },
      { "credentials.host": "The server does not respond on this port" },
    ],
    [
      "a server that does not exist",
      { host: "none.invalid" },
      { "credentials.host": "There is no server with this name" },
    ],
    [
      "no port",
      { port: "x" },
      { "credentials.port": "Port must be a number from 1 to 65535, usually 587 or 465" },
    ],
  ])("[GAP-SET-16] is not stored with %s", async (_what, changes, errors) => {
    expect(await connect(changes)).toMatchObject({ status: 400, body: { errors } });
    expect(await list()).toEqual([]);
  });

  it("replaces the previous mail server", async () => {
    const { body: first } = await connect();
    const { body: second } = await connect({ from: "elm@example.com" });
    expect(second.data.id).toBe(first.data.id);
    expect(await list()).toMatchObject([{ settings: { from: "elm@example.com" } }]);
  });

  it("that replaces another server does not get the problem of the former server", async () => {
    await connect();
    const { deployment, kennelId } = team;
    const { noteUse, ownMail } = internal.connections.connections;
    const used = await deployment.query(ownMail, { kennelId });
    if (!used) throw new Error("the kennel has no mail server");
    vi.setSystemTime(Date.now() + 1000);
    await connect();
    const { connectionId, updatedAt } = used;
    await deployment.mutation(noteUse, { connectionId, updatedAt, problem: "The server does not respond" });
    expect(await list()).toMatchObject([{ type: "mail", problem: null }]);
  });

  it("is refused in the deployment's own network unless the operator allows it", async () => {
    vi.stubEnv("STUDBOOK_PRIVATE_MAIL_HOSTS", "");
    expect((await connect()).body.errors).toEqual({ "credentials.port": "Port must be 587, 465, 25, 2525" });
    expect((await connect({ port: 25 })).body.errors).toEqual({
      "credentials.host": "This server cannot be reached from here",
    });
  });

  it("[GAP-SET-16] requires an encryption key", async () => {
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", "");
    expect((await connect()).status).toBe(503);
  });

  it("[GAP-SET-16] is tested, with the result ok or the reason", async () => {
    const id = await connectMail(team, server);
    expect(await test(id)).toEqual({ ok: true, message: "ok" });
    server.setPassword("another");
    expect(await test(id)).toEqual({
      ok: false,
      message: "The server does not accept this user name and password",
    });
    expect((await list())[0].status).toBe("failing");
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", NEWER_KEY);
    expect(await test(id)).toMatchObject({ ok: false, message: expect.stringContaining("no key") });
  });

  it("[GAP-SET-16] is encrypted again by a test when there is a newer key", async () => {
    const id = await connectMail(team, server);
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", `${NEWER_KEY},${CREDENTIAL_KEY}`);
    expect(await test(id)).toMatchObject({ ok: true });
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", NEWER_KEY);
    expect(await test(id)).toMatchObject({ ok: true });
  });

  it("[GAP-SET-16] is switched off, changed and disconnected by users with the right", async () => {
    const path = `/settings/integrations/${await connectMail(team, server)}`;
    const put = async (settings: object) =>
      await callRest(team.manager.as, "PUT", path, { json: { settings } });
    expect((await put({ isEnabled: false })).body.data).toMatchObject({
      status: "disabled",
      settings: { from: "oak@example.com", isEnabled: false },
    });
    expect((await put({ from: "no address" })).body.errors).toEqual({
      "settings.from": "Invalid email address",
    });
    expect((await callRest(team.staff.as, "DELETE", path)).status).toBe(403);
    expect(await callRest(team.manager.as, "DELETE", path)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await list()).toEqual([]);
  });
});

describe("a calendar", () => {
  const connectCalendar = async () =>
    await callRest(team.owner.as, "POST", "/settings/integrations/connect", {
      json: { type: "calendar", kennelId: team.kennelId },
    });

  it("[GAP-SET-16] is the caller's own address: connected, changed, tested and turned off", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "secret");
    const { status, body } = await connectCalendar();
    expect([status, body.data]).toMatchObject([
      201,
      { type: "calendar", status: "connected", settings: { url: expect.stringMatching(/\.ics$/) } },
    ]);
    expect(await list(team.manager)).toEqual([]);
    const path = `/settings/integrations/${body.data.id}`;
    const change = { json: { settings: { include: ["reminders"] } } };
    expect((await callRest(team.manager.as, "PUT", path, change)).status).toBe(404);
    const changed = (await callRest(team.owner.as, "PUT", path, change)).body.data;
    expect(changed.settings).toMatchObject({ include: ["reminders"], url: body.data.settings.url });
    expect(await test(body.data.id)).toEqual({ ok: true, message: "ok" });
    expect((await callRest(team.owner.as, "DELETE", path)).status).toBe(200);
    expect(await list(team.owner)).toEqual([]);
  });

  it("[GAP-SET-16] reports why it does not work", async () => {
    vi.stubEnv("STUDBOOK_LINK_SECRET", "");
    const { body } = await connectCalendar();
    expect(await test(body.data.id)).toEqual({
      ok: false,
      message: "This server has no secret for creating calendar addresses",
    });
  });
});

it("[GAP-SET-16] other types are refused by name", async () => {
  const json = { type: "fax", kennelId: team.kennelId, credentials: {} };
  const { status, body } = await callRest(team.owner.as, "POST", "/settings/integrations/connect", { json });
  expect([status, body.errors]).toEqual([400, { type: "Type must be calendar, mail, payments" }]);
});

describe("messages of a kennel with its own mail server", () => {
  const sendTest = async () =>
    await team.owner.as.mutation(api.deliveries.deliveries.testChannel, {
      channel: "email",
      kennelId: team.kennelId,
    });
  const deliver = async () => await team.deployment.action(internal.deliveries.actions.deliveryRun.run, {});

  it("[GAP-SET-16] are sent through it and from its sender, even when the deployment has no mail server", async () => {
    await connectMail(team, server);
    expect((await sendTest()).status).toBe("queued");
    await deliver();
    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]).toContain("From: My Kennel <oak@example.com>");
    expect(server.messages[0]).toContain("To: owner@example.com");
  });

  it("cause a notice at the connection when the server no longer accepts them", async () => {
    await connectMail(team, server);
    server.setPassword("another");
    await sendTest();
    await deliver();
    expect(server.messages).toEqual([]);
    expect((await list())[0]).toMatchObject({ status: "failing", problem: expect.stringContaining("Wrong") });
  });

  it("are not set up once the server is switched off", async () => {
    const connectionId = await connectMail(team, server);
    await team.owner.as.mutation(api.connections.connections.update, {
      connectionId,
      settings: { isEnabled: false },
    });
    expect((await sendTest()).status).toBe("not_set_up");
  });
});

describe("encryption of credentials", () => {
  const SECRET = z.object({ password: z.string() });
  const secret = { password: "secret" };

  it("is reversed with the key that encrypted them, even when another is listed first, and for the same kennel only", async () => {
    const sealed = await seal(secret, "mail", "a");
    expect(sealed.keyId).toBe("k1");
    const again = await seal(secret, "mail", "a");
    expect(new Uint8Array(again.data)).not.toEqual(new Uint8Array(sealed.data));
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", `${NEWER_KEY}, ${CREDENTIAL_KEY}`);
    expect(await openCredentials(sealed, "mail", "a", SECRET)).toEqual(secret);
    expect((await seal(secret, "mail", "a")).keyId).toBe("k2");
    const elsewhere = await failureOf(openCredentials(sealed, "mail", "b", SECRET));
    expect(elsewhere.code).toBe("CREDENTIALS_UNAVAILABLE");
    vi.stubEnv("STUDBOOK_CREDENTIAL_KEYS", NEWER_KEY);
    const keyless = await failureOf(openCredentials(sealed, "mail", "a", SECRET));
    expect(keyless.code).toBe("CREDENTIALS_UNAVAILABLE");
  });
});

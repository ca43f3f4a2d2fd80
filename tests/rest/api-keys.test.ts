/** Tests calls by an API key. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { AREAS, type Area } from "../../domain/permissions/rules";
import { asKey, makeKey, startKeyCalls } from "../support/api-keys";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
  await startKeyCalls(team.deployment);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const call = async (key: string, method: string, path: string, json?: object) =>
  await callRest(team.deployment, method, path, {
    ...(json && { json }),
    headers: { Authorization: `Bearer ${key}` },
  });

/** Reads from one area each. The rights of the key determine the result. */
const readsOf = (kennelId: string): Record<Area, string> => ({
  dogs: `/dogs?kennelId=${kennelId}`,
  breeding: `/breeding?kennelId=${kennelId}`,
  health: `/health/records?kennelId=${kennelId}`,
  reminders: `/reminders?kennelId=${kennelId}`,
  finances: `/breeding/puppy-sales-report?kennelId=${kennelId}`,
  settings: `/settings/kennel/${kennelId}/contract-templates`,
  billing: `/billing/subscription?kennelId=${kennelId}`,
  backups: `/backups?kennelId=${kennelId}`,
  members: `/kennels/${kennelId}`,
});

describe("an API key", () => {
  it.each(["dogs", "breeding", "health", "reminders", "settings"] as const)(
    "for reading %s reads that area and nothing of another",
    async (area) => {
      const { key } = await makeKey(team.owner, team.kennelId, { [area]: "read" });
      const reads = readsOf(team.kennelId);
      expect((await call(key, "GET", reads[area])).status).toBe(200);
      for (const other of ["dogs", "breeding", "health", "reminders", "settings"] as const) {
        if (other !== area) expect((await call(key, "GET", reads[other])).status, other).toBe(403);
      }
    },
  );

  it("for reading dogs cannot write, and a key for writing can, as its person", async () => {
    const dog = { kennelId: team.kennelId, name: "Bella", breed: "Beagle", gender: "female" };
    const reader = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    expect((await call(reader.key, "POST", `/dogs?today=${TODAY}`, dog)).status).toBe(403);
    const writer = await makeKey(team.staff, team.kennelId, { dogs: "write" });
    expect((await call(writer.key, "POST", `/dogs?today=${TODAY}`, dog)).status).toBe(201);
    const [entry] = await team.owner.as.query(api.platform.activities.recent, { kennelId: team.kennelId });
    expect(entry).toMatchObject({ description: expect.stringContaining("Bella"), by: "staff" });
  });

  it("with any number of slow running calls leaves room for every other key", async () => {
    const path = `/dogs?kennelId=${team.kennelId}`;
    const slow = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    const other = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    const passOn = globalThis.fetch;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
      await released;
      return await passOn(...request);
    });
    const calls = Array.from({ length: 24 }, async () => await call(slow.key, "GET", path));
    const refused = await Promise.race(calls);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    vi.stubGlobal("fetch", passOn);
    expect((await call(other.key, "GET", path)).status).toBe(200);
    release();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(14);
  });

  it("reads only those members of the kennel that its areas contain", async () => {
    const without = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    expect((await call(without.key, "GET", `/kennels/${team.kennelId}`)).body.data.users).toEqual([]);
    const withThem = await makeKey(team.owner, team.kennelId, { members: "read" });
    const { users } = (await call(withThem.key, "GET", `/kennels/${team.kennelId}`)).body.data;
    expect(users).toHaveLength(4);
  });

  it("lists only its own kennel and finds no other", async () => {
    const other = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Second" });
    const dog = await addDog(team.owner, other._id);
    const { key } = await makeKey(team.owner, team.kennelId, { dogs: "write" });
    const { data } = (await call(key, "GET", "/kennels")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([team.kennelId]);
    for (const path of [`/dogs?kennelId=${other._id}`, `/dogs/${dog._id}`, `/kennels/${other._id}`]) {
      expect((await call(key, "GET", path)).status, path).toBe(404);
    }
    const foreign = await firstKennelOf(team.stranger);
    expect((await call(key, "GET", `/dogs?kennelId=${foreign}`)).status).toBe(404);
  });

  it("cannot have more rights than its person, and loses the rights that its person loses", async () => {
    const { kennelId } = team;
    const beyond = { kennelId, name: "Too much", areas: { dogs: "write" as const }, days: null };
    const failure = await failureOf(team.viewer.as.action(api.accounts.apiKeys.create, beyond));
    expect(failure.details.fields?.areas).toBe("A key cannot have more permissions than you have");

    const { key } = await makeKey(team.staff, kennelId, { dogs: "write", health: "read" });
    const rights = { role: "viewer" as const, permissions: { health: "none" as const } };
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId,
      userId: team.staff.userId,
      ...rights,
    });
    const dog = { kennelId, name: "Bella", breed: "Beagle", gender: "female" };
    expect((await call(key, "GET", `/dogs?kennelId=${kennelId}`)).status).toBe(200);
    expect((await call(key, "POST", `/dogs?today=${TODAY}`, dog)).status).toBe(403);
    expect((await call(key, "GET", `/health/records?kennelId=${kennelId}`)).status).toBe(403);
    await team.owner.as.mutation(api.kennels.members.remove, { kennelId, userId: team.staff.userId });
    expect((await call(key, "GET", `/dogs?kennelId=${kennelId}`)).status).toBe(401);
  });

  it("cannot do what requires a person or an owner in person, whatever its areas", async () => {
    const everything = Object.fromEntries(AREAS.map((area) => [area, "write" as const]));
    const { key, _id } = await makeKey(team.owner, team.kennelId, everything);
    const { kennelId } = team;
    expect((await call(key, "DELETE", `/kennels/${kennelId}?confirmName=My Kennel`)).status).toBe(403);
    expect((await call(key, "POST", "/kennels", { name: "Another" })).status).toBe(403);
    expect((await call(key, "PUT", "/settings/notifications", { sms: true })).status).toBe(403);
    const enable = { method: "totp" };
    expect((await call(key, "POST", "/settings/security/2fa/enable", enable)).status).toBe(403);

    const as = asKey(team.deployment, _id);
    const calls = {
      "makes keys": () =>
        as.action(api.accounts.apiKeys.create, { kennelId, name: "Child", areas: {}, days: null }),
      "ends keys": () => as.mutation(api.accounts.apiKeys.revoke, { kennelId, apiKeyId: _id }),
      leaves: () => as.mutation(api.kennels.members.remove, { kennelId, userId: team.owner.userId }),
      "signs in": () => as.mutation(api.accounts.users.ensure, {}),
      "reads settings": () => as.query(api.accounts.userSettings.get, {}),
      "subscribes calendars": () => as.query(api.calendar.calendarFeeds.list, { kennelId }),
      "reads mail": () => as.query(api.mail.accountMails.list, {}),
    };
    for (const [what, work] of Object.entries(calls))
      expect((await failureOf(work())).code, what).toBe("FORBIDDEN");
    const promote = as.mutation(api.kennels.members.update, {
      kennelId,
      userId: team.viewer.userId,
      role: "owner",
      permissions: {},
    });
    expect((await failureOf(promote)).code).toBe("FORBIDDEN");
  });

  it("ends immediately when it is revoked, and on its expiry date", async () => {
    const { key, _id } = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    const path = `/dogs?kennelId=${team.kennelId}`;
    expect((await call(key, "GET", path)).status).toBe(200);
    const held = asKey(team.deployment, _id);
    await team.owner.as.mutation(api.accounts.apiKeys.revoke, { kennelId: team.kennelId, apiKeyId: _id });
    expect(await call(key, "GET", path)).toMatchObject({ status: 401, body: { message: "Please sign in." } });
    // A token that was created a moment before is also refused.
    const work = held.query(api.dogs.dogs.list, { kennelId: team.kennelId, today: TODAY });
    expect((await failureOf(work)).code).toBe("NOT_FOUND");

    const brief = await makeKey(team.owner, team.kennelId, { dogs: "read" }, 30);
    expect((await call(brief.key, "GET", path)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 86_400_000 + 1000 });
    expect((await call(brief.key, "GET", path)).status).toBe(401);
  });

  it("is refused with a waiting time when it calls too often, and its person is not", async () => {
    const { key } = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    const { key: spare } = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await team.deployment.run(async (ctx) => {
      const { spend } = await import("../../convex/platform/model/people/limits");
      const [newer, older] = await ctx.db.query("apiKeys").order("desc").take(2);
      if (!newer || !older) throw new Error("No keys");
      await spend(ctx, older._id, "apiKeyCalls", 600);
    });
    const refused = await call(key, "GET", `/dogs?kennelId=${team.kennelId}`);
    expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, 1]);
    expect((await call(spare, "GET", `/dogs?kennelId=${team.kennelId}`)).status).toBe(200);
  });

  it("is shown once and stored as a hash", async () => {
    const { key, hint } = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    expect(key).toMatch(/^sbk_[\w-]{43}$/);
    expect(key.endsWith(hint)).toBe(true);
    const listed = await team.owner.as.query(api.accounts.apiKeys.list, { kennelId: team.kennelId });
    const stored = await team.deployment.run(async (ctx) => await ctx.db.query("apiKeys").collect());
    expect(JSON.stringify([listed, stored])).not.toContain(key.slice(0, -4));
    expect(listed.keys).toMatchObject([{ name: "Website", lastUsedAt: null, expiresAt: null }]);
    await call(key, "GET", `/dogs?kennelId=${team.kennelId}`);
    const used = await team.owner.as.query(api.accounts.apiKeys.list, { kennelId: team.kennelId });
    expect(used.keys[0]?.lastUsedAt).not.toBeNull();
    const others = await team.manager.as.query(api.accounts.apiKeys.list, { kennelId: team.kennelId });
    expect(others.keys).toEqual([]);
    const revoked = team.manager.as.mutation(api.accounts.apiKeys.revoke, {
      kennelId: team.kennelId,
      apiKeyId: listed.keys[0]?._id ?? "",
    });
    expect((await failureOf(revoked)).code).toBe("NOT_FOUND");
  });

  it("is listed only to its person, for all kennels", async () => {
    await makeKey(team.owner, team.kennelId, { dogs: "read" });
    const kennelId = await firstKennelOf(team.manager);
    const { _id } = await makeKey(team.manager, kennelId, { dogs: "read" });
    await makeKey(team.manager, team.kennelId, { dogs: "read" });
    expect(await team.manager.as.query(api.accounts.apiKeys.names)).toEqual(["Website", "Website"]);
    expect(await team.owner.as.query(api.accounts.apiKeys.names)).toEqual(["Website"]);
    expect(await team.staff.as.query(api.accounts.apiKeys.names)).toEqual([]);
    const byKey = asKey(team.deployment, _id).query(api.accounts.apiKeys.names);
    expect((await failureOf(byKey)).code).toBe("FORBIDDEN");
    expect((await failureOf(team.deployment.query(api.accounts.apiKeys.names))).code).toBe("UNAUTHENTICATED");
  });

  it("that was never created is not signed in, even if the deployment accepts no keys", async () => {
    const path = `/dogs?kennelId=${team.kennelId}`;
    expect((await call("sbk_nonsense", "GET", path)).status).toBe(401);
    const { key } = await makeKey(team.owner, team.kennelId, { dogs: "read" });
    vi.stubEnv("STUDBOOK_TOKEN_KEY", "");
    expect((await call(key, "GET", path)).status).toBe(401);
    expect(
      (await team.owner.as.query(api.accounts.apiKeys.list, { kennelId: team.kennelId })).isAvailable,
    ).toBe(false);
  });
});

describe("calls that require a sign-in", () => {
  it("[AUTH-13] do not include the plans, with or without a token", async () => {
    expect((await callRest(team.deployment, "GET", "/billing/plans")).status).toBe(200);
    expect((await callRest(team.owner.as, "GET", "/billing/plans")).status).toBe(200);
  });

  it.each(["/breeding", "/health/records", "/reminders", "/dashboard/stats", "/settings/security"])(
    "[AUTH-14] include %s",
    async (path) => {
      const isChange = path === "/settings/security";
      const request = isChange ? { json: {} } : {};
      const answer = await callRest(team.deployment, isChange ? "PUT" : "GET", path, request);
      expect(answer.status).toBe(401);
    },
  );
});

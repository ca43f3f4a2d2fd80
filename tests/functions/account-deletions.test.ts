/** Tests the deletion of an account, from the request to the end. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import { ACCOUNT_DELETION_DAYS } from "../../domain/kennels/rules";
import { seedAuditKennel } from "../support/audit-kennel";
import {
  addDog,
  failureOf,
  firstKennelOf,
  startTeam,
  type Person,
  type Team,
  makeOwner,
} from "../support/backend";
import { callRest } from "../support/backend-rest";

const DAY_MS = 86_400_000;
const PASSWORD = "correct horse";

let team: Team;
let asked: { path: string; body: { userId: string; password?: string } }[];
let isDown: boolean;

/** Replaces the accounts service. Every user has the same password. */
function answerAs(address: string, init: RequestInit): Response {
  const [, path = ""] = /\/service\/(.+)$/.exec(address) ?? [];
  if (new Headers(init.headers).get("X-Service-Key") !== "service key")
    return new Response("", { status: 404 });
  const body = JSON.parse(String(init.body));
  asked.push({ path, body });
  if (isDown) return new Response("", { status: 500 });
  const isWrong = path === "confirm-password" && body.password !== PASSWORD;
  if (isWrong && asked.length > 10)
    return new Response("", { status: 429, headers: { "Retry-After": "90" } });
  return new Response("{}", { status: isWrong ? 400 : 200 });
}

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  isDown = false;
  vi.stubEnv("LOCAL_AUTH_ISSUER", "https://issuer.test");
  vi.stubEnv("LOCAL_ACCOUNTS_KEY", "service key");
  vi.stubEnv("LOCAL_ACCOUNTS_URL", "http://127.0.0.1:9/api/auth");
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => answerAs(address, init));
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const request = async (person: Person, confirmation = "DELETE", password = PASSWORD) =>
  await person.as.action(api.accounts.actions.localAccounts.requestDeletion, { confirmation, password });
const waiting = async (person: Person) => await person.as.query(api.accounts.accountDeletions.get, {});

async function pass(days: number): Promise<void> {
  vi.setSystemTime(Date.now() + days * DAY_MS);
  await team.deployment.mutation(internal.accounts.accountDeletions.sweep, {});
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
}

/** Finds where the database still contains a person's or kennel's id. */
async function tracesOf(...ids: string[]): Promise<string[]> {
  return await team.deployment.run(async (ctx) => {
    const found: string[] = [];
    for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
      const rows = await ctx.db.query(table).collect();
      if (rows.some((row) => ids.some((id) => JSON.stringify(row).includes(`"${id}"`)))) found.push(table);
    }
    return found;
  });
}

describe("a request to delete an account", () => {
  it("[GAP-SET-12] requires the password and the confirmation word, and returns the day of deletion", async () => {
    expect(await failureOf(request(team.owner, "delete"))).toMatchObject({
      details: { fields: { confirmation: "Type DELETE to confirm" } },
    });
    expect(asked).toEqual([]);
    expect(await failureOf(request(team.owner, "DELETE", "wrong"))).toMatchObject({
      details: { fields: { password: "Wrong password" } },
    });
    expect(await waiting(team.owner)).toBeNull();
    const { dueAt, requestedAt } = await request(team.owner);
    expect(asked.at(-1)).toEqual({
      path: "confirm-password",
      body: { userId: "owner@example.com", password: PASSWORD },
    });
    expect(dueAt - requestedAt).toBe(14 * DAY_MS);
    expect(ACCOUNT_DELETION_DAYS).toBe(14);
  });

  it("counts wrong passwords together with the accounts service", async () => {
    for (let guess = 0; guess < 10; guess += 1) await failureOf(request(team.owner, "DELETE", "wrong"));
    expect(await failureOf(request(team.owner, "DELETE", "wrong"))).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 90 },
    });
  });

  it("requires no password when an outside provider manages the accounts", async () => {
    vi.stubEnv("LOCAL_AUTH_ISSUER", undefined);
    await request(team.owner, "DELETE", "");
    expect(asked).toEqual([]);
    expect(await waiting(team.owner)).not.toBeNull();
  });

  it("lists the kennels that will be deleted, and how many other people will lose access", async () => {
    expect(await team.owner.as.query(api.accounts.accountDeletions.lostKennels, {})).toEqual([
      { _id: team.kennelId, name: "My Kennel", others: 3 },
    ]);
    const { kennelId } = team;
    await makeOwner(team.owner, team.manager, kennelId);
    expect(await team.owner.as.query(api.accounts.accountDeletions.lostKennels, {})).toEqual([]);
  });

  it("is refused while a paid plan would continue to be charged", async () => {
    await team.deployment.run(async (ctx) => {
      const paid = {
        id: "sub",
        tier: "individual",
        status: "active",
        currentPeriodEnd: 0,
        worksUntil: null,
      } as const;
      await ctx.db.insert("billingAccounts", {
        userId: team.owner.userId,
        mode: "test",
        stripeCustomerId: "cus",
        checkoutId: null,
        subscription: paid,
        hasEnded: false,
        asked: 0,
        kept: 0,
        updatedAt: 0,
      });
    });
    const { obstacle } = api.accounts.accountDeletions;
    expect(await team.owner.as.query(obstacle, {})).toMatch(/^Cancel your plan under Billing first/u);
    expect(await failureOf(request(team.owner))).toMatchObject({
      details: {
        fields: { confirmation: "Cancel your plan under Billing first, or you will keep being charged" },
      },
    });
  });
});

describe("a requested deletion, before its day", () => {
  it("[GAP-SET-12] changes no data, and can be canceled by the confirmationId", async () => {
    const { confirmationId } = await request(team.owner);
    await pass(13);
    expect(await firstKennelOf(team.owner)).toBe(team.kennelId);
    const cancel = async (person: Person, id: string) =>
      await callRest(person.as, "POST", "/settings/data/delete/cancel", { json: { confirmationId: id } });
    expect((await cancel(team.owner, "another")).status).toBe(404);
    expect((await cancel(team.manager, confirmationId)).status).toBe(404);
    expect(await cancel(team.owner, confirmationId)).toMatchObject({
      status: 201,
      body: { data: { cancelled: true } },
    });
    await pass(30);
    expect(await firstKennelOf(team.owner)).toBe(team.kennelId);
  });

  it("accepts only one request per account", async () => {
    const first = await request(team.owner);
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await request(team.owner)).toEqual(first);
  });
});

describe("a requested deletion, on its day", () => {
  it("[GAP-SET-12] deletes the account, its kennels and all their files", async () => {
    const { owner, deployment, kennelId } = team;
    await seedAuditKennel(team, "Canary");
    await owner.as.mutation(api.accounts.userSettings.update, { digestTime: "07:30" });
    await owner.as.mutation(api.exports.dataExports.startPersonal, { format: "json", today: "2025-06-15" });
    await deployment.finishAllScheduledFunctions(vi.runAllTimers);
    await request(owner);
    await pass(15);
    expect(asked.at(-1)).toEqual({ path: "remove", body: { userId: "owner@example.com" } });
    expect(await tracesOf(owner.userId, kennelId)).toEqual([]);
    const files = await deployment.run(async (ctx) => await ctx.db.system.query("_storage").collect());
    expect(files).toEqual([]);
    expect(await team.staff.as.query(api.kennels.kennels.list, {})).toHaveLength(1);
  });

  it("leaves kennels that other people own unchanged, with the records that the person entered there", async () => {
    const { owner, manager, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await makeOwner(owner, manager, kennelId);
    await request(owner);
    await pass(15);
    const kennel = await manager.as.query(api.kennels.kennels.get, { kennelId });
    expect(kennel.users.map(({ email }) => email)).not.toContain(owner.email);
    expect(kennel.ownerId).toBe(manager.userId);
    expect(await manager.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({ name: "Bella" });
    const names = (await manager.as.query(api.platform.activities.recent, { kennelId, limit: 10 })).map(
      (each) => JSON.stringify(each),
    );
    expect(names.join()).not.toContain("Olga");
  });

  it("removes the person's address from the histories of their kennels", async () => {
    const { staff, owner, kennelId } = team;
    const history = async () => {
      const asked = { table: null, userId: null, areDeletions: false, areEvents: true, now: Date.now() };
      const paginationOpts = { numItems: 50, cursor: null };
      const found = await owner.as.query(api.history.history.page, { kennelId, ...asked, paginationOpts });
      return found.page.map(({ event, by }) => [event?.what, event?.about, by]);
    };
    expect(await history()).toContainEqual(["invited", "staff@example.com", "Olga Owner"]);
    await request(staff);
    await pass(15);
    expect(JSON.stringify(await history())).not.toContain("staff@example.com");
    expect(await history()).toContainEqual(["invited", null, "Olga Owner"]);
    expect(await history()).toContainEqual(["invited", "viewer@example.com", "Olga Owner"]);
    expect((await history())[0]).toEqual(["left", null, null]);
  });

  it("tries again later when the accounts service fails, before it deletes anything", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await request(team.owner);
    isDown = true;
    await pass(15);
    expect(await firstKennelOf(team.owner)).toBe(team.kennelId);
    isDown = false;
    await pass(0);
    expect(await tracesOf(team.owner.userId)).toEqual([]);
    log.mockRestore();
  });
});

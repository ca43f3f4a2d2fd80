/** Deleting an account: what it takes to ask for it, what happens in the 14 days, and that nothing is left afterwards. */
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
/** What the accounts were asked: path and body. */
let asked: { path: string; body: { userId: string; password?: string } }[];
/** Accounts that still exist. */
let isDown: boolean;

/** Stands for the accounts' service path: it knows one password for everybody. */
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

/** Lets the days pass and everything that is due happen. */
async function pass(days: number): Promise<void> {
  vi.setSystemTime(Date.now() + days * DAY_MS);
  await team.deployment.mutation(internal.accounts.accountDeletions.sweep, {});
  await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
}

/** Finds where the database still names a person or a kennel. */
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

describe("asking for the deletion of an account", () => {
  it("[GAP-SET-12] needs the password and the word, and says when it is due", async () => {
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

  it("counts wrong passwords as the accounts do", async () => {
    for (let guess = 0; guess < 10; guess += 1) await failureOf(request(team.owner, "DELETE", "wrong"));
    expect(await failureOf(request(team.owner, "DELETE", "wrong"))).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 90 },
    });
  });

  it("asks for no password where an outside provider keeps the accounts", async () => {
    vi.stubEnv("LOCAL_AUTH_ISSUER", undefined);
    await request(team.owner, "DELETE", "");
    expect(asked).toEqual([]);
    expect(await waiting(team.owner)).not.toBeNull();
  });

  it("says which kennels go, and how many other people lose them", async () => {
    expect(await team.owner.as.query(api.accounts.accountDeletions.lostKennels, {})).toEqual([
      { _id: team.kennelId, name: "My Kennel", others: 3 },
    ]);
    const { kennelId } = team;
    await makeOwner(team.owner, team.manager, kennelId);
    expect(await team.owner.as.query(api.accounts.accountDeletions.lostKennels, {})).toEqual([]);
  });

  it("is refused while a plan would be charged on", async () => {
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

describe("until it is due", () => {
  it("[GAP-SET-12] changes nothing, and is cancelled by its confirmationId", async () => {
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

  it("is asked for once", async () => {
    const first = await request(team.owner);
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await request(team.owner)).toEqual(first);
  });
});

describe("when it is due", () => {
  it("[GAP-SET-12] takes the account, its kennels and their files along, and leaves no trace", async () => {
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

  it("leaves kennels that others own to them, with what was entered there", async () => {
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

  it("takes the address out of the histories of the kennels that the person belonged to", async () => {
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

  it("is tried again when the accounts could not be reached, before anything is deleted", async () => {
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

/** Tests the rate limits per person. */
import { RateLimiter } from "@convex-dev/rate-limiter";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../convex/_generated/api";
import { RATE_LIMIT_DAYS, RATE_LIMITS, type RateLimit } from "../../domain/permissions/rules";
import { addDog, dogArgs, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { photoForm } from "../support/photos";

const START = new Date("2025-06-15T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
});
afterEach(() => vi.useRealTimers());

const limiter = new RateLimiter(components.rateLimiter, RATE_LIMITS);

async function leave(team: Team, person: Person, limit: RateLimit, left: number): Promise<void> {
  const count = RATE_LIMITS[limit].capacity - left;
  await team.deployment.run(async (ctx) => {
    await limiter.reset(ctx, limit, { key: person.userId });
    await limiter.limit(ctx, limit, { key: person.userId, count });
  });
}

const uses: readonly [RateLimit, (team: Team, person: Person) => Promise<unknown>][] = [
  [
    "invitations",
    ({ kennelId }, { as }) =>
      as.mutation(api.kennels.members.add, {
        kennelId,
        email: `${crypto.randomUUID()}@example.com`,
        role: "viewer",
      }),
  ],
  ["newKennels", (_team, { as }) => as.mutation(api.kennels.kennels.create, { name: "Another" })],
  [
    "imports",
    ({ kennelId }, { as }) =>
      as.mutation(api.imports.imports.start, {
        kennelId,
        kind: "dogs",
        mode: "update",
        fileName: "kennel.csv",
        fingerprint: crypto.randomUUID(),
        rowCount: 1,
        chunkCount: 1,
        today: TODAY,
      }),
  ],
  [
    "photoUploads",
    async ({ kennelId, owner }, { as }) => {
      const { _id: dogId } = await addDog(owner, kennelId);
      return await as.mutation(api.dogs.photos.generateUploadUrls, { dogId });
    },
  ],
];

describe("a limit", () => {
  it.each(uses)(
    "of %s allows the last call, refuses the next and returns how long to wait",
    async (limit, use) => {
      const team = await startTeam();
      await leave(team, team.owner, limit, 1);
      await use(team, team.owner);
      const refused = await failureOf(use(team, team.owner));
      const { rate, period } = RATE_LIMITS[limit];
      expect(refused).toMatchObject({
        code: "RATE_LIMITED",
        details: { retryAfterSeconds: Math.ceil(period / rate / 1000) },
      });
    },
  );

  it.each(uses)("of %s lets the person continue after the wait", async (limit, use) => {
    const team = await startTeam();
    await leave(team, team.owner, limit, 0);
    const { details } = await failureOf(use(team, team.owner));
    vi.setSystemTime(START.getTime() + (details.retryAfterSeconds ?? 0) * 1000);
    await use(team, team.owner);
  });

  it.each(uses)("of %s is separate for each person", async (limit, use) => {
    const team = await startTeam();
    await leave(team, team.owner, limit, 0);
    await use(team, team.manager);
  });

  it.each(uses.flatMap(([limit, use]) => [1, 40].map((days) => [limit, days, use] as const)))(
    "of %s blocks nobody after the clock went %i days ahead and back",
    async (limit, days, use) => {
      const team = await startTeam();
      vi.setSystemTime(START.getTime() + days * 86_400_000);
      await leave(team, team.owner, limit, 1);
      vi.setSystemTime(START);
      await use(team, team.owner);
      // Tokens that were used while the clock was ahead remain used.
      const { details } = await failureOf(use(team, team.owner));
      const { rate, period } = RATE_LIMITS[limit];
      expect(details.retryAfterSeconds).toBe(Math.ceil(period / rate / 1000));
    },
  );

  it("deletes old counts", async () => {
    const team = await startTeam();
    await leave(team, team.owner, "newKennels", 3);
    const purgeOnDay = async (day: number) => {
      vi.setSystemTime(START.getTime() + day * 86_400_000);
      await team.deployment.mutation(internal.accounts.users.purgeLimits, {});
      return await team.deployment.run(
        async (ctx) => await limiter.getValue(ctx, "newKennels", { key: team.owner.userId }),
      );
    };
    expect(await purgeOnDay(RATE_LIMIT_DAYS - 1)).toMatchObject({ value: 3 });
    const { capacity } = RATE_LIMITS.newKennels;
    expect(await purgeOnDay(RATE_LIMIT_DAYS + 1)).toMatchObject({ value: capacity });
  });

  it("returns the tokens of failed work", async () => {
    const team = await startTeam();
    await leave(team, team.owner, "invitations", 1);
    const { kennelId, owner } = team;
    const add = (email: string) =>
      owner.as.mutation(api.kennels.members.add, { kennelId, email, role: "viewer" });
    expect((await failureOf(add("staff@example.com"))).code).toBe("ALREADY_MEMBER");
    expect((await failureOf(add("no address"))).code).toBe("VALIDATION_FAILED");
    expect(await add("new@example.com")).toMatchObject({ isInvited: true });
  });
});

describe("REST calls", () => {
  it("[GAP-API-06] [GAP-API-07] beyond the limit are refused with 429, the waiting time and the usual body", async () => {
    const team = await startTeam();
    await leave(team, team.owner, "restCalls", 1);
    expect((await callRest(team.owner.as, "GET", "/kennels")).status).toBe(200);
    const refused = await callRest(team.owner.as, "GET", "/kennels");
    expect(refused).toMatchObject({
      status: 429,
      body: { message: "Too many requests in a short time. Please wait a little." },
    });
    expect(refused.headers.get("Retry-After")).toBe("1");
    expect((await callRest(team.manager.as, "GET", "/kennels")).status).toBe(200);
    vi.setSystemTime(START.getTime() + 1000);
    expect((await callRest(team.owner.as, "GET", "/kennels")).status).toBe(200);
  });

  it("are counted even when they fail", async () => {
    const team = await startTeam();
    await leave(team, team.owner, "restCalls", 1);
    expect((await callRest(team.owner.as, "GET", "/dogs/nonsense")).status).toBe(404);
    expect((await callRest(team.owner.as, "GET", "/dogs/nonsense")).status).toBe(429);
  });

  it("do not use up the limit of the web app", async () => {
    const team = await startTeam();
    await leave(team, team.owner, "restCalls", 0);
    await team.owner.as.mutation(api.dogs.dogs.create, dogArgs(team.kennelId));
  });

  it("that send a photo are also counted as photos", async () => {
    const team = await startTeam();
    const { _id } = await addDog(team.owner, team.kennelId);
    await leave(team, team.owner, "photoUploads", 1);
    const send = () => callRest(team.owner.as, "POST", `/photos/dogs/${_id}`, { form: photoForm() });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(429);
  });
});

/** Tests kennels. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { KENNEL_TABLES } from "../../convex/platform/model/changes/kennelTables";
import schema from "../../convex/schema";
import { failureOf, startTeam, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("kennels.list", () => {
  it("[KEN-01] [GAP-KEN-03] lists owned kennels before shared ones, the oldest first", async () => {
    const { staff, kennelId } = team;
    const second = await staff.as.mutation(api.kennels.kennels.create, { name: "Second" });
    const kennels = await staff.as.query(api.kennels.kennels.list, {});
    expect(kennels.map(({ name, role }) => `${name}: ${role}`)).toEqual([
      "My Kennel: owner",
      "Second: owner",
      "My Kennel: staff",
    ]);
    expect(kennels.map((kennel) => kennel._id).slice(1)).toEqual([second._id, kennelId]);
  });

  it("returns nothing before the first sign-in is recorded, and refuses a caller without a token", async () => {
    const { deployment } = team;
    const unknown = deployment.withIdentity({ tokenIdentifier: "t|new", email: "new@example.com" });
    expect(await unknown.query(api.kennels.kennels.list, {})).toEqual([]);
    expect((await failureOf(deployment.query(api.kennels.kennels.list, {}))).code).toBe("UNAUTHENTICATED");
  });
});

describe("kennels.get", () => {
  it("[GAP-AUTH-02] returns the caller's role and rights", async () => {
    const { viewer, owner, kennelId } = team;
    const seen = await viewer.as.query(api.kennels.kennels.get, { kennelId });
    expect(seen).toMatchObject({
      role: "viewer",
      isOwner: false,
      permissions: { dogs: "read", billing: "read" },
    });
    expect(await owner.as.query(api.kennels.kennels.get, { kennelId })).toMatchObject({
      permissions: { billing: "write" },
    });
  });

  it("returns the same for strangers, malformed ids and missing ids", async () => {
    const { stranger, kennelId } = team;
    const failures = await Promise.all(
      [kennelId, "nonsense", stranger.userId].map(async (id) =>
        failureOf(stranger.as.query(api.kennels.kennels.get, { kennelId: id })),
      ),
    );
    expect(new Set(failures.map((failure) => JSON.stringify(failure))).size).toBe(1);
    expect(failures[0]?.code).toBe("NOT_FOUND");
  });
});

describe("kennels.create", () => {
  it("[GAP-KEN-01] requires a name and validates addresses", async () => {
    const wrong = { name: " ", email: "no", website: "javascript:alert(1)" };
    expect(
      (await failureOf(team.owner.as.mutation(api.kennels.kennels.create, wrong))).details.fields,
    ).toEqual({
      name: "Name is required",
      email: "Invalid email address",
      website: "Invalid web address",
    });
    const right = { name: "Oak Hill", prefix: "of Oak Hill", website: "oakhill.example" };
    expect(await team.owner.as.mutation(api.kennels.kennels.create, right)).toMatchObject({
      ...right,
      role: "owner",
    });
  });

  it("refuses a caller without a token", async () => {
    const failure = await failureOf(team.deployment.mutation(api.kennels.kennels.create, { name: "X" }));
    expect(failure.code).toBe("UNAUTHENTICATED");
  });
});

describe("kennels.update", () => {
  it("allows a manager to change it, and refuses lower roles", async () => {
    const { manager, staff, viewer, stranger, kennelId } = team;
    const change = { kennelId, name: "Oak Hill", phone: "(555) 010-0000" };
    expect(await manager.as.mutation(api.kennels.kennels.update, change)).toMatchObject({ name: "Oak Hill" });
    const codes = await Promise.all(
      [staff, viewer, stranger].map(
        async ({ as }) => (await failureOf(as.mutation(api.kennels.kennels.update, change))).code,
      ),
    );
    expect(codes).toEqual(["FORBIDDEN", "FORBIDDEN", "NOT_FOUND"]);
  });

  it("clears null fields, keeps omitted fields and refuses an old version", async () => {
    const { owner, kennelId } = team;
    const first = await owner.as.mutation(api.kennels.kennels.update, {
      kennelId,
      prefix: "Oak",
      phone: "1",
    });
    const second = await owner.as.mutation(api.kennels.kennels.update, { kennelId, phone: null });
    expect(second).toMatchObject({ prefix: "Oak", phone: null });
    const late = { kennelId, name: "Late", expectedUpdatedAt: first.updatedAt };
    expect((await failureOf(owner.as.mutation(api.kennels.kennels.update, late))).code).toBe("STALE_UPDATE");
  });
});

describe("deleted kennels", () => {
  const finish = async () => await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);

  it.each([
    ["long ago", -86_400_000],
    ["by a clock that was a day ahead", 86_400_000],
    ["by a clock that was 40 days ahead", 40 * 86_400_000],
  ])(
    "resumes a removal that was interrupted %s, and deletes the copy at its time",
    async (_when, sinceMs) => {
      const { owner, deployment, kennelId } = team;
      const kennel = await owner.as.query(api.kennels.kennels.get, { kennelId });
      await deployment.run(async (ctx) => {
        await ctx.db.insert("kennelRemovals", {
          kennelId: kennel._id,
          kennelName: kennel.name,
          formerOwnerId: owner.userId,
          team: [],
          state: "saving",
          stateSince: Date.now() + sinceMs,
          expiresAt: Date.now() + 1000,
        });
      });
      await deployment.mutation(internal.jobs.sweep, { table: "kennelRemovals" });
      await finish();
      expect(await owner.as.query(api.kennels.kennels.removedBackups, {})).toHaveLength(1);
      vi.setSystemTime(Date.now() + 2000);
      await deployment.mutation(internal.jobs.sweep, { table: "kennelRemovals" });
      expect(await owner.as.query(api.kennels.kennels.removedBackups, {})).toEqual([]);
      expect(await deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(1))).toEqual([]);
    },
  );

  it("copies and deletes every table that belongs to a kennel", () => {
    const disbanded = ["memberships", "invitations", "kennelDeletions", "kennelRemovals"];
    const owned = Object.entries(schema.tables)
      .filter(([, table]) => "kennelId" in table.validator.fields)
      .map(([name]) => name)
      .filter((name) => !disbanded.includes(name));
    expect([...KENNEL_TABLES].sort()).toEqual(owned.sort());
  });
});

/** Tests the team of a kennel. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  addDog,
  failureOf,
  makeOwner,
  signIn,
  startTeam,
  TODAY,
  type Person,
  type Team,
} from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type AddArgs = Omit<(typeof api.kennels.members.add)["_args"], "kennelId">;
const add = async (person: Person, args: AddArgs) =>
  await person.as.mutation(api.kennels.members.add, { kennelId: team.kennelId, ...args });
const remove = async (person: Person, userId: string) =>
  await person.as.mutation(api.kennels.members.remove, { kennelId: team.kennelId, userId });
type Member = Awaited<ReturnType<typeof add>>;
const accept = async (person: Person, { waiting }: Member, role: Member["role"]) =>
  await person.as.mutation(api.kennels.invitations.accept, {
    invitationId: waiting?.invitationId ?? "",
    role,
  });
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const roster = async () => await team.owner.as.query(api.kennels.members.list, { kennelId: team.kennelId });

describe("members.list", () => {
  it("[KEN-03] lists everybody with role and permissions, and marks the caller", async () => {
    const members = await roster();
    expect(members.map(({ role, isSelf }) => ({ role, isSelf }))).toEqual([
      { role: "owner", isSelf: true },
      { role: "manager", isSelf: false },
      { role: "staff", isSelf: false },
      { role: "viewer", isSelf: false },
    ]);
    expect(members[0]).toMatchObject({ name: "Olga Owner", email: "owner@example.com", permissions: {} });
  });

  it("returns the same to a stranger as for a missing kennel", async () => {
    const { stranger, kennelId } = team;
    expect(await codeOf(stranger.as.query(api.kennels.members.list, { kennelId }))).toBe("NOT_FOUND");
  });
});

describe("members.add", () => {
  it("[KEN-04] [GAP-KEN-04] sends a person with an account the same invitation, with no overrides by default", async () => {
    const { manager, stranger, kennelId } = team;
    const member = await add(manager, { email: "Stranger@Example.com", role: "staff" });
    expect(member).toMatchObject({ userId: null, name: "Stranger", isInvited: true, permissions: {} });
    expect(await codeOf(stranger.as.query(api.kennels.kennels.get, { kennelId }))).toBe("NOT_FOUND");
    await accept(stranger, member, "staff");
    expect(await stranger.as.query(api.kennels.kennels.get, { kennelId })).toMatchObject({ role: "staff" });
    expect((await roster()).filter(({ isInvited }) => isInvited)).toEqual([]);
  });

  it("[GAP-KEN-04] lists an address without an account as invited", async () => {
    const member = await add(team.owner, {
      email: "new@example.com",
      role: "viewer",
      permissions: { dogs: "write" },
    });
    expect(member).toMatchObject({ userId: null, isInvited: true, email: "new@example.com" });
    expect(member.effectivePermissions).toMatchObject({ dogs: "write", health: "read" });
    expect((await roster()).at(-1)).toEqual(member);
  });

  it("[GAP-API-06] refuses an invalid address, and one already on the team", async () => {
    expect((await failureOf(add(team.owner, { email: "anna@", role: "staff" }))).details.fields).toEqual({
      email: "Invalid email address",
    });
    await add(team.owner, { email: "new@example.com", role: "viewer" });
    expect(await codeOf(add(team.owner, { email: "NEW@example.com", role: "staff" }))).toBe("ALREADY_MEMBER");
    expect(await codeOf(add(team.owner, { email: "staff@example.com", role: "staff" }))).toBe(
      "ALREADY_MEMBER",
    );
  });

  it("[GAP-AUTH-03] refuses to grant more than one's own rights, and only owners can add owners", async () => {
    const email = "new@example.com";
    expect(await codeOf(add(team.manager, { email, role: "owner" }))).toBe("FORBIDDEN");
    expect(
      await codeOf(add(team.manager, { email, role: "viewer", permissions: { billing: "write" } })),
    ).toBe("FORBIDDEN");
    expect(await codeOf(add(team.staff, { email, role: "viewer" }))).toBe("FORBIDDEN");
    expect(await codeOf(add(team.viewer, { email, role: "viewer" }))).toBe("FORBIDDEN");
    expect(await codeOf(add(team.stranger, { email, role: "viewer" }))).toBe("NOT_FOUND");
    expect(await add(team.owner, { email, role: "owner", permissions: { dogs: "none" } })).toMatchObject({
      role: "owner",
      permissions: {},
    });
  });
});

describe("members.update", () => {
  const update = async (
    person: Person,
    userId: string,
    role: "manager" | "owner" | "viewer",
    permissions = {},
  ) =>
    await person.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId,
      role,
      permissions,
    });

  it("[GAP-AUTH-02] sets a role with overrides, which apply at once", async () => {
    const { owner, viewer, kennelId } = team;
    await update(owner, viewer.userId, "viewer", { dogs: "write" });
    expect(await addDog(viewer, kennelId)).toMatchObject({ name: "Bella" });
    await update(owner, viewer.userId, "viewer");
    expect(await codeOf(addDog(viewer, kennelId))).toBe("FORBIDDEN");
  });

  it("[GAP-AUTH-03] does not allow a manager to change an owner, or to make anybody an owner", async () => {
    const { manager, owner, staff } = team;
    expect(await codeOf(update(manager, owner.userId, "viewer"))).toBe("FORBIDDEN");
    expect(await codeOf(update(manager, staff.userId, "owner"))).toBe("FORBIDDEN");
    expect(await update(manager, staff.userId, "manager")).toMatchObject({ role: "manager" });
  });

  it("[GAP-KEN-05] requires one remaining owner, and can transfer the kennel to another", async () => {
    const { owner, manager, kennelId } = team;
    expect(await codeOf(update(owner, owner.userId, "manager"))).toBe("LAST_OWNER");
    await makeOwner(owner, manager, kennelId);
    await update(owner, owner.userId, "manager");
    expect(await owner.as.query(api.kennels.kennels.get, { kennelId })).toMatchObject({
      role: "manager",
      ownerId: manager.userId,
    });
  });

  it("[GAP-KEN-04] makes nobody an owner before they accept, and the offer can be revoked", async () => {
    const { owner, manager, staff, stranger, kennelId } = team;
    const offered = await update(owner, manager.userId, "owner");
    expect(offered).toMatchObject({ role: "manager", isInvited: false, waiting: { isVouchedFor: true } });
    expect(await codeOf(update(owner, owner.userId, "viewer"))).toBe("LAST_OWNER");
    for (const person of [staff, stranger, owner]) {
      expect(await codeOf(accept(person, offered, "owner"))).toBe("NOT_FOUND");
    }
    expect(await manager.as.query(api.kennels.invitations.waiting, {})).toMatchObject([
      { kennelName: "My Kennel", role: "owner", isOwnership: true, invitedBy: { name: "Olga Owner" } },
    ]);
    const invitationId = offered.waiting?.invitationId ?? "";
    expect(await codeOf(manager.as.mutation(api.kennels.members.remove, { kennelId, invitationId }))).toBe(
      "FORBIDDEN",
    );
    await owner.as.mutation(api.kennels.members.remove, { kennelId, invitationId });
    expect(await codeOf(accept(manager, offered, "owner"))).toBe("NOT_FOUND");
    await accept(manager, await update(owner, manager.userId, "owner"), "owner");
    expect(await manager.as.query(api.kennels.kennels.get, { kennelId })).toMatchObject({
      role: "owner",
      ownerId: owner.userId,
    });
  });

  it("ends an offer of ownership when the membership ends or the role changes", async () => {
    const { owner, manager, kennelId } = team;
    const offered = await update(owner, manager.userId, "owner");
    await update(owner, manager.userId, "viewer");
    expect(await codeOf(accept(manager, offered, "owner"))).toBe("NOT_FOUND");
    const again = await update(owner, manager.userId, "owner");
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: manager.userId });
    expect(await codeOf(accept(manager, again, "owner"))).toBe("NOT_FOUND");
    expect(await manager.as.query(api.kennels.invitations.waiting, {})).toEqual([]);
  });

  it("changes an invitation before it is accepted", async () => {
    const { owner, deployment, kennelId } = team;
    const invited = await add(owner, { email: "new@example.com", role: "viewer" });
    const change = { kennelId, invitationId: invited.invitationId ?? "", role: "staff" as const };
    expect(await owner.as.mutation(api.kennels.members.update, change)).toMatchObject({
      role: "staff",
      isInvited: true,
    });
    const newcomer = await signIn(deployment, "new@example.com");
    expect(await codeOf(accept(newcomer, invited, "viewer"))).toBe("STALE_UPDATE");
    await accept(newcomer, invited, "staff");
    expect(await newcomer.as.query(api.kennels.kennels.get, { kennelId })).toMatchObject({ role: "staff" });
  });

  it("returns NOT_FOUND for a person who is not on the team", async () => {
    expect(await codeOf(update(team.owner, team.stranger.userId, "viewer"))).toBe("NOT_FOUND");
    expect(await codeOf(update(team.owner, "nonsense", "viewer"))).toBe("NOT_FOUND");
  });
});

describe("members.remove", () => {
  it("[KEN-05] ends a person's access by user id", async () => {
    const { owner, staff, kennelId } = team;
    await remove(owner, staff.userId);
    expect(await codeOf(staff.as.query(api.dogs.dogs.list, { kennelId }))).toBe("NOT_FOUND");
    expect(await codeOf(addDog(staff, kennelId))).toBe("NOT_FOUND");
  });

  it("[GAP-AUTH-02] allows a person to leave, but not the last owner", async () => {
    const { viewer, owner, kennelId } = team;
    await remove(viewer, viewer.userId);
    expect(await codeOf(viewer.as.query(api.kennels.kennels.get, { kennelId }))).toBe("NOT_FOUND");
    expect(await codeOf(remove(owner, owner.userId))).toBe("LAST_OWNER");
  });

  it("[GAP-AUTH-03] requires the right to change members, and at least the rights of the removed person", async () => {
    const { staff, viewer, manager, owner, stranger } = team;
    expect(await codeOf(remove(staff, viewer.userId))).toBe("FORBIDDEN");
    expect(await codeOf(remove(manager, owner.userId))).toBe("FORBIDDEN");
    expect(await codeOf(remove(stranger, viewer.userId))).toBe("NOT_FOUND");
    expect(await codeOf(remove(owner, stranger.userId))).toBe("NOT_FOUND");
  });

  it("cancels an invitation", async () => {
    const { owner, deployment, kennelId } = team;
    const { invitationId } = await add(owner, { email: "new@example.com", role: "viewer" });
    await owner.as.mutation(api.kennels.members.remove, { kennelId, invitationId: invitationId ?? "" });
    const newcomer = await signIn(deployment, "new@example.com");
    expect(await newcomer.as.query(api.kennels.invitations.waiting, {})).toEqual([]);
    const gone = { invitationId: invitationId ?? "", role: "viewer" } as const;
    expect(await codeOf(newcomer.as.mutation(api.kennels.invitations.accept, gone))).toBe("NOT_FOUND");
    expect(await codeOf(newcomer.as.query(api.kennels.kennels.get, { kennelId }))).toBe("NOT_FOUND");
  });
});

describe("activities and dashboard", () => {
  it("[DASH-06] returns the newest entries first, by default four", async () => {
    const { owner, viewer, kennelId } = team;
    for (const name of ["A", "B", "C", "D", "E"]) await addDog(owner, kennelId, { name });
    const recent = await viewer.as.query(api.platform.activities.recent, { kennelId });
    expect(recent.map((entry) => entry.description)).toEqual(
      ["E", "D", "C", "B"].map((name) => `${name} (Beagle)`),
    );
    expect(await viewer.as.query(api.platform.activities.recent, { kennelId, limit: 1 })).toHaveLength(1);
    expect(await viewer.as.query(api.platform.activities.recent, { kennelId, limit: 0 })).toEqual([]);
  });

  it("returns the same to a stranger as for a missing kennel", async () => {
    const { stranger, kennelId } = team;
    expect(await codeOf(stranger.as.query(api.platform.activities.recent, { kennelId }))).toBe("NOT_FOUND");
    expect(await codeOf(stranger.as.query(api.dashboard.dashboard.stats, { kennelId, today: TODAY }))).toBe(
      "NOT_FOUND",
    );
  });
});

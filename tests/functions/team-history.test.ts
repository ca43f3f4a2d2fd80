/** Tests the history of the team and of restores. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { INVITATION_DAYS } from "../../domain/kennels/rules";
import type { Role } from "../../domain/permissions/rules";
import { actionInWords, recordInWords } from "../../domain/history/words";
import { addDog, failureOf, signIn, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";

const DAY_MS = 86_400_000;
const FIRST_PAGE = { numItems: 50, cursor: null };

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T12:00:00Z") });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const pass = (ms = 1000) => vi.setSystemTime(Date.now() + ms);
const eventsFor = async ({ as }: Person, areEvents = true) => {
  const asked = { table: null, userId: null, areDeletions: false, areEvents, now: Date.now() };
  const { kennelId } = team;
  const { page } = await as.query(api.history.history.page, {
    kennelId,
    ...asked,
    paginationOpts: FIRST_PAGE,
  });
  return page.filter(({ event }) => event !== null);
};
/** The oldest of the newest events is first. Each has its person. */
const told = async (count: number, person = team.owner) =>
  (await eventsFor(person))
    .slice(0, count)
    .reverse()
    .map((event) => `${actionInWords(event)}: ${recordInWords(event)} / ${event.by}`);
const invite = async (email = "new@example.com", role: Role = "staff") => {
  const { kennelId, owner } = team;
  const { invitationId } = await owner.as.mutation(api.kennels.members.add, { kennelId, email, role });
  pass();
  return invitationId ?? "";
};
const idOf = async ({ as }: Person) => String((await as.query(api.accounts.users.me, {}))?._id);
const remove = async ({ as }: Person, ref: { userId?: string; invitationId?: string }) => {
  await as.mutation(api.kennels.members.remove, { kennelId: team.kennelId, ...ref });
  pass();
};
const update = async (ref: { userId?: string; invitationId?: string }, role: Role, permissions = {}) => {
  const { kennelId, owner } = team;
  await owner.as.mutation(api.kennels.members.update, { kennelId, ...ref, role, permissions });
  pass();
};

describe("the history of the team", () => {
  it("shows invitations and their roles, repeated mails, changes and revocations", async () => {
    const invitationId = await invite();
    await team.owner.as.mutation(api.kennels.invitations.renew, { kennelId: team.kennelId, invitationId });
    pass();
    await update({ invitationId }, "manager");
    await remove(team.owner, { invitationId });
    expect(await told(4)).toEqual([
      "Invited: new@example.com as Staff / Olga Owner",
      "Invited again: new@example.com as Staff / Olga Owner",
      "Invitation changed: new@example.com / Olga Owner",
      "Invitation withdrawn: new@example.com as Manager / Olga Owner",
    ]);
  });

  it("shows who joined, and that an invitation was declined, without the name of the person", async () => {
    const person = await signIn(team.deployment, "new@example.com");
    const invitationId = await invite();
    await person.as.mutation(api.kennels.invitations.decline, { invitationId });
    pass();
    const another = await invite();
    await person.as.mutation(api.kennels.invitations.accept, { invitationId: another, role: "staff" });
    const [declined, , joined] = await told(3);
    expect(declined).toBe("Invitation declined: new@example.com as Staff / null");
    expect(joined).toMatch(/^Joined the team: .+ as Staff \/ .+$/);
  });

  it("shows once that an invitation has expired, on the day of its expiry", async () => {
    await invite();
    const expiredAt = Date.now() - 1000 + INVITATION_DAYS * DAY_MS;
    pass((INVITATION_DAYS + 2) * DAY_MS);
    const sweep = async () => await team.deployment.mutation(internal.kennels.kennelRemoval.sweepDue, {});
    await sweep();
    await sweep();
    const expired = (await eventsFor(team.owner)).filter(({ event }) => event?.what === "invitation_expired");
    expect(expired).toMatchObject([{ at: expiredAt, by: null, event: { about: "new@example.com" } }]);
  });

  it("shows changes of a person's rights, and who left or was removed", async () => {
    const { staff, viewer, owner } = team;
    const [staffId, viewerId] = [await idOf(staff), await idOf(viewer)];
    await update({ userId: staffId }, "viewer", { health: "none" });
    await update({ userId: staffId }, "viewer", { health: "none" });
    const [changed] = await eventsFor(owner);
    expect(changed).toMatchObject({ remedy: null, event: { what: "rights_changed" } });
    expect(changed?.fields).toContainEqual({ name: "role", before: "staff", after: "viewer" });
    expect(changed?.fields).toContainEqual({ name: "health", before: "write", after: "none" });
    await remove(viewer, { userId: viewerId });
    await remove(owner, { userId: staffId });
    const [left, removed] = await eventsFor(owner).then((events) => events.slice(0, 2).reverse());
    expect(left).toMatchObject({ event: { what: "left" } });
    expect(removed).toMatchObject({ by: "Olga Owner", event: { what: "removed" } });
    expect((await eventsFor(owner)).filter(({ event }) => event?.what === "rights_changed")).toHaveLength(1);
  });

  it("shows ownership that was offered and accepted, and the new owner", async () => {
    const { manager, owner } = team;
    const userId = await idOf(manager);
    await update({ userId }, "owner");
    const [offer] = await manager.as.query(api.kennels.invitations.waiting, {});
    const accepted = { invitationId: offer?.invitationId ?? "", role: "owner" } as const;
    await manager.as.mutation(api.kennels.invitations.accept, accepted);
    pass();
    await remove(owner, { userId: await idOf(owner) });
    const events = (await eventsFor(manager)).slice(0, 4).map(({ event }) => event?.what);
    expect(events.slice(2).reverse()).toEqual(["ownership_offered", "ownership_accepted"]);
    expect(new Set(events.slice(0, 2))).toEqual(new Set(["left", "owner_changed"]));
  });

  it("can be read only by users who may read the team, and by no other kennel", async () => {
    await invite();
    expect(await told(1, team.viewer)).toEqual(["Invited: new@example.com as Staff / Olga Owner"]);
    expect(await eventsFor(team.viewer, false)).toHaveLength((await eventsFor(team.viewer)).length);
    await update({ userId: await idOf(team.viewer) }, "viewer", { members: "none" });
    expect(await eventsFor(team.viewer)).toEqual([]);
    expect(await eventsFor(team.viewer, false)).toEqual([]);
    expect((await failureOf(eventsFor(team.stranger))).code).toBe("NOT_FOUND");
  });

  it("cannot be undone or restored", async () => {
    await invite();
    const { kennelId, owner } = team;
    const [event] = await eventsFor(owner);
    const changeId = event?._id ?? "";
    const undo = owner.as.mutation(api.history.history.undo, { kennelId, changeId, today: TODAY });
    expect((await failureOf(undo)).code).toBe("NOT_FOUND");
    const back = owner.as.mutation(api.history.history.bringBack, { kennelId, changeId });
    expect((await failureOf(back)).code).toBe("NOT_FOUND");
  });
});

describe("the history of restores", () => {
  it("shows which file was restored, by whom, and the number of written records", async () => {
    vi.useRealTimers();
    await addDog(team.owner, team.kennelId, { name: "Bella" });
    const backupId = await madeBackup(team);
    const dogs = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
    for (const { _id } of dogs)
      await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: _id, confirmed: true });
    const { added, replaced, removed } = (await restored(team, backupId, "exact")) ?? {};
    const [event] = await eventsFor(team.owner);
    expect(event).toMatchObject({
      by: "Olga Owner",
      event: { what: "restored", counts: { added, replaced, removed } },
    });
    expect(added).toBeGreaterThan(0);
    expect(event?.event?.about).toMatch(/\.json$/);
  });
});

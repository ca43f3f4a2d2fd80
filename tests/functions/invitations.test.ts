/** Tests invitations. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import {
  INVITATION_DAYS,
  LAPSED_INVITATION_DAYS,
  MAX_KENNELS_PER_USER,
  MAX_SHARED_KENNELS_PER_USER,
} from "../../domain/kennels/rules";
import { RATE_LIMITS, type Role } from "../../domain/permissions/rules";
import {
  addMember,
  callerOf,
  failureOf,
  firstKennelOf,
  signIn,
  startTeam,
  type Person,
  type Team,
} from "../support/backend";

const DAY_MS = 86_400_000;

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

const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const invite = async (person: Person, email = "new@example.com", role: Role = "staff") => {
  const { kennelId } = team;
  const { invitationId } = await person.as.mutation(api.kennels.members.add, { kennelId, email, role });
  return invitationId ?? "";
};
const linkFor = async (person: Person, invitationId: string) =>
  await person.as.query(api.kennels.invitations.link, { kennelId: team.kennelId, invitationId });
const tokenOf = async (invitationId: string) => {
  const link = (await linkFor(team.owner, invitationId)) ?? "";
  expect(link).toContain("/invitation/");
  return link.slice(link.lastIndexOf("/") + 1);
};
const describeToken = async (token: string) =>
  await team.deployment.query(api.kennels.invitations.describe, { token });
type Ref = { token?: string; invitationId?: string };
const accept = async (person: Person, ref: Ref, role: Role = "staff") =>
  await person.as.mutation(api.kennels.invitations.accept, { ...ref, role });
const waitingFor = async (person: Person) => await person.as.query(api.kennels.invitations.waiting, {});
const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);

describe("an expired invitation", () => {
  const rows = async () =>
    await team.deployment.run(async (ctx) => await ctx.db.query("invitations").collect());
  const sweep = async () => await team.deployment.mutation(internal.kennels.kennelRemoval.sweepDue, {});

  it("can be sent again for a while and is then deleted with its address, and a valid invitation is kept", async () => {
    await invite(team.owner);
    pass(INVITATION_DAYS + LAPSED_INVITATION_DAYS - 1);
    const renewed = await invite(team.owner, "other@example.com");
    await sweep();
    expect((await rows()).map(({ email }) => email)).toEqual(["new@example.com", "other@example.com"]);
    pass(1);
    await sweep();
    expect((await rows()).map(({ _id }) => _id)).toEqual([renewed]);
  });

  it("is kept when it has no expiry date, as in earlier versions", async () => {
    const invitationId = await invite(team.owner);
    await team.deployment.run(async (ctx) => {
      const id = ctx.db.normalizeId("invitations", invitationId);
      if (id) await ctx.db.patch("invitations", id, { expiresAt: undefined });
    });
    pass(1000);
    await sweep();
    expect(await rows()).toHaveLength(1);
  });
});

describe("an invitation's link", () => {
  it("[GAP-KEN-04] shows who invites whom to what, and can be accepted once, with any account", async () => {
    const token = await tokenOf(await invite(team.owner));
    expect(await describeToken(token)).toMatchObject({
      kennelName: "My Kennel",
      role: "staff",
      isOwnership: false,
      email: "new@example.com",
      invitedBy: { name: "Olga Owner", email: "owner@example.com" },
      expiresAt: Date.now() + INVITATION_DAYS * DAY_MS,
    });
    const other = await signIn(team.deployment, "private@example.com");
    expect(await accept(other, { token })).toEqual({ kennelId: team.kennelId });
    expect(await codeOf(accept(team.stranger, { token }))).toBe("NOT_FOUND");
    expect(await describeToken(token)).toBeNull();
  });

  it("opens nothing when it is changed, made for another invitation, or when the deployment has no secret", async () => {
    const token = await tokenOf(await invite(team.owner));
    const other = await tokenOf(await invite(team.owner, "other@example.com", "manager"));
    const [id = "", signature = ""] = token.split("-");
    const [otherId = "", otherSignature = ""] = other.split("-");
    const flipped = signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const wrong = [
      `${id}-${flipped}`,
      `${otherId}-${signature}`,
      `${id}-${otherSignature}`,
      id,
      `${token}-`,
      "",
    ];
    for (const each of wrong) {
      expect(await describeToken(each)).toBeNull();
      expect(await codeOf(accept(team.stranger, { token: each }))).toBe("NOT_FOUND");
    }
    vi.stubEnv("STUDBOOK_LINK_SECRET", "");
    expect(await describeToken(token)).toBeNull();
    const unsigned = await team.owner.as.query(api.kennels.invitations.link, {
      kennelId: team.kennelId,
      invitationId: id,
    });
    expect(unsigned).toBeNull();
  });

  it("[GAP-AUTH-03] is hidden from users with fewer rights than it grants, because everybody with the link can accept it", async () => {
    const { owner, manager, staff, stranger } = team;
    const invitationId = await invite(owner, "new@example.com", "owner");
    expect(await codeOf(linkFor(manager, invitationId))).toBe("FORBIDDEN");
    expect(await codeOf(linkFor(staff, invitationId))).toBe("FORBIDDEN");
    expect(await codeOf(linkFor(stranger, invitationId))).toBe("NOT_FOUND");
    const { kennelId } = team;
    const renewal = manager.as.mutation(api.kennels.invitations.renew, { kennelId, invitationId });
    expect(await codeOf(renewal)).toBe("FORBIDDEN");
  });

  it("has no effect for a member of the team, whatever role it grants", async () => {
    const token = await tokenOf(await invite(team.owner, "new@example.com", "manager"));
    expect(await codeOf(accept(team.viewer, { token }, "manager"))).toBe("ALREADY_MEMBER");
    expect(await describeToken(token)).not.toBeNull();
  });

  it("ends when the invitation expires, and works again once it is sent again", async () => {
    const invitationId = await invite(team.owner);
    const token = await tokenOf(invitationId);
    pass(INVITATION_DAYS);
    expect(await codeOf(accept(team.stranger, { token }))).toBe("INVITATION_OVER");
    await team.owner.as.mutation(api.kennels.invitations.renew, { kennelId: team.kennelId, invitationId });
    expect(await accept(team.stranger, { token })).toEqual({ kennelId: team.kennelId });
  });

  it("ends when the inviter leaves or may no longer invite, until another member renews it", async () => {
    const { manager, owner, kennelId, stranger } = team;
    const invitationId = await invite(manager);
    const token = await tokenOf(invitationId);
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: manager.userId, role: "staff" });
    expect(await codeOf(accept(stranger, { token }))).toBe("INVITATION_OVER");
    expect(await describeToken(token)).toBeNull();
    const [row] = (await owner.as.query(api.kennels.members.list, { kennelId })).filter(
      (each) => each.isInvited,
    );
    expect(row?.waiting).toMatchObject({ isVouchedFor: false });
    await owner.as.mutation(api.kennels.invitations.renew, { kennelId, invitationId });
    expect(await accept(stranger, { token })).toEqual({ kennelId });
  });
});

describe("an invited address", () => {
  it("[GAP-KEN-04] accepts or declines without the link when it is confirmed, in any letter case", async () => {
    const invitationId = await invite(team.owner, "New@Example.com");
    const newcomer = await signIn(team.deployment, "new@example.com");
    expect(await waitingFor(newcomer)).toMatchObject([{ invitationId, kennelName: "My Kennel" }]);
    await newcomer.as.mutation(api.kennels.invitations.decline, { invitationId });
    expect(await waitingFor(newcomer)).toEqual([]);
    expect(await codeOf(accept(newcomer, { invitationId }))).toBe("NOT_FOUND");
  });

  it("[GAP-KEN-04] sees nothing and cannot accept or decline when it is not confirmed", async () => {
    const invitationId = await invite(team.owner);
    const impostor = await signIn(team.deployment, "new@example.com", { emailVerified: false });
    expect(await waitingFor(impostor)).toEqual([]);
    expect(await codeOf(accept(impostor, { invitationId }))).toBe("NOT_FOUND");
    const { decline } = api.kennels.invitations;
    expect(await codeOf(impostor.as.mutation(decline, { invitationId }))).toBe("NOT_FOUND");
    expect(await codeOf(team.stranger.as.mutation(decline, { invitationId }))).toBe("NOT_FOUND");
  });

  it("[GAP-KEN-04] can also be confirmed by a custom JWT provider, in the claim with the configured name", async () => {
    const invitationId = await invite(team.owner);
    const claims = { emailVerified: undefined, email_verified: true };
    const newcomer = await signIn(team.deployment, "new@example.com", claims);
    expect(await accept(newcomer, { invitationId })).toEqual({ kennelId: team.kennelId });
  });

  it("shows invitations of versions before acceptance was required, once those are migrated", async () => {
    const { deployment, kennelId, owner } = team;
    await deployment.run(
      async (ctx) =>
        await ctx.db.insert("invitations", {
          kennelId,
          email: "old@example.com",
          emailKey: "old@example.com",
          role: "viewer",
          permissions: {},
          invitedBy: owner.userId,
        }),
    );
    await deployment.mutation(internal.migrations.giveInvitationsTime, {
      fn: "migrations:giveInvitationsTime",
    });
    const old = await signIn(deployment, "old@example.com");
    const [invitation] = await waitingFor(old);
    expect(invitation?.expiresAt).toBe(Date.now() + INVITATION_DAYS * DAY_MS);
    const { invitationId = "" } = invitation ?? {};
    expect(await accept(old, { invitationId }, "viewer")).toEqual({ kennelId });
  });
});

describe("invitations from other kennels", () => {
  const belongTo = async (person: Person, count: number, role: Role) => {
    await team.deployment.run(async (ctx) => {
      for (let number = 0; number < count; number += 1) {
        const kennel = { name: `Kennel ${number}`, ownerId: person.userId, updatedAt: 0 };
        const kennelId = await ctx.db.insert("kennels", kennel);
        await ctx.db.insert("memberships", { kennelId, userId: person.userId, role, permissions: {} });
      }
    });
  };

  it("do not count against the limit of one's own kennels, and own kennels do not limit invitations", async () => {
    const { stranger, kennelId, owner } = team;
    await belongTo(stranger, MAX_SHARED_KENNELS_PER_USER - 1, "viewer");
    await addMember(owner, stranger, { kennelId, role: "viewer" });
    await stranger.as.mutation(api.kennels.kennels.create, { name: "Mine" });
    expect(await stranger.as.query(api.kennels.kennels.list, {})).toHaveLength(
      MAX_SHARED_KENNELS_PER_USER + 2,
    );
    const invitationId = await invite(owner, "more@example.com");
    const token = await tokenOf(invitationId);
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: stranger.userId });
    await belongTo(stranger, 1, "viewer");
    expect(await failureOf(accept(stranger, { token }))).toMatchObject({
      code: "LIMIT_REACHED",
      details: { count: MAX_SHARED_KENNELS_PER_USER },
    });
  });

  it("make nobody an owner of more kennels than the limit", async () => {
    const { stranger, owner } = team;
    await belongTo(stranger, MAX_KENNELS_PER_USER - 1, "owner");
    const token = await tokenOf(await invite(owner, "new@example.com", "owner"));
    expect(await codeOf(accept(stranger, { token }, "owner"))).toBe("LIMIT_REACHED");
  });

  it("do not reveal which addresses have accounts", async () => {
    const known = await team.owner.as.mutation(api.kennels.members.add, {
      ...{ kennelId: team.kennelId, email: "stranger@example.com", role: "viewer" },
    });
    const unknown = await team.owner.as.mutation(api.kennels.members.add, {
      ...{ kennelId: team.kennelId, email: "nobody@example.com", role: "viewer" },
    });
    const shapeOf = ({
      email: _,
      name: __,
      invitationId: ___,
      waiting: ____,
      createdAt: _____,
      ...rest
    }: typeof known) => rest;
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
  });
});

describe("mail of invitations", () => {
  const mails = async () =>
    await team.deployment.run(async (ctx) => await ctx.db.query("accountMails").collect());

  it("is sent with the link when mail is set up, and again with 'send again', up to a limit", async () => {
    vi.stubEnv("MAIL_FROM", "Studbook <a@kennel.example>");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const invitationId = await invite(team.owner);
    const { kennelId, owner } = team;
    expect(await mails()).toMatchObject([
      {
        ...{ kind: "invited", to: "new@example.com", about: "My Kennel", role: "staff", tokenIdentifier: "" },
        by: "Olga Owner (owner@example.com)",
        path: `/invitation/${await tokenOf(invitationId)}`,
      },
    ]);
    const again = () => owner.as.mutation(api.kennels.invitations.renew, { kennelId, invitationId });
    const { capacity } = RATE_LIMITS.invitationMails;
    for (let count = 1; count < capacity; count += 1) await again();
    expect(await codeOf(again())).toBe("RATE_LIMITED");
    expect(await mails()).toHaveLength(capacity);
    // One person's mails to an address do not block another person's mail to it.
    const { as } = team.stranger;
    const elsewhere = { kennelId: await firstKennelOf(team.stranger), role: "staff" as const };
    await as.mutation(api.kennels.members.add, { ...elsewhere, email: "new@example.com" });
    expect(await mails()).toHaveLength(capacity + 1);
  });

  it("is not sent by users whose own address is unconfirmed, when it could be confirmed", async () => {
    const impostor = await signIn(team.deployment, "eve@example.com", { emailVerified: false });
    const kennelId = await firstKennelOf(impostor);
    const add = (email: string) =>
      impostor.as.mutation(api.kennels.members.add, { kennelId, email, role: "staff" });
    const { invitationId } = await add("new@example.com");
    vi.stubEnv("MAIL_FROM", "Studbook <a@kennel.example>");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    expect(await codeOf(add("other@example.com"))).toBe("EMAIL_NOT_CONFIRMED");
    const { renew } = api.kennels.invitations;
    const renewal = impostor.as.mutation(renew, { kennelId, invitationId: invitationId ?? "" });
    expect(await codeOf(renewal)).toBe("EMAIL_NOT_CONFIRMED");
    expect(await mails()).toEqual([]);
  });

  it("is not stored when the deployment sends no mail", async () => {
    await invite(team.owner);
    expect(await mails()).toEqual([]);
  });
});

describe("registration", () => {
  const admit = async (email: string, invitation: string | null = null) =>
    await team.deployment.query(internal.accounts.registration.admit, { email, invitation, at: Date.now() });
  const mode = async () =>
    await callerOf(team.deployment, "a@example.com").query(api.accounts.registration.mode, {});

  it("is open unless the operator closes it, and is closed by an unknown value", async () => {
    expect([await mode(), (await admit("a@example.com")).mayRegister]).toEqual(["open", true]);
    for (const word of ["closed", "Open", "yes"]) {
      vi.stubEnv("STUDBOOK_REGISTRATION", word);
      expect([await mode(), (await admit("a@example.com")).mayRegister]).toEqual(["closed", false]);
    }
  });

  it("for invited people accepts a valid token, or an invited address", async () => {
    vi.stubEnv("STUDBOOK_REGISTRATION", "invited");
    const token = await tokenOf(await invite(team.owner));
    const may = async (email: string, invitation: string | null = null) =>
      (await admit(email, invitation)).mayRegister;
    expect(await may("a@example.com")).toBe(false);
    expect(await may("a@example.com", token)).toBe(true);
    expect(await may("New@example.com")).toBe(true);
    expect(
      await may(
        "a@example.com",
        token.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
      ),
    ).toBe(false);
    pass(INVITATION_DAYS);
    expect([await may("a@example.com", token), await may("new@example.com")]).toEqual([false, false]);
  });

  it("explains what is wrong with a name", async () => {
    const newcomer = { email: "a@example.com", invitation: null, at: Date.now() };
    const faultOf = async (names: object) =>
      (await team.deployment.query(internal.accounts.registration.admit, { ...newcomer, ...names }))
        .nameFault;
    expect(await faultOf({ name: "Ann Hill", firstName: "Ann", lastName: "Hill" })).toBeNull();
    expect(await faultOf({ name: "Ann\nHill" })).toBe("Name must be on one line");
    expect(await faultOf({ firstName: "a".repeat(81) })).toBe("First name must be at most 80 characters");
    expect(await faultOf({ lastName: "prize.example" })).toBe(
      "Last name must not contain a web or email address",
    );
  });

  it("requires a confirmed address when the deployment sends mail", async () => {
    expect((await admit("a@example.com")).isConfirmed).toBe(true);
    vi.stubEnv("MAIL_FROM", "Studbook <a@kennel.example>");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    expect((await admit("a@example.com")).isConfirmed).toBe(false);
  });
});

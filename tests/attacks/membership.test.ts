/** Tests abuse of the membership rules. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { INVITATION_DAYS } from "../../domain/kennels/rules";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";
import { Refusals, startMailServer } from "../support/providers";
import {
  firstKennelId,
  joinKennel,
  password,
  person,
  register,
  signIn,
  type SignedIn,
} from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const SECRET = { STUDBOOK_LINK_SECRET: "a secret of the deployment" };
const start = (options: Partial<Parameters<typeof startRuntime>[0]> = {}) =>
  startRuntime({ functions: "convex", accounts: true, env: SECRET, ...options });

/** Returns the actual result if the work did not fail. */
async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error instanceof ConvexError ? (error.data as { code?: unknown }).code : error;
  }
}

interface Invited {
  readonly invitationId: Id<"invitations">;
  readonly token: string;
}

async function invite(
  { client }: SignedIn,
  kennelId: string,
  email: string,
  role: "owner" | "staff" = "staff",
): Promise<Invited> {
  const { invitationId } = await client.mutation(api.kennels.members.add, { kennelId, email, role });
  if (!invitationId) throw new Error("Nobody was invited");
  const link = await client.query(api.kennels.invitations.link, { kennelId, invitationId });
  return { invitationId, token: link?.split("/").at(-1) ?? "" };
}

const accept = async ({ client }: SignedIn, token: string, role: "owner" | "staff" = "staff") =>
  await codeOf(client.mutation(api.kennels.invitations.accept, { token, role }));
const kennelsOf = async ({ client }: SignedIn) => await client.query(api.kennels.kennels.list, {});

describe("an owner", () => {
  let runtime: Runtime;
  let owner: SignedIn;
  let victim: SignedIn;
  let kennelId: Id<"kennels">;
  beforeAll(async () => {
    runtime = await start();
    owner = await register(runtime.origin, person("Olga"));
    victim = await register(runtime.origin, person("Vera"));
    kennelId = await firstKennelId(owner);
  }, 120_000);
  afterAll(() => runtime.stop());

  it("makes nobody a member without their acceptance, by function or REST, and learns nothing about their account", async () => {
    const before = await kennelsOf(victim);
    await owner.client.mutation(api.kennels.members.add, { kennelId, email: victim.email, role: "viewer" });
    for (let number = 0; number < 5; number += 1) {
      const { _id } = await owner.client.mutation(api.kennels.kennels.create, { name: `Kennel ${number}` });
      const response = await fetch(`${runtime.origin}/api/kennels/${_id}/users`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${owner.token}` },
        body: JSON.stringify({ email: victim.email, role: "viewer" }),
      });
      const { data } = (await response.json()) as { data: { isInvited: boolean; name: string } };
      expect([response.status, data.isInvited]).toEqual([201, true]);
      expect(data.name).toBe(victim.email.split("@")[0]);
    }
    expect(await kennelsOf(victim)).toEqual(before);
    expect(await victim.client.query(api.kennels.invitations.waiting, {})).toHaveLength(6);
  });

  it("cannot transfer or leave the kennel to somebody who has not accepted it", async () => {
    const staff = await register(runtime.origin, person("Stefan"));
    await joinKennel(owner, staff, { kennelId, role: "staff" });
    const me = await staff.client.query(api.accounts.users.me, {});
    const userId = me?._id ?? "";
    const before = await staff.client.query(api.billing.billing.subscription, {
      kennelId: await firstKennelId(staff),
    });
    await owner.client.mutation(api.kennels.members.update, { kennelId, userId, role: "owner" });
    const { client } = owner;
    const self = (await client.query(api.accounts.users.me, {}))?._id ?? "";
    expect(await codeOf(client.mutation(api.kennels.members.remove, { kennelId, userId: self }))).toBe(
      "LAST_OWNER",
    );
    const [kennel] = (await kennelsOf(staff)).filter(({ _id }) => _id === kennelId);
    expect(kennel).toMatchObject({ role: "staff", ownerId: self });
    const after = await staff.client.query(api.billing.billing.subscription, {
      kennelId: await firstKennelId(staff),
    });
    expect(after).toEqual(before);
  });

  it("cannot let a manager read a link that makes an owner", async () => {
    const manager = await register(runtime.origin, person("Mona"));
    await joinKennel(owner, manager, { kennelId, role: "manager" });
    const { invitationId } = await invite(owner, kennelId, person("Nina").email, "owner");
    const { link, renew } = api.kennels.invitations;
    expect(await codeOf(manager.client.query(link, { kennelId, invitationId }))).toBe("FORBIDDEN");
    expect(await codeOf(manager.client.mutation(renew, { kennelId, invitationId }))).toBe("FORBIDDEN");
  });
});

describe("an invitation link", () => {
  it("opens one kennel, once, while it is valid, and only unchanged", async () => {
    const data = mkdtempSync(path.join(tmpdir(), "studbook-test-"));
    let runtime = await start({ data });
    try {
      const owner = await register(runtime.origin, person("Olga"));
      const who = person("Vera");
      const victim = await register(runtime.origin, who);
      const kennelId = await firstKennelId(owner);
      const first = await invite(owner, kennelId, person("Nina").email);
      const other = await invite(owner, kennelId, person("Nora").email);
      const [firstId = "", firstSignature = ""] = first.token.split("-");
      const [otherId = "", otherSignature = ""] = other.token.split("-");
      const altered = firstSignature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
      const wrong = [
        `${firstId}-${otherSignature}`,
        `${otherId}-${firstSignature}`,
        `${firstId}-${altered}`,
        firstId,
        "",
      ];
      for (const token of wrong) expect(await accept(victim, token), token).toBe("NOT_FOUND");
      expect(await accept(victim, first.token, "owner")).toBe("STALE_UPDATE");
      // The id alone can be used only by the invited address.
      const byId = victim.client.mutation(api.kennels.invitations.accept, {
        ...{ invitationId: first.invitationId, role: "staff" },
      });
      expect(await codeOf(byId)).toBe("NOT_FOUND");
      const { invitationId } = other;
      await owner.client.mutation(api.kennels.members.remove, { kennelId, invitationId });
      expect(await accept(victim, other.token)).toBe("NOT_FOUND");
      const late = await invite(owner, kennelId, person("Lara").email);
      const guest = await register(runtime.origin, person("Gina"));
      expect(await accept(guest, first.token)).toEqual({ kennelId });
      expect(await accept(victim, first.token)).toBe("NOT_FOUND");
      await runtime.stop();

      const ahead = `const Real = Date; const now = () => Real.now() + ${INVITATION_DAYS} * 86_400_000;
        globalThis.Date = class extends Real {
          constructor(...parts) { if (parts.length) super(...parts); else super(now()); }
          static now() { return now(); }
        };`;
      const nodeArguments = ["--import", `data:text/javascript,${encodeURIComponent(ahead)}`];
      runtime = await start({ data, nodeArguments });
      expect(await accept(await signIn(runtime.origin, who), late.token)).toBe("INVITATION_OVER");
    } finally {
      await runtime.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }, 120_000);
});

describe("an unconfirmed address", () => {
  it("sees no invitation, sets no password by mail, and counts once its owner has opened the link", async () => {
    const mailServer = await startMailServer(new Refusals(null));
    const runtime = await start({ env: { ...SECRET, ...mailServer.env } });
    try {
      const mailsTo = (address: string) =>
        [...mailServer.arrivals.messages.values()].filter(({ recipients }) => recipients.includes(address));
      const linkTo = (address: string) =>
        mailsTo(address).flatMap(
          ({ text = "" }) => /\/confirm-email\?account=([\w-]+)/.exec(text)?.[1] ?? [],
        );
      const page = browser(runtime.origin);
      const olga = person("Olga");
      await register(runtime.origin, olga);
      await expect.poll(() => linkTo(olga.email).length, { timeout: 20_000 }).toBe(1);
      await page.post("/security/email/confirm-own", { token: linkTo(olga.email)[0] });
      const owner = await signIn(runtime.origin, olga);
      const kennelId = await firstKennelId(owner);
      await owner.client.mutation(api.kennels.kennels.update, { kennelId, name: "Win a prize today" });
      const who = person("Vera");
      await owner.client.mutation(api.kennels.members.add, { kennelId, email: who.email, role: "staff" });
      const impostor = await register(runtime.origin, who);
      expect(await impostor.client.query(api.kennels.invitations.waiting, {})).toEqual([]);
      expect(await impostor.client.query(api.accounts.users.me, {})).toMatchObject({ isEmailTrusted: false });

      await page.post("/security/password/forgot", { email: who.email });
      await expect.poll(() => linkTo(who.email).length, { timeout: 20_000 }).toBe(2);
      const mailsWith = (path: string) => mailsTo(who.email).filter(({ text = "" }) => text.includes(path));
      await expect.poll(() => mailsWith("/invitation/").length, { timeout: 20_000 }).toBe(1);
      const mails = mailsTo(who.email);
      expect(mailsWith("/reset-password")).toEqual([]);
      for (const { subject = "" } of mails) expect(subject).not.toContain("prize");

      const [token = ""] = linkTo(who.email);
      const confirm = async (text: string) =>
        (await page.post("/security/email/confirm-own", { token: text })).status;
      expect(await confirm(`${token.slice(0, -1)}!`)).toBe(400);
      expect([await confirm(token), await confirm(token)]).toEqual([200, 400]);
      const confirmed = await signIn(runtime.origin, who);
      expect(await confirmed.client.query(api.kennels.invitations.waiting, {})).toHaveLength(1);
    } finally {
      await runtime.stop();
      await mailServer.close();
    }
  }, 120_000);
});

describe("registration with the address of an existing account", () => {
  it("notifies its owner by mail, a limited number of times, and changes nothing", async () => {
    const mailServer = await startMailServer(new Refusals(null));
    const runtime = await start({ env: { ...SECRET, ...mailServer.env } });
    try {
      const olga = person("Olga");
      const mails = () =>
        [...mailServer.arrivals.messages.values()].filter(({ recipients }) =>
          recipients.includes(olga.email),
        );
      const textsWith = (path: string) =>
        mails().flatMap(({ text = "" }) => (text.includes(path) ? [text] : []));
      const signUp = async () => {
        const asked = { name: "Eve", email: olga.email.toUpperCase(), password: "another password" };
        return (await browser(runtime.origin).post("/sign-up/email", asked)).status;
      };
      await register(runtime.origin, olga);
      await expect.poll(() => textsWith("/confirm-email").length, { timeout: 20_000 }).toBe(1);
      // A person with an unconfirmed address may now confirm it.
      expect(await signUp()).toBe(422);
      await expect.poll(() => textsWith("/confirm-email").length, { timeout: 20_000 }).toBe(2);
      expect(textsWith("/login")).toEqual([]);
      const [token] = textsWith("/confirm-email").flatMap((text) => /account=([\w-]+)/.exec(text)?.[1] ?? []);
      await browser(runtime.origin).post("/security/email/confirm-own", { token });
      for (let times = 0; times < 5; times += 1) expect(await signUp()).toBe(422);
      await expect.poll(() => textsWith("/login").length, { timeout: 20_000 }).toBe(3);
      await signIn(runtime.origin, olga);
      expect(mails().map(({ subject }) => subject)).toContain("You already have a Studbook account");
      expect(textsWith("/login")).toHaveLength(3);
    } finally {
      await runtime.stop();
      await mailServer.close();
    }
  }, 120_000);
});

describe("registration of new users", () => {
  it("is refused to everybody when closed, and to uninvited people when it is only for invited ones", async () => {
    const data = mkdtempSync(path.join(tmpdir(), "studbook-test-"));
    let runtime = await start({ data });
    const signUp = async (email: string, invitation?: unknown) => {
      const { status, json } = await browser(runtime.origin).post("/sign-up/email", {
        ...{ name: "Eve", email, password },
        ...(invitation !== undefined && { invitation }),
      });
      return [status, status === 200 ? null : json.code];
    };
    const closed = [403, "REGISTRATION_CLOSED"];
    try {
      const who = person("Olga");
      const owner = await register(runtime.origin, who);
      const { token } = await invite(owner, await firstKennelId(owner), person("Nina").email);
      await runtime.stop();

      runtime = await start({ data, env: { ...SECRET, STUDBOOK_REGISTRATION: "closed" } });
      // The address of an existing account gets the same response.
      expect(await signUp(who.email)).toEqual(closed);
      expect(await signUp(person("Eve").email, token)).toEqual(closed);
      expect(await kennelsOf(await signIn(runtime.origin, who))).toHaveLength(1);
      await runtime.stop();

      runtime = await start({ data, env: { ...SECRET, STUDBOOK_REGISTRATION: "invited" } });
      expect(await signUp(person("Eve").email)).toEqual(closed);
      expect(await signUp(person("Eve").email, `${token}0`)).toEqual(closed);
      expect(await signUp(person("Eve").email, { $ne: null })).toEqual([400, "FIELD_NOT_VALID"]);
      expect(await signUp(person("Eve").email, token)).toEqual([200, null]);
    } finally {
      await runtime.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }, 120_000);
});

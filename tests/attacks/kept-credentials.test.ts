/**
 * Tests credentials that a former user of an account can still use after the owner has recovered it. In the table,
 * `ends` lists the credentials that an action of the owner ends. All others must still work.
 */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { makeTokenKey } from "../../scripts/secrets.mjs";
import { startMailServer, Refusals } from "../support/providers";
import { firstKennelId, password, person, register, type Person, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";

type Browser = ReturnType<typeof browser>;
const CREDENTIALS = ["session", "trusted device", "reset link", "pending address", "API key"] as const;
type Credential = (typeof CREDENTIALS)[number];

let runtime: Runtime;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mailServer = await startMailServer(new Refusals(null));
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    env: { ...mailServer.env, STUDBOOK_TOKEN_KEY: makeTokenKey() },
  });
}, 120_000);
afterAll(async () => {
  await runtime.stop();
  await mailServer.close();
});

/** Reads the newest mail to the address. Null before the mail has arrived. */
function tokenIn(address: string, page: string): string | null {
  const mails = [...mailServer.arrivals.messages.values()].filter(({ recipients }) =>
    recipients.includes(address),
  );
  const links = mails.flatMap(
    ({ text = "" }) => new RegExp(`/${page}\\?(?:token|account)=([\\w-]+)`).exec(text)?.[1] ?? [],
  );
  return links.at(-1) ?? null;
}

async function tokenTo(address: string, page: string): Promise<string> {
  await expect.poll(() => tokenIn(address, page), { timeout: 20_000 }).not.toBeNull();
  return tokenIn(address, page) ?? "";
}

interface Held {
  readonly who: Person;
  readonly signedIn: SignedIn;
  readonly owner: Browser;
  /** A second session beside the owner's, from an untrusted device. */
  readonly thief: Browser;
  readonly trusted: Browser;
  readonly totp: TOTP | null;
  readonly newEmail: string;
  readonly resetToken: string;
  readonly emailToken: string;
  readonly apiKey: string;
}

/** `steps` is a number of time steps ahead, because each code works only once. */
const codeIn = (totp: TOTP, steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });

async function holdEverything(hasTwoFactor: boolean): Promise<Held> {
  const who = person("Ann");
  const signedIn = await register(runtime.origin, who);
  const enter = async () => {
    const page = browser(runtime.origin);
    await page.post("/sign-in/email", { email: who.email, password });
    return page;
  };
  const owner = await enter();
  // A link for a forgotten password is sent only to confirmed addresses.
  const confirmation = { token: await tokenTo(who.email, "confirm-email") };
  expect((await owner.post("/security/email/confirm-own", confirmation)).status).toBe(200);
  const thief = await enter();
  const trusted = browser(runtime.origin);
  let totp: TOTP | null = null;
  if (hasTwoFactor) {
    const { json } = await owner.post("/security/two-factor/enable", { password });
    totp = new TOTP({ secret: Secret.fromBase32(json.secret) });
    await owner.post("/security/two-factor/verify", { code: codeIn(totp, 0), keepSessions: true });
    await trusted.post("/sign-in/email", { email: who.email, password });
    const verified = await trusted.post("/two-factor/verify-totp", {
      code: codeIn(totp, 1),
      trustDevice: true,
    });
    expect(verified.status).toBe(200);
  }
  const kennelId = await firstKennelId(signedIn);
  const { key } = await signedIn.client.action(api.accounts.apiKeys.create, {
    kennelId,
    name: "Left behind",
    areas: { dogs: "read" },
    days: null,
    password,
  });
  const newEmail = `thief.${who.email}`;
  expect((await thief.post("/security/email", { newEmail, password })).status).toBe(200);
  await browser(runtime.origin).post("/security/password/forgot", { email: who.email });
  return {
    ...{ who, signedIn, owner, thief, trusted, totp, newEmail, apiKey: key },
    emailToken: await tokenTo(newEmail, "confirm-email"),
    resetToken: await tokenTo(who.email, "reset-password"),
  };
}

/** Credentials that can be used only once are tried last. */
async function stillOpen(held: Held, newPassword: string): Promise<readonly Credential[]> {
  const { thief, trusted, who, apiKey, emailToken, resetToken } = held;
  const open: Credential[] = [];
  if ((await thief.get("/token")).status === 200) open.push("session");
  if (held.totp !== null) {
    await trusted.post("/sign-out");
    const { status, json } = await trusted.post("/sign-in/email", {
      email: who.email,
      password: newPassword,
    });
    if (status === 200 && json.twoFactorRedirect === undefined) open.push("trusted device");
  }
  const byKey = await fetch(`${runtime.origin}/api/dogs`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (byKey.status === 200) open.push("API key");
  if ((await thief.post("/security/email/confirm", { token: emailToken })).status === 200) {
    open.push("pending address");
  }
  // Confirming the address has already ended the reset link, so the link is tried only if that failed.
  const reset = { token: resetToken, newPassword: "taken-over-again" };
  if (
    !open.includes("pending address") &&
    (await thief.post("/security/password/reset", reset)).status === 200
  ) {
    open.push("reset link");
  }
  return open;
}

const ALL_BUT = (...kept: readonly Credential[]) => CREDENTIALS.filter((each) => !kept.includes(each));

const MATRIX: readonly {
  readonly action: string;
  readonly hasTwoFactor: boolean;
  readonly ends: readonly Credential[];
  readonly act: (held: Held) => Promise<{ status: number }>;
  readonly newPassword?: string;
}[] = [
  {
    action: "a new password, keys included",
    hasTwoFactor: true,
    ends: CREDENTIALS,
    newPassword: "another-box-8",
    act: ({ owner }) =>
      owner.post("/security/password", {
        currentPassword: password,
        newPassword: "another-box-8",
        endApiKeys: true,
      }),
  },
  {
    action: "a new password, keys kept as asked",
    hasTwoFactor: true,
    ends: ALL_BUT("API key"),
    newPassword: "another-box-8",
    act: ({ owner }) =>
      owner.post("/security/password", { currentPassword: password, newPassword: "another-box-8" }),
  },
  {
    action: "a forgotten password, set by a link",
    hasTwoFactor: true,
    ends: CREDENTIALS,
    newPassword: "another-box-8",
    act: ({ resetToken }) =>
      browser(runtime.origin).post("/security/password/reset", {
        token: resetToken,
        newPassword: "another-box-8",
      }),
  },
  {
    action: "signing out everywhere",
    hasTwoFactor: true,
    ends: ALL_BUT("API key"),
    act: ({ owner }) => owner.post("/security/sessions/end"),
  },
  {
    action: "turning the second factor off",
    hasTwoFactor: true,
    // Without a second factor no device needs to be trusted.
    ends: ["session"],
    act: ({ owner }) => owner.post("/security/two-factor/disable", { password }),
  },
  {
    action: "turning the second factor off, sessions kept as asked",
    hasTwoFactor: true,
    ends: [],
    act: ({ owner }) => owner.post("/security/two-factor/disable", { password, keepSessions: true }),
  },
  {
    action: "turning the second factor on",
    hasTwoFactor: false,
    ends: ["session"],
    act: async ({ owner }) => {
      const { json } = await owner.post("/security/two-factor/enable", { password });
      const code = codeIn(new TOTP({ secret: Secret.fromBase32(json.secret) }), 0);
      return await owner.post("/security/two-factor/verify", { code });
    },
  },
  {
    action: "new backup codes",
    hasTwoFactor: true,
    ends: [],
    act: ({ owner }) => owner.post("/security/two-factor/backup-codes", { password }),
  },
];

describe("earlier credentials", () => {
  it.each(MATRIX)("after $action: $ends end", async ({ act, ends, hasTwoFactor, newPassword }) => {
    const held = await holdEverything(hasTwoFactor);
    expect((await act(held)).status).toBe(200);
    const open = await stillOpen(held, newPassword ?? password);
    for (const ended of ends) expect(open, ended).not.toContain(ended);
    if (!ends.includes("session")) expect(open).toContain("session");
    if (!ends.includes("API key")) expect(open).toContain("API key");
    if (!ends.includes("pending address")) expect(open).toContain("pending address");
  });

  it("after a change of address: links, trusted devices and keys end", async () => {
    const held = await holdEverything(true);
    const { owner, emailToken, resetToken, trusted, apiKey, newEmail } = held;
    expect((await owner.post("/security/email/confirm", { token: emailToken })).status).toBe(200);
    const reset = await browser(runtime.origin).post("/security/password/reset", {
      token: resetToken,
      newPassword: "taken-over-again",
    });
    expect(reset).toMatchObject({ status: 400, json: { code: "INVALID_TOKEN" } });
    await trusted.post("/sign-out");
    const again = await trusted.post("/sign-in/email", { email: newEmail, password });
    expect(again.json.twoFactorRedirect).toBe(true);
    const byKey = await fetch(`${runtime.origin}/api/dogs`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(byKey.status).toBe(401);
  });
});

describe("a stolen session without the password", () => {
  it("cannot turn on a second factor, or create backup codes and API keys", async () => {
    const held = await holdEverything(false);
    const { owner, thief, signedIn } = held;
    for (const body of [{}, { password: "guessed-box-1" }]) {
      const refused = await thief.post("/security/two-factor/enable", body);
      expect(refused).toMatchObject({ status: 400, json: { code: "INVALID_PASSWORD" } });
    }
    const { json } = await owner.post("/security/two-factor/enable", { password });
    const totp = new TOTP({ secret: Secret.fromBase32(json.secret) });
    await owner.post("/security/two-factor/verify", { code: codeIn(totp, 0), keepSessions: true });
    const codes = await thief.post("/security/two-factor/backup-codes");
    expect(codes).toMatchObject({ status: 400, json: { code: "INVALID_PASSWORD" } });
    const kennelId = await firstKennelId(signedIn);
    const key = { kennelId, name: "Stolen", areas: {}, days: null };
    for (const given of [undefined, "guessed-box-1"]) {
      const made = signedIn.client.action(api.accounts.apiKeys.create, { ...key, password: given });
      await expect(made).rejects.toThrow("VALIDATION_FAILED");
    }
  });
});

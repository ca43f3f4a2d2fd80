/** Tests the accounts over a real HTTP server, like a browser, and across restarts. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { hashPassword } from "better-auth/crypto";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Accounts } from "./accounts.js";
import { openConnection } from "./connection.js";
import { accountsOnFolder, browser } from "./testing/browser.js";

let folder: ReturnType<typeof accountsOnFolder>;
let dataDir: string;

beforeEach(() => {
  folder = accountsOnFolder();
  dataDir = folder.dataDir;
});

afterEach(() => folder.remove());

const start: typeof folder.start = (options) => folder.start(options);
const stop = (): Promise<void> => folder.stop();

const ann = {
  email: "Ann@Example.com",
  password: "correct horse",
  name: "Ann Hill",
  firstName: "Ann",
  lastName: "Hill",
};

async function verify(accounts: Accounts, token: string) {
  const [, encoded = ""] = accounts.jwks.split(",");
  const keys = JSON.parse(Buffer.from(encoded, "base64").toString()) as JSONWebKeySet;
  return jwtVerify(token, createLocalJWKSet(keys), {
    issuer: accounts.issuer,
    audience: accounts.audience,
    algorithms: ["ES256"],
  });
}

describe("the accounts server", () => {
  it("[AUTH-05] opens an account, keeps its session in a cookie and returns a token for functions", async () => {
    const { accounts, origin } = await start();
    const page = browser(origin);
    const signUp = await page.post("/sign-up/email", ann);
    expect(signUp.status).toBe(200);
    const [cookie = ""] = signUp.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=2592000/i);

    const { json } = await page.get("/token");
    const { payload, protectedHeader } = await verify(accounts, json.token);
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(protectedHeader.kid).toEqual(expect.any(String));
    expect(payload).toMatchObject({
      sub: json.userId,
      email: "ann@example.com",
      email_verified: true,
      name: "Ann Hill",
      given_name: "Ann",
      family_name: "Hill",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  it("[GAP-AUTH-07] uses the first word of the name as the first name if no first name is given", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", { name: "Bo Ek", email: "bo@example.com", password: ann.password });
    expect(decodeJwt((await page.get("/token")).json.token)).toMatchObject({
      name: "Bo Ek",
      given_name: "Bo",
    });
  });

  it("[AUTH-04] signs in with the right password, whatever the letter case of the address", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const page = browser(origin);
    expect(
      (await page.post("/sign-in/email", { email: "ANN@example.com", password: ann.password })).status,
    ).toBe(200);
    const session = await page.get("/get-session");
    expect(session.json.user).toMatchObject({ email: "ann@example.com", name: "Ann Hill", firstName: "Ann" });
  });

  it("refuses a wrong password and an unknown address with the same response", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const wrong = await browser(origin).post("/sign-in/email", { email: ann.email, password: "wrong horse" });
    const unknown = await browser(origin).post("/sign-in/email", {
      email: "bob@example.com",
      password: "wrong horse",
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json).toEqual(unknown.json);
    expect(wrong.json.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  it("refuses a taken address, a short password and a malformed address, each with its code", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const codes = [];
    for (const change of [{}, { email: "b@example.com", password: "1234567" }, { email: "not an address" }]) {
      const { status, json } = await browser(origin).post("/sign-up/email", { ...ann, ...change });
      expect(status).toBeGreaterThanOrEqual(400);
      codes.push(json.code);
    }
    expect(codes).toEqual([
      "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
      "PASSWORD_TOO_SHORT",
      expect.stringMatching(/INVALID_EMAIL|VALIDATION_ERROR/),
    ]);
  });

  it("blocks a client after sign-ups with ten existing addresses", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const statuses = [];
    for (let times = 0; times < 11; times += 1) {
      statuses.push((await browser(origin).post("/sign-up/email", ann)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    const another = await browser(origin).post("/sign-up/email", { ...ann, email: "new@example.com" });
    expect(another).toMatchObject({ status: 429, json: { code: "TOO_MANY_FAILED_SIGN_INS" } });
    expect(Number(another.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await browser(origin).post("/sign-in/email", ann)).status).toBe(200);
  });

  it("opens only one account when two people sign up with the same address at the same time", async () => {
    const { origin, errors } = await start();
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser(origin).post("/sign-up/email", ann)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(
      (await browser(origin).post("/sign-in/email", { email: ann.email, password: ann.password })).status,
    ).toBe(200);
  });

  it("refuses pictures, and names longer than 200 characters", async () => {
    const { origin } = await start();
    const long = await browser(origin).post("/sign-up/email", { ...ann, lastName: "x".repeat(201) });
    expect(long).toMatchObject({ status: 400, json: { code: "FIELD_TOO_LONG" } });
    const picture = await browser(origin).post("/sign-up/email", {
      ...ann,
      image: "https://example.com/a.png",
    });
    expect(picture).toMatchObject({ status: 400, json: { code: "IMAGE_NOT_ACCEPTED" } });
  });
});

describe("sessions", () => {
  it("remain valid with their users and keys across a restart on another port", async () => {
    const first = await start();
    const page = browser(first.origin);
    await page.post("/sign-up/email", ann);
    const before = (await page.get("/token")).json;
    await stop();

    const second = await start();
    const again = browser(second.origin, page.jar);
    const after = (await again.get("/token")).json;
    expect(second.accounts.issuer).toBe(first.accounts.issuer);
    expect(second.accounts.jwks).toBe(first.accounts.jwks);
    expect(decodeJwt(after.token).sub).toBe(decodeJwt(before.token).sub);
    await expect(verify(second.accounts, before.token)).resolves.toBeDefined();
  });

  it("end at sign-out, which also clears the browser's cache of the account", async () => {
    const { origin } = await start();
    const page = browser(origin);
    const signedUp = await page.post("/sign-up/email", ann);
    expect(signedUp.headers.get("clear-site-data")).toBeNull();
    expect((await page.get("/token")).headers.get("clear-site-data")).toBeNull();
    expect((await page.post("/sign-out")).headers.get("clear-site-data")).toBe('"cache"');
  });

  it("end at sign-out, also for a copied cookie", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const copy = browser(origin, new Map(page.jar));
    expect((await page.post("/sign-out")).status).toBe(200);
    expect((await page.get("/token")).status).toBe(401);
    expect((await copy.get("/token")).status).toBe(401);
    expect((await copy.get("/get-session")).text).toBe("null");
  });

  it("expire after 30 days, but are renewed when they are used", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const db = openConnection(path.join(dataDir, "db.sqlite"));
    const setExpiry = (days: number) =>
      db
        .prepare("UPDATE account_session SET expiresAt = ?")
        .run([new Date(Date.now() + days * 86_400_000).toISOString()]);
    setExpiry(20);
    const renewed = await page.get("/get-session");
    expect(renewed.headers.getSetCookie().join()).toMatch(/Max-Age=2592000/i);
    const [row] = db.prepare("SELECT expiresAt FROM account_session").all([]) as { expiresAt: string }[];
    expect(Date.parse(row?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    setExpiry(-1);
    expect((await page.get("/token")).status).toBe(401);
    db.close();
  });

  it("end on other devices when the password changes", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const other = browser(origin);
    await other.post("/sign-in/email", { email: ann.email, password: ann.password });
    const changed = await page.post("/security/password", {
      currentPassword: ann.password,
      newPassword: "another horse",
    });
    expect(changed.status).toBe(200);
    expect((await page.get("/token")).status).toBe(200);
    expect((await other.get("/token")).status).toBe(401);
  });
});

describe("the accounts server, against strangers", () => {
  it("[AUTH-10] gives no token without a session or with a forged cookie", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const forged = new Map([...page.jar].map(([name, value]) => [name, `${value.slice(0, -4)}AAAA`]));
    expect((await browser(origin).get("/token")).status).toBe(401);
    expect((await browser(origin, forged).get("/token")).status).toBe(401);
  });

  it("accepts state changes only from its own pages", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const foreign = browser(origin, page.jar, "https://evil.example");
    expect((await foreign.post("/sign-out")).status).toBe(403);
    expect(
      (await browser(origin, new Map(), "https://evil.example").post("/sign-in/email", ann)).status,
    ).toBe(403);
    expect((await page.get("/token")).status).toBe(200);
    const byName = browser(origin, page.jar, origin.replace("127.0.0.1", "localhost"));
    expect((await byName.post("/sign-out")).status).toBe(200);
  });

  it("trusts the given public origin and marks its cookies secure there", async () => {
    const { origin } = await start({ origin: "https://dogs.example.org/" });
    const page = browser(origin, new Map(), "https://dogs.example.org");
    const signUp = await page.post("/sign-up/email", ann);
    expect(signUp.status).toBe(200);
    expect(signUp.headers.getSetCookie().join()).toMatch(/Secure/);
    expect((await page.post("/sign-out")).status).toBe(200);
  });

  it("trusts every name of this machine when its public origin is one of them", async () => {
    const { origin } = await start({ origin: "http://127.0.0.1:3000" });
    for (const [index, name] of ["127.0.0.1", "localhost", "[::1]"].entries()) {
      const page = browser(origin, new Map(), `http://${name}:3000`);
      expect((await page.post("/sign-up/email", { ...ann, email: `${index}@example.com` })).status).toBe(200);
    }
    const otherPort = browser(origin, new Map(), "http://localhost:3001");
    expect((await otherPort.post("/sign-in/email", ann)).status).toBe(403);
  });

  it("blocks a guessing client after ten failures, and nobody else", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const guess = () => browser(origin).post("/sign-in/email", { email: ann.email, password: "wrong horse" });
    for (let failures = 0; failures < 10; failures += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, json: { code: "TOO_MANY_FAILED_SIGN_INS" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    const bob = { ...ann, email: "bob@example.com" };
    expect((await browser(origin).post("/sign-up/email", bob)).status).toBe(200);
    expect((await browser(origin).post("/sign-in/email", bob)).status).toBe(200);
  });

  it("refuses guesses after the tenth, and a client's requests after 300 in ten seconds", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const guess = () => browser(origin).post("/sign-in/email", { email: ann.email, password: "wrong horse" });
    for (let failures = 0; failures < 10; failures += 1) await guess();
    for (let times = 0; times < 20; times += 1) {
      expect(await guess()).toMatchObject({ status: 429, json: { code: "TOO_MANY_FAILED_SIGN_INS" } });
    }
    // All of these happen within ten seconds, however busy the machine is.
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const statuses = new Set<number>();
    for (let times = 0; times < 301; times += 1)
      statuses.add((await browser(origin).get("/get-session")).status);
    now.mockRestore();
    expect([...statuses]).toEqual([200, 429]);
  });

  it("recognizes a device by its cookie, which reveals nothing and names no account", async () => {
    const { origin } = await start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    const name = [...page.jar.keys()].find((each) => each.endsWith(".device")) ?? "";
    const code = page.jar.get(name) ?? "";
    expect(code).toMatch(/^[\w-]{24}$/);
    await page.post("/sign-out");
    expect(page.jar.get(name)).toBe(code);
    // A family's accounts are next to each other, the latest first.
    await page.post("/sign-up/email", { ...ann, email: "bob@example.com" });
    expect(page.jar.get(name)?.split(".")).toEqual([expect.not.stringMatching(code), code]);
    for (const value of [code, `${code}.${code}`, ".", "x".repeat(5000), "%"]) {
      const stranger = browser(origin, new Map([[name, value]]));
      expect((await stranger.get("/get-session")).json).toBeNull();
      expect((await stranger.post("/sign-in/email", { ...ann, password: "wrong horse" })).status).toBe(401);
    }
  });

  it("accepts twenty requests for a forgotten password an hour from one address, and returns the waiting time", async () => {
    const { origin } = await start();
    const page = browser(origin);
    const forget = () => page.post("/security/password/forgot", { email: "nobody@example.com" });
    const statuses = [];
    for (let times = 0; times < 20; times += 1) statuses.push((await forget()).status);
    expect(statuses).not.toContain(429);
    const refused = await forget();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("x-retry-after"))).toBeGreaterThan(3000);
    expect(Number(refused.headers.get("x-retry-after"))).toBeLessThanOrEqual(3600);
  });

  it("trusts a forwarding header only behind a proxy, and then only its last entry", async () => {
    const direct = await start();
    await browser(direct.origin).post("/sign-up/email", ann);
    const guess = (origin: string, from: string) =>
      browser(origin).post(
        "/sign-in/email",
        { email: ann.email, password: "wrong horse" },
        { "x-forwarded-for": from },
      );
    for (let failures = 0; failures < 10; failures += 1) await guess(direct.origin, `10.0.0.${failures}`);
    expect((await guess(direct.origin, "10.0.0.99")).status).toBe(429);
    await stop();

    const proxied = await start({ origin: "http://dogs.example.org" });
    for (let failures = 0; failures < 10; failures += 1)
      await guess(proxied.origin, `1.2.3.${failures}, 10.0.0.1`);
    expect((await guess(proxied.origin, "10.0.0.1")).status).toBe(429);
    expect((await guess(proxied.origin, "10.0.0.2")).status).toBe(401);
  });

  it("stores its secret readable only by its owner, and no key unencrypted", async () => {
    const { origin } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const secretFile = path.join(dataDir, "accounts.secret");
    expect(statSync(secretFile).mode & 0o777).toBe(0o600);
    const db = openConnection(path.join(dataDir, "db.sqlite"));
    const dump = JSON.stringify(db.prepare("SELECT sealedPrivateJwk FROM account_signing_key").all([]));
    const passwords = JSON.stringify(db.prepare("SELECT password FROM account_credential").all([]));
    db.close();
    expect(dump).not.toContain('"d"');
    expect(passwords).not.toContain(ann.password);
    expect(readFileSync(secretFile, "utf8").length).toBeGreaterThanOrEqual(43);
  });

  it("signs with a new key when the secret was lost, and refuses old tokens", async () => {
    const first = await start();
    const page = browser(first.origin);
    await page.post("/sign-up/email", ann);
    const { token } = (await page.get("/token")).json;
    await stop();
    const second = await start({ secret: "another secret of forty-three characters!!!" });
    await expect(verify(second.accounts, token)).rejects.toThrow();
    const again = browser(second.origin);
    expect((await again.post("/sign-in/email", ann)).status).toBe(200);
    const fresh = (await again.get("/token")).json.token;
    await expect(verify(second.accounts, fresh)).resolves.toBeDefined();
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(token).kid);
  });
});

describe("accounts beside the runtime's writer", () => {
  /** A transaction of the other connection that stays open over several turns of the event loop. */
  function holdWriteLock() {
    const writer = openConnection(path.join(dataDir, "db.sqlite"));
    writer.exec("BEGIN IMMEDIATE");
    return () => {
      writer.exec("COMMIT");
      writer.close();
    };
  }

  it("wait for the writer without stopping the thread, and can read during the wait", async () => {
    let letGo = () => undefined as void;
    const idle = new Promise<void>((resolve) => (letGo = resolve));
    const { origin, errors } = await start({ whenIdle: () => idle });
    const release = holdWriteLock();
    const signUp = browser(origin).post("/sign-up/email", ann);
    expect((await browser(origin).get("/get-session")).status).toBe(200);
    release();
    letGo();
    expect((await signUp).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it("do not reveal by a delay whether an account exists: a wrong password is recorded after the response", async () => {
    let letGo = () => undefined as void;
    let idle = Promise.resolve();
    const { origin, errors } = await start({ whenIdle: () => idle });
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    idle = new Promise<void>((resolve) => (letGo = resolve));
    const release = holdWriteLock();
    try {
      for (const email of ["nobody@example.com", ann.email]) {
        const answered = vi.fn();
        void browser(origin).post("/sign-in/email", { email, password: "wrong horse" }).then(answered);
        await expect.poll(() => answered.mock.lastCall, { timeout: 10_000 }).toMatchObject([{ status: 401 }]);
      }
    } finally {
      release();
      letGo();
    }
    const outcomes = async () => {
      const { signIns } = (await page.get("/security")).json;
      return (signIns as { outcome: string }[]).map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes).toEqual(["wrong_password", "signed_up"]);
    expect(errors).toEqual([]);
  });

  it("repeat a write that finds the writer's lock", async () => {
    const { origin, errors } = await start();
    await browser(origin).post("/sign-up/email", ann);
    const release = holdWriteLock();
    const signIn = browser(origin).post("/sign-in/email", ann);
    // After two more passwords were hashed, this password is checked. Then the insert of the session is refused.
    for (const password of ["one", "another"]) await hashPassword(password);
    release();
    expect((await signIn).status).toBe(200);
    expect(errors).toEqual([]);
    // The refused write has released the lock.
    expect(() => holdWriteLock()()).not.toThrow();
  });
});

describe("invalid requests", () => {
  it("get a response when malformed, oversized or unknown, and the server continues", async () => {
    const { origin, errors } = await start();
    const page = browser(origin);
    const malformed = await page.post("/sign-in/email", "{nonsense");
    const oversized = await page.post("/sign-in/email", JSON.stringify({ email: "x".repeat(70_000) }));
    const wrongTypes = await page.post("/sign-in/email", { email: 7, password: { $gt: "" } });
    const unknown = await page.get("/no-such-path");
    const disabled = await page.post("/sign-in/social", { provider: "github" });
    expect([malformed.status, oversized.status, wrongTypes.status]).toEqual([400, 413, 400]);
    expect([unknown.status, disabled.status]).toEqual([404, 404]);
    expect(errors).toEqual([]);
    expect((await page.post("/sign-up/email", ann)).status).toBe(200);
  });

  it("that cause an internal error are reported and get 500, and the server continues", async () => {
    const { origin, errors } = await start();
    const db = openConnection(path.join(dataDir, "db.sqlite"));
    db.exec("ALTER TABLE account_session RENAME TO moved_away");
    expect((await browser(origin).post("/sign-up/email", ann)).status).toBeGreaterThanOrEqual(500);
    expect(errors.map(String).join()).toMatch(/account_session/);
    db.exec("ALTER TABLE moved_away RENAME TO account_session");
    db.close();
    expect((await browser(origin).post("/sign-in/email", ann)).status).toBe(200);
  });

  it.each(["%", "%E0%A4%A", "%2E.", ".", "a%", "%00.x"])(
    "do not sign out a browser whose session cookie is %j",
    async (cookie) => {
      const { origin, errors } = await start();
      const page = browser(origin);
      expect((await page.post("/sign-up/email", ann)).status).toBe(200);
      const names = [...page.jar.keys()].flatMap((name) => [name, `__Secure-${name}`]);
      expect(names.join()).toMatch(/\.session_token.*\.device/);
      const jar = names.map((name) => `${name}=${cookie}`);
      const answer = await browser(origin).post(
        "/sign-in/email",
        { email: ann.email, password: ann.password },
        { cookie: jar.join("; ") },
      );
      expect(answer.status).toBe(200);
      expect(errors).toEqual([]);
    },
  );

  it("with an address longer than any account's are refused without checking or storing the password", async () => {
    const { origin } = await start();
    const email = `${"a".repeat(60_000)}@example.com`;
    const answer = await browser(origin).post("/sign-in/email", { email, password: "wrong-guess-1" });
    expect(answer).toMatchObject({ status: 400, json: { code: "FIELD_TOO_LONG" } });
  });

  it("to other paths are ignored", async () => {
    const { origin } = await start();
    for (const at of ["/", "/api/authors", "//", "/api"]) {
      expect((await fetch(`${origin}${at}`)).status).toBe(404);
    }
  });

  it("the public keys are served", async () => {
    const { origin, accounts } = await start();
    const { json } = await browser(origin).get("/jwks");
    expect(json.keys).toHaveLength(1);
    expect(json.keys[0]).not.toHaveProperty("d");
    expect(accounts.env.LOCAL_AUTH_JWKS).toContain(Buffer.from(JSON.stringify(json)).toString("base64"));
  });
});

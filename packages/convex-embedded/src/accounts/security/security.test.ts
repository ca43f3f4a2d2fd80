/** Tests account security with a browser and a program. */
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountMail } from "../accounts.js";
import { openConnection } from "../connection.js";
import { accountsOnFolder, browser } from "../testing/browser.js";

let folder: ReturnType<typeof accountsOnFolder>;
beforeEach(() => {
  folder = accountsOnFolder();
});
afterEach(() => folder.remove());

type Browser = ReturnType<typeof browser>;

const ann = { email: "ann@example.com", password: "correct horse", name: "Ann Hill" };

async function startWithAnn() {
  const mails: AccountMail[] = [];
  const onSessionsEnded = vi.fn();
  const started = await folder.start({
    onSessionsEnded,
    appName: "Kennel",
    sendMail: async (mail) => {
      mails.push(mail);
    },
  });
  const page = browser(started.origin);
  expect((await page.post("/sign-up/email", ann)).status).toBe(200);
  return { ...started, mails, onSessionsEnded, page };
}

const codesOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });

/** A code that is wrong now and for a minute before and after. */
const wrongCode = (totp: TOTP): string => {
  const near = [-2, -1, 0, 1, 2].map((step) => totp.generate({ timestamp: Date.now() + step * 30_000 }));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? ""
  );
};

/** The code that the app shows next, which the server already accepts. */
const nextCode = (totp: TOTP): string => totp.generate({ timestamp: Date.now() + 30_000 });

async function turnOn(page: Browser) {
  const { json } = await page.post("/security/two-factor/enable", { password: ann.password });
  const totp = codesOf(json.secret);
  const verified = await page.post("/security/two-factor/verify", { code: totp.generate() });
  expect(verified.status).toBe(200);
  return { totp, backupCodes: verified.json.backupCodes as string[] };
}

const signIn = (page: Browser, password = ann.password) =>
  page.post("/sign-in/email", { email: ann.email, password });

describe("the second factor", () => {
  it("[GAP-SET-11] is turned on by a correct code, and has ten backup codes in case the app is lost", async () => {
    const { page, mails } = await startWithAnn();
    const begun = await page.post("/security/two-factor/enable", { password: ann.password });
    expect(new URL(begun.json.uri).searchParams.get("issuer")).toBe("Kennel");
    const totp = codesOf(begun.json.secret);
    const wrong = await page.post("/security/two-factor/verify", { code: wrongCode(totp) });
    expect(wrong).toMatchObject({ status: 400, json: { code: "INVALID_CODE" } });
    expect((await page.get("/security")).json).toMatchObject({ twoFactorEnabled: false, backupCodesLeft: 0 });

    const spaced = totp.generate().replace(/^(...)/, "$1 ");
    const { json } = await page.post("/security/two-factor/verify", { code: spaced });
    expect(new Set(json.backupCodes).size).toBe(10);
    expect((await page.get("/security")).json).toMatchObject({ twoFactorEnabled: true, backupCodesLeft: 10 });
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([["two-factor-on", ann.email]]);
    const again = await page.post("/security/two-factor/enable", { password: ann.password });
    expect(again).toMatchObject({ status: 400, json: { code: "TWO_FACTOR_IS_ON" } });
  });

  it("is required at sign-in: without a code or a backup code the password opens no session", async () => {
    const { page, origin } = await startWithAnn();
    const { totp, backupCodes } = await turnOn(page);
    const other = browser(origin);
    expect((await signIn(other)).json).toMatchObject({ twoFactorRedirect: true });
    expect((await other.get("/token")).status).toBe(401);
    expect((await other.post("/two-factor/verify-totp", { code: wrongCode(totp) })).status).toBe(401);
    expect((await other.post("/two-factor/verify-totp", { code: nextCode(totp) })).status).toBe(200);
    expect((await other.get("/token")).status).toBe(200);

    const code = backupCodes[3] ?? "";
    const third = browser(origin);
    await signIn(third);
    expect((await third.post("/two-factor/verify-backup-code", { code })).status).toBe(200);
    expect((await third.get("/security")).json.backupCodesLeft).toBe(9);
    const fourth = browser(origin);
    await signIn(fourth);
    expect((await fourth.post("/two-factor/verify-backup-code", { code })).status).toBe(401);
  });

  it("accepts a code once: neither the setup code nor a sign-in code works again", async () => {
    const { page, origin } = await startWithAnn();
    const { totp } = await turnOn(page);
    const tryCode = async (code: string) => {
      const device = browser(origin);
      await signIn(device);
      return await device.post("/two-factor/verify-totp", { code });
    };
    expect(await tryCode(totp.generate())).toMatchObject({ status: 401, json: { code: "INVALID_CODE" } });
    const code = nextCode(totp);
    const both = await Promise.all([tryCode(code), tryCode(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await tryCode(code)).status).toBe(401);
    const { signIns } = (await page.get("/security")).json;
    const outcomes = signIns.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes.filter((outcome: string) => outcome === "wrong_code")).toHaveLength(3);
  });

  it("ends a challenge after five wrong codes and locks the account's codes after ten", async () => {
    const { page, origin } = await startWithAnn();
    const { totp } = await turnOn(page);
    const tryWrong = async (times: number) => {
      const guesser = browser(origin);
      await signIn(guesser);
      for (let count = 0; count < times; count += 1) {
        await guesser.post("/two-factor/verify-totp", { code: wrongCode(totp) });
      }
      return await guesser.post("/two-factor/verify-totp", { code: totp.generate() });
    };
    expect((await tryWrong(5)).json.code).toBe("TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
    expect((await tryWrong(5)).json.code).toBe("ACCOUNT_TEMPORARILY_LOCKED");
    expect((await tryWrong(0)).json.code).toBe("ACCOUNT_TEMPORARILY_LOCKED");
    const { signIns } = (await page.get("/security")).json;
    expect(signIns.map(({ outcome }: { outcome: string }) => outcome)).toContain("blocked");
  });

  describe("with a clock that is set 40 days ahead and back", () => {
    const BACK = Date.UTC(2026, 10, 28, 12);
    const AHEAD = BACK + 40 * 86_400_000;
    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: BACK }));
    afterEach(() => void vi.useRealTimers());

    it("accepts further codes after a code was accepted while the clock was ahead, each once", async () => {
      const { page, origin } = await startWithAnn();
      const { totp } = await turnOn(page);
      const tryCode = async () => {
        const device = browser(origin);
        await signIn(device);
        return (await device.post("/two-factor/verify-totp", { code: totp.generate() })).status;
      };
      vi.setSystemTime(AHEAD);
      expect(await tryCode()).toBe(200);
      vi.setSystemTime(BACK + 60_000);
      expect([await tryCode(), await tryCode()]).toEqual([200, 401]);
    });

    it("accepts codes again after ten wrong codes were locked while the clock was ahead", async () => {
      const { page, origin } = await startWithAnn();
      const { totp } = await turnOn(page);
      vi.setSystemTime(AHEAD);
      for (let challenge = 0; challenge < 2; challenge += 1) {
        const device = browser(origin);
        await signIn(device);
        for (let count = 0; count < 5; count += 1) {
          await device.post("/two-factor/verify-totp", { code: wrongCode(totp) });
        }
      }
      vi.setSystemTime(BACK + 60_000);
      const device = browser(origin);
      await signIn(device);
      const code = totp.generate();
      expect(await device.post("/two-factor/verify-totp", { code })).toMatchObject({ status: 200 });
    });
  });

  it("is not required on a trusted device, until it is turned off and on again", async () => {
    const { page, origin } = await startWithAnn();
    const { totp } = await turnOn(page);
    const laptop = browser(origin);
    await signIn(laptop);
    await laptop.post("/two-factor/verify-totp", { code: nextCode(totp), trustDevice: true });
    await laptop.post("/sign-out");
    expect((await signIn(laptop)).json.twoFactorRedirect).toBeUndefined();
    expect((await laptop.get("/token")).status).toBe(200);
    await page.post("/security/two-factor/disable", { password: ann.password });
    await turnOn(page);
    await laptop.post("/sign-out");
    expect((await signIn(laptop)).json.twoFactorRedirect).toBe(true);
  });

  it("can be turned off only with the password, and its codes are renewed all at once", async () => {
    const { page, origin, mails } = await startWithAnn();
    const { backupCodes } = await turnOn(page);
    const renewed = (await page.post("/security/two-factor/backup-codes", { password: ann.password })).json
      .backupCodes as string[];
    expect(renewed).toHaveLength(10);
    expect(renewed.filter((code) => backupCodes.includes(code))).toEqual([]);
    const other = browser(origin);
    await signIn(other);
    expect((await other.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(401);

    const wrong = await page.post("/security/two-factor/disable", { password: "wrong horse" });
    expect(wrong).toMatchObject({ status: 400, json: { code: "INVALID_PASSWORD" } });
    expect((await page.post("/security/two-factor/disable", { password: ann.password })).status).toBe(200);
    expect((await page.get("/security")).json.twoFactorEnabled).toBe(false);
    expect((await signIn(browser(origin))).json.twoFactorRedirect).toBeUndefined();
    expect(mails.map(({ kind }) => kind)).toEqual(["two-factor-on", "two-factor-off"]);
    const none = await page.post("/security/two-factor/backup-codes", { password: ann.password });
    expect(none).toMatchObject({ status: 400, json: { code: "TWO_FACTOR_IS_OFF" } });
  });

  it("is stored with its codes encrypted", async () => {
    const { page } = await startWithAnn();
    const { totp, backupCodes } = await turnOn(page);
    const db = openConnection(folder.dbPath);
    const stored = JSON.stringify(db.prepare("SELECT * FROM account_two_factor").all([]));
    db.close();
    for (const secret of [totp.secret.base32, totp.secret.utf8, ...backupCodes]) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe("the password", () => {
  it("[SET-05] is changed with the current password, keeps this session and ends the others", async () => {
    const { page, origin, mails } = await startWithAnn();
    const other = browser(origin);
    await signIn(other);
    const change = { currentPassword: "wrong horse", newPassword: "battery staple" };
    expect((await page.post("/security/password", change)).json.code).toBe("INVALID_PASSWORD");
    expect((await other.get("/token")).status).toBe(200);
    const right = { ...change, currentPassword: ann.password };
    expect((await page.post("/security/password", right)).status).toBe(200);
    expect([(await page.get("/token")).status, (await other.get("/token")).status]).toEqual([200, 401]);
    expect((await signIn(browser(origin))).status).toBe(401);
    expect((await signIn(browser(origin), "battery staple")).status).toBe(200);
    expect(mails.map(({ kind }) => kind)).toEqual(["password-changed"]);
  });

  it("[SET-03] [GAP-SET-04] must have 8 to 128 characters and differ from the current one", async () => {
    const { page } = await startWithAnn();
    const codes = [];
    for (const newPassword of ["1234567", "x".repeat(129), ann.password]) {
      const answer = await page.post("/security/password", { currentPassword: ann.password, newPassword });
      codes.push([answer.status, answer.json.code]);
    }
    expect(codes).toEqual([
      [400, "PASSWORD_TOO_SHORT"],
      [400, "PASSWORD_TOO_LONG"],
      [400, "PASSWORD_UNCHANGED"],
    ]);
  });

  it("cannot be guessed with a stolen session: wrong passwords count like failed sign-ins", async () => {
    const { page } = await startWithAnn();
    const guess = (currentPassword: string) =>
      page.post("/security/password", { currentPassword, newPassword: "battery staple" });
    for (let count = 0; count < 10; count += 1) await guess(`wrong ${count}`);
    const refused = await guess(ann.password);
    expect(refused).toMatchObject({ status: 429, json: { code: "TOO_MANY_FAILED_SIGN_INS" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("sessions", () => {
  it("are listed without their tokens, and can be ended one by one or all others at once", async () => {
    const { page, origin } = await startWithAnn();
    const [phone, laptop] = [browser(origin), browser(origin)];
    await signIn(phone);
    await signIn(laptop);
    const { sessions } = (await page.get("/security")).json;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    const known = [...page.jar.values(), ...phone.jar.values()].map((value) => value.split(".")[0] ?? "");
    for (const token of known) expect(JSON.stringify(sessions)).not.toContain(token);

    const seenByPhone = (await phone.get("/security")).json.sessions;
    const own = seenByPhone.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    await page.post("/security/sessions/end", { id: own.id });
    expect([(await phone.get("/token")).status, (await laptop.get("/token")).status]).toEqual([401, 200]);
    await page.post("/security/sessions/end");
    expect([(await page.get("/token")).status, (await laptop.get("/token")).status]).toEqual([200, 401]);
  });

  it("of other users are not affected", async () => {
    const { page, origin } = await startWithAnn();
    const bob = browser(origin);
    await bob.post("/sign-up/email", { ...ann, email: "bob@example.com" });
    const [{ id }] = (await bob.get("/security")).json.sessions;
    await page.post("/security/sessions/end", { id });
    await page.post("/security/sessions/end");
    expect((await bob.get("/token")).status).toBe(200);
  });

  it("[GAP-SET-10] end when they were unused for the time that their owner set", async () => {
    const { page } = await startWithAnn();
    for (const minutes of [14, 43_201, 15.5, "60"]) {
      expect((await page.post("/security/timeout", { minutes })).status).toBe(400);
    }
    expect((await page.post("/security/timeout", { minutes: 60 })).status).toBe(200);
    const db = openConnection(folder.dbPath);
    const leaveFor = (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000).toISOString();
      db.prepare("UPDATE account_session SET lastUsedAt = ?, updatedAt = ?").run([at, at]);
    };
    leaveFor(58);
    const { token } = (await page.get("/token")).json;
    const [, claims = ""] = token.split(".");
    const { exp, iat } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(exp - iat).toBeLessThanOrEqual(120);
    await page.post("/security/activity");
    leaveFor(61);
    expect((await page.get("/security", { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await page.get("/token")).status).toBe(401);
    expect(db.prepare("SELECT id FROM account_session").all([])).toEqual([]);
    db.close();
  });

  it("count as used when a page opens or a user works in it", async () => {
    const { page } = await startWithAnn();
    const db = openConnection(folder.dbPath);
    const lastUse = () =>
      (db.prepare("SELECT lastUsedAt FROM account_session").all([]) as { lastUsedAt: string | null }[])[0];
    db.exec("UPDATE account_session SET lastUsedAt = NULL");
    await page.get("/token");
    expect(lastUse()?.lastUsedAt).toBeNull();
    await page.get("/get-session");
    expect(lastUse()?.lastUsedAt).not.toBeNull();
    db.exec("UPDATE account_session SET lastUsedAt = NULL");
    await page.post("/security/activity");
    expect(lastUse()?.lastUsedAt).not.toBeNull();
    db.close();
  });
});

describe("a clock that is set ahead and back", () => {
  const BACK = Date.UTC(2026, 10, 28, 12);
  const MINUTE_MS = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: BACK }));
  afterEach(() => void vi.useRealTimers());

  describe.each([1, 40])("by %i days", (days) => {
    const AHEAD = BACK + days * 86_400_000;

    it("keeps the sessions that began before or during the wrong time, and ends them when they are unused", async () => {
      const { page, origin } = await startWithAnn();
      await page.post("/security/timeout", { minutes: 60 });
      vi.setSystemTime(AHEAD);
      const late = browser(origin);
      expect((await signIn(late)).status).toBe(200);
      await late.post("/security/activity");
      vi.setSystemTime(BACK + 10 * MINUTE_MS);
      for (const each of [page, late]) {
        expect((await each.get("/token")).status).toBe(200);
        await each.post("/security/activity");
      }
      vi.setSystemTime(BACK + 75 * MINUTE_MS);
      for (const each of [page, late]) expect((await each.get("/token")).status).toBe(401);
    });

    it("does not delay the links that are sent afterwards", async () => {
      const { page, mails } = await startWithAnn();
      const forget = async () => void (await page.post("/security/password/forgot", { email: ann.email }));
      const sent = async (count: number) => {
        const links = () => mails.filter(({ kind }) => kind === "reset-password");
        await vi.waitFor(() => expect(links()).toHaveLength(count), { timeout: 15_000 });
      };
      vi.setSystemTime(AHEAD);
      for (let count = 1; count <= 3; count += 1) {
        await forget();
        await sent(count);
      }
      vi.setSystemTime(BACK);
      await forget();
      await sent(4);
    });
  });
});

describe("a token of a program", () => {
  it("has the rights of its session, from any address, until the session ends", async () => {
    const { page, origin } = await startWithAnn();
    const { token } = (await page.get("/token")).json;
    const program = browser(origin, new Map(), "https://elsewhere.example");
    const bearer = { authorization: `Bearer ${token}` };
    expect((await program.get("/security", bearer)).json.email).toBe(ann.email);
    const begun = await program.post("/security/two-factor/enable", { password: ann.password }, bearer);
    const code = codesOf(begun.json.secret).generate();
    expect((await program.post("/security/two-factor/verify", { code }, bearer)).status).toBe(200);
    await page.post("/sign-out");
    expect((await program.get("/security", bearer)).status).toBe(401);
    expect((await program.get("/security", { authorization: "Bearer nonsense" })).status).toBe(401);
    expect((await program.get("/security")).status).toBe(401);
  });
});

describe("a forgotten password", () => {
  const NEW = "a newer horse";
  const forget = (page: Browser, email = ann.email) => page.post("/security/password/forgot", { email });
  const reset = (page: Browser, token: string, newPassword = NEW) =>
    page.post("/security/password/reset", { token, newPassword });
  const linkIn = (mail: AccountMail | undefined): string => mail?.path?.split("token=")[1] ?? "";
  const lastLink = async (mails: readonly AccountMail[], count: number): Promise<string> => {
    const links = () => mails.filter(({ kind }) => kind === "reset-password");
    await vi.waitFor(() => expect(links()).toHaveLength(count), { timeout: 15_000 });
    return linkIn(links().at(-1));
  };

  it("is reset by a link that works once, and every session ends", async () => {
    const { page, origin, mails } = await startWithAnn();
    const device = browser(origin);
    expect((await forget(device, " ANN@example.com")).json).toEqual({ success: true });
    const token = await lastLink(mails, 1);
    expect(mails.at(-1)).toMatchObject({ to: ann.email, path: `/reset-password?token=${token}` });
    expect(await reset(device, token, "short")).toMatchObject({ json: { code: "PASSWORD_TOO_SHORT" } });
    expect((await reset(device, token)).json).toEqual({ email: ann.email });
    expect(await reset(device, token, "yet another")).toMatchObject({
      status: 400,
      json: { code: "INVALID_TOKEN" },
    });
    expect((await page.get("/token")).status).toBe(401);
    expect((await signIn(device)).status).toBe(401);
    expect((await signIn(device, NEW)).status).toBe(200);
    expect(mails.map(({ kind }) => kind)).toEqual(["reset-password", "password-changed"]);
  });

  it("gets the same response for an address without an account, and no mail is sent there", async () => {
    const { origin, mails } = await startWithAnn();
    const device = browser(origin);
    const unknown = await forget(device, "nobody@example.com");
    const known = await forget(device);
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
    await lastLink(mails, 1);
    expect(mails.map(({ to }) => to)).toEqual([ann.email]);
  });

  it("has only one valid link, the newest, and at most three links an hour", async () => {
    const { origin, mails } = await startWithAnn();
    const device = browser(origin);
    await forget(device);
    const first = await lastLink(mails, 1);
    await forget(device);
    await lastLink(mails, 2);
    expect((await reset(device, first)).status).toBe(400);
    await forget(device);
    const third = await lastLink(mails, 3);
    await forget(device);
    // The fourth request has created no link. A newer link would have ended the third one.
    expect((await reset(device, third)).status).toBe(200);
    expect(mails.filter(({ kind }) => kind === "reset-password")).toHaveLength(3);
  });

  it("can be reset for an hour, and the second factor remains on", async () => {
    const { page, origin, mails } = await startWithAnn();
    await turnOn(page);
    const device = browser(origin);
    await forget(device);
    const old = await lastLink(mails, 1);
    const db = openConnection(folder.dbPath);
    db.exec("UPDATE account_verification SET expiresAt = '2020-01-01T00:00:00.000Z'");
    db.close();
    expect((await reset(device, old)).status).toBe(400);
    await forget(device);
    expect((await reset(device, await lastLink(mails, 2))).status).toBe(200);
    expect((await signIn(device, NEW)).json).toMatchObject({ twoFactorRedirect: true });
  });

  it("cannot be reset when the runtime sends no mail", async () => {
    const { origin } = await folder.start();
    const answer = await forget(browser(origin));
    expect(answer).toMatchObject({ status: 400, json: { code: "NO_MAIL" } });
  });
});

describe("the sign-in history", () => {
  it("lists each sign-in and each failure at a known address, the newest first", async () => {
    const { page, origin } = await startWithAnn();
    await signIn(browser(origin), "wrong horse");
    await browser(origin).post("/sign-in/email", { email: "nobody@example.com", password: "x" });
    const { totp } = await turnOn(page);
    const phone = browser(origin);
    await phone.post(
      "/sign-in/email",
      { email: "ANN@example.com", password: ann.password },
      {
        "user-agent": "Phone",
      },
    );
    await phone.post("/two-factor/verify-totp", { code: wrongCode(totp) });
    await phone.post("/two-factor/verify-totp", { code: nextCode(totp) });
    const { signIns } = (await page.get("/security")).json;
    expect(signIns.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "signed_in",
      "wrong_code",
      "code_needed",
      "wrong_password",
      "signed_up",
    ]);
    expect(signIns[2]).toMatchObject({ address: "127.0.0.1", device: "Phone" });
  });

  it("keeps the successful sign-ins, however often somebody else guesses", async () => {
    const { page, origin } = await startWithAnn();
    const db = openConnection(folder.dbPath);
    const guess = db.prepare(
      `INSERT INTO account_sign_in (id, userId, at, address, outcome)
       SELECT ?, id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?), '198.51.100.1', 'wrong_password' FROM account_user`,
    );
    for (let at = 0; at < 600; at += 1) guess.run([`guess-${at}`, `-${600 - at} seconds`]);
    db.prepare("UPDATE account_sign_in SET at = ? WHERE outcome = 'signed_up'").run([
      new Date(Date.now() - 3_600_000).toISOString(),
    ]);
    const { signIns } = (await page.get("/security")).json;
    expect(signIns.at(-1)).toMatchObject({ outcome: "signed_up" });
    // Surplus entries are deleted only at some of the sign-ins.
    for (let at = 0; at < 50; at += 1) await signIn(browser(origin), ann.password);
    const counts = db
      .prepare("SELECT outcome, count(*) AS count FROM account_sign_in GROUP BY outcome ORDER BY outcome")
      .all([]);
    expect(counts).toEqual([
      { outcome: "signed_in", count: 50 },
      { outcome: "signed_up", count: 1 },
      { outcome: "wrong_password", count: 500 },
    ]);
    db.close();
  });

  it("covers 90 days", async () => {
    const { page } = await startWithAnn();
    const db = openConnection(folder.dbPath);
    const old = new Date(Date.now() - 91 * 86_400_000).toISOString();
    db.prepare("UPDATE account_sign_in SET at = ?").run([old]);
    expect((await page.get("/security")).json.signIns).toEqual([]);
    await folder.stop();
    await folder.start();
    expect(db.prepare("SELECT id FROM account_sign_in").all([])).toEqual([]);
    db.close();
  });
});

const tokenOf = ({ path }: AccountMail): string => path?.split("token=")[1] ?? "";

describe("a change of the second factor or the address", () => {
  const turnOff = (page: Browser, keep: object) =>
    page.post("/security/two-factor/disable", { password: ann.password, ...keep });
  const confirmCode = async (page: Browser, keep: object) => {
    const { json } = await page.post("/security/two-factor/enable", { password: ann.password });
    return await page.post("/security/two-factor/verify", { code: codesOf(json.secret).generate(), ...keep });
  };
  const moveAddress = async (
    page: Browser,
    keep: object,
    mails: readonly AccountMail[],
    anywhere: Browser,
  ) => {
    await page.post("/security/email", { newEmail: "ann@new.example", password: ann.password, ...keep });
    const letter = mails.findLast(({ kind }) => kind === "confirm-email");
    if (!letter) throw new Error("No mail");
    return await anywhere.post("/security/email/confirm", { token: tokenOf(letter) });
  };

  const CHANGES = ["second factor on", "second factor off", "address moved"] as const;
  it.each(
    CHANGES.flatMap((change) => [
      { change, keep: {}, others: 401 },
      { change, keep: { keepSessions: false }, others: 401 },
      { change, keep: { keepSessions: true }, others: 200 },
    ]),
  )(
    "ends the other sessions unless they are to be kept: $change, $keep",
    async ({ change, keep, others }) => {
      const { page, origin, mails, onSessionsEnded } = await startWithAnn();
      const stolen = browser(origin);
      await signIn(stolen);
      onSessionsEnded.mockClear();
      const bearer = { authorization: `Bearer ${(await stolen.get("/token")).json.token}` };
      const program = browser(origin, new Map(), "https://elsewhere.example");
      expect((await program.get("/security", bearer)).status).toBe(200);
      const { status } =
        change === "second factor on"
          ? await confirmCode(page, keep)
          : change === "second factor off"
            ? await turnOff(page, keep)
            : await moveAddress(page, keep, mails, browser(origin));
      expect(status).toBe(200);
      // The callback makes the runtime close the sockets of ended sessions.
      expect(onSessionsEnded).toHaveBeenCalled();
      expect((await stolen.get("/token")).status).toBe(others);
      expect((await program.get("/security", bearer)).status).toBe(others);
      expect((await page.get("/token")).status).toBe(200);
    },
  );
});

describe("the address of an account", () => {
  it("is changed with the password and the link sent to the new address, and the old address is notified", async () => {
    const { page, origin, mails } = await startWithAnn();
    const newEmail = "Ann@New.example";
    const wrong = await page.post("/security/email", { newEmail, password: "wrong horse" });
    expect(wrong.json.code).toBe("INVALID_PASSWORD");
    await page.post("/security/email", { newEmail, password: ann.password });
    expect((await page.get("/security")).json).toMatchObject({
      email: ann.email,
      pendingEmail: "ann@new.example",
    });
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ["confirm-email", "ann@new.example"],
      ["email-changing", ann.email],
    ]);
    const [letter] = mails;
    if (!letter) throw new Error("No mail");
    const anywhere = browser(origin);
    expect((await anywhere.post("/security/email/confirm", { token: "wrong" })).status).toBe(400);
    expect((await anywhere.post("/security/email/confirm", { token: tokenOf(letter) })).status).toBe(200);
    expect((await anywhere.post("/security/email/confirm", { token: tokenOf(letter) })).status).toBe(400);
    expect(mails.at(-1)).toMatchObject({ kind: "email-changed", to: ann.email, newEmail: "ann@new.example" });
    expect((await signIn(browser(origin))).status).toBe(401);
    const now = await browser(origin).post("/sign-in/email", { ...ann, email: "ann@new.example" });
    expect(now.status).toBe(200);
    expect((await page.get("/get-session")).json.user.email).toBe("ann@new.example");
  });

  it("is unchanged when the change is canceled, and a newer change ends the older link", async () => {
    const { page, origin, mails } = await startWithAnn();
    const ask = async (newEmail: string) => {
      await page.post("/security/email", { newEmail, password: ann.password });
      const letter = mails.findLast(({ kind }) => kind === "confirm-email");
      return letter ? tokenOf(letter) : "";
    };
    const first = await ask("first@example.com");
    const second = await ask("second@example.com");
    expect((await browser(origin).post("/security/email/confirm", { token: first })).status).toBe(400);
    await page.post("/security/email/cancel");
    expect((await browser(origin).post("/security/email/confirm", { token: second })).status).toBe(400);
    expect((await page.get("/security")).json).toMatchObject({ email: ann.email, pendingEmail: null });
  });

  it("cannot be that of another account, which is neither revealed nor notified", async () => {
    const { page, origin, mails } = await startWithAnn();
    await browser(origin).post("/sign-up/email", { ...ann, email: "bob@example.com" });
    const taken = await page.post("/security/email", { newEmail: "bob@example.com", password: ann.password });
    const free = await page.post("/security/email", { newEmail: "free@example.com", password: ann.password });
    expect([taken.status, Object.keys(taken.json)]).toEqual([free.status, Object.keys(free.json)]);
    expect(mails.map(({ to }) => to)).not.toContain("bob@example.com");
  });

  it("cannot be changed when the runtime sends no mail", async () => {
    const { origin } = await folder.start();
    const page = browser(origin);
    await page.post("/sign-up/email", ann);
    expect((await page.get("/security")).json.canChangeEmail).toBe(false);
    const asked = await page.post("/security/email", { newEmail: "x@example.com", password: ann.password });
    expect(asked).toMatchObject({ status: 400, json: { code: "NO_MAIL" } });
  });
});

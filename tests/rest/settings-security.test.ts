/** Tests the REST calls of account security. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { startAccounts } from "../support/accounts";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const put = async (json: object) => await callRest(team.viewer.as, "PUT", "/settings/security", { json });
const post = async (call: string, json?: object) =>
  await callRest(team.viewer.as, "POST", `/settings/security/2fa/${call}`, json ? { json } : {});

describe("security settings over REST", () => {
  it("[SET-05] [GAP-SET-03] change the password and return the state of the account", async () => {
    const asked = startAccounts();
    const change = { currentPassword: "whelping-box-7", newPassword: "whelping-box-8" };
    expect(await put(change)).toMatchObject({
      status: 200,
      body: { data: { sessionTimeoutMinutes: null, twoFactorEnabled: false } },
    });
    expect(asked).toContainEqual({ path: "/security/password", body: change });
  });

  it("[SET-03] [SET-05] report at its field what is wrong with a password", async () => {
    startAccounts({ "/security/password": { status: 400, body: { code: "INVALID_PASSWORD" } } });
    const change = { currentPassword: "whelping-box-7", newPassword: "whelping-box-8" };
    expect((await put(change)).body.errors).toEqual({
      currentPassword: "Failed to change password. Please check your current password.",
    });
    expect((await put({ ...change, newPassword: "1234567" })).body.errors).toEqual({
      newPassword: "New password must be at least 8 characters long",
    });
    expect((await put({ newPassword: "whelping-box-8" })).body.errors).toEqual({
      currentPassword: "Current password is required",
    });
  });

  it("[GAP-SET-10] set the session timeout, and turn the second factor on only by its own calls", async () => {
    const asked = startAccounts();
    expect((await put({ sessionTimeoutMinutes: 60 })).status).toBe(200);
    expect(asked).toContainEqual({ path: "/security/timeout", body: { minutes: 60 } });
    expect((await put({ sessionTimeoutMinutes: 5 })).body.errors).toEqual({
      sessionTimeoutMinutes: "Session timeout must be at least 15 minutes",
    });
    expect((await put({ twoFactorEnabled: false })).status).toBe(200);
    expect((await put({ twoFactorEnabled: true })).body.errors).toEqual({
      twoFactorEnabled: "Use /settings/security/2fa/enable and /disable",
    });
  });

  it("[GAP-SET-11] set up a second factor with a secret and its QR code, and return ten codes", async () => {
    const asked = startAccounts();
    expect(await post("enable", { method: "sms" })).toMatchObject({
      status: 400,
      body: { errors: { method: "Method must be totp" } },
    });
    const { data } = (await post("enable", { method: "totp" })).body;
    expect(data).toMatchObject({ method: "totp", secret: "JBSWY3DPEHPK3PXP" });
    expect(data.qrCode).toMatch(/^<svg/);
    expect((await post("verify", { code: "123456" })).body.data.backupCodes).toHaveLength(10);
    expect((await post("regenerate-backup-codes")).body.data.backupCodes).toHaveLength(10);
    expect((await post("disable", { password: "whelping-box-7" })).body).toEqual({ data: { success: true } });
    expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual([
      "enable",
      "verify",
      "backup-codes",
      "disable",
    ]);
  });

  it("[GAP-SET-11] report a wrong code, a wrong password and an invalid state", async () => {
    startAccounts({
      "/security/two-factor/verify": { status: 400, body: { code: "INVALID_CODE" } },
      "/security/two-factor/disable": { status: 400, body: { code: "INVALID_PASSWORD" } },
      "/security/two-factor/backup-codes": { status: 400, body: { code: "TWO_FACTOR_IS_OFF" } },
      "/security/two-factor/enable": {
        status: 429,
        body: { code: "TOO_MANY_FAILED_SIGN_INS" },
        headers: { "Retry-After": "90" },
      },
    });
    expect((await post("verify", { code: "1" })).body.errors.code).toMatch(/^Wrong code/);
    expect((await post("disable", { password: "x" })).body.errors.password).toBe("Wrong password");
    expect((await post("regenerate-backup-codes")).status).toBe(409);
    const refused = await post("enable", { method: "totp" });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "90"]);
  });

  it("[GAP-SET-03] link to the provider that manages the accounts", async () => {
    const answer = { status: 409, body: { message: expect.stringContaining("sign-in provider") } };
    expect(await put({ sessionTimeoutMinutes: 60 })).toMatchObject(answer);
    expect(await post("enable", { method: "totp" })).toMatchObject(answer);
  });
});

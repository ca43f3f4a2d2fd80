/**
 * The REST calls of account security: password, session timeout and the second factor of the caller's own account.
 * They reach the local accounts; with an outside provider each answers 409. Sources: decisions GAP-SET-03, -10, -11.
 */
import type { Context } from "hono";
import encodeQr from "qr";
import {
  PASSWORD_CHANGE_FAILED,
  NEW_PASSWORD_SAME,
  passwordChangeSchema,
} from "../../../domain/schemas/password";
import { failOnFields } from "../../../domain/errors";
import {
  answer,
  contract,
  endpoint,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
  type RestEnv,
} from "../../platform/rest/contract";
import { callAccounts } from "./localAccounts";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const refusals = {
  400: REFUSALS[400],
  401: REFUSALS[401],
  403: REFUSALS[403],
  429: REFUSALS[429],
  503: REFUSALS[503],
} as const;
const elsewhere = { ...refusals, 409: refusal("ACCOUNT_ELSEWHERE") } as const;
const stateful = { ...refusals, 409: refusal("ACCOUNT_ELSEWHERE", "TWO_FACTOR_STATE") } as const;

const timeout = z
  .number({ error: "Session timeout must be minutes or null" })
  .int("Session timeout must be whole minutes")
  .min(15, "Session timeout must be at least 15 minutes")
  .max(43_200, "Session timeout must be at most 30 days")
  .nullable();

const securitySettings = z
  .object({
    sessionTimeoutMinutes: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "After how long without use a session ends; null is after 30 days" }),
    twoFactorEnabled: z.boolean(),
  })
  .openapi("SecuritySettings");

const securityChanges = z
  .object({
    ...passwordChangeSchema.partial().shape,
    sessionTimeoutMinutes: timeout.optional(),
    twoFactorEnabled: z.boolean({ error: "Two-factor must be true or false" }).optional(),
  })
  .superRefine(({ currentPassword, newPassword }, ctx) => {
    const missing = currentPassword === undefined ? "currentPassword" : "newPassword";
    if ((currentPassword === undefined) === (newPassword === undefined)) return;
    const name = missing === "currentPassword" ? "Current" : "New";
    ctx.addIssue({ code: "custom", path: [missing], message: `${name} password is required` });
  });

export const updateSecuritySettings = contract({
  operationId: "updateSecuritySettings",
  method: "put",
  path: "/settings/security",
  tags,
  summary: "Change the caller's password or session timeout; absent fields stay",
  description:
    "A new password ends every other session. `twoFactorEnabled` tells how it stands; it is turned on and off by the calls under `/settings/security/2fa`.",
  "x-permission": "signed in",
  request: {
    body: jsonBody(securityChanges, { currentPassword: "whelping-box-7", newPassword: "whelping-box-8" }),
  },
  responses: { 200: answer(wrapped(securitySettings), "The settings as they are then"), ...elsewhere },
});

/** Ten minutes after signing in the password was just typed; later it is asked for again. */
const passwordAgain = z
  .string({ error: "Password must be text" })
  .optional()
  .openapi({ description: "Needed when the session is older than ten minutes" });

const setup = z
  .object({
    method: z.literal("totp"),
    secret: z.string().openapi({ description: "For typing into an authenticator app" }),
    uri: z.string().openapi({ description: "The same for apps that take an address" }),
    qrCode: z.string().openapi({ description: "The same as an SVG image" }),
  })
  .openapi("TwoFactorSetup");

export const enableTwoFactor = contract({
  operationId: "enableTwoFactor",
  method: "post",
  path: "/settings/security/2fa/enable",
  tags,
  summary: "Begin to set up a second factor",
  description:
    "It counts only after a code made with it was verified. Begun again, the secret before is forgotten.",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({ method: z.literal("totp", { error: "Method must be totp" }), password: passwordAgain }),
      { method: "totp", password: "whelping-box-7" },
    ),
  },
  responses: { 201: answer(wrapped(setup), "What an authenticator app needs"), ...stateful },
});

const backupCodes = z
  .object({
    backupCodes: z.array(z.string()).openapi({ description: "Ten codes, each good for one sign-in" }),
  })
  .openapi("BackupCodes");

export const verifyTwoFactor = contract({
  operationId: "verifyTwoFactor",
  method: "post",
  path: "/settings/security/2fa/verify",
  tags,
  summary: "Turn the second factor on with a code from the authenticator app",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({ code: z.string({ error: "Code is required" }).trim().min(1, "Code is required").max(20) }),
      { code: "123456" },
    ),
  },
  responses: { 201: answer(wrapped(backupCodes), "It is on"), ...stateful },
});

const done = z.object({ success: z.literal(true) }).openapi("Done");

export const disableTwoFactor = contract({
  operationId: "disableTwoFactor",
  method: "post",
  path: "/settings/security/2fa/disable",
  tags,
  summary: "Turn the second factor off",
  "x-permission": "signed in",
  request: {
    body: jsonBody(
      z.object({ password: z.string({ error: "Password is required" }).min(1, "Password is required") }),
      { password: "whelping-box-7" },
    ),
  },
  responses: { 201: answer(wrapped(done), "It is off"), ...elsewhere },
});

export const regenerateBackupCodes = contract({
  operationId: "regenerateBackupCodes",
  method: "post",
  path: "/settings/security/2fa/regenerate-backup-codes",
  tags,
  summary: "Make ten new backup codes; those before no longer work",
  "x-permission": "signed in",
  request: {
    body: {
      ...jsonBody(z.object({ password: passwordAgain }), { password: "whelping-box-7" }),
      required: false,
    },
  },
  responses: { 201: answer(wrapped(backupCodes), "The new codes"), ...stateful },
});

/** The accounts' answers are this application's own, so a text that is missing is a broken deployment. */
const text = z.string();
const codesAnswer = z.object({ backupCodes: z.array(text) });
const setupAnswer = z.object({ secret: text, uri: text });
const standing = z.object({ sessionTimeoutMinutes: z.number().nullable(), twoFactorEnabled: z.boolean() });

const WRONG_PASSWORD = { INVALID_PASSWORD: { password: "Wrong password" } };

const readStanding = async (c: Context<RestEnv>) => standing.parse(await callAccounts(c, "GET", "/security"));

export const settingsSecurityEndpoints: readonly Endpoint[] = [
  endpoint(updateSecuritySettings, async (c) => {
    const { currentPassword, newPassword, sessionTimeoutMinutes, twoFactorEnabled } = c.req.valid("json");
    const before = await readStanding(c);
    if (twoFactorEnabled !== undefined && twoFactorEnabled !== before.twoFactorEnabled) {
      failOnFields({ twoFactorEnabled: "Use /settings/security/2fa/enable and /disable" });
    }
    if (currentPassword !== undefined && newPassword !== undefined) {
      await callAccounts(c, "POST", "/security/password", {
        body: { currentPassword, newPassword },
        faults: {
          INVALID_PASSWORD: { currentPassword: PASSWORD_CHANGE_FAILED },
          PASSWORD_UNCHANGED: { newPassword: NEW_PASSWORD_SAME },
        },
      });
    }
    if (sessionTimeoutMinutes !== undefined) {
      await callAccounts(c, "POST", "/security/timeout", { body: { minutes: sessionTimeoutMinutes } });
    }
    return c.json({ data: await readStanding(c) }, 200);
  }),
  endpoint(enableTwoFactor, async (c) => {
    const { secret, uri } = setupAnswer.parse(
      await callAccounts(c, "POST", "/security/two-factor/enable", {
        body: { password: c.req.valid("json").password },
        faults: WRONG_PASSWORD,
      }),
    );
    return c.json({ data: { method: "totp" as const, secret, uri, qrCode: encodeQr(uri, "svg") } }, 201);
  }),
  endpoint(verifyTwoFactor, async (c) => {
    const { code } = c.req.valid("json");
    const verified = await callAccounts(c, "POST", "/security/two-factor/verify", {
      body: { code },
      faults: { INVALID_CODE: { code: "Wrong code. Check the clock of your device and try the next one." } },
    });
    return c.json({ data: codesAnswer.parse(verified) }, 201);
  }),
  endpoint(disableTwoFactor, async (c) => {
    await callAccounts(c, "POST", "/security/two-factor/disable", {
      body: c.req.valid("json"),
      faults: WRONG_PASSWORD,
    });
    return c.json({ data: { success: true as const } }, 201);
  }),
  endpoint(regenerateBackupCodes, async (c) => {
    const renewed = await callAccounts(c, "POST", "/security/two-factor/backup-codes", {
      body: { password: c.req.valid("json").password },
      faults: WRONG_PASSWORD,
    });
    return c.json({ data: codesAnswer.parse(renewed) }, 201);
  }),
];

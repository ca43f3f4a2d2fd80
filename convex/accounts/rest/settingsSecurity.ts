/**
 * The REST calls of account security: password, session timeout and second factor of the caller's own account. The
 * calls use the local accounts. If an external provider stores the accounts, every call returns 409. Sources:
 * decisions GAP-SET-03, -10, -11.
 */
import type { Context } from "hono";
import encodeQr from "qr";
import {
  PASSWORD_CHANGE_FAILED,
  NEW_PASSWORD_SAME,
  passwordChangeSchema,
} from "../../../domain/accounts/schemas";
import { failOnFields } from "../../../domain/errors";
import {
  jsonBody,
  one,
  OWN_REFUSALS,
  post,
  put,
  type RestEnv,
  type Endpoint,
} from "../../platform/rest/calls";
import { callAccounts } from "./localAccounts";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];

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
      .openapi({ description: "Minutes without use after which a session ends; null for 30 days" }),
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

/** The password is not requested again within ten minutes of signing in. */
const passwordAgain = z
  .string({ error: "Password must be text" })
  .optional()
  .openapi({ description: "Needed when the session is older than ten minutes" });

const setup = z
  .object({
    method: z.literal("totp"),
    secret: z.string().openapi({ description: "To type into an authenticator app" }),
    uri: z.string().openapi({ description: "The same for apps that accept an address" }),
    qrCode: z.string().openapi({ description: "The same as an SVG image" }),
  })
  .openapi("TwoFactorSetup");

const backupCodes = z
  .object({
    backupCodes: z.array(z.string()).openapi({ description: "Ten codes, each good for one sign-in" }),
  })
  .openapi("BackupCodes");

const done = z.object({ success: z.literal(true) }).openapi("Done");

/** The local accounts belong to this application. A missing text therefore means that the deployment is broken. */
const text = z.string();
const codesAnswer = z.object({ backupCodes: z.array(text) });
const setupAnswer = z.object({ secret: text, uri: text });
const standing = z.object({ sessionTimeoutMinutes: z.number().nullable(), twoFactorEnabled: z.boolean() });

const WRONG_PASSWORD = { INVALID_PASSWORD: { password: "Wrong password" } };

const readStanding = async (c: Context<RestEnv>) => standing.parse(await callAccounts(c, "GET", "/security"));

export const settingsSecurityEndpoints: readonly Endpoint[] = [
  put("/settings/security", {
    operationId: "updateSecuritySettings",
    tags,
    permission: "signed in",
    summary: "Change the caller's password or session timeout; omitted fields stay unchanged",
    description:
      "A new password ends every other session. `twoFactorEnabled` shows the current state; it is turned on and off by the calls under `/settings/security/2fa`.",
    body: jsonBody(securityChanges, { currentPassword: "whelping-box-7", newPassword: "whelping-box-8" }),
    returns: one(securitySettings, "The settings after the change"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "FORBIDDEN", "ACCOUNT_ELSEWHERE"],
    run: async ({ body: { currentPassword, newPassword, sessionTimeoutMinutes, twoFactorEnabled } }, c) => {
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
      return await readStanding(c);
    },
  }),
  post("/settings/security/2fa/enable", {
    operationId: "enableTwoFactor",
    tags,
    permission: "signed in",
    summary: "Start setting up two-factor authentication",
    description:
      "It takes effect once a code made with it has been verified. Starting again discards the previous secret.",
    body: jsonBody(
      z.object({ method: z.literal("totp", { error: "Method must be totp" }), password: passwordAgain }),
      { method: "totp", password: "whelping-box-7" },
    ),
    returns: one(setup, "What an authenticator app needs"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "FORBIDDEN", "ACCOUNT_ELSEWHERE", "TWO_FACTOR_STATE"],
    run: async ({ body }, c) => {
      const { secret, uri } = setupAnswer.parse(
        await callAccounts(c, "POST", "/security/two-factor/enable", {
          body: { password: body.password },
          faults: WRONG_PASSWORD,
        }),
      );
      return { method: "totp" as const, secret, uri, qrCode: encodeQr(uri, "svg") };
    },
  }),
  post("/settings/security/2fa/verify", {
    operationId: "verifyTwoFactor",
    tags,
    permission: "signed in",
    summary: "Turn on two-factor authentication with a code from the authenticator app",
    description: "Every other session of the caller ends.",
    body: jsonBody(
      z.object({ code: z.string({ error: "Code is required" }).trim().min(1, "Code is required").max(20) }),
      { code: "123456" },
    ),
    returns: one(backupCodes, "It is on"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "FORBIDDEN", "ACCOUNT_ELSEWHERE", "TWO_FACTOR_STATE"],
    run: async ({ body: { code } }, c) => {
      const verified = await callAccounts(c, "POST", "/security/two-factor/verify", {
        body: { code },
        faults: {
          INVALID_CODE: { code: "Wrong code. Check the clock of your device and try the next one." },
        },
      });
      return codesAnswer.parse(verified);
    },
  }),
  post("/settings/security/2fa/disable", {
    operationId: "disableTwoFactor",
    tags,
    permission: "signed in",
    summary: "Turn off two-factor authentication",
    description: "Every other session of the caller ends.",
    body: jsonBody(
      z.object({ password: z.string({ error: "Password is required" }).min(1, "Password is required") }),
      { password: "whelping-box-7" },
    ),
    returns: one(done, "It is off"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "FORBIDDEN", "ACCOUNT_ELSEWHERE"],
    run: async ({ body }, c) => {
      await callAccounts(c, "POST", "/security/two-factor/disable", {
        body: body,
        faults: WRONG_PASSWORD,
      });
      return { success: true as const };
    },
  }),
  post("/settings/security/2fa/regenerate-backup-codes", {
    operationId: "regenerateBackupCodes",
    tags,
    permission: "signed in",
    summary: "Create ten new backup codes; the previous ones no longer work",
    body: {
      ...jsonBody(z.object({ password: passwordAgain }), { password: "whelping-box-7" }),
      required: false,
    },
    returns: one(backupCodes, "The new codes"),
    usualRefusals: OWN_REFUSALS,
    refusals: ["VALIDATION_FAILED", "FORBIDDEN", "ACCOUNT_ELSEWHERE", "TWO_FACTOR_STATE"],
    run: async ({ body }, c) => {
      const renewed = await callAccounts(c, "POST", "/security/two-factor/backup-codes", {
        body: { password: body.password },
        faults: WRONG_PASSWORD,
      });
      return codesAnswer.parse(renewed);
    },
  }),
];

/**
 * A forgotten password. A link that works once, and for an hour, is sent to the account's address. Every response
 * is the same and is sent before the work, so that it does not reveal which addresses have accounts. The link does
 * not sign in. If the address is not confirmed yet, the link that confirms it is sent instead.
 */
import { createHash } from "node:crypto";
import type { AuthContext } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { generateRandomString } from "better-auth/crypto";
import { afterwards } from "../afterwards.js";
import { noteAccount } from "../password-turns.js";
import { readTexts } from "./body.js";
import type { AccountUser } from "./caller.js";
import { endCredentials, RESET_LINK } from "./credentials.js";
import type { Notices } from "./notices.js";
import { readCredential } from "./passwords.js";
import { countSent, sendConfirmation } from "./registration.js";

const LIFETIME_MS = 60 * 60 * 1000;
const TOKEN_LENGTH = 40;

const RESET_PATH = "/reset-password?token=";

const linkOf = (token: string): string =>
  `${RESET_LINK}${createHash("sha256").update(token).digest("base64url")}`;
const linksOf = (userId: string): string => `password-resets-of-${userId}`;

const refuse = (code: string, message: string): never => {
  throw new APIError("BAD_REQUEST", { code, message });
};

async function endLinks(context: AuthContext, userId: string): Promise<void> {
  await context.adapter.deleteMany({
    model: "verification",
    where: [
      { field: "value", value: userId },
      { field: "identifier", operator: "starts_with", value: RESET_LINK },
    ],
  });
}

async function sendLink(context: AuthContext, notices: Notices, email: string, from: From): Promise<void> {
  const found = await context.internalAdapter.findUserByEmail(email);
  if (!found) return;
  const { user } = found;
  // If a user registered another person's address, the owner of that address must not be able to open the user's
  // account.
  if (!user.emailVerified) {
    await sendConfirmation(context, notices, user, from);
    return;
  }
  if (!(await countSent(context, linksOf(user.id)))) return;
  const token = generateRandomString(TOKEN_LENGTH);
  await endLinks(context, user.id);
  await context.internalAdapter.createVerificationValue({
    identifier: linkOf(token),
    value: user.id,
    expiresAt: new Date(Date.now() + LIFETIME_MS),
  });
  await notices.tell("reset-password", user, from, { path: RESET_PATH + token });
}

interface From {
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
}

interface Parts {
  readonly notices: Notices;
  readonly addressOf: (headers: Headers | undefined) => string;
  readonly onError: (error: unknown) => void;
}

export function resetEndpoints({ notices, addressOf, onError }: Parts) {
  return {
    forgotPassword: createAuthEndpoint("/security/password/forgot", { method: "POST" }, async (ctx) => {
      const { email = "" } = readTexts(ctx.body, ["email"]);
      if (!notices.canSend) refuse("NO_MAIL", "This server has no way to send mail");
      const from = {
        userAgent: ctx.headers?.get("user-agent") ?? null,
        ipAddress: addressOf(ctx.headers),
      };
      // Otherwise the response time would reveal whether there is an account.
      await afterwards(async () => {
        await sendLink(ctx.context, notices, email.trim().toLowerCase(), from).catch(onError);
      });
      return ctx.json({ success: true });
    }),

    resetPassword: createAuthEndpoint("/security/password/reset", { method: "POST" }, async (ctx) => {
      const { token = "", newPassword = "" } = readTexts(ctx.body, ["token", "newPassword"]);
      const { minPasswordLength, maxPasswordLength } = ctx.context.password.config;
      // The password is checked first, so that a too short password does not use up the link.
      if (newPassword.length < minPasswordLength) refuse("PASSWORD_TOO_SHORT", "Password too short");
      if (newPassword.length > maxPasswordLength) refuse("PASSWORD_TOO_LONG", "Password too long");
      const { internalAdapter, adapter } = ctx.context;
      const row = await internalAdapter.findVerificationValue(linkOf(token));
      const userId = row && new Date(row.expiresAt) > new Date() ? row.value : null;
      const user = userId
        ? await adapter.findOne<AccountUser>({ model: "user", where: [{ field: "id", value: userId }] })
        : null;
      const credential = user && (await readCredential(ctx.context, user.id));
      if (!user || !credential) return refuse("INVALID_TOKEN", "The link no longer works");
      noteAccount(user.email);
      const password = await ctx.context.password.hash(newPassword);
      // If the server was busy before this, the user can try again with the same link.
      if (!(await internalAdapter.consumeVerificationValue(linkOf(token)))) {
        return refuse("INVALID_TOKEN", "The link no longer works");
      }
      await internalAdapter.updateAccount(credential.id, { password });
      await endCredentials(ctx.context, user.id, "passwordReset");
      const from = { userAgent: ctx.headers?.get("user-agent") ?? null, ipAddress: addressOf(ctx.headers) };
      await notices.tell("password-changed", user, from, { endsKeys: true });
      return ctx.json({ email: user.email });
    }),
  };
}

/**
 * Changing the address of an account. The user requests it with the password, and the old address is notified. The
 * link in the mail to the new address makes the change, and the old address is notified again. A request for an
 * address of another account reveals nothing, and that account is unchanged.
 */
import { createHash } from "node:crypto";
import type { AuthContext } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { generateRandomString } from "better-auth/crypto";
import type { TokenIssuer } from "../tokens.js";
import { readTexts } from "./body.js";
import { requireCaller, type AccountUser } from "./caller.js";
import { endCredentials, keepsSessions, pendingEmailOf } from "./credentials.js";
import type { Notices } from "./notices.js";
import type { Passwords } from "./passwords.js";

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const TOKEN_LENGTH = 40;

const CONFIRM_PATH = "/confirm-email?token=";

interface Pending {
  readonly userId: string;
  readonly newEmail: string;
  /** The session in which the change was requested. Absent from links of an earlier version. */
  readonly session?: string;
  readonly keepSessions?: boolean;
}

const linkOf = (token: string): string =>
  `email-change-${createHash("sha256").update(token).digest("base64url")}`;

const refuse = (code: string, message: string): never => {
  throw new APIError("BAD_REQUEST", { code, message });
};

function readPending(value: string): Pending | null {
  const pending: unknown = JSON.parse(value);
  if (typeof pending !== "object" || pending === null) return null;
  if (!("userId" in pending) || !("newEmail" in pending)) return null;
  const { userId, newEmail } = pending;
  if (typeof userId !== "string" || typeof newEmail !== "string") return null;
  return {
    ...{ userId, newEmail },
    ...("session" in pending && typeof pending.session === "string" && { session: pending.session }),
    keepSessions: keepsSessions(pending),
  };
}

/** Null unless there is a link that has not been opened yet. */
export async function pendingEmail(context: AuthContext, userId: string): Promise<string | null> {
  const row = await context.internalAdapter.findVerificationValue(pendingEmailOf(userId));
  return row && new Date(row.expiresAt) > new Date() ? row.value : null;
}

async function forgetPending(context: AuthContext, userId: string): Promise<void> {
  await context.internalAdapter.deleteVerificationByIdentifier(pendingEmailOf(userId));
}

interface Parts {
  readonly tokens: TokenIssuer;
  readonly passwords: Passwords;
  readonly notices: Notices;
}

export function emailEndpoints({ tokens, passwords, notices }: Parts) {
  const use = [requireCaller(tokens)];
  return {
    askEmailChange: createAuthEndpoint("/security/email", { method: "POST", use }, async (ctx) => {
      const { user, session } = ctx.context.caller;
      const { newEmail: typed = "", password = "" } = readTexts(ctx.body, ["newEmail", "password"]);
      if (!notices.canSend) refuse("NO_MAIL", "This server has no way to send mail");
      const newEmail = typed.trim().toLowerCase();
      if (!EMAIL.test(newEmail) || newEmail.length > MAX_EMAIL_LENGTH) {
        refuse("INVALID_EMAIL", "Invalid email");
      }
      if (newEmail === user.email) refuse("EMAIL_UNCHANGED", "This is the account's address");
      await passwords.check(ctx.context, ctx.headers, user, password);
      await forgetPending(ctx.context, user.id);
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      await ctx.context.internalAdapter.createVerificationValue({
        identifier: pendingEmailOf(user.id),
        value: newEmail,
        expiresAt,
      });
      // The requesting user sees no difference for an address of another account, but no link is sent there.
      if (!(await ctx.context.internalAdapter.findUserByEmail(newEmail))) {
        const token = generateRandomString(TOKEN_LENGTH);
        await ctx.context.internalAdapter.createVerificationValue({
          identifier: linkOf(token),
          value: JSON.stringify({
            userId: user.id,
            newEmail,
            session: session.id,
            keepSessions: keepsSessions(ctx.body),
          } satisfies Pending),
          expiresAt,
        });
        await notices.tell("confirm-email", user, session, {
          to: newEmail,
          newEmail,
          path: CONFIRM_PATH + token,
        });
      }
      await notices.tell("email-changing", user, session, { newEmail });
      return ctx.json({ pendingEmail: newEmail });
    }),

    cancelEmailChange: createAuthEndpoint("/security/email/cancel", { method: "POST", use }, async (ctx) => {
      await forgetPending(ctx.context, ctx.context.caller.user.id);
      return ctx.json({ success: true });
    }),

    confirmEmailChange: createAuthEndpoint("/security/email/confirm", { method: "POST" }, async (ctx) => {
      const { token = "" } = readTexts(ctx.body, ["token"]);
      const row = await ctx.context.internalAdapter.consumeVerificationValue(linkOf(token));
      const pending = row && new Date(row.expiresAt) > new Date() ? readPending(row.value) : null;
      // A newer or canceled request invalidates the older link.
      if (!pending || (await pendingEmail(ctx.context, pending.userId)) !== pending.newEmail) {
        return refuse("INVALID_TOKEN", "The link no longer works");
      }
      const user = await ctx.context.adapter.findOne<AccountUser>({
        model: "user",
        where: [{ field: "id", value: pending.userId }],
      });
      if (!user || (await ctx.context.internalAdapter.findUserByEmail(pending.newEmail))) {
        return refuse("INVALID_TOKEN", "The link no longer works");
      }
      await ctx.context.internalAdapter.updateUser(user.id, { email: pending.newEmail, emailVerified: true });
      await endCredentials(ctx.context, user.id, "emailChange", {
        ...(pending.session !== undefined && { session: pending.session }),
        isEverySession: pending.keepSessions === true,
      });
      await notices.tell("email-changed", user, null, { newEmail: pending.newEmail, endsKeys: true });
      return ctx.json({ email: pending.newEmail });
    }),
  };
}

/**
 * The password of a signed-in user. It must be sent again before actions that a stolen session must not do. Wrong
 * passwords count like failed sign-ins, so that a session cannot be used to avoid their limit.
 */
import type { AuthContext } from "better-auth";
import { APIError, createAuthEndpoint, isAPIError } from "better-auth/api";
import type { FailedSignIns } from "../failed-sign-ins.js";
import { isBusy, noteAccount } from "../password-turns.js";
import type { TokenIssuer } from "../tokens.js";
import { isAskedFor, readTexts } from "./body.js";
import { requireCaller, type AccountUser } from "./caller.js";
import { endCredentials } from "./credentials.js";
import type { Notices } from "./notices.js";

export interface Passwords {
  /** Throws INVALID_PASSWORD, or TOO_MANY_FAILED_SIGN_INS after too many wrong passwords. */
  check(
    context: AuthContext,
    headers: Headers | undefined,
    user: AccountUser,
    password: string,
  ): Promise<void>;
  /** Runs `test` and counts its failure. Throws TOO_MANY_FAILED_SIGN_INS after too many failures. */
  guess(headers: Headers | undefined, user: AccountUser, test: () => Promise<void>): Promise<void>;
}

export function refuseUntil(seconds: number): void {
  if (seconds === 0) return;
  throw new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_FAILED_SIGN_INS", message: "Too many failed sign-ins. Please try again later." },
    { "Retry-After": String(seconds) },
  );
}

/** A wrong secret counts as a failure of the address and of the account. */
export async function countGuess(
  failures: FailedSignIns,
  { address, email }: { readonly address: string; readonly email: string },
  test: () => Promise<void>,
): Promise<void> {
  refuseUntil(failures.begin(address, email));
  try {
    await test();
  } catch (error) {
    if (!isAPIError(error) || isBusy(error)) failures.undo(address, email);
    throw error;
  }
  failures.succeeded(address, email);
}

export function createPasswords(
  failures: FailedSignIns,
  addressOf: (headers: Headers | undefined) => string,
): Passwords {
  const guess: Passwords["guess"] = async (headers, { email }, test) =>
    await countGuess(failures, { address: addressOf(headers), email }, test);
  return {
    guess,
    check: (context, headers, user, password) =>
      guess(headers, user, async () => {
        const stored = await readCredential(context, user.id);
        noteAccount(user.email);
        if (stored === null || !(await context.password.verify({ hash: stored.password, password }))) {
          throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "Invalid password" });
        }
      }),
  };
}

export async function readCredential(context: AuthContext, userId: string) {
  const accounts = await context.internalAdapter.findAccounts(userId);
  const account = accounts.find(({ providerId, password }) => providerId === "credential" && password);
  return account?.password
    ? { id: account.id, password: account.password, updatedAt: account.updatedAt }
    : null;
}

const refuse = (code: string, message: string): never => {
  throw new APIError("BAD_REQUEST", { code, message });
};

/** A change of the password ends every other session. */
export function passwordEndpoints(tokens: TokenIssuer, passwords: Passwords, notices: Notices) {
  return {
    replacePassword: createAuthEndpoint(
      "/security/password",
      { method: "POST", use: [requireCaller(tokens)] },
      async (ctx) => {
        const { user, session } = ctx.context.caller;
        const { currentPassword = "", newPassword = "" } = readTexts(ctx.body, [
          "currentPassword",
          "newPassword",
        ]);
        const endsKeys = isAskedFor(ctx.body, "endApiKeys");
        const { minPasswordLength, maxPasswordLength } = ctx.context.password.config;
        if (newPassword.length < minPasswordLength) refuse("PASSWORD_TOO_SHORT", "Password too short");
        if (newPassword.length > maxPasswordLength) refuse("PASSWORD_TOO_LONG", "Password too long");
        await passwords.check(ctx.context, ctx.headers, user, currentPassword);
        if (newPassword === currentPassword) {
          refuse("PASSWORD_UNCHANGED", "The new password is the current one");
        }
        const account = await readCredential(ctx.context, user.id);
        if (account === null) return refuse("INVALID_PASSWORD", "Invalid password");
        await ctx.context.internalAdapter.updateAccount(account.id, {
          password: await ctx.context.password.hash(newPassword),
        });
        await endCredentials(ctx.context, user.id, "passwordChange", { session: session.id });
        await notices.tell("password-changed", user, session, { endsKeys });
        return ctx.json({ success: true });
      },
    ),
  };
}

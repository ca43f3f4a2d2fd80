/**
 * Signing in with a second factor: a secret for an authenticator app, ten backup codes in case it is lost, and the
 * paths that set both up. better-auth checks them at sign-in. Secret and codes are stored in its form, encrypted
 * with the accounts' secret.
 *   off ──enable──► pending ──verify──► on ──disable──► off
 *                   └─enable (a new secret)
 */
import { createOTP } from "@better-auth/utils/otp";
import type { AuthContext } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { TokenIssuer } from "../tokens.js";
import { requireCaller, type AccountSession, type AccountUser } from "./caller.js";
import { endCredentials, keepsSessions, type Kept } from "./credentials.js";
import { readTexts } from "./body.js";
import type { Passwords } from "./passwords.js";
import type { Notices } from "./notices.js";
import { takeCode } from "./used-codes.js";

/** How long after signing in a program need not send the password again. */
const FRESH_MS = 10 * 60_000;
const SECRET_LENGTH = 32;
const BACKUP_CODES = 10;
const CODE = /^\d{6}$/;
/** Letters and digits that are hard to confuse on paper. */
const CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

interface TwoFactorRow {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
  readonly verified?: boolean | null;
}

const ofUser = (userId: string) => [{ field: "userId", value: userId }];

const findRow = async (context: AuthContext, userId: string): Promise<TwoFactorRow | null> =>
  await context.adapter.findOne<TwoFactorRow>({ model: "twoFactor", where: ofUser(userId) });

/** Each code has two groups of five characters, as in better-auth. */
function makeBackupCodes(): string[] {
  const group = (): string => {
    const bytes = crypto.getRandomValues(new Uint32Array(5));
    return [...bytes].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join("");
  };
  return Array.from({ length: BACKUP_CODES }, () => `${group()}-${group()}`);
}

const encrypted = async (context: AuthContext, data: string): Promise<string> =>
  await symmetricEncrypt({ key: context.secretConfig, data });

async function storeBackupCodes(context: AuthContext, rowId: string, codes: readonly string[]) {
  await context.adapter.update({
    model: "twoFactor",
    where: [{ field: "id", value: rowId }],
    update: { backupCodes: await encrypted(context, JSON.stringify(codes)) },
  });
}

export async function countBackupCodes(context: AuthContext, userId: string): Promise<number> {
  const row = await findRow(context, userId);
  if (!row?.verified) return 0;
  const codes: unknown = JSON.parse(
    await symmetricDecrypt({ key: context.secretConfig, data: row.backupCodes }),
  );
  return Array.isArray(codes) ? codes.length : 0;
}

const refuse = (code: string, message: string): never => {
  throw new APIError("BAD_REQUEST", { code, message });
};

const keptBy = (body: unknown, { id }: AccountSession): Kept => ({
  session: id,
  isEverySession: keepsSessions(body),
});

interface Parts {
  readonly tokens: TokenIssuer;
  readonly passwords: Passwords;
  readonly notices: Notices;
  /** The name of the account in an authenticator app. */
  readonly issuer: string;
  readonly isService: (headers: Headers | undefined) => boolean;
}

export function twoFactorEndpoints({ tokens, passwords, notices, issuer, isService }: Parts) {
  const use = [requireCaller(tokens)];

  /** A program that has just signed in with the password need not send it again. */
  const askAgain = async (ctx: {
    readonly context: AuthContext & { readonly caller: { user: AccountUser; session: AccountSession } };
    readonly headers?: Headers | undefined;
    readonly body?: unknown;
  }): Promise<void> => {
    const { user, session } = ctx.context.caller;
    const { password } = readTexts(ctx.body, ["password"]);
    const isFresh = Math.abs(Date.now() - new Date(session.createdAt).getTime()) < FRESH_MS;
    if (password === undefined && isFresh && isService(ctx.headers)) return;
    await passwords.check(ctx.context, ctx.headers, user, password ?? "");
  };

  return {
    enableSecondFactor: createAuthEndpoint(
      "/security/two-factor/enable",
      { method: "POST", use },
      async (ctx) => {
        const { user } = ctx.context.caller;
        if (user.twoFactorEnabled) refuse("TWO_FACTOR_IS_ON", "Two-factor authentication is on already");
        await askAgain(ctx);
        const secret = generateRandomString(SECRET_LENGTH);
        await ctx.context.adapter.deleteMany({ model: "twoFactor", where: ofUser(user.id) });
        await ctx.context.adapter.create({
          model: "twoFactor",
          data: {
            userId: user.id,
            secret: await encrypted(ctx.context, secret),
            backupCodes: await encrypted(ctx.context, "[]"),
            verified: false,
          },
        });
        const uri = createOTP(secret).url(issuer, user.email);
        return ctx.json({ uri, secret: new URL(uri).searchParams.get("secret") });
      },
    ),

    confirmSecondFactor: createAuthEndpoint(
      "/security/two-factor/verify",
      { method: "POST", use },
      async (ctx) => {
        const { user, session } = ctx.context.caller;
        const { code = "" } = readTexts(ctx.body, ["code"]);
        const row = await findRow(ctx.context, user.id);
        if (!row || row.verified) return refuse("TWO_FACTOR_NOT_PENDING", "Begin to set it up first");
        const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: row.secret });
        await passwords.guess(ctx.headers, user, async () => {
          const typed = code.replaceAll(/\s/g, "");
          const isRight = CODE.test(typed) && (await createOTP(secret).verify(typed));
          // A code that was used during setup must not sign in as well.
          if (!isRight || !(await takeCode(ctx.context, row, typed))) refuse("INVALID_CODE", "Invalid code");
        });
        const backupCodes = makeBackupCodes();
        await storeBackupCodes(ctx.context, row.id, backupCodes);
        await ctx.context.adapter.update({
          model: "twoFactor",
          where: [{ field: "id", value: row.id }],
          update: { verified: true },
        });
        await ctx.context.internalAdapter.updateUser(user.id, { twoFactorEnabled: true });
        await endCredentials(ctx.context, user.id, "twoFactorOn", keptBy(ctx.body, session));
        await notices.tell("two-factor-on", user, session);
        return ctx.json({ backupCodes });
      },
    ),

    dropSecondFactor: createAuthEndpoint(
      "/security/two-factor/disable",
      { method: "POST", use },
      async (ctx) => {
        const { user, session } = ctx.context.caller;
        const { password = "" } = readTexts(ctx.body, ["password"]);
        await passwords.check(ctx.context, ctx.headers, user, password);
        await ctx.context.internalAdapter.updateUser(user.id, { twoFactorEnabled: false });
        await ctx.context.adapter.deleteMany({ model: "twoFactor", where: ofUser(user.id) });
        await endCredentials(ctx.context, user.id, "twoFactorOff", keptBy(ctx.body, session));
        if (user.twoFactorEnabled) await notices.tell("two-factor-off", user, session);
        return ctx.json({ success: true });
      },
    ),

    renewBackupCodes: createAuthEndpoint(
      "/security/two-factor/backup-codes",
      { method: "POST", use },
      async (ctx) => {
        const { user } = ctx.context.caller;
        const row = await findRow(ctx.context, user.id);
        if (!row?.verified || !user.twoFactorEnabled) {
          return refuse("TWO_FACTOR_IS_OFF", "Two-factor authentication is off");
        }
        await askAgain(ctx);
        const backupCodes = makeBackupCodes();
        await storeBackupCodes(ctx.context, row.id, backupCodes);
        return ctx.json({ backupCodes });
      },
    ),
  };
}

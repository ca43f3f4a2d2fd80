/**
 * Identifies the caller of the account paths: a browser with its session cookie, or a program with a token of such
 * a session. Here a token is valid only as long as its session. A session that was unused for longer than its owner
 * allows is ended.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { AuthContext } from "better-auth";
import type { TokenIssuer } from "../tokens.js";

export interface AccountUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly twoFactorEnabled?: boolean | null;
  readonly sessionTimeoutMinutes?: number | null;
}

export interface AccountSession {
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt?: Date | null;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
}

const MINUTE_MS = 60_000;

/**
 * The later of a session's last use and its renewal. A renewal in the future, from before the clock was set back,
 * is ignored if there is a use in the past.
 */
export function lastUseOf({ lastUsedAt, updatedAt }: AccountSession, now = Date.now()): number {
  const [used, renewed] = [new Date(lastUsedAt ?? 0).getTime(), new Date(updatedAt).getTime()];
  return used > 0 && used <= now && renewed > now ? used : Math.max(used, renewed);
}

/** Infinite if the owner set no limit. */
export const endOfUnused = (session: AccountSession, user: AccountUser): number =>
  user.sessionTimeoutMinutes ? lastUseOf(session) + user.sessionTimeoutMinutes * MINUTE_MS : Infinity;

export const isLapsed = (session: AccountSession, user: AccountUser, now = Date.now()): boolean =>
  endOfUnused(session, user) <= now;

async function findByToken(context: AuthContext, tokens: TokenIssuer, bearer: string) {
  const named = await tokens.verify(bearer);
  if (named === null) return null;
  const session = await context.adapter.findOne<AccountSession>({
    model: "session",
    where: [{ field: "id", value: named.sessionId }],
  });
  if (session?.userId !== named.userId || new Date(session.expiresAt).getTime() <= Date.now()) return null;
  const user = await context.adapter.findOne<AccountUser>({
    model: "user",
    where: [{ field: "id", value: named.userId }],
  });
  return user && !isLapsed(session, user) ? { session, user } : null;
}

export const requireCaller = (tokens: TokenIssuer) =>
  createAuthMiddleware(async (ctx) => {
    const [, bearer] = /^Bearer (.+)$/i.exec(ctx.headers?.get("authorization") ?? "") ?? [];
    // A page never sends both a cookie and a token. Browsers do not send tokens by themselves, so the origin of a
    // request with a token need not be checked.
    const found = bearer
      ? await findByToken(ctx.context, tokens, bearer)
      : await getSessionFromCtx<AccountUser, AccountSession>(ctx);
    if (found === null) throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
    const caller: { session: AccountSession; user: AccountUser } = found;
    return { caller };
  });

/** Deletes the session of the cookie if it has ended, so the code after it finds no signed-in user. */
export async function endLapsedSession(context: AuthContext, cookieToken: string | null): Promise<void> {
  if (!cookieToken) return;
  const found = await context.internalAdapter.findSession(cookieToken);
  if (found && isLapsed(found.session, found.user)) await context.internalAdapter.deleteSession(cookieToken);
}

/** A use is stored only if the last stored use is older than this. */
const TOUCH_AFTER_MS = MINUTE_MS;

export async function touchSession(context: AuthContext, session: AccountSession): Promise<void> {
  const now = new Date();
  if (Math.abs(now.getTime() - new Date(session.lastUsedAt ?? 0).getTime()) < TOUCH_AFTER_MS) return;
  await context.adapter.update({
    model: "session",
    where: [{ field: "id", value: session.id }],
    update: { lastUsedAt: now },
  });
}

/** The devices on which a user is signed in. `timeout` is how long a session may be unused. */
import type { AuthContext } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import type { TokenIssuer } from "../tokens.js";
import { readTexts } from "./body.js";
import { endCredentials } from "./credentials.js";
import {
  isLapsed,
  lastUseOf,
  requireCaller,
  touchSession,
  type AccountSession,
  type AccountUser,
} from "./caller.js";

/**
 * The timeout that a user can set: at least a quarter of an hour, and at most the 30 days after which every unused
 * session ends.
 */
const MIN_TIMEOUT_MINUTES = 15;
const MAX_TIMEOUT_MINUTES = 30 * 24 * 60;

/** The most recently used first. */
export async function listSessions(
  context: AuthContext,
  { session: current, user }: { session: AccountSession; user: AccountUser },
) {
  const sessions = await context.adapter.findMany<AccountSession>({
    model: "session",
    where: [
      { field: "userId", value: user.id },
      { field: "expiresAt", operator: "gt", value: new Date() },
    ],
    limit: 100,
  });
  return sessions
    .filter((session) => session.id === current.id || !isLapsed(session, user))
    .map((session) => ({
      id: session.id,
      device: session.userAgent || null,
      address: session.ipAddress || null,
      createdAt: new Date(session.createdAt).toISOString(),
      lastUsedAt: new Date(lastUseOf(session)).toISOString(),
      isCurrent: session.id === current.id,
    }))
    .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
}

function readMinutes(body: unknown): number | null {
  const minutes = typeof body === "object" && body !== null && "minutes" in body ? body.minutes : undefined;
  if (minutes === null) return null;
  if (
    typeof minutes === "number" &&
    Number.isInteger(minutes) &&
    minutes >= MIN_TIMEOUT_MINUTES &&
    minutes <= MAX_TIMEOUT_MINUTES
  ) {
    return minutes;
  }
  throw new APIError("BAD_REQUEST", { code: "TIMEOUT_NOT_VALID", message: "minutes is not valid" });
}

export function sessionEndpoints(tokens: TokenIssuer) {
  const use = [requireCaller(tokens)];
  return {
    endSessions: createAuthEndpoint("/security/sessions/end", { method: "POST", use }, async (ctx) => {
      const { session, user } = ctx.context.caller;
      const { id } = readTexts(ctx.body, ["id"]);
      if (id === undefined) {
        await endCredentials(ctx.context, user.id, "signOutEverywhere", { session: session.id });
      } else {
        await ctx.context.adapter.deleteMany({
          model: "session",
          where: [
            { field: "userId", value: user.id },
            { field: "id", value: id },
          ],
        });
      }
      return ctx.json({ success: true });
    }),

    setSessionTimeout: createAuthEndpoint("/security/timeout", { method: "POST", use }, async (ctx) => {
      const { session, user } = ctx.context.caller;
      const minutes = readMinutes(ctx.body);
      await touchSession(ctx.context, session);
      await ctx.context.internalAdapter.updateUser(user.id, { sessionTimeoutMinutes: minutes });
      return ctx.json({ sessionTimeoutMinutes: minutes });
    }),

    keepSession: createAuthEndpoint("/security/activity", { method: "POST", use }, async (ctx) => {
      await touchSession(ctx.context, ctx.context.caller.session);
      return ctx.json({ success: true });
    }),
  };
}

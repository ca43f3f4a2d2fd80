/**
 * The paths that the functions of this runtime call about an account, with a key that only they have. Other callers
 * get the same response as for an unknown path.
 */
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import type { FailedSignIns } from "./failed-sign-ins.js";
import type { AccountSession } from "./security/caller.js";
import { noteAccount } from "./password-turns.js";
import { countGuess, readCredential } from "./security/passwords.js";
import type { SignIn } from "./security/sign-in-history.js";
import { isServiceKey, SERVICE_KEY_HEADER } from "./service-key.js";

const requireKey = (key: string) =>
  createAuthMiddleware(async (ctx) => {
    if (!isServiceKey(ctx.headers?.get(SERVICE_KEY_HEADER) ?? "", key)) throw new APIError("NOT_FOUND");
    return {};
  });

function textIn(body: unknown, field: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value : "";
}

export function servicePlugin(key: string, failures: FailedSignIns) {
  const use = [requireKey(key)];
  return {
    id: "account-service",
    endpoints: {
      confirmPassword: createAuthEndpoint(
        "/service/confirm-password",
        { method: "POST", use },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const user = await internalAdapter.findUserById(textIn(ctx.body, "userId"));
          if (!user) throw new APIError("NOT_FOUND");
          // The caller is known, so a wrong password counts only for this account and not for all callers of
          // functions.
          const asker = `functions for ${user.id}`;
          noteAccount(user.email, asker);
          await countGuess(failures, { address: asker, email: user.email }, async () => {
            const credential = await readCredential(ctx.context, user.id);
            const given = textIn(ctx.body, "password");
            if (!credential || !(await password.verify({ hash: credential.password, password: given }))) {
              throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "Invalid password" });
            }
          });
          return ctx.json({ success: true });
        },
      ),
      describeAccount: createAuthEndpoint("/service/describe", { method: "POST", use }, async (ctx) => {
        const { adapter, internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(textIn(ctx.body, "userId"));
        if (!user) throw new APIError("NOT_FOUND");
        const ofUser = [{ field: "userId", value: user.id }];
        const sessions = await adapter.findMany<AccountSession>({
          model: "session",
          where: ofUser,
          limit: 500,
        });
        const signIns = await adapter.findMany<SignIn>({
          model: "signIn",
          where: ofUser,
          sortBy: { field: "at", direction: "desc" },
          limit: 1000,
        });
        const credential = await readCredential(ctx.context, user.id);
        return ctx.json({
          email: user.email,
          name: user.name,
          since: user.createdAt,
          twoFactorEnabled: Reflect.get(user, "twoFactorEnabled") === true,
          passwordChangedAt: credential?.updatedAt ?? null,
          sessions: sessions.map(({ createdAt, expiresAt, lastUsedAt, ipAddress, userAgent }) => ({
            since: createdAt,
            expiresAt,
            lastUsedAt: lastUsedAt ?? null,
            address: ipAddress ?? null,
            device: userAgent ?? null,
          })),
          signIns: signIns.map(({ at, address, device, outcome }) => ({ at, address, device, outcome })),
        });
      }),
      removeAccount: createAuthEndpoint("/service/remove", { method: "POST", use }, async (ctx) => {
        const { adapter, tables } = ctx.context;
        const userId = textIn(ctx.body, "userId");
        // Every row about a user refers to the user by this field.
        for (const [model, { fields }] of Object.entries(tables)) {
          if ("userId" in fields)
            await adapter.deleteMany({ model, where: [{ field: "userId", value: userId }] });
        }
        await adapter.deleteMany({ model: "user", where: [{ field: "id", value: userId }] });
        return ctx.json({ success: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}

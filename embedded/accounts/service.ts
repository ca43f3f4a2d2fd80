/**
 * The paths that the functions of this runtime call themselves about an account, with a key that only they are given:
 * whether a password is right, what is kept about an account, and deleting it for good. To everybody else these paths do not exist.
 */
import { timingSafeEqual } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import type { FailedSignIns } from "./failed-sign-ins.js";
import type { AccountSession } from "./security/caller.js";
import { readCredential } from "./security/passwords.js";
import type { SignIn } from "./security/sign-in-history.js";

/** Where the key comes in a request. */
const SERVICE_KEY_HEADER = "x-service-key";

/** Where guesses of functions come from, for the counter of failures. */
const FUNCTIONS = "functions";

function isSame(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Lets only the runtime's own functions on. */
const requireKey = (key: string) =>
  createAuthMiddleware(async (ctx) => {
    if (!isSame(ctx.headers?.get(SERVICE_KEY_HEADER) ?? "", key)) throw new APIError("NOT_FOUND");
    return {};
  });

function textIn(body: unknown, field: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value : "";
}

function refuseGuess(seconds: number): void {
  if (seconds === 0) return;
  throw new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_FAILED_SIGN_INS", message: "Too many failed sign-ins. Please try again later." },
    { "Retry-After": String(seconds) },
  );
}

/** Makes the plugin. */
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
          refuseGuess(failures.waitSeconds(FUNCTIONS, user.email));
          const accounts = await internalAdapter.findAccounts(user.id);
          const hash = accounts.find(({ providerId }) => providerId === "credential")?.password;
          if (!hash || !(await password.verify({ hash, password: textIn(ctx.body, "password") }))) {
            failures.failed(FUNCTIONS, user.email);
            throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "Invalid password" });
          }
          failures.succeeded(FUNCTIONS, user.email);
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
        // Whatever is kept of a person names them in this field.
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

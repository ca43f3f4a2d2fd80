/**
 * Configures better-auth. This module is loaded only with the first account request, because the library takes long
 * to load.
 */
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  isAPIError,
  sessionMiddleware,
} from "better-auth/api";
import { getAdapter } from "better-auth/db/adapter";
import { betterAuth, type BetterAuthOptions } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { Kysely } from "kysely";
import type { Connection, WhenIdle } from "./connection.js";
import { createFailedSignIns, type FailedSignIns } from "./failed-sign-ins.js";
import { askedFrom, isBusy, passwordsIn, PasswordTurns, type Asker } from "./password-turns.js";
import { PatientDialect } from "./patient-dialect.js";
import { serviceKeyOf } from "./secret.js";
import { isServiceKey, SERVICE_KEY_HEADER } from "./service-key.js";
import { servicePlugin } from "./service.js";
import { HALF_CHARACTER } from "./security/body.js";
import { endLapsedSession, endOfUnused, touchSession } from "./security/caller.js";
import { createNotices, type SendAccountMail } from "./security/notices.js";
import { registrationPlugin, type AdmitNewcomer } from "./security/registration.js";
import { createPasswords, refuseUntil } from "./security/passwords.js";
import { securityPlugin } from "./security/plugin.js";
import { signInWatch } from "./security/sign-in-watch.js";
import { usedCodes } from "./security/used-codes.js";
import { tableNames } from "./tables.js";
import { cookiePrefixOf, TOKEN_LIFETIME_SECONDS, type TokenIssuer } from "./tokens.js";

/** Our own HTTP layer sets this header, and never accepts it from a caller. */
export const CLIENT_ADDRESS_HEADER = "x-account-client-address";

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const SESSION_RENEWAL_SECONDS = 24 * 60 * 60;
const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;
const MAX_NAME_PART_LENGTH = 200;
const MAX_NAME_LENGTH = 2 * MAX_NAME_PART_LENGTH + 1;
const MAX_EMAIL_LENGTH = 254;

const TRUSTED_DEVICE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Disabled paths of better-auth. Some need an external provider, which does not exist here. `/security`
 * (./security) replaces the others: it accepts a token as well as a cookie, and counts every guess.
 */
const DISABLED_PATHS = [
  "/sign-in/social",
  "/link-social",
  "/unlink-account",
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  "/send-verification-email",
  "/verify-email",
  "/request-password-reset",
  "/reset-password",
  "/change-email",
  "/delete-user",
  "/delete-user/callback",
  "/update-session",
  // Names are checked when an account is opened. Afterwards the functions manage them.
  "/update-user",
  "/error",
  "/change-password",
  "/verify-password",
  "/list-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/revoke-other-sessions",
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/get-totp-uri",
  "/two-factor/generate-backup-codes",
  "/two-factor/send-otp",
  "/two-factor/verify-otp",
];

export interface AuthenticatorOptions {
  readonly connection: Connection;
  readonly secret: string;
  readonly tokens: TokenIssuer;
  readonly whenIdle: WhenIdle;
  /** The address that people use, if it is not this machine's own. */
  readonly publicOrigin: string | undefined;
  /** Origins whose pages may send requests with the session cookie. */
  readonly trustedOrigins: (request: Request) => string[];
  readonly onError: (error: unknown) => void;
  readonly appName?: string;
  /** Sends mail about an account. Without it nobody can change their address. */
  readonly sendMail?: SendAccountMail | undefined;
  /** Decides who may open an account. Without it everybody may. */
  readonly admit?: AdmitNewcomer | undefined;
  readonly failures?: FailedSignIns;
  readonly onSessionsEnded?: (() => void) | undefined;
}

export interface Authenticator {
  readonly handle: (request: Request, client: string) => Promise<Response>;
  /** Handles a request whose password waits for its turn before the library receives the request. */
  readonly handleInTurn: (request: Request, asker: Asker) => Promise<Response>;
  readonly refuseWaiting: () => void;
}

export async function createAuthenticator(options: AuthenticatorOptions): Promise<Authenticator> {
  const turns = new PasswordTurns();
  const config = configure(options, turns);
  const adapter = await getAdapter({ ...config, database: databaseOf(options.connection, options.whenIdle) });
  const { handler } = betterAuth({ ...config, database: () => adapter });
  return {
    handle: (request, client) =>
      askedFrom({ client, account: null, isKnown: false }, false, () => handler(request)),
    handleInTurn: async (request, asker) => {
      try {
        return await turns.take(asker, () => askedFrom(asker, true, () => handler(request)));
      } catch (error) {
        if (!isAPIError(error) || !isBusy(error)) throw error;
        return Response.json(error.body, { status: error.statusCode, headers: error.headers });
      }
    },
    refuseWaiting: () => turns.close(),
  };
}

export function databaseOf(connection: Connection, whenIdle: WhenIdle) {
  const db = new Kysely<unknown>({ dialect: new PatientDialect(connection, whenIdle) });
  return { db, type: "sqlite" as const, transaction: false };
}

export function configure(
  options: Omit<AuthenticatorOptions, "connection" | "whenIdle">,
  turns = new PasswordTurns(),
) {
  const { secret, tokens, publicOrigin, trustedOrigins, onError, appName = "Accounts" } = options;
  const { failures = createFailedSignIns() } = options;
  const taken = createFailedSignIns();
  const passwords = createPasswords(failures, addressOf);
  const isService = (headers: Headers | undefined) =>
    isServiceKey(headers?.get(SERVICE_KEY_HEADER) ?? "", serviceKeyOf(secret));
  const notices = createNotices(options.sendMail, onError);
  return {
    appName,
    secret,
    basePath: "/api/auth",
    baseURL: publicOrigin ?? "http://127.0.0.1",
    trustedOrigins: (request?: Request) => (request ? trustedOrigins(request) : []),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: passwordsIn(turns),
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      modelName: tableNames.user,
      additionalFields: {
        firstName: { type: "string", required: false },
        lastName: { type: "string", required: false },
        sessionTimeoutMinutes: { type: "number", required: false, input: false },
      },
    },
    session: {
      modelName: tableNames.session,
      additionalFields: { lastUsedAt: { type: "date", required: false, input: false } },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
    },
    account: { modelName: tableNames.account },
    verification: { modelName: tableNames.verification },
    // gate.ts limits the requests instead.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefixOf(tokens),
      useSecureCookies: publicOrigin?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // better-auth skips these checks if it assumes a test environment.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    disabledPaths: DISABLED_PATHS,
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, _message, ...details) => reportFailures(details, onError) },
    onAPIError: { onError: rethrowUnexpected },
    hooks: {
      before: checkBefore(failures, taken),
      after: lookAfter(failures, taken, options.onSessionsEnded),
    },
    plugins: [
      tokenPlugin(tokens),
      servicePlugin(serviceKeyOf(secret), failures),
      twoFactor({
        issuer: appName,
        trustDeviceMaxAge: TRUSTED_DEVICE_SECONDS,
        schema: { twoFactor: { modelName: tableNames.twoFactor } },
      }),
      usedCodes(),
      registrationPlugin({ tokens, notices, admit: options.admit, addressOf }),
      securityPlugin({ tokens, passwords, notices, issuer: appName, isService, addressOf, onError }),
      // This must be the last plugin. It records how a sign-in ended, after the second factor was checked.
      signInWatch(addressOf),
    ],
  } satisfies BetterAuthOptions;
}

function reportFailures(details: readonly unknown[], onError: (error: unknown) => void): void {
  for (const detail of details) {
    if (!(detail instanceof Error) || isAPIError(detail)) continue;
    if ("code" in detail && detail.code === "SQLITE_CONSTRAINT_UNIQUE") continue;
    onError(detail);
  }
}

/** Our own HTTP layer handles errors other than refusals. */
function rethrowUnexpected(error: unknown): void {
  if (!isAPIError(error)) throw error;
}

const MIN_TOKEN_SECONDS = 60;

function tokenPlugin(tokens: TokenIssuer) {
  return {
    id: "convex-tokens",
    endpoints: {
      getConvexToken: createAuthEndpoint(
        "/token",
        { method: "GET", use: [sessionMiddleware], requireHeaders: true },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          ctx.setHeader("cache-control", "no-store");
          const secondsLeft = Math.floor((endOfUnused(session, user) - Date.now()) / 1000);
          // A very short lifetime would make the page request tokens constantly.
          const lifetime = Math.max(MIN_TOKEN_SECONDS, Math.min(TOKEN_LIFETIME_SECONDS, secondsLeft));
          const token = await tokens.sign(tokenUser(user), session.id, lifetime);
          return ctx.json({ token, userId: user.id });
        },
      ),
      getConvexKeys: createAuthEndpoint("/jwks", { method: "GET" }, async (ctx) => ctx.json(tokens.jwks)),
    },
  };
}

function tokenUser(
  user: { id: string; email: string; name: string; emailVerified: boolean } & Record<string, unknown>,
) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    firstName: textOr(user.firstName, null),
    lastName: textOr(user.lastName, null),
  };
}

function checkBefore(failures: FailedSignIns, taken: FailedSignIns) {
  return createAuthMiddleware(async (ctx) => {
    const body = bodyOf(ctx.body);
    if (ctx.path === "/sign-up/email") {
      checkLengths(body);
      refuseUntil(taken.wait(addressOf(ctx.headers), ANY));
    }
    if (ctx.path === "/sign-in/email") {
      // Otherwise the counters would store addresses longer than any account's.
      checkLengths({ email: body.email });
      refuseUntil(failures.begin(addressOf(ctx.headers), textOr(body.email, "")));
      return;
    }
    const cookie = ctx.context.authCookies.sessionToken.name;
    const token = await ctx.getSignedCookie(cookie, ctx.context.secret);
    await endLapsedSession(ctx.context, textOr(token, null));
  });
}

/** Sign-ups with existing addresses count for the client, regardless of the address. */
const ANY = "any";

const ENDING_PATHS = [
  "/sign-out",
  "/security/sessions/end",
  "/security/password",
  "/security/password/reset",
  "/security/email/confirm",
  "/security/two-factor/verify",
  "/security/two-factor/disable",
  "/service/remove",
];

function lookAfter(
  failures: FailedSignIns,
  taken: FailedSignIns,
  onSessionsEnded: () => void = () => undefined,
) {
  return createAuthMiddleware(async (ctx) => {
    if (ENDING_PATHS.includes(ctx.path)) onSessionsEnded();
    // Otherwise the next user of the browser could open pictures and documents that were cached for this account.
    if (ctx.path === "/sign-out") ctx.setHeader("clear-site-data", '"cache"');
    const { session } = ctx.context;
    // A page sends this request when it opens. After that, it only requests tokens.
    if (ctx.path === "/get-session" && session) await touchSession(ctx.context, session.session);
    const answer = ctx.context.returned;
    if (ctx.path === "/sign-up/email" && isAPIError(answer) && answer.status === "UNPROCESSABLE_ENTITY") {
      taken.begin(addressOf(ctx.headers), ANY);
    }
    if (ctx.path !== "/sign-in/email") return;
    const email = textOr(bodyOf(ctx.body).email, "");
    if (!isAPIError(answer)) failures.succeeded(addressOf(ctx.headers), email);
    else if (answer.status !== "UNAUTHORIZED" && answer.status !== "TOO_MANY_REQUESTS") {
      failures.undo(addressOf(ctx.headers), email);
    }
  });
}

function checkLengths(body: Record<string, unknown>): void {
  const limits = {
    name: MAX_NAME_LENGTH,
    firstName: MAX_NAME_PART_LENGTH,
    lastName: MAX_NAME_PART_LENGTH,
    email: MAX_EMAIL_LENGTH,
  };
  for (const [field, limit] of Object.entries(limits)) {
    const value = body[field] ?? "";
    if (typeof value !== "string" || HALF_CHARACTER.test(value)) {
      throw new APIError("BAD_REQUEST", { code: "FIELD_NOT_VALID", message: `${field} is not valid` });
    }
    if (value.length > limit) {
      throw new APIError("BAD_REQUEST", {
        code: "FIELD_TOO_LONG",
        message: `${field} may have up to ${limit} characters`,
      });
    }
  }
  if (body.image !== undefined && body.image !== null) {
    throw new APIError("BAD_REQUEST", { code: "IMAGE_NOT_ACCEPTED", message: "Accounts hold no picture" });
  }
}

function addressOf(headers: Headers | undefined): string {
  return headers?.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}

function bodyOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

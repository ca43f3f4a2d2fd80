/**
 * Local accounts: sign-in with email and password, served under `/api/auth` and stored in the runtime's own SQLite
 * file. Functions receive an issuer and keys as from any other identity provider, so no other part of the runtime
 * depends on local accounts. The sign-in library is loaded with the first request or by `warm`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LOOPBACK, openClientAddresses } from "../http/client-address.js";
import { Pace } from "../http/pace.js";
import { respondThenWork } from "./afterwards.js";
import type { Authenticator } from "./authenticator.js";
import { openConnection, stopWaiting, writeWhenFree } from "./connection.js";
import { createFailedSignIns } from "./failed-sign-ins.js";
import { Gate } from "./gate.js";
import { BodyTooLarge, readBody, sendError, sendResponse, toRequest } from "./http.js";
import { loadSecret, serviceKeyOf } from "./secret.js";
import { ASKED_FOR_HEADER, isServiceKey, SERVICE_KEY_HEADER } from "./service-key.js";
import type { SendAccountMail } from "./security/notices.js";
import type { AdmitNewcomer } from "./security/registration.js";
import { isRow, prepareTables, removeOutdated } from "./tables.js";
import { cookiePrefixOf, createTokenIssuer } from "./tokens.js";

const BASE_PATH = "/api/auth";
const DEFAULT_AUDIENCE = "convex";
/** A process may run for years, so outdated rows are not only removed at the start. */
const REMOVE_OUTDATED_EVERY_MS = 60 * 60 * 1000;
const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export interface AccountsOptions {
  readonly dataDir: string;
  readonly dbPath: string;
  /**
   * The address that people use, such as `https://dogs.example.org`. Without it, only addresses of this machine
   * work.
   */
  readonly origin?: string;
  /**
   * The secret that signs cookies and encrypts keys. Without it, a secret is generated and stored in the data
   * folder.
   */
  readonly secret?: string;
  readonly audience?: string;
  readonly appName?: string;
  /** Sends mail about an account. Without it nobody can change their address. */
  readonly sendMail?: SendAccountMail | undefined;
  /**
   * Decides who may open an account, and whether its address counts as confirmed. Without it everybody may, and
   * every address counts.
   */
  readonly admit?: AdmitNewcomer | undefined;
  /**
   * Returns the client's address of a request. By default, behind a public origin, the proxy on this machine is
   * trusted.
   */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly onSessionsEnded?: () => void;
  /**
   * Resolves when the runtime has no open write transaction. Without it, a write during an open transaction is
   * repeated.
   */
  readonly whenIdle?: () => Promise<void>;
  /** Called on unexpected failures. By default they are written to standard error. */
  readonly onError?: (error: unknown) => void;
}

export type { AccountMail, SendAccountMail } from "./security/notices.js";
export type { AdmitNewcomer } from "./security/registration.js";

export interface Accounts {
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>;
  isOver(token: string): boolean;
  readonly issuer: string;
  readonly jwks: string;
  readonly audience: string;
  /** The environment variables that `auth.config.ts` reads, and the functions' key for the accounts. */
  readonly env: Readonly<
    Record<"LOCAL_AUTH_ISSUER" | "LOCAL_AUTH_JWKS" | "LOCAL_AUTH_AUDIENCE" | "LOCAL_ACCOUNTS_KEY", string>
  >;
  warm(): Promise<void>;
  close(): Promise<void>;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { dataDir, dbPath, audience = DEFAULT_AUDIENCE, onError = reportOnStderr } = options;
  const { whenIdle = () => Promise.resolve() } = options;
  const publicOrigin = options.origin === undefined ? undefined : new URL(options.origin).origin;
  const { addressOf = openClientAddresses(publicOrigin === undefined ? [] : [LOOPBACK]).of } = options;
  const connection = openConnection(dbPath);
  prepareTables(connection);
  const secret = options.secret ?? loadSecret(dataDir);
  const tokens = await createTokenIssuer(connection, secret, audience);
  stopWaiting(connection);
  const trustedOrigins = (request: Request): string[] => [
    ...(publicOrigin === undefined ? [] : originAliases(publicOrigin)),
    ...originAliases(new URL(request.url).origin),
  ];

  const failures = createFailedSignIns();
  const gate = new Gate({
    connection,
    secret,
    cookiePrefix: cookiePrefixOf(tokens),
    isSecure: publicOrigin?.startsWith("https:") ?? false,
    failures,
  });
  let authenticator: Promise<Authenticator> | undefined;
  const load = (): Promise<Authenticator> =>
    (authenticator ??= import("./authenticator.js").then(({ createAuthenticator }) =>
      createAuthenticator({
        connection,
        whenIdle,
        secret,
        tokens,
        publicOrigin,
        trustedOrigins,
        onError,
        appName: options.appName,
        sendMail: options.sendMail,
        admit: options.admit,
        onSessionsEnded: options.onSessionsEnded,
        failures,
      }),
    ));

  const serviceKey = serviceKeyOf(secret);
  /** Only the runtime's own functions may name another caller. */
  const callerOf = (req: IncomingMessage): string => {
    const { [SERVICE_KEY_HEADER]: key, [ASKED_FOR_HEADER]: askedFor } = req.headers;
    const isService = typeof key === "string" && isServiceKey(key, serviceKey);
    return isService && typeof askedFor === "string" && askedFor !== "" ? askedFor : addressOf(req);
  };

  const findSession = connection.prepare("SELECT 1 FROM account_session WHERE id = ?");
  const inFlight = new Set<Promise<void>>();
  const finish = async (work: Promise<void>): Promise<void> => {
    inFlight.add(work);
    await work.finally(() => inFlight.delete(work));
  };
  const removing = setInterval(() => {
    finish(writeWhenFree(connection, whenIdle, () => removeOutdated(connection))).catch(onError);
  }, REMOVE_OUTDATED_EVERY_MS);
  removing.unref();
  // The library's work blocks all other requests. Many requests of one client, such as guesses of passwords,
  // therefore run one after another.
  const pace = new Pace(1);
  const answer = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    try {
      const caller = callerOf(req);
      const tooMany = gate.count(caller, path);
      if (tooMany) return sendError(res, tooMany);
      const body = await readBody(req);
      const asker = gate.askerOf(req, caller, path, body);
      const failed = asker && gate.failuresOf(asker, path);
      if (failed) return sendError(res, failed);
      const { handle, handleInTurn } = await load();
      await pace.next(caller);
      const request = toRequest(req, caller, body);
      if (asker === null) return await sendResponse(res, await handle(request, caller));
      const response = await handleInTurn(request, { ...asker, whenGone: goneSignal(res) });
      await sendResponse(res, response, response.ok ? gate.deviceCookie(req, asker) : null);
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        return sendError(res, {
          status: 413,
          code: "BODY_TOO_LARGE",
          message: "The request is too large.",
        });
      }
      if (req.destroyed && !req.complete) return;
      onError(error);
      sendError(res, { status: 500, code: "INTERNAL", message: "Something went wrong. Please try again." });
    }
  };

  return {
    isOver(token) {
      const sessionId = tokens.sessionOf(token);
      return sessionId !== null && !isRow(findSession.get([sessionId]));
    },
    issuer: tokens.issuer,
    jwks: tokens.jwksUri,
    audience,
    env: {
      LOCAL_AUTH_ISSUER: tokens.issuer,
      LOCAL_AUTH_JWKS: tokens.jwksUri,
      LOCAL_AUTH_AUDIENCE: audience,
      LOCAL_ACCOUNTS_KEY: serviceKey,
    },
    async handle(req, res) {
      const pathname = (req.url ?? "/").split("?", 1)[0] ?? "/";
      if (pathname !== BASE_PATH && !pathname.startsWith(`${BASE_PATH}/`)) return false;
      await new Promise<void>((resolve) => {
        void finish(
          respondThenWork(() => answer(req, res, pathname.slice(BASE_PATH.length)).finally(resolve)).catch(
            onError,
          ),
        );
      });
      return true;
    },
    async warm() {
      await load();
    },
    async close() {
      clearInterval(removing);
      (await authenticator)?.refuseWaiting();
      await Promise.all(inFlight);
      connection.close();
    },
  };
}

function goneSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => controller.abort());
  return controller.signal;
}

/** Lists an origin. If the origin is this machine, also lists the machine's other names. */
function originAliases(origin: string): string[] {
  const { hostname, protocol, port } = new URL(origin);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}

function reportOnStderr(error: unknown): void {
  process.stderr.write(
    `accounts: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}

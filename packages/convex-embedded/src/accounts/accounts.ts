/**
 * Local accounts: email and password sign-in served under `/api/auth`, stored in the runtime's own SQLite file. It
 * gives functions an issuer and keys like any other identity provider, so nothing else in the runtime knows that
 * accounts are local. Starting is cheap; the sign-in library loads with the first request or with `warm`.
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
/** A process may run for years, so what a start removes must be removed meanwhile too. */
const REMOVE_OUTDATED_EVERY_MS = 60 * 60 * 1000;
const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export interface AccountsOptions {
  /** Where the secret is kept. */
  readonly dataDir: string;
  /** The runtime's SQLite file. */
  readonly dbPath: string;
  /**
   * The address people use, such as `https://dogs.example.org`; without it only addresses of this machine work.
   */
  readonly origin?: string;
  /** Signs cookies and encrypts keys; without it one is made and kept in the data folder. */
  readonly secret?: string;
  readonly audience?: string;
  /** The name of the accounts in an authenticator app. */
  readonly appName?: string;
  /** Sends mail about an account; without it nobody can change their address. */
  readonly sendMail?: SendAccountMail | undefined;
  /**
   * Decides who may open an account, and whether its address counts as confirmed; without it everybody may, and it
   * does.
   */
  readonly admit?: AdmitNewcomer | undefined;
  /** The client's address of a request; by default the proxy on this machine is trusted behind a public origin. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Called when sessions were ended, so that nothing continues with their tokens. */
  readonly onSessionsEnded?: () => void;
  /** Resolves when the runtime holds no write transaction; without it a write that meets one tries again. */
  readonly whenIdle?: () => Promise<void>;
  /** Called on unexpected failures; standard error by default. */
  readonly onError?: (error: unknown) => void;
}

export type { AccountMail, SendAccountMail } from "./security/notices.js";
export type { AdmitNewcomer } from "./security/registration.js";

export interface Accounts {
  /** Handles requests under `/api/auth` and returns whether this was one. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>;
  /** Returns whether a verified token is one of ours whose session was ended. */
  isOver(token: string): boolean;
  readonly issuer: string;
  readonly jwks: string;
  readonly audience: string;
  /** The environment variables that `auth.config.ts` reads, and the functions' key for the accounts. */
  readonly env: Readonly<
    Record<"LOCAL_AUTH_ISSUER" | "LOCAL_AUTH_JWKS" | "LOCAL_AUTH_AUDIENCE" | "LOCAL_ACCOUNTS_KEY", string>
  >;
  /** Loads the sign-in library before the first request. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the accounts of a data folder. */
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
  /** The runtime's own functions say for whom they ask; nobody else is trusted with that. */
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
  // The library's work blocks everybody; many requests of one client, such as a password guesser's, run one after
  // another.
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
      // A client that closed the connection caused the error and needs no response.
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

/** Aborted if the connection closes before the response was sent. */
function goneSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => controller.abort());
  return controller.signal;
}

/** An origin; if it is this machine's own, also with the machine's other names. */
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

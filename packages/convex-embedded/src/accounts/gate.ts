/**
 * Checks a request before the sign-in library receives it, so that a refusal costs almost nothing. The checks are
 * how often a client requests each path, how often sign-ins from an address or to an account have failed, and, for
 * a password, whether the queue has a place. A device on which somebody has signed in is recognized by a cookie
 * that contains only codes of its accounts' addresses.
 */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientKeyOf, networkKeyOf } from "../http/client-address.js";
import type { Connection } from "./connection.js";
import { accountKeyOf, type FailedSignIns } from "./failed-sign-ins.js";
import type { Asker } from "./password-turns.js";
import { RequestWindows, type RequestRule } from "./request-windows.js";
import { isRow } from "./tables.js";

const RULES: readonly (readonly [path: RegExp, rule: RequestRule])[] = [
  [/^\/sign-in\/email$/, { window: 60, max: 120 }],
  [/^\/sign-up\/email$/, { window: 60, max: 60 }],
  [/^\/security\/password\/forgot$/, { window: 3600, max: 20 }],
  [/^\/security\/password\/reset$/, { window: 3600, max: 60 }],
  [/^\/security\/email\//, { window: 3600, max: 60 }],
  // A challenge ends after five wrong codes. An account locks after ten.
  [/^\/two-factor\//, { window: 60, max: 60 }],
  [/^/, { window: 10, max: 300 }],
];
/** Paths whose password waits in the queue before the library receives the request. */
const PASSWORD_PATHS = new Set(["/sign-in/email", "/sign-up/email"]);

/** How many accounts one device remembers, enough for a family. */
const MAX_ACCOUNTS_OF_DEVICE = 8;
const DEVICE_SECONDS = 365 * 24 * 60 * 60;
/** The networks of these latest successful sign-ins count as known. */
const LATEST_SIGN_INS = 50;

export interface Refusal {
  readonly status: 429;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GateOptions {
  readonly connection: Connection;
  readonly secret: string;
  readonly cookiePrefix: string;
  readonly isSecure: boolean;
  readonly failures: FailedSignIns;
}

export class Gate {
  readonly #windows = new RequestWindows();
  readonly #findSession;
  readonly #findSignIns;
  readonly #deviceCookie: string;
  readonly #sessionCookies: readonly string[];

  constructor(private readonly options: GateOptions) {
    const { connection, cookiePrefix } = options;
    this.#deviceCookie = `${cookiePrefix}.device`;
    this.#sessionCookies = [`${cookiePrefix}.session_token`, `__Secure-${cookiePrefix}.session_token`];
    this.#findSession = connection.prepare(
      `SELECT 1 FROM account_session s JOIN account_user u ON u.id = s.userId
       WHERE s.token = ? AND u.email = ? AND s.expiresAt > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    );
    this.#findSignIns = connection.prepare(
      `SELECT s.address FROM account_user u JOIN account_sign_in s ON s.userId = u.id
       WHERE u.email = ? AND s.outcome IN ('signed_in', 'signed_up', 'code_needed')
       ORDER BY s.at DESC LIMIT ${LATEST_SIGN_INS}`,
    );
  }

  /** `path` is below /api/auth. Returns the reason if the request is refused now. */
  count(address: string, path: string): Refusal | null {
    const rule = RULES.find(([pattern]) => pattern.test(path))?.[1];
    const seconds = rule ? this.#windows.count(`${clientKeyOf(address)}|${path}`, rule) : 0;
    if (seconds === 0) return null;
    return {
      status: 429,
      code: "TOO_MANY_REQUESTS",
      message: "Too many requests. Please try again later.",
      headers: { "X-Retry-After": String(seconds), "Retry-After": String(seconds) },
    };
  }

  askerOf(req: IncomingMessage, address: string, path: string, body: Uint8Array): Asker | null {
    if (req.method !== "POST" || !PASSWORD_PATHS.has(path)) return null;
    const email = emailIn(body);
    if (email === null) return { client: address, account: null, isKnown: false };
    return { client: address, account: email, isKnown: this.#isKnown(req, address, email) };
  }

  failuresOf({ client, account }: Asker, path: string): Refusal | null {
    if (path !== "/sign-in/email") return null;
    const seconds = this.options.failures.wait(client, account ?? "");
    if (seconds === 0) return null;
    return {
      status: 429,
      code: "TOO_MANY_FAILED_SIGN_INS",
      message: "Too many failed sign-ins. Please try again later.",
      headers: { "Retry-After": String(seconds) },
    };
  }

  /** The header lets the server recognize the device later. Null if the cookie does not change. */
  deviceCookie(req: IncomingMessage, { account }: Asker): string | null {
    if (account === null) return null;
    const known = this.#codesOf(req);
    const code = this.#codeOf(account);
    if (known[0] === code) return null;
    const codes = [code, ...known.filter((each) => each !== code)].slice(0, MAX_ACCOUNTS_OF_DEVICE);
    const secure = this.options.isSecure ? "; Secure" : "";
    return `${this.#deviceCookie}=${codes.join(".")}; Max-Age=${DEVICE_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
  }

  #isKnown(req: IncomingMessage, address: string, email: string): boolean {
    if (this.#codesOf(req).includes(this.#codeOf(email))) return true;
    const cookies = cookiesOf(req);
    const session = this.#sessionCookies
      .map((name) => cookies.get(name))
      .find((value) => value !== undefined);
    // The cookie is the session's token and its signature.
    const token = /^[\w-]+(?=\.|%2E)/i.exec(session ?? "")?.[0] ?? "";
    if (token !== "" && isRow(this.#findSession.get([token, email]))) return true;
    const network = networkKeyOf(address);
    return this.#findSignIns
      .all([email])
      .some((row) => isRow(row) && typeof row.address === "string" && networkKeyOf(row.address) === network);
  }

  #codeOf(email: string): string {
    return createHmac("sha256", this.options.secret)
      .update(`device of ${email}`)
      .digest("base64url")
      .slice(0, 24);
  }

  #codesOf(req: IncomingMessage): string[] {
    const value = cookiesOf(req).get(this.#deviceCookie) ?? "";
    return value.split(".").filter((code) => /^[\w-]{24}$/.test(code));
  }
}

function cookiesOf(req: IncomingMessage): ReadonlyMap<string, string> {
  const pairs = (req.headers.cookie ?? "").split(";").map((pair) => {
    const cut = pair.indexOf("=");
    return [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()] as const;
  });
  return new Map(pairs);
}

function emailIn(body: Uint8Array): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString());
    return isRow(parsed) && typeof parsed.email === "string" ? accountKeyOf(parsed.email) : null;
  } catch {
    return null;
  }
}

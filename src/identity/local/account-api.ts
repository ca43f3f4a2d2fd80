/**
 * Calls to the local accounts server under /api/auth. A call returns data, or a refusal with its code. It throws
 * only if the server is unreachable or broken. Every page waits for these calls before its first paint. Therefore
 * the few responses are parsed without the schema library, which loads later with the forms.
 */
import { forgetEarly, takeEarly } from "@/identity/early-answers";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null if the record has no text under that name. */
function textOf(record: Record<string, unknown>, name: string): string | null {
  const value = record[name];
  return typeof value === "string" ? value : null;
}

/** Null if the text is missing, undefined if the value is not a text. */
function optionalTextOf(record: Record<string, unknown>, name: string): string | null | undefined {
  const value = record[name];
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : undefined;
}

const REQUEST_TIMEOUT_MS = 15_000;

export type AccountUser = {
  id: string;
  email: string;
  name: string;
  firstName?: string | null;
  lastName?: string | null;
};

/** The server understood the request and refused. */
export type Refusal = { ok: false; status: number; code: string; retryAfterSeconds: number | null };
export type Answer<T> = { ok: true; data: T } | Refusal;

export type Credentials = { email: string; password: string };
export type NewAccount = Credentials & {
  firstName: string;
  lastName: string;
  /** The token of the invitation whose link the user followed. */
  invitation?: string;
};

/** After a correct password. */
export type SignInStep = { needsCode: boolean };
export type SecondStep = { kind: "app" | "backup"; code: string; trustDevice: boolean };

/** The server cannot be reached, or its response is invalid or an error. */
export class AccountsUnreachable extends Error {}

export type AccountApi = {
  getSession: () => Promise<AccountUser | null>;
  /** Null if the session has ended. */
  getToken: () => Promise<{ token: string; userId: string } | null>;
  /** May be only the first of two steps. */
  signIn: (credentials: Credentials) => Promise<Answer<SignInStep>>;
  /** The second step, with a code of the authenticator app or a backup code. */
  verifyCode: (code: SecondStep) => Promise<Answer<null>>;
  signUp: (account: NewAccount) => Promise<Answer<null>>;
  signOut: () => Promise<void>;
  /** Reports that the user is active. If the session has ended, the next token request reports that. */
  keepSession: () => Promise<void>;
};

/**
 * The response to a request that the page sent while loading. An early token is valid only together with the early
 * session.
 */
function earlyAnswer(method: "GET" | "POST", path: string): Promise<Response> | undefined {
  if (method === "GET" && path === "/token") return takeEarly("token");
  const session = method === "GET" && path === "/get-session" ? takeEarly("session") : undefined;
  if (session === undefined) forgetEarly();
  return session;
}

/** Also for the security tab. */
export async function call(method: "GET" | "POST", path: string, body?: object): Promise<Answer<unknown>> {
  try {
    const response = await (earlyAnswer(method, path) ??
      fetch(`/api/auth${path}`, {
        method,
        credentials: "same-origin",
        cache: "no-store",
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
      }));
    if (response.ok) return { ok: true, data: await response.json() };
    const refusal = refusalOf(response, await response.json().catch(() => null));
    // SERVER_BUSY comes from the accounts server itself. Any other status from 500 on comes from a proxy or a
    // crash.
    if (response.status >= 500 && refusal.code !== "SERVER_BUSY") {
      throw new AccountsUnreachable(`status ${response.status}`);
    }
    return refusal;
  } catch (error) {
    if (error instanceof AccountsUnreachable) throw error;
    throw new AccountsUnreachable(String(error));
  }
}

function refusalOf(response: Response, data: unknown): Refusal {
  const code = isRecord(data) ? textOf(data, "code") : null;
  const seconds = Number(response.headers.get("retry-after") ?? response.headers.get("x-retry-after"));
  return {
    ok: false,
    status: response.status,
    code: code ?? `HTTP_${response.status}`,
    retryAfterSeconds: seconds > 0 ? seconds : null,
  };
}

function nonsense(): AccountsUnreachable {
  return new AccountsUnreachable("The answer is not what the accounts server sends");
}

function readSession(data: unknown): AccountUser | null {
  if (data === null) return null;
  const user = isRecord(data) ? data["user"] : null;
  if (!isRecord(user)) throw nonsense();
  const [id, email, name] = [textOf(user, "id"), textOf(user, "email"), textOf(user, "name")];
  const [firstName, lastName] = [optionalTextOf(user, "firstName"), optionalTextOf(user, "lastName")];
  if (id === null || email === null || name === null || firstName === undefined || lastName === undefined) {
    throw nonsense();
  }
  return { id, email, name, firstName, lastName };
}

function readToken(data: unknown): { token: string; userId: string } {
  const token = isRecord(data) ? textOf(data, "token") : null;
  const userId = isRecord(data) ? textOf(data, "userId") : null;
  if (token === null || userId === null) throw nonsense();
  return { token, userId };
}

async function command(path: string, body: object): Promise<Answer<null>> {
  const answer = await call("POST", path, body);
  return answer.ok ? { ok: true, data: null } : answer;
}

export const accountApi: AccountApi = {
  async getSession() {
    const answer = await call("GET", "/get-session");
    if (!answer.ok) throw new AccountsUnreachable(answer.code);
    return readSession(answer.data);
  },
  async getToken() {
    const answer = await call("GET", "/token");
    if (answer.ok) return readToken(answer.data);
    if (answer.status === 401) return null;
    throw new AccountsUnreachable(answer.code);
  },
  async signIn(credentials) {
    const answer = await call("POST", "/sign-in/email", credentials);
    if (!answer.ok) return answer;
    const needsCode = isRecord(answer.data) && answer.data["twoFactorRedirect"] === true;
    return { ok: true, data: { needsCode } };
  },
  verifyCode: ({ kind, ...step }) =>
    command(kind === "app" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code", step),
  signUp: ({ firstName, lastName, email, password, invitation }) =>
    command("/sign-up/email", {
      ...(invitation !== undefined && { invitation }),
      email,
      password,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`.trim(),
    }),
  async keepSession() {
    await call("POST", "/security/activity", {});
  },
  async signOut() {
    const answer = await call("POST", "/sign-out", {});
    if (!answer.ok) throw new AccountsUnreachable(answer.code);
  },
};

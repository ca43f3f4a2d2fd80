/**
 * Calls the local accounts with the caller's own token, because the accounts are not Convex functions. If an
 * external provider stores the accounts, every call is refused.
 */
import type { Context } from "hono";
import { fail, type ErrorCode, type FieldErrors } from "../../../domain/errors";
import { env } from "../../_generated/server";
import { isApiKey } from "../../platform/model/people/identity";
import { type RestEnv } from "../../platform/rest/calls";

const TIMEOUT_MS = 15_000;

type FieldFaults = Readonly<Record<string, FieldErrors>>;

const CODES: Partial<Record<string, ErrorCode>> = {
  TWO_FACTOR_IS_ON: "TWO_FACTOR_STATE",
  TWO_FACTOR_IS_OFF: "TWO_FACTOR_STATE",
  TWO_FACTOR_NOT_PENDING: "TWO_FACTOR_STATE",
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

async function refuse(response: Response, faults: FieldFaults): Promise<never> {
  const retryAfterSeconds = Number(response.headers.get("Retry-After"));
  if (response.status === 401) fail("UNAUTHENTICATED");
  const wait = retryAfterSeconds > 0 && { retryAfterSeconds };
  if (response.status === 429) fail("RATE_LIMITED", { ...wait });
  if (response.status === 503) fail("SERVER_BUSY", { ...wait });
  const answer: unknown = await response.json().catch(() => null);
  const code = isRecord(answer) && typeof answer.code === "string" ? answer.code : "";
  const fields = faults[code];
  if (fields) fail("VALIDATION_FAILED", { fields });
  const known = CODES[code];
  if (known) fail(known);
  throw new Error(`The accounts answered ${response.status} ${code}`);
}

/** Throws ACCOUNT_ELSEWHERE, FORBIDDEN for an API key, and the accounts' own errors. */
export async function callAccounts(
  c: Context<RestEnv>,
  method: "GET" | "POST",
  path: string,
  { body, faults = {} }: { body?: object; faults?: FieldFaults } = {},
): Promise<Record<string, unknown>> {
  const identity = (await c.env.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED");
  if (isApiKey(identity)) fail("FORBIDDEN");
  const { LOCAL_AUTH_ISSUER: issuer, LOCAL_ORIGIN: origin } = env;
  if (!issuer || !origin || identity.issuer !== issuer) fail("ACCOUNT_ELSEWHERE");
  const response = await fetch(`${origin}/api/auth${path}`, {
    method,
    headers: {
      Authorization: c.req.header("Authorization") ?? "",
      // Wrong passwords are counted for the client's address, not for this server's address.
      "X-Service-Key": env.LOCAL_ACCOUNTS_KEY ?? "",
      "X-Asked-For": c.req.header("X-Forwarded-For") ?? "",
      ...(method === "POST" && { "Content-Type": "application/json" }),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
  });
  if (!response.ok) return await refuse(response, faults);
  const answer: unknown = await response.json();
  return isRecord(answer) ? answer : {};
}

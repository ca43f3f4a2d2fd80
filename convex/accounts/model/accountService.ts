/** Lets functions call the local accounts, which do not exist if an external provider is used. */
import type { UserIdentity } from "convex/server";
import { fail } from "../../../domain/errors";
import { env } from "../../_generated/server";

export const isLocalIssuer = (issuer: string): boolean =>
  issuer === env.LOCAL_AUTH_ISSUER && env.LOCAL_ACCOUNTS_KEY !== undefined;

/** Only functions have the key for these calls. */
export async function callAccounts(path: string, body: object): Promise<Response> {
  return await fetch(`${env.LOCAL_ACCOUNTS_URL ?? ""}/service/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": env.LOCAL_ACCOUNTS_KEY ?? "" },
    body: JSON.stringify(body),
  });
}

/** Returns null if an external provider stores the account. */
export async function describeAccount(tokenIdentifier: string): Promise<object | null> {
  const [issuer = "", userId = ""] = tokenIdentifier.split("|");
  if (!isLocalIssuer(issuer)) return null;
  const response = await callAccounts("describe", { userId });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The accounts answered ${response.status}`);
  const account: unknown = await response.json();
  return typeof account === "object" ? account : null;
}

const WRONG_PASSWORD = "Wrong password";

/**
 * Throws VALIDATION_FAILED, RATE_LIMITED or SERVER_BUSY unless the password is correct. Only local accounts have
 * passwords.
 */
export async function confirmPassword(
  { issuer, subject }: Pick<UserIdentity, "issuer" | "subject">,
  password: string,
): Promise<void> {
  if (!isLocalIssuer(issuer)) return;
  const response = await callAccounts("confirm-password", { userId: subject, password });
  if (response.ok) return;
  const retryAfterSeconds = Number(response.headers.get("Retry-After") ?? 60);
  if (response.status === 429) fail("RATE_LIMITED", { retryAfterSeconds });
  if (response.status === 503) fail("SERVER_BUSY", { retryAfterSeconds });
  if (response.status === 400) fail("VALIDATION_FAILED", { fields: { password: WRONG_PASSWORD } });
  throw new Error(`The accounts answered ${response.status}`);
}

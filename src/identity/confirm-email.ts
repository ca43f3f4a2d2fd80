/**
 * Confirms a change of email address with the token of its link. The link works in any browser, signed in or not.
 */
import { call } from "@/identity/local/account-api";

/**
 * Returns the email address with which the user signs in from now on, or null if the link no longer works. Throws
 * if the server cannot be reached.
 */
export async function confirmEmail(token: string): Promise<string | null> {
  return await confirm("/security/email/confirm", token);
}

/** For a new account. Returns and throws like `confirmEmail`. */
export async function confirmAddress(token: string): Promise<string | null> {
  return await confirm("/security/email/confirm-own", token);
}

/** Returns false if enough links were sent recently. */
export async function sendConfirmation(): Promise<boolean> {
  return (await call("POST", "/security/email/send-confirmation", {})).ok;
}

async function confirm(path: string, token: string): Promise<string | null> {
  const answer = await call("POST", path, { token });
  if (!answer.ok) return null;
  const data: unknown = answer.data;
  return typeof data === "object" && data !== null && "email" in data ? String(data.email) : null;
}

/** Confirms a change of address with the token of its link. The link is good in any browser, signed in or not. */
import { call } from "@/identity/local/account-api";

/** Returns the address that signs in from now on, or null when the link no longer works; throws when nobody answers. */
export async function confirmEmail(token: string): Promise<string | null> {
  return await confirm("/security/email/confirm", token);
}

/** Confirms the address of a new account with its link's token; returns and throws as `confirmEmail` does. */
export async function confirmAddress(token: string): Promise<string | null> {
  return await confirm("/security/email/confirm-own", token);
}

/** Has the link that confirms the present address sent again; false where enough were sent lately. */
export async function sendConfirmation(): Promise<boolean> {
  return (await call("POST", "/security/email/send-confirmation", {})).ok;
}

async function confirm(path: string, token: string): Promise<string | null> {
  const answer = await call("POST", path, { token });
  if (!answer.ok) return null;
  const data: unknown = answer.data;
  return typeof data === "object" && data !== null && "email" in data ? String(data.email) : null;
}

/** Confirms a change of address with the token of its link. The link is good in any browser, signed in or not. */
import { call } from "@/identity/local/account-api";

/** Returns the address that signs in from now on, or null when the link no longer works; throws when nobody answers. */
export async function confirmEmail(token: string): Promise<string | null> {
  const answer = await call("POST", "/security/email/confirm", { token });
  if (!answer.ok) return null;
  const data: unknown = answer.data;
  return typeof data === "object" && data !== null && "email" in data ? String(data.email) : null;
}

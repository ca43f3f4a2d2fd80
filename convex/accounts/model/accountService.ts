/** The service path of the local accounts, for functions that have to ask them; there is none with an outside provider. */
import { env } from "../../_generated/server";

/** Says whether an issuer is that of the local accounts. */
export const isLocalIssuer = (issuer: string): boolean =>
  issuer === env.LOCAL_AUTH_ISSUER && env.LOCAL_ACCOUNTS_KEY !== undefined;

/** Calls the accounts with the key that only functions have. */
export async function callAccounts(path: string, body: object): Promise<Response> {
  return await fetch(`${env.LOCAL_ACCOUNTS_URL ?? ""}/service/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": env.LOCAL_ACCOUNTS_KEY ?? "" },
    body: JSON.stringify(body),
  });
}

/** Asks what the accounts keep about a person; null where an outside provider keeps it. */
export async function describeAccount(tokenIdentifier: string): Promise<object | null> {
  const [issuer = "", userId = ""] = tokenIdentifier.split("|");
  if (!isLocalIssuer(issuer)) return null;
  const response = await callAccounts("describe", { userId });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The accounts answered ${response.status}`);
  const account: unknown = await response.json();
  return typeof account === "object" ? account : null;
}

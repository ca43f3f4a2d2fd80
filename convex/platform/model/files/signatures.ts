/** Signs the texts in addresses that can be opened without a sign-in. The key is the deployment's secret. */
import { env } from "../../../_generated/server";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Returns null if the deployment has no secret. */
export async function getSigningKey(): Promise<CryptoKey | null> {
  const secret = env.STUDBOOK_LINK_SECRET;
  if (!secret) return null;
  return await crypto.subtle.importKey("raw", encode(secret), ALGORITHM, false, ["sign", "verify"]);
}

/** Returns 64 hexadecimal digits. */
export const signText = async (key: CryptoKey, text: string): Promise<string> =>
  toHex(await crypto.subtle.sign("HMAC", key, encode(text)));

/** Returns undefined if the deployment has no secret. */
export async function signIfPossible(text: string): Promise<string | undefined> {
  const key = await getSigningKey();
  return key === null ? undefined : await signText(key, text);
}

/** The comparison takes constant time. */
export async function isSignedHere(text: string, signature: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const key = await getSigningKey();
  return key !== null && (await crypto.subtle.verify("HMAC", key, fromHex(signature), encode(text)));
}

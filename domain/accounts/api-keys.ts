/**
 * API keys: what they look like, how long they last, and by what name the tokens go that stand for them. A key is
 * shown once and kept as a hash; a token for it is made for each call and never leaves the deployment.
 */

/** What every key begins with, so that scanners for lost secrets know it. */
export const API_KEY_PREFIX = "sbk_";

/** Bytes of randomness in a key. */
export const API_KEY_BYTES = 32;

/** Characters at the end of a key that its list shows. */
export const API_KEY_HINT_LENGTH = 4;

/** Keys that one person may have in a kennel. */
export const MAX_API_KEYS = 50;

/** For how many days a key may be made; null is until it is revoked. */
export const API_KEY_DAYS = [30, 90, 365, null] as const;
export type ApiKeyDays = (typeof API_KEY_DAYS)[number];

/** Who tokens for keys say they are from, and whom they are for. */
export const KEY_ISSUER = "https://api-keys.studbook.localhost";
export const KEY_AUDIENCE = "studbook-api";

/** The id of the one key that signs these tokens. */
export const TOKEN_KEY_ID = "studbook-api-1";

/** Makes the public key set, as JSON text, of a private key given as JWK text. */
export function publicKeySetOf(privateJwk: string): string {
  const { kty, crv, x, y } = JSON.parse(privateJwk) as Record<string, unknown>;
  return JSON.stringify({ keys: [{ kty, crv, x, y, kid: TOKEN_KEY_ID, alg: "ES256", use: "sig" }] });
}

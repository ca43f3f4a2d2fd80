/**
 * API keys: their form, their expiry, and the issuer of their tokens. A key is shown once and stored as a hash. For
 * each call, a token is made for the key that never leaves the deployment.
 */

/** The prefix of every key, so that scanners for leaked secrets recognize it. */
export const API_KEY_PREFIX = "sbk_";

/** The number of random bytes in a key. */
export const API_KEY_BYTES = 32;

/** How many characters at the end of a key its list shows. */
export const API_KEY_HINT_LENGTH = 4;

/** The most keys of one person in a kennel. */
export const MAX_API_KEYS = 50;

/** For how many days a key can be valid; null means until it is revoked. */
export const API_KEY_DAYS = [30, 90, 365, null] as const;
export type ApiKeyDays = (typeof API_KEY_DAYS)[number];

/** Issuer and audience of tokens for keys. */
export const KEY_ISSUER = "https://api-keys.studbook.localhost";
export const KEY_AUDIENCE = "studbook-api";

/** The id of the single key that signs these tokens. */
export const TOKEN_KEY_ID = "studbook-api-1";

/** Makes the public key set, as JSON text, of a private key given as JWK text. */
export function publicKeySetOf(privateJwk: string): string {
  const { kty, crv, x, y } = JSON.parse(privateJwk) as Record<string, unknown>;
  return JSON.stringify({ keys: [{ kty, crv, x, y, kid: TOKEN_KEY_ID, alg: "ES256", use: "sig" }] });
}

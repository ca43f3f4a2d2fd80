/**
 * API keys: their format, their expiry, and the issuer of their tokens. A key is shown once and stored as a hash.
 * Each call exchanges its key for a token that never leaves the deployment.
 */

/** Scanners for leaked secrets recognize this prefix. */
export const API_KEY_PREFIX = "sbk_";

export const API_KEY_BYTES = 32;

/** How many characters at the end of a key the list of keys shows. */
export const API_KEY_HINT_LENGTH = 4;

export const MAX_API_KEYS = 50;

/** In days; null for a key that is valid until it is revoked. */
export const API_KEY_DAYS = [30, 90, 365, null] as const;
export type ApiKeyDays = (typeof API_KEY_DAYS)[number];

export const KEY_ISSUER = "https://api-keys.studbook.localhost";
export const KEY_AUDIENCE = "studbook-api";

/** The id of the only key that signs these tokens. */
export const TOKEN_KEY_ID = "studbook-api-1";

export function publicKeySetOf(privateJwk: string): string {
  const { kty, crv, x, y } = JSON.parse(privateJwk) as Record<string, unknown>;
  return JSON.stringify({ keys: [{ kty, crv, x, y, kid: TOKEN_KEY_ID, alg: "ES256", use: "sig" }] });
}

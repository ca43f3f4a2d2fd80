/**
 * The public keys of the providers. Remote keys are cached for some minutes. If a token names an unknown key, they
 * are fetched again, but at most every half minute, so that forged tokens cannot make the runtime flood a provider.
 */
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { AuthenticationError } from "./authenticator.js";
import { withoutEndSlashes, type AuthProvider } from "./providers.js";

const FETCH_TIMEOUT_MS = 5000;
const KEEP_DISCOVERY_MS = 60 * 60 * 1000;
const RETRY_DISCOVERY_MS = 10_000;

export interface KeySets {
  /** Resolves with the function that finds the key of a token. Rejects with an AuthenticationError. */
  keysOf(provider: AuthProvider): Promise<JWTVerifyGetKey>;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);
}

async function keysInDataUrl(url: string): Promise<JWTVerifyGetKey> {
  try {
    const keySet: unknown = await (await fetch(url)).json();
    if (!isKeySet(keySet)) throw new Error("it holds no keys");
    return createLocalJWKSet(keySet);
  } catch (error) {
    throw new AuthenticationError(
      "InvalidAuthHeader",
      "Invalid JWKS data URL. Check that the data URL is properly formatted and contains valid JSON.",
      { cause: error },
    );
  }
}

async function discoverKeysUrl(domain: string): Promise<string> {
  const url = `${withoutEndSlashes(domain)}/.well-known/openid-configuration`;
  const fail = (reason: string, cause?: unknown) =>
    new AuthenticationError(
      "AuthProviderDiscoveryFailed",
      `Auth provider discovery of ${domain} failed: ${reason}`,
      {
        cause,
      },
    );
  let metadata: unknown;
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!response.ok) throw fail(`${response.status} ${response.statusText}`);
    metadata = await response.json();
  } catch (error) {
    throw error instanceof AuthenticationError ? error : fail("it does not answer", error);
  }
  const fields = typeof metadata === "object" && metadata !== null ? { ...metadata } : {};
  if (!("jwks_uri" in fields) || typeof fields.jwks_uri !== "string") throw fail("it names no jwks_uri");
  return fields.jwks_uri;
}

/** Nothing is fetched before a token needs it. */
export function createKeySets(now: () => number): KeySets {
  const keySets = new Map<string, JWTVerifyGetKey>();
  const discovered = new Map<string, { readonly url: Promise<string>; readonly untilMs: number }>();

  const keysAt = async (url: string): Promise<JWTVerifyGetKey> => {
    const known = keySets.get(url);
    if (known) return known;
    const keys = url.startsWith("data:")
      ? await keysInDataUrl(url)
      : createRemoteJWKSet(new URL(url), { timeoutDuration: FETCH_TIMEOUT_MS });
    keySets.set(url, keys);
    return keys;
  };

  const discover = (domain: string): Promise<string> => {
    const known = discovered.get(domain);
    if (known && known.untilMs > now()) return known.url;
    const url = discoverKeysUrl(domain);
    discovered.set(domain, { url, untilMs: now() + KEEP_DISCOVERY_MS });
    url.catch(() => discovered.set(domain, { url, untilMs: now() + RETRY_DISCOVERY_MS }));
    return url;
  };

  return {
    keysOf: async (provider) =>
      keysAt(provider.type === "oidc" ? await discover(provider.domain) : provider.jwks),
  };
}

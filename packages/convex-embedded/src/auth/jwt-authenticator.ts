/**
 * Verifies tokens with the configured providers. A token must have a provider's issuer and audience, be signed by
 * one of its keys with RS256 or ES256, and not have expired. Recently verified tokens are cached, because every
 * reconnection and every HTTP request sends the same token again.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { AuthenticationError, type Authenticator, type VerifiedToken } from "./authenticator.js";
import { identityOfCustomJwt, identityOfOidc } from "./claims.js";
import { createKeySets } from "./key-sets.js";
import {
  describeProvider,
  isTokenOf,
  SIGNING_ALGORITHMS,
  type AuthProvider,
  type SigningAlgorithm,
} from "./providers.js";

export interface JwtAuthenticatorOptions {
  readonly providers: readonly AuthProvider[];
  readonly adminKey: string;
  readonly now?: () => number;
}

/** How far a provider's clock may be ahead of ours. */
const CLOCK_LEAD_SECONDS = 5;
const REMEMBER_TOKENS = 1000;
const REMEMBER_FOR_MS = 60_000;
const INVALID = "InvalidAuthHeader";

export function createAuthenticator(options: JwtAuthenticatorOptions): Authenticator {
  const now = options.now ?? Date.now;
  const elapsed = options.now ?? (() => performance.now());
  const keySets = createKeySets(elapsed);
  const adminKeyHash = hash(options.adminKey);
  const recent = new Map<string, VerifiedToken & { readonly recallUntilMs: number }>();

  return {
    isAdminKey: (key) => timingSafeEqual(hash(key), adminKeyHash),
    async verifyToken(token) {
      const known = recent.get(token);
      if (known && known.recallUntilMs > elapsed() && known.expiresAtMs > now()) return known;
      recent.delete(token);
      const { issuer, audiences } = readUnverified(token);
      const provider = findProvider(options.providers, issuer, audiences);
      const claims = await verifySignature(token, provider, await keySets.keysOf(provider), now());
      const verified = readVerified(claims, provider, now());
      if (recent.size >= REMEMBER_TOKENS) recent.clear();
      recent.set(token, { ...verified, recallUntilMs: elapsed() + REMEMBER_FOR_MS });
      return verified;
    },
  };
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Nothing in the token is trusted before its signature is verified. */
function readUnverified(token: string): { issuer: string; audiences: readonly string[] } {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch (error) {
    throw new AuthenticationError(
      INVALID,
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
      { cause: error },
    );
  }
  if (typeof claims.iss !== "string") {
    throw new AuthenticationError(
      INVALID,
      "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
    );
  }
  return { issuer: claims.iss, audiences: [claims.aud ?? []].flat() };
}

function findProvider(
  providers: readonly AuthProvider[],
  issuer: string,
  audiences: readonly string[],
): AuthProvider {
  const provider = providers.find((candidate) => isTokenOf(candidate, issuer, audiences));
  if (provider) return provider;
  const configured = providers.map(describeProvider).join(", ");
  throw new AuthenticationError(
    "NoAuthProvider",
    providers.length === 0
      ? "No auth provider found matching the given token (no providers configured). Check convex/auth.config.ts."
      : `No auth provider found matching the given token. Check that your JWT's issuer and audience match one of your configured providers: [${configured}]`,
  );
}

async function verifySignature(
  token: string,
  provider: AuthProvider,
  keys: JWTVerifyGetKey,
  nowMs: number,
): Promise<JWTPayload> {
  const algorithms: readonly SigningAlgorithm[] =
    provider.type === "oidc" ? SIGNING_ALGORITHMS : [provider.algorithm];
  const verifyOptions = {
    algorithms: [...algorithms],
    currentDate: new Date(nowMs),
    clockTolerance: CLOCK_LEAD_SECONDS,
    requiredClaims: ["exp", "sub"],
  };
  try {
    return (await jwtVerify(token, keys, verifyOptions)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw explain(error, provider);
    // A token without a key id is tried with every key that could have signed it.
    for await (const key of error) {
      const payload = await jwtVerify(token, key, verifyOptions).then(
        (result) => result.payload,
        (failure: unknown) => {
          if (failure instanceof errors.JWSSignatureVerificationFailed) return null;
          throw explain(failure, provider);
        },
      );
      if (payload !== null) return payload;
    }
    throw explain(new errors.JWSSignatureVerificationFailed(), provider);
  }
}

function explain(error: unknown, provider: AuthProvider): AuthenticationError {
  const isOfToken =
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed;
  return new AuthenticationError(isOfToken ? codeOf(provider) : INVALID, sentenceFor(error), {
    cause: error,
  });
}

/**
 * The code for a token that was parsed but is not accepted (get-convex/convex-backend,
 * crates/authentication/src/lib.rs).
 */
function codeOf(provider: AuthProvider): string {
  return provider.type === "oidc" ? "Unauthenticated" : INVALID;
}

function sentenceFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "Could not validate token: the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) return `Could not validate token: ${error.message}`;
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return "Could not decode token: its signing algorithm is not the one the provider is configured with";
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return "Could not decode token. The JWT's 'kid' (key ID) header doesn't match any key in the provider's JWKS.";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "Could not decode token: the signature is not valid";
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return `Could not decode token: ${error.message}`;
  }
  return "Could not fetch the provider's JWKS. Check that its URL is correct and accessible.";
}

function readVerified(claims: JWTPayload, provider: AuthProvider, nowMs: number): VerifiedToken {
  const { iss: issuer, sub: subject, exp: expiry, iat: issuedAt } = claims;
  if (issuer === undefined || subject === undefined || expiry === undefined) {
    throw new AuthenticationError(
      codeOf(provider),
      "Could not validate token: it lacks 'iss', 'sub' or 'exp'",
    );
  }
  // The tolerance is for a provider's clock that is ahead, and not for expired tokens.
  if (expiry * 1000 <= nowMs) {
    throw new AuthenticationError(codeOf(provider), "Could not validate token: the token has expired");
  }
  if (issuedAt !== undefined && issuedAt > nowMs / 1000 + CLOCK_LEAD_SECONDS) {
    throw new AuthenticationError(codeOf(provider), "Could not validate token: it was issued in the future");
  }
  const toIdentity = provider.type === "oidc" ? identityOfOidc : identityOfCustomJwt;
  return { identity: toIdentity(claims, issuer, subject), expiresAtMs: expiry * 1000 };
}

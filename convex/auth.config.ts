/**
 * Lists the accepted token issuers: Clerk and the local accounts, if their issuers are set, and Studbook itself for
 * calls with an API key. Only in this file does Convex throw when a variable is not set, so each variable is read
 * through `optional`.
 */
import type { AuthConfig, AuthProvider } from "convex/server";
import { KEY_AUDIENCE, KEY_ISSUER, publicKeySetOf } from "../domain/accounts/api-keys";
import { env } from "./_generated/server";

/** Returns undefined if Convex throws because the variable is not set. */
function optional(read: () => string | undefined): string | undefined {
  try {
    return read() || undefined;
  } catch {
    return undefined;
  }
}

const providers: AuthProvider[] = [];

const clerkIssuer = optional(() => env.CLERK_JWT_ISSUER_DOMAIN);
if (clerkIssuer !== undefined) providers.push({ domain: clerkIssuer, applicationID: "convex" });

const issuer = optional(() => env.LOCAL_AUTH_ISSUER);
const jwks = optional(() => env.LOCAL_AUTH_JWKS);
const applicationID = optional(() => env.LOCAL_AUTH_AUDIENCE);
if (issuer !== undefined && jwks !== undefined && applicationID !== undefined) {
  providers.push({ type: "customJwt", issuer, jwks, applicationID, algorithm: "ES256" });
}

const tokenKey = optional(() => env.STUDBOOK_TOKEN_KEY);
if (tokenKey !== undefined) {
  providers.push({
    type: "customJwt",
    issuer: KEY_ISSUER,
    jwks: `data:application/json;base64,${btoa(publicKeySetOf(tokenKey))}`,
    applicationID: KEY_AUDIENCE,
    algorithm: "ES256",
  });
}

export default { providers } satisfies AuthConfig;

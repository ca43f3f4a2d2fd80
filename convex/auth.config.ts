/**
 * Which tokens count: Clerk's if its issuer is set, those of the local accounts if theirs is; one of them, both or
 * none. Tokens that Studbook signs for calls with an API key also count. On Convex, reading a variable that is not
 * set throws in this file only, so each variable is read with care.
 */
import type { AuthConfig, AuthProvider } from "convex/server";
import { KEY_AUDIENCE, KEY_ISSUER, publicKeySetOf } from "../domain/accounts/api-keys";
import { env } from "./_generated/server";

/** Returns the variable, or undefined if it is not set; in this file, Convex throws for such a variable. */
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

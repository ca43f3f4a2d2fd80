/**
 * Whose tokens count: Clerk's when its issuer is set, the local accounts' when theirs is; one, both or none.
 * Reading a variable that is not set fails in this file alone, on Convex, so each is asked for with care.
 */
import type { AuthConfig, AuthProvider } from "convex/server";
import { env } from "./_generated/server";

/** Answers the variable, or undefined when it is not set: Convex throws for that here, elsewhere it does not. */
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

export default { providers } satisfies AuthConfig;

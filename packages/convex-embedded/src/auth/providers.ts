/** The identity providers of `auth.config.ts`, validated once at the start. */

export const SIGNING_ALGORITHMS = ["RS256", "ES256"] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** The keys are found by OpenID Connect discovery. */
export interface OidcProvider {
  readonly type: "oidc";
  readonly domain: string;
  readonly applicationId: string;
}

/** The keys have a fixed address. A token must have this issuer and, if `applicationId` is set, that audience. */
export interface CustomJwtProvider {
  readonly type: "customJwt";
  readonly issuer: string;
  readonly jwks: string;
  readonly algorithm: SigningAlgorithm;
  readonly applicationId: string | null;
}

export type AuthProvider = OidcProvider | CustomJwtProvider;

function withProtocol(url: string): string {
  return /^https?:\/\//.test(url) ? url : `https://${url}`;
}

/** Takes linear time. */
export function withoutEndSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === "/") end -= 1;
  return url.slice(0, end);
}

/** Slashes at the end are ignored. */
export function isSameIssuer(a: string, b: string): boolean {
  return withoutEndSlashes(withProtocol(a)) === withoutEndSlashes(withProtocol(b));
}

function requireString(provider: Record<string, unknown>, field: string): string {
  const value = provider[field];
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`auth.config.ts: a provider's "${field}" must be a string that is not empty`);
}

function readProvider(value: unknown): AuthProvider {
  if (typeof value !== "object" || value === null) {
    throw new Error("auth.config.ts: each provider must be an object");
  }
  const provider: Record<string, unknown> = { ...value };
  if (provider["type"] !== "customJwt") {
    return {
      type: "oidc",
      domain: withProtocol(requireString(provider, "domain")),
      applicationId: requireString(provider, "applicationID"),
    };
  }
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === provider["algorithm"]);
  if (algorithm === undefined) {
    throw new Error(`auth.config.ts: "algorithm" must be one of ${SIGNING_ALGORITHMS.join(", ")}`);
  }
  const jwks = requireString(provider, "jwks");
  if (!/^(https?:\/\/|data:)/.test(jwks)) {
    throw new Error('auth.config.ts: "jwks" must be an http, https or data URL');
  }
  const hasAudience = provider["applicationID"] !== undefined && provider["applicationID"] !== null;
  return {
    type: "customJwt",
    issuer: withProtocol(requireString(provider, "issuer")),
    jwks,
    algorithm,
    applicationId: hasAudience ? requireString(provider, "applicationID") : null,
  };
}

/** Throws an error that names the field. */
export function readProviders(values: readonly unknown[]): readonly AuthProvider[] {
  return values.map(readProvider);
}

export function isTokenOf(provider: AuthProvider, issuer: string, audiences: readonly string[]): boolean {
  if (!isSameIssuer(provider.type === "oidc" ? provider.domain : provider.issuer, issuer)) return false;
  return provider.applicationId === null || audiences.includes(provider.applicationId);
}

export function describeProvider(provider: AuthProvider): string {
  return provider.type === "oidc"
    ? `OIDC(domain=${provider.domain}, app_id=${provider.applicationId})`
    : `CustomJWT(issuer=${provider.issuer}, app_id=${provider.applicationId ?? "none"})`;
}

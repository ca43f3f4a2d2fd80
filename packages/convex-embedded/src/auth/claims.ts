/**
 * Converts verified claims to the result of `ctx.auth.getUserIdentity()`. The claims of OpenID Connect get Convex's
 * names. Those of a custom JWT keep theirs, and the names of nested claims contain a dot. Claims that differ in
 * every token are left out, so that a new token of the same user is the same identity.
 */
import type { JWTPayload } from "jose";
import type { Identity } from "../functions/api.js";

type Claims = Record<string, unknown>;

/** Claims about the token and not about the user. */
const TOKEN_CLAIMS = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "fva"]);
const OIDC_TOKEN_CLAIMS = new Set([
  ...TOKEN_CLAIMS,
  "auth_time",
  "nonce",
  "acr",
  "amr",
  "azp",
  "at_hash",
  "c_hash",
]);

const OIDC_NAMES: Readonly<Record<string, string>> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
};

function flatten(claims: Claims, prefix: string, into: Claims): Claims {
  for (const [name, value] of Object.entries(claims)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      flatten({ ...value }, `${prefix}${name}.`, into);
    } else {
      into[`${prefix}${name}`] = value;
    }
  }
  return into;
}

function withoutTokenClaims(claims: JWTPayload, left: ReadonlySet<string>): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !left.has(name)));
}

function core(issuer: string, subject: string): Claims {
  return { tokenIdentifier: `${issuer}|${subject}`, subject, issuer };
}

export function identityOfCustomJwt(
  claims: JWTPayload,
  issuer: string,
  subject: string,
): NonNullable<Identity> {
  return { ...flatten(withoutTokenClaims(claims, TOKEN_CLAIMS), "", {}), ...core(issuer, subject) };
}

export function identityOfOidc(claims: JWTPayload, issuer: string, subject: string): NonNullable<Identity> {
  const identity: Claims = {};
  for (const [name, value] of Object.entries(withoutTokenClaims(claims, OIDC_TOKEN_CLAIMS))) {
    if (value === null) continue;
    const mapped = mapOidcClaim(name, value);
    if (mapped !== null) identity[mapped.name] = mapped.value;
  }
  return { ...identity, ...core(issuer, subject) };
}

/**
 * The token identifier is made of issuer and subject. Returns null if neither the identifier nor both of its parts
 * are given.
 */
export function completeIdentity(identity: Readonly<Claims>): NonNullable<Identity> | null {
  const { issuer, subject, tokenIdentifier } = identity;
  if (typeof tokenIdentifier === "string") return identity;
  if (typeof issuer !== "string" || typeof subject !== "string") return null;
  return { ...identity, tokenIdentifier: `${issuer}|${subject}` };
}

function mapOidcClaim(name: string, value: unknown): { name: string; value: unknown } | null {
  if (name === "updated_at") {
    return {
      name: "updatedAt",
      value: typeof value === "number" ? new Date(value * 1000).toISOString() : value,
    };
  }
  if (name === "address") {
    const formatted =
      typeof value === "object" && value !== null && "formatted" in value ? value.formatted : null;
    return typeof formatted === "string" ? { name, value: formatted } : null;
  }
  return { name: OIDC_NAMES[name] ?? name, value };
}

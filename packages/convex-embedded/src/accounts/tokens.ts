/**
 * The tokens that functions see as an identity: ES256 JWTs that a Convex `customJwt` provider accepts. The issuer
 * is made from the data folder and not from its address, so that users stay the same when the port or the host name
 * changes.
 */
import { randomUUID } from "node:crypto";
import { decodeJwt, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from "jose";
import type { Connection } from "./connection.js";
import { seal, unseal } from "./secret.js";
import { isRow, readMeta, writeMeta } from "./tables.js";

const ALGORITHM = "ES256";
export const TOKEN_LIFETIME_SECONDS = 15 * 60;

export interface TokenUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The public keys as a `data:` address, so that a token can be verified without calling this server. */
  readonly jwksUri: string;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** `lifetimeSeconds` is set if the token expires sooner than others. */
  sign(user: TokenUser, sessionId: string, lifetimeSeconds?: number): Promise<string>;
  /** The caller must have verified the token's signature. Returns null if the token was not created here. */
  sessionOf(token: string): string | null;
  /** Returns null if the token was not created here or has ended. */
  verify(token: string): Promise<{ readonly userId: string; readonly sessionId: string } | null>;
}

/** Loads the folder's signing key. Generates it at the first start or after the secret changed. */
export async function createTokenIssuer(
  connection: Connection,
  secret: string,
  audience: string,
): Promise<TokenIssuer> {
  const issuer = loadIssuer(connection);
  const key = readKey(connection, secret) ?? (await createKey(connection, secret));
  const privateKey = await importJWK(key.privateJwk, ALGORITHM);
  const jwks = { keys: [{ ...key.publicJwk, kid: key.id, alg: ALGORITHM, use: "sig" }] };
  const jwksUri = `data:application/json;base64,${Buffer.from(JSON.stringify(jwks)).toString("base64")}`;
  const publicKey = await importJWK(key.publicJwk, ALGORITHM);
  const sign = (user: TokenUser, sessionId: string, lifetimeSeconds = TOKEN_LIFETIME_SECONDS) =>
    new SignJWT({ ...claimsOf(user) })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(user.id)
      .setJti(`${sessionId}.${randomUUID()}`)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(privateKey);
  const verify = async (token: string) => {
    const expected = { issuer, audience, algorithms: [ALGORITHM], requiredClaims: ["sub", "jti", "exp"] };
    const payload = await jwtVerify(token, publicKey, expected).then(
      (verified) => verified.payload,
      () => null,
    );
    const [sessionId = ""] = payload?.jti?.split(".") ?? [];
    return payload?.sub && sessionId ? { userId: payload.sub, sessionId } : null;
  };
  const sessionOf = (token: string) => {
    const { iss, jti = "" } = decodeJwt(token);
    const [sessionId = ""] = jti.split(".");
    return iss === issuer && sessionId ? sessionId : null;
  };
  return { issuer, audience, jwks, jwksUri, sign, verify, sessionOf };
}

function claimsOf(user: TokenUser): Record<string, string | boolean> {
  const givenName = user.firstName || user.name.trim().split(/\s+/u)[0];
  return {
    email: user.email,
    email_verified: user.emailVerified,
    name: user.name,
    ...(givenName ? { given_name: givenName } : {}),
    ...(user.lastName ? { family_name: user.lastName } : {}),
  };
}

function loadIssuer(connection: Connection): string {
  const kept = readMeta(connection, "issuer");
  if (kept !== null) return kept;
  const issuer = `https://${randomUUID()}.accounts.localhost`;
  writeMeta(connection, "issuer", issuer);
  return issuer;
}

interface SigningKey {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

function readKey(connection: Connection, secret: string): SigningKey | null {
  const row = connection
    .prepare(
      "SELECT id, publicJwk, sealedPrivateJwk FROM account_signing_key ORDER BY createdAt DESC LIMIT 1",
    )
    .get([]);
  if (!isRow(row)) return null;
  const { id, publicJwk, sealedPrivateJwk } = row;
  if (typeof id !== "string" || typeof publicJwk !== "string" || typeof sealedPrivateJwk !== "string")
    return null;
  const privateJwk = unseal(secret, sealedPrivateJwk);
  return privateJwk === null
    ? null
    : { id, publicJwk: parseJwk(publicJwk), privateJwk: parseJwk(privateJwk) };
}

async function createKey(connection: Connection, secret: string): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = {
    id: randomUUID(),
    publicJwk: await exportJWK(pair.publicKey),
    privateJwk: await exportJWK(pair.privateKey),
  };
  connection
    .prepare(
      "INSERT INTO account_signing_key (id, publicJwk, sealedPrivateJwk, createdAt) VALUES (?, ?, ?, ?)",
    )
    .run([
      key.id,
      JSON.stringify(key.publicJwk),
      seal(secret, JSON.stringify(key.privateJwk)),
      new Date().toISOString(),
    ]);
  return key;
}

/** This module's `createKey` wrote these texts. */
function parseJwk(text: string): JWK {
  return JSON.parse(text) as JWK;
}

/** Cookies ignore the port, so two servers on one machine need different names. */
export const cookiePrefixOf = ({ issuer }: Pick<TokenIssuer, "issuer">): string =>
  `accounts-${new URL(issuer).hostname.slice(0, 8)}`;

/**
 * Handles calls with an API key. Functions recognize their caller only by a token, so a call with a key is repeated
 * to this same API with a token for that key. The token is signed here, is valid for minutes and never leaves the
 * deployment. The functions determine the rights of the key (platform/model/people/identity.ts).
 */
import { importJWK, SignJWT } from "jose";
import { KEY_AUDIENCE, KEY_ISSUER, TOKEN_KEY_ID } from "../../domain/accounts/api-keys";
import { fail } from "../../domain/errors";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, type ActionCtx } from "../_generated/server";
import { hashOfKey } from "../accounts/model/apiKeys";

/** The longest action runs this long. Every transaction checks the key itself. */
const TOKEN_SECONDS = 600;

/**
 * Each call uses two of the actions that may run together. The second action must always find room; otherwise the
 * first actions would wait for each other.
 */
const MAX_UNDERWAY = 28;
const RETRY_SECONDS = 1;
const underway = new Map<Id<"apiKeys">, number>();

/** Returns false if so many calls are running that there would be no room for their second action. */
function begin(key: Id<"apiKeys">): boolean {
  const ofKey = underway.get(key) ?? 0;
  const ofAll = [...underway.values()].reduce((sum, count) => sum + count, 0);
  if (ofKey >= MAX_UNDERWAY - ofAll) return false;
  underway.set(key, ofKey + 1);
  return true;
}

function end(key: Id<"apiKeys">): void {
  const left = (underway.get(key) ?? 1) - 1;
  if (left > 0) underway.set(key, left);
  else underway.delete(key);
}

async function signToken(apiKeyId: Id<"apiKeys">, jwk: string): Promise<string> {
  const key = await importJWK(JSON.parse(jwk), "ES256");
  return await new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: TOKEN_KEY_ID, typ: "JWT" })
    .setIssuer(KEY_ISSUER)
    .setAudience(KEY_AUDIENCE)
    .setSubject(apiKeyId)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(key);
}

/** Headers that concern only the caller's connection are left out. */
const PASSED_ON = ["accept", "content-length", "content-type", "if-none-match", "range"];

async function forward(request: Request, token: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const origin = (env.LOCAL_ORIGIN ?? env.CONVEX_SITE_URL).replace(/\/$/, "");
  const hasBody = !["GET", "HEAD"].includes(request.method);
  const answer = await fetch(`${origin}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: "manual",
    ...(hasBody && request.body && { body: request.body, duplex: "half" }),
  });
  const passedBack = new Headers(answer.headers);
  // The body is already decompressed here.
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) {
    passedBack.delete(name);
  }
  return new Response(answer.body, { status: answer.status, headers: passedBack });
}

/** Throws UNAUTHENTICATED for an invalid key, and RATE_LIMITED if too many calls are running. */
export async function callWithKey(ctx: ActionCtx, request: Request, key: string): Promise<Response> {
  const jwk = env.STUDBOOK_TOKEN_KEY;
  const apiKeyId = jwk
    ? await ctx.runQuery(internal.accounts.apiKeys.find, { hash: await hashOfKey(key) })
    : null;
  if (!jwk || apiKeyId === null) return fail("UNAUTHENTICATED");
  if (!begin(apiKeyId)) fail("RATE_LIMITED", { retryAfterSeconds: RETRY_SECONDS });
  try {
    return await forward(request, await signToken(apiKeyId, jwk));
  } finally {
    end(apiKeyId);
  }
}

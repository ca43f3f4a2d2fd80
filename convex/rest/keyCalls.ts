/**
 * Calls by an API key. The functions take their caller from a token alone, so a call that brings a key is made again
 * to this same API with a token for that key, signed here, which lives for minutes and never leaves the deployment.
 * What the key may do is decided by the functions, see platform/model/people/identity.ts.
 */
import { importJWK, SignJWT } from "jose";
import { KEY_AUDIENCE, KEY_ISSUER, TOKEN_KEY_ID } from "../../domain/accounts/api-keys";
import { fail } from "../../domain/errors";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, type ActionCtx } from "../_generated/server";
import { hashOfKey } from "../accounts/model/apiKeys";

/** As long as the longest action; the key itself is looked at in every transaction. */
const TOKEN_SECONDS = 600;

/**
 * Calls by keys that are under way here. Each occupies two of the actions that may run at a time, and the second must
 * always find room, or the first ones would wait for each other.
 */
const MAX_UNDERWAY = 28;
const RETRY_SECONDS = 1;
const underway = new Map<Id<"apiKeys">, number>();

/** Begins a call of a key; false when it has as many under way as are left for all others. */
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

/** The headers that mean something to the API; what belongs to the caller's own connection stays behind. */
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
  // The body arrives here unpacked.
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) {
    passedBack.delete(name);
  }
  return new Response(answer.body, { status: answer.status, headers: passedBack });
}

/** Makes a call on behalf of a key; throws UNAUTHENTICATED for none of ours, RATE_LIMITED when too many are under way. */
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

/**
 * API keys in tests without a runtime. The deployment signs tokens, and requests to its own address are routed back
 * into it with the identity that the token proves.
 */
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, type JSONWebKeySet } from "jose";
import { vi } from "vitest";
import { KEY_AUDIENCE, KEY_ISSUER, publicKeySetOf } from "../../domain/accounts/api-keys";
import type { PermissionOverrides } from "../../domain/permissions/rules";
import { api } from "../../convex/_generated/api";
import type { Caller, Deployment, Person } from "./backend";

const ORIGIN = "http://studbook.test";

export const asKey = (deployment: Deployment, apiKeyId: string): Caller =>
  deployment.withIdentity({
    issuer: KEY_ISSUER,
    subject: apiKeyId,
    tokenIdentifier: `${KEY_ISSUER}|${apiKeyId}`,
  });

/** Makes the deployment accept calls with keys. Restoring the test's globals and variables ends this. */
export async function startKeyCalls(deployment: Deployment): Promise<void> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = JSON.stringify(await exportJWK(privateKey));
  const keys = createLocalJWKSet(JSON.parse(publicKeySetOf(jwk)) as JSONWebKeySet);
  vi.stubEnv("STUDBOOK_TOKEN_KEY", jwk);
  vi.stubEnv("LOCAL_ORIGIN", ORIGIN);
  vi.stubGlobal("fetch", async (url: string, { headers, ...init }: RequestInit) => {
    const [, token = ""] = new Headers(headers).get("Authorization")?.split(" ") ?? [];
    const { payload } = await jwtVerify(token, keys, { issuer: KEY_ISSUER, audience: KEY_AUDIENCE });
    return await asKey(deployment, payload.sub ?? "").fetch(url.slice(ORIGIN.length), { headers, ...init });
  });
}

export const makeKey = async (
  person: Person,
  kennelId: string,
  areas: PermissionOverrides,
  days: 30 | null = null,
) => await person.as.action(api.accounts.apiKeys.create, { kennelId, name: "Website", areas, days });

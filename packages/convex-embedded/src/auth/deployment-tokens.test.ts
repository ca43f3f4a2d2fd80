/** Tests the tokens of the deployment from outside. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { afterAll, expect, test } from "vitest";
import { DeploymentTokens } from "./deployment-tokens.js";

const dir = mkdtempSync(path.join(tmpdir(), "tokens-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ISSUER = "http://127.0.0.1:1";
const nowMs = Date.parse("2026-11-22T12:00:00.500Z");
const verify = async (tokens: DeploymentTokens, token: string, atMs: number) =>
  jwtVerify(token, createLocalJWKSet(tokens.keySet() as JSONWebKeySet), { currentDate: new Date(atMs) });

test("a token that functions sign is verified by the published keys, even after a restart", async () => {
  const first = new DeploymentTokens(dir, ISSUER);
  const token = first.sign({ claims: { sub: "a", tags: [1] }, expiresInSeconds: 60, component: "", nowMs });
  const restarted = new DeploymentTokens(dir, ISSUER);
  const { payload, protectedHeader } = await verify(restarted, token, nowMs + 59_000);
  const iat = Math.floor(nowMs / 1000);
  expect(payload).toEqual({ sub: "a", tags: [1], iss: ISSUER, iat, exp: iat + 60 });
  expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT" });
  await expect(verify(restarted, token, nowMs + 61_000)).rejects.toThrow("exp");
  const forged = token.replace(/\.[^.]+\./, `.${btoa('{"sub":"b"}')}.`);
  await expect(verify(restarted, forged, nowMs)).rejects.toThrow();
});

test("a component's token names the component as its issuer", async () => {
  const tokens = new DeploymentTokens(dir, ISSUER);
  const token = tokens.sign({ claims: undefined, expiresInSeconds: 1, component: "mail", nowMs });
  expect((await verify(tokens, token, nowMs)).payload.iss).toBe(`${ISSUER}/components/mail`);
});

test("only its owner can read the key, and the published part contains no private key", () => {
  expect(statSync(path.join(dir, "signing-key.pem")).mode & 0o077).toBe(0);
  const { keys } = new DeploymentTokens(dir, ISSUER).keySet() as { keys: Record<string, unknown>[] };
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

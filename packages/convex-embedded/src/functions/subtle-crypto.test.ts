/** Compares `crypto.subtle` of queries and mutations with the platform's. */
import { webcrypto } from "node:crypto";
import type { Value } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

const { subtle } = webcrypto;
const data = new TextEncoder().encode("a text of some length");
const buffer = (bytes: ArrayBufferView | ArrayBuffer): ArrayBuffer =>
  ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice().buffer
    : bytes;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const made = (algorithm: object, usages: webcrypto.KeyUsage[]) =>
  subtle.generateKey(algorithm as webcrypto.EcKeyGenParams, true, usages);

const jwkOf = async (key: webcrypto.CryptoKey): Promise<Record<string, Value>> =>
  Object.fromEntries(Object.entries(await subtle.exportKey("jwk", key)) as [string, Value][]);

test.each([
  ["ES256", { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }, {}],
  ["ES384", { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" }, {}],
  ["RS256", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, rsa],
  ["PS512", { name: "RSA-PSS", hash: "SHA-512", saltLength: 32 }, rsa],
  ["EdDSA", { name: "Ed25519" }, {}],
])("crypto.subtle signs and verifies with %s as the platform does", async (name, algorithm, more) => {
  const pair = await made({ ...algorithm, ...more }, ["sign", "verify"]);
  const [privateJwk, publicJwk] = [await jwkOf(pair.privateKey), await jwkOf(pair.publicKey)];
  const { value } = await harness.query("subtle:signed", {
    algorithm,
    privateJwk,
    publicJwk,
    data: buffer(data),
  });
  const { signature, ...checks } = value as { signature: ArrayBuffer };
  expect(checks).toEqual({ isVerified: true, isOtherVerified: false });
  expect(await subtle.verify(algorithm as webcrypto.EcdsaParams, pair.publicKey, signature, data)).toBe(true);
  const own = await subtle.sign(algorithm, pair.privateKey, data);
  const args = { algorithm, signature: own, data: buffer(data) };
  for (const format of ["spki", ...(name === "ES256" || name === "EdDSA" ? ["raw"] : [])] as const) {
    const key = await subtle.exportKey(format as "spki", pair.publicKey);
    expect((await harness.query("subtle:verified", { ...args, format, key })).value).toBe(true);
  }
});

test.each([
  ["AES-GCM", { iv: new Uint8Array(12).fill(3), additionalData: new Uint8Array([1, 2]) }],
  ["AES-CBC", { iv: new Uint8Array(16).fill(4) }],
  ["AES-CTR", { counter: new Uint8Array(16).fill(5), length: 64 }],
])("crypto.subtle encrypts and decrypts with %s as the platform does", async (name, parameters) => {
  const key = buffer(new Uint8Array(32).fill(7));
  const algorithm = { name, ...parameters };
  const secret = await subtle.importKey("raw", key, name, false, ["encrypt"]);
  const sealed = await subtle.encrypt(algorithm, secret, data);
  const crossing = Object.fromEntries(
    Object.entries(algorithm).map(([field, value]) => [
      field,
      value instanceof Uint8Array ? buffer(value) : value,
    ]),
  );
  const { value } = await harness.query("subtle:encrypted", { algorithm: crossing, key, data: buffer(data) });
  expect(value).toEqual({ sealed, opened: buffer(data) });
});

test.each([
  ["PBKDF2", { hash: "SHA-256", iterations: 1000 }],
  ["HKDF", { hash: "SHA-512", info: buffer(new Uint8Array([9])) }],
])("crypto.subtle derives bits and keys by %s as the platform does", async (name, parameters) => {
  const algorithm = { name, salt: buffer(new Uint8Array(16).fill(8)), ...parameters };
  const key = buffer(new Uint8Array(20).fill(6));
  const secret = await subtle.importKey("raw", key, name, false, ["deriveBits"]);
  const bits = await subtle.deriveBits(algorithm, secret, 384);
  const derived = await subtle.deriveBits(algorithm, secret, 256);
  const { value } = await harness.query("subtle:derived", { algorithm, key, bits: 384 });
  expect(value).toEqual({ bits, key: derived });
});

test.each([[{ name: "ECDH", namedCurve: "P-256" }], [{ name: "X25519" }]])(
  "crypto.subtle derives the same secret for two pairs of %o",
  async (algorithm) => {
    const [one, other] = (await harness.query("subtle:agreed", { algorithm })).value as ArrayBuffer[];
    expect(one?.byteLength).toBe(32);
    expect(one).toEqual(other);
  },
);

test("crypto.subtle generates keys with their correct properties", async () => {
  const algorithm = { name: "AES-GCM", length: 256 };
  const { value } = await harness.query("subtle:made", {
    algorithm,
    usages: ["encrypt", "decrypt"],
    format: "jwk",
  });
  expect(value).toMatchObject({
    exported: { kty: "oct", k: expect.stringMatching(/^[\w-]{43}$/) as string, ext: true },
    ...{ type: "secret", algorithm, usages: ["encrypt", "decrypt"], isKey: true },
  });
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const raw = await harness.query("subtle:made", { algorithm: hmac, usages: ["sign"], format: "raw" });
  expect((raw.value as { exported: ArrayBuffer }).exported.byteLength).toBe(64);
});

test.each([
  ["unknown", "Error"],
  ["shortKey", "DataError"],
  ["noKey", "DataError"],
  ["wrongUsage", "SyntaxError"],
  ["otherAlgorithm", "InvalidAccessError"],
  ["otherUse", "InvalidAccessError"],
  ["notExtractable", "InvalidAccessError"],
  ["tooSlow", "NotSupportedError"],
  ["slowPair", "NotSupportedError"],
])("crypto.subtle refuses wrong or slow operations: %s", async (what, name) => {
  expect((await harness.query("subtle:refused", { what })).value).toBe(name);
});

/**
 * Keys of `crypto.subtle` in queries and mutations, in the format in which they are passed into a context: secrets
 * as their bytes, public keys as SPKI and private ones as PKCS #8. The context keeps them and passes them back, so
 * no key is stored here.
 */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  type webcrypto,
  type KeyObject,
} from "node:crypto";

export interface StoredKey {
  readonly kind: "secret" | "public" | "private";
  readonly bytes: Uint8Array;
}

export interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly length?: number;
  readonly iterations?: number;
  readonly saltLength?: number;
  readonly tagLength?: number;
}

export interface ImportedKey extends StoredKey {
  readonly about: {
    readonly length?: number;
    readonly namedCurve?: string;
    readonly modulusLength?: number;
    readonly publicExponent?: readonly number[];
  };
}

export type KeyFormat = "raw" | "jwk" | "spki" | "pkcs8";

/** Web Crypto throws this as a DOMException with this name. */
export class CryptoFault extends Error {
  constructor(
    override readonly name: "DataError" | "InvalidAccessError" | "NotSupportedError" | "OperationError",
    message: string,
  ) {
    super(message);
  }
}

export const notSupported = (what: string) =>
  new CryptoFault(
    "NotSupportedError",
    `${what} is not available in queries and mutations. Use an action for it.`,
  );

const CURVES: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  "P-256": { name: "prime256v1", bytes: 32 },
  "P-384": { name: "secp384r1", bytes: 48 },
  "P-521": { name: "secp521r1", bytes: 66 },
};
const KEY_TYPES: Readonly<Record<string, string>> = {
  ECDSA: "ec",
  ECDH: "ec",
  Ed25519: "ed25519",
  X25519: "x25519",
  "RSASSA-PKCS1-v1_5": "rsa",
  "RSA-PSS": "rsa",
  "RSA-OAEP": "rsa",
};
/** In bits. The default size of an HMAC key. */
const BLOCK_BITS: Readonly<Record<string, number>> = {
  "SHA-1": 512,
  "SHA-256": 512,
  "SHA-384": 1024,
  "SHA-512": 1024,
};

export function keyObjectOf({ kind, bytes }: StoredKey): KeyObject {
  const key = Buffer.from(bytes);
  if (kind === "secret") return createSecretKey(key);
  return kind === "public"
    ? createPublicKey({ key, format: "der", type: "spki" })
    : createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** In bits, of a key that is derived or generated. */
export function lengthFor({ name, length, hash }: Algorithm): number {
  if (name === "HMAC") return length ?? BLOCK_BITS[hash ?? ""] ?? 0;
  if (length !== 128 && length !== 192 && length !== 256) {
    throw new CryptoFault("OperationError", "The length of an AES key is 128, 192 or 256");
  }
  return length;
}

/** Throws a DataError if the key does not belong to the algorithm. */
export function importKey(
  format: KeyFormat,
  algorithm: Algorithm,
  data: Uint8Array | undefined,
  jwk: webcrypto.JsonWebKey | undefined,
): ImportedKey {
  const type = KEY_TYPES[algorithm.name];
  if (type === undefined) return importSecret(format, algorithm, data, jwk);
  const key = readAsymmetric(format, algorithm, data ?? new Uint8Array(), jwk);
  const curve = CURVES[algorithm.namedCurve ?? ""]?.name;
  if (key.asymmetricKeyType !== type || (type === "ec" && key.asymmetricKeyDetails?.namedCurve !== curve)) {
    throw new CryptoFault("DataError", `The key is not one of ${algorithm.name}`);
  }
  return stored(key, algorithm);
}

function importSecret(
  format: KeyFormat,
  algorithm: Algorithm,
  data: Uint8Array | undefined,
  jwk: webcrypto.JsonWebKey | undefined,
): ImportedKey {
  const isForDeriving = algorithm.name === "PBKDF2" || algorithm.name === "HKDF";
  if (format !== "raw" && (format !== "jwk" || isForDeriving)) {
    throw new CryptoFault("NotSupportedError", `Keys of ${algorithm.name} cannot be imported as ${format}`);
  }
  if (format === "jwk" && (jwk?.kty !== "oct" || typeof jwk.k !== "string")) {
    throw new CryptoFault("DataError", "'kty' property of JsonWebKey must be 'oct', and 'k' present");
  }
  const bytes = format === "jwk" ? Buffer.from(String(jwk?.k), "base64url") : (data ?? new Uint8Array());
  const length = bytes.length * 8;
  if (isForDeriving) return { kind: "secret", bytes, about: {} };
  if (length === 0) throw new CryptoFault("DataError", "Key length is zero");
  if (algorithm.name !== "HMAC" && length !== 128 && length !== 192 && length !== 256) {
    throw new CryptoFault("DataError", "The length of an AES key is 128, 192 or 256");
  }
  return { kind: "secret", bytes, about: { length } };
}

function readAsymmetric(
  format: KeyFormat,
  algorithm: Algorithm,
  data: Uint8Array,
  jwk: webcrypto.JsonWebKey | undefined,
): KeyObject {
  const key = Buffer.from(data);
  switch (format) {
    case "spki":
      return createPublicKey({ key, format: "der", type: "spki" });
    case "pkcs8":
      return createPrivateKey({ key, format: "der", type: "pkcs8" });
    case "jwk":
      return jwk?.d === undefined
        ? createPublicKey({ key: jwk ?? {}, format: "jwk" })
        : createPrivateKey({ key: jwk, format: "jwk" });
    case "raw":
      return createPublicKey({ key: jwkOfRaw(algorithm, key), format: "jwk" });
  }
}

function jwkOfRaw({ name, namedCurve = "" }: Algorithm, key: Buffer): webcrypto.JsonWebKey {
  const curve = CURVES[namedCurve];
  if (curve === undefined) return { kty: "OKP", crv: name, x: key.toString("base64url") };
  if (key[0] !== 4 || key.length !== 1 + 2 * curve.bytes) {
    throw new CryptoFault("DataError", "The key is not an uncompressed point of its curve");
  }
  const [x, y] = [key.subarray(1, 1 + curve.bytes), key.subarray(1 + curve.bytes)];
  return { kty: "EC", crv: namedCurve, x: x.toString("base64url"), y: y.toString("base64url") };
}

function stored(key: KeyObject, { namedCurve }: Algorithm): ImportedKey {
  const isPublic = key.type === "public";
  const bytes = isPublic
    ? key.export({ format: "der", type: "spki" })
    : key.export({ format: "der", type: "pkcs8" });
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {};
  const about =
    modulusLength === undefined
      ? { namedCurve }
      : { modulusLength, publicExponent: bytesOf(publicExponent ?? 0n) };
  return { kind: isPublic ? "public" : "private", bytes, about };
}

function bytesOf(value: bigint): number[] {
  const hex = value.toString(16);
  return [...Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex")];
}

export function exportBytes(format: Exclude<KeyFormat, "jwk">, key: StoredKey): Uint8Array {
  const kinds = {
    raw: key.kind === "private" ? "public" : key.kind,
    spki: "public",
    pkcs8: "private",
  } as const;
  if (kinds[format] !== key.kind) {
    throw new CryptoFault("InvalidAccessError", `A ${key.kind} key cannot be exported as ${format}`);
  }
  if (format !== "raw" || key.kind === "secret") return key.bytes;
  const { x = "", y } = keyObjectOf(key).export({ format: "jwk" });
  const first = Buffer.from(x, "base64url");
  return y === undefined ? first : Buffer.concat([Buffer.of(4), first, Buffer.from(y, "base64url")]);
}

export function exportJwk(key: StoredKey): webcrypto.JsonWebKey {
  return keyObjectOf(key).export({ format: "jwk" });
}

export function generateKey(algorithm: Algorithm): ImportedKey[] {
  const { name, namedCurve = "" } = algorithm;
  const type = KEY_TYPES[name];
  if (type === undefined) {
    const length = lengthFor(algorithm);
    return [{ kind: "secret", bytes: randomBytes(Math.ceil(length / 8)), about: { length } }];
  }
  // Generating an RSA key can take seconds, in which no other call runs.
  if (type === "rsa") throw notSupported(`crypto.subtle.generateKey with ${name}`);
  const { publicKey, privateKey } = pairOf(type, namedCurve);
  return [stored(publicKey, algorithm), stored(privateKey, algorithm)];
}

function pairOf(type: string, namedCurve: string) {
  if (type === "ed25519") return generateKeyPairSync("ed25519");
  if (type === "x25519") return generateKeyPairSync("x25519");
  const curve = CURVES[namedCurve];
  if (curve === undefined) throw new CryptoFault("NotSupportedError", `Unknown curve ${namedCurve}`);
  return generateKeyPairSync("ec", { namedCurve: curve.name });
}

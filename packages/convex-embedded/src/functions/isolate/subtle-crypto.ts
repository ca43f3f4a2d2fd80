/**
 * `crypto.subtle` in queries and mutations. It is synchronous, because a function must not wait for anything
 * outside its transaction. All other work waits meanwhile, so operations that may take long are refused by name.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  diffieHellman,
  hkdfSync,
  pbkdf2Sync,
  privateDecrypt,
  publicEncrypt,
  sign,
  verify,
  type CipherGCMTypes,
  type webcrypto,
} from "node:crypto";
import {
  CryptoFault,
  exportBytes,
  exportJwk,
  generateKey,
  importKey,
  keyObjectOf,
  lengthFor,
  notSupported,
  type Algorithm,
  type ImportedKey,
  type KeyFormat,
  type StoredKey,
} from "./crypto-keys.js";

/** Contexts send it as JSON. */
export type CryptoRequest =
  | {
      readonly op: "import";
      readonly format: KeyFormat;
      readonly algorithm: Algorithm;
      readonly jwk?: webcrypto.JsonWebKey;
    }
  | { readonly op: "export"; readonly format: KeyFormat; readonly kind: StoredKey["kind"] }
  | { readonly op: "generate" | "length"; readonly algorithm: Algorithm }
  | {
      readonly op: "derive";
      readonly algorithm: Algorithm;
      readonly kind: StoredKey["kind"];
      readonly bits: number | null;
    }
  | {
      readonly op: "sign" | "verify" | "encrypt" | "decrypt";
      readonly algorithm: Algorithm;
      readonly kind: StoredKey["kind"];
    };

export type CryptoParts = Readonly<
  Partial<
    Record<
      | "key"
      | "data"
      | "signature"
      | "public"
      | "salt"
      | "info"
      | "iv"
      | "counter"
      | "additionalData"
      | "label",
      Uint8Array
    >
  >
>;

/** PBKDF2 with this many iterations takes a third of a second. A function's own time limit does not apply to it. */
const MAX_ITERATIONS = 1_000_000;
const HASHES: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};
const CIPHER_MODES: Readonly<Record<string, string>> = {
  "AES-GCM": "gcm",
  "AES-CBC": "cbc",
  "AES-CTR": "ctr",
};
const NONE = new Uint8Array();

/** Returns bytes, or JSON text of `{ value }` or `{ error: [name, message] }`. */
export function answerSubtle(text: string, parts: CryptoParts): Uint8Array | string {
  // The context's part of crypto.subtle wrote this text.
  const request = JSON.parse(text) as CryptoRequest;
  try {
    const answer = perform(request, parts);
    // Byte arrays from the context belong to its realm.
    return ArrayBuffer.isView(answer) ? (answer as Uint8Array) : JSON.stringify({ value: answer });
  } catch (error) {
    const name =
      error instanceof CryptoFault ? error.name : request.op === "import" ? "DataError" : "OperationError";
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ error: [name, message] });
  }
}

function perform(request: CryptoRequest, parts: CryptoParts): unknown {
  switch (request.op) {
    case "import":
      return asJson(importKey(request.format, request.algorithm, parts.data, request.jwk));
    case "export": {
      const key = { kind: request.kind, bytes: parts.key ?? NONE };
      return request.format === "jwk" ? exportJwk(key) : exportBytes(request.format, key);
    }
    case "generate":
      return generateKey(request.algorithm).map(asJson);
    case "length":
      return lengthFor(request.algorithm);
    case "derive":
      return derive(request.algorithm, { kind: request.kind, bytes: parts.key ?? NONE }, request.bits, parts);
    default: {
      const key = { kind: request.kind, bytes: parts.key ?? NONE };
      return OPERATIONS[request.op](request.algorithm, key, parts);
    }
  }
}

const asJson = ({ kind, bytes, about }: ImportedKey) => ({ kind, about, bytes: [...bytes] });

function hashOf({ hash = "" }: Algorithm): string {
  const found = HASHES[hash];
  if (found === undefined) throw new CryptoFault("NotSupportedError", `Unrecognized hash ${hash}`);
  return found;
}

type Operation = (algorithm: Algorithm, key: StoredKey, parts: CryptoParts) => unknown;

const signWith: Operation = (algorithm, key, { data = NONE }) =>
  sign(algorithm.name === "Ed25519" ? null : hashOf(algorithm), data, signingKey(algorithm, key));

const verifyWith: Operation = (algorithm, key, { data = NONE, signature = NONE }) => {
  const hash = algorithm.name === "Ed25519" ? null : hashOf(algorithm);
  return verify(hash, data, signingKey(algorithm, key), signature);
};

function signingKey({ name, saltLength }: Algorithm, key: StoredKey) {
  const object = { key: keyObjectOf(key) };
  if (name === "ECDSA") return { ...object, dsaEncoding: "ieee-p1363" as const };
  if (name === "RSA-PSS")
    return { ...object, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLength ?? 0 };
  return object;
}

const encryptWith: Operation = (algorithm, key, parts) => {
  const { data = NONE, additionalData = NONE } = parts;
  if (algorithm.name === "RSA-OAEP") return publicEncrypt(oaepKey(algorithm, key, parts), data);
  const { name, iv } = cipherOf(algorithm, key, parts);
  if (algorithm.name !== "AES-GCM") {
    const cipher = createCipheriv(name, key.bytes, iv);
    return Buffer.concat([cipher.update(data), cipher.final()]);
  }
  const cipher = createCipheriv(name as CipherGCMTypes, key.bytes, iv, {
    authTagLength: tagBytes(algorithm),
  });
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
};

const decryptWith: Operation = (algorithm, key, parts) => {
  const { data = NONE, additionalData = NONE } = parts;
  if (algorithm.name === "RSA-OAEP") return privateDecrypt(oaepKey(algorithm, key, parts), data);
  const { name, iv } = cipherOf(algorithm, key, parts);
  if (algorithm.name !== "AES-GCM") {
    const decipher = createDecipheriv(name, key.bytes, iv);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  }
  const tag = tagBytes(algorithm);
  if (data.length < tag)
    throw new CryptoFault("OperationError", "The data is too short to be what was encrypted");
  const decipher = createDecipheriv(name as CipherGCMTypes, key.bytes, iv, { authTagLength: tag });
  decipher.setAAD(additionalData);
  decipher.setAuthTag(data.subarray(data.length - tag));
  return Buffer.concat([decipher.update(data.subarray(0, data.length - tag)), decipher.final()]);
};

const OPERATIONS = {
  sign: signWith,
  verify: verifyWith,
  encrypt: encryptWith,
  decrypt: decryptWith,
} as const;

const tagBytes = ({ tagLength = 128 }: Algorithm): number => tagLength / 8;

function oaepKey(algorithm: Algorithm, key: StoredKey, { label }: CryptoParts) {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return { key: keyObjectOf(key), padding, oaepHash: hashOf(algorithm), oaepLabel: label ?? Buffer.alloc(0) };
}

function cipherOf({ name }: Algorithm, { bytes }: StoredKey, { iv, counter }: CryptoParts) {
  const mode = CIPHER_MODES[name];
  if (mode === undefined) throw notSupported(`Encrypting with ${name}`);
  return { name: `aes-${bytes.length * 8}-${mode}`, iv: (name === "AES-CTR" ? counter : iv) ?? NONE };
}

function derive(algorithm: Algorithm, key: StoredKey, bits: number | null, parts: CryptoParts): Uint8Array {
  const { salt = NONE, info = NONE, public: other = NONE } = parts;
  const length = bits === null ? null : bits / 8;
  if (length !== null && !Number.isInteger(length)) {
    throw new CryptoFault("OperationError", "The length must be a multiple of 8");
  }
  if (algorithm.name === "ECDH" || algorithm.name === "X25519") {
    const publicKey = keyObjectOf({ kind: "public", bytes: other });
    const secret = diffieHellman({ privateKey: keyObjectOf(key), publicKey });
    if (length !== null && length > secret.length)
      throw new CryptoFault("OperationError", "The length is too large");
    return secret.subarray(0, length ?? secret.length);
  }
  if (length === null) throw new CryptoFault("OperationError", "The length is missing");
  if (algorithm.name === "HKDF") {
    return new Uint8Array(hkdfSync(hashOf(algorithm), key.bytes, salt, info, length));
  }
  const { iterations = 0 } = algorithm;
  if (iterations > MAX_ITERATIONS) throw notSupported(`PBKDF2 with more than ${MAX_ITERATIONS} iterations`);
  return pbkdf2Sync(key.bytes, salt, iterations, length, hashOf(algorithm));
}

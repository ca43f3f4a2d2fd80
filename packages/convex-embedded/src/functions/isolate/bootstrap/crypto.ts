/**
 * Installs `crypto` in a function context. Everything returns immediately, because a function must not wait for
 * anything outside its transaction. The context evaluates this function from its source text, so it may use only
 * its argument and JavaScript's built-ins.
 */
import type { IsolateBridge } from "../bridge.js";

export function installCrypto(bridge: IsolateBridge): void {
  type Kind = "secret" | "public" | "private";
  type Bytes = Record<string, Uint8Array>;
  interface Stored {
    readonly kind: Kind;
    readonly bytes: Uint8Array;
  }
  interface Normalized {
    readonly name: string;
    readonly hash?: string;
  }
  interface Imported {
    readonly kind: Kind;
    readonly bytes: Uint8Array | readonly number[];
    readonly about: Readonly<Record<string, unknown>>;
  }

  const stored = new WeakMap<object, Stored>();
  const NAMES = [
    ...["RSASSA-PKCS1-v1_5", "RSA-PSS", "RSA-OAEP", "ECDSA", "ECDH", "Ed25519", "X25519", "HMAC"],
    ...["AES-CTR", "AES-CBC", "AES-GCM", "PBKDF2", "HKDF"],
  ];
  const NUMBERS = ["length", "iterations", "saltLength", "tagLength"];
  const BYTES = ["salt", "info", "iv", "counter", "additionalData", "label"];
  const SIGNING = ["sign", "verify"];
  const ENCRYPTING = ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
  const DERIVING = ["deriveKey", "deriveBits"];

  class CryptoKey {
    constructor(
      token: unknown,
      readonly type: Kind,
      readonly extractable: boolean,
      readonly algorithm: Readonly<Record<string, unknown>>,
      readonly usages: readonly string[],
    ) {
      if (token !== stored) throw new TypeError("Illegal constructor");
    }
  }

  function fault(name: string, message: string): Error {
    const HostException = bridge.webClass("DOMException") as typeof DOMException;
    return new HostException(message, name);
  }
  function bytesOf(data: unknown): Uint8Array {
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    throw new TypeError("The data is neither an ArrayBuffer nor a view of one.");
  }
  /** The host's byte arrays belong to another context. */
  function bufferOf(bytes: Uint8Array): ArrayBuffer {
    const copy = new Uint8Array(bytes.length);
    copy.set(bytes);
    return copy.buffer;
  }
  function nameOf(algorithm: unknown): string {
    if (typeof algorithm === "string") return algorithm;
    const name = (algorithm as { name?: unknown } | null)?.name;
    if (typeof name === "string") return name;
    throw new TypeError("The algorithm has no name.");
  }
  function normalize(algorithm: unknown): { readonly algorithm: Normalized; readonly parts: Bytes } {
    const given = nameOf(algorithm).toUpperCase();
    const name = NAMES.find((known) => known.toUpperCase() === given);
    if (name === undefined) throw new Error("Unrecognized algorithm");
    const fields = Object(algorithm) as Readonly<Record<string, unknown>>;
    const normalized: Record<string, unknown> & { name: string } = { name };
    const parts: Bytes = {};
    if (fields["hash"] !== undefined) normalized["hash"] = nameOf(fields["hash"]).toUpperCase();
    if (fields["namedCurve"] !== undefined) normalized["namedCurve"] = nameOf(fields["namedCurve"]);
    for (const field of typeof algorithm === "string" ? [] : NUMBERS) {
      if (fields[field] !== undefined) normalized[field] = Number(fields[field]);
    }
    for (const field of BYTES) if (fields[field] !== undefined) parts[field] = bytesOf(fields[field]);
    if (fields["public"] !== undefined) parts["public"] = storedOf(fields["public"]).bytes;
    return { algorithm: normalized, parts };
  }
  function storedOf(key: unknown): Stored {
    const found = stored.get(Object(key) as object);
    if (found === undefined) throw new TypeError("The key is no CryptoKey.");
    return found;
  }
  function ask(request: Readonly<Record<string, unknown>>, parts: Bytes): unknown {
    const answer = bridge.subtle(JSON.stringify(request), parts);
    if (typeof answer !== "string") return bufferOf(answer);
    const { value, error } = JSON.parse(answer) as { value?: unknown; error?: [string, string] };
    if (error) throw fault(...error);
    return value;
  }

  function usagesFor(name: string, kind: Kind): readonly string[] {
    if (name === "HMAC") return SIGNING;
    if (name === "PBKDF2" || name === "HKDF") return DERIVING;
    if (name.startsWith("AES-")) return ENCRYPTING;
    const isPublic = kind === "public";
    if (name === "ECDH" || name === "X25519") return isPublic ? [] : DERIVING;
    if (name === "RSA-OAEP") return isPublic ? ["encrypt", "wrapKey"] : ["decrypt", "unwrapKey"];
    return isPublic ? ["verify"] : ["sign"];
  }
  function keyOf(
    { kind, bytes, about }: Imported,
    { name, hash }: Normalized,
    extractable: boolean,
    usages: readonly string[],
  ): CryptoKey {
    const algorithm: Record<string, unknown> = { name, ...about };
    if (hash !== undefined) algorithm["hash"] = { name: hash };
    if (about["publicExponent"])
      algorithm["publicExponent"] = new Uint8Array(about["publicExponent"] as number[]);
    const key = new CryptoKey(stored, kind, kind === "public" || extractable, algorithm, usages);
    stored.set(key, { kind, bytes: new Uint8Array(bytes) });
    return key;
  }
  function secretOf(bytes: Uint8Array): Imported {
    if (bytes.length === 0) throw fault("DataError", "Key length is zero");
    return { kind: "secret", bytes, about: { length: bytes.length * 8 } };
  }
  function importKey(
    format: string,
    keyData: unknown,
    given: unknown,
    extractable: boolean,
    usages: readonly string[],
  ): CryptoKey {
    const { algorithm } = normalize(given);
    if (algorithm.name === "HMAC" && algorithm.hash === undefined) throw new Error("Unrecognized algorithm");
    if (!["raw", "jwk", "spki", "pkcs8"].includes(format)) {
      throw fault("NotSupportedError", `Keys cannot be imported as ${format}`);
    }
    const isJwk = format === "jwk";
    const isPlain = format === "raw" && algorithm.name === "HMAC";
    const parts: Bytes = isJwk ? {} : { data: bytesOf(keyData) };
    const request = { op: "import", format, algorithm, ...(isJwk && { jwk: keyData }) };
    // Plain HMAC keys sign sessions and addresses and are imported often, so they are imported here, without the
    // host.
    const imported = isPlain ? secretOf(bytesOf(keyData)) : (ask(request, parts) as Imported);
    const allowed = usagesFor(algorithm.name, imported.kind);
    if (
      usages.some((usage) => !allowed.includes(usage)) ||
      (imported.kind !== "public" && usages.length === 0)
    ) {
      throw fault("SyntaxError", "Invalid key usages");
    }
    return keyOf(imported, algorithm, extractable, [...usages]);
  }
  /** Throws if the key does not allow this use. */
  function use(op: string, usage: string, given: unknown, key: unknown): { request: object; parts: Bytes } {
    const { kind, bytes } = storedOf(key);
    const { algorithm, parts } = normalize(given);
    const { algorithm: own, usages } = key as CryptoKey;
    if (algorithm.name !== own["name"]) {
      throw fault("InvalidAccessError", "The algorithm doesn't match the key's algorithm.");
    }
    if (!usages.includes(usage)) {
      throw fault("InvalidAccessError", `Key does not support the '${usage}' operation.`);
    }
    const hash = algorithm.hash ?? (own["hash"] as Normalized | undefined)?.name;
    return { request: { op, algorithm: { ...algorithm, hash }, kind }, parts: { ...parts, key: bytes } };
  }
  function run(op: string, given: unknown, key: unknown, more: Bytes): unknown {
    const { request, parts } = use(op, op, given, key);
    return ask(request as Record<string, unknown>, { ...parts, ...more });
  }
  function derive(usage: string, given: unknown, key: unknown, bits: unknown): ArrayBuffer {
    const { request, parts } = use("derive", usage, given, key);
    return ask(
      { ...request, bits: bits === null || bits === undefined ? null : Number(bits) },
      parts,
    ) as ArrayBuffer;
  }
  function hmac(usage: string, given: unknown, key: unknown, data: unknown): Uint8Array | null {
    const { algorithm, usages } = Object(key) as Partial<CryptoKey>;
    const isMeant = algorithm?.["name"] === "HMAC" && nameOf(given).toUpperCase() === "HMAC";
    if (!isMeant || !usages?.includes(usage)) return null;
    return bridge.hmac((algorithm["hash"] as Normalized).name, storedOf(key).bytes, bytesOf(data));
  }
  const unsupported = (what: string) => (): Promise<never> =>
    Promise.reject(
      new Error(`crypto.subtle.${what} is not available in queries and mutations. Use an action for it.`),
    );

  const subtle = {
    async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
      const name = nameOf(algorithm);
      const digest = bridge.digest(name, bytesOf(data));
      if (digest === null) throw new Error(`Unrecognized digest algorithm: ${name}`);
      return bufferOf(digest);
    },
    async importKey(
      format: string,
      keyData: unknown,
      algorithm: unknown,
      extractable: boolean,
      usages: readonly string[],
    ): Promise<CryptoKey> {
      return importKey(format, keyData, algorithm, extractable, usages);
    },
    async exportKey(format: string, key: unknown): Promise<unknown> {
      const { kind, bytes } = storedOf(key);
      const { extractable, usages } = key as CryptoKey;
      if (!extractable) throw fault("InvalidAccessError", "The key is not extractable.");
      const exported = ask({ op: "export", format, kind }, { key: bytes });
      return format === "jwk" ? { ...(exported as object), key_ops: usages, ext: extractable } : exported;
    },
    async generateKey(given: unknown, extractable: boolean, usages: readonly string[]): Promise<unknown> {
      const { algorithm } = normalize(given);
      const made = ask({ op: "generate", algorithm }, {}) as Imported[];
      const keys = made.map((each) => {
        const own = usagesFor(algorithm.name, each.kind);
        return keyOf(
          each,
          algorithm,
          extractable,
          usages.filter((usage) => own.includes(usage)),
        );
      });
      const [first, second] = keys;
      return second === undefined ? first : { publicKey: first, privateKey: second };
    },
    async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      const signature = hmac("sign", algorithm, key, data);
      if (signature !== null) return bufferOf(signature);
      return run("sign", algorithm, key, { data: bytesOf(data) }) as ArrayBuffer;
    },
    async verify(algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
      const own = hmac("verify", algorithm, key, data);
      if (own !== null) return bridge.isEqual(own, bytesOf(signature));
      return run("verify", algorithm, key, { signature: bytesOf(signature), data: bytesOf(data) }) as boolean;
    },
    async encrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      return run("encrypt", algorithm, key, { data: bytesOf(data) }) as ArrayBuffer;
    },
    async decrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      return run("decrypt", algorithm, key, { data: bytesOf(data) }) as ArrayBuffer;
    },
    async deriveBits(algorithm: unknown, key: unknown, length: unknown): Promise<ArrayBuffer> {
      return derive("deriveBits", algorithm, key, length);
    },
    async deriveKey(
      algorithm: unknown,
      key: unknown,
      derived: unknown,
      extractable: boolean,
      usages: readonly string[],
    ): Promise<CryptoKey> {
      const length = ask({ op: "length", algorithm: normalize(derived).algorithm }, {});
      return importKey("raw", derive("deriveKey", algorithm, key, length), derived, extractable, usages);
    },
    wrapKey: unsupported("wrapKey"),
    unwrapKey: unsupported("unwrapKey"),
  };
  const crypto = {
    subtle,
    randomUUID: (): string => bridge.randomUuid(),
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      bytesOf(array).set(bridge.randomBytes(array.byteLength));
      return array;
    },
  };
  for (const [name, value] of Object.entries({ crypto, CryptoKey })) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}

/**
 * Installs `crypto` in a function context: random values, digests and HMAC, all answered at once, because a
 * function may wait for nothing outside its transaction. Evaluated inside the context from its own source
 * text, so it may use nothing but its argument and JavaScript's built-ins.
 */
import type { IsolateBridge } from "../bridge.js";

/** Installs `crypto` in the context that evaluates this function. */
export function installCrypto(bridge: IsolateBridge): void {
  interface HmacKey {
    readonly hash: string;
    readonly bytes: Uint8Array;
  }
  const keys = new WeakMap<object, HmacKey>();

  function bytesOf(data: unknown): Uint8Array {
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    throw new TypeError("The data is neither an ArrayBuffer nor a view of one.");
  }
  /** Copies into this context: the host's byte arrays belong to another one. */
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
  const unsupported = (what: string) => (): Promise<never> =>
    Promise.reject(
      new Error(`crypto.subtle.${what} is not available in queries and mutations. Use an action for it.`),
    );
  function hmacOf(key: unknown, data: unknown): Uint8Array {
    const hmacKey = keys.get(key as object);
    const signature = hmacKey && bridge.hmac(hmacKey.hash, hmacKey.bytes, bytesOf(data));
    if (!signature) throw new Error("Only HMAC keys can sign and verify in queries and mutations.");
    return signature;
  }

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
      algorithm: { name?: unknown; hash?: unknown },
      extractable: boolean,
      usages: readonly string[],
    ): Promise<object> {
      if (format !== "raw" || nameOf(algorithm).toUpperCase() !== "HMAC") {
        throw new Error("Only raw HMAC keys can be imported in queries and mutations.");
      }
      const key = {
        type: "secret",
        extractable,
        usages: [...usages],
        algorithm: { name: "HMAC", hash: { name: nameOf(algorithm.hash) } },
      };
      keys.set(key, { hash: nameOf(algorithm.hash), bytes: new Uint8Array(bytesOf(keyData)) });
      return key;
    },
    async sign(_algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
      return bufferOf(hmacOf(key, data));
    },
    async verify(_algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
      return bridge.isEqual(hmacOf(key, data), bytesOf(signature));
    },
    encrypt: unsupported("encrypt"),
    decrypt: unsupported("decrypt"),
    generateKey: unsupported("generateKey"),
    deriveKey: unsupported("deriveKey"),
    deriveBits: unsupported("deriveBits"),
    exportKey: unsupported("exportKey"),
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
  Object.defineProperty(globalThis, "crypto", { value: crypto, writable: true, configurable: true });
}

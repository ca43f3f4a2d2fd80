/** The parts of the bridge that need no call. All of them return immediately. */
import {
  createHash,
  createHmac,
  randomBytes,
  randomFillSync,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import type { IsolateBridge } from "./bridge.js";
import { answerSubtle } from "./subtle-crypto.js";

type HostServices = Pick<
  IsolateBridge,
  | "randomSeed"
  | "randomBytes"
  | "randomUuid"
  | "digest"
  | "hmac"
  | "isEqual"
  | "subtle"
  | "encodeUtf8"
  | "decodeText"
  | "base64Encode"
  | "base64Decode"
  | "webClass"
>;

const HASHES: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
  MD5: "md5",
};

const encoder = new TextEncoder();

function webClass(name: string): unknown {
  return (globalThis as Readonly<Record<string, unknown>>)[name];
}

export const hostServices: HostServices = {
  randomSeed() {
    const [a = 0, b = 0, c = 0, d = 0] = randomFillSync(new Uint32Array(4));
    return [a, b, c, d];
  },
  randomBytes: (length) => randomBytes(length),
  randomUuid: () => randomUUID(),
  digest(algorithm, data) {
    const hash = HASHES[algorithm.toUpperCase()];
    return hash === undefined ? null : createHash(hash).update(data).digest();
  },
  hmac(algorithm, key, data) {
    const hash = HASHES[algorithm.toUpperCase()];
    return hash === undefined ? null : createHmac(hash, key).update(data).digest();
  },
  isEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  subtle: answerSubtle,
  encodeUtf8: (text) => encoder.encode(text),
  decodeText: (encoding, bytes, fatal, ignoreBOM) =>
    new TextDecoder(encoding, { fatal, ignoreBOM }).decode(bytes),
  base64Encode: (text) => btoa(text),
  base64Decode: (text) => atob(text),
  webClass,
};

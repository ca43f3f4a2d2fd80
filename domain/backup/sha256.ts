/**
 * SHA-256 of what comes piece by piece. The platform's own wants all bytes at once, and a backup's records may be more
 * than there is room for twice. Source: FIPS 180-4.
 */
import { toHex } from "./checksum";

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** The first 32 bits of what stands behind the point. */
const fractionOf = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

const PRIMES = firstPrimes(ROUNDS);
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Hashes bytes as they come. */
export class Sha256 {
  private readonly state = Int32Array.from(BEGINNING);
  private readonly words = new Int32Array(ROUNDS);
  private readonly rest = new Uint8Array(BLOCK_BYTES);
  private readonly restView = new DataView(this.rest.buffer);
  private restLength = 0;
  private length = 0;

  /** Takes further bytes. */
  update(bytes: Uint8Array): this {
    this.length += bytes.length;
    let at = 0;
    if (this.restLength > 0) {
      at = Math.min(BLOCK_BYTES - this.restLength, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.restLength);
      this.restLength += at;
      if (this.restLength < BLOCK_BYTES) return this;
      this.mix(this.restView, 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.mix(view, at);
    this.rest.set(bytes.subarray(at));
    this.restLength = bytes.length - at;
    return this;
  }

  /** Ends the hash and answers its hexadecimal digits; nothing can be added afterwards. */
  digest(): string {
    const { length } = this;
    const isLong = this.restLength >= BLOCK_BYTES - LENGTH_BYTES;
    const end = new Uint8Array((isLong ? 2 : 1) * BLOCK_BYTES - this.restLength);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - LENGTH_BYTES, BigInt(length) * 8n);
    this.update(end);
    const digest = new DataView(new ArrayBuffer(this.state.length * 4));
    for (const [place, word] of this.state.entries()) digest.setInt32(place * 4, word);
    return toHex(new Uint8Array(digest.buffer));
  }

  private mix(view: DataView, at: number): void {
    const { words, state } = this;
    for (let round = 0; round < 16; round += 1) words[round] = view.getInt32(at + round * 4);
    for (let round = 16; round < ROUNDS; round += 1) {
      const early = words[round - 15] ?? 0;
      const late = words[round - 2] ?? 0;
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[round] = ((words[round - 16] ?? 0) + first + (words[round - 7] ?? 0) + second) | 0;
    }
    // One by one: lists made here would cost more than the hash.
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const choice = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const added = (h + choice + (CONSTANTS[round] ?? 0) + (words[round] ?? 0)) | 0;
      const majority = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + added) | 0;
      d = c;
      c = b;
      b = a;
      a = (added + majority) | 0;
    }
    this.raise(0, a);
    this.raise(1, b);
    this.raise(2, c);
    this.raise(3, d);
    this.raise(4, e);
    this.raise(5, f);
    this.raise(6, g);
    this.raise(7, h);
  }

  private raise(place: number, by: number): void {
    this.state[place] = ((this.state[place] ?? 0) + by) | 0;
  }
}

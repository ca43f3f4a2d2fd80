/**
 * How much each upload address has accepted and may still accept. An address accepts several files, so that a
 * client that lost the response may send its file again. In total it accepts no more bytes than one file may have,
 * or than its lower limit. These amounts are in memory until the address expires.
 */
import type { UploadToken } from "./upload-token.js";

/** Per address. */
const MAX_FILES = 8;

interface Taken {
  files: number;
  bytes: number;
  readonly untilMs: number;
}

/** `end` reports how many of the bytes were stored. */
export interface Allowance {
  readonly maxBytes: number;
  end(storedBytes: number): void;
}

export class UploadAllowances {
  readonly #taken = new Map<string, Taken>();

  constructor(private readonly maxBytes: number) {}

  /**
   * Reserves the announced bytes, or all remaining room. Returns null if the address has already accepted the
   * maximum number of files.
   */
  take(address: UploadToken, nowMs: number, announced: number | null): Allowance | null {
    const { name, untilMs, maxBytes } = address;
    for (const [known, { untilMs: end }] of this.#taken) if (end <= nowMs) this.#taken.delete(known);
    const taken = this.#taken.get(name) ?? { files: 0, bytes: 0, untilMs };
    if (taken.files >= MAX_FILES) return null;
    this.#taken.set(name, taken);
    const left = Math.min(this.maxBytes, maxBytes ?? this.maxBytes) - taken.bytes;
    const reserved = Math.min(left, announced ?? left);
    taken.files += 1;
    taken.bytes += reserved;
    return {
      maxBytes: left,
      end: (storedBytes) => {
        taken.bytes += storedBytes - reserved;
        if (storedBytes === 0) taken.files -= 1;
      },
    };
  }
}

/**
 * How much each upload address has accepted and may still accept. It accepts several files, so that a client that
 * lost the response may send its file again, but together no more bytes than one file may have or than the address
 * was narrowed to. These amounts are in memory until the address expires.
 */
import type { UploadToken } from "./upload-token.js";

/** The number of files that one address accepts. */
const MAX_FILES = 8;

interface Taken {
  files: number;
  bytes: number;
  readonly untilMs: number;
}

/** What one upload may send; `end` reports how much of it was stored. */
export interface Allowance {
  readonly maxBytes: number;
  end(storedBytes: number): void;
}

export class UploadAllowances {
  readonly #taken = new Map<string, Taken>();

  constructor(private readonly maxBytes: number) {}

  /**
   * Reserves room for an upload of so many bytes, or all that is left; returns null if the address has had its
   * files.
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

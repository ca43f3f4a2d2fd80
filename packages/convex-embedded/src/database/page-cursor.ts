/**
 * Encrypted cursors of paginated queries: a position in an index and a fingerprint of the query. Because of the
 * encryption, a client can neither read the key of a document that it may not see nor forge a cursor. The same
 * position always gives the same text, so that an unchanged page is not sent again.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";
import { invalidCursor } from "./errors.js";

/** `after` is a key. "end" is after the last document. */
export type CursorPosition = { readonly after: string } | "end";

const IV_BYTES = 16;
const FINGERPRINT_BYTES = 12;
const END = "E";
const AFTER = "A";

/** A cursor is valid only for the query that returned it. */
export function fingerprint(query: unknown, fields: readonly string[]): Buffer {
  const text = JSON.stringify({ query, fields });
  return createHash("sha256").update(text).digest().subarray(0, FINGERPRINT_BYTES);
}

export class CursorSealer {
  readonly #cipherKey: Buffer;
  readonly #macKey: Buffer;

  constructor(secret: string) {
    this.#cipherKey = createHash("sha256").update(`cursor cipher ${secret}`).digest();
    this.#macKey = createHash("sha256").update(`cursor mac ${secret}`).digest();
  }

  #ivOf(plain: Buffer): Buffer {
    return createHmac("sha256", this.#macKey).update(plain).digest().subarray(0, IV_BYTES);
  }

  seal(position: CursorPosition, queryFingerprint: Buffer): string {
    const text = position === "end" ? END : AFTER + position.after;
    const plain = Buffer.concat([queryFingerprint, Buffer.from(text, "latin1")]);
    const iv = this.#ivOf(plain);
    const cipher = createCipheriv("aes-256-ctr", this.#cipherKey, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString("base64url");
  }

  /** Throws InvalidCursor if the cursor is not one of this query. */
  open(text: string, queryFingerprint: Buffer): CursorPosition {
    const sealed = Buffer.from(text, "base64url");
    if (sealed.length <= IV_BYTES + FINGERPRINT_BYTES) throw invalidCursor();
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv("aes-256-ctr", this.#cipherKey, iv);
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()]);
    if (!timingSafeEqual(this.#ivOf(plain), iv)) throw invalidCursor();
    if (!plain.subarray(0, FINGERPRINT_BYTES).equals(queryFingerprint)) throw invalidCursor();
    const position = plain.subarray(FINGERPRINT_BYTES).toString("latin1");
    return position.startsWith(AFTER) ? { after: position.slice(1) } : "end";
  }
}

/**
 * The tokens in upload addresses, whose holder may store files for an hour (upload-allowance.ts limits how much).
 * The tokens are signed with a key that never leaves the database, so they survive a restart and cannot be forged.
 * The holder of an address may create one with a lower limit and pass it on. This token contains a signature of the
 * limit, made with the original signature as the key. It does not contain the original signature, so nobody can
 * raise the limit again.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/api.js";

const KEY_NAME = "files.uploadTokenKey";
const LIFETIME_MS = 60 * 60 * 1000;
/** A token that expires later than this was issued while the clock was ahead, and is invalid too. */
const LONGEST_MS = LIFETIME_MS + 10 * 60 * 1000;

export interface UploadTokens {
  /** `component` is `""` for the app. */
  issue(component: string): string;
  /** A token with a lowered limit is invalid unless `bound` is that limit. */
  open(token: string, bound: string | null): UploadToken | "invalid" | "expired";
}

export interface UploadToken {
  readonly component: string;
  /** Distinguishes the token from all others. */
  readonly name: string;
  readonly untilMs: number;
  /** Null for the usual limit of a file. */
  readonly maxBytes: number | null;
}

/** The key is generated at the first use of a data folder. */
export function createUploadTokens(database: Database, now: () => number): UploadTokens {
  const key = Buffer.from(readOrMakeKey(database), "base64url");
  const sign = (payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    issue(component) {
      const expiry = (now() + LIFETIME_MS).toString(36);
      const owner = Buffer.from(component).toString("base64url");
      const payload = `${expiry}.${randomBytes(9).toString("base64url")}.${owner}`;
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    open(token, bound) {
      const end = token.lastIndexOf(".");
      if (end < 0) return "invalid";
      const payload = token.slice(0, end);
      const given = Buffer.from(token.slice(end + 1), "base64url");
      const whole = sign(payload);
      const isWhole = isSame(given, whole);
      const isNarrowed = bound !== null && /^\d{1,15}$/.test(bound) && isSame(given, narrowed(whole, bound));
      if (!isWhole && !isNarrowed) return "invalid";
      const [expiry = "", name = "", owner = ""] = payload.split(".");
      const untilMs = Number.parseInt(expiry, 36);
      if (untilMs <= now() || untilMs > now() + LONGEST_MS) return "expired";
      return {
        component: Buffer.from(owner, "base64url").toString(),
        name,
        untilMs,
        maxBytes: isWhole ? null : Number(bound),
      };
    },
  };
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

const narrowed = (signature: Buffer, bound: string): Buffer =>
  createHmac("sha256", signature.toString("base64url")).update(`maxBytes=${bound}`).digest();

function readOrMakeKey(database: Database): string {
  const kept = database.getMeta(KEY_NAME);
  if (kept !== null) return kept;
  const made = randomBytes(32).toString("base64url");
  database.setMeta(KEY_NAME, made);
  return made;
}

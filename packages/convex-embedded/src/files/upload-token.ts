/**
 * The tokens inside upload URLs: who has one may store a file for an hour (upload-allowance.ts says how much). They are signed with
 * a key that never leaves the database, so they survive a restart and cannot be made up.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/api.js";

const KEY_NAME = "files.uploadTokenKey";
const LIFETIME_MS = 60 * 60 * 1000;

export interface UploadTokens {
  /** Makes a token for files of one component; `""` is the app. */
  issue(component: string): string;
  /** Returns what a token was made for, or null when the token is not valid. */
  open(token: string): UploadToken | null;
}

export interface UploadToken {
  readonly component: string;
  /** Tells it from every other one. */
  readonly name: string;
  readonly untilMs: number;
}

/** Makes the issuer and checker of upload tokens; the key is made at the first use of a data folder. */
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
    open(token) {
      const end = token.lastIndexOf(".");
      if (end < 0) return null;
      const payload = token.slice(0, end);
      const given = Buffer.from(token.slice(end + 1), "base64url");
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [expiry = "", name = "", owner = ""] = payload.split(".");
      const untilMs = Number.parseInt(expiry, 36);
      return untilMs > now()
        ? { component: Buffer.from(owner, "base64url").toString(), name, untilMs }
        : null;
    },
  };
}

function readOrMakeKey(database: Database): string {
  const kept = database.getMeta(KEY_NAME);
  if (kept !== null) return kept;
  const made = randomBytes(32).toString("base64url");
  database.setMeta(KEY_NAME, made);
  return made;
}

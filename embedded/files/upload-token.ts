/**
 * The tokens inside upload URLs: who has one may store one or more files for an hour. They are signed with
 * a key that never leaves the database, so they survive a restart and cannot be made up.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/api.js";

const KEY_NAME = "files.uploadTokenKey";
const LIFETIME_MS = 60 * 60 * 1000;

export interface UploadTokens {
  issue(): string;
  isValid(token: string): boolean;
}

/** Makes the issuer and checker of upload tokens; the key is made at the first use of a data folder. */
export function createUploadTokens(database: Database, now: () => number): UploadTokens {
  const key = Buffer.from(readOrMakeKey(database), "base64url");
  const sign = (payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    issue() {
      const payload = `${(now() + LIFETIME_MS).toString(36)}.${randomBytes(9).toString("base64url")}`;
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    isValid(token) {
      const end = token.lastIndexOf(".");
      if (end < 0) return false;
      const payload = token.slice(0, end);
      const given = Buffer.from(token.slice(end + 1), "base64url");
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number.parseInt(payload, 36) > now();
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

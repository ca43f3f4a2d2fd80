/**
 * The secret that signs session cookies and encrypts the keys of tokens. It is stored beside the database, readable
 * only by its owner, and never leaves this folder.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Generates the secret at the first start. */
export function loadSecret(dataDir: string): string {
  const file = path.join(dataDir, "accounts.secret");
  mkdirSync(dataDir, { recursive: true });
  const fresh = randomBytes(SECRET_BYTES).toString("base64url");
  try {
    // With "wx", exactly one writer succeeds if two processes start on the same folder.
    writeFileSync(file, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const kept = readFileSync(file, "utf8").trim();
  if (kept.length < SECRET_BYTES) {
    throw new Error(
      `The file ${file} is damaged; restore it from a backup, or delete it to sign everybody out.`,
    );
  }
  return kept;
}

/** The accounts recognize this runtime's own functions by this key. */
export const serviceKeyOf = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", "accounts service", SECRET_BYTES)).toString("base64url");

/** The keys of tokens are encrypted with `seal`, so a copy of the database is not enough to sign tokens. */
export function seal(secret: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(secret), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** Returns null if the text was sealed with another secret. */
export function unseal(secret: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(secret), nonce);
  try {
    decipher.setAuthTag(tag);
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "account signing keys", 32));
}

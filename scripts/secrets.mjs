/**
 * The secrets of one machine: the secret that signs the buttons in messages, the key pair for Web Push, the key
 * that signs tokens for API keys, and the key that encrypts the credentials of connected services. They are created
 * at the first start and stored in the data folder, where only its owner can read them. Secrets that the operator
 * has set have priority. This file uses only Node itself.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export function makeTokenKey() {
  return JSON.stringify(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  );
}

/**
 * Creates a key pair in the form that push services accept: the raw point and the raw scalar of P-256, base64url.
 */
function makeVapidKeys() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { VAPID_PUBLIC_KEY: point.toString("base64url"), VAPID_PRIVATE_KEY: d };
}

/**
 * The two halves of a key pair are created together.
 * @param {Record<string, string>} stored
 * @returns {Record<string, string>}
 */
function makeSecrets(stored) {
  return {
    ...("STUDBOOK_LINK_SECRET" in stored ? {} : { STUDBOOK_LINK_SECRET: randomBytes(32).toString("hex") }),
    ...("VAPID_PUBLIC_KEY" in stored ? {} : makeVapidKeys()),
    ...("STUDBOOK_TOKEN_KEY" in stored ? {} : { STUDBOOK_TOKEN_KEY: makeTokenKey() }),
    ...("STUDBOOK_CREDENTIAL_KEYS" in stored
      ? {}
      : { STUDBOOK_CREDENTIAL_KEYS: `k1:${randomBytes(32).toString("hex")}` }),
  };
}

/**
 * Sets the secrets as variables of this process.
 * @param {string} data the data folder
 */
export function keepSecrets(data) {
  const file = path.join(data, "delivery-secrets.json");
  mkdirSync(data, { recursive: true });
  /** @type {Record<string, string>} */
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const kept = { ...makeSecrets(stored), ...stored };
  // The data folder of an older version gets the missing secrets.
  if (Object.keys(kept).some((name) => !(name in stored))) {
    writeFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  }
  // If the operator has set one half of the pair, neither half of ours is used.
  const isPairSet = Boolean(process.env["VAPID_PUBLIC_KEY"] || process.env["VAPID_PRIVATE_KEY"]);
  for (const [name, value] of Object.entries(kept)) {
    if (name.startsWith("VAPID_") && isPairSet) continue;
    process.env[name] ||= value;
  }
}

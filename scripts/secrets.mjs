/**
 * The secrets that one machine needs to tell people of what is due: what signs the buttons in messages, and the key
 * pair of Web Push. Made at the first start and kept in the data folder, readable by its owner alone; what the
 * operator has set wins. Uses nothing but Node itself.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Makes a key pair as push services take it: the raw point and the raw scalar of P-256, base64url. */
function makeVapidKeys() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { VAPID_PUBLIC_KEY: point.toString("base64url"), VAPID_PRIVATE_KEY: d };
}

/** Sets the secrets in this process's environment.
 * @param {string} data the data folder
 */
export function keepSecrets(data) {
  const file = path.join(data, "delivery-secrets.json");
  if (!existsSync(file)) {
    mkdirSync(data, { recursive: true });
    const made = { STUDBOOK_LINK_SECRET: randomBytes(32).toString("hex"), ...makeVapidKeys() };
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  }
  /** @type {Record<string, string>} */
  const kept = JSON.parse(readFileSync(file, "utf8"));
  // A pair belongs together: with one half set by the operator, neither is ours.
  const isPairSet = Boolean(process.env["VAPID_PUBLIC_KEY"] || process.env["VAPID_PRIVATE_KEY"]);
  for (const [name, value] of Object.entries(kept)) {
    if (name.startsWith("VAPID_") && isPairSet) continue;
    process.env[name] ||= value;
  }
}

/**
 * The key with which an operator can call internal functions. It is generated at the first start, and only its
 * owner can read it.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Returns the data folder's admin key. Generates it if there is none. */
export function loadAdminKey(dataDir: string): string {
  const file = path.join(dataDir, "admin-key");
  if (existsSync(file)) {
    const kept = readFileSync(file, "utf8").trim();
    if (kept !== "") return kept;
  }
  // Convex's tools expect the name of a deployment before the vertical bar.
  const key = `embedded|${randomBytes(32).toString("hex")}`;
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return key;
}

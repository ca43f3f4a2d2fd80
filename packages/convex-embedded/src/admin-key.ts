/**
 * The key with which an operator can call internal functions. It is generated at the first start and stored in the
 * data folder, readable only by its owner.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

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

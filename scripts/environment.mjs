/** What the operator has set: the keys of a `.env` file, and the data folder. Uses only Node itself. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/** Reads the keys of a `.env` file, if there is one; variables that are already set win. */
export function loadEnvironmentFile() {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] && match[2]) process.env[match[1]] ??= match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
}

/** Returns the data folder: what the command says, else what the environment says, else `data` in the repository.
 * @param {string} [chosen]
 */
export function dataFolder(chosen) {
  return path.resolve(chosen ?? (process.env["STUDBOOK_DATA"] || path.join(root, "data")));
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Closes the data folder to other users of this machine, with what this process writes from now on and what was there.
 * @param {string} data the data folder
 */
export function closeToOthers(data) {
  process.umask(0o077);
  mkdirSync(data, { recursive: true, mode: FOLDER_MODE });
  try {
    chmodSync(data, FOLDER_MODE);
    for (const entry of readdirSync(data, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(path.join(data, entry.name), FILE_MODE);
      else if (entry.isDirectory()) chmodSync(path.join(data, entry.name), FOLDER_MODE);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Other users of this machine may be able to read the data folder: ${why}.\n`);
  }
}

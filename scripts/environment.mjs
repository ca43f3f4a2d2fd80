/**
 * The operator's settings: the variables of a `.env` file, and the data folder. This file uses only Node itself,
 * because it runs before packages are installed.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/** Variables that are already set have priority. */
export function loadEnvironmentFile() {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] && match[2]) process.env[match[1]] ??= match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
}

/**
 * The folder comes from the command, otherwise from the environment, otherwise it is `data` in the repository.
 * @param {string} [chosen]
 */
export function dataFolder(chosen) {
  return path.resolve(chosen ?? (process.env["STUDBOOK_DATA"] || path.join(root, "data")));
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes the data folder unreadable for other users of this machine, including existing files and files that this
 * process writes later.
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

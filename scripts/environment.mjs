/** What the operator has set: the keys of a `.env` file, and where the data lies. Uses nothing but Node itself. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/** Takes over the keys of a `.env` file, if there is one; what is set already stays. */
export function loadEnvironmentFile() {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] && match[2]) process.env[match[1]] ??= match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
}

/** Answers the data folder: what the command says, else what the environment says, else `data` in the repository.
 * @param {string} [chosen]
 */
export function dataFolder(chosen) {
  return path.resolve(chosen ?? (process.env["STUDBOOK_DATA"] || path.join(root, "data")));
}

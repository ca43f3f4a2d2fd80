/**
 * Prepares a new machine so that Studbook can run: a recent Node, the packages of the lock file and, for browser
 * tests, a Chromium. This file uses only Node itself, because no package is installed yet.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { linkNode, useNewNode } from "./node.mjs";

const above = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// Bundled scripts are in `dist/scripts`.
export const root = path.basename(above) === "dist" ? path.dirname(above) : above;
/**
 * Prints one line with instructions, and ends the process with exit code 1.
 * @param {string} message
 * @returns {never}
 */
export function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The pinned Node is fetched once by npm if the current one is too old. */
export function requireNode() {
  return useNewNode(root, giveUp);
}

/** Compares the versions with package-lock.json. */
function arePackagesInstalled() {
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} */
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages).every(([place, { version, optional, link }]) => {
    if (place === "" || optional || link) return true;
    const manifest = path.join(root, place, "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
  });
}

/** Installs nothing if exactly the packages of package-lock.json are already installed. */
export function ensurePackages() {
  if (arePackagesInstalled()) return linkNode(root);
  // If node_modules is a link, installing would empty the folder that it points to.
  if (lstatSync(path.join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp("node_modules is a link and lacks packages of package-lock.json; install them where it leads to.");
  }
  process.stderr.write("Installing packages (once)...\n");
  const result = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (result.status !== 0)
    giveUp("Installing the packages failed; see the lines above, then run the command again.");
  linkNode(root);
}

const SHELL = "/usr/bin/chromium-headless-shell";
const wholePaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds the browsers for the browser tests on this machine, or installs Debian's browsers if that is allowed. Most
 * journeys run in Chromium's headless shell, which takes a third less processor time. Notifications need the whole
 * browser. `CHROMIUM_PATH` names a single browser for all journeys.
 * @returns {{ CHROMIUM_PATH: string, WHOLE_CHROMIUM_PATH: string }} empty where Playwright's own download is left
 */
export function ensureChromium() {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return { CHROMIUM_PATH: given, WHOLE_CHROMIUM_PATH: given };
  const find = () => ({
    shell: existsSync(SHELL) ? SHELL : "",
    whole: wholePaths.find((candidate) => existsSync(candidate)) ?? "",
  });
  const found = find();
  if ((!found.shell || !found.whole) && process.platform === "linux" && process.getuid?.() === 0) {
    process.stderr.write("Installing Chromium for the browser tests (once)...\n");
    const run = (/** @type {string[]} */ args) =>
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", 2],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    run(["update", "-qq"]);
    const names = [...(found.whole ? [] : ["chromium"]), ...(found.shell ? [] : ["chromium-headless-shell"])];
    for (const name of names) run(["install", "-y", "-qq", "--no-install-recommends", name]);
  }
  const { shell, whole } = find();
  return { CHROMIUM_PATH: shell || whole, WHOLE_CHROMIUM_PATH: whole };
}

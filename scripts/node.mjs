/**
 * The Node version for Studbook. If the installed Node is new enough, nothing happens. Otherwise npm fetches the
 * pinned version once into `.node/`, and the command continues in that version. This file uses only features of
 * Node 20.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { constants } from "node:os";
import path from "node:path";

/** The oldest Node version that works: convex 1.49 requires it, and its `node:sqlite` prints no warning. */
const OLDEST = /** @type {const} */ ([24, 15]);

const isWindows = process.platform === "win32";
const program = isWindows ? "node.exe" : "node";

/** @param {string} version such as 24.15.0 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Returns the npm package that contains Node for this machine. Null if npm has none.
 * @param {string} root
 * @returns {{ name: string, version: string } | null}
 */
function pinnedPackage(root) {
  /** @type {{ packages: Record<string, { version: string, os?: string[], cpu?: string[] }> }} */
  const lock = JSON.parse(readFileSync(path.join(root, "scripts/node/package-lock.json"), "utf8"));
  for (const [place, { version, os = [], cpu = [] }] of Object.entries(lock.packages)) {
    if (os.includes(process.platform) && cpu.includes(process.arch)) {
      return { name: place.replace("node_modules/", ""), version };
    }
  }
  return null;
}

/**
 * Returns the path of the pinned Node. A missing Node is fetched first and checked against the lock file.
 * @param {string} root @param {(message: string) => never} giveUp
 */
function pinnedNode(root, giveUp) {
  const wanted = pinnedPackage(root);
  const advice = `Studbook needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node}. Install it from nodejs.org.`;
  if (wanted === null) return giveUp(advice);
  const folder = path.join(root, ".node");
  const place = path.join(folder, `${wanted.version}-${process.platform}-${process.arch}`, program);
  if (existsSync(place)) return place;
  process.stderr.write(
    `Fetching Node ${wanted.version} (once); this machine has ${process.versions.node}...\n`,
  );
  let problem = "";
  let stage = "";
  try {
    mkdirSync(folder, { recursive: true });
    stage = mkdtempSync(path.join(folder, "stage-"));
    cpSync(path.join(root, "scripts/node"), stage, { recursive: true });
    const { status } = spawnSync(
      "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
      { cwd: stage, stdio: ["ignore", 2, 2], shell: isWindows },
    );
    const fetched = path.join(stage, "node_modules", wanted.name, "bin", program);
    if (status !== 0 || !existsSync(fetched)) problem = "Fetching Node failed.";
    else {
      if (!isWindows) chmodSync(fetched, 0o755);
      // The fetched Node cannot run on a machine with another kind of C library (musl), or with a C library that is
      // too old.
      const { stdout } = spawnSync(fetched, ["--version"], { encoding: "utf8" });
      if (stdout?.trim() !== `v${wanted.version}`) problem = "The Node that npm has does not run here.";
    }
    if (problem === "") {
      mkdirSync(path.dirname(place), { recursive: true });
      renameSync(fetched, place);
    }
  } catch (error) {
    problem = `Fetching Node failed: ${error instanceof Error ? error.message : error}.`;
  } finally {
    if (stage !== "") rmSync(stage, { recursive: true, force: true });
  }
  if (problem !== "") return giveUp(`${problem} ${advice}`);
  for (const name of readdirSync(folder)) {
    const isStage = name.startsWith("stage-");
    if (!isStage && name !== path.basename(path.dirname(place))) {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  }
  return place;
}

/**
 * Puts the pinned Node into `node_modules/.bin`, which npm puts first on the path. From the second command on, the
 * scripts of package.json and all programs of `.bin` therefore run with the pinned Node. The old Node is no longer
 * started.
 * @param {string} root
 */
export function linkNode(root) {
  if (isWindows || !process.execPath.startsWith(path.join(root, ".node"))) return;
  const modules = lstatSync(path.join(root, "node_modules"), { throwIfNoEntry: false });
  // If `node_modules` is a link to another checkout, the checkout is not changed.
  if (!modules?.isDirectory()) return;
  const link = path.join(root, "node_modules", ".bin", "node");
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(link), process.execPath), link);
}

/**
 * If this Node is too old, continues in the pinned Node and never returns.
 * @param {string} root @param {(message: string) => never} giveUp
 */
export async function useNewNode(root, giveUp) {
  const isFetched = process.execPath.startsWith(path.join(root, ".node") + path.sep);
  // A Node that was fetched earlier is kept even if another version is pinned now.
  const isRight = isFetched
    ? pinnedPackage(root)?.version === process.versions.node
    : isNewEnough(process.versions.node);
  if (isRight) return;
  const node = pinnedNode(root, giveUp);
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    // Ctrl+C reaches both processes. This process ignores the signal and waits for the other process.
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => giveUp(`Node ${node} does not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
  await new Promise(() => {});
}

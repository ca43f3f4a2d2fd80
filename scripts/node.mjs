/**
 * The Node that Studbook runs on. Where the machine's own is new enough, nothing happens. Where it is older, npm fetches
 * the pinned one once into `.node/`, and the command continues in it. Uses only what Node 20 has.
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

/** The oldest Node that everything runs on: convex 1.49, and `node:sqlite` without a warning. */
const OLDEST = /** @type {const} */ ([24, 15]);

const isWindows = process.platform === "win32";
const program = isWindows ? "node.exe" : "node";

/** Whether a version, such as 24.15.0, is new enough.
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Returns the npm package that carries Node for this machine, or null if there is none.
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

/** Returns the path of the pinned Node; fetches it first, checked against the lock file, unless it is there.
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
      // A C library of another kind (musl), or one that is too old, cannot run it.
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
 * Puts the pinned Node into `node_modules/.bin`, which npm puts first on the path: from the second command on, `node` in
 * the scripts of package.json and in every program of `.bin` is the pinned one, and the old one no longer starts.
 * @param {string} root
 */
export function linkNode(root) {
  if (isWindows || !process.execPath.startsWith(path.join(root, ".node"))) return;
  const modules = lstatSync(path.join(root, "node_modules"), { throwIfNoEntry: false });
  // Packages of another checkout stay as they are.
  if (!modules?.isDirectory()) return;
  const link = path.join(root, "node_modules", ".bin", "node");
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(link), process.execPath), link);
}

/**
 * Continues in the pinned Node, and never returns, if this one is too old.
 * @param {string} root @param {(message: string) => never} giveUp
 */
export async function useNewNode(root, giveUp) {
  const isFetched = process.execPath.startsWith(path.join(root, ".node") + path.sep);
  // A fetched one stays when another version is pinned.
  const isRight = isFetched
    ? pinnedPackage(root)?.version === process.versions.node
    : isNewEnough(process.versions.node);
  if (isRight) return;
  const node = pinnedNode(root, giveUp);
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    // Ctrl+C reaches both processes; this one waits for the other.
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => giveUp(`Node ${node} does not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
  await new Promise(() => {});
}

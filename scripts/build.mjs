/**
 * Builds the files that `npm start` serves, if the inputs changed since the last build: the runtime in its package,
 * and the web app in `dist/web`. A build is out of date if the path, size or modification time of an input differs
 * from the stored stamp.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressFolder } from "./compress-web.mjs";
import { root } from "./setup.mjs";

/** @param {string} place @param {import("node:crypto").Hash} hash */
function hashTree(place, hash) {
  const absolute = path.join(root, place);
  if (!existsSync(absolute)) return;
  const stat = statSync(absolute);
  if (stat.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) hashTree(path.join(place, name), hash);
  } else {
    hash.update(`${place}\0${stat.size}\0${stat.mtimeMs}\0`);
  }
}

/** Runs `build` when the inputs changed since its last success.
 * @param {string} name
 * @param {{ inputs: string[], settings?: string[], output: string, build: () => Promise<void> }} target
 */
async function whenStale(name, { inputs, settings = [], output, build }) {
  const hash = createHash("sha256");
  for (const input of [...inputs, "package-lock.json"]) hashTree(input, hash);
  for (const setting of settings) hash.update(`${setting}=${process.env[setting] ?? ""}\0`);
  const digest = hash.digest("hex");
  const stamp = path.join(root, "dist", `.${name}-stamp`);
  if (existsSync(path.join(root, output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest)
    return;
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

export function buildEmbedded() {
  const folder = "packages/convex-embedded";
  return whenStale("embedded", {
    inputs: [`${folder}/src`, `${folder}/build.mjs`],
    output: `${folder}/dist/main.js`,
    build: async () => {
      const { status } = spawnSync(process.execPath, ["build.mjs"], {
        cwd: path.join(root, folder),
        stdio: ["ignore", 2, 2],
      });
      if (status !== 0) throw new Error("The runtime could not be built");
      await Promise.resolve();
    },
  });
}

export function buildWeb() {
  return whenStale("web", {
    inputs: [
      "src",
      "domain",
      "public",
      "index.html",
      "f",
      "vite.config.ts",
      "vite.family.config.ts",
      "convex/_generated",
      "scripts/compress-web.mjs",
      "scripts/first-paint-plugin.mjs",
      "scripts/package-styles-plugin.mjs",
      "scripts/service-worker-plugin.mjs",
    ],
    settings: ["VITE_CLERK_PUBLISHABLE_KEY", "VITE_CONVEX_URL", "VITE_CONVEX_SITE_URL"],
    output: "dist/web/index.html",
    build: async () => {
      const vite = await import("vite");
      const mode = process.env["NODE_ENV"];
      await vite.build({ root, logLevel: "warn" });
      await vite.build({ root, logLevel: "warn", configFile: path.join(root, "vite.family.config.ts") });
      // Vite sets NODE_ENV to "production". Later child processes of this script would inherit this value.
      if (mode === undefined) delete process.env["NODE_ENV"];
      else process.env["NODE_ENV"] = mode;
      await compressFolder(path.join(root, "dist", "web"));
    },
  });
}

/**
 * Returns the path of the JavaScript.
 * @param {string} file relative to the repository
 */
export async function buildScript(file) {
  const esbuild = await import("esbuild");
  const outfile = path.join(root, "dist", "scripts", file.replaceAll("/", "-").replace(/\.ts$/, ".mjs"));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [file],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  await esbuild.stop();
  return outfile;
}

/**
 * Builds the service worker after the web app: `service-worker.js` at the root, with the list of the files that it
 * keeps. Files whose name contains a hash are their own version, the others' version is their content.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { shellOf, withImports } from "./first-paint-plugin.mjs";

/** Larger files are not worth a breeder's mobile data; they are fetched when they are needed. */
const MAX_KEPT_BYTES = 600_000;

/** Not needed by the page: maps, compressed files, fonts of scripts that names of dogs seldom use. */
const NOT_KEPT = /\.(map|br|gz)$|(cyrillic|greek|vietnamese)|^service-worker\.js$/;

const HASHED = /^assets\/.*-[\w-]{8,}\.\w+$/;

/** @param {string} dir @param {string} [below] @returns {string[]} */
const filesIn = (dir, below = "") =>
  readdirSync(path.join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(dir, name) : [name];
  });

/** What a page also needs when it starts without a connection. */
const OFFLINE_PARTS = [
  "/src/components/ui/toaster.tsx",
  "/src/app/shell/late-shell-parts.tsx",
  "/src/identity/offline/offline-reading.tsx",
  "/src/lib/last-seen/database.ts",
];

/** Lists what the worker keeps of a built web app: what it starts with, and the rest.
 * @param {string} dir @param {RegExp} unused @param {readonly string[]} offline
 */
function keptFiles(dir, unused, offline) {
  const started = new Set([...shellOf(readFileSync(path.join(dir, "index.html"), "utf8")), ...offline]);
  const names = filesIn(dir)
    .filter(
      (name) =>
        !NOT_KEPT.test(name) && !unused.test(name) && statSync(path.join(dir, name)).size <= MAX_KEPT_BYTES,
    )
    .sort();
  const isRest = (/** @type {string} */ name) => HASHED.test(name) && !started.has(`/${name}`);
  const shell = names
    .filter((name) => !isRest(name))
    .map((name) => ({
      url: `/${name}`,
      revision: HASHED.test(name)
        ? null
        : createHash("sha256")
            .update(readFileSync(path.join(dir, name)))
            .digest("hex")
            .slice(0, 16),
    }));
  return { shell, rest: names.filter(isRest).map((name) => `/${name}`) };
}

/** Makes the plugin; files of the way of signing in that this build does not use are not kept.
 * @param {RegExp} unused
 * @returns {import("vite").Plugin}
 */
export function serviceWorker(unused) {
  let outDir = "";
  /** @type {string[]} */
  let offline = [];
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    generateBundle: (_, bundle) => {
      offline = OFFLINE_PARTS.flatMap((module) => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith(module),
        );
        if (!chunk) throw new Error(`The build has no chunk of ${module}`);
        return [...withImports(bundle, chunk.fileName)];
      });
    },
    closeBundle: async () => {
      // A build that failed left nothing to keep, and its own error is the one to read.
      if (!existsSync(path.join(outDir, "index.html"))) return;
      await build({
        entryPoints: [path.join(import.meta.dirname, "../src/service-worker/worker.ts")],
        outfile: path.join(outDir, "service-worker.js"),
        bundle: true,
        format: "iife",
        target: "es2022",
        minify: true,
        define: {
          __STUDBOOK_FILES__: JSON.stringify(keptFiles(outDir, unused, offline)),
          "process.env.NODE_ENV": '"production"',
        },
        logLevel: "warning",
      });
    },
  };
}

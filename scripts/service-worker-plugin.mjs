/**
 * Builds the service worker after the web app: `service-worker.js` at the root, with the list of the files that it
 * stores. If the name of a file contains a hash, it needs no further version. The version of any other file is a
 * hash of its content.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { shellOf, withImports } from "./first-paint-plugin.mjs";

/** Larger files are not stored, to save mobile data. The page fetches them when they are needed. */
const MAX_KEPT_BYTES = 600_000;

/**
 * Files that the page does not need: source maps, compressed copies, and fonts of scripts that dogs' names seldom
 * use.
 */
const NOT_KEPT = /\.(map|br|gz)$|(cyrillic|greek|vietnamese)|^service-worker\.js$/;

const HASHED = /^assets\/.*-[\w-]{8,}\.\w+$/;

/** @param {string} dir @param {string} [below] @returns {string[]} */
const filesIn = (dir, below = "") =>
  readdirSync(path.join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(dir, name) : [name];
  });

/** Additional code that a page needs to start without a connection. */
const OFFLINE_PARTS = [
  "/src/components/ui/toaster.tsx",
  "/src/app/shell/late-shell-parts.tsx",
  "/src/identity/offline/offline-reading.tsx",
  "/src/lib/last-seen/database.ts",
];

/**
 * The files that the app starts with come first.
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

/**
 * `unused` matches the files of the sign-in method that this build does not use. These files are not stored.
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
      // A failed build wrote no files, and its own error message is enough.
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

/**
 * Writes `docs/permissions.md` from the functions and contracts, or returns whether the page is up to date. Runs as
 * a part of `npm run codegen`.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./setup.mjs";

const page = path.join(root, "docs", "permissions.md");

async function writtenPage() {
  const esbuild = await import("esbuild");
  const paths = readdirSync(path.join(root, "convex"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /^[\w/]+\.ts$/.test(file) && !/^_generated|(^|\/)(model|tables|rest)\//.test(file))
    .map((file) => file.replace(".ts", ""));
  const outfile = path.join(root, "dist", "scripts", "permission-page.mjs");
  const entry = [
    `import { permissionPage } from "./scripts/permission-page";`,
    ...paths.map((each, index) => `import * as module${index} from "./convex/${each}";`),
    `export const text = permissionPage({`,
    ...paths.map((each, index) => `  ${JSON.stringify(each)}: module${index},`),
    `});`,
  ];
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: entry.join("\n"), resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    // Bundlers find this file by its name, but Node needs its exact path.
    alias: { "libheif-js/wasm-bundle": "libheif-js/wasm-bundle.js" },
    logLevel: "warning",
  });
  await esbuild.stop();
  /** @type {{ text: string }} */
  const { text } = await import(pathToFileURL(outfile).href);
  const formatter = path.join(root, "node_modules", "oxfmt", "bin", "oxfmt");
  return execFileSync(process.execPath, [formatter, "--stdin-filepath=docs/permissions.md"], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

export async function updatePermissions() {
  const text = await writtenPage();
  const before = readFileSync(page, { encoding: "utf8", flag: "a+" });
  if (before === text) return false;
  writeFileSync(page, text);
  return true;
}

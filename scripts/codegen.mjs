/**
 * `npm run codegen`: writes `convex/_generated` by the official CLI, against a runtime of its own that holds no
 * data and ends with it. With `--check` it fails when that changes a file.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildEmbedded } from "./build.mjs";
import { cliEnvironment, cliPath } from "./convex-cli.mjs";
import { ensurePackages, giveUp, requireNode, root } from "./setup.mjs";

requireNode();
ensurePackages();
await buildEmbedded();
const data = mkdtempSync(path.join(tmpdir(), "studbook-codegen-"));
const adminKey = "codegen|only-for-this-run";
const runtime = spawn(
  process.execPath,
  [path.join(root, "dist/embedded/main.js"), ...["--data", data, "--port", "0", "--admin-key", adminKey]],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
const status = await generate();
runtime.kill();
await new Promise((resolve) => runtime.once("exit", resolve));
rmSync(data, { recursive: true, force: true });
if (status !== 0) process.exit(status);
if (process.argv.includes("--check")) checkUnchanged();

async function generate() {
  const url = await readyAddress();
  if (url === null) return 1;
  // The types are checked by `npm run types`, everything at once.
  const args = [cliPath, "codegen", "--typecheck", "disable"];
  const cli = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: cliEnvironment(url, adminKey),
  });
  return new Promise((resolve) => cli.once("exit", (code) => resolve(code ?? 1)));
}

/** @returns {Promise<string | null>} null when the runtime ended instead */
function readyAddress() {
  return new Promise((resolve) => {
    createInterface({ input: runtime.stdout }).on("line", (line) => {
      const address = /^ready (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    runtime.once("exit", () => resolve(null));
  });
}

function checkUnchanged() {
  const changes = spawnSync("git", ["status", "--porcelain", "--", "convex/_generated"], {
    cwd: root,
    encoding: "utf8",
  });
  if (changes.status !== 0) giveUp(`git cannot tell what has changed: ${changes.stderr}`);
  if (changes.stdout === "") return;
  giveUp(
    `convex/_generated is not what the functions give; run npm run codegen and commit:\n${changes.stdout}`,
  );
}

/**
 * `npm run codegen`: writes `convex/tables.gen.ts` and the descriptions of the tables, then `convex/_generated`
 * with the official CLI, and then `docs/permissions.md`. The CLI works on a runtime that this script starts without
 * data and stops at the end. With `--check` the script fails if a file changed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildEmbedded } from "./build.mjs";
import { cliEnvironment, cliPath } from "./convex-cli.mjs";
import { updatePermissions } from "./permissions.mjs";
import { ensurePackages, giveUp, requireNode, root } from "./setup.mjs";
import { updateTables } from "./tables.mjs";

await requireNode();
ensurePackages();
const lists = await updateTables();
if (lists.length > 0 && process.argv.includes("--check")) {
  giveUp(
    `What the tables say was not in these files; it is now: look at them and commit them: ${lists.join(", ")}`,
  );
}

await buildEmbedded();
const data = mkdtempSync(path.join(tmpdir(), "studbook-codegen-"));
const adminKey = "codegen|only-for-this-run";
const runtime = spawn(
  process.execPath,
  [
    path.join(root, "packages/convex-embedded/dist/main.js"),
    ...["--data", data, "--port", "0", "--admin-key", adminKey],
  ],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
const before = generatedFiles();
const status = await generate();
// This runtime has no data that anybody will read.
runtime.kill("SIGKILL");
await new Promise((resolve) => runtime.once("exit", resolve));
rmSync(data, { recursive: true, force: true });
if (status !== 0) process.exit(status);
if (process.argv.includes("--check") && generatedFiles() !== before) {
  giveUp("convex/_generated was not what the functions give; it is now: look at it and commit it.");
}

if ((await updatePermissions()) && process.argv.includes("--check")) {
  giveUp("docs/permissions.md was not what the functions demand; it is now: look at it and commit it.");
}

async function generate() {
  const url = await readyAddress();
  if (url === null) return 1;
  // `npm run types` checks the types of all files together.
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

function generatedFiles() {
  const dir = path.join(root, "convex", "_generated");
  const names = readdirSync(dir).sort();
  return JSON.stringify(names.map((name) => [name, readFileSync(path.join(dir, name), "utf8")]));
}

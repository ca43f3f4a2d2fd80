/**
 * `npm start -- [--port N] [--data DIR] [--demo]`: installs and builds missing parts, then serves Studbook from
 * this single process. With `--demo` it fills a new data folder with a demo kennel.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { keepSecrets } from "./secrets.mjs";
import { accountOptions, anonymousOptions, moveOptions } from "./runtime-options.mjs";
import { closeToOthers, dataFolder, loadEnvironmentFile } from "./environment.mjs";
import { ensurePackages, giveUp, requireNode, root } from "./setup.mjs";

await requireNode();
const options = readOptions();
loadEnvironmentFile();
ensurePackages();
build("scripts/build-all.mjs");

const data = dataFolder(options.data);
closeToOthers(data);
const isFresh = !existsSync(path.join(data, "data.sqlite"));
if (options.demo && !isFresh) {
  process.stderr.write(`The data folder ${data} is already in use, so the demo kennel is left out.\n`);
}
keepSecrets(data);
handAccountsSecret();
process.argv.splice(
  2,
  process.argv.length,
  ...["--functions", path.join(root, "convex"), "--data", data],
  ...["--port", options.port ?? process.env["STUDBOOK_PORT"] ?? "3000"],
  ...["--host", process.env["STUDBOOK_HOST"] ?? "127.0.0.1"],
  ...["--web", path.join(root, "dist", "web"), "--accounts"],
  ...accountOptions,
  ...moveOptions,
  ...anonymousOptions,
  ...["--log-calls", process.env["STUDBOOK_LOG_CALLS"] || "none"],
  // The caller of a function gets only the request id of an internal error. The operator finds the cause in the
  // standard error output.
  "--redact-logs-to-client",
  ...(process.env["STUDBOOK_ORIGIN"] ? ["--origin", process.env["STUDBOOK_ORIGIN"]] : []),
  ...(process.env["STUDBOOK_FILES_ORIGIN"] ? ["--files-origin", process.env["STUDBOOK_FILES_ORIGIN"]] : []),
  ...(process.env["STUDBOOK_MIN_FREE_MB"] ? ["--min-free-mb", process.env["STUDBOOK_MIN_FREE_MB"]] : []),
  ...(process.env["STUDBOOK_TRUSTED_PROXIES"]
    ? ["--trusted-proxies", process.env["STUDBOOK_TRUSTED_PROXIES"]]
    : []),
  // A sandbox replaces Stripe until the keys for Stripe are set.
  ...(process.env["STUDBOOK_BILLING"] === "off" ? [] : ["--payments-sandbox", "/api/billing/webhook"]),
);
/** @type {{ whenReady: Promise<{ origin: string }> }} */
const runtime = await import(new URL("../packages/convex-embedded/dist/main.js", import.meta.url).href);
const { origin } = await runtime.whenReady;
if (options.demo && isFresh && !(await fillDemo(origin))) {
  giveUp(`The demo was not started; see the lines above, remove ${data} and start it again.`);
}
process.stdout.write(`Studbook is open at ${origin} (data in ${data}). Stop it with Ctrl+C.\n`);

/**
 * Builds in a separate process. Otherwise the server's process would keep the bundlers' memory.
 * @param {string[]} command
 */
function build(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) giveUp("The build failed; see the lines above.");
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: "string" },
        data: { type: "string" },
        demo: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    giveUp(
      `${error instanceof Error ? error.message : error}. Use: npm start -- [--port N] [--data DIR] [--demo]`,
    );
  }
}

/** The runtime's own variable is hidden from functions. */
function handAccountsSecret() {
  const secret = process.env["STUDBOOK_AUTH_SECRET"];
  delete process.env["STUDBOOK_AUTH_SECRET"];
  if (secret) process.env["CONVEX_EMBEDDED_ACCOUNTS_SECRET"] = secret;
}

/**
 * Returns whether the whole demo kennel was created.
 * @param {string} origin
 */
async function fillDemo(origin) {
  const child = spawn(process.execPath, ["scripts/run-ts.mjs", "scripts/demo.ts", origin], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await new Promise((resolve) => child.on("exit", resolve))) === 0;
}

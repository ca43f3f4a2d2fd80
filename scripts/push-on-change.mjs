/**
 * Pushes a project's functions to a running runtime with the official CLI: once at the start, then whenever one of
 * the watched folders changes. The types are checked after the push, so that the change is visible immediately and
 * type errors are still reported. Only one task runs at a time. Changes during a task cause one further push.
 */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { cliEnvironment, cliPath } from "./convex-cli.mjs";

/** Editors write a file in several steps, which count as one change. */
const SETTLE_MS = 60;
const IGNORED = /(^|[\\/])(_generated|node_modules|\.[^\\/]*)([\\/]|$)|~$/;

/**
 * Starts to push. `close` ends the running task.
 * @param {object} options
 * @param {string} options.dir the project, which contains `convex/`
 * @param {string[]} options.folders folders to watch, relative to the project
 * @param {string} options.url @param {string} options.adminKey
 * @param {string[] | null} options.typecheck arguments of the TypeScript compiler, or null to check no types
 * @param {(text: string) => void} options.report called with the errors of the CLI and the compiler
 * @returns {{ whenPushed: Promise<void>, close: () => void }} `whenPushed` resolves after the first push, even if
 * it failed
 */
export function pushOnChange({ dir, folders, url, adminKey, typecheck, report }) {
  /** @type {import("node:child_process").ChildProcess | null} */
  let running = null;
  let isPushing = false;
  let isStale = false;
  let isClosed = false;
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  const whenPushed = pushUntilCurrent();
  const watchers = folders.map((folder) =>
    watch(path.join(dir, folder), { recursive: true }, (_event, file) => {
      if (file !== null && IGNORED.test(file)) return;
      clearTimeout(settling);
      settling = setTimeout(changed, SETTLE_MS);
    }),
  );

  function changed() {
    isStale = true;
    // The check of types is stopped, because its files have changed.
    if (!isPushing) running?.kill();
    if (running === null) void pushUntilCurrent();
  }

  async function pushUntilCurrent() {
    do {
      isStale = false;
      isPushing = true;
      const startedMs = Date.now();
      const pushed = await run([
        cliPath,
        "deploy",
        "--typecheck",
        "disable",
        "--codegen",
        "enable",
        "--yes",
        "--skip-large-indexes-check",
      ]);
      isPushing = false;
      if (isClosed) return;
      if (pushed.code !== 0) report(pushed.output);
      else report(`Functions pushed in ${Date.now() - startedMs} ms.\n`);
    } while (isStale);
    void checkTypes();
  }

  async function checkTypes() {
    if (typecheck === null) return;
    const checked = await run(typecheck);
    if (isClosed) return;
    if (isStale) void pushUntilCurrent();
    else if (checked.code !== 0) report(checked.output);
  }

  /** @param {string[]} args @returns {Promise<{ code: number | null, output: string }>} */
  function run(args) {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, {
        cwd: dir,
        stdio: ["ignore", "pipe", "pipe"],
        env: cliEnvironment(url, adminKey),
      });
      running = child;
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      child.once("close", (code) => {
        running = null;
        resolve({ code, output });
      });
    });
  }

  return {
    whenPushed,
    close() {
      isClosed = true;
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
      running?.kill();
    },
  };
}

/**
 * `npm test`: every check in order, on a fresh machine too, ending with the line `N passed, N failed`.
 * `--only NAME[,NAME]` runs a part: types, lint, format, knip, codegen, structure, crash, soak, fuzz, unit, e2e.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";

requireNode();
ensurePackages();
const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",");
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;

/** @param {string[]} command @param {NodeJS.ProcessEnv} [env] */
function run(command, env = {}) {
  const [program = "", ...args] = command;
  return spawnSync(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  }).status;
}

/** Counts one check as one test.
 * @param {number | null} status its exit code
 */
function count(status) {
  if (status === 0) passed += 1;
  else failed += 1;
}

/** Runs checks that share nothing, as many at once as there are cores; each prints its output in one piece.
 * @param {Record<string, string[]>} checks commands by name
 */
async function runChecks(checks) {
  const isChosen = (/** @type {string} */ name) => !chosen || chosen.includes(name.replace(/:.*/, ""));
  const waiting = Object.entries(checks).filter(([name]) => isChosen(name));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [program = "", ...args]] = next;
      const child = spawn(process.execPath, [path.join(root, program), ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
      const [status] = await once(child, "close");
      process.stdout.write(`\n== ${name}\n${output}`);
      count(status);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Runs a suite that reports its own counts; a suite that reports nothing counts as one failure.
 * @param {string} name @param {string[]} command
 * @param {(report: any) => { passed: number, failed: number }} read reads the suite's JSON report
 * @param {NodeJS.ProcessEnv} [env]
 */
function suite(name, command, read, env) {
  if (chosen && !chosen.includes(name)) return;
  process.stdout.write(`\n== ${name}\n`);
  const status = run(command, env);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(path.join(reports, `${name}.json`), "utf8")));
  } catch (error) {
    process.stdout.write(`${name} left no report: ${error}\n`);
  }
  passed += counts.passed;
  failed += status !== 0 && counts.failed === 0 ? 1 : counts.failed;
}

await runChecks({
  lint: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  codegen: ["scripts/codegen.mjs", "--check"],
  format: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  knip: ["node_modules/knip/bin/knip.js"],
  structure: ["scripts/check-structure.mjs"],
  crash: ["scripts/run-ts.mjs", "tests/crash/crash.ts"],
  "crash: mixed": ["scripts/run-ts.mjs", "tests/crash/mixed.ts", "--kills", "10", "--seed", "20261122"],
  "crash: restores": ["scripts/run-ts.mjs", "tests/crash/restores.ts"],
  soak: ["scripts/run-ts.mjs", "tests/soak/soak.ts", "--minutes", "1"],
  fuzz: ["scripts/run-ts.mjs", "tests/fuzz/fuzz.ts", "--cases", "2000"],
});
suite(
  "unit",
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--maxWorkers=100%",
    "--reporter=default",
    "--reporter=json",
    "--outputFile=test-results/unit.json",
  ],
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
);
suite(
  "e2e",
  ["node_modules/@playwright/test/cli.js", "test"],
  ({ stats }) => {
    if (stats.flaky > 0) process.stdout.write(`${stats.flaky} browser tests passed at another try only\n`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  },
  !chosen || chosen.includes("e2e") ? { CHROMIUM_PATH: ensureChromium() ?? "" } : {},
);

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

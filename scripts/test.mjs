/**
 * `npm test`: every check in order, on a fresh machine too, ending with the line `N passed, N failed`.
 * `--only NAME[,NAME]` runs a part: types, lint, format, knip, codegen, structure, unit, crash, e2e.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
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

/** Runs one check that counts as one test.
 * @param {string} name @param {string[]} command
 */
function check(name, command) {
  if (chosen && !chosen.includes(name)) return;
  process.stdout.write(`\n== ${name}\n`);
  if (run(command) === 0) passed += 1;
  else failed += 1;
}

/** Runs a suite that reports its own counts; a suite that reports nothing counts as one failure.
 * @param {string} name @param {string[]} command
 * @param {(report: any) => { passed: number, failed: number }} count reads the suite's JSON report
 * @param {NodeJS.ProcessEnv} [env]
 */
function suite(name, command, count, env) {
  if (chosen && !chosen.includes(name)) return;
  process.stdout.write(`\n== ${name}\n`);
  const status = run(command, env);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = count(JSON.parse(readFileSync(path.join(reports, `${name}.json`), "utf8")));
  } catch (error) {
    process.stdout.write(`${name} left no report: ${error}\n`);
  }
  passed += counts.passed;
  failed += status !== 0 && counts.failed === 0 ? 1 : counts.failed;
}

check("types", ["node_modules/typescript/bin/tsc", "--noEmit"]);
check("lint", ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"]);
check("format", ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."]);
check("knip", ["node_modules/knip/bin/knip.js"]);
check("codegen", ["scripts/codegen.mjs", "--check"]);
check("structure", ["scripts/check-structure.mjs"]);
suite(
  "unit",
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    "--outputFile=test-results/unit.json",
  ],
  (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
);
check("crash", ["scripts/run-ts.mjs", "tests/crash/crash.ts"]);
suite(
  "e2e",
  ["node_modules/@playwright/test/cli.js", "test"],
  (report) => ({ passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }),
  !chosen || chosen.includes("e2e") ? { CHROMIUM_PATH: ensureChromium() ?? "" } : {},
);

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

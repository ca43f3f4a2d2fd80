/**
 * `npm test`: every check in order, on a fresh machine too. It ends with the minutes of each part, every failure by file
 * and title, and the line `N passed, N failed`.
 * `--only NAME[,NAME]` runs a part: types, lint, format, knip, codegen, structure, crash, soak, fuzz, unit, e2e.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildEmbedded } from "./build.mjs";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";
import { readBrowserReport, readUnitReport } from "./test-reports.mjs";

requireNode();
ensurePackages();
const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",");
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const flaky = [];
/** @type {string[]} */
const durations = [];

/** Writes down how long a part took.
 * @param {string} name @param {number} startedAt by the clock of `performance`
 */
const addDuration = (name, startedAt) =>
  durations.push(`${((performance.now() - startedAt) / 60_000).toFixed(1).padStart(5)}  ${name}`);

/** @param {string[]} command @param {NodeJS.ProcessEnv} [env] */
function run(command, env = {}) {
  const [program = "", ...args] = command;
  return spawnSync(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  }).status;
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
      const startedAt = performance.now();
      const child = spawn(process.execPath, [path.join(root, program), ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
      const [status] = await once(child, "close");
      process.stdout.write(`\n== ${name}\n${output}`);
      addDuration(name, startedAt);
      if (status === 0) passed += 1;
      else failures.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Runs a suite that reports its own tests; one that ends badly without naming any counts as one failure.
 * @param {string} name @param {string[]} command
 * @param {(report: any) => import("./test-reports.mjs").Outcome} read reads the suite's JSON report
 * @param {NodeJS.ProcessEnv} [env]
 */
function suite(name, command, read, env) {
  if (chosen && !chosen.includes(name)) return;
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const status = run(command, env);
  addDuration(name, startedAt);
  /** @type {import("./test-reports.mjs").Outcome} */
  let outcome = { passed: 0, failed: [], flaky: [] };
  try {
    outcome = read(JSON.parse(readFileSync(path.join(reports, `${name}.json`), "utf8")));
  } catch (error) {
    process.stdout.write(`${name} left no report: ${error}\n`);
  }
  passed += outcome.passed;
  failures.push(...outcome.failed);
  if (status !== 0 && outcome.failed.length === 0) failures.push(`${name}: ended with ${status}`);
  flaky.push(...outcome.flaky);
}

/** Prints a list with its heading, or nothing when it is empty.
 * @param {string} heading @param {readonly string[]} lines
 */
function printList(heading, lines) {
  if (lines.length > 0) process.stdout.write(`\n${heading}\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

// Built once before several checks would build it at a time.
await buildEmbedded();
// The longest first, so that both cores end together.
await runChecks({
  crash: ["scripts/run-ts.mjs", "tests/crash/crash.ts", "50"],
  fuzz: ["scripts/run-ts.mjs", "tests/fuzz/fuzz.ts", "--cases", "2000"],
  soak: ["scripts/run-ts.mjs", "tests/soak/soak.ts", "--minutes", "1"],
  "crash: restores": ["scripts/run-ts.mjs", "tests/crash/restores.ts"],
  lint: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
  "crash: mixed": ["scripts/run-ts.mjs", "tests/crash/mixed.ts", "--kills", "10", "--seed", "20261122"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  format: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  codegen: ["scripts/codegen.mjs", "--check"],
  knip: ["node_modules/knip/bin/knip.js"],
  structure: ["scripts/check-structure.mjs"],
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
  readUnitReport,
);
suite(
  "e2e",
  ["node_modules/@playwright/test/cli.js", "test"],
  readBrowserReport,
  !chosen || chosen.includes("e2e") ? ensureChromium() : {},
);

printList("Minutes", durations);
printList("Passed at another try only", flaky);
printList("Failed", failures);
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

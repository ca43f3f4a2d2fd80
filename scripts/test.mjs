/**
 * `npm test`: runs the tests and checks of the product's core, also on a new machine. `npm run test:all` adds the
 * tests that take long: crashes, restores, attacks, fuzzing, the command line, every browser journey. A test file
 * that fails runs once more alone at the end. If it then passes, the run counts as passed and names the file under
 * 'Flaky'. At the end the run prints the minutes and the seconds of processor time of each part, every failure by
 * name, and the line `N passed, N failed`. `--only NAME[,NAME]` runs a part: types, lint, format, knip, codegen,
 * structure, crash, soak, fuzz, unit, e2e.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildEmbedded, buildWeb } from "./build.mjs";
import { processorSeconds } from "./processes.mjs";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";
import { readBrowserReport, UNIT_REPORT } from "./test-reports.mjs";

/** A program without output for this time is stuck. Lint has the longest time without output on a busy machine. */
const STUCK_MS = 15 * 60_000;
/** If more files than this fail, the cause is not random, and the files do not run a second time. */
const MOST_AGAIN = 8;

await requireNode();
const { values } = parseArgs({ options: { only: { type: "string" }, all: { type: "boolean" } } });
const chosen = values.only?.split(",");
const isAll = values.all ?? false;
const reports = path.join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const beganAt = performance.now();
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => running.forEach(endWithChildren));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
let passed = 0;
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const flaky = [];
/** @type {{ name: string, minutes: number, processor: number }[]} */
const parts = [];
let processorBefore = 0;

/**
 * @param {string} name @param {number} startedAt by the clock of `performance`
 */
function addPart(name, startedAt) {
  const processor = processorSeconds();
  parts.push({
    name,
    minutes: (performance.now() - startedAt) / 60_000,
    processor: processor - processorBefore,
  });
  processorBefore = processor;
}

/**
 * Runs a program of the repository and returns its exit code, or null if the program was stuck and was killed. The
 * output is also written to a file in `test-results`. When the program ends, its child processes also end.
 * @param {readonly string[]} command @param {string} log @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} print
 */
async function run([program = "", ...args], log, env, print) {
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    // Runs in its own process group, so that all processes of the group can be ended together.
    detached: process.platform !== "win32",
  });
  running.add(child);
  const untilStuck = setTimeout(() => {
    print(`\n${program} has printed nothing for ${STUCK_MS / 60_000} minutes, and was ended.\n`);
    endWithChildren(child);
  }, STUCK_MS);
  const file = createWriteStream(path.join(root, log));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      untilStuck.refresh();
      file.write(text);
      print(text);
    });
  }
  const closed = once(child, "close");
  const [status] = await once(child, "exit");
  // A remaining process would keep the output open.
  endWithChildren(child);
  await closed;
  clearTimeout(untilStuck);
  running.delete(child);
  file.end();
  return status;
}

/** @param {import("node:child_process").ChildProcess} child */
function endWithChildren(child) {
  try {
    if (child.pid !== undefined)
      process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // All processes have ended.
  }
}

/**
 * Parts of one kind have the same word before the colon.
 * @param {string} name
 */
const isChosen = (name) => !chosen || chosen.includes(name.replace(/:.*/, ""));

/**
 * Runs independent checks in parallel, one per core. The output of each check is printed in one piece.
 * @param {Record<string, string[]>} checks commands by name
 */
async function runChecks(checks) {
  const waiting = Object.entries(checks).filter(([name]) => isChosen(name));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next;
      const startedAt = performance.now();
      let output = "";
      const log = `test-results/${name.replace(": ", "-")}.log`;
      const status = await run(command, log, {}, (text) => (output += text));
      process.stdout.write(`\n== ${name}\n${output}`);
      addPart(name, startedAt);
      if (status === 0) passed += 1;
      else failures.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/**
 * @typedef {import("./test-reports.mjs").Outcome} Outcome
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} command runs the whole suite, or only the files whose names are appended
 * @property {(report: string) => NodeJS.ProcessEnv} env where the report is written, and other variables for the
 * suite
 * @property {(report: any) => Outcome} read
 */

/**
 * Runs a suite or some of its files. A suite that fails without naming a test counts as one failure.
 * @param {Suite} suite @param {string} name of its report and its output @param {readonly string[]} files
 * @returns {Promise<Outcome & { log: string }>}
 */
async function outcomeOf({ command, env, read }, name, files) {
  const report = `test-results/${name}.json`;
  const log = `test-results/${name}.log`;
  const status = await run([...command, ...files], log, env(report), (text) => process.stdout.write(text));
  /** @type {Outcome | null} */
  let reported = null;
  try {
    reported = read(JSON.parse(readFileSync(path.join(root, report), "utf8")));
  } catch (error) {
    process.stdout.write(`${name} left no report: ${error}\n`);
  }
  const outcome = reported ?? { passed: 0, failed: [] };
  // If a suite was stuck after its report, only its end failed.
  const isStuckAtEnd = status === null && reported !== null;
  if (status !== 0 && !isStuckAtEnd && outcome.failed.length === 0) {
    outcome.failed.push({ file: null, title: `${name} ended with ${status}` });
  }
  return { ...outcome, log };
}

/**
 * Returns the functions that run the suite's failed files a second time.
 * @param {Suite} suite
 */
async function runSuite(suite) {
  process.stdout.write(`\n== ${suite.name}\n`);
  const startedAt = performance.now();
  const first = await outcomeOf(suite, suite.name, []);
  addPart(suite.name, startedAt);
  passed += first.passed;
  const files = [...new Set(first.failed.map(({ file }) => file))];
  const isAccident = files.length <= MOST_AGAIN && !files.includes(null);
  return async () => {
    for (const [at, file] of files.entries()) {
      const failed = first.failed.filter((failure) => failure.file === file);
      const lines = failed.map(({ title }) => (file ? `${file}: ${title}` : title));
      const again = file && isAccident ? await runAgain(suite, file, `${suite.name}-again-${at + 1}`) : null;
      if (again?.failed.length === 0) {
        passed += failed.length;
        flaky.push(...lines.map((line) => `${line} (${first.log}, ${again.log})`));
      } else failures.push(...lines);
    }
  };
}

/** @param {Suite} suite @param {string} file @param {string} name */
async function runAgain(suite, file, name) {
  process.stdout.write(`\n== once more: ${file}\n`);
  const startedAt = performance.now();
  const outcome = await outcomeOf(suite, name, [file]);
  addPart(name, startedAt);
  return outcome;
}

/**
 * An empty list is not printed.
 * @param {string} heading @param {readonly string[]} lines
 */
function printList(heading, lines) {
  if (lines.length > 0) process.stdout.write(`\n${heading}\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

/** @type {Suite} */
const unit = {
  name: "unit",
  command: [
    ...["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=100%"],
    ...["--reporter=default", "--reporter=./scripts/test-reports.mjs"],
    ...(isAll ? [] : ["--project=!long: *"]),
  ],
  env: (report) => ({ [UNIT_REPORT]: path.join(root, report) }),
  read: (outcome) => outcome,
};
/** @type {Suite} */
const browser = {
  name: "e2e",
  command: ["node_modules/@playwright/test/cli.js", "test", ...(isAll ? [] : ["--grep=@core"])],
  env: (report) => ({ ...ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(root, report) }),
  read: readBrowserReport,
};

ensurePackages();
addPart("installation", beganAt);
const buildingAt = performance.now();
await buildEmbedded();
if (isChosen("e2e")) await buildWeb();
addPart("build", buildingAt);
// The longest check comes first, so that all cores finish at about the same time.
await runChecks({
  ...(isAll && {
    crash: ["scripts/run-ts.mjs", "tests/crash/crash.ts", "50"],
    fuzz: ["scripts/run-ts.mjs", "tests/fuzz/fuzz.ts", "--cases", "2000"],
    soak: ["scripts/run-ts.mjs", "tests/soak/soak.ts", "--minutes", "1"],
    "crash: restores": ["scripts/run-ts.mjs", "tests/crash/restores.ts"],
    "crash: mixed": ["scripts/run-ts.mjs", "tests/crash/mixed.ts", "--kills", "10", "--seed", "20261122"],
  }),
  // Lint reads the types for its rules and also checks them. This takes half as long as two passes.
  lint: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js", "--type-check"],
  // Lint leaves out generated files. This check includes them, and uses the compiler that builds the product.
  ...((isAll || chosen?.includes("types")) && { types: ["node_modules/typescript7/bin/tsc", "--noEmit"] }),
  format: ["node_modules/oxfmt/bin/oxfmt", "--check"],
  codegen: ["scripts/codegen.mjs", "--check"],
  knip: ["node_modules/knip/bin/knip.js"],
  structure: ["scripts/check-structure.mjs"],
});
const again = [];
for (const suite of [unit, browser]) if (isChosen(suite.name)) again.push(await runSuite(suite));
for (const runFailedAgain of again) await runFailedAgain();

const total = {
  name: "in all",
  minutes: (performance.now() - beganAt) / 60_000,
  processor: processorSeconds(),
};
printList(
  "Minutes, and seconds of processor time",
  [...parts, total].map(
    ({ name, minutes, processor }) =>
      `${minutes.toFixed(1).padStart(5)} ${processor.toFixed(0).padStart(6)}  ${name}`,
  ),
);
printList("Flaky: failed, and passed when run once more", flaky);
printList("Failed", failures);
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

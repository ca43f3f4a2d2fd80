/**
 * `npm run check`: runs the checks and tests for the parts that a change may have broken. This takes about three
 * minutes for a change of one area. It compares with the commit where this branch left the main branch, or with the
 * commit after `--since`. At the end it lists the tests that only `npm test` and `npm run test:all` run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildEmbedded } from "./build.mjs";
import { listAll, listChanged, planFor } from "./changed.mjs";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";

await requireNode();
ensurePackages();
const { values } = parseArgs({ options: { since: { type: "string" } } });
const changed = listChanged(values.since);
const plan = planFor(changed, listAll());
process.stdout.write(`${changed.length} changed files\n`);
/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const durations = [];

/**
 * Runs one part if the change needs it, and prints its output at the end.
 * @param {string} name @param {boolean} isNeeded @param {string} program @param {readonly string[]} args
 */
async function part(name, isNeeded, program, ...args) {
  if (!isNeeded) return;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: name === "journeys" ? { ...process.env, ...ensureChromium() } : process.env,
  });
  /** @type {Buffer[]} */
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => written.push(piece));
  const [status] = await once(child, "close");
  process.stdout.write(`\n== ${name}\n${Buffer.concat(written)}`);
  durations.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  if (status !== 0) failed.push(name);
}

const vitest = "node_modules/vitest/vitest.mjs";
const shared = ["--maxWorkers=100%", "--passWithNoTests", "--project", "domain", "--project", "screens: *"];

/** The checks keep one core busy while the tests run. */
async function checkTypesAndJourneys() {
  await part("types", plan.types, "node_modules/typescript7/bin/tsc", "--noEmit");
  await part(
    "journeys",
    plan.journeys.length > 0,
    "node_modules/@playwright/test/cli.js",
    ...["test", "--grep=@core", "--pass-with-no-tests", ...plan.journeys],
  );
}

async function checkTheRest() {
  await part("structure", changed.length > 0, "scripts/check-structure.mjs");
  await part(
    "format",
    plan.format.length > 0,
    "node_modules/oxfmt/bin/oxfmt",
    "--check",
    "--no-error-on-unmatched-pattern",
    ...plan.format,
  );
  await part(
    "lint",
    plan.lint.length > 0,
    "node_modules/oxlint/bin/oxlint",
    "--config",
    "oxlint.config.js",
    ...plan.lint,
  );
  await part("codegen", plan.codegen, "scripts/codegen.mjs", "--check");
  await part("knip", plan.knip, "node_modules/knip/bin/knip.js");
  await part("screens and rules", plan.related.length > 0, vitest, "run", ...shared, ...plan.related);
  await part(
    "functions and others",
    plan.tests.length > 0,
    vitest,
    "run",
    "--maxWorkers=100%",
    ...plan.tests,
  );
}

const startedAt = performance.now();
// Tests of processes run the built runtime. It is built here first, because two parts could otherwise build it at
// the same time.
if (plan.tests.length > 0 || plan.journeys.length > 0) await buildEmbedded();
await Promise.all([checkTypesAndJourneys(), checkTheRest()]);
durations.push(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);

process.stdout.write(`\n${durations.join(", ")}\n`);
if (plan.left.length > 0) process.stdout.write(`Left to ${plan.left.join("; to ")}\n`);
process.stdout.write(failed.length > 0 ? `Failed: ${failed.join(", ")}\n` : "Nothing failed\n");
process.exitCode = failed.length > 0 ? 1 : 0;

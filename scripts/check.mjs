/**
 * `npm run check`: what a change can have broken, in three minutes for a change of one area. It compares with where this
 * branch left the main one, or with the commit that `--since` names, and says at its end what it left to `npm test` and
 * `npm run test:all`.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildEmbedded } from "./build.mjs";
import { listAll, listChanged, planFor } from "./changed.mjs";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";

requireNode();
ensurePackages();
const { values } = parseArgs({ options: { since: { type: "string" } } });
const changed = listChanged(values.since);
const plan = planFor(changed, listAll());
process.stdout.write(`${changed.length} changed files\n`);
/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const durations = [];

/** Runs one part, unless the change has nothing for it.
 * @param {string} name @param {boolean} isNeeded @param {string} program @param {readonly string[]} args
 */
function part(name, isNeeded, program, ...args) {
  if (!isNeeded) return;
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: name === "journeys" ? { ...process.env, ...ensureChromium() } : process.env,
  });
  durations.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  if (status !== 0) failed.push(name);
}

const vitest = "node_modules/vitest/vitest.mjs";
const shared = ["--maxWorkers=100%", "--passWithNoTests", "--project", "domain", "--project", "screens: *"];
part("structure", changed.length > 0, "scripts/check-structure.mjs");
part(
  "format",
  plan.format.length > 0,
  "node_modules/oxfmt/bin/oxfmt",
  "--check",
  "--no-error-on-unmatched-pattern",
  ...plan.format,
);
part(
  "lint",
  plan.lint.length > 0,
  "node_modules/oxlint/bin/oxlint",
  "--config",
  "oxlint.config.js",
  ...plan.lint,
);
part("types", plan.types, "node_modules/typescript/bin/tsc", "--noEmit");
part("codegen", plan.codegen, "scripts/codegen.mjs", "--check");
part("knip", plan.knip, "node_modules/knip/bin/knip.js");
part("screens and rules", plan.related.length > 0, vitest, "related", "--run", ...shared, ...plan.related);
// Tests of processes run the built runtime.
if (plan.tests.length > 0) await buildEmbedded();
part("functions and others", plan.tests.length > 0, vitest, "run", "--maxWorkers=100%", ...plan.tests);
part(
  "journeys",
  plan.journeys.length > 0,
  "node_modules/@playwright/test/cli.js",
  ...["test", "--grep=@core", "--pass-with-no-tests", ...plan.journeys],
);

process.stdout.write(`\n${durations.join(", ")}\n`);
if (plan.left.length > 0) process.stdout.write(`Left to ${plan.left.join("; to ")}\n`);
process.stdout.write(failed.length > 0 ? `Failed: ${failed.join(", ")}\n` : "Nothing failed\n");
process.exitCode = failed.length > 0 ? 1 : 0;

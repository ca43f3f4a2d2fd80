/**
 * `npm run walkthrough [-- PLAYWRIGHT OPTIONS]`: presses every control of every screen, as
 * tests/e2e/walkthrough.spec.ts describes. This takes almost an hour. `npm run test:all` runs a part of it.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureChromium, ensurePackages, requireNode, root } from "./setup.mjs";

await requireNode();
ensurePackages();
const cli = path.join(root, "node_modules/@playwright/test/cli.js");
const { status } = spawnSync(
  process.execPath,
  [cli, "test", "tests/e2e/walkthrough.spec.ts", "--retries=0", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...ensureChromium(), STUDBOOK_WALKTHROUGH: "whole" },
  },
);
process.exitCode = status ?? 1;

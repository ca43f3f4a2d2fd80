/** Tests where "use node" code finds its packages. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireFrom } from "./external-packages.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "packages-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function place(folder: string, name: string, text: string): string {
  const at = path.join(dir, folder, "node_modules", name);
  mkdirSync(at, { recursive: true });
  writeFileSync(path.join(at, "index.js"), `module.exports = ${JSON.stringify(text)};`);
  return path.join(dir, folder);
}

test("packages beside the functions have priority over those in the folder where the runtime was started", () => {
  const functions = place("functions", "colour", "beside the functions");
  const started = place("started", "colour", "where it was started");
  place("started", "shape", "where it was started");
  const load = requireFrom(createRequire, [functions, started]);
  expect([load("colour"), load("shape")]).toEqual(["beside the functions", "where it was started"]);
  expect(load("node:path")).toBe(path);
});

test("a missing package is reported by its name", () => {
  const load = requireFrom(createRequire, [path.join(dir, "functions"), path.join(dir, "started")]);
  expect(() => load("no-such-package")).toThrow("Cannot find module 'no-such-package'");
});

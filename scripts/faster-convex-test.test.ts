/** Tests that the faster convex-test accepts only one text of the package and returns the package's results. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { makeFaster } from "./faster-convex-test.mjs";

const code = readFileSync(createRequire(import.meta.url).resolve("convex-test"), "utf8");

test("the installed text of the package is accepted, and any other text stops the run", () => {
  expect(makeFaster(code).startsWith(code)).toBe(true);
  expect(() => makeFaster(`${code}\n`)).toThrow(
    /was written for convex-test [\d.]+ and this is another text/,
  );
});

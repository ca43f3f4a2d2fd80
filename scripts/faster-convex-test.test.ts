/** What the faster convex-test promises: it is for one text of the package, and says the same as the package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { makeFaster } from "./faster-convex-test.mjs";

const code = readFileSync(createRequire(import.meta.url).resolve("convex-test"), "utf8");

test("the text of the package that is installed is taken, any other stops the run", () => {
  expect(makeFaster(code).startsWith(code)).toBe(true);
  expect(() => makeFaster(`${code}\n`)).toThrow(
    /was written for convex-test [\d.]+ and this is another text/,
  );
});

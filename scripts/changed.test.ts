/** Which checks and tests `npm run check` runs for a change. */
import { expect, test } from "vitest";
import { planFor } from "./changed.mjs";

const sources: Record<string, string> = {
  "convex/heats/heats.ts": 'import { cycleOf } from "../../domain/heats/cycle";',
  "convex/heats/tables/heats.ts": "",
  "convex/litters/litters.ts": "",
  "convex/platform/functions.ts": "",
  "domain/heats/cycle.ts": "",
  "packages/convex-embedded/src/sync/session.ts": "",
  "packages/convex-embedded/src/sync/session.test.ts": "",
  "src/features/heats/heats-page.tsx": "",
  "src/features/heats/heats-page.test.tsx": "",
  "tests/cli/push.test.ts": "",
  "tests/functions/heats.test.ts": "await anna.as.query(api.heats.heats.list, {});",
  "tests/functions/litters.test.ts":
    'import { readPdf } from "../support/pdf-text"; api.litters.litters.list;',
  "tests/rest/litters.test.ts": "",
  "tests/support/pdf-text.ts": "",
  "docs/limits.md": "",
};
const plan = (...changed: string[]) => planFor(changed, Object.keys(sources), (file) => sources[file] ?? "");

test("a change of functions runs the tests that call their area, by function or by REST", () => {
  expect(plan("convex/heats/heats.ts").tests).toEqual(["tests/functions/heats.test.ts"]);
  expect(plan("convex/litters/litters.ts").tests).toEqual([
    "tests/functions/litters.test.ts",
    "tests/rest/litters.test.ts",
  ]);
});

test("what every area uses runs every test of functions, also when it was removed", () => {
  const everyTest = [
    "tests/functions/heats.test.ts",
    "tests/functions/litters.test.ts",
    "tests/rest/litters.test.ts",
  ];
  expect(plan("convex/platform/functions.ts").tests).toEqual(everyTest);
  expect(plan("convex/platform/removed.ts").tests).toEqual(everyTest);
  expect(plan("convex/schema.ts").tests).toEqual(everyTest);
});

test("a rule runs what imports it: screens and rules by their imports, functions by the areas that use it", () => {
  const { related, tests, codegen } = plan("domain/heats/cycle.ts");
  expect(related).toEqual(["domain/heats/cycle.ts"]);
  expect(tests).toEqual(["tests/functions/heats.test.ts"]);
  expect(codegen).toBe(true);
});

test("a screen runs no test of functions, and the journeys are left to the whole suite", () => {
  const { related, tests, types, left } = plan("src/features/heats/heats-page.tsx");
  expect([related.length, tests.length, types]).toEqual([1, 0, true]);
  expect(left).toEqual(["the browser journeys"]);
});

test("the runtime, a helper and a test itself run the tests that they belong to", () => {
  expect(plan("packages/convex-embedded/src/sync/session.ts").tests).toEqual([
    "packages/convex-embedded/src/sync/session.test.ts",
  ]);
  expect(plan("packages/convex-embedded/src/sync/session.ts").left).toEqual(["crash, soak and fuzz"]);
  expect(plan("tests/support/pdf-text.ts").tests).toEqual(["tests/functions/litters.test.ts"]);
  expect(plan("tests/cli/push.test.ts").tests).toEqual(["tests/cli/push.test.ts"]);
});

test("a page of the documentation is only formatted", () => {
  expect(plan("docs/limits.md")).toEqual({
    lint: [],
    format: ["docs/limits.md"],
    types: false,
    codegen: false,
    knip: false,
    related: [],
    tests: [],
    left: [],
  });
});

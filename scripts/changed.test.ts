/** Tests which checks and tests `npm run check` runs for a change. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listAll, planFor } from "./changed.mjs";
import { root } from "./setup.mjs";

const sources: Record<string, string> = {
  "convex/heats/heats.ts": 'import { cycleOf } from "../../domain/heats/cycle";',
  "convex/heats/tables/heats.ts": "",
  "convex/litters/litters.ts": "",
  "convex/platform/functions.ts": "",
  "domain/heats/cycle.ts": "",
  "packages/convex-embedded/src/sync/session.ts": "",
  "packages/convex-embedded/src/sync/session.test.ts": "",
  "domain/heats/cycle.test.ts": 'import { cycleOf } from "./cycle";',
  "src/features/heats/heats-page.tsx": 'import {\n  cycleOf,\n} from "@domain/heats/cycle";',
  "src/features/heats/late-parts.ts": 'late(() => import("@/features/heats/heats-page"));',
  "src/features/heats/heats-page.test.tsx": 'import "@/features/heats/late-parts";',
  "src/features/heats/words.test.ts": 'import type { Cycle } from "@domain/heats/cycle";',
  "src/features/dogs/dogs-page.test.tsx": 'import "@/features/heats/late-parts";',
  "tests/cli/push.test.ts": "",
  "tests/e2e/heats.spec.ts": "",
  "tests/e2e/two-people.spec.ts": "",
  "tests/e2e/weighing.spec.ts": "",
  "tests/functions/deep-heats.long.test.ts": "await anna.as.query(api.heats.heats.list, {});",
  "tests/functions/heats.test.ts": "await anna.as.query(api.heats.heats.list, {});",
  "tests/functions/litters.test.ts":
    'import { readPdf } from "../support/pdf-text"; api.litters.litters.list;',
  "tests/rest/litters.test.ts": "",
  "tests/support/pdf-text.ts": "",
  "tests/functions/removals.test.ts":
    'import { tables } from "../../convex/tables.gen"; api.litters.litters.list;',
  "docs/limits.md": "",
};
const plan = (...changed: string[]) => planFor(changed, Object.keys(sources), (file) => sources[file] ?? "");

test("a change of functions runs the tests that call their area, by function or by REST", () => {
  expect(plan("convex/heats/heats.ts").tests).toEqual(["tests/functions/heats.test.ts"]);
  expect(plan("convex/litters/litters.ts").tests).toEqual([
    "tests/functions/litters.test.ts",
    "tests/functions/removals.test.ts",
    "tests/rest/litters.test.ts",
  ]);
});

test("a changed or removed file that every area uses runs every test of functions", () => {
  const everyTest = [
    "tests/functions/heats.test.ts",
    "tests/functions/litters.test.ts",
    "tests/functions/removals.test.ts",
    "tests/rest/litters.test.ts",
  ];
  expect(plan("convex/platform/functions.ts").tests).toEqual(everyTest);
  expect(plan("convex/platform/removed.ts").tests).toEqual(everyTest);
  expect(plan("convex/schema.ts").tests).toEqual(everyTest);
});

test("a new table runs the tests of its area and the tests that cover all tables", () => {
  const lists = ["convex/tables.gen.ts", "domain/history/tables.gen.ts"];
  const { tests, related, journeys } = plan("convex/heats/tables/cycles.ts", ...lists);
  expect(tests).toEqual(["tests/functions/heats.test.ts", "tests/functions/removals.test.ts"]);
  expect([related, journeys]).toEqual([[], ["tests/e2e/heats.spec.ts"]]);
});

test("a changed rule runs the tests of files that import it: of screens and rules by import, of functions by area", () => {
  const { related, tests, codegen } = plan("domain/heats/cycle.ts");
  // Code that is loaded on demand belongs to the tests of its own folder.
  expect(related).toEqual(["domain/heats/cycle.test.ts", "src/features/heats/heats-page.test.tsx"]);
  expect(tests).toEqual(["tests/functions/heats.test.ts"]);
  expect(codegen).toBe(false);
});

test("a changed screen runs the journey of its feature but no test of functions; other journeys do not run", () => {
  const { related, tests, types, journeys, left } = plan("src/features/heats/heats-page.tsx");
  expect([related.length, tests.length, types]).toEqual([1, 0, true]);
  expect(journeys).toEqual(["tests/e2e/heats.spec.ts"]);
  expect(left).toEqual(["npm test: the other journeys"]);
});

test("an area finds its journey under another name, and a change runs at most two journeys", () => {
  expect(plan("convex/litters/litters.ts").journeys).toEqual(["tests/e2e/weighing.spec.ts"]);
  const files = ["convex/heats/heats.ts", "convex/litters/litters.ts", "convex/platform/functions.ts"];
  expect(plan(...files).journeys).toHaveLength(2);
});

test("each area, feature and entity has a journey, and each of these journeys is tagged as core", () => {
  const all = listAll();
  const rooms = [
    ...new Set(
      all.flatMap((file) => /^(?:convex|src\/features|src\/entities)\/[a-z-]+\//u.exec(file)?.[0] ?? []),
    ),
  ];
  expect(rooms.length).toBeGreaterThan(40);
  for (const room of rooms) {
    const { journeys } = planFor([`${room}anything.ts`], all, () => "");
    expect(journeys, room).toHaveLength(1);
    expect(readFileSync(path.join(root, journeys[0] ?? ""), "utf8"), room).toContain('"@core"');
  }
});

test("the runtime, a helper and a test run the tests that they belong to", () => {
  const embedded = plan("packages/convex-embedded/src/sync/session.ts");
  expect(embedded.tests).toEqual(["packages/convex-embedded/src/sync/session.test.ts"]);
  expect(embedded.journeys).toEqual(["tests/e2e/two-people.spec.ts"]);
  expect(embedded.left).toEqual(["npm run test:all: what takes long"]);
  expect(plan("tests/support/pdf-text.ts").tests).toEqual(["tests/functions/litters.test.ts"]);
  expect(plan("tests/cli/push.test.ts").tests).toEqual(["tests/cli/push.test.ts"]);
});

test("a changed page of the documentation is only formatted", () => {
  expect(plan("docs/limits.md")).toEqual({
    lint: [],
    format: ["docs/limits.md"],
    types: false,
    codegen: false,
    knip: false,
    related: [],
    tests: [],
    journeys: [],
    left: [],
  });
});

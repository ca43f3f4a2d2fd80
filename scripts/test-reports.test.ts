/** Tests the reports that `npm test` reads from its suites. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./setup.mjs";
import { readBrowserReport, readUnitFiles } from "./test-reports.mjs";

const unitFile = (
  file: string,
  states: Record<string, string>,
  errors: string[] = [],
  groupErrors: string[] = [],
  fileState = "passed",
) => ({
  moduleId: path.join(root, file),
  state: () => fileState,
  errors: () => errors.map((message) => ({ message })),
  children: {
    allTests: () =>
      Object.entries(states).map(([fullName, state]) => ({ fullName, result: () => ({ state }) })),
    allSuites: () => [{ errors: () => groupErrors.map((message) => ({ message })) }],
  },
});

test("unit failures have a file and a title; a file or a group that did not begin counts as one failure", () => {
  const files = [
    unitFile("domain/dogs/a.test.ts", { "dogs have names": "passed", "dogs have owners": "failed" }),
    unitFile("src/b.test.tsx", {}, ["Cannot find module\nstack"]),
    unitFile("src/c.test.tsx", { "heats have days": "skipped" }, [], ["No kennel"]),
    unitFile("src/d.test.tsx", { "litters have dams": "passed" }),
  ];
  expect(readUnitFiles(files, [])).toEqual({
    passed: 2,
    failed: [
      { file: "domain/dogs/a.test.ts", title: "dogs have owners" },
      { file: "src/b.test.tsx", title: "Cannot find module" },
      { file: "src/c.test.tsx", title: "No kennel" },
    ],
  });
});

test("an error outside of tests makes its file fail, or no file if the file is unknown", () => {
  const outside = [
    { message: "late", VITEST_TEST_PATH: path.join(root, "src/e.test.tsx") },
    { message: "lost" },
  ];
  expect(readUnitFiles([], outside)).toEqual({
    passed: 0,
    failed: [
      { file: "src/e.test.tsx", title: "outside of tests: late" },
      { file: null, title: "outside of tests: lost" },
    ],
  });
});

test("a stuck test file is ended and reported with its current position, and the other files count", async () => {
  mkdirSync(path.join(root, "test-results"), { recursive: true });
  const folder = mkdtempSync(path.join(root, "test-results", "stuck-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reporter = path.join(root, "scripts/test-reports.mjs");
  const begin = 'import { expect, it } from "vitest";\nit("goes", () => expect(1).toBe(1));\n';
  const goesRound =
    "function goesRound() { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); }\n";
  const stuck = `${goesRound}it("is stuck", () => goesRound());\n`;
  writeFileSync(path.join(folder, "quick.test.ts"), begin);
  writeFileSync(path.join(folder, "stuck.test.ts"), begin + stuck);
  writeFileSync(
    path.join(folder, "vitest.config.mjs"),
    `export default { test: { reporters: [[${JSON.stringify(reporter)}, { stuckMs: 8000 }]] } };`,
  );
  const report = path.join(folder, "report.json");
  const { stderr } = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/vitest/vitest.mjs"), ...["run", "--root", folder, "--maxWorkers=2"]],
    {
      cwd: folder,
      encoding: "utf8",
      timeout: 50_000,
      env: { ...process.env, STUDBOOK_UNIT_REPORT: report },
    },
  );
  const name = path.relative(root, path.join(folder, "stuck.test.ts"));
  expect(stderr).toContain(`Stuck: ${name}\n`);
  expect(stderr).toMatch(/goesRound .*stuck\.test\.ts:\d+/);
  expect(JSON.parse(readFileSync(report, "utf8"))).toEqual({
    passed: 1,
    failed: [{ file: name, title: "it did not end" }],
  });
});

test("browser failures have the titles of the groups around them, and the file if it is known", () => {
  const spec = (title: string, status: string) => ({ file: "a.spec.ts", title, tests: [{ status }] });
  const report = {
    suites: [
      {
        title: "a.spec.ts",
        file: "a.spec.ts",
        specs: [spec("opens", "expected"), spec("waits", "skipped")],
        suites: [{ title: "on a phone", file: "a.spec.ts", specs: [spec("fits", "unexpected")] }],
      },
    ],
    errors: [
      { message: "The setup failed\nat line 1" },
      { message: "No such export", location: { file: path.join(root, "tests/e2e/b.spec.ts") } },
    ],
  };
  expect(readBrowserReport(report)).toEqual({
    passed: 1,
    failed: [
      { file: "tests/e2e/a.spec.ts", title: "on a phone › fits" },
      { file: null, title: "The setup failed" },
      { file: "tests/e2e/b.spec.ts", title: "No such export" },
    ],
  });
});

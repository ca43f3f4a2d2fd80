/** What the end of `npm test` says: every failure by file and title, and every test that needed another try. */
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./setup.mjs";
import { readBrowserReport, readUnitReport } from "./test-reports.mjs";

test("unit failures are named by file and title, and a file that did not load counts as one", () => {
  const report = {
    numPassedTests: 1,
    testResults: [
      {
        name: path.join(root, "domain/dogs/a.test.ts"),
        status: "failed",
        assertionResults: [
          { fullName: "dogs have names", status: "passed" },
          { fullName: "dogs have owners", status: "failed" },
        ],
      },
      {
        name: path.join(root, "src/b.test.tsx"),
        status: "failed",
        message: "Cannot find module\nstack",
        assertionResults: [],
      },
      { name: path.join(root, "src/c.test.tsx"), status: "passed", assertionResults: [] },
    ],
  };
  expect(readUnitReport(report)).toEqual({
    passed: 1,
    failed: ["domain/dogs/a.test.ts: dogs have owners", "src/b.test.tsx: Cannot find module"],
    flaky: [],
  });
});

test("browser failures are named with the groups around them, and a flaky test is passed and named", () => {
  const spec = (title: string, status: string) => ({ file: "a.spec.ts", title, tests: [{ status }] });
  const report = {
    suites: [
      {
        title: "a.spec.ts",
        file: "a.spec.ts",
        specs: [spec("opens", "expected"), spec("shuts", "flaky"), spec("waits", "skipped")],
        suites: [{ title: "on a phone", file: "a.spec.ts", specs: [spec("fits", "unexpected")] }],
      },
    ],
    errors: [{ message: "The setup failed\nat line 1" }],
  };
  expect(readBrowserReport(report)).toEqual({
    passed: 2,
    failed: ["tests/e2e/a.spec.ts: on a phone › fits", "tests/e2e: The setup failed"],
    flaky: ["tests/e2e/a.spec.ts: shuts"],
  });
});

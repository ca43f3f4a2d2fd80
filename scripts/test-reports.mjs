/**
 * Reads the JSON reports of the unit and browser suites: how many tests passed and failed, and each that failed or
 * needed another try by file and title.
 */
import path from "node:path";
import { root } from "./setup.mjs";

/** @typedef {{ passed: number, failed: string[], flaky: string[] }} Outcome */

/** A line of a report: the file as the repository knows it, and the title.
 * @param {string} file @param {string} title
 */
const lineOf = (file, title) => `${path.relative(root, path.resolve(root, file))}: ${title}`;

/** Reads what Vitest reports; a file that ended before its first test counts as one failure.
 * @param {{ numPassedTests: number, testResults: { name: string, status: string, message?: string,
 *   assertionResults: { fullName: string, status: string }[] }[] }} report
 * @returns {Outcome}
 */
export function readUnitReport({ numPassedTests, testResults }) {
  const failed = testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length > 0) return tests.map((test) => lineOf(name, test.fullName));
    return status === "failed" ? [lineOf(name, message.split("\n")[0] || "the file failed as a whole")] : [];
  });
  return { passed: numPassedTests, failed, flaky: [] };
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} BrowserSpec
 * @typedef {{ title: string, file: string, specs: BrowserSpec[], suites?: BrowserSuite[] }} BrowserSuite
 */

/** Reads what Playwright reports; what failed outside tests, like a setup, counts as well.
 * @param {{ suites: BrowserSuite[], errors: { message?: string }[] }} report `file` is relative to `tests/e2e`
 * @returns {Outcome}
 */
export function readBrowserReport({ suites, errors }) {
  /** @type {Outcome} */
  const outcome = { passed: 0, failed: [], flaky: [] };
  /** @param {BrowserSuite} suite @param {string[]} titles */
  const visit = (suite, titles) => {
    for (const { file, title, tests } of suite.specs) {
      const line = lineOf(path.join("tests/e2e", file), [...titles, title].join(" › "));
      for (const { status } of tests) {
        if (status === "unexpected") outcome.failed.push(line);
        if (status === "flaky") outcome.flaky.push(line);
        if (status === "expected" || status === "flaky") outcome.passed += 1;
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of suites) visit(suite, []);
  for (const { message = "" } of errors) {
    outcome.failed.push(lineOf("tests/e2e", message.split("\n")[0] || "failed outside a test"));
  }
  return outcome;
}

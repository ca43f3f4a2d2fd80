/**
 * Reads the reports of the unit and browser suites: how many tests passed, and each that failed by file and title. This
 * file is the unit suite's reporter as well, as Vitest's own report leaves out errors outside of tests.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

/**
 * @typedef {{ file: string | null, title: string }} Failure a file as the repository knows it; null when none is known
 * @typedef {{ passed: number, failed: Failure[] }} Outcome
 */

/** @param {string} file @param {string} title @returns {Failure} */
const failureOf = (file, title) => ({ file: path.relative(root, path.resolve(root, file)), title });

/** @param {string | undefined} message */
const firstLine = (message) => message?.split("\n")[0] || "it failed without a message";

/**
 * @typedef {{ message?: string, VITEST_TEST_PATH?: string }} OutsideError an error that no test caught
 * @typedef {{ fullName: string, result: () => { state: string } }} UnitTest
 * @typedef {{ errors: () => readonly { message?: string }[] }} UnitGroup one whose setup failed has errors
 * @typedef {UnitGroup & { moduleId: string,
 *   children: { allTests: () => Iterable<UnitTest>, allSuites: () => Iterable<UnitGroup> } }} UnitFile
 */

/** Reads what Vitest tells its reporters; a file that ended before its first test counts as one failure.
 * @param {readonly UnitFile[]} files @param {readonly OutsideError[]} outside
 * @returns {Outcome}
 */
export function readUnitFiles(files, outside) {
  /** @type {Outcome} */
  const outcome = { passed: 0, failed: [] };
  for (const file of files) {
    for (const test of file.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") outcome.passed += 1;
      if (state === "failed") outcome.failed.push(failureOf(file.moduleId, test.fullName));
    }
    for (const group of [file, ...file.children.allSuites()]) {
      for (const { message } of group.errors()) {
        outcome.failed.push(failureOf(file.moduleId, firstLine(message)));
      }
    }
  }
  for (const { message, VITEST_TEST_PATH: file } of outside) {
    const title = `outside of tests: ${firstLine(message)}`;
    outcome.failed.push(file ? failureOf(file, title) : { file: null, title });
  }
  return outcome;
}

/** Where the unit suite's reporter writes its outcome. */
export const UNIT_REPORT = "STUDBOOK_UNIT_REPORT";

export default class UnitReporter {
  /** @param {readonly UnitFile[]} files @param {readonly OutsideError[]} outside */
  onTestRunEnd(files, outside) {
    const place = process.env[UNIT_REPORT];
    if (place) writeFileSync(place, JSON.stringify(readUnitFiles(files, outside)));
  }
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} BrowserSpec
 * @typedef {{ title: string, file: string, specs: BrowserSpec[], suites?: BrowserSuite[] }} BrowserSuite
 */

/** Reads what Playwright reports; what failed outside tests, like a setup, counts as well.
 * @param {{ suites: BrowserSuite[], errors: { message?: string, location?: { file: string } }[] }} report the files of
 *   its suites are relative to `tests/e2e`
 * @returns {Outcome}
 */
export function readBrowserReport({ suites, errors }) {
  /** @type {Outcome} */
  const outcome = { passed: 0, failed: [] };
  /** @param {BrowserSuite} suite @param {string[]} titles */
  const visit = (suite, titles) => {
    for (const { file, title, tests } of suite.specs) {
      for (const { status } of tests) {
        if (status === "expected") outcome.passed += 1;
        else if (status !== "skipped") {
          outcome.failed.push(failureOf(path.join("tests/e2e", file), [...titles, title].join(" › ")));
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of suites) visit(suite, []);
  for (const { message, location } of errors) {
    const title = firstLine(message);
    outcome.failed.push(location ? failureOf(location.file, title) : { file: null, title });
  }
  return outcome;
}

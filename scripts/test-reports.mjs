/**
 * Reads the reports of the unit and browser tests: how many tests passed, and the file and title of each failed
 * test. This file is also the reporter of the unit tests, because Vitest's own report leaves out errors outside of
 * tests, and Vitest waits forever for a worker that is stuck.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childProcesses } from "./processes.mjs";
import { root } from "./setup.mjs";

/**
 * @typedef {{ file: string | null, title: string }} Failure `file` is relative to the repository, or null if it is
 * unknown
 * @typedef {{ passed: number, failed: Failure[] }} Outcome
 */

/** @param {string} file @param {string} title @returns {Failure} */
const failureOf = (file, title) => ({ file: path.relative(root, path.resolve(root, file)), title });

/** The states of a file whose worker ended before the file did. */
const UNENDED = new Set(["pending", "queued"]);
/** Vitest's message when a worker ended too early. Vitest does not say which file the worker ran. */
const LOST_WORKER = "Worker forks emitted error";

/** @param {string | undefined} message */
const firstLine = (message) => message?.split("\n")[0] || "it failed without a message";

/**
 * @typedef {{ message?: string, VITEST_TEST_PATH?: string }} OutsideError an error that no test caught
 * @typedef {{ fullName: string, result: () => { state: string } }} UnitTest
 * @typedef {{ errors: () => readonly { message?: string }[] }} UnitGroup one whose setup failed has errors
 * @typedef {UnitGroup & { moduleId: string, state: () => string,
 *   children: { allTests: () => Iterable<UnitTest>, allSuites: () => Iterable<UnitGroup> } }} UnitFile
 */

/**
 * Reads the data that Vitest passes to its reporters. A file that ended before its first test counts as one
 * failure. A file that never ended also counts as one failure.
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
    if (UNENDED.has(file.state())) outcome.failed.push(failureOf(file.moduleId, "it did not end"));
  }
  const isLossKnown = files.some((file) => UNENDED.has(file.state()));
  for (const { message, VITEST_TEST_PATH: file } of outside) {
    if (isLossKnown && message?.includes(LOST_WORKER)) continue;
    const title = `outside of tests: ${firstLine(message)}`;
    outcome.failed.push(file ? failureOf(file, title) : { file: null, title });
  }
  return outcome;
}

/** The variable that names the file for the result of the unit tests' reporter. */
export const UNIT_REPORT = "STUDBOOK_UNIT_REPORT";

/** If no test has ended for this time, the running files are stuck. A test may take two minutes at most. */
const STUCK_MS = 5 * 60_000;

export default class UnitReporter {
  /** @type {Set<string>} the files that have begun and not ended */
  #running = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #untilStuck;
  #stuckMs;

  /** @param {{ stuckMs?: number }} options */
  constructor({ stuckMs = STUCK_MS } = {}) {
    this.#stuckMs = stuckMs;
  }

  /** @param {UnitFile} file */
  onTestModuleStart({ moduleId }) {
    this.#running.add(moduleId);
    this.#untilStuck ??= setTimeout(() => void this.#endWorkers(), this.#stuckMs);
    this.#untilStuck.refresh();
  }

  onTestCaseResult() {
    this.#untilStuck?.refresh();
  }

  /** @param {UnitFile} file */
  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
    this.#untilStuck?.refresh();
  }

  /** @param {readonly UnitFile[]} files @param {readonly OutsideError[]} outside */
  onTestRunEnd(files, outside) {
    clearTimeout(this.#untilStuck);
    const place = process.env[UNIT_REPORT];
    if (place) writeFileSync(place, JSON.stringify(readUnitFiles(files, outside)));
  }

  /**
   * Prints the current position of each stuck file, and ends its worker. Vitest continues with the remaining files.
   */
  async #endWorkers() {
    process.stderr.write(
      `\nStuck: ${[...this.#running].map((file) => path.relative(root, file)).join(", ")}\n`,
    );
    this.#running.clear();
    for (const { pid, command } of childProcesses(process.pid)) {
      if (!command.includes("workers/forks")) continue;
      process.stderr.write(`Process ${pid} is at\n${await stackOf(pid)}\n`);
      process.kill(pid, "SIGKILL");
    }
    this.#untilStuck?.refresh();
  }
}

/**
 * Requests the stack of a Node process. A process that does not answer is busy outside of JavaScript.
 * @param {number} pid
 * @returns {Promise<string>} a line for each function
 */
async function stackOf(pid) {
  try {
    process.kill(pid, "SIGUSR1");
    await sleep(1000);
    const signal = AbortSignal.timeout(10_000);
    const [target] = await (await fetch("http://127.0.0.1:9229/json", { signal })).json();
    const inspector = new WebSocket(target.webSocketDebuggerUrl);
    /** @type {Map<string, string>} by id of script */
    const files = new Map();
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      inspector.addEventListener("error", () => reject(new Error("The inspector hung up.")));
      inspector.addEventListener("open", () => {
        for (const [id, method] of ["Debugger.enable", "Debugger.pause"].entries()) {
          inspector.send(JSON.stringify({ id, method }));
        }
      });
      inspector.addEventListener("message", ({ data }) => {
        const { method, params } = JSON.parse(data);
        if (method === "Debugger.scriptParsed") files.set(params.scriptId, params.url);
        if (method !== "Debugger.paused") return;
        const frames = params.callFrames.map(
          (/** @type {any} */ { functionName, location: { scriptId, lineNumber } }) =>
            `  ${functionName || "(anonymous)"} ${files.get(scriptId)}:${lineNumber + 1}`,
        );
        resolve(frames.join("\n"));
      });
    });
  } catch (error) {
    return `  unknown: ${error}`;
  }
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} BrowserSpec
 * @typedef {{ title: string, file: string, specs: BrowserSpec[], suites?: BrowserSuite[] }} BrowserSuite
 */

/**
 * Reads Playwright's report. Failures outside of tests, for example in a setup, are also counted.
 * @param {{ suites: BrowserSuite[], errors: { message?: string, location?: { file: string } }[] }} report the
 *   files of its suites are relative to `tests/e2e`
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

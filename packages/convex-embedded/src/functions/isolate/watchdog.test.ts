/** Tests that a process continues after runs were stopped. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it, onTestFinished } from "vitest";

/**
 * Stops an endless run three times, beside an AsyncLocalStorage. The run starts in a separate turn or after a
 * promise.
 */
const program = (watchdog: string, begin: string) => `
  import { AsyncLocalStorage } from "node:async_hooks";
  import vm from "node:vm";
  import { runWithTimeout } from ${JSON.stringify(watchdog)};

  const storage = new AsyncLocalStorage();
  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  const endless = new vm.Script(
    "(async () => { await null; (async () => { await null; for (;;); })(); await null; })()",
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  function stop() {
    try {
      runWithTimeout(50, () => endless.runInContext(context));
    } catch (error) {
      console.log(error.code);
    }
  }
  storage.run("outer", () => undefined);
  for (let round = 0; round < 3; round += 1) {
    ${begin}
    await turn();
    console.log(await storage.run(round, async () => (await turn(), storage.getStore())));
  }
`;

it.each([
  [
    "a separate turn",
    "await new Promise((resolve) => setImmediate(() => { stop(); setImmediate(resolve); }));",
  ],
  ["a promise", "await turn(); await null; stop();"],
])("a process continues after stops of runs that began in %s", async (_, begin) => {
  const { stdout, stderr, status } = await runProgram(program(modulePath("./watchdog.ts"), begin));
  const stopped = "ERR_SCRIPT_EXECUTION_TIMEOUT";
  expect({ lines: stdout.trim().split("\n"), status }, stderr).toEqual({
    lines: [stopped, "0", stopped, "1", stopped, "2"],
    status: 0,
  });
});

/** Stops runs while they reject promises, where V8 usually loses a termination. After that they only loop. */
const rejectingProgram = (watchdog: string) => `
  import vm from "node:vm";
  import { runWithTimeout } from ${JSON.stringify(watchdog)};

  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  const rejecting = new vm.Script(\`(async () => {
    const until = Date.now() + 100;
    while (Date.now() < until) try { await Promise.reject(); } catch {}
    for (;;);
  })()\`);
  for (let round = 0; round < 6; round += 1) {
    try {
      runWithTimeout(20, () => rejecting.runInContext(context));
    } catch (error) {
      console.log(error.code);
    }
  }
`;

it("a run is stopped at a later limit when its termination was lost", async () => {
  const { stdout, stderr } = await runProgram(rejectingProgram(modulePath("./watchdog.ts")));
  expect(stdout.trim().split("\n"), stderr).toEqual(Array(6).fill("ERR_SCRIPT_EXECUTION_TIMEOUT"));
});

/** Leaves an ended run open, as a busy machine may do, then closes it and asks the thread to end. */
const lateProgram = (watchThread: string) => `
  import { CELLS, startWatchThread } from ${JSON.stringify(watchThread)};

  const ended = {};
  ended.promise = new Promise((resolve) => (ended.resolve = resolve));
  let interrupted = 0;
  const onInterrupted = () => (interrupted += 1);
  const thread = await startWatchThread({ onInterrupted, onEnded: ended.resolve });
  const keptAlive = setInterval(() => undefined, 1000);
  const until = async (is) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const number = (cell) => Atomics.load(thread.numbers, CELLS[cell]);
  await thread.watch();
  Atomics.add(thread.numbers, CELLS.run, 1);
  await until(() => number("sent") > 4);
  Atomics.add(thread.numbers, CELLS.run, 1);
  await until(() => number("arrived") === number("sent"));
  console.log("interrupted", interrupted);
  process.kill(process.pid, "SIGINT");
  await until(() => interrupted > 0);
  console.log("interrupted", interrupted);
  thread.end();
  await ended.promise;
  clearInterval(keptAlive);
  console.log("ended");
`;

it("a process survives signals that arrive after their run has ended, and distinguishes an operator's signals", async () => {
  const { stdout, stderr, status, signal } = await runProgram(lateProgram(modulePath("./watch-thread.ts")));
  expect({ lines: stdout.trim().split("\n"), status, signal }, stderr).toEqual({
    lines: ["interrupted 0", "interrupted 1", "ended"],
    status: 0,
    signal: null,
  });
});

const modulePath = (file: string) => fileURLToPath(new URL(file, import.meta.url));

async function runProgram(source: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "watchdog-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = path.join(folder, "program.mjs");
  writeFileSync(entry, source);
  const outfile = path.join(folder, "bundle.mjs");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm" });
  return spawnSync(process.execPath, [outfile], { encoding: "utf8", timeout: 50_000, killSignal: "SIGKILL" });
}

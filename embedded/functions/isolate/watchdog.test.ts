/** A process goes on after runs were stopped, whatever else in it follows asynchronous work. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it, onTestFinished } from "vitest";

/** Stops an endless run three times, begun in a turn of its own or after a promise, beside an AsyncLocalStorage. */
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
    "a turn of its own",
    "await new Promise((resolve) => setImmediate(() => { stop(); setImmediate(resolve); }));",
  ],
  ["a promise", "await turn(); await null; stop();"],
])("goes on after stops of runs that began in %s", async (_, begin) => {
  const folder = mkdtempSync(path.join(tmpdir(), "watchdog-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const watchdog = fileURLToPath(new URL("./watchdog.ts", import.meta.url));
  const entry = path.join(folder, "program.mjs");
  writeFileSync(entry, program(watchdog, begin));
  const outfile = path.join(folder, "bundle.mjs");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm" });
  const { stdout, stderr, status } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  const stopped = "ERR_SCRIPT_EXECUTION_TIMEOUT";
  expect({ lines: stdout.trim().split("\n"), status }, stderr).toEqual({
    lines: [stopped, "0", stopped, "1", stopped, "2"],
    status: 0,
  });
});

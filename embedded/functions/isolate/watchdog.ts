/**
 * Limits the time of several runs at once. Starting a watchdog costs more than a small function, so a batch
 * shares one; whatever is on the stack when it fires is gone without any of its `finally` blocks.
 */
import vm from "node:vm";

const WORK_GLOBAL = "work";
const watchedScript = new vm.Script(`${WORK_GLOBAL}()`, { filename: "embedded-watchdog.js" });

/** Runs host code under a time limit; throws ERR_SCRIPT_EXECUTION_TIMEOUT when it is over. */
export function runWithTimeout(timeoutMs: number, work: () => void): void {
  watchedScript.runInContext(watchdogContext(work), { timeout: timeoutMs });
}

let context: vm.Context | null = null;

function watchdogContext(work: () => void): vm.Context {
  context ??= vm.createContext({});
  context[WORK_GLOBAL] = work;
  return context;
}

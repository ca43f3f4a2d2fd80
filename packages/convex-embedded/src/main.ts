/**
 * The runtime's command. It starts the runtime, prints `ready ADDRESS` once it serves, and ends it properly on
 * SIGTERM or SIGINT. An error at the start is one line on standard error and exit code 1.
 */
import { parseCommandLine, readQuestion } from "./command-line.js";
import { startWatching } from "./functions/isolate/watchdog.js";
import { returnMemory } from "./operation/memory-return.js";
import { startRuntime, type Runtime } from "./runtime.js";
import { StartError } from "./start-error.js";

/**
 * After a signal the process ends at the latest after this time. No part of the runtime waits this long for its own
 * work.
 */
const GIVE_UP_AFTER_MS = 8000;

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

function refuseToStart(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else report(error);
  process.exit(1);
}

/** The last commits may not be on disk. No client got a success for them. The next start reads those that are. */
function endAtOnce(failure: Error): never {
  process.stderr.write(`${failure.message}\n`);
  process.exit(1);
}

function endOnSignal(runtime: Runtime): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref();
    runtime.close().then(
      () => process.exit(0),
      (error: unknown) => {
        report(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  startWatching(end).catch(report);
}

/** An exception in one request must not affect everybody else. It is logged, and the process continues. */
function surviveBugs(): void {
  process.on("uncaughtException", report);
  process.on("unhandledRejection", (reason, promise) => {
    // Promises of function contexts are not instances of this realm's class. The function runner handles them.
    if (promise instanceof Promise) report(reason);
  });
}

/** Whoever reads the output may end before this process. Further output is then lost without an error. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

async function run(): Promise<{ readonly origin: string }> {
  outliveReaders();
  const args = process.argv.slice(2);
  const printed = readQuestion(args);
  if (printed !== null) {
    process.stdout.write(`${printed}\n`);
    process.exit(0);
  }
  const runtime = await startRuntime({
    ...parseCommandLine(args),
    env: process.env,
    onDiskFailure: endAtOnce,
    accountsSecret: process.env["CONVEX_EMBEDDED_ACCOUNTS_SECRET"] || undefined,
  });
  surviveBugs();
  returnMemory();
  endOnSignal(runtime);
  process.stdout.write(`ready ${runtime.origin}\n`);
  return { origin: runtime.origin };
}

/** Resolves once the runtime serves. For a command that is built on this one. */
export const whenReady = run().catch(refuseToStart);

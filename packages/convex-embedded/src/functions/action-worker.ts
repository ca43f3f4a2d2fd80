/**
 * A worker thread in which actions and HTTP actions of one environment run, several in parallel. It has no state:
 * an action reads and writes through messages to the main thread, and if the thread dies, a new thread replaces it.
 */
import os from "node:os";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { BodyChannel } from "./actions/body-channel.js";
import { installFormBodies } from "./actions/form-bodies.js";
import type { ToMain, ToWorker, WorkerData } from "./actions/protocol.js";
import { installActionConsole } from "./actions/worker-console.js";
import { installActionGlobals } from "./actions/worker-globals.js";
import { Invocations } from "./actions/worker-invocations.js";
import { createModuleLoader } from "./actions/worker-modules.js";
import { installActionTimers } from "./actions/worker-timers.js";
import { loadFirst, startAction, startHttpAction, type WorkerServices } from "./actions/worker-runs.js";

if (parentPort === null) throw new Error("This file runs as a worker thread of the runtime.");
const port = parentPort;

const post = (message: ToMain, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, [...transfer]);
// Written by the action runner that started this thread.
const data = workerData as WorkerData;
const invocations = new Invocations(post);
const services: WorkerServices = {
  invocations,
  bodies: new BodyChannel(post),
  load: createModuleLoader(data),
  post,
};

// "use node" actions may calculate for a long time, so their thread gets a lower priority than others. Only Linux
// gives each thread a separate priority. 0 means the current thread.
if (data.environment === "node" && process.platform === "linux") {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;
  os.setPriority(0, Math.min(os.getPriority(0) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
}
installActionConsole(invocations, data);
installActionGlobals(invocations);
installActionTimers(invocations);
// The files of forms are stored in the data folder, beside the bundle, because the folder for temporary files may
// be in memory.
installFormBodies(path.join(path.dirname(data.isolateScriptPath), "forms"), (remove) => {
  const leftovers = invocations.get()?.leftovers;
  leftovers?.add(remove);
});

/** Ends only the action whose code threw the uncaught error. */
const failOwner = (thrown: unknown) => {
  const invocation = invocations.get();
  if (invocation === undefined) process.stderr.write(`Thrown outside of any action: ${String(thrown)}\n`);
  else invocation.fail(thrown);
};
process.on("unhandledRejection", failOwner);
process.on("uncaughtException", failOwner);

const exitThread = process.exit.bind(process);
process.exit = (code) => {
  const invocation = invocations.get();
  if (invocation === undefined) return exitThread(code);
  invocation.exit();
  throw new Error("process.exit() has ended the action");
};

loadFirst(services, data.loadFirst ?? []);
// The caller measures the time from this message on.
post({ type: "pong" });
port.on("message", (message: ToWorker) => {
  switch (message.type) {
    case "run-action":
      return void startAction(services, message);
    case "run-http":
      return void startHttpAction(services, message);
    case "abort":
      return invocations.abort(message.invocation);
    case "syscall-result":
      return invocations.answer(message.call, message.answer);
    case "ping":
      return post({ type: "pong" });
    default:
      return services.bodies.handle(message);
  }
});

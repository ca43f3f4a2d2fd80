/**
 * The `console` of actions, whose lines become the log of the action that prints. As on Convex, actions of the
 * default runtime have the same console as queries and mutations. "use node" actions have Node's console, which
 * formats values like Node. It prints tables with its `log` and traces with its `error` (get-convex/convex-backend,
 * npm-packages/node-executor/src/executor.ts, `setupConsole`).
 */
import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { installConsole } from "../isolate/bootstrap/console.js";
import { createInspect } from "../isolate/bootstrap/inspect.js";
import type { IsolateBridge } from "../isolate/bridge.js";
import { formatLogLine, formatTrace, runTimer } from "../isolate/log-lines.js";
import { createSourceFrames, type SourceFrames } from "../isolate/source-frames.js";
import type { WorkerData } from "./protocol.js";
import type { Invocations } from "./worker-invocations.js";

/** A longer text is cut off. */
const MAX_STRING_LENGTH = 32768;

export function installActionConsole(
  invocations: Invocations,
  { environment, scripts }: Pick<WorkerData, "environment" | "scripts">,
): void {
  const isNode = environment === "node";
  let frames: SourceFrames[] | undefined;
  const bridge: Pick<IsolateBridge, "log" | "trace" | "timer"> = {
    log: (level, text) => invocations.log(formatLogLine(level, text)),
    trace(text, stack) {
      frames ??= scripts.map((one) => createSourceFrames(one.scriptPath, one.placesPath, one.functionsDir));
      const places = frames.flatMap((frame) => frame.translate(stack));
      invocations.log(formatTrace(text, places));
    },
    timer(step, label, more) {
      const invocation = invocations.get();
      if (invocation !== undefined) {
        runTimer(invocation.logLines, step, label, more, isNode ? inspectAsNode : undefined);
      }
    },
  };
  installConsole(bridge, isNode ? inspectAsNode : createInspect());
  if (isNode) keepTheRest();
}

function inspectAsNode(value: unknown): string {
  return inspect(value, { maxStringLength: MAX_STRING_LENGTH, customInspect: true });
}

/** The other methods of Node's console print nothing here. */
function keepTheRest(): void {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const rest = new Console({ stdout: nowhere, stderr: nowhere });
  const { debug, error, info, log, warn, time, timeLog, timeEnd } = console;
  Object.assign(rest, { debug, error, info, log, warn, time, timeLog, timeEnd });
  Object.defineProperty(globalThis, "console", { value: rest, writable: true, configurable: true });
}

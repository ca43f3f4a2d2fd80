/**
 * Installs `console` in a function context, with the methods of Convex's console. Printed text becomes the call's
 * log lines. The context evaluates this function from its own source text, so it may use only its arguments and
 * JavaScript's built-ins.
 */
import type { IsolateBridge, LogLevel } from "../bridge.js";

export function installConsole(
  bridge: Pick<IsolateBridge, "log" | "trace" | "timer">,
  inspect: (value: unknown) => string,
): void {
  const textOf = (args: readonly unknown[]) => args.map((arg) => inspect(arg)).join(" ");
  const print =
    (level: LogLevel) =>
    (...args: unknown[]): void =>
      bridge.log(level, textOf(args));
  const timer =
    (step: "start" | "tell" | "end") =>
    (label: unknown = "default", ...args: unknown[]): void =>
      bridge.timer(step, String(label), step === "tell" ? textOf(args) : "");

  const console = {
    debug: print("DEBUG"),
    error: print("ERROR"),
    info: print("INFO"),
    log: print("LOG"),
    warn: print("WARN"),
    trace: (...args: unknown[]): void => bridge.trace(textOf(args), String(new Error().stack)),
    time: timer("start"),
    timeLog: timer("tell"),
    timeEnd: timer("end"),
  };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
}

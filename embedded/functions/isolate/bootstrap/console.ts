/**
 * Installs `console` in a function context: what it prints becomes the call's log lines. Evaluated inside the
 * context from its own source text, so it may use nothing but its argument and JavaScript's built-ins.
 */
import type { IsolateBridge, LogLevel } from "../bridge.js";

/** Installs `console` in the context that evaluates this function. */
export function installConsole(bridge: Pick<IsolateBridge, "log" | "timer">): void {
  const print =
    (level: LogLevel) =>
    (...args: unknown[]): void =>
      bridge.log(level, args);

  const console = {
    debug: print("DEBUG"),
    error: print("ERROR"),
    info: print("INFO"),
    log: print("LOG"),
    warn: print("WARN"),
    trace: print("LOG"),
    dir: (value: unknown): void => bridge.log("LOG", [value]),
    assert(condition: unknown, ...args: unknown[]): void {
      if (!condition) bridge.log("ERROR", ["Assertion failed", ...args]);
    },
    time: (label: unknown = "default"): void => bridge.timer("start", String(label), []),
    timeLog: (label: unknown = "default", ...args: unknown[]): void =>
      bridge.timer("tell", String(label), args),
    timeEnd: (label: unknown = "default"): void => bridge.timer("end", String(label), []),
    group: print("LOG"),
    groupCollapsed: print("LOG"),
    groupEnd: (): void => undefined,
    table: print("LOG"),
  };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
}

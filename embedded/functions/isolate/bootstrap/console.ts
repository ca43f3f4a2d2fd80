/**
 * Installs `console` in a function context: what it prints becomes the call's log lines. Evaluated inside the
 * context from its own source text, so it may use nothing but its argument and JavaScript's built-ins.
 */
import type { IsolateBridge, LogLevel } from "../bridge.js";

/** Installs `console` in the context that evaluates this function. */
export function installConsole(bridge: Pick<IsolateBridge, "log" | "monotonicMs">): void {
  const timers = new Map<string, number>();
  const print =
    (level: LogLevel) =>
    (...args: unknown[]): void =>
      bridge.log(level, args);

  function elapsed(label: string): string {
    const startMs = timers.get(label);
    return startMs === undefined
      ? `${label}: no such timer`
      : `${label}: ${bridge.monotonicMs() - startMs}ms`;
  }

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
    time(label: unknown = "default"): void {
      timers.set(String(label), bridge.monotonicMs());
    },
    timeLog(label: unknown = "default", ...args: unknown[]): void {
      bridge.log("INFO", [elapsed(String(label)), ...args]);
    },
    timeEnd(label: unknown = "default"): void {
      bridge.log("INFO", [elapsed(String(label))]);
      timers.delete(String(label));
    },
    group: print("LOG"),
    groupCollapsed: print("LOG"),
    groupEnd: (): void => undefined,
    table: print("LOG"),
  };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
}

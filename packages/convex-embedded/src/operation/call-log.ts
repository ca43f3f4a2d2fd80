/**
 * Writes a line of JSON to standard output for calls that have ended: `at` (ISO 8601), `level`, `kind`, `function`,
 * `ms`, and `error` and `lines` (the function's log lines) if there are any. Arguments and results are never
 * written.
 */
import type { EndedCall } from "../functions/api.js";
import { cutForLog, withoutValues } from "./log-text.js";

/** `failed` includes successful calls that logged something. */
export type LoggedCalls = "none" | "failed" | "all";

export function createCallLog(which: LoggedCalls, write: (line: string) => void) {
  return ({ kind, path, startedMs, durationMs, outcome }: EndedCall): void => {
    if (which === "none") return;
    const isError = outcome.status === "error";
    if (which === "failed" && !isError && outcome.logLines.length === 0) return;
    const line = {
      at: new Date(startedMs + durationMs).toISOString(),
      level: isError ? "error" : "info",
      kind,
      function: path,
      ms: Math.round(durationMs * 10) / 10,
      ...(isError ? { error: withoutValues(outcome.message) } : {}),
      ...(outcome.logLines.length > 0 ? { lines: outcome.logLines.map(cutForLog) } : {}),
    };
    write(`${JSON.stringify(line)}\n`);
  };
}

/**
 * Writes what a function prints as log lines in Convex's form: `[LOG] 'text' 1`. A line, and all lines of a
 * call together, are bounded like Convex bounds them.
 */
import { inspect } from "node:util";
import type { LogLevel } from "./bridge.js";

/** Convex's limits: bytes of one line and lines of one call. */
const MAX_LINE_LENGTH = 32_768;
const MAX_LINES = 256;

/** Formats one call of a console method. */
export function formatLogLine(level: LogLevel, args: readonly unknown[]): string {
  const text = args
    .map((arg) => inspect(arg, { depth: 6, maxStringLength: MAX_LINE_LENGTH, breakLength: 100 }))
    .join(" ");
  const line = `[${level}] ${text}`;
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)} (truncated due to length)` : line;
}

/** Adds a line, or the one remark that there were too many. */
export function appendLogLine(lines: string[], line: string): void {
  if (lines.length < MAX_LINES) lines.push(line);
  else if (lines.length === MAX_LINES) {
    lines.push(`[WARN] Log overflow (maximum ${MAX_LINES}). Remaining log lines omitted.`);
  }
}

/**
 * Writes what a function prints as log lines in Convex's form: `[LOG] 'text' 1`. A line, and all lines of a
 * call together, are bounded like Convex bounds them.
 */
import { inspect } from "node:util";
import { MAX_LOG_LINE_BYTES, MAX_LOG_LINES } from "../limits.js";
import type { LogLevel } from "./bridge.js";

/** Formats one call of a console method. */
export function formatLogLine(level: LogLevel, args: readonly unknown[]): string {
  const text = args
    .map((arg) => inspect(arg, { depth: 6, maxStringLength: MAX_LOG_LINE_BYTES, breakLength: 100 }))
    .join(" ");
  return `[${level}] ${cut(text)}`;
}

/** Cuts a text to the bytes that one line may have, between two characters. */
function cut(text: string): string {
  // No character takes more than three bytes for each of its code units.
  if (text.length * 3 <= MAX_LOG_LINE_BYTES) return text;
  const bytes = Buffer.from(text.slice(0, MAX_LOG_LINE_BYTES + 1));
  if (bytes.length <= MAX_LOG_LINE_BYTES) return text;
  let end = MAX_LOG_LINE_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString()} (truncated due to length)`;
}

/** Adds a line, or the one remark that there were too many. */
export function appendLogLine(lines: string[], line: string): void {
  if (lines.length < MAX_LOG_LINES - 1) lines.push(line);
  else if (lines.length === MAX_LOG_LINES - 1) {
    lines.push(`[ERROR] Log overflow (maximum ${MAX_LOG_LINES}). Remaining log lines omitted.`);
  }
}

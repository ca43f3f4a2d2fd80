/**
 * Formats a function's printed text as log lines in Convex's format: `[LOG] 'text' 1`. A line, and all lines of a
 * call together, are limited as in Convex.
 */
import { MAX_LOG_LINE_BYTES, MAX_LOG_LINES } from "../limits.js";
import type { LogLevel } from "./bridge.js";

export function formatLogLine(level: LogLevel, text: string): string {
  return `[${level}] ${cut(text)}`;
}

/** Each stack frame is on a separate line. */
export function formatTrace(text: string, frames: readonly string[]): string {
  return formatLogLine("LOG", [text, ["", ...frames, ""].join("\n")].filter((part) => part !== "").join(" "));
}

/** A character is never split. */
function cut(text: string): string {
  // A UTF-16 code unit needs at most three bytes.
  if (text.length * 3 <= MAX_LOG_LINE_BYTES) return text;
  const bytes = Buffer.from(text.slice(0, MAX_LOG_LINE_BYTES + 1));
  if (bytes.length <= MAX_LOG_LINE_BYTES) return text;
  let end = MAX_LOG_LINE_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString()} (truncated due to length)`;
}

/** If there are too many lines, adds one message about that instead. */
export function appendLogLine(lines: string[], line: string): void {
  if (lines.length < MAX_LOG_LINES - 1) lines.push(line);
  else if (lines.length === MAX_LOG_LINES - 1) {
    lines.push(`[ERROR] Log overflow (maximum ${MAX_LOG_LINES}). Remaining log lines omitted.`);
  }
}

/** By label. Stored with the call's log lines, because contexts and workers serve many calls. */
const timersOf = new WeakMap<string[], Map<string, number>>();

/**
 * Implements console.time(), timeLog() and timeEnd() with Convex's messages. `write` formats values, and `more` is
 * appended.
 */
export function runTimer(
  lines: string[],
  step: "start" | "tell" | "end",
  label: string,
  more: string,
  write: (words: string) => string = (words) => words,
): void {
  const timers = timersOf.get(lines) ?? new Map<string, number>();
  timersOf.set(lines, timers);
  const startMs = timers.get(label);
  const warn = (problem: string) =>
    appendLogLine(lines, formatLogLine("WARN", write(`Timer '${label}' ${problem}`)));
  if (step === "start") {
    if (startMs === undefined) timers.set(label, performance.now());
    else warn("already exists");
    return;
  }
  if (startMs === undefined) return warn("does not exist");
  if (step === "end") timers.delete(label);
  const elapsedMs = Math.round(performance.now() - startMs);
  const told = write(`${label}: ${elapsedMs}ms`);
  appendLogLine(lines, formatLogLine("INFO", more === "" ? told : `${told} ${more}`));
}

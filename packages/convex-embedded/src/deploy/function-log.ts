/**
 * The recent calls of functions, for `convex logs` and `convex dev`, limited in number and size. A reader can wait
 * for the next call. Arguments and results are not stored, and nothing survives a restart.
 */
import { randomUUID } from "node:crypto";
import type { EndedCall } from "../functions/api.js";
import { withoutValues } from "../operation/log-text.js";
import { canonicalPath, storedPath } from "../functions/paths.js";

const MAX_ENTRIES = 1000;
const MAX_CHARACTERS = 2 << 20;
const LONGEST_WAIT_MS = 30_000;

interface Entry {
  /** Increases with every entry, also across restarts, because it is close to the clock in milliseconds. */
  readonly cursor: number;
  readonly kind: EndedCall["kind"];
  readonly path: string;
  readonly endedMs: number;
  readonly durationMs: number;
  readonly logLines: readonly string[];
  readonly error: string | null;
  readonly characters: number;
}

export class FunctionLog {
  private entries: Entry[] = [];
  private characters = 0;
  private readonly waiters = new Set<() => void>();
  private lastCursor = 0;

  readonly add = ({ kind, path, startedMs, durationMs, outcome }: EndedCall): void => {
    const { logLines } = outcome;
    const error = outcome.status === "error" ? withoutValues(outcome.message) : null;
    let characters = error?.length ?? 0;
    for (const line of logLines) characters += line.length;
    const endedMs = startedMs + durationMs;
    this.lastCursor = Math.max(endedMs, this.lastCursor + 1);
    this.entries.push({
      cursor: this.lastCursor,
      ...{ kind, path, endedMs, durationMs, logLines, error, characters },
    });
    this.characters += characters;
    if (this.entries.length > 2 * MAX_ENTRIES || this.characters > 2 * MAX_CHARACTERS) this.forgetOldest();
    for (const wake of [...this.waiters]) wake();
  };

  /** Waits until there is a call or the waiting time is over. */
  async entriesAfter(cursor: number, signal: AbortSignal) {
    if (cursor > 0 && this.lastCursor <= cursor) await this.nextEntry(signal);
    const entries = this.entries.filter((entry) => entry.cursor > cursor);
    return {
      entries: entries.map(completion),
      newCursor: entries.at(-1)?.cursor ?? (cursor || Math.max(Date.now(), this.lastCursor)),
    };
  }

  /** Removes half of the entries, so that this seldom happens. */
  private forgetOldest(): void {
    let first = Math.max(0, this.entries.length - MAX_ENTRIES);
    for (const { characters } of this.entries.slice(0, first)) this.characters -= characters;
    for (; this.characters > MAX_CHARACTERS && first < this.entries.length; first += 1) {
      this.characters -= this.entries[first]?.characters ?? 0;
    }
    this.entries = this.entries.slice(first);
  }

  private nextEntry(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, LONGEST_WAIT_MS);
      timer.unref();
      const { waiters } = this;
      function end(): void {
        clearTimeout(timer);
        waiters.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      }
      waiters.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}

function completion({ kind, path, endedMs, durationMs, logLines, error }: Entry) {
  return {
    kind: "Completion",
    udfType: kind,
    identifier: kind === "HttpAction" ? path : storedPath(canonicalPath(path)),
    logLines: logLines.map((line) => structuredLine(line, endedMs)),
    timestamp: endedMs / 1000,
    executionTime: durationMs / 1000,
    cachedResult: false,
    success: error === null ? {} : null,
    error,
    requestId: randomUUID(),
    executionId: randomUUID(),
  };
}

/** Log lines are kept as `[LEVEL] text`. */
function structuredLine(line: string, timestamp: number) {
  const [, level = "LOG", text = line] = /^\[([A-Z]+)\] ([\s\S]*)$/.exec(line) ?? [];
  return { messages: [text], level, timestamp, isTruncated: false };
}

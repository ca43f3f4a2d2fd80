/**
 * What functions did lately, for `convex logs` and `convex dev`: a bounded number of calls in memory, and a wait
 * for the next one. Nothing here survives a restart.
 */
import { randomUUID } from "node:crypto";
import type { EndedCall } from "../functions/live-runner.js";
import { canonicalPath, storedPath } from "../functions/paths.js";

const MAX_ENTRIES = 1000;
/** As long as a reader may wait for something to happen. */
const LONGEST_WAIT_MS = 30_000;

interface Entry {
  /** Rises with every entry; close to the clock in milliseconds, so that it also rises across restarts. */
  readonly cursor: number;
  readonly call: EndedCall;
}

export class FunctionLog {
  private readonly entries: Entry[] = [];
  private readonly waiters = new Set<() => void>();
  private lastCursor = 0;

  /** Takes down a call that has ended. */
  readonly add = (call: EndedCall): void => {
    this.lastCursor = Math.max(Date.now(), this.lastCursor + 1);
    this.entries.push({ cursor: this.lastCursor, call });
    if (this.entries.length > MAX_ENTRIES) this.entries.splice(0, MAX_ENTRIES / 10);
    for (const wake of [...this.waiters]) wake();
  };

  /** Answers what has ended after a cursor, as soon as there is something or the wait is over. */
  async entriesAfter(cursor: number, signal: AbortSignal) {
    if (cursor > 0 && this.lastCursor <= cursor) await this.nextEntry(signal);
    const entries = this.entries.filter((entry) => entry.cursor > cursor);
    return {
      entries: entries.map(({ call }) => completion(call)),
      newCursor: entries.at(-1)?.cursor ?? (cursor || Math.max(Date.now(), this.lastCursor)),
    };
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

function completion({ kind, path, startedMs, durationMs, outcome }: EndedCall) {
  const timestamp = (startedMs + durationMs) / 1000;
  return {
    kind: "Completion",
    udfType: kind,
    identifier: storedPath(canonicalPath(path)),
    logLines: outcome.logLines.map((line) => structuredLine(line, timestamp * 1000)),
    timestamp,
    executionTime: durationMs / 1000,
    cachedResult: false,
    success: outcome.status === "success" ? {} : null,
    error: outcome.status === "success" ? null : outcome.message,
    requestId: randomUUID(),
    executionId: randomUUID(),
  };
}

/** Log lines are kept as `[LEVEL] text`. */
function structuredLine(line: string, timestamp: number) {
  const [, level = "LOG", text = line] = /^\[([A-Z]+)\] ([\s\S]*)$/.exec(line) ?? [];
  return { messages: [text], level, timestamp, isTruncated: false };
}

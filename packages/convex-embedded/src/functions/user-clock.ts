/**
 * Measures the time that one call spends in the developer's own code, including nested calls. The clock is stopped
 * while the runtime works for the call. It is read when user code makes a request and when it ends. A watchdog
 * stops code that does neither. On a busy machine a call does not lose time: it has used up its time when both the
 * real time and the processor time of this process exceed the limit, or when the real time is a multiple of the
 * limit.
 */
import type { UncaughtError } from "../errors.js";
import { MAX_SYSTEM_TIME_MS } from "./limits.js";

/** User code cannot catch this. */
export class UserTimeout extends Error {
  override readonly name = "UserTimeout";
}

/** After this multiple of its limit a call ends, whatever the processor time is. */
export const WALL_CLOCK_FACTOR = 10;

/** Includes all threads of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Reading the processor time takes as long as a small function, so calls that begin soon after each other share one
 * reading.
 */
const READ_AGAIN_MS = 5;
let lastReading = { atMs: -Infinity, processorMs: 0 };

/** The time may be a few milliseconds old. */
function processorStartMs(nowMs: number): number {
  const age = nowMs - lastReading.atMs;
  if (age < 0 || age > READ_AGAIN_MS) lastReading = { atMs: nowMs, processorMs: processorMs() };
  return lastReading.processorMs;
}

export class UserClock {
  #usedMs = 0;
  #sinceMs: number | null = null;
  #processorStartMs: number | null = null;

  constructor(private readonly limitMs: number) {}

  enter(): void {
    const nowMs = performance.now();
    this.#processorStartMs ??= processorStartMs(nowMs);
    this.#sinceMs = nowMs;
  }

  /** Called when the runtime begins to work for the call, or the call has ended. */
  leave(): void {
    if (this.#sinceMs === null) return;
    this.#usedMs += performance.now() - this.#sinceMs;
    this.#sinceMs = null;
  }

  /** The time until user code last made a request or ended. */
  get usedMs(): number {
    return this.#usedMs;
  }

  /** Also true if the code was stopped before its clock was read. */
  get isOver(): boolean {
    if (!this.hasUsedItsTime) return false;
    return this.#wallMs > WALL_CLOCK_FACTOR * this.limitMs || this.#processorMs > this.limitMs;
  }

  /** For a call that a watchdog stopped. Returns false if the runtime used most of the time. */
  get hasUsedItsTime(): boolean {
    return this.#wallMs > this.limitMs;
  }

  get #wallMs(): number {
    return this.#usedMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs);
  }

  /** Also contains other work of the process at the same time. */
  get #processorMs(): number {
    return this.#processorStartMs === null ? 0 : processorMs() - this.#processorStartMs;
  }

  timeoutError(): UncaughtError {
    const message = this.hasUsedItsTime
      ? `Function execution timed out (maximum duration: ${this.limitMs / 1000}s)`
      : "Your request timed out performing too many system operations.";
    return { message, frames: [], isTimeout: true };
  }
}

/** A shared watchdog waits this much longer than the calls' own time, for their requests to the runtime. */
const SHARED_SLACK_MS = 50;

/** For all calls with a shared watchdog together. A call that takes longer runs again alone. */
export function sharedTimeoutMs(userTimeMs: number): number {
  return userTimeMs + SHARED_SLACK_MS;
}

/** For a call with its own watchdog. */
export function ownTimeoutMs(userTimeMs: number, systemTimeMs = MAX_SYSTEM_TIME_MS): number {
  return userTimeMs + systemTimeMs;
}

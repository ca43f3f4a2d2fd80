/**
 * Frees memory that calls have allocated and no longer use. V8 collects garbage only when it needs room, so the
 * process keeps the memory of one query while it is mostly idle. This module collects it when no calls run. In a
 * busy process V8 does so itself.
 */
import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface MemoryReturnOptions {
  readonly everyMs?: number;
  /** The bytes on the heap and of buffers outside it. */
  readonly used?: () => number;
  readonly collect?: () => void;
  readonly isQuiet?: () => boolean;
}

const EVERY_MS = 5000;
/** Collecting blocks all other work for some 50 ms, so there must be at least this much to free. */
const WORTHWHILE_BYTES = 128 << 20;
const QUIET_SHARE = 0.1;

/** The returned function stops this. */
export function returnMemory(options: MemoryReturnOptions = {}): () => void {
  const { everyMs = EVERY_MS, used = usedBytes, collect = collectGarbage, isQuiet = quietMeter() } = options;
  let keptBytes = used();
  const timer = setInterval(() => {
    const bytes = used();
    // V8 has collected garbage since the last check.
    keptBytes = Math.min(keptBytes, bytes);
    if (!isQuiet() || bytes < keptBytes + WORTHWHILE_BYTES) return;
    collect();
    keptBytes = used();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  return heap + buffers;
}

function quietMeter(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization < QUIET_SHARE;
  };
}

let collector: (() => void) | undefined;

/** Works even if Node was started without --expose-gc. */
export function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString("--expose-gc");
    // Only a context that is created after the flag was set has `gc`.
    collector = runInNewContext("gc") as () => void;
    setFlagsFromString("--no-expose-gc");
  }
  collector();
}

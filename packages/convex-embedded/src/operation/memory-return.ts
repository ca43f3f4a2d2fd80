/**
 * Frees what a call has allocated and is no longer used. V8 collects garbage when it needs room, so the memory of
 * one query stays with the process as long as little else happens. In a quiet moment it is collected; a busy
 * process does so by itself.
 */
import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface MemoryReturnOptions {
  readonly everyMs?: number;
  /** Bytes on the heap and of buffers outside it. */
  readonly used?: () => number;
  readonly collect?: () => void;
  /** Whether little has happened since the last check. */
  readonly isQuiet?: () => boolean;
}

const EVERY_MS = 5000;
/** Collecting blocks everybody for some 50 ms, so there must be enough to gain. */
const WORTHWHILE_BYTES = 128 << 20;
const QUIET_SHARE = 0.1;

/** Manages the memory of this process until it is told to stop. */
export function returnMemory(options: MemoryReturnOptions = {}): () => void {
  const { everyMs = EVERY_MS, used = usedBytes, collect = collectGarbage, isQuiet = quietMeter() } = options;
  let keptBytes = used();
  const timer = setInterval(() => {
    const bytes = used();
    // V8 has collected meanwhile.
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

/** Collects all garbage of this thread, whatever the flags that Node was started with. */
export function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString("--expose-gc");
    // A context that is made from now on has the function.
    collector = runInNewContext("gc") as () => void;
    setFlagsFromString("--no-expose-gc");
  }
  collector();
}

/** Tests that memory of ended calls is freed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getHeapStatistics } from "node:v8";
import { collectGarbage, returnMemory } from "./memory-return.js";

const MEBIBYTE = 1 << 20;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The test sets the size of the heap. Memory in use remains when it is collected. */
function watch() {
  const heap = { used: 50 * MEBIBYTE, held: 50 * MEBIBYTE, isQuiet: true };
  const collect = vi.fn(() => void (heap.used = heap.held));
  const stop = returnMemory({ everyMs: 1000, used: () => heap.used, collect, isQuiet: () => heap.isQuiet });
  return { heap, collect, stop };
}

test("memory of one call is collected once no calls run", () => {
  const { heap, collect } = watch();
  heap.used = 1000 * MEBIBYTE;
  heap.isQuiet = false;
  vi.advanceTimersByTime(5000);
  expect(collect).not.toHaveBeenCalled();
  heap.isQuiet = true;
  vi.advanceTimersByTime(1000);
  expect(heap.used).toBe(50 * MEBIBYTE);
});

test("little garbage, and memory in use, are not collected repeatedly", () => {
  const { heap, collect } = watch();
  heap.used = 150 * MEBIBYTE;
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
  heap.used = heap.held = 400 * MEBIBYTE;
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

test("nothing is checked after the watch was stopped", () => {
  const { heap, collect, stop } = watch();
  stop();
  heap.used = 1000 * MEBIBYTE;
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
});

/** Measures while this many bytes are allocated. Afterwards they can be collected. */
function withTaken(bytes: number, measure: () => number): number {
  const taken = new Array<number>(bytes / 8).fill(1.5);
  const measured = measure();
  return taken.length > 0 ? measured : 0;
}

test("garbage is collected without any flag of Node's", () => {
  const used = () => getHeapStatistics().used_heap_size;
  collectGarbage();
  const before = used();
  expect(withTaken(64 * MEBIBYTE, used)).toBeGreaterThan(before + 60 * MEBIBYTE);
  collectGarbage();
  expect(used()).toBeLessThan(before + 20 * MEBIBYTE);
});

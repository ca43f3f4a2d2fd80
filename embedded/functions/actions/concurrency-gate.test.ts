/** As many as allowed run, the next wait their turn in order, and nobody waits for ever or in a queue without end. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConcurrencyGate } from "./concurrency-gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REFUSAL = {
  code: "TooManyConcurrentRequests",
  message: "Too many concurrent requests. Your backend is limited to 2 concurrent actions.",
};
const open = () => new ConcurrencyGate({ limit: 2, waitMs: 1000, maxWaiting: 2 });

test("two run at a time, and others take their places in order", async () => {
  const gate = open();
  await gate.enter();
  await gate.enter();
  const admitted: string[] = [];
  const third = gate.enter().then(() => admitted.push("third"));
  const fourth = gate.enter().then(() => admitted.push("fourth"));
  await Promise.resolve();
  expect(admitted).toEqual([]);
  gate.leave();
  await third;
  expect(admitted).toEqual(["third"]);
  gate.leave();
  await fourth;
  gate.leave();
  gate.leave();
  await gate.enter();
});

test("who waited to the end of the time is refused, and takes nobody's place", async () => {
  const gate = open();
  await gate.enter();
  await gate.enter();
  const late = gate.enter();
  vi.advanceTimersByTime(1000);
  expect(await late).toEqual(REFUSAL);
  gate.leave();
  expect(await gate.enter()).toBeNull();
});

test("who finds the queue full is refused at once", async () => {
  const gate = open();
  for (let i = 0; i < 2; i += 1) await gate.enter();
  const waiting = [gate.enter(), gate.enter()];
  expect(await gate.enter()).toEqual(REFUSAL);
  gate.leave();
  gate.leave();
  expect(await Promise.all(waiting)).toEqual([null, null]);
});

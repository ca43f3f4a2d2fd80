/**
 * How fast responses are sent: a burst immediately, more at the rate of its address, and never at the expense of
 * another address.
 */
import { expect, test } from "vitest";
import { Flow } from "./flow.js";

function flowOf(bytesPerSecond: number, burstBytes: number) {
  let nowMs = 0;
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(Math.round(ms)));
  const flow = new Flow({ bytesPerSecond, burstBytes, now: () => nowMs, wait });
  return { flow, waits, pass: (ms: number) => (nowMs += ms) };
}

test("what one address asks for at once goes at once up to its burst", async () => {
  const { flow, waits } = flowOf(100, 1000);
  for (let chunk = 0; chunk < 10; chunk += 1) await flow.take("one", 100);
  expect(waits).toEqual([]);
});

test("more goes at the rate of the address, whatever number of answers share it, and nobody else waits", async () => {
  const { flow, waits, pass } = flowOf(100, 1000);
  await flow.take("one", 1000);
  await flow.take("one", 50);
  await flow.take("one", 50);
  expect(waits).toEqual([500, 1000]);
  await flow.take("another", 1000);
  pass(2000);
  await flow.take("one", 100);
  expect(waits).toEqual([500, 1000]);
});

test("addresses that were here and left take no memory", async () => {
  const { flow, pass, waits } = flowOf(100, 1000);
  for (let client = 0; client < 5000; client += 1) {
    await flow.take(`client ${client}`, 500);
    pass(10);
  }
  expect(flow.size).toBeLessThanOrEqual(1000);
  await flow.take("client 4999", 1000);
  expect(waits).toHaveLength(1);
});

/** Tests the speed of responses. */
import { expect, test } from "vitest";
import { Flow } from "./flow.js";

function flowOf(bytesPerSecond: number, burstBytes: number) {
  let nowMs = 0;
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(Math.round(ms)));
  const flow = new Flow({ bytesPerSecond, burstBytes, now: () => nowMs, wait });
  return { flow, waits, pass: (ms: number) => (nowMs += ms) };
}

test("responses to one address are sent immediately up to its burst", async () => {
  const { flow, waits } = flowOf(100, 1000);
  for (let chunk = 0; chunk < 10; chunk += 1) await flow.take("one", 100);
  expect(waits).toEqual([]);
});

test("further responses are sent at the rate of the address, whatever their number, and other addresses do not wait", async () => {
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

test("addresses that have disconnected use no memory", async () => {
  const { flow, pass, waits } = flowOf(100, 1000);
  for (let client = 0; client < 5000; client += 1) {
    await flow.take(`client ${client}`, 500);
    pass(10);
  }
  expect(flow.size).toBeLessThanOrEqual(1000);
  await flow.take("client 4999", 1000);
  expect(waits).toHaveLength(1);
});

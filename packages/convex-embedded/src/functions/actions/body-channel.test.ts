/** Tests byte streams over a message port. */
import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { BodyChannel, type BodyMessage } from "./body-channel.js";

const ports: { close(): void }[] = [];

afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function connect(): { here: BodyChannel; there: BodyChannel } {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const here = new BodyChannel((message, transfer) => port1.postMessage(message, [...transfer]));
  const there = new BodyChannel((message, transfer) => port2.postMessage(message, [...transfer]));
  port1.on("message", (message: BodyMessage) => here.handle(message));
  port2.on("message", (message: BodyMessage) => there.handle(message));
  return { here, there };
}

test("the channel carries every byte in order, in any size", async () => {
  const { here, there } = connect();
  const bytes = Uint8Array.from({ length: 1_000_003 }, (_, at) => (at * 7) % 251);
  const sent = here.send("body", new Blob([bytes]).stream());
  const received = await new Response(there.receive("body")).arrayBuffer();
  await sent;
  expect(Buffer.from(received).equals(bytes)).toBe(true);
});

test("the channel leaves the sender's memory of a chunk unchanged", async () => {
  const { here, there } = connect();
  const whole = new Uint8Array([1, 2, 3, 4]);
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue(whole.subarray(1, 3));
      controller.close();
    },
  });
  void here.send("body", source);
  const received = await new Response(there.receive("body")).arrayBuffer();
  expect(new Uint8Array(received)).toEqual(new Uint8Array([2, 3]));
  expect(whole).toEqual(new Uint8Array([1, 2, 3, 4]));
});

test("the channel requests a chunk from the sender only when the reader wants it", async () => {
  const { here, there } = connect();
  let made = 0;
  const source = new ReadableStream(
    { pull: (controller) => controller.enqueue(new Uint8Array([made++])) },
    { highWaterMark: 0 },
  );
  void here.send("body", source);
  const reader = there.receive("body").getReader();
  await reader.read();
  await reader.read();
  expect(made).toBe(2);
});

test("the channel reports a failed sender to the reader", async () => {
  const { here, there } = connect();
  const sent = here.send("body", new ReadableStream({ pull: () => Promise.reject(new Error("disk gone")) }));
  await expect(new Response(there.receive("body")).text()).rejects.toThrow("disk gone");
  await sent;
});

test("the channel reports a disconnected reader to the sender", async () => {
  const { here, there } = connect();
  let isCancelled = false;
  const source = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => void (isCancelled = true),
  });
  const sent = here.send("body", source);
  const reader = there.receive("body").getReader();
  await reader.read();
  await reader.cancel();
  await sent;
  expect(isCancelled).toBe(true);
});

test("the channel cancels open work when the other side has disconnected", async () => {
  const { here, there } = connect();
  const sent = here.send("there", new ReadableStream());
  const reading = new Response(here.receive("here")).text();
  here.abandon("the worker is gone");
  there.abandon("the worker is gone");
  await expect(reading).rejects.toThrow("the worker is gone");
  await sent;
});

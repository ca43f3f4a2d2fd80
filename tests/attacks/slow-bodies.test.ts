/** Tests bodies that are never complete, at an address that anybody may write to. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { headOf, open, type Connection } from "./connections";

/** More than the number of HTTP actions that may run at a time. */
const ATTACKERS = 80;
const LENGTH = 400_000;

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
});
afterAll(() => runtime.stop());

/** Has the form of a signature, so that the webhook reads the body. */
const SIGNED = { "Stripe-Signature": `t=1700000000,v1=${"a".repeat(64)}` };

/** Each event has its own address, and only a part of it is sent. */
const beginEvents = (headers = headOf("/api/billing/webhook", LENGTH, SIGNED)): Promise<Connection[]> =>
  Promise.all(
    Array.from({ length: ATTACKERS }, (_, at) =>
      open(runtime.port, `127.0.1.${at + 1}`, `${headers}${"x".repeat(20_000)}`),
    ),
  );

const ask = async () => {
  const response = await fetch(`${runtime.origin}/api/openapi.json`);
  await response.text();
  return response.status;
};

test("every other HTTP action gets a response while slow bodies arrive", async () => {
  const events = await beginEvents();
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(200));
  for (const { socket } of events) socket.destroy();
});

test("connections that are cut, however often, keep no place and cause no error", async () => {
  for (let round = 0; round < 3; round += 1) {
    const events = await beginEvents();
    expect(await ask()).toBe(200);
    for (const { socket } of events) socket.resetAndDestroy();
  }
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(200));
  expect(runtime.errors()).toBe("");
});

test("bodies of unknown length leave room for every other HTTP action", async () => {
  const head = [
    "POST /api/billing/webhook HTTP/1.1",
    "Host: studbook.test",
    "Transfer-Encoding: chunked",
    `Stripe-Signature: ${SIGNED["Stripe-Signature"]}`,
    "\r\n",
  ].join("\r\n");
  const events = await beginEvents(`${head}4e20\r\n`);
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill(200));
  for (const { socket } of events) socket.destroy();
});

test("a large body is refused before it arrives by an action that can refuse it", async () => {
  const announced = await open(
    runtime.port,
    "127.0.2.1",
    headOf("/api/billing/webhook", 600_000_000, SIGNED),
  );
  expect(await announced.until("\r\n\r\n")).toContain("413");
  const restore = await open(
    runtime.port,
    "127.0.2.1",
    headOf("/api/backups/restore", 400_000_000, { "Content-Type": "multipart/form-data; boundary=x" }),
  );
  expect(await restore.until("\r\n\r\n")).toContain("401");
});

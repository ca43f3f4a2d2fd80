/** Tests bodies in pieces of one byte, each of which costs as much as thousands of bytes. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";
import { open } from "./connections";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks", accounts: true });
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

const MANY = 260_000;

const head = (method: string, path: string, type = "application/json") =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: studbook.test",
    "Transfer-Encoding: chunked",
    `Content-Type: ${type}`,
    "\r\n",
  ].join("\r\n");
const inPieces = (body: string, bytes: number): string => {
  const pieces: string[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const piece = body.slice(at, at + bytes);
    pieces.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  return `${pieces.join("")}0\r\n\r\n`;
};
const query = (board: string) => JSON.stringify({ path: "notes:newest", args: { board }, format: "json" });
const TINY = inPieces(query("x".repeat(MANY - query("").length)), 1);
const REFUSAL = /^HTTP\/1\.1 400 .*"code":"TooManyPieces"/s;

test.each([
  ["a query", "POST", "/api/query"],
  ["an account", "POST", "/api/auth/sign-in/email"],
  ["an HTTP action", "POST", "/echo"],
])(
  "tiny pieces sent to %s are refused with a message before the body is complete, and other clients get responses",
  async (...given) => {
    const [, method, path] = given;
    const attackers = await Promise.all(
      Array.from({ length: 4 }, () => open(runtime.port, "127.0.1.1", head(method, path) + TINY)),
    );
    let isOver = false;
    const ended = Promise.all(attackers.map((attacker) => attacker.ended)).finally(() => (isOver = true));
    const others = [];
    while (!isOver)
      others.push((await call(runtime.origin, "query", "notes:newest", { board: "mine" })).status);
    const endings = await ended;
    expect(endings.filter((text) => REFUSAL.test(text)).length).toBeGreaterThan(0);
    for (const text of endings) expect(text).not.toContain("HTTP/1.1 200");
    expect(new Set(others)).toEqual(new Set([200]));
  },
);

test.each([
  ["a page that reads no body", "GET", "/version"],
  ["an unknown path", "POST", "/nothing"],
  ["an upload without a token", "POST", "/api/storage/upload?token=none"],
])("tiny pieces sent to %s end with their connection", async (_what, method, path) => {
  const { ended } = await open(runtime.port, "127.0.1.2", head(method, path) + TINY);
  expect(await ended).toContain("HTTP/1.1");
});

test("a long body in lines, and a short body in single bytes, are accepted", async () => {
  const lines = await open(
    runtime.port,
    "127.0.1.3",
    head("POST", "/echo") + inPieces("x".repeat(400_000), 40),
  );
  expect(await lines.until("xxx")).toContain("HTTP/1.1 200");
  const bytes = await open(runtime.port, "127.0.1.3", head("POST", "/api/query") + inPieces(query("a"), 1));
  expect(await bytes.until('"status"')).toContain("HTTP/1.1 200");
  for (const { socket } of [lines, bytes]) socket.destroy();
});

test("a client that was disconnected may connect again, even from the same address", async () => {
  const attacker = await open(runtime.port, "127.0.1.4", head("POST", "/api/query") + TINY);
  expect(await attacker.ended).toMatch(REFUSAL);
  const body = query("a");
  const back = await open(
    runtime.port,
    "127.0.1.4",
    `${head("POST", "/api/query")}${inPieces(body, body.length)}`,
  );
  expect(await back.until('"status"')).toContain("HTTP/1.1 200");
  back.socket.destroy();
});

test("another client behind the same address is not delayed, and its requests are served in turn", async () => {
  const address = "127.0.1.5";
  const idle = await Promise.all(Array.from({ length: 100 }, () => open(runtime.port, address, "")));
  const live = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`, {
    localAddress: address,
  });
  await once(live, "open");
  const attacker = await open(runtime.port, address, head("POST", "/api/query") + TINY);
  expect(await attacker.ended).toMatch(REFUSAL);
  let isInTurn = false;
  const last = idle.at(-1);
  void last?.until("HTTP/1.1 200").then(() => (isInTurn = true));
  last?.socket.write("GET /version HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
  live.ping();
  await once(live, "pong");
  expect(isInTurn).toBe(false);
  await vi.waitFor(() => expect(isInTurn).toBe(true), { timeout: 60_000 });
  live.terminate();
  for (const { socket } of idle) socket.destroy();
}, 90_000);

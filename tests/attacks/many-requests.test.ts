/** Tests endless requests and calls from one address. */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REQUEST_BURST } from "../../packages/convex-embedded/src/http/limits";
import { startRuntime, type Runtime } from "../support/runtime";
import { post } from "./calls";
import { open } from "./connections";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "tests/fixtures/attacks",
    extraArguments: ["--trusted-proxies", "loopback"],
  });
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

const get = (from: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: studbook.test\r\nX-Forwarded-For: ${from}\r\n\r\n`;
const add = (from: string) =>
  post(
    runtime.origin,
    "/api/mutation",
    JSON.stringify({ path: "notes:add", args: { board: "mine", text: "x" }, format: "json" }),
    { "x-forwarded-for": from },
  );

test("a connection that sends far more requests than its address may send is closed, and other clients get responses", async () => {
  const attacker = await open(
    runtime.port,
    "127.0.0.1",
    get("192.0.2.1", "/version").repeat(3 * REQUEST_BURST),
  );
  let isOver = false;
  const ended = attacker.ended.finally(() => (isOver = true));
  let others = 0;
  while (!isOver) {
    expect((await add("192.0.2.2")).status).toBe(200);
    others += 1;
  }
  expect(others).toBeGreaterThan(30);
  // Responses that were under way when the connection ended are lost, including the refusal's message.
  const answered = (await ended).split("HTTP/1.1 200 ").length - 1;
  expect(answered).toBeLessThan(3 * REQUEST_BURST);
}, 120_000);

const SOCKETS = 200;
const MUTATIONS = 40;

async function mutate(from: string): Promise<void> {
  const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`, {
    headers: { "x-forwarded-for": from },
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const connect = { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "", clientTs: 0 };
  socket.send(JSON.stringify({ type: "Connect", ...connect }));
  for (let requestId = 0; requestId < MUTATIONS; requestId += 1) {
    const args = [{ board: "theirs", text: "x".repeat(1000) }];
    socket.send(JSON.stringify({ type: "Mutation", requestId, udfPath: "notes:add", args }));
  }
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    socket.once("close", () => reject(new Error("The socket was closed")));
    socket.on("message", (data: Buffer) => {
      if (data.includes('"MutationResponse"')) answered += 1;
      if (answered === MUTATIONS) resolve();
    });
  });
  socket.terminate();
}

test("mutations of another client run between those of one address on many sockets", async () => {
  let isOver = false;
  const ended = Promise.all(Array.from({ length: SOCKETS }, () => mutate("192.0.2.3"))).finally(
    () => (isOver = true),
  );
  let others = 0;
  while (!isOver && others < 120) {
    expect((await add("192.0.2.4")).status).toBe(200);
    others += 1;
  }
  expect(others).toBe(120);
  await ended;
}, 120_000);

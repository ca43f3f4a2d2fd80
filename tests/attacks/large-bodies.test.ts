/** Tests calls of 20 MB in a loop, by a signed-in person. Other clients must get their responses. */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  LARGE_CALL_BURST_BYTES,
  LARGE_CALL_BYTES_PER_SECOND,
} from "../../packages/convex-embedded/src/http/limits";
import { person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { post } from "./calls";

const ORIGIN = "https://studbook.example";
const FILLER = "x".repeat(20_000_000);
const SENT = 6;

let runtime: Runtime;
let ann: SignedIn;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    extraArguments: ["--origin", ORIGIN, "--trusted-proxies", "loopback"],
  });
  ann = await register(runtime.origin, person("Ann"), ORIGIN);
});
afterAll(() => runtime.stop());

const call = (from: string, name: string) =>
  post(
    runtime.origin,
    "/api/mutation",
    JSON.stringify({ path: "kennels/kennels:create", args: { name }, format: "json" }),
    { "x-forwarded-for": from, authorization: `Bearer ${ann.token}` },
  );

test("calls of 20 MB are refused from the second on, and small calls and calls of other clients are accepted", async () => {
  const statuses: number[] = [];
  const startedMs = performance.now();
  for (let sent = 0; sent < SENT; sent += 1) {
    // A refusal before the body is complete may end the connection first.
    statuses.push((await call("192.0.2.1", FILLER).catch(() => ({ status: 429 }))).status);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const room = LARGE_CALL_BURST_BYTES + seconds * LARGE_CALL_BYTES_PER_SECOND;
  expect(statuses[0]).toBe(200);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(room / FILLER.length);
  expect((await call("192.0.2.1", "")).status).toBe(200);
  expect((await call("192.0.2.2", FILLER)).status).toBe(200);
}, 120_000);

test("a socket that sends more must wait before it connects again", async () => {
  const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`, {
    headers: { "x-forwarded-for": "192.0.2.3" },
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const closed = new Promise<string>((resolve) =>
    socket.once("close", (_code, reason) => resolve(reason.toString())),
  );
  const connect = { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "", clientTs: 0 };
  socket.send(JSON.stringify({ type: "Connect", ...connect }));
  socket.send(JSON.stringify({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: ann.token }));
  let answered = 0;
  socket.on("message", (data: Buffer) => {
    if (data.includes('"MutationResponse"')) answered += 1;
  });
  for (let requestId = 0; requestId < SENT; requestId += 1) {
    const udfPath = "kennels/kennels:create";
    socket.send(JSON.stringify({ type: "Mutation", requestId, udfPath, args: [{ name: FILLER }] }));
  }
  expect(await closed).toBe("TooManyConcurrentRequests");
  expect(answered).toBeLessThan(SENT);
}, 120_000);

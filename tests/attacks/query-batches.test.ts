/** Tests many queries in one request, over HTTP and over a WebSocket. */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REQUEST_BURST } from "../../packages/convex-embedded/src/http/limits";
import { startRuntime, type Runtime } from "../support/runtime";
import { post } from "./calls";

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

const MEMBERS = 256;
const query = (board: string) => ({ path: "notes:newest", args: { board }, format: "json" });
const send = (from: string, kind: string, body: object) =>
  post(runtime.origin, `/api/${kind}`, JSON.stringify(body), { "x-forwarded-for": from });
const sendBatch = (from: string) =>
  send(from, "query_batch", { queries: Array.from({ length: MEMBERS }, () => query("a")) });

test("other clients get responses between the queries of a batch", async () => {
  let isOver = false;
  const batches = Array.from({ length: Math.floor(REQUEST_BURST / MEMBERS) }, () => sendBatch("192.0.2.1"));
  const ended = Promise.all(batches).finally(() => (isOver = true));
  let others = 0;
  while (!isOver && others < 100) {
    expect((await send("192.0.2.2", "query", query("mine"))).status).toBe(200);
    others += 1;
  }
  expect(others).toBe(100);
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set([200]));
});

test("each query of a batch counts as a call of its sender, and of nobody else", async () => {
  const many = Math.ceil((3 * REQUEST_BURST) / MEMBERS);
  const answers = await Promise.all(Array.from({ length: many }, () => sendBatch("192.0.2.3")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(many);
  for (const { body } of refused) expect(body).toMatchObject({ code: "TooManyRequests" });
  expect((await send("192.0.2.4", "query", query("mine"))).status).toBe(200);
});

const NEWEST = "notes:newest";
/** One message of a caller without a token may add this many queries. */
const ADDED_AT_ONCE = 1300;
const MESSAGES = 7;

/** Resolves when all queries have their first result. */
async function openSocket(from: string) {
  const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`, {
    headers: { "x-forwarded-for": from },
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const connect = { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "", clientTs: 0 };
  socket.send(JSON.stringify({ type: "Connect", ...connect }));
  let version = 0;
  let heard = () => undefined as void;
  let shown = 0;
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { endVersion?: { querySet: number } };
    shown = message.endVersion?.querySet ?? shown;
    heard();
  });
  const add = (count: number, name: string) => {
    const modifications = Array.from({ length: count }, (_, at) => ({
      ...{ type: "Add", queryId: version * ADDED_AT_ONCE + at, udfPath: NEWEST },
      args: [{ board: `${name} ${version} ${at}` }],
    }));
    const versions = { baseVersion: version, newVersion: version + 1 };
    socket.send(JSON.stringify({ type: "ModifyQuerySet", ...versions, modifications }));
    version += 1;
  };
  const whenShown = () =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (shown === version) resolve();
      };
      heard();
    });
  const whenClosed = new Promise<string>((resolve) =>
    socket.once("close", (_code, reason) => resolve(reason.toString())),
  );
  return { add, whenShown, whenClosed, close: () => socket.terminate() };
}

test("a query of another client over a WebSocket does not wait for one client's thousands of queries", async () => {
  const [attacker, other] = [await openSocket("192.0.2.5"), await openSocket("192.0.2.6")];
  for (let sent = 0; sent < MESSAGES; sent += 1) attacker.add(ADDED_AT_ONCE, "theirs");
  let isOver = false;
  const ended = attacker.whenShown().then(() => (isOver = true));
  for (let added = 0; added < 10; added += 1) {
    other.add(1, "mine");
    await other.whenShown();
    expect(isOver).toBe(false);
  }
  await ended;
  for (const { close } of [attacker, other]) close();
}, 60_000);

test("each query that is added over a WebSocket counts for its address, on any socket", async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openSocket("192.0.2.7")));
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    for (const { add } of sockets) add(ADDED_AT_ONCE, "theirs");
  }
  expect(await Promise.race(sockets.map(({ whenClosed }) => whenClosed))).toBe("TooManyConcurrentRequests");
  for (const { close } of sockets) close();
  expect((await send("192.0.2.8", "query", query("mine"))).status).toBe(200);
}, 60_000);

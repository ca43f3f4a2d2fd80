/**
 * Requests made to take long to read: many small values, many calls in one, much text, deep nesting. Whoever has not
 * signed in is refused before anything is parsed, and others are served meanwhile.
 */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call, post } from "./calls";

const ADMIN_KEY = "an-admin-key-of-the-tests";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks", adminKey: ADMIN_KEY });
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

const asQuery = (path: string, args: string) => `{"path":"${path}","args":${args},"format":"json"}`;
const asBatch = (...queries: string[]) => `{"queries":[${queries.join(",")}]}`;
const list = (length: number, value = "0") => `[${Array(length).fill(value).join(",")}]`;

const tooMany = (limit: number) => ({
  status: 413,
  body: { code: "ArgsTooLarge", message: expect.stringContaining(`(limit: ${limit})`) as string },
});
const tooLong = { status: 413, body: { code: "RequestTooLarge" } };
const anyValue = (value: string) => asQuery("notes:look", `{"value":${value}}`);

test.each([
  ["more values than a stranger's request may hold", "query", anyValue(list(10_001)), tooMany(10_000)],
  ["a million of them", "query", anyValue(list(1_000_000)), tooLong],
  ["objects of as many", "query", anyValue(list(8000, '{"a":1,"b":2}')), tooMany(10_000)],
  ["nothing but brackets", "query", anyValue("[".repeat(200_000)), tooMany(10_000)],
  [
    "more than the function takes",
    "query",
    asQuery("notes:newest", `{"board":${list(2000)}}`),
    tooMany(1000),
  ],
  ["many values for no function", "query", asQuery("no:such", list(2000)), tooMany(1000)],
  ["many for an action", "action", asQuery("notes:newest", list(2000)), tooMany(1000)],
  ["many for a mutation", "mutation", asQuery("notes:add", `{"board":${list(2000)}}`), tooMany(1000)],
  ["a long text", "query", asQuery("notes:newest", `{"board":"${"x".repeat(300_000)}"}`), tooLong],
  ["more calls than values", "query_batch", asBatch(list(300_000, "{}")), tooLong],
  ["many calls", "query_batch", asBatch(...Array<string>(4000).fill(asQuery("n:l", "{}"))), tooMany(10_000)],
  [
    "many values in one call of a batch",
    "query_batch",
    asBatch(asQuery("notes:newest", '{"board":"a"}'), asQuery("notes:newest", `{"board":${list(2000)}}`)),
    tooMany(1000),
  ],
])("%s are refused before they are read", async (_what, kind, body, refusal) => {
  const answers = Array.from({ length: 5 }, () => post(runtime.origin, `/api/${kind}`, body));
  expect((await call(runtime.origin, "query", "notes:newest", { board: "mine" })).status).toBe(200);
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(refusal);
});

const asKnown = { authorization: `Convex ${ADMIN_KEY}` };
/** What the two requests hold beside their lists. */
const AROUND = 6;

describe("values of a request of somebody who is known", () => {
  const body = (values: number) =>
    asBatch(`{"path":"notes:look","args":{"value":null},"more":${list(values)}}`);
  const room = 100_000 - AROUND;

  it("are taken up to 100,000", async () => {
    const { status } = await post(runtime.origin, "/api/query_batch", body(room), asKnown);
    expect(status).toBe(200);
  });

  it("are refused when they are more", async () => {
    const answer = await post(runtime.origin, "/api/query_batch", body(room + 1), asKnown);
    expect(answer).toMatchObject(tooMany(100_000));
  });
});

describe("values of a stranger's request", () => {
  const room = 10_000 - AROUND;
  const body = (values: number) => anyValue(`[${list(8000)},${list(values - 8000)}]`);

  it("are taken up to 10,000", async () => {
    expect((await post(runtime.origin, "/api/query", body(room))).body).toMatchObject({ value: null });
  });

  it("are refused when they are more", async () => {
    expect(await post(runtime.origin, "/api/query", body(room + 1))).toMatchObject(tooMany(10_000));
  });
});

describe("bytes of a stranger's request", () => {
  const body = (length: number) => {
    const text = (value: string) => asQuery("notes:newest", JSON.stringify({ board: value }));
    return text("x".repeat(length - text("").length));
  };

  it("are taken up to 256 KiB", async () => {
    expect((await post(runtime.origin, "/api/query", body(256 * 1024))).body).toMatchObject({ value: null });
  });

  it("are refused when they are more", async () => {
    expect(await post(runtime.origin, "/api/query", body(256 * 1024 + 1))).toMatchObject(tooLong);
  });
});

describe("values for a function", () => {
  it("are taken up to what its arguments can hold", async () => {
    const words = Array<string>(8192).fill("word");
    const { body } = await call(runtime.origin, "query", "notes:countWords", { words });
    expect(body).toMatchObject({ value: 8192 });
  });

  it("are refused by the function itself up to 1000", async () => {
    const { body } = await call(runtime.origin, "query", "notes:newest", { board: Array(990).fill(0) });
    expect(body["errorMessage"]).toContain("does not match validator");
  });

  it("are refused before it when they are more", async () => {
    const answer = await call(runtime.origin, "query", "notes:newest", { board: Array(1001).fill(0) });
    expect(answer).toMatchObject(tooMany(1000));
  });
});

describe("queries of a batch", () => {
  const batch = (count: number) =>
    asBatch(...Array<string>(count).fill(asQuery("notes:newest", '{"board":"a"}')));

  it("are taken up to 256", async () => {
    expect((await post(runtime.origin, "/api/query_batch", batch(256))).body).toMatchObject({
      results: Array(256).fill({ status: "success", value: null }),
    });
  });

  it("are refused when they are more", async () => {
    expect(await post(runtime.origin, "/api/query_batch", batch(257))).toMatchObject({
      status: 413,
      body: { code: "ArgsTooLarge", message: "The batch holds too many queries (limit: 256)" },
    });
  });
});

/** Sends a message by WebSocket after Connect, and resolves with the words by which it is refused. */
function refusalOf(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`);
    socket.on("error", reject);
    socket.on("open", () => {
      const connect = { type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "" };
      socket.send(JSON.stringify({ ...connect, clientTs: 0 }));
      socket.send(message);
    });
    socket.on("message", (data: Buffer) => {
      const told = JSON.parse(data.toString()) as { type: string; error?: string };
      if (told.type === "FatalError") resolve(told.error ?? "");
    });
  });
}

const add = (args: string) => `{"type":"Add","queryId":1,"udfPath":"notes:newest","args":[${args}]}`;
const querySet = (modifications: string) =>
  `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[${modifications}]}`;

test.each([
  [
    "a mutation of many values",
    `{"type":"Mutation","requestId":0,"udfPath":"notes:add","args":[${list(2000)}]}`,
    "too many values (limit: 1000)",
  ],
  [
    "an action of more",
    `{"type":"Action","requestId":0,"udfPath":"notes:add","args":[${list(11_000)}]}`,
    "too many values (limit: 10000)",
  ],
  [
    "a query among others",
    querySet(`${add("{}")},${add(`{"board":${list(2000)}}`)}`),
    "too many values (limit: 1000)",
  ],
  ["a long message", querySet(add(`{"board":"${"x".repeat(300_000)}"}`)), "Message is too large"],
  [
    "a long token",
    `{"type":"Authenticate","baseVersion":0,"tokenType":"User","value":"${"x".repeat(300_000)}"}`,
    "Message is too large",
  ],
])("%s by WebSocket is refused too", async (_what, message, words) => {
  const refusals = Array.from({ length: 5 }, () => refusalOf(message));
  expect((await call(runtime.origin, "query", "notes:newest", { board: "mine" })).status).toBe(200);
  for (const refusal of await Promise.all(refusals)) expect(refusal).toContain(words);
});

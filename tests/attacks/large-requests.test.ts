/** Tests requests that take long to read. They must be refused before anything is parsed. */
import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { anonymousOptions } from "../../scripts/runtime-options.mjs";
import { call, post } from "./calls";

const ADMIN_KEY = "an-admin-key-of-the-tests";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "tests/fixtures/attacks",
    adminKey: ADMIN_KEY,
    extraArguments: anonymousOptions,
  });
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
const tooDeep = {
  code: "BadJsonBody",
  message: "Failed to parse the request body as JSON: recursion limit exceeded",
};
const tooLong = { status: 413, body: { code: "RequestTooLarge" } };
const anyValue = (value: string) => asQuery("notes:look", `{"value":${value}}`);

test.each([
  ["more values than a request without a token may have", "query", anyValue(list(10_001)), tooMany(10_000)],
  ["a million values", "query", anyValue(list(1_000_000)), tooLong],
  ["objects with too many values", "query", anyValue(list(8000, '{"a":1,"b":2}')), tooMany(10_000)],
  ["only brackets", "query", anyValue("[".repeat(200_000)), { status: 400, body: tooDeep }],
  [
    "more values than the function accepts",
    "query",
    asQuery("notes:newest", `{"board":${list(2000)}}`),
    tooMany(1000),
  ],
  ["many values for a missing function", "query", asQuery("no:such", list(2000)), tooMany(1000)],
  ["many values for an action", "action", asQuery("notes:newest", list(2000)), tooMany(1000)],
  ["many values for a mutation", "mutation", asQuery("notes:add", `{"board":${list(2000)}}`), tooMany(1000)],
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
/** The number of other values of the two requests, beside their lists. */
const AROUND = 6;

describe("values of a request by a signed-in user", () => {
  const body = (values: number) =>
    asBatch(`{"path":"notes:look","args":{"value":null},"more":${list(values)}}`);
  const room = 100_000 - AROUND;

  it("are accepted up to 100,000", async () => {
    const { status } = await post(runtime.origin, "/api/query_batch", body(room), asKnown);
    expect(status).toBe(200);
  });

  it("are refused above the limit", async () => {
    const answer = await post(runtime.origin, "/api/query_batch", body(room + 1), asKnown);
    expect(answer).toMatchObject(tooMany(100_000));
  });
});

describe("values of a request without a token", () => {
  const room = 10_000 - AROUND;
  const body = (values: number) => anyValue(`[${list(8000)},${list(values - 8000)}]`);

  it("are accepted up to 10,000", async () => {
    expect((await post(runtime.origin, "/api/query", body(room))).body).toMatchObject({ value: null });
  });

  it("are refused above the limit", async () => {
    expect(await post(runtime.origin, "/api/query", body(room + 1))).toMatchObject(tooMany(10_000));
  });
});

describe("levels of a request", () => {
  /** The request itself is a level. */
  const body = (levels: number) =>
    `{"path":"notes:look","args":{"value":0},"more":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

  it("are accepted up to 127", async () => {
    expect((await post(runtime.origin, "/api/query", body(127))).body).toMatchObject({ value: null });
  });

  it("are refused above the limit", async () => {
    expect(await post(runtime.origin, "/api/query", body(128))).toMatchObject({ status: 400, body: tooDeep });
  });
});

describe("bytes of a request without a token", () => {
  const body = (length: number) => {
    const text = (value: string) => asQuery("notes:newest", JSON.stringify({ board: value }));
    return text("x".repeat(length - text("").length));
  };

  it("are accepted up to 256 KiB", async () => {
    expect((await post(runtime.origin, "/api/query", body(256 * 1024))).body).toMatchObject({ value: null });
  });

  it("are refused above the limit", async () => {
    expect(await post(runtime.origin, "/api/query", body(256 * 1024 + 1))).toMatchObject(tooLong);
  });
});

describe("values for a function", () => {
  it("are accepted up to the maximum of its arguments", async () => {
    const words = Array<string>(8192).fill("word");
    const { body } = await call(runtime.origin, "query", "notes:countWords", { words });
    expect(body).toMatchObject({ value: 8192 });
  });

  it("are refused by the function itself up to 1000", async () => {
    const { body } = await call(runtime.origin, "query", "notes:newest", { board: Array(990).fill(0) });
    expect(body["errorMessage"]).toContain("does not match validator");
  });

  it("are refused before the function runs, above 1000", async () => {
    const answer = await call(runtime.origin, "query", "notes:newest", { board: Array(1001).fill(0) });
    expect(answer).toMatchObject(tooMany(1000));
  });
});

describe("queries of a batch", () => {
  const batch = (count: number) =>
    asBatch(...Array<string>(count).fill(asQuery("notes:newest", '{"board":"a"}')));

  it("are accepted up to 256", async () => {
    expect((await post(runtime.origin, "/api/query_batch", batch(256))).body).toMatchObject({
      results: Array(256).fill({ status: "success", value: null }),
    });
  });

  it("are refused above the limit", async () => {
    expect(await post(runtime.origin, "/api/query_batch", batch(257))).toMatchObject({
      status: 413,
      body: { code: "ArgsTooLarge", message: "The batch holds too many queries (limit: 256)" },
    });
  });
});

interface Told {
  readonly type: string;
  readonly error?: string;
  readonly result?: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly modifications?: readonly {
    readonly type: string;
    readonly queryId: number;
    readonly errorMessage?: string;
  }[];
}

/** Sends Connect first. Resolves with the responses once `isEnough` is met. */
function tell(
  messages: readonly string[],
  isEnough: (told: readonly Told[]) => boolean,
  origin = runtime.origin,
): Promise<Told[]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/api/1.48.0/sync`);
    const told: Told[] = [];
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`Closed after ${JSON.stringify(told)}`)));
    socket.on("open", () => {
      const connect = { type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "" };
      for (const message of [JSON.stringify({ ...connect, clientTs: 0 }), ...messages]) socket.send(message);
    });
    socket.on("message", (data: Buffer) => {
      told.push(JSON.parse(data.toString()) as Told);
      if (!isEnough(told)) return;
      resolve(told);
      socket.terminate();
    });
  });
}

const add = (args: string, queryId = 1) =>
  `{"type":"Add","queryId":${queryId},"udfPath":"notes:newest","args":[${args}]}`;
const querySet = (modifications: string, version = 0) =>
  `{"type":"ModifyQuerySet","baseVersion":${version},"newVersion":${version + 1},"modifications":[${modifications}]}`;
const callOf = (type: "Mutation" | "Action", requestId: number, args: string) =>
  `{"type":"${type}","requestId":${requestId},"udfPath":"notes:add","args":[${args}]}`;
const long = `{"board":"a","text":"${"x".repeat(300_000)}"}`;

describe("a call over WebSocket that is too large", () => {
  const note = (requestId: number) => callOf("Mutation", requestId, '{"board":"a","text":"small"}');

  test.each([
    ["a mutation with many values", callOf("Mutation", 0, list(2000)), "too many values (limit: 1000)"],
    ["an action with even more values", callOf("Action", 0, list(11_000)), "too many values (limit: 10000)"],
    ["a mutation with many bytes", callOf("Mutation", 0, long), "Message is too large"],
  ])("fails alone: %s", async (_what, message, words) => {
    const told = await tell([message, note(1)], (all) =>
      all.some(({ type }) => type === "MutationResponse" && all.length > 2),
    );
    expect(told).toContainEqual(
      expect.objectContaining({
        requestId: 0,
        success: false,
        result: expect.stringContaining(words) as string,
      }),
    );
    expect(told).toContainEqual(expect.objectContaining({ requestId: 1, success: true }));
  });

  test.each([
    ["with too many values for its function", `{"board":${list(2000)}}`, "too many values (limit: 1000)"],
    ["with many values", `{"board":${list(11_000)}}`, "too many values (limit: 10000)"],
    ["with many bytes", long, "Message is too large"],
  ])("fails alone: a query %s, which can be removed and added again", async (_what, args, words) => {
    const others = [add('{"board":"b"}', 0), add(args, 1), add('{"board":"b"}', 2)].join(",");
    const again = querySet(`{"type":"Remove","queryId":1},${add('{"board":"b"}', 1)}`, 1);
    const changesIn = (all: readonly Told[]) => all.flatMap(({ modifications = [] }) => modifications);
    const isUpdated = (all: readonly Told[], queryId: number) =>
      changesIn(all).some((change) => change.type === "QueryUpdated" && change.queryId === queryId);
    const told = await tell([querySet(others), again], (all) => [0, 1, 2].every((id) => isUpdated(all, id)));
    const failures = changesIn(told).filter(({ type }) => type === "QueryFailed");
    for (const failure of failures)
      expect(failure).toMatchObject({ queryId: 1, errorMessage: expect.stringContaining(words) as string });
  });

  test("is the only query to fail, and its client is notified", async () => {
    const isTold = (all: readonly Told[]) => all.some(({ modifications = [] }) => modifications.length === 2);
    const told = await tell([querySet(`${add(long)},${add('{"board":"b"}', 2)}`)], isTold);
    expect(told.at(-1)?.modifications).toContainEqual(
      expect.objectContaining({
        ...{ type: "QueryFailed", queryId: 1 },
        errorMessage: expect.stringMatching(
          /^\[Request ID: \w{16}\] Server Error\nMessage is too large/,
        ) as string,
      }),
    );
  });
});

test("a long token over WebSocket ends the connection", async () => {
  const message = `{"type":"Authenticate","baseVersion":0,"tokenType":"User","value":"${"x".repeat(300_000)}"}`;
  const told = await tell([message], (all) => all.some(({ type }) => type === "FatalError"));
  expect(told.at(-1)?.error).toContain("Message is too large");
});

test("calls over WebSocket that are too large delay nobody", async () => {
  const messages = [callOf("Mutation", 0, list(11_000)), querySet(add(`{"board":${list(11_000)}}`))];
  const isTold = (all: readonly Told[]) => all.length >= 2;
  const refusals = Array.from({ length: 5 }, () => tell(messages, isTold));
  expect((await call(runtime.origin, "query", "notes:newest", { board: "mine" })).status).toBe(200);
  await Promise.all(refusals);
});

describe("a runtime without limits for calls without a token", () => {
  let open: Runtime;
  beforeAll(async () => {
    open = await startRuntime({ functions: "tests/fixtures/attacks" });
  });
  afterAll(() => open.stop());

  const asText = (mebibytes: number) => asQuery("notes:look", `{"value":"${"x".repeat(mebibytes << 20)}"}`);

  it("accepts the limit of Convex from anybody: 16 MiB of arguments", async () => {
    expect((await post(open.origin, "/api/query", asText(15))).body).toMatchObject({ status: "success" });
    const over = await post(open.origin, "/api/query", asText(17));
    expect(over.body["errorMessage"]).toContain("limit: 16 MiB");
  });

  it("accepts such calls over WebSocket too, in the order in which they arrive", async () => {
    const text = (mebibytes: number) => `{"board":"c","text":"${"x".repeat(mebibytes << 20)}"}`;
    const notes = [text(15), '{"board":"c","text":"small"}'].map((args, at) => callOf("Mutation", at, args));
    const answers = (all: readonly Told[]) => all.filter(({ type }) => type === "MutationResponse");
    const told = await tell(notes, (all) => answers(all).length === 2, open.origin);
    expect(answers(told)).toMatchObject([
      {
        ...{ requestId: 0, success: false },
        result: expect.stringContaining("Value is too large (15.00 MiB > maximum size 1 MiB)") as string,
      },
      { requestId: 1, success: true },
    ]);
  });

  it.each([
    ["a query with millions of values", querySet(`${add(`{"board":${list(3_000_000)}}`)},${add("{}", 2)}`)],
    ["a mutation that is nested too deep", callOf("Mutation", 0, "[".repeat(50_000) + "]".repeat(50_000))],
  ])("makes only a call that is too large fail over WebSocket: %s", async (_what, message) => {
    const small = callOf("Mutation", 1, '{"board":"d","text":"small"}');
    const isOver = ({ requestId, success }: Told) => requestId === 1 && success === true;
    const told = await tell([message, small], (all) => all.some(isOver) && all.length > 1, open.origin);
    expect(told.map(({ type }) => type)).not.toContain("FatalError");
  });

  it("refuses values that are nested too deep, as Convex refuses invalid JSON", async () => {
    const deep = asQuery("notes:look", `{"value":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
    expect(await post(open.origin, "/api/query", deep)).toMatchObject({
      ...{ status: 400, body: { code: "BadJsonBody" } },
    });
    expect(open.errors()).toBe("");
  });

  it("accepts as many values as from signed-in users", async () => {
    const room = 100_000 - AROUND;
    const body = (values: number) =>
      asBatch(`{"path":"notes:look","args":{"value":null},"more":${list(values)}}`);
    expect((await post(open.origin, "/api/query_batch", body(room))).status).toBe(200);
    expect(await post(open.origin, "/api/query_batch", body(room + 1))).toMatchObject(tooMany(100_000));
  });
});

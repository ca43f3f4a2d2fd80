/**
 * Tests large requests with a part that no function reads and whose nesting exceeds any stack. One shared thread
 * reads them, and every other caller must get the response to their own call.
 */
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call, post } from "./calls";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
});
afterAll(async () => {
  expect(runtime.errors()).toBe("");
  await runtime.stop();
});

/** A small depth, a depth that exceeds some stacks, and a depth that exceeds all. */
const DEPTHS = [200, 1000, 3000, 7000, 30_000];
const PADDING = `"padding":"${"x".repeat(70_000)}"`;
const deepList = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const large = (name: string) => call(runtime.origin, "query", "notes:echo", { text: name.repeat(20_000) });
const answerTo = (name: string) => ({ status: 200, body: { value: name.repeat(20_000) } });

/** Other calls arrive together with the request and must get their own responses. */
async function expectOwnAnswers(attack: () => Promise<unknown>): Promise<void> {
  const [, ...answers] = await Promise.all([
    attack(),
    ...["anna", "bert", "cleo", "dora"].map((name) => large(name)),
  ]);
  expect(answers).toMatchObject(["anna", "bert", "cleo", "dora"].map(answerTo));
}

const notJson = { status: 400, body: { code: "BadJsonBody" } };

describe.each(DEPTHS)("a request nested %i deep", (depth) => {
  it.each([
    ["the format", "query", `{"path":"notes:newest","args":{},"format":${deepList(depth)},${PADDING}}`],
    ["the arguments", "query", `{"path":"notes:look","args":{"value":${deepList(depth)}},${PADDING}}`],
    ["an unused field", "query", `{"path":"notes:look","args":{},"more":${deepList(depth)},${PADDING}}`],
    ["a member of a batch", "query_batch", `{"queries":[{"format":${deepList(depth)}}],${PADDING}}`],
  ])(
    "%s: the request is refused as invalid JSON, and other callers get their own responses",
    async (_what, kind, body) => {
      await expectOwnAnswers(async () => {
        expect(await post(runtime.origin, `/api/${kind}`, body)).toMatchObject(notJson);
      });
    },
  );

  it("in an Authenticate message: the connection ends, and other callers get their own responses", async () => {
    const token = `"tokenType":"Admin","value":"x","impersonating":{"a":${deepList(depth)}}`;
    await expectOwnAnswers(async () => {
      const told = await firstReply(`{"type":"Authenticate","baseVersion":0,${token},${PADDING}}`);
      expect(told).toMatchObject({ type: "FatalError", error: expect.stringContaining("recursion limit") });
    });
  });
});

it.each([200, 7000])(
  "arguments in an address, nested %i deep, are refused as invalid JSON",
  async (depth) => {
    const response = await fetch(`${runtime.origin}/api/query?path=notes:look&args=[${deepList(depth)}]`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "BadJsonBody" });
  },
);

function firstReply(message: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.48.0/sync`);
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`Closed: ${code}`)));
    socket.on("open", () => socket.send(message));
    socket.on("message", (data: Buffer) => {
      resolve(JSON.parse(data.toString()));
      socket.terminate();
    });
  });
}

/** Tests the environment of functions. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;

beforeEach(async () => {
  harness = await openHarness({ env: { GREETING: "hello" } });
});

afterEach(() => harness.close());

test("time does not move during a call, only between calls", async () => {
  const startMs = Date.now();
  const first = (await harness.mutation("environment:time")) as { at: number };
  expect(first).toMatchObject({ isFrozen: true, isDate: true, text: "string" });
  expect(first.at).toBeGreaterThanOrEqual(startMs);
  expect(first.at).toBeLessThanOrEqual(Date.now());
});

test("files, streams of blobs and errors of the host have the same classes as elsewhere", async () => {
  expect((await harness.query("environment:webClasses")).value).toEqual({
    headers: ["TypeError", true, true, false],
    pairs: ["TypeError", true, true, false],
    abort: ["AbortError", true, false, false],
    own: [true, false, false],
    file: ["c.txt", 5, 2, "text/plain", "ab", "[object File]"],
    isBlob: true,
    streamed: "of a blob",
    code: [42],
  });
});

test.each([
  ["text", "Uncaught text"],
  ["object", "Uncaught #<Object>"],
  ["list", "Uncaught [object Array]"],
  ["nothing", "Uncaught null"],
])("a thrown %s is described like by V8", async (what, told) => {
  expect((await harness.failure("query", "environment:throwSome", { what })).message).toMatch(
    new RegExp(`Server Error\n${told.replace(/[#[\]]/g, "\\$&")}$`),
  );
});

test("the caller of a query learns whether it read the clock", async () => {
  expect((await harness.query("environment:clock")).outcome.hasSeenClock).toBe(true);
  expect((await harness.query("environment:random")).outcome.hasSeenClock).toBe(false);
});

test("random numbers differ from call to call", async () => {
  const one = (await harness.query("environment:random")).value as { numbers: number[]; uuid: string };
  const two = (await harness.query("environment:random")).value as { numbers: number[]; uuid: string };
  for (const number of one.numbers) {
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
  }
  expect(one.numbers[0]).not.toBe(one.numbers[1]);
  expect(one.numbers).not.toEqual(two.numbers);
  expect(one.uuid).not.toBe(two.uuid);
  expect(one.uuid).toMatch(/^[0-9a-f-]{36}$/);
});

test("digests and HMAC are calculated inside the transaction", async () => {
  const { value } = await harness.query("environment:hash");
  const { digest, ...rest } = value as { digest: ArrayBuffer };
  expect(Buffer.from(digest).toString("hex")).toBe(createHash("sha256").update("abc").digest("hex"));
  expect(rest).toEqual({ isOwnBuffer: true, isVerified: true });
});

test("web helpers work, and their objects and errors belong to the function's own realm", async () => {
  expect((await harness.query("environment:web")).value).toEqual({
    param: "c",
    urlError: "Invalid URL",
    isCloned: true,
    text: "grüße",
    base64: "plain",
    blob: { text: "héllo!", size: 7, type: "text/plain" },
    isArray: true,
    status: 201,
  });
});

test("process.env contains the runtime's given variables and nothing else", async () => {
  expect((await harness.query("environment:env")).value).toEqual({ greeting: "hello", missing: true });
});

test("process.env has no inherited property unless it was set", async () => {
  const ask = async (from: Harness) => (await from.query("environment:envNames")).value;
  expect(await ask(harness)).toEqual([null, null, null, null]);
  const other = await openHarness({ env: { constructor: "set", toString: "also" } });
  expect(await ask(other)).toEqual([null, "set", "also", null]);
  await other.close();
});

test("printed text becomes the function's log lines", async () => {
  const { logLines } = await harness.query("environment:logs");
  expect(logLines).toEqual(["[LOG] 'text' 1 {\n  a: [ true ]\n}", "[WARN] 'careful'", "[ERROR] 'shown'"]);
});

test("a trace contains its position in the code, and values are formatted by the classes of the function's realm", async () => {
  const { logLines } = await harness.query("environment:traces");
  expect(logLines).toEqual([
    expect.stringMatching(
      /^\[LOG\] 'here' \{\n {2}at: 1\n\} \n {4}at inner \(\.\.\/convex\/environment\.ts:\d+:\d+\)\n {4}at handler /,
    ) as string,
    "[LOG] Map (1) {\n  'a' => [Error: in a map]\n} [Function: handler]",
  ]);
});

test("console has no method that Convex's console lacks", async () => {
  expect((await harness.query("environment:consoleMethods")).value).toEqual([
    ...["debug", "error", "info", "log", "time", "timeEnd", "timeLog", "trace", "warn"],
  ]);
});

test("each method of console has its level, and timers are reported with Convex's messages", async () => {
  await harness.query("environment:levels");
  // A timer that an earlier call has started does not exist in this one.
  const { logLines } = await harness.query("environment:levels");
  expect(logLines.map((line) => line.replace(/\d+ms/, "0ms"))).toEqual([
    "[DEBUG] 'a' null",
    "[INFO] 'b' undefined",
    "[WARN] Timer 'never' does not exist",
    "[WARN] Timer 'walk' already exists",
    "[INFO] walk: 0ms 'on the way' 1",
    "[INFO] walk: 0ms",
    "[WARN] Timer 'walk' does not exist",
    "[INFO] default: 0ms",
  ]);
});

test("getUserIdentity returns the caller", async () => {
  const identity = { tokenIdentifier: "https://issuer|user", subject: "user", issuer: "https://issuer" };
  expect((await harness.query("environment:identity", {}, { identity })).value).toEqual(identity);
  expect((await harness.query("environment:identity")).value).toBeNull();
});

test("a function can read its own name and kind", async () => {
  expect(await harness.mutation("environment:meta")).toEqual({
    own: { name: "environment:meta", componentPath: "", type: "mutation", visibility: "public" },
    deployment: { name: "embedded", region: null, class: "s16" },
    requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test("scheduling is part of the mutation: visible after it, rolled back when it throws", async () => {
  const id = await harness.mutation("scheduling:later", { delayMs: 60_000 });
  await harness.failure("mutation", "scheduling:laterThenThrow");
  const { value } = await harness.query("scheduling:jobs");
  expect(value).toEqual([
    expect.objectContaining({
      _id: id,
      name: "channels.js:create",
      args: [{ name: "later" }],
      state: { kind: "pending" },
    }),
  ]);
  await harness.mutation("scheduling:cancel", { id });
  expect((await harness.query("scheduling:job", { id })).value).toMatchObject({
    state: { kind: "canceled" },
  });
});

test("scheduling checks that the function exists", async () => {
  const failure = await harness.failure("mutation", "scheduling:missingFunction");
  expect(failure.message).toContain("no exported function missing found in the file: channels.js");
});

test("a mutation stores, shows and deletes files, and keeps them when it throws", async () => {
  expect(await harness.mutation("storing:uploadUrl")).toMatch(
    /^http:\/\/127\.0\.0\.1:1\/api\/storage\/upload\?token=/,
  );
  const id = await harness.mutation("storing:store", { text: "content" });
  const look = async () => (await harness.query("storing:look", { id })).value;
  const stored = {
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/api\/storage\/[0-9a-f-]{36}$/),
    document: expect.objectContaining({
      size: 7,
      contentType: "text/plain",
      sha256: createHash("sha256").update("content").digest("base64"),
    }),
  };
  expect(await look()).toEqual(stored);
  await expect(harness.mutation("storing:remove", { id, isFailing: true })).rejects.toThrow("after deleting");
  expect(await look()).toEqual(stored);
  await harness.mutation("storing:remove", { id, isFailing: false });
  expect(await look()).toEqual({ url: null, document: null });
});

test("deleting a missing file is an error", async () => {
  const id = await harness.mutation("storing:store", { text: "content" });
  await harness.mutation("storing:remove", { id, isFailing: false });
  await expect(harness.mutation("storing:remove", { id, isFailing: false })).rejects.toThrow(
    `Uncaught Error: storage id ${String(id)} not found`,
  );
});

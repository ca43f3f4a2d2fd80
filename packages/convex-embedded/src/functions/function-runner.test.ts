/** Tests queries and mutations from call to result. */
import type { Value } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;

beforeEach(async () => {
  harness = await openHarness({ env: { GREETING: "hello" } });
});

afterEach(() => harness.close());

const createChannel = (name = "general") => harness.mutation("channels:create", { name });

async function send(bodies: readonly string[]): Promise<Value> {
  const channel = await createChannel();
  for (const body of bodies) await harness.mutation("messages:send", { channel, author: "ann", body });
  return channel;
}

const fieldsOf = (documents: Value, field: string) =>
  (documents as Record<string, Value>[]).map((document) => document[field]);

test("a query returns what a mutation has inserted", async () => {
  const channel = await send(["one", "two"]);
  const { value } = await harness.query("messages:list", { channel });
  expect(fieldsOf(value, "body")).toEqual(["two", "one"]);
  expect(value).toEqual([
    expect.objectContaining({
      author: "ann",
      channel,
      _id: expect.any(String),
      _creationTime: expect.any(Number),
    }),
    expect.anything(),
  ]);
});

test("patch, replace and delete work, and undefined removes a field", async () => {
  const channel = await createChannel();
  const id = await harness.mutation("messages:send", { channel, author: "ann", body: "first" });
  const liked = await harness.mutation("messages:edit", { id, patch: { likes: 2 } });
  expect(liked).toMatchObject({ body: "first", likes: 2 });
  const edited = await harness.mutation("messages:edit", { id, patch: { body: "second" } });
  expect(edited).toMatchObject({ body: "second" });
  expect(edited).not.toHaveProperty("likes");
  const replaced = await harness.mutation("messages:overwrite", {
    id,
    value: { channel, author: "bob", body: "third" },
  });
  expect(replaced).toMatchObject({ author: "bob", body: "third" });
  await harness.mutation("messages:remove", { id });
  expect((await harness.query("messages:get", { id })).value).toBeNull();
});

test("a query iterates until the function stops, filters, and finds the only document", async () => {
  await send(["one", "two", "three"]);
  expect((await harness.query("messages:firstTwo")).value).toEqual(["one", "two"]);
  const failure = await harness.failure("query", "messages:byAuthor", { author: "ann" });
  expect(failure.message).toContain("unique() query returned more than one result from table messages");
  expect((await harness.query("messages:byAuthor", { author: "nobody" })).value).toBeNull();
});

test("ids of the requested table are normalized, and all others give null", async () => {
  const id = await createChannel();
  expect((await harness.query("messages:normalize", { table: "channels", id })).value).toBe(id);
  expect((await harness.query("messages:normalize", { table: "messages", id })).value).toBeNull();
  expect((await harness.query("messages:normalize", { table: "channels", id: "nonsense" })).value).toBeNull();
});

test("get with a table name refuses a document of another table", async () => {
  const channel = await createChannel();
  const id = await harness.mutation("messages:send", { channel, author: "ann", body: "x" });
  const failure = await harness.failure("query", "messages:getFromChannels", { id });
  expect(failure.message).toContain('expected to be an Id<"channels">, got Id<"messages"> instead');
});

test("the journal keeps a page's border when documents are added in between", async () => {
  const channel = await send(["one", "two", "three", "four"]);
  const paginationOpts = { numItems: 2, cursor: null };
  const first = await harness.query("messages:page", { paginationOpts });
  expect(fieldsOf((first.value as { page: Value }).page, "body")).toEqual(["one", "two"]);
  await harness.mutation("messages:remove", {
    id: fieldsOf((first.value as { page: Value }).page, "_id")[0] ?? null,
  });
  const again = await harness.query("messages:page", { paginationOpts }, { journal: first.journal });
  expect(fieldsOf((again.value as { page: Value }).page, "body")).toEqual(["two"]);
  expect(again.journal).toBe(first.journal);
  const cursor = (first.value as { continueCursor: string }).continueCursor;
  const second = await harness.query("messages:page", { paginationOpts: { numItems: 9, cursor } });
  expect(fieldsOf((second.value as { page: Value }).page, "body")).toEqual(["three", "four"]);
  expect(second.value).toMatchObject({ isDone: true });
  await harness.mutation("messages:send", { channel, author: "ann", body: "five" });
});

test("a foreign cursor is reported to the client library in a form from which it recovers", async () => {
  await send(["one"]);
  const failure = await harness.failure("query", "messages:page", {
    paginationOpts: { numItems: 2, cursor: "foreign" },
  });
  expect(JSON.parse(failure.data ?? "null")).toMatchObject({
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  });
});

test("empty pages and a second page in one function are refused", async () => {
  await send(["one"]);
  const empty = await harness.failure("query", "messages:page", {
    paginationOpts: { numItems: 0, cursor: null },
  });
  expect(empty.message).toContain("Must request at least 1 document while paginating");
  const twice = await harness.failure("query", "messages:twoPages", {
    paginationOpts: { numItems: 1, cursor: null },
  });
  expect(twice.message).toContain("ran multiple paginated queries");
});

test("work that was not awaited ends before the commit", async () => {
  const channel = await createChannel();
  await harness.mutation("messages:sendUnawaited", { channel });
  expect(fieldsOf((await harness.query("messages:list", { channel })).value, "body")).toEqual([
    "not awaited",
  ]);
});

test("all queries of a call run at one timestamp, and the read set of each is recorded", async () => {
  const channel = await send(["one"]);
  const call = (path: string, args: object) => ({
    path,
    args: JSON.stringify([args]),
    caller: { identity: null, visibility: "public" as const },
    journal: null,
  });
  const { ts, outcomes } = await harness.runner.runQueries([
    call("channels:list", {}),
    call("messages:list", { channel }),
    call("channels:nothing", {}),
  ]);
  expect(ts).toBe(harness.database.latestTs);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["success", "success", "error"]);
  expect(outcomes[0]?.reads.ranges).not.toEqual(outcomes[1]?.reads.ranges);
  expect(outcomes[1]?.reads.ranges.length).toBeGreaterThan(0);
});

test("the past can be read at a timestamp that is still kept", async () => {
  await createChannel("old");
  const ts = harness.database.latestTs;
  await createChannel("new");
  const { outcomes } = await harness.runner.runQueries(
    [
      {
        path: "channels:list",
        args: "[{}]",
        caller: { identity: null, visibility: "public" },
        journal: null,
      },
    ],
    ts,
  );
  expect(outcomes[0]?.status === "success" && JSON.parse(outcomes[0].value)).toHaveLength(1);
});

test("every form of a function's path is accepted", async () => {
  for (const path of ["channels:list", "channels.js:list", "/channels:list"]) {
    expect((await harness.query(path)).value).toEqual([]);
  }
  for (const path of ["channels", "channels:default", "channels.js"]) {
    expect((await harness.query(path)).value).toBe("the default export");
  }
});

test("an internal function called from outside gives the same error as a missing one", async () => {
  const hidden = await harness.failure("mutation", "channels:removeAll");
  const missing = await harness.failure("mutation", "channels:removeNone");
  expect(hidden.message).toMatch(
    /^\[Request ID: [0-9a-f]{16}\] Server Error\nCould not find public function for 'channels:removeAll'\.$/m,
  );
  expect(missing.message.slice(missing.message.indexOf("\n"))).toContain(
    "Could not find public function for 'channels:removeNone'.",
  );
  expect(harness.runner.kindOf("channels:removeAll", "public")).toBeNull();
  expect(harness.runner.kindOf("channels:removeAll", "internal")).toBe("mutation");
  await harness.mutation("channels:removeAll", {}, { visibility: "internal" });
});

test("the error names the function's kind when it is called as another kind", async () => {
  const failure = await harness.failure("query", "channels:create", { name: "x" });
  expect(failure.message).toContain(
    "Trying to execute channels.js:create as Query, but it is defined as Mutation.",
  );
});

test("arguments are validated before and results after the function, and an invalid result writes nothing", async () => {
  const wrong = await harness.failure("mutation", "channels:create", { name: 7 });
  expect(wrong.message).toContain("ArgumentValidationError: Value does not match validator.");
  const missing = await harness.failure("mutation", "channels:create", {});
  expect(missing.message).toContain("ArgumentValidationError: Object is missing the required field `name`.");
  const foreign = await createChannel();
  const id = await harness.failure("mutation", "messages:remove", { id: foreign });
  expect(id.message).toContain("ArgumentValidationError");
  const before = (await harness.query("channels:list")).value;
  const bad = await harness.failure("mutation", "hostile:badReturn");
  expect(bad.message).toContain("ReturnsValidationError");
  expect((await harness.query("channels:list")).value).toEqual(before);
});

test("an error's message is reported with the developer's own stack frames", async () => {
  const failure = await harness.failure("query", "hostile:throws");
  expect(failure.message).toMatch(
    /^\[Request ID: [0-9a-f]{16}\] Server Error\nUncaught TypeError: plain failure\n {4}at handler \(\.\.\/convex\/hostile\.ts:\d+:\d+\)$/,
  );
  expect(failure).not.toHaveProperty("data");
  expect((await harness.failure("query", "hostile:throwsString")).message).toContain("Uncaught just text");
});

test("a ConvexError's data, even null, is returned, and the mutation is rolled back", async () => {
  const failure = await harness.failure("mutation", "hostile:throwsData", {
    data: { code: "NOPE", big: 5n },
  });
  expect(JSON.parse(failure.data ?? "")).toEqual({ code: "NOPE", big: { $integer: "BQAAAAAAAAA=" } });
  expect(failure.message).toContain("Uncaught ConvexError: ");
  expect((await harness.failure("mutation", "hostile:throwsData", { data: null })).data).toBe("null");
  expect((await harness.query("channels:list")).value).toEqual([]);
});

test("a mutation that a client sends again has one effect and the same result", async () => {
  const request = { sessionId: "session", requestId: 4 };
  const first = await harness.mutation("channels:create", { name: "once" }, { request });
  const second = await harness.mutation("channels:create", { name: "once" }, { request });
  expect(second).toBe(first);
  expect((await harness.query("channels:list")).value).toHaveLength(1);
});

test("only successful results are stored", async () => {
  const request = { sessionId: "session", requestId: 5 };
  await expect(harness.mutation("channels:create", { name: 1 }, { request })).rejects.toThrow();
  await harness.mutation("channels:create", { name: "works now" }, { request });
  expect((await harness.query("channels:list")).value).toHaveLength(1);
});

test("no update is lost when mutations run at the same time", async () => {
  const channel = await createChannel();
  const id = await harness.mutation("messages:send", { channel, author: "ann", body: "x" });
  await harness.mutation("messages:edit", { id, patch: { likes: 0 } });
  await Promise.all(Array.from({ length: 50 }, () => harness.mutation("messages:like", { id })));
  expect((await harness.query("messages:get", { id })).value).toMatchObject({ likes: 50 });
});

test("a bookend that returns false ends the call without a write, and a bookend that throws rolls it back", async () => {
  const call = {
    path: "channels:create",
    args: '[{"name":"booked"}]',
    caller: { identity: null, visibility: "public" as const },
  };
  const skipped = await harness.runner.runMutation({
    ...call,
    bookends: { before: () => false, after: () => undefined },
  });
  expect(skipped).toMatchObject({ status: "success", value: "null" });
  expect((await harness.query("channels:list")).value).toEqual([]);
  const order: string[] = [];
  await harness.runner.runMutation({
    ...call,
    bookends: {
      before: () => order.push("before") > 0,
      after: (tx) => void order.push(tx.count("channels") === 1 ? "after the writes" : "too early"),
    },
  });
  expect(order).toEqual(["before", "after the writes"]);
});

/** Tests functions that call functions inside one transaction. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;

beforeEach(async () => {
  harness = await openHarness();
});

afterEach(() => harness.close());

test("a query runs an internal query on the same data", async () => {
  await harness.mutation("channels:create", { name: "seen" });
  const { value, outcome } = await harness.query("nested:queryInQuery");
  expect(value).toEqual(["seen"]);
  expect(outcome.reads.ranges.length).toBeGreaterThan(0);
});

test("only a sub-mutation that throws is rolled back, and its ConvexError arrives complete", async () => {
  const value = await harness.mutation("nested:keepOwnWrites", { data: { code: "INNER", at: [1, null] } });
  expect(value).toEqual({ caught: { data: { code: "INNER", at: [1, null] } }, names: ["before", "after"] });
});

test("a plain error of a sub-mutation can be caught and keeps its message", async () => {
  const value = (await harness.mutation("nested:keepOwnWrites", { data: null })) as {
    caught: { message: string };
    names: string[];
  };
  expect(value.caught.message).toContain("Uncaught Error: thrown after a write");
  expect(value.names).toEqual(["before", "after"]);
});

test("an error that passes through two functions keeps its data and rolls back both", async () => {
  const failure = await harness.failure("mutation", "nested:passOn", { data: "deep" });
  expect(failure.data).toBe('"deep"');
  expect((await harness.query("channels:list")).value).toEqual([]);
});

test("function handles identify functions", async () => {
  expect(await harness.mutation("nested:throughHandle")).toBe("function://;channels.js:create");
  expect((await harness.query("channels:list")).value).toHaveLength(1);
});

test("endless recursion through runQuery ends with an error", async () => {
  const failure = await harness.failure("query", "nested:endless");
  expect(failure.message).toContain("Cross component call depth limit exceeded");
});

test("arguments of a nested call are validated", async () => {
  const failure = await harness.failure("mutation", "nested:badArgs");
  expect(failure.message).toContain("ArgumentValidationError");
});

test("a query that runs again keeps its own page and the pages of called queries", async () => {
  const channel = await harness.mutation("channels:create", { name: "first" });
  await harness.mutation("messages:sendMany", { channel, count: 4 });
  const first = await harness.query("nested:pagesOfCalls");
  expect(first.value).toEqual([
    ["first"],
    ["message 0", "message 1"],
    ["message 0", "message 1"],
    ["message 0"],
  ]);
  const { page } = (await harness.query("messages:page", { paginationOpts: { numItems: 1, cursor: null } }))
    .value as { page: { _id: string }[] };
  await harness.mutation("messages:remove", { id: page[0]?._id ?? "" });
  const again = await harness.query("nested:pagesOfCalls", {}, { journal: first.journal });
  expect(again.value).toEqual([["first"], ["message 1"], ["message 1"], []]);
  expect(again.journal).toBe(first.journal);
  const fresh = await harness.query("nested:pagesOfCalls");
  expect(fresh.value).toEqual([
    ["first"],
    ["message 1", "message 2"],
    ["message 1", "message 2"],
    ["message 1"],
  ]);
});

test("an invalid journal from a client can make only the client's own query fail", async () => {
  const channel = await harness.mutation("channels:create", { name: "first" });
  await harness.mutation("messages:sendMany", { channel, count: 4 });
  const { journal, value } = await harness.query("nested:pagesOfCalls");
  const called = Object.keys((JSON.parse(journal ?? "") as { called: object }).called);
  const harmless = [
    "{",
    "{}",
    '{"called":null}',
    '{"called":{"a":[1]}}',
    '{"called":"x"}',
    '{"__proto__":{"own":"x"}}',
  ];
  for (const text of harmless.slice(1)) {
    expect((await harness.query("nested:pagesOfCalls", {}, { journal: text })).value).toEqual(value);
  }
  const forged = [harmless[0] ?? "", '{"own":"x"}', JSON.stringify({ called: { [called[0] ?? ""]: ["x"] } })];
  for (const text of forged) {
    const outcome = await harness.query("nested:pagesOfCalls", {}, { journal: text }).catch(String);
    expect(outcome).toContain("InvalidCursor");
  }
});

/** Tests that writes run during a long group of queries. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueryCall } from "./api.js";
import { FunctionTable } from "./function-table.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness({ timeoutMs: 20_000, giveWayAfterMs: 0 });
  const document = JSON.stringify({ text: "x".repeat(40) });
  await harness.database.write((tx) => {
    for (let i = 0; i < 3000; i += 1) tx.insert("filler", document);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

const call = (path: string, args: object): QueryCall => ({
  path,
  args: JSON.stringify([args]),
  caller: { identity: null, visibility: "public" },
  journal: null,
});

/** Each query takes so long that the group needs several slices. */
const slow = (count: number) => Array.from({ length: count }, () => call("limits:scan", { times: 4 }));

test("a write runs before a group of queries ends, and no query of the group sees the write", async () => {
  const reads = vi.spyOn(harness.database, "read");
  const group = [call("channels:list", {}), ...slow(40), call("channels:list", {})];
  let readsBeforeWrite = 0;
  harness.database.onApplied(() => (readsBeforeWrite = reads.mock.calls.length));
  const running = harness.runner.runQueries(group);
  // The group has begun when this write is queued.
  await harness.database.whenReadable();
  const written = harness.database.write((tx) => tx.insert("channels", '{"name":"late"}'));
  const { ts, outcomes } = await running;
  expect((await written).ts).toBeGreaterThan(ts);
  expect(readsBeforeWrite).toBeGreaterThan(0);
  expect(readsBeforeWrite).toBeLessThan(group.length);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(group.map(() => "success"));
  expect([outcomes[0], outcomes.at(-1)]).toMatchObject([{ value: "[]" }, { value: "[]" }]);
  expect((await harness.query("channels:list")).value).toHaveLength(1);
});

test("a group of queries starts again when many writes have made its timestamp unreadable", async () => {
  const large = (name: string) => JSON.stringify({ name, text: "x".repeat(1_000_000) });
  const { value: ids } = await harness.database.write((tx) =>
    Array.from({ length: 12 }, () => tx.insert("large", large("before"))),
  );
  const group = [...slow(40), call("limits:read", { count: 1 })];
  const running = harness.runner.runQueries(group);
  await harness.database.whenReadable();
  const rewrite = (name: string) =>
    harness.database.write((tx) => ids.forEach((id) => tx.replace(id, large(name))));
  const [first] = await Promise.all([rewrite("once"), rewrite("twice")]);
  const { ts, outcomes } = await running;
  expect(ts).toBeGreaterThanOrEqual(first.ts);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(group.map(() => "success"));
});

const ofLength = (length: number) => call("limits:lengthOf", { text: "x".repeat(length) });

test("large arguments are validated in a separate turn before their call, and others run in between", async () => {
  const order: string[] = [];
  const run = (name: string, length: number) =>
    harness.runner.runQueries([ofLength(length)]).then(({ outcomes }) => {
      order.push(name);
      return outcomes[0];
    });
  const outcomes = await Promise.all([run("large", 100_000), run("small", 10)]);
  expect(order).toEqual(["small", "large"]);
  expect(outcomes).toMatchObject([{ value: "100000" }, { value: "10" }]);
});

test("large arguments of a live query are validated once, and each run has their warning", async () => {
  const check = vi.spyOn(FunctionTable.prototype, "checkArgs");
  const live = ofLength(14 << 20);
  for (let run = 0; run < 2; run += 1) {
    const { outcomes } = await harness.runner.runQueries([live]);
    expect(outcomes[0]?.logLines).toEqual([expect.stringContaining("Large size of the function arguments")]);
  }
  expect(check).toHaveBeenCalledTimes(1);
});

test("replaced functions end normally after a large mutation that was called before", async () => {
  const { latestTs } = harness.database;
  const large = harness.mutation("channels:create", { name: "x".repeat(100_000) });
  await harness.runner.retire();
  expect(harness.database.latestTs).toBeGreaterThan(latestTs);
  await large;
});

test("large arguments that are invalid fail like small ones", async () => {
  const failed = await harness.failure("query", "limits:textOf", { length: "x".repeat(100_000) });
  expect(failed.message).toContain("ArgumentValidationError: Value does not match validator.");
});

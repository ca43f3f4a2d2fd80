/** Tests that only a call that uses up its time fails. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { StateReader } from "../database/transaction.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

const query = (path: string, args: Record<string, number> = {}) => ({
  path,
  args: JSON.stringify([args]),
  caller: { identity: null, visibility: "internal" as const },
  journal: null,
});

test("a mutation that never ends is stopped after one second, and the twenty writers beside it all succeed", async () => {
  harness = await openHarness();
  await harness.mutation("limits:write", { name: "warm" });
  const writers = Array.from({ length: 20 }, (_, i) => harness.mutation("limits:write", { name: `w${i}` }));
  const endless = harness.failure("mutation", "limits:writeForever");
  const later = Array.from({ length: 20 }, (_, i) => harness.mutation("limits:write", { name: `l${i}` }));
  await Promise.all([...writers, ...later]);
  expect((await endless).message).toContain("Function execution timed out (maximum duration: 1s)");
  const names = (await harness.query("channels:list")).value;
  expect(names).toHaveLength(41);
});

/** Takes longer than the functions' time limit, which is short here. */
async function fill(count: number, bytes: number): Promise<void> {
  const document = JSON.stringify({ text: "x".repeat(bytes) });
  await harness.database.write((tx) => {
    for (let i = 0; i < count; i += 1) tx.insert("filler", document);
  });
}

const short = { timeoutMs: 250 };

test("two endless mutations of one batch both end, each after its own time", async () => {
  harness = await openHarness(short);
  const results = await Promise.allSettled([
    harness.mutation("limits:write", { name: "a" }),
    harness.mutation("limits:writeForever"),
    harness.mutation("limits:write", { name: "b" }),
    harness.mutation("limits:writeForever"),
    harness.mutation("limits:write", { name: "c" }),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("a mutation that catches its timeout and continues is still stopped", async () => {
  harness = await openHarness(short);
  const failure = await harness.failure("mutation", "limits:neverGivesIn");
  expect(failure.message).toContain("timed out");
  await harness.mutation("limits:write", { name: "next" });
});

test("a hundred slow queries of one group do not count as one query over its time", async () => {
  harness = await openHarness({ timeoutMs: 300 });
  await fill(500, 40);
  const group = Array.from({ length: 100 }, () => query("limits:scan", { times: 8 }));
  const { outcomes } = await harness.runner.runQueries(group);
  expect(outcomes.every(({ status }) => status === "success")).toBe(true);
});

test("only the endless query fails, and its read set is still known", async () => {
  harness = await openHarness(short);
  const { outcomes } = await harness.runner.runQueries([
    query("limits:scan", { times: 1 }),
    query("limits:loopForever"),
    query("limits:scan", { times: 1 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["success", "error", "success"]);
  expect(outcomes[1]?.reads.ranges.length).toBeGreaterThan(0);
});

describe("the runtime's own time for one call", () => {
  const slowDown = (ms: number) => {
    const { query: quick } = StateReader.prototype;
    vi.spyOn(StateReader.prototype, "query").mockImplementation(function (this: StateReader, ...args) {
      const until = performance.now() + ms;
      while (performance.now() < until);
      return quick.apply(this, args);
    });
  };

  test("may be longer than the time limit of the call itself", async () => {
    harness = await openHarness({ timeoutMs: 200 });
    slowDown(300);
    expect((await harness.query("limits:scan", { times: 2 })).value).toBe(2);
  });

  test("ends a call that exceeds it, with its error code", async () => {
    harness = await openHarness({ timeoutMs: 200, systemTimeMs: 200 });
    slowDown(300);
    const failure = await harness.failure("query", "limits:scan", { times: 2 });
    expect(failure.message).toContain("Your request timed out performing too many system operations.");
  });
});

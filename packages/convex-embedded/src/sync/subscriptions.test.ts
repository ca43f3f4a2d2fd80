/** Tests the rounds in which live queries run. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMetrics } from "./metrics.js";
import { FIRST_RUNS_PER_ROUND } from "./limits.js";
import type { QuerySlot, Subscriber } from "./shared-query.js";
import { Subscriptions } from "./subscriptions.js";
import { createBruteForceIndex, FakeRunner } from "./testing/fake-engine.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function watchList(roundMs: number) {
  const runner = new FakeRunner();
  const { database } = runner;
  const subscriptions = new Subscriptions({
    database,
    index: createBruteForceIndex(),
    metrics: createMetrics(),
    onError: (error) => {
      throw error;
    },
    runner: {
      runQueries: async (calls) => {
        const answered = runner.runQueries(calls);
        await new Promise((resolve) => setTimeout(resolve, roundMs));
        return answered;
      },
    },
  });
  const settledAt: bigint[] = [];
  const subscriber: Subscriber = {
    client: "somebody",
    markStale: () => undefined,
    settle: (ts) => void settledAt.push(ts),
    fail: () => undefined,
  };
  const caller = { identity: null, visibility: "public" } as const;
  subscriptions.subscribe(subscriber, 0, { path: "fake:list", args: "[{}]", caller, journal: null });
  subscriptions.requestSettle(subscriber);
  await vi.advanceTimersByTimeAsync(roundMs + 1);
  expect(runner.queryRuns).toHaveLength(1);
  return { runner, database, subscriptions, subscriber, settledAt, runs: () => runner.queryRuns.length - 1 };
}

/** Writes once per millisecond. */
async function writeFor(database: FakeRunner["database"], ms: number): Promise<void> {
  for (let i = 0; i < ms; i += 1) {
    database.append("default", "x");
    await vi.advanceTimersByTimeAsync(1);
  }
}

it("the server pauses as long as a long round took, and then shows all writes together", async () => {
  const { database, runs } = await watchList(100);
  await writeFor(database, 98);
  expect(runs()).toBe(0);
  await writeFor(database, 10);
  expect(runs()).toBe(1);
});

it("the server pauses a quarter of a second at most", async () => {
  const { database, runs } = await watchList(2000);
  await writeFor(database, 252);
  expect(runs()).toBe(1);
});

it("the server does not pause after a short round", async () => {
  const { database, runs } = await watchList(10);
  await writeFor(database, 3);
  expect(runs()).toBe(1);
});

it("a writer sees their own write after a response during a round that had read before", async () => {
  const { database, subscriptions, subscriber, settledAt } = await watchList(10);
  const first = database.append("default", "read by the round");
  await vi.advanceTimersByTimeAsync(5);
  const own = database.append("another", "touches nothing that anybody holds");
  subscriptions.requestSettle(subscriber, own);
  await vi.advanceTimersByTimeAsync(20);
  expect(settledAt.slice(-2)).toEqual([first, own]);
});

function subscribe(subscriptions: Subscriptions, client: string, lists: readonly string[]): QuerySlot[] {
  const settles = { markStale: () => undefined, settle: () => undefined, fail: () => undefined };
  const call = {
    path: "fake:list",
    caller: { identity: null, visibility: "public" },
    journal: null,
  } as const;
  return lists.map((list, queryId) => {
    const args = JSON.stringify([{ list }]);
    return subscriptions.subscribe({ client, ...settles }, queryId, { ...call, args });
  });
}

describe("queries that one client adds at once", () => {
  const isThere = ({ shared }: QuerySlot) => shared.result !== null;
  const names = Array.from({ length: 3 * FIRST_RUNS_PER_ROUND }, (_, at) => `list ${at}`);

  it("run in one round up to their limit", async () => {
    const { subscriptions } = await watchList(10);
    const added = subscribe(subscriptions, "one", names.slice(0, FIRST_RUNS_PER_ROUND));
    await vi.advanceTimersByTimeAsync(11);
    expect(added.every(isThere)).toBe(true);
  });

  it("run in several rounds above the limit, and another client's new query runs in the next", async () => {
    const { runner, subscriptions } = await watchList(10);
    runner.queryRuns = [];
    const many = subscribe(subscriptions, "one", names);
    const few = subscribe(subscriptions, "another", ["their own", ...names.slice(-1)]);
    await vi.advanceTimersByTimeAsync(11);
    expect(few.every(isThere)).toBe(true);
    // When the last query has a result, another query is waiting for it.
    expect(many.filter(isThere)).toHaveLength(FIRST_RUNS_PER_ROUND + 1);
    await vi.advanceTimersByTimeAsync(22);
    expect(many.every(isThere)).toBe(true);
    expect(runner.queryRuns).toHaveLength(names.length + 1);
  });
});

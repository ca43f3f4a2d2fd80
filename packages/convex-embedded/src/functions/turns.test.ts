/** Tests when calls run, and when they are refused because others wait. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { MAX_CONCURRENT_MUTATIONS, MAX_WAIT_FOR_TURN_MS } from "./limits.js";
import { openHarness } from "./testing/harness.js";
import { Turns } from "./turns.js";

afterEach(() => void vi.restoreAllMocks());

const REFUSAL = {
  code: "TooManyConcurrentRequests",
  message: "Too many concurrent requests. Your backend is limited to 16 concurrent mutations.",
};

function queueOf(count: number) {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const turns = new Turns("mutation");
  const queue = Array.from({ length: count }, () => turns.enter());
  return {
    turns,
    wait: (ms: number) => (nowMs += ms),
    refusals: () => queue.map((turn) => turns.refusalFor(turn)),
  };
}

describe("sixteen mutations at a time", () => {
  test("run however long they take", () => {
    const { wait, refusals } = queueOf(MAX_CONCURRENT_MUTATIONS);
    wait(100 * MAX_WAIT_FOR_TURN_MS);
    expect(refusals().filter((refusal) => refusal !== null)).toEqual([]);
  });

  test("are the maximum that may wait for long: one more is refused with its error code", () => {
    const { wait, refusals } = queueOf(MAX_CONCURRENT_MUTATIONS + 1);
    wait(MAX_WAIT_FOR_TURN_MS + 1);
    expect(refusals()).toEqual([...Array<null>(MAX_CONCURRENT_MUTATIONS).fill(null), REFUSAL]);
  });
});

describe("five seconds behind sixteen others", () => {
  test("are an accepted wait", () => {
    const { wait, refusals } = queueOf(500);
    wait(MAX_WAIT_FOR_TURN_MS);
    expect(refusals().filter((refusal) => refusal !== null)).toEqual([]);
  });

  test("are the longest wait: a call that waited longer is refused with its error code", () => {
    const { wait, refusals } = queueOf(500);
    wait(MAX_WAIT_FOR_TURN_MS + 0.01);
    expect(refusals().filter((refusal) => refusal !== null)).toEqual(Array(484).fill(REFUSAL));
  });
});

test("a call that ends frees a place for the next", () => {
  const { turns, wait } = queueOf(MAX_CONCURRENT_MUTATIONS);
  turns.leave();
  const next = turns.enter();
  wait(2 * MAX_WAIT_FOR_TURN_MS);
  expect(turns.refusalFor(next)).toBeNull();
});

test("a refused mutation was not called, and runs when it is sent again", async () => {
  const harness = await openHarness({ turns: { limit: 2, waitMs: -1 } });
  try {
    const call = (name: string, requestId: number) => ({
      path: "limits:write",
      args: JSON.stringify([{ name }]),
      caller: { identity: null, visibility: "public" as const },
      request: { sessionId: "00000000-0000-4000-8000-000000000000", requestId },
    });
    const calls = [call("a", 0), call("b", 1), call("c", 2)];
    const outcomes = await Promise.all(calls.map((each) => harness.runner.runMutation(each)));
    expect(outcomes.map(({ status }) => status)).toEqual(["success", "success", "error"]);
    expect(outcomes[2]).toMatchObject({ refusal: { code: "TooManyConcurrentRequests" } });
    expect((await harness.query("channels:list")).value).toHaveLength(2);
    expect((await harness.runner.runMutation(call("c", 2))).status).toBe("success");
    expect((await harness.query("channels:list")).value).toHaveLength(3);
  } finally {
    await harness.close();
  }
});

describe("queries at a time", () => {
  const ask = async (count: number) => {
    const harness = await openHarness();
    try {
      const answers = Array.from({ length: count }, () => harness.query("channels:list"));
      return (await Promise.all(answers)).map(({ value }) => value);
    } finally {
      await harness.close();
    }
  };

  test("run up to sixteen", async () => {
    expect(await ask(16)).toEqual(Array(16).fill([]));
  });

  test("also run beyond sixteen: further queries wait, and none is refused", async () => {
    expect(await ask(200)).toEqual(Array(200).fill([]));
  });
});

/**
 * Tests the limits that a caller sets for a nested call, the amounts that count, and the warnings before a limit.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_BYTES_READ, MAX_DOCUMENTS_READ } from "../database/limits.js";
import { durationWarning } from "./limit-warnings.js";
import { MAX_RETURN_BYTES } from "./limits.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
beforeEach(async () => {
  // Large values take long on a busy machine, and these tests do not measure the time.
  harness = await openHarness({ timeoutMs: 20_000 });
});
afterEach(() => harness.close());

async function fill(count: number, bytes = 1): Promise<void> {
  const document = JSON.stringify({ text: "x".repeat(bytes) });
  await harness.database.write((tx) => {
    for (let i = 0; i < count; i += 1) tx.insert("filler", document);
  });
}

type Use = Readonly<Record<string, number>>;
const within = (own: Use, nested: Use, limits: Use) =>
  harness.mutation("limits:useWithin", { own, nested, limits });

describe("a nested call with lower limits from its caller", () => {
  const cases: [limit: string, use: string, error: string][] = [
    ["documentsRead", "reads", "Too many documents read in a single function execution (limit: 8)"],
    ["documentsWritten", "writes", "Too many writes in a single function execution (limit: 8)"],
    ["functionsScheduled", "jobs", "Too many functions scheduled by this mutation (limit: 8)"],
  ];

  test.each(cases)("may use %s up to the limit, counted from before the call", async (limit, use) => {
    await fill(20);
    expect(await within({ [use]: 3 }, { [use]: 5 }, { [limit]: 5 })).toBeNull();
  });

  test.each(cases)(
    "fails above its limit of %s with the name of the limit, and is rolled back",
    async (limit, use, error) => {
      await fill(20);
      expect(await within({ [use]: 3 }, { [use]: 6 }, { [limit]: 5 })).toContain(error);
      // The caller wrote three documents before the call, and six after it.
      if (use === "writes") expect((await harness.query("limits:countUsed")).value).toBe(9);
    },
  );

  test("may use the given bytes", async () => {
    await fill(20, 94);
    const read = (bytesRead: number) =>
      harness.query("limits:readWithin", { count: 10, limits: { bytesRead } });
    // Each document is {"text": 94 characters}: 2 + 5 + 96.
    expect((await read(10 * 103)).value).toBe(10);
    await expect(read(10 * 103 - 1)).rejects.toThrow(
      "Too many bytes read in a single function execution (limit: 1029 bytes)",
    );
  });

  test("may use the given index ranges", async () => {
    await fill(3);
    const read = (databaseQueries: number) =>
      harness.query("limits:readWithin", { count: 2, limits: { databaseQueries } });
    expect((await read(1)).value).toBe(2);
    await expect(read(0)).rejects.toThrow("Too many reads in a single function execution (limit: 0)");
  });

  test("cannot be given more than the remaining amounts", async () => {
    await fill(MAX_DOCUMENTS_READ / 2);
    await fill(MAX_DOCUMENTS_READ / 2);
    await fill(1);
    const read = (count: number) =>
      harness.query("limits:readWithin", { count, limits: { documentsRead: 1_000_000 } });
    expect((await read(8000)).value).toBe(8000);
    await expect(
      harness.mutation("limits:useWithin", {
        own: { reads: MAX_DOCUMENTS_READ - 1 },
        nested: { reads: 2 },
        limits: { documentsRead: 1_000_000 },
      }),
    ).rejects.toThrow("(limit: 32000)");
  });

  test("is refused for limits that are not numbers", async () => {
    const failure = await harness.failure("query", "limits:readWithin", {
      count: 1,
      limits: { documentsRead: -1 },
    });
    expect(failure.message).toContain(
      "Invalid argument `transactionLimits` for `runUdf`: `documentsRead` must be a nonnegative integer",
    );
  });
});

test("writes that were rolled back do not count", async () => {
  await harness.mutation("limits:writeInVain", { times: 5, writes: 4000 });
  const failure = await harness.failure("mutation", "limits:writeAndFail", { writes: 16_001 });
  expect(failure.message).toContain("Too many writes");
});

test("a query on the stale snapshot finds the data from before the mutation's writes", async () => {
  await harness.mutation("limits:use", { writes: 2 });
  expect(await harness.mutation("limits:countAround")).toEqual({ found: 2, now: 3 });
});

describe("a call near a limit", () => {
  const warningsOf = async (path: string, args: Record<string, number>) =>
    (await harness.query(path, args)).logLines.filter((line) => line.startsWith("[WARN]"));

  const fillForFour = async () => {
    await fill(MAX_DOCUMENTS_READ * 0.4);
    await fill(MAX_DOCUMENTS_READ * 0.4);
    await fill(1);
  };

  test("gets no warning about documents up to four fifths", async () => {
    await fillForFour();
    expect(await warningsOf("limits:readTimes", { count: 6400, times: 4 })).toEqual([]);
  });

  test("gets a warning about documents above four fifths", async () => {
    await fillForFour();
    expect(await warningsOf("limits:readTimes", { count: 6401, times: 4 })).toEqual([
      "[WARN] Many documents read in a single function execution (actual: 25604, limit: 32000). Consider using " +
        "smaller limits in your queries, paginating your queries, or using indexed queries with a selective " +
        "index range expressions.",
    ]);
  });

  test("gets a warning about the bytes that it read", async () => {
    await fill(14, 1_000_000);
    expect(await warningsOf("limits:readTimes", { count: 13, times: 1 })).toEqual([]);
    expect(await warningsOf("limits:readTimes", { count: 14, times: 1 })).toEqual([
      expect.stringContaining(
        `Many bytes read in a single function execution (actual: 14000126 bytes, limit: ${MAX_BYTES_READ} bytes).`,
      ),
    ]);
  });

  test("gets a warning about a large result", async () => {
    const most = Math.floor(MAX_RETURN_BYTES * 0.8) - 2;
    expect(await warningsOf("limits:textOf", { length: most })).toEqual([]);
    expect(await warningsOf("limits:textOf", { length: most + 1 })).toEqual([
      `[WARN] Large size of the function return value (actual: ${most + 3} bytes, limit: ${MAX_RETURN_BYTES} bytes).`,
    ]);
  });

  test("gets warnings about too many writes and scheduled calls, and no further one when it fails", async () => {
    const linesOf = async (args: Record<string, number>) => {
      const outcome = await harness.runner.runMutation({
        path: "limits:use",
        args: JSON.stringify([args]),
        caller: { identity: null, visibility: "public" },
      });
      return outcome.logLines;
    };
    expect(await linesOf({ writes: 12_800, jobs: 800 })).toEqual([]);
    expect(await linesOf({ writes: 12_801, jobs: 801 })).toEqual([
      "[WARN] Many writes in a single function execution (actual: 12801, limit: 16000).",
      "[WARN] Many functions scheduled by this mutation (actual: 801, limit: 1000).",
    ]);
    expect(await linesOf({ writes: 16_001 })).toEqual([]);
  });
});

test("a call that took most of its time gets a warning with that time", () => {
  expect(durationWarning(800, 1000)).toBeNull();
  expect(durationWarning(800.5, 1000)).toBe(
    "[WARN] Function execution took a long time. (maximum duration: 1s, actual duration: 800.500ms).",
  );
  expect(durationWarning(1001, 1000)).toBeNull();
});

// Tests the log of calls.
import { describe, expect, it } from "vitest";
import type { EndedCall } from "../functions/api.js";
import { FunctionLog } from "./function-log.js";

const never = new AbortController().signal;

function call(path: string, logLines: readonly string[] = [], error?: string): EndedCall {
  const outcome =
    error === undefined
      ? ({ status: "success", value: "null", logLines } as const)
      : ({ status: "error", message: error, logLines } as const);
  return { kind: "Mutation", path, startedMs: 1000, durationMs: 5, outcome };
}

describe("the function log", () => {
  it("returns calls with their lines, their time and their error", async () => {
    const log = new FunctionLog();
    log.add(call("notes:add", ["[WARN] 'low', 1"], "Uncaught Error: no"));
    const { entries } = await log.entriesAfter(0, never);
    expect(entries).toMatchObject([
      {
        kind: "Completion",
        udfType: "Mutation",
        identifier: "notes.js:add",
        logLines: [{ level: "WARN", messages: ["'low', 1"], timestamp: 1005 }],
        timestamp: 1.005,
        executionTime: 0.005,
        error: "Uncaught Error: no",
      },
    ]);
  });

  it("makes a reader wait for the next call, and returns each call once", async () => {
    const log = new FunctionLog();
    log.add(call("notes:first"));
    const { newCursor } = await log.entriesAfter(0, never);
    const next = log.entriesAfter(newCursor, never);
    log.add(call("notes:second"));
    expect((await next).entries.map(({ identifier }) => identifier)).toEqual(["notes.js:second"]);
  });

  it("releases a reader that has disconnected", async () => {
    const log = new FunctionLog();
    log.add(call("notes:first"));
    const { newCursor } = await log.entriesAfter(0, never);
    const gone = new AbortController();
    const waiting = log.entriesAfter(newCursor, gone.signal);
    gone.abort();
    expect(await waiting).toEqual({ entries: [], newCursor });
  });

  it("keeps the newest calls, however many and long they are", async () => {
    const log = new FunctionLog();
    for (let i = 0; i < 5000; i += 1) log.add(call(`notes:n${i}`));
    const many = (await log.entriesAfter(0, never)).entries;
    expect(many.length).toBeLessThanOrEqual(2000);
    expect(many.at(-1)?.identifier).toBe("notes.js:n4999");

    const line = `[LOG] ${"x".repeat(1 << 20)}`;
    for (let i = 0; i < 20; i += 1) log.add(call(`notes:long${i}`, [line]));
    const long = (await log.entriesAfter(0, never)).entries;
    expect(long.length).toBeLessThanOrEqual(4);
    expect(long.at(-1)?.identifier).toBe("notes.js:long19");
  });
});

/** Tests functions that misbehave. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { MODULES_GLOBAL } from "./analysis.js";
import { compileBundle, Isolate } from "./isolate/isolate.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
let foreignListeners: NodeJS.UnhandledRejectionListener[];

beforeEach(async () => {
  // The test runner would treat the rejections of these functions as its own failures.
  foreignListeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  harness = await openHarness({ timeoutMs: 300 });
});

afterEach(async () => {
  await harness.close();
  for (const listener of foreignListeners) process.on("unhandledRejection", listener);
});

test("a promise that can never settle is an error", async () => {
  const failure = await harness.failure("query", "hostile:neverSettles");
  expect(failure.message).toContain("Returned promise will never resolve");
});

test("an endless loop is stopped, and the runner continues", async () => {
  const failure = await harness.failure("query", "hostile:loops");
  expect(failure.message).toContain("Function execution timed out (maximum duration: 0.3s)");
  expect((await harness.query("channels:list")).value).toEqual([]);
});

test("code that catches the end of its call gets no more results, however often it tries", () => {
  const source = `globalThis.${MODULES_GLOBAL} = { stubborn: () => ({ asks: { invokeQuery: async () => {
    for (let i = 0; i < 100; i += 1) {
      try { await Convex.asyncSyscall("1.0/get", "{}"); } catch { console.log("goes on"); }
    }
    return "null";
  } } }) }`;
  const isolate = new Isolate({
    script: compileBundle(source, "stubborn.js"),
    frames: { translate: () => [] },
    env: {},
  });
  const answer = () => {
    throw new Error("The time is over.");
  };
  const logLines: string[] = [];
  const run = () =>
    isolate.run({
      request: { kind: "query", modulePath: "stubborn", exportName: "asks", args: "[{}]" },
      now: () => 0,
      syscall: answer,
      nextDocument: answer,
      nextPage: answer,
      allDocuments: answer,
      failureOf: () => null,
      logLines,
    });
  expect(run).toThrow("The time is over.");
  expect(logLines).toEqual([]);
});

test("an endless loop in a sub-mutation rolls back the whole mutation", async () => {
  const failure = await harness.failure("mutation", "hostile:loopsInside");
  expect(failure.message).toContain("Function execution timed out");
  await harness.mutation("channels:create", { name: "next" });
  expect((await harness.query("nested:queryInQuery")).value).toEqual(["next"]);
});

test("an endless loop in one query does not affect the others of its group", async () => {
  const call = (path: string) => ({
    path,
    args: "[{}]",
    caller: { identity: null, visibility: "public" as const },
    journal: null,
  });
  const { outcomes } = await harness.runner.runQueries([
    call("channels:list"),
    call("hostile:loops"),
    call("channels"),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["success", "error", "success"]);
});

test("an unhandled rejection makes only its own query fail, and no other of its group", async () => {
  const call = (path: string) => ({
    path,
    args: "[{}]",
    caller: { identity: null, visibility: "public" as const },
    journal: null,
  });
  const { outcomes } = await harness.runner.runQueries([
    call("channels:list"),
    call("hostile:unhandledInQuery"),
  ]);
  expect(outcomes[0]?.status).toBe("success");
  expect(outcomes[1]).toMatchObject({ status: "error" });
  expect(outcomes[1]?.status === "error" && outcomes[1].message).toContain("Uncaught Error: nobody listens");
});

test("an unhandled rejection rolls back only its own mutation, and no other of its batch", async () => {
  const results = await Promise.allSettled([
    harness.mutation("channels:create", { name: "first" }),
    harness.mutation("hostile:unhandledInMutation"),
    harness.mutation("channels:create", { name: "third" }),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await harness.query("nested:queryInQuery")).value).toEqual(["first", "third"]);
});

test("a rejection that is handled later is not reported", async () => {
  expect((await harness.query("hostile:handledLater")).value).toBe("handled in the end");
});

test("fetch and timers are refused with Convex's message, even when the error is caught", async () => {
  expect((await harness.failure("query", "hostile:fetches")).message).toContain(
    "Can't use fetch() in queries and mutations. Please consider using an action.",
  );
  expect((await harness.failure("mutation", "hostile:setsTimer")).message).toContain(
    "Can't use setTimeout in queries and mutations. Please consider using an action.",
  );
});

test("queries cannot write, and a query object is not a result", async () => {
  expect((await harness.query("hostile:writesInQuery")).value).toBe("no insert");
  expect((await harness.failure("query", "hostile:returnsQuery")).message).toContain(
    "Return value is a Query. Results must be retrieved with",
  );
});

test("arguments that are not JSON or not a single object are the caller's error", async () => {
  for (const args of ["{", "[1]", "[{},{}]", "7"]) {
    const outcome = await harness.runner.runMutation({
      path: "channels:create",
      args,
      caller: { identity: null, visibility: "public" },
    });
    expect(outcome).toMatchObject({ status: "error", message: expect.stringContaining("arguments") });
  }
});

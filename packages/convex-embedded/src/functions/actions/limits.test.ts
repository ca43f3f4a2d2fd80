/** Tests that the limits of actions are exact, in a real worker thread. */
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createActionRunner, type ActionRunnerOptions } from "./action-runner.js";
import { buildActions, createTestFiles, createTestHost, invocationOf, type BuiltActions } from "./testing.js";

let built: BuiltActions;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  built = await buildActions();
});
afterAll(() => rmSync(built.dir, { recursive: true, force: true }));
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});

function startRunner(options: Partial<ActionRunnerOptions> = {}) {
  const { bundle, analysis, workerUrl } = built;
  const base = { bundle, analysis, workerUrl, host: createTestHost(), files: createTestFiles() };
  const runner = createActionRunner({ ...base, ...options });
  closers.push(() => runner.close());
  return runner;
}

describe("1000 running operations of an action", () => {
  const askMany = (count: number) => startRunner().runAction(invocationOf("tasks", "askMany", { count }));

  test("are accepted", async () => {
    await expect(askMany(1000)).resolves.toMatchObject({ value: "1000" });
  });

  test("are the maximum", async () => {
    const message: unknown = expect.stringContaining("Too many concurrent operations.");
    await expect(askMany(1001)).resolves.toMatchObject({ error: { message } });
  });
});

test("actions have thirty minutes, Node actions ten", async () => {
  const runner = startRunner();
  const timers = vi.spyOn(globalThis, "setTimeout");
  await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
  await runner.runAction(invocationOf("nodeTasks", "hash", { text: "abc" }));
  const delays = timers.mock.calls.map(([, delayMs]) => delayMs);
  expect(delays).toEqual(expect.arrayContaining([30 * 60_000, 10 * 60_000]));
});

describe("the time of an action", () => {
  test("allows an action within the limit", async () => {
    const runner = startRunner({ timeoutMs: 60_000 });
    const within = await runner.runAction(invocationOf("tasks", "askMany", { count: 10 }));
    expect(within.status).toBe("success");
  });

  test("ends an action over the limit, with its error code", async () => {
    const runner = startRunner({ timeoutMs: 500 });
    await expect(runner.runAction(invocationOf("tasks", "waitForever"))).resolves.toMatchObject({
      error: { message: "Function execution timed out (maximum duration: 0.5s)" },
    });
  });
});

describe("the number of actions at a time", () => {
  const greet = invocationOf("tasks", "greet", { name: "Ada" });

  /** The action ends when the host responds, and the host responds on request. */
  const ask = invocationOf("tasks", "askMany", { count: 1 });
  function holdAnswers() {
    const host = createTestHost();
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const asyncSyscall: typeof host.asyncSyscall = async (...asked) => {
      await isOpen;
      return await host.asyncSyscall(...asked);
    };
    return { host: { ...host, asyncSyscall }, open };
  }

  test("allows the limit, and the same number of Node actions, and frees places again", async () => {
    const { host, open } = holdAnswers();
    const runner = startRunner({ host, concurrency: { limit: 2, waitMs: 60_000 } });
    const held = runner.runAction(ask);
    await expect(runner.runAction(greet)).resolves.toMatchObject({ status: "success" });
    const heldToo = runner.runAction(ask);
    const hash = invocationOf("nodeTasks", "hash", { text: "abc" });
    await expect(runner.runAction(hash)).resolves.toMatchObject({ status: "success" });
    const waiting = runner.runAction(greet);
    open();
    for (const outcome of await Promise.all([held, heldToo, waiting])) {
      expect(outcome).toMatchObject({ status: "success" });
    }
  });

  test("refuses more with an error code when no place becomes free for long", async () => {
    const { host, open } = holdAnswers();
    const runner = startRunner({ host, concurrency: { limit: 2, waitMs: 50 } });
    const held = [1, 2].map(() => runner.runAction(ask));
    const message = "Too many concurrent requests. Your backend is limited to 2 concurrent actions.";
    const refusal = { code: "TooManyConcurrentRequests", message };
    await expect(runner.runAction(greet)).resolves.toMatchObject({ error: { message }, refusal });
    const url = "http://127.0.0.1:3210/who";
    const request = { method: "GET", url, headers: [], body: null, identity: null };
    const response = await runner.runHttpAction(request);
    expect([response?.status, new Headers(response?.headers as HeadersInit).get("retry-after")]).toEqual([
      ...[429, "1"],
    ]);
    expect(await new Response(response?.body).json()).toEqual(refusal);
    open();
    for (const outcome of await Promise.all(held)) expect(outcome).toMatchObject({ status: "success" });
  });
});

describe("20 MiB of an HTTP action's response", () => {
  const limit = 20 << 20;
  let log: readonly string[] = [];

  const bytesOf = async (count: number) => {
    const runner = startRunner({ onHttpLog: (_path, lines) => (log = lines) });
    const url = `http://127.0.0.1:3210/bytes?count=${count}`;
    const response = await runner.runHttpAction({
      method: "GET",
      url,
      headers: [],
      body: null,
      identity: null,
    });
    return (await new Response(response?.body ?? null).arrayBuffer()).byteLength;
  };

  test("are accepted", async () => {
    await expect(bytesOf(limit)).resolves.toBe(limit);
  });

  test("are the maximum: a longer response breaks off and is logged", async () => {
    const message = "HttpResponseTooLarge: HTTP actions support responses up to 20 MiB";
    await expect(bytesOf(limit + 1)).rejects.toThrow(message);
    await vi.waitFor(() => expect(log).toEqual([`[ERROR] ${message}`]), { timeout: 15_000 });
  });
});

describe("the memory of actions", () => {
  const hoard = (mebibytes: number) => invocationOf("tasks", "hoard", { mebibytes });

  test("allows an action within the limit", async () => {
    const runner = startRunner({ heapMebibytes: 128 });
    await expect(runner.runAction(hoard(8))).resolves.toMatchObject({ value: "8" });
  });

  test("ends an action over the limit, with its error code, and the process and later actions continue", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const runner = startRunner({ heapMebibytes: 128 });
    await expect(runner.runAction(hoard(100_000))).resolves.toMatchObject({
      error: { message: "JavaScript execution ran out of memory (maximum memory usage: 128 MB)" },
    });
    await expect(runner.runAction(hoard(1))).resolves.toMatchObject({ value: "1" });
  });
});

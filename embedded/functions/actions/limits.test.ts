/** The limits of actions are exact, in a real worker thread. */
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
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

test("an action has 1000 operations under way, and no more", async () => {
  const runner = startRunner();
  await expect(runner.runAction(invocationOf("tasks", "askMany", { count: 1000 }))).resolves.toMatchObject({
    value: "1000",
  });
  await expect(runner.runAction(invocationOf("tasks", "askMany", { count: 1001 }))).resolves.toMatchObject({
    error: { message: expect.stringContaining("Too many concurrent operations.") as unknown },
  });
});

test("actions have thirty minutes, those of Node ten", async () => {
  const runner = startRunner();
  const timers = vi.spyOn(globalThis, "setTimeout");
  await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
  await runner.runAction(invocationOf("nodeTasks", "hash", { text: "abc" }));
  const delays = timers.mock.calls.map(([, delayMs]) => delayMs);
  expect(delays).toEqual(expect.arrayContaining([30 * 60_000, 10 * 60_000]));
});

test("an action over its time ends, one within it does not", async () => {
  const runner = startRunner({ timeoutMs: 2000 });
  const [over, within] = await Promise.all([
    runner.runAction(invocationOf("tasks", "waitForever")),
    runner.runAction(invocationOf("tasks", "askMany", { count: 10 })),
  ]);
  expect(over).toMatchObject({
    error: { message: "Function execution timed out (maximum duration: 2s)" },
  });
  expect(within.status).toBe("success");
});

test("actions over their number wait, and are refused when nobody makes room", async () => {
  const runner = startRunner({ concurrency: { limit: 2, waitMs: 100 }, timeoutMs: 1000 });
  const held = [1, 2].map(() => runner.runAction(invocationOf("tasks", "waitForever")));
  const message = "Too many concurrent requests. Your backend is limited to 2 concurrent actions.";
  await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
    error: { message },
  });
  // Node actions have a number of their own.
  await expect(runner.runAction(invocationOf("nodeTasks", "hash", { text: "abc" }))).resolves.toMatchObject({
    status: "success",
  });
  await Promise.all(held);
  await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
    status: "success",
  });
});

test("an HTTP action answers 20 MiB; a longer answer breaks and is logged", async () => {
  const limit = 20 << 20;
  let log: readonly string[] = [];
  const runner = startRunner({ onHttpLog: (_path, lines) => (log = lines) });
  const bytesOf = async (count: number) => {
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
  await expect(bytesOf(limit)).resolves.toBe(limit);
  const message = "HttpResponseTooLarge: HTTP actions support responses up to 20 MiB";
  await expect(bytesOf(limit + 1)).rejects.toThrow(message);
  await vi.waitFor(() => expect(log).toEqual([`[ERROR] ${message}`]));
});

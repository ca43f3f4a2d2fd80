/** Tests actions and HTTP actions in a real worker thread, from a real bundle. */
import { rmSync } from "node:fs";
import os from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { HttpActionRequest } from "../api.js";
import { createActionRunner, TRANSIENT_ERROR, type ActionRunnerOptions } from "./action-runner.js";
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
  const host = createTestHost();
  const { bundle, analysis, workerUrl } = built;
  const runner = createActionRunner({
    bundle,
    analysis,
    workerUrl,
    host,
    files: createTestFiles(),
    ...options,
  });
  closers.push(() => runner.close());
  return { runner, host };
}

describe("an idle thread", () => {
  const countOf = async (runner: ReturnType<typeof startRunner>["runner"], modulePath: string) => {
    const execution = await runner.runAction(invocationOf(modulePath, "count"));
    return execution.status === "success" ? execution.value : execution;
  };

  test("ends with all its loaded code in Node's environment, and the next action gets a new thread", async () => {
    const { runner } = startRunner({ threadIdleMs: 50, lastNodeThreadIdleMs: 100 });
    const seen = [await countOf(runner, "nodeTasks")];
    const isNew = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      seen.push(await countOf(runner, "nodeTasks"));
      expect(seen.at(-1)).toBe("1");
    };
    await vi.waitFor(isNew, { timeout: 10_000 });
    expect(seen[0]).toBe("1");
  });

  test("is kept for some time in Node's environment if it is the only one", async () => {
    const { runner } = startRunner({ threadIdleMs: 1 });
    expect(await countOf(runner, "nodeTasks")).toBe("1");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await countOf(runner, "nodeTasks")).toBe("2");
  });

  test("is kept in the default environment, where clients wait for HTTP actions", async () => {
    const { runner } = startRunner({ threadIdleMs: 1 });
    expect(await countOf(runner, "tasks")).toBe("1");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await countOf(runner, "tasks")).toBe("2");
  });
});

describe("actions", () => {
  test("return their result and printed lines", async () => {
    const { runner } = startRunner();
    await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toEqual({
      status: "success",
      value: '"Hello Ada"',
      logLines: ["[LOG] 'greeting' {\n  name: 'Ada'\n}", "[WARN] 'done'"],
    });
  });

  test("print as on Convex: like Node in Node's environment, with positions of traces in the default runtime", async () => {
    const { runner } = startRunner();
    const { logLines } = await runner.runAction(invocationOf("nodeTasks", "print"));
    expect(logLines.map((line) => line.replace(/\d+ms/, "0ms"))).toEqual([
      "[LOG] { a: { b: [ 1 ] } } Map(0) {}",
      // Node's console prints tables with its log(), and traces with its error().
      expect.stringMatching(/^\[LOG\] '┌/) as string,
      expect.stringMatching(/^\[ERROR\] 'Trace: here/) as string,
      "[INFO] 'walk: 0ms'",
      `[WARN] "Timer 'walk' does not exist"`,
    ]);
    const traced = await runner.runAction(invocationOf("tasks", "trace"));
    expect(traced.logLines).toEqual([
      expect.stringMatching(
        /^\[LOG\] 'here' \[ 1 \] \n {4}at .*\(\.\.\/convex\/tasks\.ts:\d+:\d+\)\n/,
      ) as string,
    ]);
  });

  test("that run at the same time each keep their own caller and log", async () => {
    const { runner } = startRunner();
    const names = ["Ada", "Grace", "Edsger"];
    const outcomes = await Promise.all(
      names.map((name) => runner.runAction(invocationOf("tasks", "whoAmI", {}, { identity: { name } }))),
    );
    expect(outcomes).toEqual(
      names.map((name) => ({
        status: "success",
        value: JSON.stringify([name, name]),
        logLines: [`[LOG] 'I am' '${name}'`],
      })),
    );
  });

  test("see only the environment variables of functions", async () => {
    const { runner } = startRunner();
    await expect(runner.runAction(invocationOf("tasks", "environment"))).resolves.toMatchObject({
      value: '"good day"',
    });
  });

  test("that throw name the developer's file and line", async () => {
    const { runner } = startRunner();
    const outcome = await runner.runAction(invocationOf("tasks", "fail"));
    expect(outcome).toMatchObject({
      status: "error",
      error: { message: "Uncaught TypeError: no such thing" },
    });
    expect(outcome.status === "error" && outcome.error.frames[0]).toMatch(
      /^ {4}at handler \(\.\.\/convex\/tasks\.ts:\d+:\d+\)$/,
    );
    expect(outcome.status === "error" && "data" in outcome.error).toBe(false);
  });

  test("that throw a ConvexError return its data", async () => {
    const { runner } = startRunner();
    const outcome = await runner.runAction(invocationOf("tasks", "refuse"));
    expect(outcome).toMatchObject({
      error: { data: JSON.stringify({ code: "REFUSED", count: { $integer: "AwAAAAAAAAA=" } }) },
    });
  });

  test("can catch the ConvexError of a mutation with its data", async () => {
    const { runner, host } = startRunner();
    const outcome = await runner.runAction(invocationOf("tasks", "passRefusalOn"));
    expect(outcome).toMatchObject({
      status: "success",
      value: '{"code":"FULL","left":{"$integer":"AAAAAAAAAAA="}}',
    });
    expect(host.asked).toMatchObject([
      { op: "1.0/actions/mutation", args: { name: "notes:remember", args: { text: "x" } } },
    ]);
  });

  test("fail after an unhandled rejection", async () => {
    const { runner } = startRunner();
    const outcome = await runner.runAction(invocationOf("tasks", "rejectUnseen"));
    expect(outcome).toMatchObject({ status: "error", error: { message: "Uncaught Error: nobody looked" } });
  });

  test("get a warning about calls that they did not await", async () => {
    const { runner } = startRunner();
    const outcome = await runner.runAction(invocationOf("tasks", "forgetToAwait"));
    expect(outcome.status).toBe("success");
    expect(outcome.logLines[0]).toMatch(/^\[WARN\] 1 unawaited operation: \[mutation\]/);
  });

  test('use Node\'s modules in "use node" files, with their own source map', async () => {
    const { runner } = startRunner();
    await expect(runner.runAction(invocationOf("nodeTasks", "hash", { text: "abc" }))).resolves.toMatchObject(
      {
        value: '"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"',
      },
    );
    const outcome = await runner.runAction(invocationOf("nodeTasks", "fail"));
    expect(outcome.status === "error" && outcome.error.frames[0]).toMatch(/\.\.\/convex\/nodeTasks\.ts:\d+/);
  });

  test('do not wait for "use node" actions, and survive the end of their thread', async () => {
    const { runner } = startRunner({ pongTimeoutMs: 200 });
    const spinning = runner.runAction(invocationOf("nodeTasks", "spin"));
    const response = await runner.runHttpAction(request("GET", "/files/exact"));
    expect(await textOf(response?.body ?? null)).toBe("exact");
    await expect(spinning).resolves.toMatchObject({ status: "error", error: { message: TRANSIENT_ERROR } });
    await expect(runner.runAction(invocationOf("nodeTasks", "hash", { text: "" }))).resolves.toMatchObject({
      status: "success",
    });
  });

  test.runIf(process.platform === "linux")(
    'have priority on the processors over "use node" actions, whose threads have a lower priority',
    async () => {
      const { runner } = startRunner();
      await expect(runner.runAction(invocationOf("nodeTasks", "tellPriority"))).resolves.toMatchObject({
        value: String(os.getPriority(0) + os.constants.priority.PRIORITY_BELOW_NORMAL),
      });
    },
  );

  test("store blobs and read them again", async () => {
    const { runner } = startRunner();
    await expect(
      runner.runAction(invocationOf("tasks", "keepText", { text: "Grüße" })),
    ).resolves.toMatchObject({ value: '["text/plain","Grüße"]' });
    await expect(runner.runAction(invocationOf("tasks", "missingFile"))).resolves.toMatchObject({
      value: "true",
    });
  });

  test("that take too long are ended, and the worker continues", async () => {
    const { runner } = startRunner({ timeoutMs: 2000 });
    const [slow, quick] = await Promise.all([
      runner.runAction(invocationOf("tasks", "waitForever")),
      runner.runAction(invocationOf("tasks", "greet", { name: "Ada" })),
    ]);
    expect(slow).toMatchObject({
      error: { message: "Function execution timed out (maximum duration: 2s)", frames: [] },
    });
    expect(quick.status).toBe("success");
    await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
      status: "success",
    });
  });

  test("that never yield do not delay later ones", async () => {
    const { runner } = startRunner({ pongTimeoutMs: 2000 });
    const ended: string[] = [];
    const spinning = runner.runAction(invocationOf("tasks", "spin")).then((outcome) => {
      ended.push("spinning");
      return outcome;
    });
    for (const name of ["Grace", "Edsger", "Barbara"]) {
      await expect(runner.runAction(invocationOf("tasks", "greet", { name }))).resolves.toMatchObject({
        status: "success",
      });
    }
    expect(ended).toEqual([]);
    await expect(spinning).resolves.toMatchObject({ error: { message: TRANSIENT_ERROR } });
  });

  test("that never yield cause failures only of actions that have begun in the same full thread", async () => {
    const { runner } = startRunner({ pongTimeoutMs: 500, threads: 1 });
    const begun = runner.runAction(invocationOf("tasks", "waitForever"));
    await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
    const spinning = runner.runAction(invocationOf("tasks", "spin"));
    const waiting = runner.runAction(invocationOf("tasks", "greet", { name: "Grace" }));
    const post = runner.runHttpAction(request("POST", "/echo", { body: new Blob(["one ", "two"]).stream() }));
    for (const outcome of await Promise.all([begun, spinning])) {
      expect(outcome).toMatchObject({ status: "error", error: { message: TRANSIENT_ERROR } });
    }
    await expect(waiting).resolves.toMatchObject({ status: "success" });
    expect(await textOf((await post)?.body ?? null)).toContain("one two");
  });

  test("that never yield end at their time limit, and the next action is not delayed", async () => {
    const { runner } = startRunner({ timeoutMs: 1500, pongTimeoutMs: 1600, threads: 1 });
    await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
    await expect(runner.runAction(invocationOf("tasks", "spin"))).resolves.toMatchObject({
      error: { message: "Function execution timed out (maximum duration: 1.5s)" },
    });
    await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
      status: "success",
    });
  });

  test("share a thread while another thread starts, which then has loaded the same code", async () => {
    const { runner } = startRunner();
    const count = async (client: string) => {
      const outcome = await runner.runAction(invocationOf("tasks", "count", {}, { clients: [client] }));
      return outcome.status === "success" ? outcome.value : outcome;
    };
    expect(await count("Ada")).toBe("1");
    const wait = (client: string) =>
      runner.runAction(invocationOf("tasks", "waitForever", {}, { clients: [client] }));
    const waiting = [wait("Grace")];
    expect(await count("Ada")).toBe("2");
    waiting.push(wait("Ada"));
    const isInAnother = async () => expect(await count("Barbara")).toBe("1");
    await vi.waitFor(isInAnother, { timeout: 20_000 });
    const loading = await runner.runAction(
      invocationOf("tasks", "tellLoading", {}, { clients: ["Barbara"] }),
    );
    expect(loading).toMatchObject({ value: expect.stringContaining("loadFirst") as string });
    await runner.close();
    await Promise.all(waiting);
  });

  test("that never yield leave a thread to others, however many are called", async () => {
    const { runner } = startRunner({ pongTimeoutMs: 20_000, threads: 4 });
    let ended = 0;
    const spinning = Array.from({ length: 20 }, async () => {
      await runner.runAction(invocationOf("tasks", "spin"));
      ended += 1;
    });
    for (let round = 0; round < 10; round += 1) {
      const greeted = await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
      expect(greeted.status).toBe("success");
    }
    expect(ended).toBe(0);
    await runner.close();
    await Promise.all(spinning);
  });

  test("of a function that blocks its thread get at most half of the places, and others get the rest", async () => {
    const { runner } = startRunner({ pongTimeoutMs: 500, concurrency: { limit: 4, waitMs: 60_000 } });
    const spin = () => runner.runAction(invocationOf("tasks", "spin"));
    await spin();
    const spinning = Array.from({ length: 8 }, spin);
    await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
      status: "success",
    });
    await runner.close();
    await Promise.all(spinning);
  });

  test("that end the process end only themselves with Convex's message, and no other in their thread", async () => {
    const { runner } = startRunner({ threads: 1 });
    const waiting = runner.runAction(invocationOf("tasks", "whoAmI", {}, { identity: { name: "Ada" } }));
    await expect(runner.runAction(invocationOf("tasks", "exitThread"))).resolves.toMatchObject({
      error: { message: TRANSIENT_ERROR },
    });
    await expect(waiting).resolves.toMatchObject({ status: "success", value: '["Ada","Ada"]' });
  });

  test("whose thread cannot start fail", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { runner } = startRunner({ workerUrl: new URL("file:///nowhere/action-worker.mjs") });
    await expect(runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }))).resolves.toMatchObject({
      error: { message: TRANSIENT_ERROR },
    });
  });

  test("that are running when the runtime closes fail", async () => {
    const { runner } = startRunner();
    const waiting = runner.runAction(invocationOf("tasks", "waitForever"));
    await runner.runAction(invocationOf("tasks", "greet", { name: "Ada" }));
    await runner.close();
    await expect(waiting).resolves.toMatchObject({ error: { message: TRANSIENT_ERROR } });
  });
});

function request(method: string, path: string, more: Partial<HttpActionRequest> = {}): HttpActionRequest {
  return { method, url: `http://127.0.0.1:3210${path}`, headers: [], body: null, identity: null, ...more };
}

const textOf = (body: ReadableStream<Uint8Array> | null) => new Response(body).text();

describe("HTTP actions", () => {
  test("read the request and return status, headers and body", async () => {
    const { runner } = startRunner();
    const body = new Blob(["one ", "two"]).stream();
    const response = await runner.runHttpAction(
      request("POST", "/echo?a=1", { headers: [["X-Greeting", "hi"]], body }),
    );
    expect(response?.status).toBe(201);
    expect(response?.headers).toEqual([
      ["content-type", "text/plain"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-query", "?a=1"],
    ]);
    await expect(textOf(response?.body ?? null)).resolves.toBe("hi: one two");
  });

  test("are found by exact path, then by the longest prefix", async () => {
    const { runner } = startRunner();
    const bodyOf = async (path: string) =>
      textOf((await runner.runHttpAction(request("GET", path)))?.body ?? null);
    await expect(bodyOf("/files/exact")).resolves.toBe("exact");
    await expect(bodyOf("/files/deep/x")).resolves.toBe("deep prefix");
    await expect(bodyOf("/files/x")).resolves.toBe("prefix /files/x");
  });

  test("return null when no route matches", async () => {
    const { runner } = startRunner();
    await expect(runner.runHttpAction(request("GET", "/elsewhere"))).resolves.toBeNull();
    await expect(runner.runHttpAction(request("DELETE", "/echo"))).resolves.toBeNull();
  });

  test("respond to HEAD like to GET, without the body", async () => {
    const { runner } = startRunner();
    await expect(runner.runHttpAction(request("HEAD", "/files/exact"))).resolves.toMatchObject({
      status: 200,
      headers: expect.arrayContaining([["x-made-by", "exact"]]) as unknown,
      body: null,
    });
  });

  test("get the error of an invalid Authorization header only when they read the identity", async () => {
    const { runner } = startRunner();
    const who = async (more: Partial<HttpActionRequest>) =>
      JSON.parse(
        await textOf((await runner.runHttpAction(request("GET", "/who", more)))?.body ?? null),
      ) as unknown;
    await expect(who({})).resolves.toEqual({ name: null });
    await expect(who({ identity: { name: "Ada" } })).resolves.toEqual({ name: "Ada" });
    await expect(who({ identityError: "not ours" })).resolves.toEqual({ refused: "not ours" });
  });

  test("that throw return 500 with message and frames, and are logged", async () => {
    const { runner, nextLog } = startLoggedRunner();
    const response = await runner.runHttpAction(request("GET", "/fail"));
    expect(response?.status).toBe(500);
    const answer = JSON.parse(await textOf(response?.body ?? null)) as { code: string; trace: string };
    expect(answer.code).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught Error: broken handler$/,
    );
    expect(answer.trace).toMatch(/^Uncaught Error: broken handler\n {4}at .*\.\.\/convex\/http\.ts:\d+:\d+/);
    await expect(nextLog).resolves.toEqual([
      "[LOG] 'about to fail'",
      expect.stringContaining("broken handler"),
    ]);
  });

  test("stream as fast as the reader reads, and are informed when the reader disconnects", async () => {
    const { runner, nextLog } = startLoggedRunner();
    const response = await runner.runHttpAction(request("GET", "/count"));
    const reader = response?.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect([await read(), await read(), await read()]).toEqual(["0\n", "1\n", "2\n"]);
    await reader?.cancel();
    await expect(nextLog).resolves.toEqual(["[LOG] 'cancelled after' 3"]);
  });

  test("have their request aborted when the client disconnects", async () => {
    const client = new AbortController();
    const { runner, nextLog } = startLoggedRunner();
    const answer = runner.runHttpAction(request("GET", "/until-gone", { signal: client.signal }));
    // The response shows that the worker has read the messages before it.
    await runner.runHttpAction(request("GET", "/who"));
    client.abort();
    await expect(answer).resolves.toMatchObject({ status: 204 });
    await expect(nextLog).resolves.toEqual(["[LOG] 'the client is gone'"]);
  });

  test("that have not begun when their client disconnects do not run, and nothing is reported", async () => {
    const told: unknown[] = [];
    const { runner } = startRunner({
      onHttpLog: (_path, lines) => told.push(lines),
      onHttpEnded: (call) => told.push(call.path),
    });
    const client = new AbortController();
    const body = new Blob(["x"]).stream();
    const answer = runner.runHttpAction(request("POST", "/echo", { signal: client.signal, body }));
    // Its thread has not started yet.
    await Promise.resolve();
    await Promise.resolve();
    client.abort();
    await expect(answer).resolves.toMatchObject({ status: 204 });
    await runner.drained();
    expect(told).toEqual([]);
  });

  test("that do not end after their client disconnects are ended, and free their place", async () => {
    const concurrency = { limit: 1, waitMs: 60_000 };
    const { runner } = startRunner({ concurrency, timeWithoutClientMs: 10, onHttpLog: () => undefined });
    const client = new AbortController();
    // The thread is already running, so the next action begins immediately.
    await runner.runHttpAction(request("HEAD", "/who"));
    await runner.drained();
    const held = runner.runHttpAction(request("GET", "/hold", { signal: client.signal }));
    const next = runner.runHttpAction(request("GET", "/who"));
    client.abort();
    await expect(held).resolves.toMatchObject({ status: 500 });
    await expect(next).resolves.toMatchObject({ status: 200 });
  });
});

/** Returns a runner, and the lines of its first HTTP action that prints. */
function startLoggedRunner() {
  let onLog: (lines: readonly string[]) => void = () => undefined;
  const nextLog = new Promise<readonly string[]>((resolve) => (onLog = resolve));
  return { ...startRunner({ onHttpLog: (_path, lines) => onLog(lines) }), nextLog };
}

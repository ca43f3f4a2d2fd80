/** Tests uncaught exceptions in timers and listeners of actions, and timers that remain. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

let runtime: Runtime;
let outside: Server;
let hits = 0;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
  outside = createServer((_request, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await runtime.stop();
  outside.closeAllConnections();
  outside.close();
});

const act = async (path: string, args = {}) => (await call(runtime.origin, "action", path, args)).body;
const waited = { status: "success", value: "waited" };

const COMMON = ["timeout", "interval", "microtask", "rejection", "listener"];
describe.each([
  { module: "stray", ways: COMMON },
  { module: "strayNode", ways: [...COMMON, "emitter", "nextTick"] },
])("actions in $module", ({ module, ways }) => {
  test.each(ways)("a stray exception in a %s ends its own action, which is reported", async (way) => {
    const told = runtime.errors().length;
    const others = [1, 2, 3, 4, 5, 6].map(() => act(`${module}:wait`, { ms: 300 }));
    const stray = act(`${module}:throwOutside`, { way });
    expect(await stray).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining("Uncaught Error: stray") as unknown,
    });
    for (const other of await Promise.all(others)) expect(other).toMatchObject(waited);
    expect(await act(`${module}:hello`)).toMatchObject({ status: "success" });
    expect(runtime.errors().slice(told)).not.toContain("worker died");
  });

  test("an action that ends the process ends only itself", async () => {
    const others = [1, 2, 3, 4, 5, 6].map(() => act(`${module}:wait`, { ms: 300 }));
    expect(await act(`${module}:exit`)).toMatchObject({
      errorMessage: expect.stringContaining("Transient error while executing action") as unknown,
    });
    for (const other of await Promise.all(others)) expect(other).toMatchObject(waited);
  });

  test("timers that an action left behind never fire", async () => {
    hits = 0;
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
    expect(await act(`${module}:leave`, { url })).toMatchObject({ status: "success" });
    // Waits far longer than the timers were set to, in the same threads.
    await Promise.all([1, 2, 3].map(() => act(`${module}:wait`, { ms: 200 })));
    expect(hits).toBe(0);
  });
});

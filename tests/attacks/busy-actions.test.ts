/** Tests that an action that never frees its thread delays nobody else. */
import { availableParallelism } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

/** Longer than any test waits. An action with this much work keeps its thread until its runtime is killed. */
const FOREVER_MS = 3_600_000;

describe("an action that never frees its thread", () => {
  let runtime: Runtime;
  beforeEach(async () => {
    runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
  });
  afterEach(async () => {
    await runtime.kill();
    await runtime.stop();
  });

  const act = async (path: string, args = {}) => (await call(runtime.origin, "action", path, args)).body;

  /** `hasEnded` becomes true if the action ends anyway. */
  function keepBusy(path: string): { hasEnded: boolean } {
    const busy = { hasEnded: false };
    const end = () => void (busy.hasEnded = true);
    // The end of the test kills the runtime, which breaks the call off.
    act(path, { ms: FOREVER_MS }).then(end, end);
    return busy;
  }

  describe.each(["stray", "strayNode"])("the action in %s", (module) => {
    test("delays no running action and no later one", async () => {
      const before = act(`${module}:wait`, { ms: 500 });
      const busy = keepBusy(`${module}:spin`);
      const later = await Promise.all(Array.from({ length: 10 }, () => act(`${module}:hello`)));
      for (const body of later) expect(body).toMatchObject({ value: "hello" });
      expect(await before).toMatchObject({ value: "waited" });
      expect(busy.hasEnded).toBe(false);
    });

    test("ends normally when its work is done", async () => {
      expect(await act(`${module}:spin`, { ms: 500 })).toMatchObject({ status: "success", value: "spun" });
    });
  });

  test("delays no calls, HTTP requests or bodies when it loops after a wait", async () => {
    const busy = keepBusy("stray:spinLater");
    for (let round = 0; round < 30; round += 1) {
      const text = `round ${round}`;
      const echo = await fetch(`${runtime.origin}/echo`, { method: "POST", body: text });
      expect([echo.status, await echo.text()]).toEqual([200, text]);
      expect(await act("stray:hello")).toMatchObject({ value: "hello" });
      expect((await call(runtime.origin, "query", "stray:look")).body).toMatchObject({ value: "seen" });
    }
    expect(busy.hasEnded).toBe(false);
  });
});

describe("forty actions in endless loops", () => {
  const SPINNING = 40;
  let runtime: Runtime;
  beforeEach(async () => {
    runtime = await startRuntime({
      functions: "tests/fixtures/attacks",
      extraArguments: ["--trusted-proxies", "loopback"],
    });
  });
  afterEach(async () => {
    await runtime.kill();
    await runtime.stop();
  });

  test.each([
    ["one client", "stray", () => "192.0.2.1"],
    ["forty clients", "stray", (index: number) => `192.0.3.${index}`],
    ["forty clients, on Node", "strayNode", (index: number) => `192.0.3.${index}`],
  ])("of %s leave threads for all other callers", async (_whose, module, addressOf) => {
    const asOther = (kind: "action" | "mutation", path: string, args = {}, address = "192.0.2.2") => {
      const body = JSON.stringify({ path, args, format: "json" });
      const headers = { "content-type": "application/json", "x-forwarded-for": address };
      return fetch(`${runtime.origin}/api/${kind}`, { method: "POST", headers, body });
    };
    let ended = 0;
    const end = () => void (ended += 1);
    for (let index = 0; index < SPINNING; index += 1) {
      // The end of the test kills the runtime, which breaks the calls off.
      asOther("action", `${module}:spin`, { ms: FOREVER_MS }, addressOf(index)).then(end, end);
    }
    for (let round = 0; round < 20; round += 1) {
      const response = await asOther("action", `${module}:hello`);
      expect(await response.json()).toMatchObject({ value: "hello" });
      const written = await asOther("mutation", "notes:add", { board: "b", text: "x" });
      expect(await written.json()).toMatchObject({ status: "success" });
    }
    expect(ended).toBe(0);
  });
});

describe("heavy actions of one client", () => {
  const HEAVY_MS = 300;
  const HEAVY = 20;
  let shared: Runtime;
  beforeAll(async () => {
    shared = await startRuntime({
      functions: "tests/fixtures/attacks",
      extraArguments: ["--trusted-proxies", "loopback"],
    });
  });
  afterAll(() => shared.stop());

  const actFrom = async (address: string, path: string, args = {}) => {
    const body = JSON.stringify({ path, args, format: "json" });
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const response = await fetch(`${shared.origin}/api/action`, { method: "POST", headers, body });
    return (await response.json()) as Record<string, unknown>;
  };

  test("delay no other client until they end", async () => {
    await actFrom("192.0.2.1", "stray:hello");
    let ended = 0;
    const heavy = Array.from({ length: HEAVY }, async () => {
      const body = await actFrom("192.0.2.1", "stray:spin", { ms: HEAVY_MS });
      ended += 1;
      return body;
    });
    // The first action waits for its thread to start.
    expect(await actFrom("192.0.2.2", "stray:hello")).toMatchObject({ value: "hello" });
    const before = ended;
    for (let round = 0; round < 10; round += 1) {
      expect(await actFrom("192.0.2.2", "stray:hello")).toMatchObject({ value: "hello" });
    }
    expect(ended - before).toBeLessThan(HEAVY / 2);
    for (const body of await Promise.all(heavy)) expect(body).toMatchObject({ value: "spun" });
  });

  test("run a few at a time, because more of them would only use more memory", async () => {
    const made = await Promise.all(
      Array.from({ length: HEAVY }, async () => {
        const { value } = await actFrom("192.0.2.3", "stray:labour", { slices: 10 });
        return value as { begunMs: number; endedMs: number };
      }),
    );
    const atOnce = made.map(
      ({ begunMs }) => made.filter((other) => other.begunMs <= begunMs && begunMs < other.endedMs).length,
    );
    const threads = Math.max(2, availableParallelism()) - 1;
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(6 * threads);
  });

  test("can call further actions and wait for them", async () => {
    const ordered = Array.from({ length: HEAVY }, () => actFrom("192.0.2.4", "stray:order", { slices: 3 }));
    for (const body of await Promise.all(ordered)) expect(body).toMatchObject({ status: "success" });
  });
});

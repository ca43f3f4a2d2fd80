/** An action that never lets go of its thread holds up nobody else: those before it end, those after it are answered. */
import { availableParallelism } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

/** How long an action keeps its thread; whoever waits for it is later than that. */
const BUSY_MS = 6000;

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
});
afterAll(() => runtime.stop());

const act = async (path: string, args = {}) => (await call(runtime.origin, "action", path, args)).body;

describe.each(["stray", "strayNode"])("in %s", (module) => {
  test("an action that is under way ends beside one that spins, and so do all that come later", async () => {
    const ended: string[] = [];
    const before = act(`${module}:wait`, { ms: 500 }).then((body) => ended.push(String(body["value"])));
    const busy = act(`${module}:spin`, { ms: BUSY_MS }).then((body) => ended.push(String(body["value"])));
    const later = Promise.all(
      Array.from({ length: 10 }, async () => ended.push(String((await act(`${module}:hello`))["value"]))),
    );
    await Promise.all([before, later]);
    expect(ended.toSorted()).toEqual([...Array.from({ length: 10 }, () => "hello"), "waited"]);
    await busy;
    expect(ended.at(-1)).toBe("spun");
  });
});

test("one that spins after it has waited holds up neither calls, HTTP requests nor bodies", async () => {
  let isSpinning = true;
  const busy = act("stray:spinLater", { ms: BUSY_MS }).then((body) => {
    isSpinning = false;
    return body;
  });
  for (let round = 0; round < 30; round += 1) {
    const text = `round ${round}`;
    const echo = await fetch(`${runtime.origin}/echo`, { method: "POST", body: text });
    expect([echo.status, await echo.text()]).toEqual([200, text]);
    expect(await act("stray:hello")).toMatchObject({ value: "hello" });
    expect((await call(runtime.origin, "query", "stray:look")).body).toMatchObject({ value: "seen" });
  }
  expect(isSpinning).toBe(true);
  expect(await busy).toMatchObject({ status: "success", value: "spun" });
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

  test("keep no other client waiting until they have ended", async () => {
    await actFrom("192.0.2.1", "stray:hello");
    let ended = 0;
    const heavy = Array.from({ length: HEAVY }, async () => {
      const body = await actFrom("192.0.2.1", "stray:spin", { ms: HEAVY_MS });
      ended += 1;
      return body;
    });
    // The first finds its thread still starting.
    expect(await actFrom("192.0.2.2", "stray:hello")).toMatchObject({ value: "hello" });
    const before = ended;
    for (let round = 0; round < 10; round += 1) {
      expect(await actFrom("192.0.2.2", "stray:hello")).toMatchObject({ value: "hello" });
    }
    expect(ended - before).toBeLessThan(HEAVY / 4);
    for (const body of await Promise.all(heavy)) expect(body).toMatchObject({ value: "spun" });
  });

  test("are worked on a few at a time, as more of them would only take more memory", async () => {
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

  test("have those done that they wait for", async () => {
    const ordered = Array.from({ length: HEAVY }, () => actFrom("192.0.2.4", "stray:order", { slices: 3 }));
    for (const body of await Promise.all(ordered)) expect(body).toMatchObject({ status: "success" });
  });
});

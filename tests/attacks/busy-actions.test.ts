/** An action that never lets go of its thread holds up nobody else: those before it end, those after it are answered. */
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

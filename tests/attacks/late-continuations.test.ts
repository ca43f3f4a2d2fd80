/** Tests that late work of one call never affects another call. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
});
afterAll(() => runtime.stop());

const query = (path: string, args = {}) => call(runtime.origin, "query", path, args);
const mutate = (path: string, args = {}) => call(runtime.origin, "mutation", path, args);
const lateNote = async () => (await query("notes:newest", { board: "late" })).body["value"];

test("a call that waited too long does not end in another call", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [waited] = await Promise.all([mutate("late:wait"), query("late:look")]);
    expect(waited.body).toMatchObject({ status: "error" });
    const text = `round ${round}`;
    expect((await query("late:echo", { text })).body).toEqual({ status: "success", value: text });
    expect((await mutate("notes:add", { board: "mine", text })).body).toEqual({
      status: "success",
      value: null,
    });
  }
  expect(await lateNote()).toBeNull();
});

test("work that a call did not await writes nothing after the call has ended", async () => {
  for (let round = 0; round < 5; round += 1) {
    expect((await mutate("late:forget")).body).toMatchObject({ status: "success", value: "forgotten" });
    expect((await mutate("notes:add", { board: "mine", text: "x" })).body).toMatchObject({
      status: "success",
    });
  }
  expect(await lateNote()).toBeNull();
});

test("another call cannot resolve the promise of a waiting call", async () => {
  expect((await query("late:waitForOthers")).body["errorMessage"]).toContain("will never resolve");
  expect((await query("late:releaseOthers")).body).toMatchObject({ value: "of the call that released" });
  expect((await query("late:waitForOthers")).body["errorMessage"]).toContain("will never resolve");
});

test("bodies are read within the call", async () => {
  expect((await query("late:bodies")).body["value"]).toEqual([
    ...[{ a: 1 }, true, "TypeError", '{"a":1}', "text", "hi", "blob", "b=2", { c: 3 }, "", true],
  ]);
});

test("WebAssembly is compiled within the call", async () => {
  expect((await query("late:addInWebAssembly")).body).toEqual({ status: "success", value: 5 });
});

/** The limits of calls are exact: what just fits passes, what is just too much fails with the name of the limit. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireCodeSize } from "./bundle/build.js";
import { FunctionTable } from "./function-table.js";
import {
  MAX_ARGS_BYTES,
  MAX_CALL_DEPTH,
  MAX_CODE_BYTES,
  MAX_NODE_ARGS_BYTES,
  MAX_RETURN_BYTES,
} from "./limits.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
beforeAll(async () => {
  // What is large takes its time on a busy machine, and time is not what is looked at here.
  harness = await openHarness({ timeoutMs: 20_000 });
});
afterAll(() => harness.close());

const text = (length: number) => "x".repeat(length);
/** What an array with an object with the field `text` takes beside the text itself. */
const ARGS_OVERHEAD = 2 + 2 + 5 + 2;

describe("arguments", () => {
  test("of 16 MiB pass, larger ones do not", async () => {
    const fits = MAX_ARGS_BYTES - ARGS_OVERHEAD;
    expect((await harness.query("limits:lengthOf", { text: text(fits) })).value).toBe(fits);
    const failure = await harness.failure("query", "limits:lengthOf", { text: text(fits + 1) });
    expect(failure.message).toContain(
      "Arguments for limits.js:lengthOf are too large (actual: 16.00 MiB, limit: 16 MiB)",
    );
  });

  test("of a Node action pass up to 5 MiB", () => {
    const table = new FunctionTable({
      "a:b": {
        kind: "action",
        visibility: "public",
        environment: "node",
        modulePath: "a",
        exportName: "b",
        args: '{"type":"any"}',
        returns: "null",
      },
    });
    const entry = table.find("a:b", "action", "public");
    const check = (length: number) =>
      harness.database.read((tx) => table.checkArgs(entry, JSON.stringify([{ text: text(length) }]), tx));
    const fits = MAX_NODE_ARGS_BYTES - ARGS_OVERHEAD;
    expect(check(fits)).toHaveLength(fits + '[{"text":""}]'.length);
    expect(() => check(fits + 1)).toThrow(
      "Node actions arguments size is too large. The maximum size is 5 MiB.",
    );
  });

  test("may hold arrays of 8192 elements", async () => {
    const list = (length: number) => ({ text: Array.from({ length }, () => 1) });
    expect((await harness.query("limits:lengthOf", list(8192))).value).toBe(8192);
    const failure = await harness.failure("query", "limits:lengthOf", list(8193));
    expect(failure.message).toContain("Array length is too long (8193 > maximum length 8192)");
  });
});

describe("return values", () => {
  test("of 16 MiB pass, larger ones do not", async () => {
    const fits = MAX_RETURN_BYTES - 2;
    const { outcome } = await harness.query("limits:textOf", { length: fits });
    expect(outcome.status).toBe("success");
    const failure = await harness.failure("query", "limits:textOf", { length: fits + 1 });
    expect(failure.message).toContain(
      "Function limits.js:textOf return value is too large (actual: 16.00 MiB, limit: 16 MiB)",
    );
  });

  test("may be arrays of 8192 elements", async () => {
    expect((await harness.query("limits:listOf", { length: 8192 })).value).toHaveLength(8192);
    const failure = await harness.failure("query", "limits:listOf", { length: 8193 });
    expect(failure.message).toContain(
      "Function limits.js:listOf return value invalid: Array length is too long (8193 > maximum length 8192)",
    );
  });

  test("that are refused undo the mutation", async () => {
    await harness.failure("mutation", "limits:writeAndAnswer", { length: 8193 });
    expect((await harness.query("channels:list")).value).toEqual([]);
  });
});

test("functions call one another eight levels deep", async () => {
  expect((await harness.query("limits:depth", { levels: MAX_CALL_DEPTH })).value).toBe(MAX_CALL_DEPTH);
  const failure = await harness.failure("query", "limits:depth", { levels: MAX_CALL_DEPTH + 1 });
  expect(failure.message).toContain("Cross component call depth limit exceeded");
});

describe("log lines", () => {
  test("are 256, the last of them kept for what was left out", async () => {
    const print = async (lines: number) =>
      (await harness.query("limits:print", { lines, length: 1 })).logLines;
    expect(await print(255)).toEqual(Array(255).fill("[LOG] 'x'"));
    const overflow = "[ERROR] Log overflow (maximum 256). Remaining log lines omitted.";
    expect(await print(256)).toEqual([...Array(255).fill("[LOG] 'x'"), overflow]);
    expect(await print(300)).toHaveLength(256);
  });

  test("are cut at 4 KiB", async () => {
    const print = async (length: number) =>
      (await harness.query("limits:print", { lines: 1, length })).logLines;
    expect(await print(4094)).toEqual([`[LOG] '${text(4094)}'`]);
    expect(await print(4095)).toEqual([`[LOG] '${text(4095)} (truncated due to length)`]);
  });
});

test("the code of all functions has 32 MiB", () => {
  expect(() => requireCodeSize(MAX_CODE_BYTES)).not.toThrow();
  expect(() => requireCodeSize(MAX_CODE_BYTES + 1)).toThrow(
    "Total module size exceeded the maximum (32.00 MiB > maximum size 32 MiB)",
  );
});

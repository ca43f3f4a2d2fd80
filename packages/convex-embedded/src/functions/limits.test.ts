/** Tests that the limits of calls are exact. */
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
  // Large values take long on a busy machine, and these tests do not measure the time.
  harness = await openHarness({ timeoutMs: 20_000 });
});
afterAll(() => harness.close());

const text = (length: number) => "x".repeat(length);
/** The size of an array with an object with the field `text`, without the text itself. */
const ARGS_OVERHEAD = 2 + 2 + 5 + 2;

const list = (length: number) => ({ text: Array.from({ length }, () => 1) });

/** Validates arguments as those of a Node action are validated before it runs. */
function checkNodeArgs(length: number): string {
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
  return harness.database.read((tx) => table.checkArgs(entry, JSON.stringify([{ text: text(length) }]), tx));
}

interface CallLimit {
  readonly name: string;
  /** In the unit of the limit. */
  readonly most: number;
  readonly error: string;
  readonly use: (amount: number) => Promise<unknown>;
}

const limits: CallLimit[] = [
  {
    name: "16 MiB of arguments",
    most: MAX_ARGS_BYTES - ARGS_OVERHEAD,
    error: "Arguments for limits.js:lengthOf are too large (actual: 16.00 MiB, limit: 16 MiB)",
    use: (length) => harness.query("limits:lengthOf", { text: text(length) }),
  },
  {
    name: "5 MiB of a Node action's arguments",
    most: MAX_NODE_ARGS_BYTES - ARGS_OVERHEAD,
    error: "Node actions arguments size is too large. The maximum size is 5 MiB.",
    use: async (length) => Promise.resolve(checkNodeArgs(length)),
  },
  {
    name: "8192 elements of an array in arguments",
    most: 8192,
    error: "Array length is too long (8193 > maximum length 8192)",
    use: (length) => harness.query("limits:lengthOf", list(length)),
  },
  {
    name: "16 MiB of a return value",
    most: MAX_RETURN_BYTES - 2,
    error: "Function limits.js:textOf return value is too large (actual: 16.00 MiB, limit: 16 MiB)",
    use: (length) => harness.query("limits:textOf", { length }),
  },
  {
    name: "8192 elements of an array in a return value",
    most: 8192,
    error:
      "Function limits.js:listOf return value invalid: Array length is too long (8193 > maximum length 8192)",
    use: (length) => harness.query("limits:listOf", { length }),
  },
  {
    name: "eight levels of calls",
    most: MAX_CALL_DEPTH,
    error: "Cross component call depth limit exceeded",
    use: (levels) => harness.query("limits:depth", { levels }),
  },
  {
    name: "32 MiB of code",
    most: MAX_CODE_BYTES,
    error: "Total module size exceeded the maximum (32.00 MiB > maximum size 32 MiB)",
    use: async (bytes) => Promise.resolve(requireCodeSize(bytes)),
  },
];

describe.each(limits)("$name", ({ most, error, use }) => {
  test("are accepted", async () => {
    await use(most);
  });

  test("are the maximum", async () => {
    await expect(use(most + 1)).rejects.toThrow(error);
  });
});

test("a refused return value rolls back the mutation", async () => {
  await harness.failure("mutation", "limits:writeAndAnswer", { length: 8193 });
  expect((await harness.query("channels:list")).value).toEqual([]);
});

describe("256 log lines", () => {
  const print = async (lines: number) => (await harness.query("limits:print", { lines, length: 1 })).logLines;

  test("are accepted, and the last line is reserved for omitted lines", async () => {
    expect(await print(255)).toEqual(Array(255).fill("[LOG] 'x'"));
  });

  test("are the maximum", async () => {
    const overflow = "[ERROR] Log overflow (maximum 256). Remaining log lines omitted.";
    expect(await print(256)).toEqual([...Array(255).fill("[LOG] 'x'"), overflow]);
    expect(await print(300)).toHaveLength(256);
  });
});

describe("32 KiB of a log line", () => {
  const print = async (length: number) =>
    (await harness.query("limits:print", { lines: 1, length })).logLines;

  test("are accepted", async () => {
    expect(await print(32766)).toEqual([`[LOG] '${text(32766)}'`]);
  });

  test("are the maximum", async () => {
    expect(await print(32767)).toEqual([`[LOG] '${text(32767)} (truncated due to length)`]);
  });
});

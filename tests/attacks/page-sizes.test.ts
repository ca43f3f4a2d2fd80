/** Tests page sizes that are not valid numbers of documents. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/attacks" });
  await call(runtime.origin, "mutation", "notes:add", { board: "mine", text: "first" });
  await call(runtime.origin, "mutation", "notes:add", { board: "mine", text: "second" });
});
afterAll(() => runtime.stop());

const page = (numItems: number, more: Readonly<Record<string, number>> = {}) =>
  call(runtime.origin, "query", "notes:page", {
    board: "theirs",
    paginationOpts: { numItems, cursor: null, ...more },
  });

const refused = (words: string) => ({
  status: "error",
  errorMessage: expect.stringContaining(words) as string,
});

test.each([
  [1.5, "Invalid arguments for `queryPage`: invalid type: floating point `1.5`, expected usize"],
  [0.1, "Invalid arguments for `queryPage`: invalid type: floating point `0.1`, expected usize"],
  [-1, "`options.numItems` must be a positive number. Received `-1`."],
  [0, "Must request at least 1 document while paginating"],
  [32_001, "Requested too many items: 32001"],
  [1e300, "Invalid arguments for `queryPage`: invalid type: floating point `1e300`, expected usize"],
])("%d items are refused, and other scans continue", async (numItems, words) => {
  expect((await page(numItems)).body).toMatchObject(refused(words));
  const newest = await call(runtime.origin, "query", "notes:newest", { board: "mine" });
  expect(newest.body).toEqual({ status: "success", value: "second" });
});

test("invalid limits on the rows that a page reads are refused too", async () => {
  for (const limit of ["maximumRowsRead", "maximumBytesRead"]) {
    const fraction = await page(1, { [limit]: 1.5 });
    expect(fraction.body).toMatchObject(refused("invalid type: floating point `1.5`, expected usize"));
    const below = await page(1, { [limit]: -2 });
    expect(below.body).toMatchObject(refused("invalid value: integer `-2`, expected usize"));
    const none = await page(1, { [limit]: 0 });
    expect(none.body).toMatchObject(refused("maximumRowsRead and maximumBytesRead must be greater than 0"));
  }
});

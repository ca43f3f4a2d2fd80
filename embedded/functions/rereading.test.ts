/** What one call does to the documents it was given, no other call sees, however they are kept in memory. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
let id: string;

const value = { list: [{ deep: [1, 2] }], text: "as stored", big: 5n, tiny: Number.NaN };

beforeEach(async () => {
  harness = await openHarness({ env: {} });
  // The fixture answers the id that it was given.
  id = (await harness.mutation("rereading:add", { value })) as string;
});

afterEach(() => harness.close());

const stored = (text = value.text) => ({
  ...value,
  text,
  _id: id,
  _creationTime: expect.any(Number) as number,
});
const read = async () => (await harness.query("rereading:read", { id })).value;
const seen = (text?: string) => ({ all: [stored(text)], one: stored(text), isFrozen: false });

test("changing what a query was given changes nothing for the next one", async () => {
  expect(await read()).toEqual(seen());
  for (let round = 0; round < 3; round += 1) {
    await harness.query("rereading:spoilAll", { id });
    expect(await read()).toEqual(seen());
  }
});

test("a mutation reads what it wrote, and others what was committed", async () => {
  expect(await read()).toEqual(seen());
  const failure = await harness.failure("mutation", "rereading:spoilAndUndo", {
    id,
    text: "new",
    fails: true,
  });
  expect(failure.message).toContain("undone, though it read new");
  expect(await read()).toEqual(seen());
  await harness.mutation("rereading:spoilAndUndo", { id, text: "new", fails: false });
  expect(await read()).toEqual(seen("new"));
});

test("an answer of the runtime is its text, and what it was parsed to cannot be changed", async () => {
  await read();
  const { value: found } = await harness.query("rereading:spoilAnswers");
  expect(found).toEqual({ refusals: ["refused", "refused"], isText: true });
  expect(await read()).toEqual(seen());
});

test("JSON.parse answers new objects for every text, and takes all that it always took", async () => {
  expect((await harness.query("rereading:parsing")).value).toEqual({
    second: { a: [1, { b: 2 }] },
    revived: [2, 3],
    odd: [null, true, 7, [3]],
    syntaxError: "own",
    length: 2,
    name: "parse",
  });
});

/** Tests that a call cannot see another call's changes to cached documents. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHarness, type Harness } from "./testing/harness.js";

const plain = { list: [{ deep: [1, 2], none: null }, []], text: "as stored", nothing: {}, half: 0.5 };
const kinds = {
  "of plain values": plain,
  "of values that JSON has no words for": {
    ...plain,
    big: 5n,
    tiny: Number.NaN,
    bytes: new Uint8Array([1, 2]).buffer,
  },
  "with text that begins like them": { ...plain, price: "$5" },
  "with fields that arrays have": { ...plain, length: 1, map: "of the yard", toJSON: true },
};

describe.each(Object.entries(kinds))("a document %s", (_kind, value) => {
  let harness: Harness;
  let id: string;

  beforeEach(async () => {
    harness = await openHarness({ env: {} });
    // The fixture returns the new document's id.
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

  test("changing the documents of one query does not affect the next query", async () => {
    expect(await read()).toEqual(seen());
    for (let round = 0; round < 3; round += 1) {
      await harness.query("rereading:spoilAll", { id });
      expect(await read()).toEqual(seen());
    }
  });

  test("a mutation reads its own writes, and other calls read committed data", async () => {
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

  test("a page has separate objects too", async () => {
    for (const spoils of [false, true, false]) {
      const { value: found } = await harness.query("rereading:readPage", { spoils });
      expect(found).toEqual({ page: [stored()], isDone: true });
    }
    expect(await read()).toEqual(seen());
  });

  test("nobody reads the rolled back writes of a nested mutation", async () => {
    await read();
    const around = { before: value.text, failure: true, after: value.text };
    expect(await harness.mutation("rereading:aroundUndone", { id })).toEqual(around);
    expect(await read()).toEqual(seen());
  });

  test("a result of the runtime is its text and also the document, and changing it does not affect others", async () => {
    await read();
    const { value: found } = await harness.query("rereading:spoilAnswers");
    expect(found).toEqual({
      isText: true,
      keys: ["_creationTime", "_id", ...Object.keys(value).sort()],
      entries: true,
      spread: true,
      has: [true, false, true],
      missing: true,
      prototype: true,
    });
    expect(await read()).toEqual(seen());
  });
});

test("JSON.parse returns new objects for every text, and accepts everything that the original accepts", async () => {
  const harness = await openHarness({ env: {} });
  const { value } = await harness.query("rereading:parsing");
  await harness.close();
  expect(value).toEqual({
    second: { a: [1, { b: 2 }] },
    revived: [2, 3],
    odd: [null, true, 7, [3]],
    syntaxError: "own",
    length: 2,
    name: "parse",
  });
});

describe("a returned list of documents", () => {
  const changes = [
    ...["nothing", "one", "none", "turned", "twice", "field", "added", "removed", "deep", "shorter", "mixed"],
    ...["page", "undefinedField", "undefinedItem", "unsupported"],
  ];
  let harness: Harness;
  beforeEach(async () => {
    harness = await openHarness({ env: {} });
    for (const value of [plain, { ...plain, text: "second" }, { ...plain, list: [], text: "third" }]) {
      await harness.mutation("rereading:add", { value });
    }
  });
  afterEach(() => harness.close());

  /** An error is returned without its request id and positions. */
  const outcome = (args: Record<string, string | boolean>) =>
    harness.query("rereading:returned", args).then(
      (answer) => (answer.outcome.status === "success" ? answer.outcome.value : ""),
      (error: Error) => error.message.replace(/\[Request ID: \w+\]|:\d+:\d+/g, ""),
    );

  test.each(changes)(
    "is the same whether the runtime has cached its documents or not: %s",
    async (change) => {
      for (const reads of ["collect", "loop"]) {
        const expected = await outcome({ change, isOwn: true, reads });
        for (let round = 0; round < 3; round += 1) {
          expect(await outcome({ change, isOwn: false, reads })).toEqual(expected);
        }
      }
    },
  );

  test("is not affected by a call that read documents and then threw", async () => {
    await harness.failure("query", "rereading:thrown", {});
    const all = (
      await harness.query("rereading:returned", { change: "nothing", isOwn: false, reads: "collect" })
    ).value;
    expect((all as { text: string }[]).map(({ text }) => text)).toEqual(["as stored", "second", "third"]);
  });

  test("is collected as it is iterated, and refused with the same message", async () => {
    expect((await harness.query("rereading:collected")).value).toEqual({
      sizes: [3, 2],
      first: true,
      unique: "unique() query returned more than one result from table records:",
      afterIteration: "Iteration can only begin on a query once.",
      again: "This query is closed and can't emit any more values.",
    });
  });
});

/**
 * Runs one suite on two engines: Convex's own test implementation and the embedded runtime. Cases in which
 * convex-test itself differs from Convex are not tested here.
 */
import { ConvexError, type Value } from "convex/values";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Engine } from "./engines";

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

const everyKind: [string, Value][] = [
  ["null", null],
  ["int64 below zero", -7n],
  ["largest int64", 9223372036854775807n],
  ["zero", 0],
  ["negative zero", -0],
  ["fraction", 0.1],
  ["not a number", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["false", false],
  ["true", true],
  ["empty string", ""],
  ["umlaut", "Hündin"],
  ["emoji", "🐕"],
  ["bytes", bytes(0, 127, 255)],
  ["array", [1, "a", null, [true]]],
  ["object", { a: 1n, b: { _nested: "fine" } }],
];

/** One value of each type, in Convex's order of values. */
const ladder: [string, Value | undefined][] = [
  ["undefined", undefined],
  ["null", null],
  ["int64", 5n],
  ["float64", 1.5],
  ["boolean", false],
  ["string", "a"],
  ["bytes", bytes(1)],
  ["array", [1]],
  ["object", { a: 1 }],
];
const names = ladder.map(([name]) => name);

describe.each(Object.entries(engines))("both engines: %s", (_name, start) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(async () => engine?.close());

  const addNote = async (fields: Record<string, Value>) =>
    (await engine.mutation("notes:add", { group: "g", rank: 1, title: "t", ...fields })) as string;

  describe("values", () => {
    test.each(everyKind)("%s is stored and returned unchanged", async (label, value) => {
      await engine.mutation("anything:put", { label, value });
      expect(await engine.query("anything:get", { label })).toEqual({ found: true, value });
      expect(await engine.query("anything:echo", { value })).toEqual(value);
    });

    test("negative zero keeps its sign", async () => {
      expect(Object.is(await engine.query("anything:echo", { value: -0 }), -0)).toBe(true);
    });
  });

  describe("order and ranges", () => {
    beforeAll(async () => {
      await engine.mutation("programs:clear");
      for (const [label, value] of [...ladder].reverse()) {
        await engine.mutation("anything:put", value === undefined ? { label } : { label, value });
      }
    });

    test("types follow Convex's order", async () => {
      expect(await engine.query("anything:range", { bounds: [] })).toEqual(names);
    });

    test("descending order is the reverse order", async () => {
      expect(await engine.query("anything:range", { bounds: [], descending: true })).toEqual(
        [...names].reverse(),
      );
    });

    test("a lower bound includes values of later types", async () => {
      expect(await engine.query("anything:range", { bounds: [{ op: "gte", value: 1.5 }] })).toEqual(
        names.slice(names.indexOf("float64")),
      );
      expect(await engine.query("anything:range", { bounds: [{ op: "gt", value: 1.5 }] })).toEqual(
        names.slice(names.indexOf("boolean")),
      );
    });

    test("gt(null) leaves out missing fields, lt(null) finds only them", async () => {
      expect(await engine.query("anything:range", { bounds: [{ op: "gt", value: null }] })).toEqual(
        names.slice(2),
      );
      expect(await engine.query("anything:range", { bounds: [{ op: "lt", value: null }] })).toEqual([
        "undefined",
      ]);
    });

    test("two bounds make an interval across types", async () => {
      const bounds = [
        { op: "gte", value: 5n },
        { op: "lte", value: "a" },
      ];
      expect(await engine.query("anything:range", { bounds })).toEqual([
        "int64",
        "float64",
        "boolean",
        "string",
      ]);
    });

    test("an int64 never equals a number", async () => {
      expect(await engine.query("anything:range", { bounds: [{ op: "eq", value: 5 }] })).toEqual([]);
      expect(await engine.query("anything:range", { bounds: [{ op: "eq", value: 5n }] })).toEqual(["int64"]);
    });
  });

  describe("documents", () => {
    test("an insert is read back with its system fields", async () => {
      const id = await addNote({ title: "fresh" });
      expect(await engine.query("notes:get", { id })).toEqual({
        group: "g",
        rank: 1,
        title: "fresh",
        hasId: true,
        hasTime: true,
      });
    });

    test("a patch changes the given fields and removes undefined ones", async () => {
      const id = await addNote({ tag: "red" });
      await engine.mutation("notes:patch", { id, clearTag: true, title: "patched" });
      expect(await engine.query("notes:get", { id })).toEqual({
        group: "g",
        rank: 1,
        title: "patched",
        hasId: true,
        hasTime: true,
      });
    });

    test("a replace keeps no field of the old document", async () => {
      const id = await addNote({ tag: "red" });
      await engine.mutation("notes:replace", { id, note: { group: "h", rank: 2, title: "new" } });
      expect(await engine.query("notes:get", { id })).toMatchObject({ group: "h", rank: 2, title: "new" });
      expect(await engine.query("notes:get", { id })).not.toHaveProperty("tag");
    });

    test("a deleted document cannot be read, and cannot be deleted or patched again", async () => {
      const id = await addNote({});
      await engine.mutation("notes:remove", { id });
      expect(await engine.query("notes:get", { id })).toBeNull();
      await expect(engine.mutation("notes:remove", { id })).rejects.toThrow(/non-?existent/i);
      await expect(engine.mutation("notes:patch", { id, clearTag: true })).rejects.toThrow(/non-?existent/i);
    });

    test("an id belongs to one table", async () => {
      const id = await addNote({});
      expect(await engine.query("notes:isNoteId", { id })).toBe(true);
      expect(await engine.query("notes:isCounterId", { id })).toBe(false);
      expect(await engine.query("notes:isNoteId", { id: "no id at all" })).toBe(false);
    });

    test.each([
      ["a missing field", { group: "g", rank: 1 }],
      ["an extra field", { group: "g", rank: 1, title: "t", colour: "red" }],
      ["a wrong type", { group: "g", rank: "one", title: "t" }],
      ["a value outside the union", { group: "g", rank: 1, title: "t", tag: "green" }],
    ])("the schema refuses %s", async (_case, document) => {
      await expect(engine.mutation("notes:addUnchecked", { document })).rejects.toThrow();
      await expect(engine.mutation("notes:add", document)).rejects.toThrow(
        /ArgumentValidationError|Validator error/,
      );
    });
  });

  describe("queries", () => {
    beforeAll(async () => {
      await engine.mutation("notes:addMany", { group: "many", count: 7 });
    });

    test("an index range is read with order and limit", async () => {
      const ranked = (descending: boolean, take: number) =>
        engine.query("notes:ranked", { group: "many", from: 2, descending, take });
      expect(await ranked(false, 3)).toEqual(["many 2", "many 3", "many 4"]);
      expect(await ranked(true, 2)).toEqual(["many 6", "many 5"]);
    });

    test("a filter combines and, or and not", async () => {
      expect(await engine.query("notes:filtered", { group: "many", minimum: 2 })).toEqual([
        "many 2",
        "many 4",
        "many 5",
        "many 6",
      ]);
    });

    test("unique() returns one or null, and refuses two", async () => {
      await addNote({ title: "single" });
      await addNote({ title: "double" });
      await addNote({ title: "double" });
      expect(await engine.query("notes:unique", { title: "single" })).toBe("single");
      expect(await engine.query("notes:unique", { title: "nothing" })).toBeNull();
      await expect(engine.query("notes:unique", { title: "double" })).rejects.toThrow(
        /unique\(\) query returned more/,
      );
    });

    test("pages have no gaps or overlaps", async () => {
      const titles: Value[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < 10; pages += 1) {
        const page = (await engine.query("notes:page", {
          group: "many",
          paginationOpts: { numItems: 3, cursor },
        })) as { titles: string[]; isDone: boolean; cursor: string };
        titles.push(...page.titles);
        if (page.isDone) break;
        cursor = page.cursor;
      }
      expect(titles).toEqual([0, 1, 2, 3, 4, 5, 6].map((rank) => `many ${rank}`));
    });
  });

  describe("transactions", () => {
    test("an application's error keeps its data, and its writes are rolled back", async () => {
      const failure = await engine
        .mutation("notes:refuse", { reason: "too young" })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConvexError);
      expect((failure as ConvexError<Value>).data).toEqual({ code: "REFUSED", reason: "too young" });
      expect(await engine.query("notes:unique", { title: "too young" })).toBeNull();
    });

    test("an invalid return value is refused, and writes nothing on the runtime", async () => {
      await expect(engine.mutation("notes:wrongReturn", { title: "unreturned" })).rejects.toThrow(
        /ReturnsValidationError|Validator error/,
      );
      // convex-test validates the return value only after its commit.
      const left = engine.name === "convex-test" ? "unreturned" : null;
      expect(await engine.query("notes:unique", { title: "unreturned" })).toBe(left);
    });

    test("only the failed child is rolled back, and its error data reaches the parent", async () => {
      expect(await engine.mutation("transactions:childFails", { name: "child" })).toEqual({
        data: { failedAt: 2 },
        between: 1,
        after: 2,
      });
      expect(await engine.query("transactions:count", { name: "child" })).toBe(2);
    });

    test("a failed parent rolls back its children's writes", async () => {
      await expect(engine.mutation("transactions:parentFails", { name: "parent" })).rejects.toThrow();
      expect(await engine.query("transactions:count", { name: "parent" })).toBe(0);
    });

    test("concurrent mutations lose no update", async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => engine.mutation("transactions:bump", { name: "hot", fail: false })),
      );
      expect(await engine.query("transactions:count", { name: "hot" })).toBe(20);
    });

    test("an action calls queries and mutations, internal ones too", async () => {
      expect(await engine.action("transactions:orchestrate", { name: "action" })).toEqual({
        inside: "inside",
        first: 1,
        data: { failedAt: 2 },
        counted: 1,
      });
    });

    test("getUserIdentity returns null without a signed-in user", async () => {
      expect(await engine.query("transactions:whoAmI")).toBeNull();
    });
  });
});

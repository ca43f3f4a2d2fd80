/** Tests the borders of pages, and cursors. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../values/json.js";
import type { PageOptions } from "./api.js";
import { DatabaseError } from "./errors.js";
import {
  bound,
  indexQuery,
  pluck,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";

const schema = schemaText({ items: defineTable(v.any()).index("by_n", ["n"]) });

async function withItems(count: number) {
  const temporary = temporaryDatabase();
  temporary.db.applySchema(schema);
  await temporary.db.write((tx) => {
    for (let n = 0; n < count; n += 1) tx.insert("items", JSON.stringify({ n, text: "x".repeat(100) }));
  });
  const page = (
    options: Partial<PageOptions>,
    operators: JsonValue[] = [],
    order: "asc" | "desc" = "asc",
  ) => {
    const query = indexQuery("items.by_n", [], order, operators);
    const answer = temporary.db.read((tx) => tx.paginate(query, { cursor: null, numItems: 3, ...options }));
    return { ...answer, numbers: pluck(answer.documents, "n") };
  };
  return { ...temporary, db: temporary.db, page, reopen: () => temporary.reopen() };
}

function errorOf(run: () => unknown): DatabaseError {
  try {
    run();
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

describe("pages", () => {
  it("that are full are not marked as the last ones, even when no document follows", async () => {
    const { page } = await withItems(3);
    const first = page({});
    expect(first).toMatchObject({ numbers: [0, 1, 2], isDone: false, pageStatus: null });
    const second = page({ cursor: first.continueCursor });
    expect(second).toMatchObject({ numbers: [], isDone: true });
    expect(page({ cursor: second.continueCursor })).toMatchObject({ numbers: [], isDone: true });
  });

  it("work in both directions", async () => {
    const { page } = await withItems(5);
    const first = page({}, [], "desc");
    expect(first.numbers).toEqual([4, 3, 2]);
    expect(page({ cursor: first.continueCursor }, [], "desc")).toMatchObject({
      numbers: [1, 0],
      isDone: true,
    });
  });

  it("keep their borders when they are read again with an end cursor", async () => {
    const { db, page } = await withItems(10);
    const first = page({ cursor: null });
    await db.write((tx) => tx.insert("items", JSON.stringify({ n: 0.5 })));
    const again = page({ endCursor: first.continueCursor });
    expect(again.numbers).toEqual([0, 0.5, 1, 2]);
    expect(again.continueCursor).toBe(first.continueCursor);
    expect(again.isDone).toBe(false);
    expect(page({ cursor: first.continueCursor }).numbers).toEqual([3, 4, 5]);
  });

  it("with the end of the query as end cursor include everything that was added", async () => {
    const { db, page } = await withItems(2);
    const last = page({});
    expect(last.isDone).toBe(true);
    await db.write((tx) => [5, 6, 7, 8].map((n) => tx.insert("items", JSON.stringify({ n }))));
    expect(page({ endCursor: last.continueCursor })).toMatchObject({
      numbers: [0, 1, 5, 6, 7, 8],
      isDone: true,
    });
  });

  it("with a filter continue after the last examined document", async () => {
    const { page } = await withItems(10);
    const odd: JsonValue = {
      filter: { $eq: [{ $mod: [{ $field: "n" }, { $literal: 2 }] }, { $literal: 1 }] },
    };
    const first = page({ numItems: 2 }, [odd]);
    expect(first.numbers).toEqual([1, 3]);
    const second = page({ numItems: 2, cursor: first.continueCursor }, [odd]);
    expect(second.numbers).toEqual([5, 7]);
    expect(page({ numItems: 2, cursor: second.continueCursor }, [odd])).toMatchObject({
      numbers: [9],
      isDone: true,
    });
  });

  it("return a position where they can be split", async () => {
    const { page } = await withItems(10);
    const whole = page({ numItems: 8 });
    expect(page({ endCursor: whole.splitCursor }).numbers).toEqual([0, 1, 2, 3, 4]);
    expect(page({ cursor: whole.splitCursor, endCursor: whole.continueCursor }).numbers).toEqual([5, 6, 7]);
    expect(page({ numItems: 2 }).splitCursor).toBeNull();
  });

  it("end early at a read limit, and request a split", async () => {
    const { page } = await withItems(10);
    const none: JsonValue = { filter: { $literal: false } };
    const byRows = page({ maximumRowsRead: 4 }, [none]);
    expect(byRows).toMatchObject({ numbers: [], isDone: false, pageStatus: "SplitRequired" });
    const next = page({ cursor: byRows.continueCursor, maximumRowsRead: 4 }, [none]);
    expect(page({ cursor: next.continueCursor }, [none])).toMatchObject({ numbers: [], isDone: true });
    const byBytes = page({ numItems: 10, maximumBytesRead: 200 });
    expect(byBytes).toMatchObject({ numbers: [0, 1], pageStatus: "SplitRequired" });
    expect(page({ numItems: 3, maximumRowsRead: 3 }).pageStatus).toBe("SplitRecommended");
    expect(page({ numItems: 3, maximumRowsRead: 100 }).pageStatus).toBeNull();
  });

  it("with an end cursor are read completely, whatever the limits are", async () => {
    const { page } = await withItems(10);
    const whole = page({ numItems: 8 });
    expect(page({ endCursor: whole.continueCursor, maximumRowsRead: 2 }).numbers).toHaveLength(8);
  });

  it("must have a size", async () => {
    const { page } = await withItems(1);
    expect(() => page({ numItems: 0 })).toThrow("Must request at least 1 document while paginating");
    expect(() => page({ numItems: 1.5 })).toThrow("A page has a whole number of items, not 1.5");
    expect(() => page({ maximumRowsRead: 0 })).toThrow(
      "maximumRowsRead and maximumBytesRead must be greater than 0",
    );
    expect(() => page({ numItems: 1_000_000 })).toThrow("Requested too many items: 1000000");
  });
});

describe("cursors", () => {
  const invalid = { isConvexSystemError: true, paginationError: "InvalidCursor" };

  it("belong to one query", async () => {
    const { db, page } = await withItems(10);
    const { continueCursor: cursor } = page({});
    const others = [
      indexQuery("items.by_n", [], "desc"),
      indexQuery("items.by_n", [bound("Gt", "n", 1)], "asc"),
      indexQuery("items.by_n", [], "asc", [{ filter: { $literal: true } }]),
      scan("items"),
    ];
    for (const query of others) {
      const error = errorOf(() => db.read((tx) => tx.paginate(query, { cursor, numItems: 3 })));
      expect(error).toMatchObject({ code: "InvalidCursor", data: invalid });
      const asEnd = errorOf(() =>
        db.read((tx) => tx.paginate(query, { cursor: null, endCursor: cursor, numItems: 3 })),
      );
      expect(asEnd.data).toEqual(invalid);
    }
  });

  it("cannot be invented or changed", async () => {
    const { page } = await withItems(10);
    const { continueCursor: cursor } = page({});
    const bytes = Buffer.from(cursor, "base64url");
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(errorOf(() => page({ cursor: changed.toString("base64url") })).data).toEqual(invalid);
    }
    for (const text of ["", "end", "a".repeat(200)]) {
      expect(errorOf(() => page({ cursor: text })).data).toEqual(invalid);
    }
  });

  it("do not reveal the key of their position, and are the same for the same position", async () => {
    const temporary = temporaryDatabase();
    await temporary.db.write((tx) => tx.insert("items", '{"secret":"swordfish"}'));
    temporary.db.applySchema(schemaText({ items: defineTable(v.any()).index("by_secret", ["secret"]) }));
    const ask = () =>
      temporary.db.read((tx) =>
        tx.paginate(indexQuery("items.by_secret", []), { cursor: null, numItems: 1 }),
      );
    const { continueCursor } = ask();
    expect(Buffer.from(continueCursor, "base64url").toString("latin1")).not.toContain("swordfish");
    expect(ask().continueCursor).toBe(continueCursor);
    await temporary.reopen();
    expect(ask().continueCursor).toBe(continueCursor);
  });
});

/** Tests search indexes through the database. */
import { defineTable } from "convex/server";
import type { GenericSchema } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../values/json.js";
import type { Commit, Database, SerializedQuery, Timestamp } from "../api.js";
import { createSubscriptionIndex } from "../subscription-index.js";
import { collect, parse, pluck, schemaText, temporaryDatabase } from "../testing/temporary-database.js";

const fields = {
  body: v.optional(v.any()),
  channel: v.optional(v.any()),
  likes: v.optional(v.number()),
  meta: v.optional(v.object({ kind: v.string() })),
};
const plain = schemaText({ notes: defineTable(fields) });
const schema = schemaText(
  {
    notes: defineTable(fields)
      .index("by_channel", ["channel"])
      .searchIndex("search_body", { searchField: "body", filterFields: ["channel", "meta.kind"] }),
  },
  { schemaValidation: false },
);

function search(text: string, filters: Record<string, JsonValue> = {}, operators: JsonValue[] = []) {
  const equalities = Object.entries(filters).map(([fieldPath, value]) => ({ type: "Eq", fieldPath, value }));
  return {
    source: {
      type: "Search",
      indexName: "notes.search_body",
      filters: [{ type: "Search", fieldPath: "body", value: text }, ...equalities],
    },
    operators,
  } satisfies SerializedQuery;
}

function find(
  db: Database,
  text: string,
  filters: Record<string, JsonValue> = {},
  operators: JsonValue[] = [],
) {
  return db.read((tx) => pluck(collect(tx, search(text, filters, operators)), "body"));
}

async function add(db: Database, ...bodies: JsonValue[]): Promise<string[]> {
  const { value } = await db.write((tx) =>
    bodies.map((body) => tx.insert("notes", JSON.stringify({ body }))),
  );
  return value;
}

async function withNotes(...bodies: JsonValue[]): Promise<Database> {
  const { db } = temporaryDatabase();
  db.applySchema(schema);
  await add(db, ...bodies);
  return db;
}

describe("a search", () => {
  it("finds documents with any of its words, in any letter case and with any punctuation", async () => {
    const db = await withNotes("Hello, World!", "(hello)...there", "nothing", "ÉTÉ à Paris");
    expect(find(db, "HELLO x").sort()).toEqual(["(hello)...there", "Hello, World!"]);
    expect(find(db, "world-hello")).toEqual(["Hello, World!", "(hello)...there"]);
    expect(find(db, "été")).toEqual(["ÉTÉ à Paris"]);
    expect(find(db, "ete")).toEqual([]);
  });

  it("treats only the last word as a prefix", async () => {
    const db = await withNotes("rabbit", "send request", "snake");
    expect(find(db, "r").sort()).toEqual(["rabbit", "send request"]);
    expect(find(db, "rab nothing")).toEqual([]);
  });

  it("does not tolerate typos", async () => {
    const db = await withNotes("snake");
    expect(find(db, "stake")).toEqual([]);
  });

  it("finds nothing for a text without words", async () => {
    const db = await withNotes("something");
    expect(find(db, "")).toEqual([]);
    expect(find(db, " ?! ")).toEqual([]);
  });

  it("finds words of up to 31 bytes", async () => {
    const fits = `${"x".repeat(29)}é`;
    const db = await withNotes(fits);
    expect(find(db, fits)).toEqual([fits]);
  });

  it("ignores words of 32 bytes and more without an error, as in Convex", async () => {
    const tooLong = `${"x".repeat(30)}é`;
    const db = await withNotes(tooLong);
    expect(find(db, tooLong)).toEqual([]);
  });

  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

  it("uses its first sixteen words", async () => {
    const db = await withNotes("late");
    expect(find(db, `${words(15)} late`)).toEqual(["late"]);
  });

  it("ignores words after the sixteenth without an error, as in Convex", async () => {
    const db = await withNotes("late");
    expect(find(db, `${words(16)} late`)).toEqual([]);
  });

  it("ignores documents whose field is not text", async () => {
    const db = await withNotes(7, null, ["word"], "word");
    expect(find(db, "word")).toEqual(["word"]);
  });
});

describe("filters of a search", () => {
  const put = (db: Database, document: Record<string, JsonValue>) =>
    db.write((tx) => tx.insert("notes", JSON.stringify(document)));

  it("match equal values of every type, and missing fields", async () => {
    const db = await withNotes();
    await put(db, { body: "a none" });
    await put(db, { body: "a null", channel: null });
    await put(db, { body: "a one", channel: 1 });
    await put(db, { body: "a text", channel: "1" });
    await put(db, { body: "a big", channel: { $integer: "AQAAAAAAAAA=" } });
    expect(find(db, "a", { channel: { $undefined: null } })).toEqual(["a none"]);
    expect(find(db, "a", { channel: null })).toEqual(["a null"]);
    expect(find(db, "a", { channel: 1 })).toEqual(["a one"]);
    expect(find(db, "a", { channel: "1" })).toEqual(["a text"]);
    expect(find(db, "a", { channel: { $integer: "AQAAAAAAAAA=" } })).toEqual(["a big"]);
    expect(find(db, "a", { channel: 2 })).toEqual([]);
    expect(find(db, "a")).toHaveLength(5);
  });

  it("must all match, including nested fields", async () => {
    const db = await withNotes();
    await put(db, { body: "a 1", channel: "x", meta: { kind: "k" } });
    await put(db, { body: "a 2", channel: "x", meta: { kind: "l" } });
    await put(db, { body: "a 3", channel: "y", meta: { kind: "k" } });
    expect(find(db, "a", { channel: "x", "meta.kind": "k" })).toEqual(["a 1"]);
    expect(find(db, "a", { "meta.kind": "k" }).sort()).toEqual(["a 1", "a 3"]);
  });

  it("can be combined with filters and limits after the search", async () => {
    const db = await withNotes();
    for (let likes = 0; likes < 5; likes += 1) await put(db, { body: "a", likes });
    const isLiked: JsonValue = { filter: { $gte: [{ $field: "likes" }, { $literal: 2 }] } };
    const found = db.read((tx) => pluck(collect(tx, search("a", {}, [isLiked, { limit: 2 }])), "likes"));
    expect(found).toEqual([4, 3]);
  });
});

describe("the order of results", () => {
  it("depends on the number of matching words, then their frequency, then a shorter text, then a newer document", async () => {
    const db = await withNotes(
      "red dog one two",
      "dog cat cow hen",
      "dog one two six",
      "dog dog one two",
      "dog",
    );
    expect(find(db, "red dog")[0]).toBe("red dog one two");
    const dogs = find(db, "dog");
    expect(dogs).toEqual(["dog", "dog dog one two", "dog one two six", "dog cat cow hen", "red dog one two"]);
  });

  it("has whole words before words with the prefix", async () => {
    const db = await withNotes("dog tail", "dogs tail");
    expect(find(db, "dog")).toEqual(["dog tail", "dogs tail"]);
  });

  it("does not depend on documents that other filters would find", async () => {
    const db = await withNotes();
    const put = (body: string, channel: string) =>
      db.write((tx) => tx.insert("notes", JSON.stringify({ body, channel })));
    for (const body of ["red", "dog", "red dog cow", "dog hen"]) await put(body, "mine");
    const before = find(db, "red dog", { channel: "mine" });
    for (let i = 0; i < 30; i += 1) await put("red red and very long red text", "theirs");
    expect(find(db, "red dog", { channel: "mine" })).toEqual(before);
  });
});

describe("a search in a transaction", () => {
  it("finds the transaction's own writes, except rolled back ones", async () => {
    const db = await withNotes("first note");
    await db.write((tx) => {
      const id = tx.insert("notes", '{"body":"second note"}');
      expect(pluck(collect(tx, search("note")), "body")).toEqual(["second note", "first note"]);
      expect(() =>
        tx.savepoint(() => {
          tx.patch(id, '{"body":"changed"}');
          tx.insert("notes", '{"body":"third note"}');
          expect(collect(tx, search("note"))).toHaveLength(2);
          expect(collect(tx, search("changed"))).toHaveLength(1);
          throw new Error("undo");
        }),
      ).toThrow("undo");
      expect(pluck(collect(tx, search("note")), "body")).toEqual(["second note", "first note"]);
      tx.delete(id);
      expect(collect(tx, search("second"))).toEqual([]);
    });
    expect(find(db, "note")).toEqual(["first note"]);
  });

  it("leaves nothing to find when the transaction fails", async () => {
    const db = await withNotes();
    const failing = db.write((tx) => {
      tx.insert("notes", '{"body":"ghost"}');
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(find(db, "ghost")).toEqual([]);
  });

  it("continues in order when the transaction writes between two steps", async () => {
    const db = await withNotes("a", "a", "a");
    const { value } = await db.write((tx) => {
      const cursor = tx.query(search("a"));
      const seen: unknown[] = [];
      for (let next = cursor.next(); next !== null; next = cursor.next()) {
        const { _id } = parse(next);
        seen.push(_id);
        tx.patch(String(_id), '{"likes":1}');
      }
      return seen;
    });
    expect(new Set(value).size).toBe(3);
  });
});

describe("pages of a search", () => {
  it("have no gaps or overlaps, and end at their cursors when they are read again", async () => {
    const db = await withNotes(...Array.from({ length: 25 }, (_, i) => `word ${"x ".repeat(i)}`));
    db.read((tx) => {
      const all = collect(tx, search("word"));
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let isDone = false; !isDone;) {
        const page = tx.paginate(search("word"), { cursor, numItems: 7 });
        const again = tx.paginate(search("word"), { cursor, numItems: 1, endCursor: page.continueCursor });
        expect(again.documents).toEqual(page.documents);
        seen.push(...page.documents);
        cursor = page.continueCursor;
        isDone = page.isDone;
      }
      expect(seen).toEqual(all);
    });
  });

  it("refuse the cursor of another search", async () => {
    const db = await withNotes("a", "a", "b");
    db.read((tx) => {
      const { continueCursor } = tx.paginate(search("a"), { cursor: null, numItems: 1 });
      expect(() => tx.paginate(search("b"), { cursor: continueCursor, numItems: 1 })).toThrow(
        "InvalidCursor",
      );
    });
  });
});

describe("1024 results of a search", () => {
  const withWords = (count: number) => withNotes(...Array.from({ length: count }, () => "word"));

  it("can be taken, and fewer can be collected", async () => {
    const db = await withWords(1023);
    expect(find(db, "word")).toHaveLength(1023);
    await add(db, "word", "word");
    expect(find(db, "word", {}, [{ limit: 1024 }])).toHaveLength(1024);
  });

  it("are too many to collect", async () => {
    const db = await withWords(1024);
    expect(() => find(db, "word")).toThrow(
      "Search query scanned too many documents (fetched 1024). Consider using a smaller limit, paginating the " +
        "query, or using a filter field to limit the number of documents pulled from the search index.",
    );
  });
});

describe("errors of a search", () => {
  const run = (filters: JsonValue[], indexName = "notes.search_body") => {
    const { db } = temporaryDatabase();
    db.applySchema(schema);
    return () => db.read((tx) => tx.query({ source: { type: "Search", indexName, filters }, operators: [] }));
  };
  const text = { type: "Search", fieldPath: "body", value: "x" };

  it("name a missing index, or an index of another kind", () => {
    expect(run([text], "notes.search_none")).toThrow("Index notes.search_none not found.");
    expect(run([text], "notes.by_channel")).toThrow("Index notes.by_channel is not a search index");
  });

  it("name wrong, repeated and missing search fields", () => {
    expect(run([{ ...text, fieldPath: "title" }])).toThrow(
      'Search query against notes.search_body contains a search filter against "title", which doesn\'t match ' +
        'the indexed `searchField` "body".',
    );
    expect(run([text, text])).toThrow(
      'Search query against notes.search_body contains multiple search filters against "body". Only one is allowed.',
    );
    expect(run([])).toThrow("Search query against notes.search_body does not contain any search filters.");
  });

  const equal = (fieldPath: string, value: number) => ({ type: "Eq", fieldPath, value });

  it("name a field that is not a filter field", () => {
    expect(run([text, equal("likes", 1)])).toThrow(
      'Search query against notes.search_body contains an equality filter on "likes" but that field isn\'t ' +
        "indexed for filtering in `filterFields`.",
    );
  });

  describe("eight filters of a search", () => {
    const filters = (count: number) => Array.from({ length: count }, () => equal("channel", 1));

    it("are accepted", () => {
      expect(run([text, ...filters(8)])).not.toThrow();
    });

    it("are the maximum", () => {
      expect(run([text, ...filters(9)])).toThrow(
        "Search query against notes.search_body has too many filter conditions. Max: 8 Actual: 9",
      );
    });
  });
});

describe("a schema change", () => {
  it("fills a new index, deletes an old one, and rebuilds a changed one", async () => {
    const store = temporaryDatabase();
    store.db.applySchema(plain);
    await add(store.db, "early bird");
    store.db.applySchema(schema);
    expect(find(store.db, "bird")).toEqual(["early bird"]);
    await add(store.db, "late bird");
    await store.reopen();
    expect(find(store.db, "bird")).toEqual(["late bird", "early bird"]);
    store.db.applySchema(plain);
    expect(() => find(store.db, "bird")).toThrow("Index notes.search_body not found.");
    await add(store.db, "third bird");
    store.db.applySchema(schema);
    expect(find(store.db, "bird")).toEqual(["third bird", "late bird", "early bird"]);
    const other = defineTable(v.any()).searchIndex("search_body", { searchField: "channel" });
    store.db.applySchema(schemaText({ notes: other }));
    expect(() => find(store.db, "bird")).toThrow("which doesn't match the indexed `searchField`");
  });

  it("refuses definitions that Convex refuses", () => {
    const { db } = temporaryDatabase();
    const apply = (table: GenericSchema[string]) => () => db.applySchema(schemaText({ notes: table }));
    const table = () => defineTable({ body: v.string() });
    expect(apply(table().searchIndex("s", { searchField: "none" as "body" }))).toThrow(
      'In table "notes" the index "s" is invalid because it references the field "none" that does not exist.',
    );
    expect(apply(table().index("s", ["body"]).searchIndex("s", { searchField: "body" }))).toThrow(
      'Table "notes" has two or more definitions of index "s".',
    );
    expect(apply(table().searchIndex("_s", { searchField: "body" }))).toThrow("the name is reserved");
  });
});

describe("a read set of a search", () => {
  const affected = (db: Database, run: () => Timestamp | undefined, asked: SerializedQuery[]) => {
    const index = createSubscriptionIndex<number>();
    for (const [i, query] of asked.entries()) {
      db.read((tx) => {
        collect(tx, query);
        index.set(i, tx.readSet());
      }, run());
    }
    return index;
  };

  it("in the past names commits that came before any search with its filter fields", async () => {
    const db = await withNotes("old word");
    const then = db.latestTs;
    const commits: Commit[] = [];
    db.onCommit((told) => commits.push(...told));
    await add(db, "new word");
    const asked = [search("word", { channel: { $undefined: null } })];
    expect([...affected(db, () => then, asked).affectedBy(commits)]).toEqual([0]);
  });

  it("is exact for sixteen sets of filter fields; for more sets it is complete but less precise", async () => {
    const fieldNames = Array.from({ length: 16 }, (_, i) => `f${i}`);
    const { db } = temporaryDatabase();
    const table = defineTable(v.any());
    db.applySchema(
      schemaText({
        notes: table.searchIndex("search_body", { searchField: "body", filterFields: fieldNames }),
      }),
    );
    const asked = [...fieldNames.map((name) => search("word", { [name]: 1 })), search("word")];
    const index = affected(db, () => undefined, asked);
    const commits: Commit[] = [];
    db.onCommit((told) => commits.push(...told));
    await db.write((tx) => tx.insert("notes", '{"body":"word","f3":1}'));
    expect([...index.affectedBy(commits.splice(0))].sort()).toEqual([16, 3]);
    await db.write((tx) => tx.insert("notes", '{"body":"other","f3":1}'));
    expect([...index.affectedBy(commits.splice(0))]).toEqual([16]);
  });
});

describe("limits of definitions", () => {
  const apply = (table: GenericSchema[string]) => () =>
    temporaryDatabase().db.applySchema(schemaText({ notes: table }));
  const withIndexes = (count: number, plainIndexes = 0) => {
    let table: GenericSchema[string] = defineTable(v.any());
    for (let i = 0; i < count; i += 1) table = table.searchIndex(`s${i}`, { searchField: `f${i}` });
    for (let i = 0; i < plainIndexes; i += 1) table = table.index(`i${i}`, [`f${i}`]);
    return table;
  };

  const wide = (count: number) => {
    const filterFields = Array.from({ length: count }, (_, i) => `f${i}`);
    return defineTable(v.any()).searchIndex("s", { searchField: "body", filterFields });
  };

  it("allow an index to have 16 filter fields", () => {
    expect(apply(wide(16))).not.toThrow();
  });

  it("refuse 17 filter fields", () => {
    expect(apply(wide(17))).toThrow("Search indexes may have up to 16 filter fields.");
  });

  it("allow a table to have 4 search indexes", () => {
    expect(apply(withIndexes(4))).not.toThrow();
  });

  it("refuse 5 search indexes", () => {
    expect(apply(withIndexes(5))).toThrow('Table "notes" cannot have more than 4 search indexes.');
  });

  it("are 32 indexes of a table, including search indexes", () => {
    expect(apply(withIndexes(4, 28))).not.toThrow();
    expect(apply(withIndexes(4, 29))).toThrow('Table "notes" cannot have more than 32 indexes.');
  });

  it("refuse two equal indexes", () => {
    const twice = (filterFields: string[]) =>
      defineTable(v.any())
        .searchIndex("a", { searchField: "body", filterFields: ["k", "l"] })
        .searchIndex("b", { searchField: "body", filterFields });
    expect(apply(twice(["k"]))).not.toThrow();
    expect(apply(twice(["l", "k"]))).toThrow(
      'In table "notes" search index "a" and search index "b" have the same `searchField`.',
    );
  });
});

describe("a search in the past", () => {
  it("has the results of that time", async () => {
    const db = await withNotes("old word");
    const then = db.latestTs;
    const before = find(db, "word");
    await db.write((tx) => {
      const [first] = collect(tx, search("word"));
      tx.patch(String(parse(first ?? null)._id), '{"body":"nothing"}');
      tx.insert("notes", '{"body":"new word"}');
    });
    expect(find(db, "word")).toEqual(["new word"]);
    expect(db.read((tx) => pluck(collect(tx, search("word")), "body"), then)).toEqual(before);
  });
});

// Tests tables that replace others.
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import { openSqlite } from "../storage/sqlite.js";
import { newId } from "../values/ids.js";
import {
  bound,
  collect,
  indexQuery,
  pluck,
  scan,
  schemaText,
  temporaryDatabase,
} from "./testing/temporary-database.js";
import type { NewTable } from "./api.js";

const SCHEMA = schemaText({
  dogs: defineTable({ name: v.string() })
    .index("by_name", ["name"])
    .searchIndex("search_name", { searchField: "name" }),
  walks: defineTable({ dog: v.id("dogs") }),
});

const END = { removed: [], links: null };
const dog = (name: string, id: string | null = null) => ({
  ...{ id, creationTime: null },
  value: JSON.stringify({ name }),
});
const dogs = (number: number | null = null): NewTable => ({
  ...{ component: "", name: "dogs", number },
  mustBeEmpty: false,
});

async function kennel() {
  const temporary = temporaryDatabase();
  temporary.db.applySchema(SCHEMA);
  const { value: id } = await temporary.db.write((tx) => tx.insert("dogs", '{"name":"Old"}'));
  const names = () => temporary.db.read((tx) => pluck(collect(tx, scan("dogs")), "name"));
  return { temporary, id, names };
}

describe("a replaced table", () => {
  it("is the old one until the end, then the new one, in every index and after a restart", async () => {
    const { temporary, names, id } = await kennel();
    const replacement = await temporary.db.replaceTables([dogs(20_000)]);
    const newOne = newId(20_000);
    await replacement.add("", "dogs", [dog("Bella", newOne), dog("Ares")]);
    expect(names()).toEqual(["Old"]);
    await replacement.finish(END);
    for (const isReopened of [false, true]) {
      if (isReopened) {
        await temporary.reopen();
        temporary.db.applySchema(SCHEMA);
      }
      expect(names().sort()).toEqual(["Ares", "Bella"]);
      temporary.db.read((tx) => {
        expect(pluck(collect(tx, indexQuery("dogs.by_name", [bound("Eq", "name", "Bella")])), "_id")).toEqual(
          [newOne],
        );
        const search = {
          ...{ type: "Search", indexName: "dogs.search_name" },
          filters: [{ type: "Search", fieldPath: "name", value: "bel" }],
        };
        expect(pluck(collect(tx, { source: search, operators: [] }), "name")).toEqual(["Bella"]);
        expect(tx.get(id)).toBeNull();
        expect(tx.normalizeId("dogs", newOne)).toBe(newOne);
      });
    }
    const { value } = await temporary.db.write((tx) => tx.insert("dogs", '{"name":"New"}'));
    expect(temporary.db.read((tx) => tx.normalizeId("dogs", value))).toBe(value);
  });

  it("remains the old one when the new one is discarded, or the process ends before it is finished", async () => {
    const { temporary, names } = await kennel();
    const given = await temporary.db.replaceTables([dogs()]);
    await given.add("", "dogs", [dog("Bella")]);
    given.abandon();
    const cut = await temporary.db.replaceTables([dogs()]);
    await cut.add("", "dogs", [dog("Carlo")]);
    await temporary.reopen();
    temporary.db.applySchema(SCHEMA);
    expect(names()).toEqual(["Old"]);
    await temporary.db.write((tx) => tx.insert("dogs", '{"name":"Dora"}'));
    expect(names()).toEqual(["Old", "Dora"]);
  });

  it("accepts no document that the schema refuses, no duplicate and no document of another table", async () => {
    const { temporary, names } = await kennel();
    const replacement = await temporary.db.replaceTables([dogs(20_000)]);
    const id = newId(20_000);
    const wrong = { id: null, creationTime: null, value: '{"name":7}' };
    await expect(replacement.add("", "dogs", [dog("Ok"), wrong])).rejects.toThrow(
      "does not match the schema",
    );
    await expect(replacement.add("", "dogs", [dog("A", id), dog("B", id)])).rejects.toThrow("duplicate _id");
    await expect(replacement.add("", "dogs", [dog("C", newId(20_001))])).rejects.toThrow("does not belong");
    await replacement.finish(END);
    expect(names()).toEqual([]);
  });

  it("may not get the number of a filled table, but may get that of an empty one", async () => {
    const { temporary, id } = await kennel();
    const walks = { component: "", name: "walks", mustBeEmpty: false };
    const numberOf = (table: string) => {
      const snapshot = temporary.db.openSnapshot();
      const found = snapshot.tables().find(({ name }) => name === table);
      snapshot.close();
      return found?.number ?? 0;
    };
    const taken = numberOf("dogs");
    await expect(temporary.db.replaceTables([{ ...walks, number: taken }])).rejects.toThrow(
      "New table walks has IDs that conflict with existing table dogs",
    );
    const free = numberOf("walks");
    const replacement = await temporary.db.replaceTables([dogs(free)]);
    await replacement.add("", "dogs", [dog("Bella", newId(free))]);
    await replacement.finish(END);
    expect(temporary.db.read((tx) => tx.get(id))).toBeNull();
    expect(numberOf("walks")).not.toBe(free);
  });

  it("keeps its number while another table's documents refer to it by that number", async () => {
    const { temporary, id, names } = await kennel();
    await temporary.db.write((tx) => tx.insert("walks", JSON.stringify({ dog: id })));
    const replacement = await temporary.db.replaceTables([dogs(20_000)]);
    await expect(replacement.finish(END)).rejects.toThrow('in table "walks" would not match the schema');
    replacement.abandon();
    expect(names()).toEqual(["Old"]);
  });

  it("is not replaced when the schema has changed during the replacement", async () => {
    const { temporary, names } = await kennel();
    const replacement = await temporary.db.replaceTables([dogs()]);
    temporary.db.applySchema(schemaText({ dogs: defineTable({ name: v.string() }) }));
    await expect(replacement.finish(END)).rejects.toThrow("The schema has changed during the import");
    replacement.abandon();
    expect(names()).toEqual(["Old"]);
  });

  it("leaves no row behind after the old table is removed", async () => {
    const { temporary } = await kennel();
    const given = await temporary.db.replaceTables([dogs()]);
    await given.add("", "dogs", [dog("Never")]);
    given.abandon();
    const replacement = await temporary.db.replaceTables([dogs()]);
    for (let at = 0; at < 700; at += 100) {
      await replacement.add(
        "",
        "dogs",
        Array.from({ length: 100 }, (_, i) => dog(`Dog ${at + i}`)),
      );
    }
    await replacement.finish(END);
    const file = openSqlite(temporary.path);
    const count = (table: string) => file.prepare<[number]>(`SELECT count(*) FROM ${table}`).get([])?.[0];
    await vi.waitFor(() => expect(count("doomed_indexes")).toBe(0), { timeout: 15_000 });
    expect([count("documents"), count("search_documents")]).toEqual([700, 700]);
    // In the indexes by id, creation time and name.
    expect(count("index_entries")).toBe(3 * 700);
    file.close();
  });
});

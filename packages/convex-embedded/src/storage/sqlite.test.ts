/** A statement that met an error is whole again: what comes after it runs as if the error had not been. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite, type Sqlite, type SqlValue } from "./sqlite.js";

let folder: string;
let sqlite: Sqlite;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  sqlite = openSqlite(join(folder, "data.sqlite"));
  sqlite.exec(
    "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT; INSERT INTO notes VALUES (1, 'one'), (2, 'two')",
  );
});
afterEach(() => {
  sqlite.close();
  rmSync(folder, { recursive: true });
});

const kinds = ["get", "all"] as const;

it.each(kinds)("reads after an error in %s", (kind) => {
  for (const next of kinds) {
    const find = sqlite.prepare<[string]>("SELECT text FROM notes ORDER BY id DESC LIMIT ?");
    expect(() => find[kind]([1.5])).toThrow("datatype mismatch in: SELECT text");
    find[next]([1]);
    expect(find.get([1])).toEqual(["two"]);
    expect(find.all([2])).toEqual([["two"], ["one"]]);
  }
});

it.each<[string, SqlValue[]]>([
  ["a taken key", [1, "again"]],
  ["a value of another type", [1.5, "half"]],
])("writes after %s", (_what, parameters) => {
  const insert = sqlite.prepare("INSERT INTO notes VALUES (?, ?)");
  expect(() => insert.run(parameters)).toThrow("in: INSERT INTO notes");
  expect(insert.run([3, "three"])).toBe(3);
  expect(sqlite.prepare("SELECT id, text FROM notes").all([])).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]);
});

/** Tests that a statement works again after an error. */
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

it.each(kinds)("a statement reads after an error in %s", (kind) => {
  for (const next of kinds) {
    const find = sqlite.prepare<[string]>("SELECT text FROM notes ORDER BY id DESC LIMIT ?");
    expect(() => find[kind]([1.5])).toThrow("datatype mismatch in: SELECT text");
    find[next]([1]);
    expect(find.get([1])).toEqual(["two"]);
    expect(find.all([2])).toEqual([["two"], ["one"]]);
  }
});

it.each<[string, SqlValue[]]>([
  ["a duplicate key", [1, "again"]],
  ["a value of another type", [1.5, "half"]],
])("a statement writes after %s", (_what, parameters) => {
  const insert = sqlite.prepare("INSERT INTO notes VALUES (?, ?)");
  expect(() => insert.run(parameters)).toThrow("in: INSERT INTO notes");
  expect(insert.run([3, "three"])).toBe(3);
  expect(sqlite.prepare("SELECT id, text FROM notes").all([])).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]);
});

it("a COMMIT succeeds after a row id above 2 ** 53, which full-text tables create", () => {
  sqlite.prepare("BEGIN IMMEDIATE").run([]);
  sqlite.exec("INSERT INTO notes VALUES (9223372036854775807, 'last')");
  expect(() => sqlite.prepare("COMMIT").run([])).not.toThrow();
  expect(sqlite.isInTransaction).toBe(false);
  expect(sqlite.prepare("SELECT text FROM notes ORDER BY id DESC LIMIT 1").get([])).toEqual(["last"]);
});

it.each([
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "INSERT INTO notes VALUES (1, 'again')"],
  ["SQLITE_ERROR", "SELECT nothing FROM nowhere"],
])("an error has SQLite's name: %s", (code, sql) => {
  expect(() => sqlite.exec(sql)).toThrow(expect.objectContaining({ code }));
});

it("a file that another connection writes to causes the error SQLITE_BUSY", () => {
  const other = openSqlite(join(folder, "data.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  expect(() => sqlite.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE")).toThrow(
    expect.objectContaining({ code: "SQLITE_BUSY" }),
  );
  other.exec("ROLLBACK");
  other.close();
});

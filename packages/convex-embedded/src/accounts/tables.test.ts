/** Compares the tables with better-auth's requirements, and tests the repairs at the start. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { afterEach, beforeEach, expect, it } from "vitest";
import { configure, databaseOf } from "./authenticator.js";
import { openConnection, type Connection } from "./connection.js";
import { loadSecret, seal, unseal } from "./secret.js";
import { prepareTables, readMeta, writeMeta } from "./tables.js";
import { createTokenIssuer } from "./tokens.js";

let dataDir: string;
let connection: Connection;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "account-tables-"));
  connection = openConnection(path.join(dataDir, "db.sqlite"));
});

afterEach(() => {
  connection.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("the tables have every table and column that the installed better-auth requires", async () => {
  prepareTables(connection);
  const secret = loadSecret(dataDir);
  const tokens = await createTokenIssuer(connection, secret, "convex");
  const config = configure({
    secret,
    tokens,
    publicOrigin: undefined,
    trustedOrigins: () => [],
    onError: () => undefined,
  });
  const { toBeCreated, toBeAdded } = await getMigrations({
    ...config,
    database: databaseOf(connection, () => Promise.resolve()),
  });
  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
});

it("the tables are prepared once and not changed afterwards", () => {
  prepareTables(connection);
  const before = connection.prepare("SELECT name, sql FROM sqlite_master").all([]);
  prepareTables(connection);
  expect(connection.prepare("SELECT name, sql FROM sqlite_master").all([])).toEqual(before);
});

it("tables of a newer version are refused with one sentence that explains what to do", () => {
  prepareTables(connection);
  writeMeta(connection, "version", "99");
  expect(() => prepareTables(connection)).toThrow(/newer version; start that version instead\.$/);
  expect(readMeta(connection, "version")).toBe("99");
});

it("the address of an interrupted sign-up is freed, and ended sessions are deleted", () => {
  prepareTables(connection);
  const now = new Date().toISOString();
  const addUser = connection.prepare(
    "INSERT INTO account_user (id, name, email, emailVerified, createdAt, updatedAt) VALUES (?, ?, ?, 0, ?, ?)",
  );
  addUser.run(["whole", "Whole", "whole@example.com", now, now]);
  addUser.run(["half", "Half", "half@example.com", now, now]);
  connection
    .prepare(
      "INSERT INTO account_credential (id, accountId, providerId, userId, createdAt, updatedAt) VALUES (?, ?, 'credential', ?, ?, ?)",
    )
    .run(["c", "whole", "whole", now, now]);
  const addSession = connection.prepare(
    "INSERT INTO account_session (id, expiresAt, token, createdAt, updatedAt, userId) VALUES (?, ?, ?, ?, ?, 'whole')",
  );
  addSession.run(["old", new Date(Date.now() - 1000).toISOString(), "t1", now, now]);
  addSession.run(["live", new Date(Date.now() + 60_000).toISOString(), "t2", now, now]);
  prepareTables(connection);
  expect(connection.prepare("SELECT id FROM account_user").all([])).toEqual([{ id: "whole" }]);
  expect(connection.prepare("SELECT id FROM account_session").all([])).toEqual([{ id: "live" }]);
});

it("a text is decrypted only with the secret that encrypted it", () => {
  const sealed = seal("one secret", "the key");
  expect(unseal("one secret", sealed)).toBe("the key");
  expect(unseal("another secret", sealed)).toBeNull();
  expect(unseal("one secret", "AAAA")).toBeNull();
});

/** Tests that outdated data is deleted while the process runs, not only at its start. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccounts, type Accounts } from "./accounts.js";
import { openConnection, type Connection } from "./connection.js";
import { removeOutdated, SIGN_IN_DAYS } from "./tables.js";

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const SOON = daysAgo(-1);
const OVER = daysAgo(1);
const MADE = { createdAt: OVER, updatedAt: OVER };

let dataDir: string;
let connection: Connection;
let accounts: Accounts;
let isIdle: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  dataDir = mkdtempSync(path.join(tmpdir(), "accounts-outdated-"));
  const dbPath = path.join(dataDir, "db.sqlite");
  const idle = new Promise<void>((resolve) => (isIdle = resolve));
  accounts = await createAccounts({ dataDir, dbPath, whenIdle: () => idle });
  connection = openConnection(dbPath);
  add("account_user", { id: "ann", name: "Ann", email: "ann@example.com", emailVerified: 0, ...MADE });
  add("account_credential", { id: "c", accountId: "ann", providerId: "credential", userId: "ann", ...MADE });
  for (const [id, expiresAt] of Object.entries({ over: OVER, open: SOON })) {
    add("account_session", { id, expiresAt, token: id, userId: "ann", ...MADE });
    add("account_verification", { id, identifier: "reset", value: "x", expiresAt, ...MADE });
  }
  for (const [id, at] of Object.entries({ old: daysAgo(SIGN_IN_DAYS + 1), late: daysAgo(SIGN_IN_DAYS - 1) }))
    add("account_sign_in", { id, userId: "ann", at, outcome: "signed_in" });
});

afterEach(async () => {
  isIdle();
  vi.useRealTimers();
  connection.close();
  await accounts.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function add(table: string, row: Readonly<Record<string, string | number>>): void {
  const names = Object.keys(row);
  const places = names.map(() => "?").join(", ");
  connection.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`).run(Object.values(row));
}

const idsIn = (table: string): unknown[] => {
  const rows = connection.prepare(`SELECT id FROM ${table} ORDER BY id`).all([]) as { id: string }[];
  return rows.map(({ id }) => id);
};

it("expired sessions, expired links and old sign-ins are deleted once the runtime has no open write", async () => {
  vi.advanceTimersByTime(DAY_MS);
  expect(idsIn("account_session")).toEqual(["open", "over"]);
  isIdle();
  await vi.waitFor(() => expect(idsIn("account_session")).toEqual(["open"]), { timeout: 15_000 });
  expect(idsIn("account_verification")).toEqual(["open"]);
  expect(idsIn("account_sign_in")).toEqual(["late"]);
});

it("a user whose sign-up has not yet stored the password is not deleted", async () => {
  add("account_user", { id: "bob", name: "Bob", email: "bob@example.com", emailVerified: 0, ...MADE });
  vi.advanceTimersByTime(DAY_MS);
  isIdle();
  await vi.waitFor(() => expect(idsIn("account_session")).toEqual(["open"]), { timeout: 15_000 });
  expect(idsIn("account_user")).toEqual(["ann", "bob"]);
});

const HOUR_MS = 3_600_000;
/** Runs the cleanup once an hour and returns the remaining sessions. */
const passHours = (from: number, hours: number): unknown[] => {
  for (let hour = 0; hour <= hours; hour += 1) removeOutdated(connection, from + hour * HOUR_MS);
  return idsIn("account_session");
};

it.each([1, 40])("no session ends when the clock moves %i days ahead and back", (days) => {
  const now = Date.now();
  expect(passHours(now, 2)).toEqual(["open"]);
  expect(passHours(now + days * DAY_MS, 20)).toEqual(["open"]);
  expect(passHours(now + 3 * HOUR_MS, 10)).toEqual(["open"]);
  expect(idsIn("account_verification")).toEqual(["open"]);
  expect(idsIn("account_sign_in")).toEqual(["late"]);
});

it("expired data is deleted one day after the clock jumps ahead permanently", () => {
  const now = Date.now();
  passHours(now, 2);
  expect(passHours(now + 40 * DAY_MS, 23)).toEqual(["open"]);
  expect(passHours(now + 41 * DAY_MS, 0)).toEqual([]);
});

it("expired data is deleted even if the machine runs only two hours a week", () => {
  const now = Date.now();
  passHours(now, 2);
  expect(passHours(now + 7 * DAY_MS, 2)).toEqual(["open"]);
  expect(passHours(now + 14 * DAY_MS, 2)).toEqual([]);
});

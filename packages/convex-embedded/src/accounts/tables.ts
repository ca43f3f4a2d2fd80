/**
 * The accounts' tables, all named `account_…` so that their names differ from the runtime's own. Each entry of
 * `migrations` runs once and is never changed afterwards. The columns are those that better-auth's core tables
 * require, which a test compares with the installed version.
 */
import { inTransaction, type Connection } from "./connection.js";

export const tableNames = {
  user: "account_user",
  session: "account_session",
  account: "account_credential",
  verification: "account_verification",
  twoFactor: "account_two_factor",
  signIn: "account_sign_in",
} as const;

const migrations = [
  `CREATE TABLE account_user (
     id text PRIMARY KEY NOT NULL, name text NOT NULL, email text NOT NULL UNIQUE,
     emailVerified integer NOT NULL, image text, createdAt date NOT NULL, updatedAt date NOT NULL,
     firstName text, lastName text);
   CREATE TABLE account_session (
     id text PRIMARY KEY NOT NULL, expiresAt date NOT NULL, token text NOT NULL UNIQUE,
     createdAt date NOT NULL, updatedAt date NOT NULL, ipAddress text, userAgent text,
     userId text NOT NULL REFERENCES account_user (id) ON DELETE CASCADE);
   CREATE INDEX account_session_by_user ON account_session (userId);
   CREATE TABLE account_credential (
     id text PRIMARY KEY NOT NULL, accountId text NOT NULL, providerId text NOT NULL,
     userId text NOT NULL REFERENCES account_user (id) ON DELETE CASCADE,
     accessToken text, refreshToken text, idToken text, accessTokenExpiresAt date,
     refreshTokenExpiresAt date, scope text, password text, createdAt date NOT NULL,
     updatedAt date NOT NULL);
   CREATE INDEX account_credential_by_user ON account_credential (userId);
   CREATE TABLE account_verification (
     id text PRIMARY KEY NOT NULL, identifier text NOT NULL, value text NOT NULL,
     expiresAt date NOT NULL, createdAt date NOT NULL, updatedAt date NOT NULL);
   CREATE INDEX account_verification_by_identifier ON account_verification (identifier);
   CREATE TABLE account_signing_key (
     id text PRIMARY KEY NOT NULL, publicJwk text NOT NULL, sealedPrivateJwk text NOT NULL,
     createdAt date NOT NULL);`,
  `ALTER TABLE account_user ADD COLUMN twoFactorEnabled integer;
   ALTER TABLE account_user ADD COLUMN sessionTimeoutMinutes integer;
   ALTER TABLE account_session ADD COLUMN lastUsedAt date;
   CREATE TABLE account_two_factor (
     id text PRIMARY KEY NOT NULL, secret text NOT NULL, backupCodes text NOT NULL,
     userId text NOT NULL REFERENCES account_user (id) ON DELETE CASCADE,
     verified integer, failedVerificationCount integer, lockedUntil date);
   CREATE INDEX account_two_factor_by_user ON account_two_factor (userId);
   CREATE TABLE account_sign_in (
     id text PRIMARY KEY NOT NULL,
     userId text NOT NULL REFERENCES account_user (id) ON DELETE CASCADE,
     at date NOT NULL, address text, device text, outcome text NOT NULL);
   CREATE INDEX account_sign_in_by_user_and_time ON account_sign_in (userId, at);`,
  `ALTER TABLE account_two_factor ADD COLUMN lastUsedStep integer NOT NULL DEFAULT 0;`,
  // Addresses of accounts that are older than confirmation count as confirmed.
  `UPDATE account_user SET emailVerified = 1;`,
];

/** How long the sign-in history is kept. */
export const SIGN_IN_DAYS = 90;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A longer time between two clock checks means that the clock has jumped. */
const LONGEST_PAUSE_MS = 20 * 60 * 60 * 1000;

/** Also removes what an interrupted sign-up or an old session left behind. */
export function prepareTables(connection: Connection): void {
  connection.exec(
    "CREATE TABLE IF NOT EXISTS account_meta (name text PRIMARY KEY NOT NULL, value text NOT NULL)",
  );
  const done = Number(readMeta(connection, "version") ?? 0);
  if (done > migrations.length) {
    throw new Error(
      "The accounts in this data folder were written by a newer version; start that version instead.",
    );
  }
  if (done < migrations.length) {
    inTransaction(connection, () => {
      for (const statements of migrations.slice(done)) connection.exec(statements);
      writeMeta(connection, "version", String(migrations.length));
    });
  }
  sweep(connection);
}

export function readMeta(connection: Connection, name: string): string | null {
  const row = connection.prepare("SELECT value FROM account_meta WHERE name = ?").get([name]);
  return isRow(row) && typeof row.value === "string" ? row.value : null;
}

export function writeMeta(connection: Connection, name: string, value: string): void {
  connection
    .prepare(
      "INSERT INTO account_meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run([name, value]);
}

export function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * A sign-up consists of two statements, for the user and for the password. After a crash between them, the address
 * would belong to an account to which nobody can sign in. Such users are removed at the next start.
 */
function sweep(connection: Connection): void {
  connection.exec(
    `DELETE FROM account_user WHERE NOT EXISTS
       (SELECT 1 FROM account_credential WHERE account_credential.userId = account_user.id)`,
  );
  removeOutdated(connection);
}

export function removeOutdated(connection: Connection, now = Date.now()): void {
  const settled = settledTime(connection, now);
  const end = [new Date(settled).toISOString()];
  connection.prepare("DELETE FROM account_session WHERE expiresAt < ?").run(end);
  connection.prepare("DELETE FROM account_verification WHERE expiresAt < ?").run(end);
  const firstShown = new Date(settled - SIGN_IN_DAYS * DAY_MS).toISOString();
  connection.prepare("DELETE FROM account_sign_in WHERE at < ?").run([firstShown]);
}

interface ClockMark {
  readonly seenAt: number;
  readonly steadySince: number;
  readonly settledAt: number;
}

/**
 * Returns the latest time that has certainly passed, and records that the clock was read. If a clock is set ahead
 * by mistake and then back, no session may be deleted. An ended session is therefore removed only after the clock
 * has run for a day without a jump, or if it had ended before the jump. A machine that was off looks the same as a
 * jump. A period between two jumps counts if it lasted for two checks.
 */
function settledTime(connection: Connection, now: number): number {
  const kept = readMeta(connection, "clock");
  const { seenAt, steadySince, settledAt } =
    kept === null ? { seenAt: now, steadySince: 0, settledAt: now } : (JSON.parse(kept) as ClockMark);
  const hasJumped = Math.abs(now - seenAt) > LONGEST_PAUSE_MS;
  const since = hasJumped ? now : steadySince;
  const sure = hasJumped && seenAt > steadySince ? seenAt : settledAt;
  const settled = now - since >= DAY_MS ? now : Math.min(sure, now);
  writeMeta(connection, "clock", JSON.stringify({ seenAt: now, steadySince: since, settledAt: settled }));
  return settled;
}

/** Opens a new database for tests in a separate folder. Only tests import this module. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "../database/api.js";
import { openDatabase } from "../database/database.js";
import "../functions/system-tables.js";

export function makeTestFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "embedded-test-"));
}

/** The database has the system tables and `notes`. */
export function openTestDatabase(folder = makeTestFolder(), now?: () => number): Database {
  return openDatabase({ path: path.join(folder, "data.sqlite"), ...(now && { now }) });
}

/**
 * Opens a new database for tests, in a separate folder, with the system tables and one table of notes. Only tests
 * import it.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "../database/api.js";
import { openDatabase } from "../database/database.js";
import "../functions/system-tables.js";

/** Creates an empty folder for one test. */
export function makeTestFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "embedded-test-"));
}

/** Opens a database whose tables are the system's and `notes`. */
export function openTestDatabase(folder = makeTestFolder(), now?: () => number): Database {
  return openDatabase({ path: path.join(folder, "data.sqlite"), ...(now && { now }) });
}

/** The content of a data folder, and which parts a backup includes. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DATABASE_FILE, FILES_FOLDER, PASSING_FOLDERS } from "../data-folder.js";
import { openDatabase } from "../database/database.js";
import { readCommitted, wholeTable } from "../functions/system-query.js";
import { FILE_STORAGE_TABLE, type FileStorageDocument } from "../functions/system-tables.js";
import { BACKUP_LOCK, STAGING_FOLDER } from "./staging.js";

/** The database and the files are copied separately. The other entries are generated or deleted by a start. */
const NOT_AS_IT_IS = new Set<string>([
  ...PASSING_FOLDERS,
  ...[FILES_FOLDER, STAGING_FOLDER, BACKUP_LOCK, "bundle"],
]);

/** Keys, settings and pushed functions, relative to the folder. */
export function listPlainFiles(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => !NOT_AS_IT_IS.has(name) && !name.startsWith(DATABASE_FILE))
    .flatMap((name) => listTree(dataDir, name));
}

function listTree(root: string, place: string): string[] {
  const entries = readdirSync(path.dirname(path.join(root, place)), { withFileTypes: true });
  const entry = entries.find((candidate) => candidate.name === path.basename(place));
  if (entry?.isFile()) return [place];
  if (!entry?.isDirectory()) return [];
  return readdirSync(path.join(root, place)).flatMap((name) => listTree(root, `${place}/${name}`));
}

/** Opening a database file checks it and upgrades it to this version's layout. */
export async function openAndListFiles(databaseFile: string): Promise<string[]> {
  const database = openDatabase({ path: databaseFile });
  try {
    return await readCommitted(database, (tx) =>
      Array.from(wholeTable<FileStorageDocument>(tx, FILE_STORAGE_TABLE), ({ uuid }) => uuid),
    );
  } finally {
    await database.close();
  }
}

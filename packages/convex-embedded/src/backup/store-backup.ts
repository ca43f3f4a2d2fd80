/**
 * Creates a backup of a whole data folder while a runtime serves it. The database is copied as of one moment. Its
 * files get hard links before and after the copy, so that a file that is deleted during the copy still exists. The
 * copy is opened before it is packed, because a backup that cannot be restored is worthless.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { DATABASE_FILE, FILES_FOLDER } from "../data-folder.js";
import { contentPath, linkContent } from "../files/content-folder.js";
import { StartError } from "../start-error.js";
import { copyStore } from "../storage/copy-store.js";
import { takeFileLock } from "../storage/file-lock.js";
import { noteBackup } from "../storage/newest-backup.js";
import { writeArchive } from "./archive.js";
import { listPlainFiles, openAndListFiles } from "./contents.js";
import { BACKUP_LOCK, STAGING_FOLDER, syncFolder } from "./staging.js";

/** The database is copied again if one of its files was deleted before it was linked. */
const MAX_ATTEMPTS = 5;

export interface BackupReport {
  readonly files: number;
  readonly bytes: number;
}

/** `file` must not exist. Throws a StartError that explains what to do. */
export async function backUp(dataDir: string, file: string): Promise<BackupReport> {
  if (!existsSync(path.join(dataDir, DATABASE_FILE))) {
    throw new StartError(`There is no database in ${dataDir}: name the data folder with --data.`);
  }
  if (existsSync(file)) throw new StartError(`${file} exists already: choose another name for the backup.`);
  mkdirSync(path.dirname(file), { recursive: true });
  const lock = takeFileLock(path.join(dataDir, BACKUP_LOCK));
  if (lock === null) throw new StartError(`Another backup of ${dataDir} is under way: wait for it.`);
  const staging = path.join(dataDir, STAGING_FOLDER);
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(staging, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
    mkdirSync(staging, { mode: 0o700 });
    const names = await takeAll(dataDir, staging);
    await writeArchive(staging, names, unfinished);
    renameSync(unfinished, file);
    syncFolder(path.dirname(file));
    noteBackup(path.join(dataDir, DATABASE_FILE), file);
    return { files: names.length, bytes: statSync(file).size };
  } finally {
    rmSync(unfinished, { force: true });
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}

async function takeAll(dataDir: string, staging: string): Promise<string[]> {
  const stored = await takeStore(dataDir, staging);
  const plain = listPlainFiles(dataDir);
  for (const name of plain) {
    mkdirSync(path.dirname(path.join(staging, name)), { recursive: true });
    await copyFile(path.join(dataDir, name), path.join(staging, name));
  }
  return [DATABASE_FILE, ...plain, ...stored.map((uuid) => `${FILES_FOLDER}/${contentPath(uuid)}`)];
}

async function takeStore(dataDir: string, staging: string): Promise<string[]> {
  const database = path.join(staging, DATABASE_FILE);
  const linkFiles = () => linkContent(path.join(dataDir, FILES_FOLDER), path.join(staging, FILES_FOLDER));
  for (let attempt = 1; ; attempt += 1) {
    linkFiles();
    rmSync(database, { force: true });
    copyStore(path.join(dataDir, DATABASE_FILE), database);
    const taken = linkFiles();
    const named = await openAndListFiles(database);
    const missing = named.filter((uuid) => !taken.has(uuid));
    if (missing.length === 0) return named;
    if (attempt === MAX_ATTEMPTS) {
      throw new StartError(
        `The content of ${missing.length} stored files is missing in ${dataDir}, among them ${missing[0] ?? ""}.`,
      );
    }
  }
}

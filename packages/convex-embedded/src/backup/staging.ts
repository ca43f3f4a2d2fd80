/** Where a backup that is under way keeps what it has taken, and what becomes of it when it is killed. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { takeFileLock } from "../storage/file-lock.js";

export const STAGING_FOLDER = "backing-up";
/** Held while a backup is made. */
export const BACKUP_LOCK = "backup.lock";

/** Removes what a backup that was killed has left in a data folder, unless another one is under way. */
export function removeAbandonedBackup(dataDir: string): void {
  const staging = path.join(dataDir, STAGING_FOLDER);
  if (!existsSync(staging)) return;
  const lock = takeFileLock(path.join(dataDir, BACKUP_LOCK));
  if (lock === null) return;
  rmSync(staging, { recursive: true, force: true });
  lock.release();
}

/** Forces the names in a folder to disk: a name that was given is there after a power cut too. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

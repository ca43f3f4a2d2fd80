/** The folder of a running backup's copies, and its removal after a killed backup. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { takeFileLock } from "../storage/file-lock.js";

export const STAGING_FOLDER = "backing-up";
export const BACKUP_LOCK = "backup.lock";

/** Does nothing while another backup is running. */
export function removeAbandonedBackup(dataDir: string): void {
  const staging = path.join(dataDir, STAGING_FOLDER);
  if (!existsSync(staging)) return;
  const lock = takeFileLock(path.join(dataDir, BACKUP_LOCK));
  if (lock === null) return;
  rmSync(staging, { recursive: true, force: true });
  lock.release();
}

/** Syncs the names in a folder to disk, so that they survive a power failure. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

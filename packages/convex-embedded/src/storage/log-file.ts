/**
 * Syncs the write-ahead log of a database to disk, in another thread or in this one. SQLite has written a commit's
 * pages when COMMIT returns, so a flush after it covers the commit. The log has no locks of its own, which closing
 * a second descriptor of a file would release. Passing a flush to another thread costs as much as a fast flush.
 * While flushes are fast and nothing else could run, they are made in this thread. After a slow flush, later ones
 * are made in the other thread until they are fast again.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { promisify } from "node:util";

export interface LogFile {
  /**
   * Resolves when everything that was committed before the call is on disk. `mayBlock` means that there is no other
   * work.
   */
  flush(mayBlock: boolean): Promise<void>;
  flushNow(): void;
  close(): void;
}

const flushFile = promisify(fdatasync);
/** A flush that takes longer is slow. */
export const QUICK_MS = 1;
/** After this many fast flushes in a row, flushes count as fast again. */
export const QUICK_FLUSHES = 16;

/** SQLite creates the file with the first commit. */
export function openLogFile(path: string): LogFile {
  let descriptor: number | null = null;
  let quickFlushes = 0;
  // Windows only syncs files opened for writing.
  const open = () => (descriptor ??= openSync(path, "r+"));
  return {
    async flush(mayBlock) {
      const beganMs = performance.now();
      if (mayBlock && quickFlushes >= QUICK_FLUSHES) fdatasyncSync(open());
      else await flushFile(open());
      quickFlushes = performance.now() - beganMs <= QUICK_MS ? quickFlushes + 1 : 0;
    },
    flushNow: () => fdatasyncSync(open()),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/**
 * Syncs the write-ahead log of a database to disk, in another thread or at once. SQLite has written a commit's
 * pages when COMMIT returns, so a flush after it covers the commit. The log has no locks of its own, which
 * closing a second descriptor of a file would drop.
 *
 * Passing a flush to another thread costs as much as a quick flush. While flushes are quick, one during which
 * nothing
 * else could run is made here; a slow one sends later ones to the other thread until they are quick again.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { promisify } from "node:util";

export interface LogFile {
  /**
   * Resolves when everything that was committed before the call is on disk; `mayBlock` if there is no other work.
   */
  flush(mayBlock: boolean): Promise<void>;
  /** The same, but synchronously. */
  flushNow(): void;
  close(): void;
}

const flushFile = promisify(fdatasync);
/** A flush that takes longer is slow. */
export const QUICK_MS = 1;
/** After this many quick flushes in a row, the next one is expected to be quick. */
export const QUICK_FLUSHES = 16;

/** Opens the log at `path`, which SQLite makes with the first commit. */
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

/**
 * Forces the write-ahead log of a database to disk, in another thread or at once. SQLite has written a commit's
 * pages when COMMIT returns, so that what is flushed after it is the commit. The log has no locks of its own, which
 * closing a second descriptor of a file would drop.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { promisify } from "node:util";

export interface LogFile {
  /** Resolves when everything that was committed before the call is on disk. */
  flush(): Promise<void>;
  /** The same, before it returns. */
  flushNow(): void;
  close(): void;
}

const flushFile = promisify(fdatasync);

/** Opens the log at `path`, which SQLite makes with the first commit. */
export function openLogFile(path: string): LogFile {
  let descriptor: number | null = null;
  // Windows flushes only what may be written to.
  const open = () => (descriptor ??= openSync(path, "r+"));
  return {
    flush: async () => flushFile(open()),
    flushNow: () => fdatasyncSync(open()),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

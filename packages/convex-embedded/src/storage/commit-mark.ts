/**
 * A small file beside the database that names the newest acknowledged commit. SQLite reads the log up to the first
 * invalid frame and does not report the rest, so only the mark shows that its end is damaged, cut off or missing. A
 * commit is named once the log is on disk and before anybody learns of it: the mark is never ahead of the log.
 * Nobody waits for the mark's own flush, so after a power cut it may be behind, which hides a loss but never
 * reports a false one.
 */
import { closeSync, constants, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** How long the mark rests after a flush: under load one flush then covers the commits of this time. */
const REST_MS = 200;
/** The timestamp in 64 bits, and again with each bit inverted, by which a torn or damaged mark is recognized. */
const MARK_BYTES = 16;
const ALL_BITS = 2n ** 64n - 1n;

export interface CommitMark {
  /** Names the commit, and flushes the file soon. */
  note(ts: bigint): void;
  close(): void;
}

const markOf = (path: string): string => `${path}-mark`;

/**
 * Returns the commit that the mark of the database at `path` names; null if there is none or it cannot be read.
 */
export function readMark(path: string): bigint | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(markOf(path));
  } catch {
    return null;
  }
  if (bytes.length !== MARK_BYTES) return null;
  const ts = bytes.readBigUInt64LE(0);
  return bytes.readBigUInt64LE(8) === ALL_BITS - ts ? ts : null;
}

/** Opens the mark of the database at `path`, which the first commit creates. */
export function openCommitMark(path: string): CommitMark {
  let descriptor: number | null = null;
  let isFlushing = false;
  let isNoted = false;
  let rest: NodeJS.Timeout | undefined;
  let newest = 0n;
  const bytes = Buffer.alloc(MARK_BYTES);
  const flushSoon = (): void => {
    if (descriptor === null || isFlushing || rest !== undefined || !isNoted) return;
    isFlushing = true;
    isNoted = false;
    fdatasync(descriptor, () => {
      isFlushing = false;
      if (descriptor === null) return;
      rest = setTimeout(() => {
        rest = undefined;
        flushSoon();
      }, REST_MS).unref();
    });
  };
  return {
    note(ts) {
      // A flush that began before another may end after it.
      if (ts <= newest) return;
      newest = ts;
      try {
        descriptor ??= openSync(markOf(path), constants.O_RDWR | constants.O_CREAT, 0o600);
        bytes.writeBigUInt64LE(ts, 0);
        bytes.writeBigUInt64LE(ALL_BITS - ts, 8);
        writeSync(descriptor, bytes, 0, MARK_BYTES, 0);
      } catch {
        // The commit is on disk anyway. A mark that could not be written only hides a later loss.
        return;
      }
      isNoted = true;
      flushSoon();
    },
    close() {
      clearTimeout(rest);
      if (descriptor === null) return;
      const open = descriptor;
      descriptor = null;
      try {
        fdatasyncSync(open);
      } catch {
        // As above.
      }
      closeSync(open);
    },
  };
}

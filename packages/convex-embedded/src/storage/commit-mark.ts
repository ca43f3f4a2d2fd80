/**
 * A small file beside the database that names the newest acknowledged commit. SQLite reads the log up to the first
 * invalid frame and does not report the rest, so only this mark shows that the end of the log is damaged, cut off
 * or missing. A commit is named after the log is on disk and before any client gets a response, so the mark is
 * never ahead of the log. Nobody waits for the flush of the mark itself. After a power failure it may be behind,
 * which can hide a loss but never reports a false one.
 */
import { closeSync, constants, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** Under load, one flush of the mark then covers all commits of this time. */
const REST_MS = 200;
/**
 * The timestamp in 64 bits, and again with each bit inverted, so that a damaged or half-written mark is recognized.
 */
const MARK_BYTES = 16;
const ALL_BITS = 2n ** 64n - 1n;

export interface CommitMark {
  /** Flushes the file soon. */
  note(ts: bigint): void;
  close(): void;
}

const markOf = (path: string): string => `${path}-mark`;

/** Returns null if there is no mark or it cannot be read. */
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
        // A mark that is not flushed also only hides a later loss.
      }
      closeSync(open);
    },
  };
}

/**
 * Counts the commits of a write-ahead log that SQLite does not read, because it reads the log only up to the first
 * frame with a wrong checksum and does not report the rest. A process that was killed leaves at most one such
 * frame, the last one of its generation. If more frames of the same generation follow it, it was damaged after it
 * had been written completely.
 *   header: magic, format, page size, sequence, salts (2), checksum (2)
 *   https://sqlite.org/fileformat2.html#walformat
 *   frame:  page, size of the database after a commit (else 0), salts (2), checksum (2), then the page itself
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const LITTLE_ENDIAN_MAGIC = 0x377f0682;
const BIG_ENDIAN_MAGIC = 0x377f0683;
const USUAL_PAGE_BYTES = 4096;

type Sum = readonly [number, number];

/** Returns how many commits of the log come after damage. Returns 0 if there is no log. */
export function droppedCommits(path: string): number {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return 0;
  }
  try {
    return countDropped(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

function countDropped(file: number, size: number): number {
  const header = read(file, 0, HEADER_BYTES);
  const isBigEndian = header.readUInt32BE(0) === BIG_ENDIAN_MAGIC;
  const start = checksum([0, 0], header.subarray(0, 24), isBigEndian);
  const isMagic = isBigEndian || header.readUInt32BE(0) === LITTLE_ENDIAN_MAGIC;
  let sum = isMagic && isSum(header, 24, start) ? start : null;
  // The first frame repeats what a damaged header contained.
  const salts = sum === null ? read(file, HEADER_BYTES + 8, 8) : header.subarray(16, 24);
  const pageSize = sum === null ? USUAL_PAGE_BYTES : header.readUInt32BE(8);
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  let behind = 0;
  let dropped = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
    const head = read(file, at, FRAME_HEADER_BYTES);
    const isOfGeneration = head.subarray(8, 16).equals(salts);
    if (sum !== null) {
      const page = read(file, at + FRAME_HEADER_BYTES, pageSize);
      const next = checksum(checksum(sum, head.subarray(0, 8), isBigEndian), page, isBigEndian);
      sum = isOfGeneration && isSum(head, 16, next) ? next : null;
      if (sum !== null) continue;
    } else if (isOfGeneration) behind += 1;
    if (isOfGeneration && head.readUInt32BE(4) !== 0) dropped += 1;
  }
  return behind === 0 ? 0 : dropped;
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  return bytes;
}

const isSum = (bytes: Buffer, at: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;

/** SQLite's checksum is two sums over pairs of words, each continuing the previous one. */
function checksum([first, second]: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  const word = isBigEndian ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at);
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return [one, two];
}

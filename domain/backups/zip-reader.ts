/**
 * Reads single entries of a ZIP file without unpacking the other entries, so that gigabytes of photos need no
 * memory. The stated sizes are not trusted: an entry is unpacked only up to its stated and allowed size.
 */
import { Inflate } from "fflate";
import type { ByteSource } from "./byte-source";

export interface ZipEntry {
  readonly name: string;
  readonly isPacked: boolean;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const MAX_ENTRIES = 60_000;

/** Thrown for a ZIP that cannot be read. */
export class BrokenZip extends Error {}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const looksLikeZip = (start: Uint8Array): boolean =>
  start.length >= 4 && [LOCAL_SIGNATURE, END_SIGNATURE].includes(viewOf(start).getUint32(0, true));

async function findDirectory(source: ByteSource): Promise<{ from: number; to: number; count: number }> {
  const from = Math.max(0, source.size - END_SIZE - MAX_COMMENT);
  const tail = await source.read(from, source.size);
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const count = view.getUint16(at + 10, true);
    const length = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    if (start + length > from + at) throw new BrokenZip("The ZIP is incomplete");
    if (count > MAX_ENTRIES) throw new BrokenZip("The ZIP has too many files");
    return { from: start, to: start + length, count };
  }
  throw new BrokenZip("The ZIP is incomplete");
}

/**
 * Entries that share bytes are refused: they could unpack to a thousand times more than the limits of single
 * entries allow.
 */
export async function readDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const { from, to, count } = await findDirectory(source);
  const bytes = await source.read(from, to);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let packed = 0;
  for (let at = 0, left = count; left > 0; left -= 1) {
    if (at + ENTRY_SIZE > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw new BrokenZip("The directory of the ZIP is damaged");
    }
    const method = view.getUint16(at + 10, true);
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw new BrokenZip("The ZIP is encrypted");
    if (method !== STORED && method !== DEFLATED)
      throw new BrokenZip("The ZIP uses an unknown compression method");
    const packedSize = view.getUint32(at + 20, true);
    packed += LOCAL_SIZE + packedSize;
    if (packed > source.size) throw new BrokenZip("The files of the ZIP overlap");
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength)),
      isPacked: method === DEFLATED,
      packedSize,
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += ENTRY_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Unpacks bytes up to their stated size. */
function unpack(packed: Uint8Array, promised: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(promised);
  let length = 0;
  const inflate = new Inflate((chunk) => {
    if (length + chunk.length > promised) throw new BrokenZip("A file in the ZIP is larger than it says");
    bytes.set(chunk, length);
    length += chunk.length;
  });
  // The bytes are unpacked in pieces, so that a ZIP bomb is detected after its first piece.
  const piece = 16_384;
  for (let at = 0; at < packed.length; at += piece) {
    inflate.push(packed.subarray(at, at + piece), at + piece >= packed.length);
  }
  if (length !== promised) throw new BrokenZip("A file in the ZIP is incomplete");
  return bytes;
}

/** Reads one entry; throws BrokenZip if the entry is damaged or larger than `most`. */
export async function readEntry(
  source: ByteSource,
  entry: ZipEntry,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > most) throw new BrokenZip("A file in the ZIP is too large");
  const head = await source.read(entry.offset, entry.offset + LOCAL_SIZE);
  const view = viewOf(head);
  if (head.length < LOCAL_SIZE || view.getUint32(0, true) !== LOCAL_SIGNATURE) {
    throw new BrokenZip("A file in the ZIP is damaged");
  }
  const start = entry.offset + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + entry.packedSize > source.size) throw new BrokenZip("The ZIP is incomplete");
  const packed = await source.read(start, start + entry.packedSize);
  if (entry.isPacked) return unpack(packed, entry.size);
  if (packed.length !== entry.size) throw new BrokenZip("A file in the ZIP is incomplete");
  return new Uint8Array(packed);
}

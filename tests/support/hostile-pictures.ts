/**
 * Small files that claim to have, or decompress to, more pixels than any machine has memory for. There is one of
 * each kind that users can upload. A HEIC file states its size twice, in the container and in the coded picture,
 * and both may be wrong.
 */
import { Buffer } from "node:buffer"; // sharp checks the class of the bytes, and test environments replace that class globally.
import sharp from "sharp";
import { HEIC } from "./photos";

type Bytes = Uint8Array<ArrayBuffer>;

/** The offset of height and width after the frame marker of a JPG. */
const SIZE_IN_FRAME = 5;

/** The header claims the largest possible size. The data has only a few pixels. */
export async function hugeJpeg(): Promise<Bytes> {
  const small = { create: { width: 16, height: 16, channels: 3, background: "#335577" } } as const;
  const file = new Uint8Array(await sharp(small).jpeg().toBuffer());
  const view = new DataView(file.buffer);
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0);
  view.setUint16(frame + SIZE_IN_FRAME, 65_500);
  view.setUint16(frame + SIZE_IN_FRAME + 2, 65_500);
  return file;
}

/** The largest edge of a WEBP: two fields of fourteen bits store width and height minus one. */
const WEBP_EDGE = 16_383;
const WEBP_SIZE = (WEBP_EDGE - 1) * (1 + 2 ** 14);
const WEBP_FLAGS = 0xf000_0000;

/** Claims the largest possible edges of a lossless WEBP: 268 megapixels. */
export async function hugeWebp(): Promise<Bytes> {
  const small = { create: { width: 16, height: 16, channels: 3, background: "#335577" } } as const;
  const file = new Uint8Array(await sharp(small).webp({ lossless: true }).toBuffer());
  const view = new DataView(file.buffer);
  // The size is stored after the marker of the compressed data.
  const at = Buffer.from(file).indexOf("VP8L") + 9;
  view.setUint32(at, ((view.getUint32(at, true) & WEBP_FLAGS) | WEBP_SIZE) >>> 0, true);
  return file;
}

/** The container claims the largest possible size. */
export function hugeHeic(): Bytes {
  const file = HEIC.slice();
  const at = Buffer.from(file).indexOf("ispe");
  const view = new DataView(file.buffer);
  view.setUint32(at + 8, 0x7fff_ffff);
  view.setUint32(at + 12, 0x7fff_ffff);
  return file;
}

/** A text of bits can be cut and joined. */
const bitsOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");

/** Exp-Golomb, as in HEVC: one zero for each digit after the first, then the binary digits. */
function codeOf(value: number): string {
  const digits = (value + 1).toString(2);
  return `${"0".repeat(digits.length - 1)}${digits}`;
}

/** These bytes of value 3 prevent zeros from looking like the start of a unit. */
const unescaped = (bytes: Uint8Array): Bytes =>
  bytes.filter((byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
function escaped(bytes: Uint8Array): Bytes {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3);
    out.push(byte);
  }
  return Uint8Array.from(out);
}

/** The number has four bytes. */
function grow(file: Buffer, at: number, by: number): void {
  file.writeUInt32BE(file.readUInt32BE(at) + by, at);
}

/**
 * The first bytes of the HEVC sequence parameters in the test's picture, and the number of bits before its size.
 */
const SEQUENCE_START = "420101";
const SIZE_PREFIX_BITS = 4;

/** The positions in the `iloc` box that contain the offsets of the picture and its metadata. */
const OFFSETS_IN_PLACES = [18, 32];

/** The container states the true 96 by 64 pixels, but the coded picture claims `edge` by `edge`. */
export function lyingHeic(edge: number): Bytes {
  const file = Buffer.from(HEIC);
  const start = file.indexOf(Buffer.from(SEQUENCE_START, "hex"));
  const length = file.readUInt16BE(start - 2);
  const sequence = unescaped(file.subarray(start, start + length));
  const old = codeOf(96) + codeOf(64);
  const bits = bitsOf(sequence);
  // The size follows the number of the sequence and the color format, each of which is encoded in one code.
  const at = bits.indexOf(`1010${old}`) + SIZE_PREFIX_BITS;
  if (at < SIZE_PREFIX_BITS) throw new Error("The size does not stand where it is looked for");
  const changed = bits.slice(0, at) + codeOf(edge) + codeOf(edge) + bits.slice(at + old.length);
  const bytes = (changed.match(/.{1,8}/gu) ?? []).map((eight) => parseInt(eight.padEnd(8, "0"), 2));
  const unit = escaped(Uint8Array.from(bytes));
  const by = unit.length - length;
  const whole = Buffer.concat([file.subarray(0, start), unit, file.subarray(start + length)]);
  whole.writeUInt16BE(unit.length, start - 2);
  // The boxes around the unit become longer by the same number of bytes, and the data after it move.
  for (const box of ["hvcC", "ipco", "iprp", "meta"]) grow(whole, whole.indexOf(box) - 4, by);
  const places = whole.indexOf("iloc");
  for (const offset of OFFSETS_IN_PLACES) grow(whole, places + offset, by);
  return new Uint8Array(whole);
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);
const COEFFICIENTS = 64;
/** A JPG may send this many bits of a coefficient one after the other, each in a separate scan. */
const REFINED_BITS = 13;

/** The data of a scan belong to its segment. */
function segmentsOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const segments: Uint8Array[] = [];
  for (let at = 2; at + 2 < file.length;) {
    let end = at + 2 + view.getUint16(at + 2);
    if (file[at + 1] === START_OF_SCAN) while (file[end] !== 0xff || file[end + 1] === 0) end += 1;
    segments.push(file.subarray(at, end));
    at = end;
  }
  return segments;
}

/**
 * A progressive JPG that refines its one-colored picture many times, one bit of a coefficient at a time. Each scan
 * takes only a few bytes.
 */
export async function scannedJpeg(edge: number, scans: number): Promise<Bytes> {
  const flat = { create: { width: edge, height: edge, channels: 3, background: "#335577" } } as const;
  const made = await sharp(flat).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  const segments = segmentsOf(new Uint8Array(made));
  const first = segments.findIndex((segment) => segment[1] === START_OF_SCAN);
  const ofOne = segments.findIndex(
    (segment, at) => at > first && segment[1] === START_OF_SCAN && segment[5] === 1,
  );
  const [codes, pattern] = [segments[ofOne - 1], segments[ofOne]];
  if (codes === undefined || pattern === undefined) throw new Error("The JPG has no scan of one component");
  const added: Uint8Array[] = [];
  for (let place = 1; place < COEFFICIENTS; place += 1) {
    for (let bit = REFINED_BITS; bit >= 0; bit -= 1) {
      const scan = pattern.slice();
      scan.set([place, place, bit === REFINED_BITS ? bit : ((bit + 1) << 4) | bit], 7);
      added.push(scan);
    }
  }
  const parts = [made.subarray(0, 2), ...segments.slice(0, first + 1), codes, ...added.slice(0, scans)];
  return new Uint8Array(Buffer.concat([...parts, END_OF_IMAGE]));
}

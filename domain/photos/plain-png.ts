/**
 * Makes a PNG safe for programs that unpack it without asking: only the chunks that one still picture needs, no more
 * pixels than allowed, and packed data that unpacks to exactly those. The data is unpacked in small pieces to count it
 * and nothing of it is kept. Pure. Source: the PNG specification (third edition), sections 7 to 11.
 */
import { Unzlib } from "fflate";
import { join, textAt, viewOf } from "./bytes";
import { imageSizeOf } from "./image-size";

const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** Samples of a pixel by colour type. */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** Where the seven passes of an interlaced picture begin, and their steps, across and down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes of the lines of a picture, each with the number of its filter in front. */
const linesSize = (width: number, height: number, bitsPerPixel: number): number =>
  width === 0 || height === 0 ? 0 : height * (1 + Math.ceil((width * bitsPerPixel) / 8));

/** Calculates what the packed data unpacks to; null for a head that the specification does not know. */
function unpackedSize(png: Uint8Array, width: number, height: number): number | null {
  const [depth = 0, colourType = 0, , , interlace = 0] = png.subarray(24, 29);
  const samples = SAMPLES.get(colourType);
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const bits = samples * depth;
  if (interlace === 0) return linesSize(width, height, bits);
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum +
      linesSize(
        Math.max(0, Math.ceil((width - left) / across)),
        Math.max(0, Math.ceil((height - top) / down)),
        bits,
      ),
    0,
  );
}

/** Takes the chunks apart that the picture needs; null for a file that is cut off. */
function neededChunks(
  png: Uint8Array,
): { readonly kept: Uint8Array[]; readonly packed: Uint8Array[] } | null {
  const view = viewOf(png);
  const kept = [png.subarray(0, 8)];
  const packed: Uint8Array[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > png.length) return null;
    const name = textAt(png, at + 4, 4);
    if (NEEDED.has(name)) kept.push(png.subarray(at, end));
    if (name === "IDAT") packed.push(png.subarray(at + 8, at + 8 + length));
    if (name === "IEND") return { kept, packed };
    at = end;
  }
  return null;
}

/** Bytes unpacked at a time: deflate makes a thousand times as many of them at most. */
const PIECE = 16_384;

/** Says whether packed data unpacks to so many bytes; it stops at the first one too many. */
function unpacksTo(packed: readonly Uint8Array[], size: number): boolean {
  let length = 0;
  const unzlib = new Unzlib((chunk) => {
    length += chunk.length;
  });
  try {
    for (const [index, part] of packed.entries()) {
      for (let at = 0; at < part.length && length <= size; at += PIECE) {
        unzlib.push(part.subarray(at, at + PIECE), index === packed.length - 1 && at + PIECE >= part.length);
      }
    }
  } catch {
    return false;
  }
  return length === size;
}

/** Returns the still picture of a PNG; null for one that is damaged, larger than allowed or not what it says. */
export function plainPng(png: Uint8Array, maxPixels: number): Uint8Array<ArrayBuffer> | null {
  const size = imageSizeOf(png, "image/png");
  if (size === null || size.width === 0 || size.width * size.height > maxPixels) return null;
  const chunks = neededChunks(png);
  const unpacked = unpackedSize(png, size.width, size.height);
  if (chunks === null || unpacked === null || !unpacksTo(chunks.packed, unpacked)) return null;
  return join(chunks.kept);
}

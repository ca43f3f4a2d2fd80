/**
 * Makes a PNG safe for programs that unpack it without checks. The result has only the chunks of a single still
 * picture, no more pixels than allowed, and packed data that unpacks to exactly these pixels. The data is unpacked
 * in small pieces to count the bytes, and is then discarded. Source: the PNG specification (third edition),
 * sections 7 to 11.
 */
import { Unzlib } from "fflate";
import { join, textAt, viewOf } from "./bytes";
import { imageSizeOf } from "./image-size";

const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** The number of samples of a pixel, by color type. */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/**
 * The start of the seven passes of an interlaced picture, and the distance of their pixels, horizontally and
 * vertically.
 */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The number includes the byte with the filter number before each line. */
const linesSize = (width: number, height: number, bitsPerPixel: number): number =>
  width === 0 || height === 0 ? 0 : height * (1 + Math.ceil((width * bitsPerPixel) / 8));

/** Returns null for a header that the specification does not allow. */
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

/** Returns null if the file is cut off. */
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

/** Packed bytes that are unpacked at a time. Deflate unpacks them to at most a thousand times as many bytes. */
const PIECE = 16_384;

/** Stops at the first additional byte. */
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

/** Returns null if the PNG is damaged, larger than allowed, or unpacks to another size than it states. */
export function plainPng(png: Uint8Array, maxPixels: number): Uint8Array<ArrayBuffer> | null {
  const size = imageSizeOf(png, "image/png");
  if (size === null || size.width === 0 || size.width * size.height > maxPixels) return null;
  const chunks = neededChunks(png);
  const unpacked = unpackedSize(png, size.width, size.height);
  if (chunks === null || unpacked === null || !unpacksTo(chunks.packed, unpacked)) return null;
  return join(chunks.kept);
}

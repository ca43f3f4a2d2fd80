/**
 * Removes metadata from an image file: place, time, camera and comments, and in a JPEG also hidden second images. The
 * pixels and the color profile are kept, and in a JPEG the orientation. From PNG and WebP only the listed chunks are
 * removed. The layouts are those of ITU T.81 (JPEG), Exif 2.3, the PNG specification and the WebP container specification.
 */
import type { StoredPhotoType } from "./rules";
import { join, textAt, viewOf } from "./bytes";

/** A copy creates no object for each part, because there may be millions of parts. */
class Copy {
  private length = 0;
  private readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(private readonly source: Uint8Array) {
    this.bytes = new Uint8Array(source);
  }

  /**
   * Keeps the part from `start` to `end`. The order of parts does not change. Returns the start of the part in the
   * copy.
   */
  keep(start: number, end: number): number {
    const place = this.length;
    this.bytes.copyWithin(place, start, Math.min(end, this.source.length));
    this.length += Math.min(end, this.source.length) - start;
    return place;
  }

  get kept(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }
}

const ORIENTATION_TAG = 0x0112;

/** Returns 1 if the picture is upright or the orientation is unknown. */
function orientationOf(segment: Uint8Array): number {
  if (textAt(segment, 4, 6) !== "Exif\0\0" || segment.length < 18) return 1;
  const tiff = viewOf(segment.subarray(10));
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(entry, isLittle) === ORIENTATION_TAG) {
      const value = tiff.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}

const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, 0xe1, 0x00, 0x22],
    ...[0x45, 0x78, 0x69, 0x66, 0x00, 0x00], // "Exif"
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01], // Big endian, one entry.
    ...[0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00],
    ...[0x00, 0x00, 0x00, 0x00],
  ]);

const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Each scan of a progressive JPG draws the whole picture again, although the scan may have only a few bytes.
 * Encoders write about ten scans.
 */
const MAX_SCANS = 32;

/** JFIF, the color profile and Adobe's color transform also belong to the picture. */
function isPicture(marker: number, bytes: Uint8Array, at: number): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP2) return textAt(bytes, at + 4, 11) === "ICC_PROFILE";
  return marker === APP0 || marker === APP14;
}

/** Returns the next marker that is not a restart marker. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function assemble(segments: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const turned = orientation > 1 ? [orientationSegment(orientation)] : [];
  return join([segments.subarray(0, 2), ...turned, segments.subarray(2), Uint8Array.of(0xff, END_OF_IMAGE)]);
}

function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = viewOf(bytes);
  const copy = new Copy(bytes);
  copy.keep(0, 2);
  let orientation = 1;
  let scans = 0;
  let at = 2;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return scans > 0 ? assemble(copy.kept, orientation) : null;
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return null;
    if (marker === 0xe1) orientation = Math.max(orientation, orientationOf(bytes.subarray(at, end)));
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (scans > MAX_SCANS) return null;
      end = endOfScan(bytes, end);
    }
    if (isPicture(marker, bytes, at)) copy.keep(at, end);
    at = end;
  }
  return null;
}

const PNG_EXTRAS = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = viewOf(bytes);
  const copy = new Copy(bytes);
  copy.keep(0, 8);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = textAt(bytes, at + 4, 4);
    if (!PNG_EXTRAS.has(name)) copy.keep(at, end);
    if (name === "IEND") return copy.kept.slice();
    at = end;
  }
  return null;
}

const RIFF_HEAD_BYTES = 12;
const WEBP_EXTRAS = new Set(["EXIF", "XMP "]);
/** These bits of a VP8X header say whether there is Exif and XMP data. */
const WEBP_EXTRA_FLAGS = 0x0c;

function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = viewOf(bytes);
  const copy = new Copy(bytes);
  copy.keep(0, 12);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > bytes.length) return null;
    const name = textAt(bytes, at, 4);
    const place = WEBP_EXTRAS.has(name) ? null : copy.keep(at, end);
    const flagsAt = (place ?? 0) + 8;
    if (place !== null && name === "VP8X" && length > 0)
      copy.kept[flagsAt] = (copy.kept[flagsAt] ?? 0) & ~WEBP_EXTRA_FLAGS;
    at = end;
  }
  const whole = copy.kept.slice();
  if (whole.length === RIFF_HEAD_BYTES) return null;
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return whole;
}

/** Returns null if the file is cut off, has more scans than any encoder writes, or is not such an image. */
export function stripMetadata(bytes: Uint8Array, type: StoredPhotoType): Uint8Array<ArrayBuffer> | null {
  switch (type) {
    case "image/jpeg":
      return stripJpeg(bytes);
    case "image/png":
      return stripPng(bytes);
    case "image/webp":
      return stripWebp(bytes);
    default:
      return type satisfies never;
  }
}

/**
 * The color profile of a HEIF file, for the JPG that is created from the file. Phones take photos in Display P3.
 * Without its profile, such a picture looks pale. The layouts are those of ISO/IEC 14496-12, ISO/IEC 23008-12 and
 * ICC.1 annex B.4.
 */
import { join, textAt, viewOf } from "./bytes";

/** The start and end of the content. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const BOX_HEAD_BYTES = 8;
const LARGE_BOX_HEAD_BYTES = 16;

/** There may be millions of boxes. Ends at a box that is cut off. */
function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<Box> {
  const view = viewOf(bytes);
  for (let at = start; at + BOX_HEAD_BYTES <= end;) {
    const short = view.getUint32(at);
    const isLarge = short === 1 && at + LARGE_BOX_HEAD_BYTES <= end;
    const size = isLarge ? Number(view.getBigUint64(at + BOX_HEAD_BYTES)) : short === 0 ? end - at : short;
    const head = isLarge ? LARGE_BOX_HEAD_BYTES : BOX_HEAD_BYTES;
    if (size < head || at + size > end) break;
    yield { type: textAt(bytes, at + 4, 4), start: at + head, end: at + size };
    at += size;
  }
}

/** Version and flags come before the content of a full box. */
const VERSION_BYTES = 4;

/** Returns null if the properties contain no ICC profile. */
export function heifColourProfile(bytes: Uint8Array): Uint8Array | null {
  function* inside(boxes: Iterable<Box>, type: string, skip = 0): Generator<Box> {
    for (const box of boxes) if (box.type === type) yield* boxesIn(bytes, box.start + skip, box.end);
  }
  const meta = inside(boxesIn(bytes, 0, bytes.length), "meta", VERSION_BYTES);
  for (const { type, start, end } of inside(inside(meta, "iprp"), "ipco")) {
    const kind = type === "colr" ? textAt(bytes, start, 4) : "";
    if (kind === "prof" || kind === "rICC") return bytes.subarray(start + 4, end);
  }
  return null;
}

/** One APP2 segment also contains its marker, length, name and numbers. */
const MAX_PROFILE_BYTES = 0xffff - 16;
const APP2 = 0xe2;
const START_OF_SCAN = 0xda;
const PROFILE_NAME = new TextEncoder().encode("ICC_PROFILE\0");

/** Returns null if there is no profile, or if it is split into several segments. */
function profileSegment(jpeg: Uint8Array): { start: number; end: number } | null {
  const view = viewOf(jpeg);
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== START_OF_SCAN;) {
    const end = at + 2 + view.getUint16(at + 2);
    if (jpeg[at + 1] === APP2 && textAt(jpeg, at + 4, PROFILE_NAME.length - 1) === "ICC_PROFILE") {
      return { start: at, end };
    }
    at = end;
  }
  return null;
}

/** If there is no profile, or if it is too large for a segment, the JPG stays unchanged. */
export function withColourProfile(
  jpeg: Uint8Array<ArrayBuffer>,
  profile: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  if (profile === null || profile.length > MAX_PROFILE_BYTES) return jpeg;
  const length = 2 + PROFILE_NAME.length + 2 + profile.length;
  const head = Uint8Array.of(0xff, APP2, length >> 8, length & 0xff);
  const { start, end } = profileSegment(jpeg) ?? { start: 2, end: 2 };
  const segment = [head, PROFILE_NAME, Uint8Array.of(1, 1), profile];
  return join([jpeg.subarray(0, start), ...segment, jpeg.subarray(end)]);
}

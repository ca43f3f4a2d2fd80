/**
 * Reads the stated size of a picture from the beginning of its file, so that a picture that is too large for the
 * memory is never unpacked. Sources: ITU T.81 section B.2.2 (JPEG), the PNG specification section 11.2.2, RFC 9649
 * sections 2.5 to 2.7 (WebP).
 */
import type { StoredPhotoType } from "./rules";
import { textAt, viewOf } from "./bytes";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Three markers in this range do not begin a frame: two tables and an extension. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfJpeg(bytes: Uint8Array): ImageSize | null {
  const view = viewOf(bytes);
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function sizeOfPng(bytes: Uint8Array): ImageSize | null {
  if (bytes.length < 24 || textAt(bytes, 12, 4) !== "IHDR") return null;
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfWebp(bytes: Uint8Array): ImageSize | null {
  if (bytes.length < 30) return null;
  const view = viewOf(bytes);
  switch (textAt(bytes, 12, 4)) {
    case "VP8X":
      return {
        width: 1 + (view.getUint32(24, true) & 0xff_ffff),
        height: 1 + (view.getUint32(26, true) >>> 8),
      };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
    }
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** Returns null if the file does not state a size. */
export function imageSizeOf(bytes: Uint8Array, type: StoredPhotoType): ImageSize | null {
  switch (type) {
    case "image/jpeg":
      return sizeOfJpeg(bytes);
    case "image/png":
      return sizeOfPng(bytes);
    case "image/webp":
      return sizeOfWebp(bytes);
    default:
      return type satisfies never;
  }
}

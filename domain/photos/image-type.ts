/** Determines the type of an image file from its first bytes. Names and declared types are never trusted. */
import type { StoredPhotoType } from "./rules";
import { textAt } from "./bytes";

export type ImageType = StoredPhotoType | "image/heic";

/** This number of bytes is enough to determine the type. */
export const IMAGE_HEAD_BYTES = 32;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * The brands of HEIF files with still images or sequences (ISO/IEC 23008-12): brands with HEVC coding, and brands that do not name
 * a codec.
 */
const HEIF_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "heif"]);

/** Returns null for a file that is not a photo. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return "image/png";
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP") return "image/webp";
  if (textAt(bytes, 4, 4) === "ftyp" && HEIF_BRANDS.has(textAt(bytes, 8, 4))) return "image/heic";
  return null;
}

"use node";
/** Reads the pictures of HEIC and HEIF files, which sharp's own build cannot: upright, as raw pixels. */
import { Buffer } from "node:buffer"; // sharp tells by the class, which tests replace globally
import libheif from "libheif-js/wasm-bundle";

export interface Pixels {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Reads a file's main picture, rotated as the file says, or returns why it cannot. */
export async function decodeHeic(
  file: Uint8Array<ArrayBuffer>,
  maxPixels: number,
): Promise<Pixels | "unreadable" | "tooDetailed"> {
  const decoder = new libheif.HeifDecoder();
  let images: ReturnType<typeof decoder.decode> = [];
  try {
    images = decoder.decode(file);
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) return "unreadable";
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > maxPixels) return "tooDetailed";
    const data = new Uint8ClampedArray(width * height * 4);
    await new Promise<void>((resolve, reject) => {
      image.display({ data, width, height }, (shown) =>
        shown ? resolve() : reject(new Error("libheif gave no pixels")),
      );
    });
    return { pixels: Buffer.from(data.buffer), width, height };
  } finally {
    for (const image of images) image.free();
    // A copy of the file, and everything read from it.
    if (decoder.decoder !== null) libheif.heif_context_free(decoder.decoder);
  }
}

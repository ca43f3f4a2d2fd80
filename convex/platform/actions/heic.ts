"use node";
/** Decodes HEIC and HEIF pictures to raw, upright pixels, because sharp's own build cannot read these formats. */
import { Buffer } from "node:buffer"; // sharp checks for Node's own Buffer class, and tests replace the global class.
import libheif from "libheif-js/wasm-bundle";

export interface Pixels {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The picture is rotated according to the file's metadata. Returns the reason if reading fails. */
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
    // Frees the copy of the file and all data that was decoded from it.
    if (decoder.decoder !== null) libheif.heif_context_free(decoder.decoder);
  }
}

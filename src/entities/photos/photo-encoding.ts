/**
 * Converts an original photo to the three JPG files for the upload: full picture, preview and thumbnail. It rotates
 * the photo upright, and removes place, camera and all other data by drawing the picture again. It runs in a worker
 * or on the page. The browser reads HEIC if it can; otherwise libheif is loaded and reads it.
 */
import { PreparationUnavailable } from "@/entities/photos/preparation-unavailable";
import { PHOTO_EDGES, PHOTO_QUALITY, type PhotoSize } from "@domain/photos/rules";
import { heifColourProfile, withColourProfile } from "@domain/photos/colour-profile";
import { IMAGE_HEAD_BYTES, imageTypeOf } from "@domain/photos/image-type";
import type { LibHeif } from "libheif-js/libheif-wasm/libheif-bundle.mjs";

export type EncodedPhoto = Record<PhotoSize, Blob>;

type Canvas = OffscreenCanvas | HTMLCanvasElement;

function makeCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Both kinds of canvas have this context, but TypeScript cannot call `getContext` on their union type. */
function contextOf(canvas: Canvas): OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D {
  const context =
    "convertToBlob" in canvas
      ? canvas.getContext("2d", { alpha: false })
      : canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser cannot draw pictures");
  return context;
}

async function toJpeg(canvas: Canvas, quality: number): Promise<Blob> {
  if ("convertToBlob" in canvas) return await canvas.convertToBlob({ type: "image/jpeg", quality });
  return await new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("The photo is too large")));
    canvas.toBlob(done, "image/jpeg", quality);
  });
}

function draw(source: CanvasImageSource, from: { width: number; height: number }, edge: number): Canvas {
  const scale = Math.min(1, edge / Math.max(from.width, from.height));
  const width = Math.max(1, Math.round(from.width * scale));
  const height = Math.max(1, Math.round(from.height * scale));
  const canvas = makeCanvas(width, height);
  const context = contextOf(canvas);
  // Transparent parts become white, because JPG has no transparency.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** `profile` is set only if the browser has not applied the color profile. */
type Decoded = { readonly bitmap: ImageBitmap; readonly profile: Uint8Array | null };

/** One libheif instance reads all photos. Its memory grows to the need of the largest photo and never shrinks. */
let loaded: Promise<LibHeif> | undefined;

async function decodeHeic(file: Blob): Promise<Decoded> {
  const { default: load } = await import("libheif-js/libheif-wasm/libheif-bundle.mjs").catch(() => {
    throw new PreparationUnavailable();
  });
  const libheif = await (loaded ??= Promise.resolve(load()));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decoder = new libheif.HeifDecoder();
  let images: ReturnType<typeof decoder.decode> = [];
  try {
    images = decoder.decode(bytes);
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new Error("This file is not a picture");
    const pixels = new ImageData(image.get_width(), image.get_height());
    await new Promise<void>((resolve, reject) => {
      image.display(pixels, (shown) => (shown ? resolve() : reject(new Error("The picture cannot be read"))));
    });
    return { bitmap: await createImageBitmap(pixels), profile: heifColourProfile(bytes) };
  } finally {
    for (const image of images) image.free();
    if (decoder.decoder !== null) libheif.heif_context_free(decoder.decoder);
  }
}

async function decode(file: Blob): Promise<Decoded> {
  const type = imageTypeOf(new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer()));
  if (type === null) throw new Error("This file is not a photo");
  try {
    return { bitmap: await createImageBitmap(file, { imageOrientation: "from-image" }), profile: null };
  } catch (error) {
    if (type !== "image/heic") throw error;
    return await decodeHeic(file);
  }
}

/** Throws PreparationUnavailable, or another error if the file cannot be read. */
export async function encodePhoto(file: Blob): Promise<EncodedPhoto> {
  const { bitmap, profile } = await decode(file);
  const encode = async (canvas: Canvas, size: PhotoSize): Promise<Blob> => {
    const jpeg = await toJpeg(canvas, PHOTO_QUALITY[size]);
    if (profile === null) return jpeg;
    return new Blob([withColourProfile(new Uint8Array(await jpeg.arrayBuffer()), profile)], {
      type: jpeg.type,
    });
  };
  try {
    const full = draw(bitmap, bitmap, PHOTO_EDGES.full);
    const preview = draw(full, full, PHOTO_EDGES.preview);
    // Scales down in steps of one half. A single step would turn fine hair into noise.
    const thumbnail = draw(preview, preview, PHOTO_EDGES.thumbnail);
    return {
      full: await encode(full, "full"),
      preview: await encode(preview, "preview"),
      thumbnail: await encode(thumbnail, "thumbnail"),
    };
  } finally {
    bitmap.close();
  }
}

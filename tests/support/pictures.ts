/** Makes pictures for tests, and examines results pixel by pixel. */
import { Buffer } from "node:buffer"; // sharp checks the class of the bytes, and test environments replace that class globally.
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A black PNG of any size is a small file. */
export function flatPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1; // One bit of gray for each pixel.
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

/** As Latin-1 letters, to search for words in the bytes. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const NAMES = ["red", "green", "blue"] as const;

/**
 * Decodes a picture as a viewer shows it: its size, the strongest color at a place, and the length of its color
 * profile.
 */
export async function look(bytes: Uint8Array<ArrayBuffer>) {
  const picture = sharp(Buffer.from(bytes.buffer));
  const { icc } = await picture.metadata();
  const { data, info } = await picture.autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    const values = [...data.subarray(at, at + 3)];
    return NAMES[values.indexOf(Math.max(...values))];
  };
  return { width: info.width, height: info.height, colourAt, profile: icc?.length ?? 0 };
}

/** The noise looks random and is the same every time. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** From large shapes to hair, each with its strength. Together they resemble a photo. */
const LAYERS = [
  [6, 1],
  [24, 0.5],
  [120, 0.35],
  [700, 0.3],
  [2400, 0.22],
] as const;

/**
 * The picture has about as much detail as a photo of a dog in grass. As a JPG, it has 0.5 to 1 byte for each pixel,
 * like a phone's photo.
 */
export async function paintPhoto({
  width = 2400,
  height = 1800,
  seed = 1,
  quality = 90,
} = {}): Promise<Buffer> {
  const layers = await Promise.all(
    LAYERS.filter(([columns]) => columns <= width).map(async ([columns, strength]) => {
      const rows = Math.max(2, Math.round((columns * height) / width));
      const raw = { width: columns, height: rows, channels: 3 } as const;
      const input = await sharp(noise(columns * rows * 3, seed * 7919 + columns), { raw })
        .resize(width, height, { fit: "fill", kernel: "cubic" })
        .ensureAlpha(strength)
        .raw()
        .toBuffer();
      return { input, raw: { width, height, channels: 4 }, blend: "over" } as const;
    }),
  );
  const background = { width, height, channels: 3, background: "#887755" } as const;
  return await sharp({ create: background }).composite(layers).jpeg({ quality }).toBuffer();
}

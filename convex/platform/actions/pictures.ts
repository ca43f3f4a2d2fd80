"use node";
/**
 * Opens people's pictures for sharp without much more memory than their pixels need. Each file is checked before it
 * is decoded. Only one picture is decoded at a time, because sharp unpacks a whole picture in threads that all
 * requests of the server share.
 */
import { Buffer } from "node:buffer"; // sharp checks for Node's own Buffer class, and tests replace the global class.
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import sharp, { type Sharp } from "sharp";
import type { StoredPhotoType } from "../../../domain/photos/rules";
import { stripMetadata } from "../../../domain/photos/strip-metadata";

sharp.cache(false); // A cache would not help, because each file is read only once.
sharp.concurrency(1);

/**
 * A progressive or interlaced picture is drawn only after the whole picture is in memory, at several bytes per
 * pixel.
 */
const MAX_PROGRESSIVE_PIXELS = 32_000_000;

/** The metadata are left out. Returns the reason if opening fails. */
export async function openPicture(
  file: Uint8Array,
  type: StoredPhotoType,
  maxPixels: number,
): Promise<
  { readonly picture: Sharp; readonly bytes: Uint8Array<ArrayBuffer> } | "unreadable" | "tooDetailed"
> {
  const bytes = stripMetadata(file, type);
  if (bytes === null) return "unreadable";
  const picture = sharp(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    failOn: "error",
    limitInputPixels: false,
  });
  const { width, height, isProgressive } = await picture.metadata();
  const most = isProgressive ? Math.min(maxPixels, MAX_PROGRESSIVE_PIXELS) : maxPixels;
  return width * height > most ? "tooDetailed" : { picture, bytes };
}

let last: Promise<unknown> = Promise.resolve();

/** Only Linux has priorities of threads. */
function drawLast(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;
  try {
    const priority = Math.min(os.getPriority(process.pid) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
    for (const thread of readdirSync("/proc/self/task")) {
      if (!readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libvips")) continue;
      os.setPriority(Number(thread), priority);
    }
  } catch {
    // Other systems have no such files under /proc. A thread may also have just ended.
  }
}

/** Runs the work after all earlier work of this thread. */
export async function drawInTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = last.then(work).finally(drawLast);
  last = own.catch(() => undefined);
  return await own;
}

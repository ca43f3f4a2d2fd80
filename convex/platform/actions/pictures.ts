"use node";
/**
 * Opens pictures that people send for sharp, none of which costs much more than its pixels: the file is looked at first,
 * and pictures are drawn one after the other, since each is unpacked whole in threads that all of the server shares.
 */
import { Buffer } from "node:buffer"; // sharp tells by the class, which tests replace globally
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import sharp, { type Sharp } from "sharp";
import type { StoredPhotoType } from "../../../domain/photos/rules";
import { stripMetadata } from "../../../domain/photos/strip-metadata";

sharp.cache(false); // no file comes twice
sharp.concurrency(1);

/** Of a progressive or interlaced picture nothing is drawn before all of it lies in memory, at several bytes a pixel. */
const MAX_PROGRESSIVE_PIXELS = 32_000_000;

/** Opens a file of a picture without what is not the picture, or says why not. */
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

/** Lets all other threads have the processors before those that draw, where each has a priority, as on Linux. */
function drawLast(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority;
  try {
    const priority = Math.min(os.getPriority(process.pid) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
    for (const thread of readdirSync("/proc/self/task")) {
      if (!readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libvips")) continue;
      os.setPriority(Number(thread), priority);
    }
  } catch {
    // There are no such files, or the thread has just ended.
  }
}

/** Does the work once all that came before it in this thread is done. */
export async function drawInTurn<T>(work: () => Promise<T>): Promise<T> {
  const own = last.then(work).finally(drawLast);
  last = own.catch(() => undefined);
  return await own;
}

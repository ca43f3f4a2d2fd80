/** Pictures on a certificate. A picture either fills its box, or fits into the box as a whole. */
import {
  clip,
  endPath,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  type PDFDocument,
  type PDFImage,
} from "pdf-lib";
import { MAX_PRINTED_PIXELS } from "../../photos/rules";
import { plainPng } from "../../photos/plain-png";
import type { PrintedPicture } from "../brand";
import type { Box, Sheet } from "./sheet";

/**
 * A certificate is printed without an unreadable picture. The library unpacks a PNG completely, including each
 * frame of an animation. It therefore receives only still pictures whose size was checked.
 */
export async function embedPicture(
  document: PDFDocument,
  { content, type }: PrintedPicture,
): Promise<PDFImage | null> {
  try {
    if (type !== "image/png") return await document.embedJpg(content);
    const still = plainPng(content, MAX_PRINTED_PIXELS);
    return still && (await document.embedPng(still));
  } catch {
    return null;
  }
}

/** The longer edges are cropped. */
export function drawCovering(sheet: Sheet, image: PDFImage, { left, top, width, height }: Box): void {
  const scale = Math.max(width / image.width, height / image.height);
  const bottom = sheet.height - top - height;
  sheet.page.pushOperators(pushGraphicsState(), rectangle(left, bottom, width, height), clip(), endPath());
  sheet.page.drawImage(image, {
    x: left + (width - image.width * scale) / 2,
    // Heads are usually above the middle of a photo.
    y: bottom + (height - image.height * scale) * 0.6,
    width: image.width * scale,
    height: image.height * scale,
  });
  sheet.page.pushOperators(popGraphicsState());
}

/** Draws from the left edge, as large as the box allows; returns the width. */
export function drawWhole(sheet: Sheet, image: PDFImage, { left, top, width, height }: Box): number {
  const scale = Math.min(width / image.width, height / image.height);
  const size = { width: image.width * scale, height: image.height * scale };
  sheet.page.drawImage(image, {
    x: left,
    y: sheet.height - top - height + (height - size.height) / 2,
    ...size,
  });
  return size.width;
}

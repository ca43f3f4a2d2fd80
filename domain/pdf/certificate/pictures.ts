/** Pictures on a certificate: read once, then drawn so that they fill their box or stand whole in it. */
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
 * Reads a picture; one that cannot be read is left out, for a certificate without it is still one. The library unpacks
 * a PNG whole, each frame of a moving one too, so it gets nothing but a still picture of a size that was calculated first.
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

/** Draws a photo so that it fills a box, cut at the edges that are too long. */
export function drawCovering(sheet: Sheet, image: PDFImage, { left, top, width, height }: Box): void {
  const scale = Math.max(width / image.width, height / image.height);
  const bottom = sheet.height - top - height;
  sheet.page.pushOperators(pushGraphicsState(), rectangle(left, bottom, width, height), clip(), endPath());
  sheet.page.drawImage(image, {
    x: left + (width - image.width * scale) / 2,
    // Heads are rather above the middle of a photo than below.
    y: bottom + (height - image.height * scale) * 0.6,
    width: image.width * scale,
    height: image.height * scale,
  });
  sheet.page.pushOperators(popGraphicsState());
}

/** Draws a picture whole, as large as the box allows, from its left edge; returns the width it took. */
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

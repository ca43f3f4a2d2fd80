/**
 * `node scripts/icons.mjs`: draws the PNG icons of the installed app from `public/favicon.svg` into `public/icons`:
 * for the home screen, for launchers that cut icons to their own shape, for iOS, and the one-colored badge beside a
 * push notification. Run this script after a change of the drawing and commit the files.
 */
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { root } from "./setup.mjs";

const drawing = readFileSync(path.join(root, "public/favicon.svg"), "utf8");
const inside = drawing.replace(/<\/?svg[^>]*>/g, "");
const out = path.join(root, "public/icons");
mkdirSync(out, { recursive: true });

/**
 * Draws the ledger on a background with a wide margin. Every shape that a launcher cuts out then contains the whole
 * ledger.
 * @param {number} share of the width that the ledger takes
 */
const onGround = (share) => {
  const offset = (32 - 32 * share) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#f6f1e6"/><g transform="translate(${offset} ${offset}) scale(${share})">${inside}</g></svg>`;
};

/** The ledger's outline in white. The system uses only its shape. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><rect x="4" y="3" width="24" height="26" rx="3.5"/><path d="M9.5 3v26M13.5 16h3.5M22 10.5h-3.4a1.6 1.6 0 0 0-1.6 1.6v7.8a1.6 1.6 0 0 0 1.6 1.6H22"/></g></svg>`;

/** @type {[string, string, number][]} */
const icons = [
  ["icon-192.png", onGround(0.86), 192],
  ["icon-512.png", onGround(0.86), 512],
  ["maskable-512.png", onGround(0.62), 512],
  ["apple-touch-icon.png", onGround(0.74), 180],
  ["badge-96.png", badge, 96],
];
for (const [name, svg, size] of icons) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(out, name));
}

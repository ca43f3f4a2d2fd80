/**
 * Draws the photos of the demo's dogs and of the puppies of its newest litter, which wear collars. `node
 * scripts/run-ts.mjs scripts/demo-portraits.ts` writes all of `scripts/demo-photos/`, with a WebP file of each size
 * for each animal. Each portrait has the breed's colors and its own markings, ears, tongue and background, which
 * are derived from its key. No photos of real dogs are needed. The script is run by hand and uses the Chromium of
 * the browser tests.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "@playwright/test";
import { demoRows } from "./demo-data";

/** In pixels. */
const SIDE = 720;

/** Width and height in pixels of each file of a dog. The smaller file is the photo's thumbnail. */
const EDGES = { full: 640, thumbnail: 256 } as const;

/** Random numbers from 0 to below 1, which are always the same for one key (xorshift over an FNV-1a hash). */
function numbersOf(key: string): () => number {
  let state = [...key].reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const GROUNDS = [
  { sky: ["#cfe6f2", "#f4efe0"], far: "#a9c4a4", near: "#7fa574" },
  { sky: ["#f6dfc4", "#fbf3e4"], far: "#c9b183", near: "#a98f58" },
  { sky: ["#d5dff0", "#f3f5fa"], far: "#d9e2ec", near: "#c3d0de" },
  { sky: ["#f3d9d0", "#fbeee6"], far: "#b98d6c", near: "#93653f" },
  { sky: ["#d8e8e2", "#f2f5ec"], far: "#8fb0a3", near: "#5f8a7d" },
] as const;

const COAT = {
  black: "#23201f",
  shade: "#171514",
  light: "#3a3533",
  rust: "#a4562a",
  pale: "#bf7040",
  white: "#f7f3ec",
};

/** The animal's id is the name of its files. */
interface Sitter {
  readonly _id: string;
  readonly gender: string;
  readonly markings?: string;
  readonly collarColor?: string;
}

/** A blaze is drawn if the markings name one. A puppy's head is rounder. */
function portrait({ _id, gender, markings = "", collarColor }: Sitter): string {
  const next = numbersOf(_id);
  const ground = GROUNDS[Math.floor(next() * GROUNDS.length)] ?? GROUNDS[0];
  const [skyTop, skyLow] = ground.sky;
  const blaze = /broad|full/i.test(markings) ? 46 : /narrow|split/i.test(markings) ? 17 : 24 + next() * 14;
  const isPuppy = collarColor !== undefined;
  const broad = (gender === "male" ? 1.05 : 0.97) * (isPuppy ? 1.04 : 1);
  const eye = isPuppy ? 26 : 21;
  const tilt = (next() - 0.5) * 12;
  const hasTongue = next() > 0.45;
  const ear = 14 * next();
  const hill = 470 + next() * 60;
  const muzzle = (isPuppy ? 66 : 74) + next() * 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 720 720">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${skyTop}"/><stop offset="1" stop-color="${skyLow}"/></linearGradient>
    <radialGradient id="coat" cx=".42" cy=".28" r=".85"><stop offset="0" stop-color="${COAT.light}"/><stop offset=".6" stop-color="${COAT.black}"/><stop offset="1" stop-color="${COAT.shade}"/></radialGradient>
    <radialGradient id="rust" cx=".5" cy=".3" r=".8"><stop offset="0" stop-color="${COAT.pale}"/><stop offset="1" stop-color="${COAT.rust}"/></radialGradient>
    <linearGradient id="fur" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffdf8"/><stop offset="1" stop-color="#e6dfd2"/></linearGradient>
  </defs>
  <rect width="720" height="720" fill="url(#sky)"/>
  <path d="M0 ${hill} C150 ${hill - 90} 260 ${hill - 20} 400 ${hill - 60} S640 ${hill - 110} 720 ${hill - 30} V720 H0Z" fill="${ground.far}"/>
  <path d="M0 ${hill + 90} C200 ${hill + 20} 420 ${hill + 110} 720 ${hill + 40} V720 H0Z" fill="${ground.near}"/>
  <g transform="translate(360 0) scale(${broad} 1) translate(-360 0)">
    <path d="M150 720 C150 560 230 470 360 470 S570 560 570 720Z" fill="url(#coat)"/>
    <path d="M262 720 C250 640 288 560 318 520 L402 520 C432 560 470 640 458 720 Z" fill="url(#fur)"/>
    <path d="M208 720 C204 650 226 590 262 560 C244 620 244 670 250 720Z M512 720 C516 650 494 590 458 560 C476 620 476 670 470 720Z" fill="url(#rust)"/>
    ${isPuppy ? `<path d="M206 566 C276 634 444 634 514 566 L524 606 C444 680 276 680 196 606Z" fill="${collarColor.toLowerCase()}"/>` : ""}
    <g transform="rotate(${tilt} 360 470)${isPuppy ? " translate(360 320) scale(1.06 0.98) translate(-360 -312)" : ""}">
      <path d="M360 128 C470 128 548 196 552 308 C555 402 506 462 452 500 C424 538 394 552 360 552 S296 538 268 500 C214 462 165 402 168 308 C172 196 250 128 360 128Z" fill="url(#coat)"/>
      <path d="M176 356 C188 430 236 476 284 500 C286 452 270 404 236 372 C216 354 194 346 176 356Z M544 356 C532 430 484 476 436 500 C434 452 450 404 484 372 C504 354 526 346 544 356Z" fill="url(#rust)"/>
      <path d="M360 ${150 + blaze / 3} C${360 + blaze * 0.8} 190 ${360 + blaze * 0.7} 280 ${360 + blaze + 4} 346 C${360 + muzzle + 14} 372 ${360 + muzzle + 26} 432 ${360 + muzzle} 478 C${360 + muzzle - 24} 530 398 546 360 546 S${360 - muzzle + 24} 530 ${360 - muzzle} 478 C${360 - muzzle - 26} 432 ${360 - muzzle - 14} 372 ${360 - blaze - 4} 346 C${360 - blaze * 0.7} 280 ${360 - blaze * 0.8} 190 360 ${150 + blaze / 3}Z" fill="url(#fur)"/>
      <ellipse cx="268" cy="246" rx="25" ry="15" transform="rotate(-22 268 246)" fill="url(#rust)"/>
      <ellipse cx="452" cy="246" rx="25" ry="15" transform="rotate(22 452 246)" fill="url(#rust)"/>
      <g>
        <path d="M238 304 C250 276 292 274 310 304 C296 326 254 328 238 304Z M482 304 C470 276 428 274 410 304 C424 326 466 328 482 304Z" fill="#0e0c0b"/>
        <circle cx="276" cy="302" r="${eye}" fill="#4a2814"/><circle cx="444" cy="302" r="${eye}" fill="#4a2814"/>
        <circle cx="276" cy="302" r="12" fill="#0b0908"/><circle cx="444" cy="302" r="12" fill="#0b0908"/>
        <circle cx="284" cy="294" r="5.5" fill="#fff"/><circle cx="452" cy="294" r="5.5" fill="#fff"/>
      </g>
      ${hasTongue ? '<path d="M326 496 C330 566 344 596 362 596 S396 562 396 496Z" fill="#d97c80"/><path d="M361 500 V566" stroke="#b95d63" stroke-width="4" stroke-linecap="round"/>' : ""}
      <path d="M318 388 C318 366 402 366 402 388 C402 418 378 434 360 438 C342 434 318 418 318 388Z" fill="#151211"/>
      <path d="M334 384 C342 376 366 375 376 381" stroke="#5d5552" stroke-width="6" stroke-linecap="round" fill="none"/>
      <path d="M360 438 V470 M360 470 C344 504 304 506 288 482 M360 470 C376 504 416 506 432 482" stroke="#2a2321" stroke-width="7" stroke-linecap="round" fill="none"/>
      <path d="M214 176 C160 ${166 - ear} 118 ${230 - ear} 112 312 C110 372 134 414 164 410 C196 404 206 340 220 288 C230 248 244 204 214 176Z" fill="${COAT.shade}"/>
      <path d="M506 176 C560 ${166 - ear} 602 ${230 - ear} 608 312 C610 372 586 414 556 410 C524 404 514 340 500 288 C490 248 476 204 506 176Z" fill="${COAT.shade}"/>
      <path d="M206 200 C170 206 142 256 138 316" stroke="${COAT.light}" stroke-width="7" stroke-linecap="round" fill="none" opacity=".7"/>
      <path d="M514 200 C550 206 578 256 582 316" stroke="${COAT.light}" stroke-width="7" stroke-linecap="round" fill="none" opacity=".7"/>
      <g fill="#b9b0a4"><circle cx="312" cy="458" r="3"/><circle cx="298" cy="446" r="3"/><circle cx="322" cy="444" r="3"/><circle cx="408" cy="458" r="3"/><circle cx="422" cy="446" r="3"/><circle cx="398" cy="444" r="3"/></g>
    </g>
  </g>
</svg>`;
}

const folder = path.resolve("scripts/demo-photos");
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM_PATH"] });
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
const { photos = [], dogs = [], puppies = [] } = demoRows();
const ids = new Set(photos.map(({ _id }) => _id));
// The rows of these two tables have these fields, and each restore checks this.
const sitters = [...dogs, ...puppies].filter(({ _id }) => ids.has(_id)) as unknown as Sitter[];
for (const sitter of sitters) {
  for (const [size, side] of Object.entries(EDGES)) {
    const webp = await page.evaluate(
      async ({ svg, side }) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        const canvas = new OffscreenCanvas(side, side);
        canvas.getContext("2d")?.drawImage(image, 0, 0, side, side);
        const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.72 });
        return [...new Uint8Array(await blob.arrayBuffer())];
      },
      { svg: portrait(sitter), side },
    );
    await writeFile(path.join(folder, `${sitter._id}-${size}.webp`), Uint8Array.from(webp));
  }
}
await browser.close();

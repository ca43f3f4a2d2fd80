/** Tells by its first bytes what a file is that a browser may show where it is opened: a picture made of dots. */

/** How many bytes tell it. */
export const TELLING_BYTES = 16;

const SIGNS: readonly (readonly [type: string, sign: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["image/avif", /^[\s\S]{4}ftypavi[fs]/],
];

/** Says whether a file is a picture made of dots, and is said to be that picture and nothing else. */
export function isShownAs(contentType: string | null, firstBytes: Uint8Array): boolean {
  const text = Buffer.from(firstBytes).toString("latin1");
  return SIGNS.some(([type, sign]) => type === contentType?.trim().toLowerCase() && sign.test(text));
}

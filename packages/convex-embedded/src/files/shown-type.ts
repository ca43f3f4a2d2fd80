/**
 * Which files a browser may show when they are opened: raster images, recognized by their first bytes, and further
 * types that the operator allows.
 */

export const TELLING_BYTES = 16;

const SIGNS: readonly (readonly [type: string, sign: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["image/avif", /^[\s\S]{4}ftypavi[fs]/],
];

/** Returns whether a file is a raster image of its declared type. */
export function isShownAs(contentType: string | null, firstBytes: Uint8Array): boolean {
  const text = Buffer.from(firstBytes).toString("latin1");
  return SIGNS.some(([type, sign]) => type === contentType?.trim().toLowerCase() && sign.test(text));
}

/** Types that are shown as declared, because browsers are told not to guess. */
const KINDS = {
  pdf: /^application\/pdf$/,
  svg: /^image\/svg\+xml$/,
  video: /^video\/[\w.+-]+$/,
  audio: /^audio\/[\w.+-]+$/,
} as const;

export type OpenedKind = keyof typeof KINDS;

export const OPENED_KINDS = Object.keys(KINDS) as OpenedKind[];

export function openedKind(contentType: string | null, allowed: readonly OpenedKind[]): OpenedKind | null {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  return allowed.find((kind) => KINDS[kind].test(type)) ?? null;
}

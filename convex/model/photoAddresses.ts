/**
 * The addresses of photo files: `/uploads/photos/{photo}/{size}?signature=…`, signed with a key that changes, so
 * that an address can be shown by an image tag, cannot be guessed and does not hold for long. Source: decision
 * GAP-AUTH-05.
 */
import type { PhotoSize } from "../../domain/constants/photos";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

const KEY_BYTES = 32;

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const makeKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

const readKeys = async (ctx: QueryCtx): Promise<Doc<"photoKeys"> | null> =>
  await ctx.db.query("photoKeys").first();

/** Makes the keys when there are none yet. */
export async function ensurePhotoKeys(ctx: MutationCtx): Promise<void> {
  if ((await readKeys(ctx)) === null) {
    await ctx.db.insert("photoKeys", { current: makeKey(), previous: makeKey() });
  }
}

/** Renews the key; the one before stays accepted until the next time. */
export async function renewPhotoKeys(ctx: MutationCtx): Promise<null> {
  const keys = await readKeys(ctx);
  if (keys) await ctx.db.patch("photoKeys", keys._id, { current: makeKey(), previous: keys.current });
  return null;
}

async function importKey(key: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", new TextEncoder().encode(key), algorithm, false, ["sign"]);
}

async function sign(key: CryptoKey, photoId: Id<"photos">, size: PhotoSize): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${photoId}/${size}`));
  return toHex(new Uint8Array(signed));
}

/** Signs addresses with the current key, which is read once however many there are. */
export class PhotoSigner {
  private key: Promise<CryptoKey> | null = null;

  constructor(private readonly ctx: QueryCtx) {}

  /** Answers the address of a photo in one size, to be fetched under /api. */
  async pathOf(photoId: Id<"photos">, size: PhotoSize): Promise<string> {
    this.key ??= this.load();
    return `/uploads/photos/${photoId}/${size}?signature=${await sign(await this.key, photoId, size)}`;
  }

  private async load(): Promise<CryptoKey> {
    const keys = await readKeys(this.ctx);
    if (!keys) throw new Error("A photo exists, but no key to sign its address with");
    return await importKey(keys.current);
  }
}

/** Compares without telling by the time taken how much agrees. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

/** Says whether `signature` was made for this photo and size with a key that is still accepted. */
export async function isSignedFor(
  ctx: QueryCtx,
  photoId: Id<"photos">,
  size: PhotoSize,
  signature: string,
): Promise<boolean> {
  const keys = await readKeys(ctx);
  if (!keys) return false;
  for (const text of [keys.current, keys.previous]) {
    if (isSame(await sign(await importKey(text), photoId, size), signature)) return true;
  }
  return false;
}

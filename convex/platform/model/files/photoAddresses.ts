/**
 * The addresses of stored files, such as `/uploads/photos/{photo}/{size}?signature={bearer}.{hmac}`. They are
 * signed with a key that is renewed regularly. An image tag or a link can open them without a sign-in, nobody can
 * guess them, and they expire. An address is created for one user, and each download checks that user's current
 * rights. The address therefore becomes invalid with the user's membership or API key. Source: decision
 * GAP-AUTH-05.
 */
import type { PhotoSize } from "../../../../domain/photos/rules";
import type { Area } from "../../../../domain/permissions/rules";
import { readsConfidential } from "../../../../domain/permissions/confidential";
import { hasPermission } from "../../../../domain/permissions/permissions";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { getBearer, getBearerStanding, type Access } from "../people/identity";

const KEY_BYTES = 32;

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const makeKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

const readKeys = async (ctx: QueryCtx): Promise<Doc<"photoKeys"> | null> =>
  await ctx.db.query("photoKeys").first();

export async function ensurePhotoKeys(ctx: MutationCtx): Promise<void> {
  if ((await readKeys(ctx)) === null) {
    await ctx.db.insert("photoKeys", { current: makeKey(), previous: makeKey() });
  }
}

/** The previous key stays valid until the next renewal. */
export async function renewPhotoKeys(ctx: MutationCtx): Promise<null> {
  await ensurePhotoKeys(ctx);
  const keys = await readKeys(ctx);
  if (keys) await ctx.db.patch("photoKeys", keys._id, { current: makeKey(), previous: keys.current });
  return null;
}

export const hasAddressKeys = async (ctx: QueryCtx): Promise<boolean> => (await readKeys(ctx)) !== null;

async function importKey(key: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", new TextEncoder().encode(key), algorithm, false, ["sign"]);
}

async function sign(key: CryptoKey, text: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return toHex(new Uint8Array(signed));
}

const textFor = (bearer: string, text: string): string => `for/${bearer}/${text}`;

/** The key and the caller are read only once, however many addresses are signed. */
export class AddressSigner {
  private key: Promise<CryptoKey> | null = null;
  private bearer: Promise<string> | null = null;

  constructor(private readonly ctx: QueryCtx) {}

  /** Without a caller, the signature is valid for nobody. */
  async signForCaller(text: string): Promise<string> {
    this.bearer ??= getBearer(this.ctx).then((bearer) => bearer ?? "");
    const bearer = await this.bearer;
    return `${bearer}.${await this.sign(textFor(bearer, text))}`;
  }

  /** The text or the row of the address contains the user. */
  async sign(text: string): Promise<string> {
    this.key ??= this.load();
    return await sign(await this.key, text);
  }

  private async load(): Promise<CryptoKey> {
    const keys = await readKeys(this.ctx);
    if (!keys) throw new Error("A file exists, but no key to sign its address with");
    return await importKey(keys.current);
  }
}

const photoText = (photoId: Id<"photos">, size: PhotoSize): string => `${photoId}/${size}`;

export class PhotoSigner {
  private readonly signer: AddressSigner;

  constructor(ctx: QueryCtx) {
    this.signer = new AddressSigner(ctx);
  }

  /** The path is under /api. */
  async pathOf(photoId: Id<"photos">, size: PhotoSize): Promise<string> {
    const signature = await this.signer.signForCaller(photoText(photoId, size));
    return `/uploads/photos/${photoId}/${size}?signature=${signature}`;
  }
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

/** The signature must have been made with a valid key. */
export async function isSigned(ctx: QueryCtx, text: string, signature: string): Promise<boolean> {
  const keys = await readKeys(ctx);
  if (!keys) return false;
  for (const key of [keys.current, keys.previous]) {
    if (isSame(await sign(await importKey(key), text), signature)) return true;
  }
  return false;
}

/** Returns null if the signature is invalid. */
export async function findBearer(ctx: QueryCtx, text: string, signature: string): Promise<string | null> {
  const [bearer = "", signed = ""] = signature.split(".", 2);
  return bearer !== "" && (await isSigned(ctx, textFor(bearer, text), signed)) ? bearer : null;
}

/** Returns the current rights; null for a non-member or an invalid signature. */
export async function findSignedAccess(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  text: string,
  signature: string,
): Promise<Access | null> {
  const bearer = await findBearer(ctx, text, signature);
  return bearer === null ? null : await getBearerStanding(ctx, kennelId, bearer);
}

interface ShownFile {
  readonly kennelId: Id<"kennels">;
  readonly areas: readonly Area[];
  /** The file also requires the right to money and contacts. */
  readonly isConfidential?: boolean;
}

/** The user must still have the right to read at least one of the areas that show the file. */
export async function isSignedForReader(
  ctx: QueryCtx,
  { kennelId, areas, isConfidential = false }: ShownFile,
  text: string,
  signature: string,
): Promise<boolean> {
  const access = await findSignedAccess(ctx, kennelId, text, signature);
  if (access === null || (isConfidential && !readsConfidential(access.permissions))) return false;
  return areas.some((area) => hasPermission(access.permissions, area, "read"));
}

/** The lists of these areas show a dog's photo. */
const DOG_PHOTO_AREAS: readonly Area[] = ["dogs", "breeding", "health"];
const PUPPY_PHOTO_AREAS: readonly Area[] = ["breeding"];

export const isSignedForPhoto = async (
  ctx: QueryCtx,
  { _id, kennelId, puppyId }: Doc<"photos">,
  size: PhotoSize,
  signature: string,
): Promise<boolean> => {
  const areas = puppyId === undefined ? DOG_PHOTO_AREAS : PUPPY_PHOTO_AREAS;
  return await isSignedForReader(ctx, { kennelId, areas }, photoText(_id, size), signature);
};

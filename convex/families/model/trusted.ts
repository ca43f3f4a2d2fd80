/**
 * What the answers of links need of records that the link may not read: addresses of pictures, and figures of the
 * whole litter in which no puppy can be recognized.
 */
import type { PhotoSize } from "../../../domain/photos/rules";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { AddressSigner, findBearer } from "../../platform/model/files/photoAddresses";
import type { Reached } from "./subjects";

const photoText = (photoId: string, size: PhotoSize): string => `link-photo/${photoId}/${size}`;
const logoText = (storageId: string): string => `link-logo/${storageId}`;

/** The functions that read more than the link may. */
export interface TrustedView {
  /** Returns the path under /api of a photo, for this browser alone. */
  readonly photoPath: (photoId: Id<"photos">, size: PhotoSize) => Promise<string>;
  /** Returns the path under /api of the kennel's logo; null without one. */
  readonly logoPath: () => Promise<string | null>;
  /** Returns the signature of a text that names a file, for this browser alone. */
  readonly signatureOf: (text: string) => Promise<string>;
}

/** Makes the view of a session. */
export function trustedView(
  ctx: QueryCtx,
  { session, link }: Pick<Reached, "session" | "link">,
): TrustedView {
  const signer = new AddressSigner(ctx);
  const signatureOf = async (text: string): Promise<string> =>
    `${session._id}.${await signer.sign(`for/${session._id}/${text}`)}`;
  return {
    signatureOf,
    photoPath: async (photoId, size) =>
      `/links/photos/${photoId}/${size}?signature=${await signatureOf(photoText(photoId, size))}`,
    logoPath: async () => {
      const logo = (await ctx.db.get("kennels", link.kennelId))?.logo;
      return logo
        ? `/links/logo/${logo.setAt}?signature=${await signatureOf(logoText(logo.storageId))}`
        : null;
    },
  };
}

/** Returns the id of the session for which the address of a photo was signed; null if it is invalid. */
export const bearerOfPhoto = async (ctx: QueryCtx, photoId: string, size: PhotoSize, signature: string) =>
  await findBearer(ctx, photoText(photoId, size), signature);

/** Returns the id of the session for which the address of a logo was signed; null if it is invalid. */
export const bearerOfLogo = async (ctx: QueryCtx, storageId: string, signature: string) =>
  await findBearer(ctx, logoText(storageId), signature);

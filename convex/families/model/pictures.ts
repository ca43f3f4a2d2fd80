/**
 * The pictures and documents of a family's page. An address is signed for one session. It is valid only while the
 * session's link is open and shows that file. A document also requires a browser that was confirmed by a code.
 */
import { v, type Infer } from "convex/values";
import { PHOTO_SIZES, type PhotoSize } from "../../../domain/photos/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findRow } from "../../platform/model/paging/rows";
import { fileTypeValidator } from "../../platform/tables/shared";
import { granting } from "./granting";
import { isOfOpenLink, isOver } from "./sessions";
import { findSubject } from "./subjects";
import { bearerOfDocument, bearerOfLogo, bearerOfPhoto } from "./trusted";

export const pictureShape = v.object({ storageId: v.id("_storage"), type: v.string() });
type Picture = Infer<typeof pictureShape>;

const isSize = (size: string): size is PhotoSize => PHOTO_SIZES.some((each) => each === size);

/** `now` is the time of the HTTP action, because queries must not read the clock. */
interface Asked {
  readonly signature: string;
  readonly now: number;
}

/** Returns null if there is no such link, or if a required code was not typed. */
export async function openLinkOf(
  ctx: QueryCtx,
  sessionId: string | null,
  { now, needsCode = false }: { now: number; needsCode?: boolean },
): Promise<Doc<"links"> | null> {
  const session = sessionId === null ? null : await findRow(ctx, "linkSessions", sessionId);
  const link = session && (await ctx.db.get("links", session.linkId));
  if (!session || !link || !isOfOpenLink(session, link) || isOver(session, link, now)) return null;
  return needsCode && !session.isConfirmed ? null : link;
}

async function shows(ctx: QueryCtx, link: Doc<"links">, photoId: Id<"photos">): Promise<boolean> {
  const db = granting(ctx.db, await findSubject(ctx, link), false);
  return (await db.get("photos", photoId)) !== null;
}

/** Returns null if the signature is invalid, or if the link has ended or does not show the photo. */
export async function findLinkPhoto(
  ctx: QueryCtx,
  { photoId, size, signature, now }: Asked & { photoId: string; size: string },
): Promise<Picture | null> {
  if (!isSize(size)) return null;
  const link = await openLinkOf(ctx, await bearerOfPhoto(ctx, photoId, size, signature), { now });
  const photo = link && (await findRow(ctx, "photos", photoId));
  if (!link || !photo || !(await shows(ctx, link, photo._id))) return null;
  const { storageId, type } = photo.files[size] ?? photo.files.full;
  return { storageId, type };
}

/** Returns null if the logo was replaced since. */
export async function findLinkLogo(
  ctx: QueryCtx,
  { setAt, signature, now }: Asked & { setAt: string },
): Promise<Picture | null> {
  const link = await openLinkOf(ctx, await bearerOfLogo(ctx, Number(setAt), signature), { now });
  const logo = link && (await ctx.db.get("kennels", link.kennelId))?.logo;
  return logo && logo.setAt === Number(setAt) ? { storageId: logo.storageId, type: logo.type } : null;
}

export const linkDocumentShape = v.object({
  storageId: v.id("_storage"),
  type: fileTypeValidator,
  fileName: v.string(),
});

/** The document must be attached to the link's placement. */
export async function findLinkDocument(
  ctx: QueryCtx,
  { documentId, signature, now }: Asked & { documentId: string },
): Promise<Infer<typeof linkDocumentShape> | null> {
  const bearer = await bearerOfDocument(ctx, documentId, signature);
  const link = await openLinkOf(ctx, bearer, { now, needsCode: true });
  const document = link && (await findRow(ctx, "breedingDocuments", documentId));
  if (!link || !document || !(await findSubject(ctx, link)).documentIds.has(document._id)) return null;
  const { storageId, fileType: type, fileName } = document;
  return { storageId, type, fileName };
}

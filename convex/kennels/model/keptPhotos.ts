/**
 * The photos, documents, attachments, certificates and logo of a deleted kennel. They are kept with the kennel's
 * copy for the former owner and deleted together with the copy.
 */
import { v, type Infer } from "convex/values";
import { paginationResultValidator, type PaginationOptions, type PaginationResult } from "convex/server";
import type { StoredPhotoType } from "../../../domain/photos/rules";
import { extensionOf } from "../../../domain/files/file-type";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ArchiveFileSigner } from "./archiveFileAddresses";
import { findRow } from "../../platform/model/paging/rows";

const EXTENSIONS: Record<StoredPhotoType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export const keptNameOf = (photoId: string, type: StoredPhotoType): string =>
  `photos/${photoId}.${EXTENSIONS[type]}`;

async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

/** Deletes the smaller sizes, because they can be created again from the full picture. */
export async function keepPhoto(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  { _id, files }: Doc<"photos">,
): Promise<void> {
  for (const file of [files.preview, files.thumbnail]) {
    if (file) await deleteFile(ctx, file.storageId);
  }
  const { storageId, type } = files.full;
  await ctx.db.insert("keptPhotos", { removalId, name: keptNameOf(_id, type), storageId });
}

export const keptDocumentNameOf = ({ _id, fileType }: Pick<Doc<"breedingDocuments">, "_id" | "fileType">) =>
  `documents/${_id}.${extensionOf(fileType)}`;

export async function keepDocument(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  document: Doc<"breedingDocuments">,
): Promise<void> {
  const name = keptDocumentNameOf(document);
  await ctx.db.insert("keptPhotos", { removalId, name, storageId: document.storageId });
}

export const keptAttachmentNameOf = ({
  _id,
  mimeType,
}: Pick<Doc<"healthAttachments">, "_id" | "mimeType">): string =>
  `attachments/${_id}.${extensionOf(mimeType)}`;

export async function keepAttachment(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  attachment: Doc<"healthAttachments">,
): Promise<void> {
  const name = keptAttachmentNameOf(attachment);
  await ctx.db.insert("keptPhotos", { removalId, name, storageId: attachment.storageId });
}

/** The file for signing, and the final file. */
export const keptSigningNamesOf = (signingId: string) =>
  [`signatures/${signingId}.pdf`, `signatures/${signingId}-signed.pdf`] as const;

export async function keepSigning(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  { _id, storageId, finalStorageId }: Doc<"signings">,
): Promise<void> {
  const [document, final] = keptSigningNamesOf(_id);
  await ctx.db.insert("keptPhotos", { removalId, name: document, storageId });
  if (finalStorageId)
    await ctx.db.insert("keptPhotos", { removalId, name: final, storageId: finalStorageId });
}

type Certificate = NonNullable<Doc<"healthTests">["certificate"]>;

export const keptCertificateNameOf = (testId: string, { fileType }: Pick<Certificate, "fileType">): string =>
  `certificates/${testId}.${extensionOf(fileType)}`;

export async function keepCertificate(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  { _id, certificate }: Doc<"healthTests">,
): Promise<void> {
  if (!certificate) return;
  const name = keptCertificateNameOf(_id, certificate);
  await ctx.db.insert("keptPhotos", { removalId, name, storageId: certificate.storageId });
}

type Logo = NonNullable<Doc<"kennels">["logo"]>;

export const keptLogoNameOf = ({ type }: Logo): string => `logo.${EXTENSIONS[type]}`;

export async function keepLogo(ctx: MutationCtx, removalId: Id<"kennelRemovals">, logo: Logo): Promise<void> {
  await ctx.db.insert("keptPhotos", { removalId, name: keptLogoNameOf(logo), storageId: logo.storageId });
}

/** Returns whether all photos are deleted. */
export async function dropKeptPhotos(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  count: number,
): Promise<boolean> {
  const rows = await ctx.db
    .query("keptPhotos")
    .withIndex("by_removal", (q) => q.eq("removalId", removalId))
    .take(count);
  for (const { _id, storageId } of rows) {
    await deleteFile(ctx, storageId);
    await ctx.db.delete("keptPhotos", _id);
  }
  return rows.length < count;
}

export async function hasKeptPhotos(ctx: QueryCtx, removalId: Id<"kennelRemovals">): Promise<boolean> {
  const first = await ctx.db
    .query("keptPhotos")
    .withIndex("by_removal", (q) => q.eq("removalId", removalId))
    .first();
  return first !== null;
}

const keptPhotoShape = v.object({ name: v.string(), url: v.union(v.string(), v.null()) });
export const keptPhotosShape = paginationResultValidator(keptPhotoShape);

/** Throws NOT_FOUND for anybody but the former owner. */
export async function listKeptPhotos(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  removalId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof keptPhotoShape>>> {
  const removal = await findRow(ctx, "kennelRemovals", removalId);
  if (!removal || removal.formerOwnerId !== user?._id) return fail("NOT_FOUND");
  const found = await ctx.db
    .query("keptPhotos")
    .withIndex("by_removal", (q) => q.eq("removalId", removal._id))
    .paginate(paginationOpts);
  const signer = new ArchiveFileSigner(ctx, { kind: "removal", id: removal._id }, user._id);
  const page = await Promise.all(
    found.page.map(async ({ name, storageId }) => ({ name, url: await signer.urlOf(storageId) })),
  );
  return { ...found, page };
}

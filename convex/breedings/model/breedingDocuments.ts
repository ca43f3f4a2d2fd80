/**
 * The documents of a breeding. A deleted document and its file are kept for some time. The address of a file is
 * signed: anybody with the link can open the file, and nobody can guess the link. Sources: decisions GAP-BRD-14,
 * GAP-BRD-18 and GAP-AUTH-05.
 */
import { v, type Infer } from "convex/values";
import { DOCUMENT_TYPES, MAX_DOCUMENTS_PER_BREEDING, type DocumentType } from "../../../domain/files/rules";
import { fail } from "../../../domain/errors";
import { cleanFileName } from "../../../domain/files/file-type";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { documentTypeValidator } from "../tables/breedingDocuments";
import { fileTypeValidator } from "../../platform/tables/shared";
import { logBreedingActivity } from "./breedingActivities";
import { removeRow } from "../../platform/model/changes/removing";
import type { Access } from "../../platform/model/people/identity";
import { AddressSigner, ensurePhotoKeys, isSignedForReader } from "../../platform/model/files/photoAddresses";
import { admitFile, giveFileAddress, takeFile } from "../../platform/model/files/documentFiles";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

export const documentShape = v.object({
  _id: v.id("breedingDocuments"),
  breedingId: v.id("breedings"),
  documentType: documentTypeValidator,
  fileName: v.string(),
  fileSize: v.number(),
  mimeType: fileTypeValidator,
  /** The path begins with /api and is valid for at least half a day. */
  downloadPath: v.string(),
  createdAt: v.number(),
});
export type BreedingDocument = Infer<typeof documentShape>;

export const documentFileShape = v.object({
  storageId: v.id("_storage"),
  fileType: fileTypeValidator,
  fileName: v.string(),
});
type DocumentFile = Infer<typeof documentFileShape>;

const signedText = (documentId: string): string => `documents/${documentId}`;

async function toDocument(row: Doc<"breedingDocuments">, signer: AddressSigner): Promise<BreedingDocument> {
  const signature = await signer.signForCaller(signedText(row._id));
  return {
    _id: row._id,
    breedingId: row.breedingId,
    documentType: row.documentType,
    fileName: row.fileName,
    fileSize: row.fileSize,
    mimeType: row.fileType,
    downloadPath: `/breeding/documents/${row._id}/download?signature=${signature}`,
    createdAt: row._creationTime,
  };
}

const rowsOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"breedings">,
): Promise<Doc<"breedingDocuments">[]> =>
  await ctx.db
    .query("breedingDocuments")
    .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
    .order("desc")
    .take(MAX_DOCUMENTS_PER_BREEDING);

/** The newest document is first. */
export async function listDocuments(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<BreedingDocument[]> {
  const signer = new AddressSigner(ctx);
  return await Promise.all((await rowsOf(ctx, breeding)).map(async (row) => await toDocument(row, signer)));
}

/** Throws VALIDATION_FAILED. */
export function requireDocumentType(type: string): DocumentType {
  const known = DOCUMENT_TYPES.find((each) => each === type);
  const message = `Document type must be ${DOCUMENT_TYPES.join(", ")}`;
  return known ?? fail("VALIDATION_FAILED", { fields: { documentType: message } });
}

async function checkRoom(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<void> {
  const count = (await rowsOf(ctx, breeding)).length;
  if (count >= MAX_DOCUMENTS_PER_BREEDING) fail("FILE_LIMIT_REACHED", { count });
}

/** Throws FILE_LIMIT_REACHED, STORAGE_FULL or RATE_LIMITED. */
export async function admitDocument(
  ctx: MutationCtx,
  access: Access,
  breeding: Doc<"breedings">,
): Promise<null> {
  await checkRoom(ctx, breeding);
  return await admitFile(ctx, access);
}

/** Throws FILE_TOO_LARGE and the errors of admitDocument. */
export async function giveDocumentAddress(
  ctx: MutationCtx,
  access: Access,
  breeding: Doc<"breedings">,
  bytes: number | undefined,
): Promise<string> {
  await checkRoom(ctx, breeding);
  return await giveFileAddress(ctx, access, bytes);
}

export const newDocumentArgs = {
  storageId: v.id("_storage"),
  fileType: fileTypeValidator,
  fileName: v.string(),
  documentType: v.string(),
  /** The file was sent to an upload address that reserved storage. */
  isAwaited: v.optional(v.boolean()),
};

type NewDocument = DocumentFile & { readonly documentType: string; readonly isAwaited?: boolean };

/** A client sends the file again if the response is lost. A document may then already have been created from it. */
async function findSent(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  storageId: Id<"_storage">,
): Promise<Doc<"breedingDocuments"> | null> {
  const row = await ctx.db
    .query("breedingDocuments")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  return row?.breedingId === breeding._id ? row : null;
}

/** The file must have been checked. A repeated call returns the same document. */
export async function addDocument(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  { storageId, fileType, fileName, documentType, isAwaited }: NewDocument,
): Promise<BreedingDocument> {
  await ensurePhotoKeys(ctx);
  const known = await findSent(ctx, breeding, storageId);
  if (known) return await toDocument(known, new AddressSigner(ctx));
  const type = requireDocumentType(documentType);
  await checkRoom(ctx, breeding);
  const fileSize = await takeFile(ctx, breeding.kennelId, { storageId, isAwaited });
  const id = await ctx.db.insert("breedingDocuments", {
    kennelId: breeding.kennelId,
    breedingId: breeding._id,
    documentType: type,
    storageId,
    fileName: cleanFileName(fileName, fileType),
    fileSize,
    fileType,
  });
  await logBreedingActivity(ctx, breeding, "Document added");
  const row = await getOrFail(ctx, "breedingDocuments", id);
  return await toDocument(row, new AddressSigner(ctx));
}

/** The file is kept for some time. */
export async function removeDocument(ctx: MutationCtx, document: Doc<"breedingDocuments">): Promise<null> {
  await removeRow(ctx, "breedingDocuments", document);
  const breeding = await ctx.db.get("breedings", document.breedingId);
  if (breeding) await logBreedingActivity(ctx, breeding, "Document deleted");
  return null;
}

export const documentFileOf = (row: Doc<"breedingDocuments">): DocumentFile => ({
  storageId: row.storageId,
  fileType: row.fileType,
  fileName: row.fileName,
});

/** Returns null if the signature is wrong or expired, or if the person may no longer read the file. */
export async function findSignedDocument(
  ctx: QueryCtx,
  { documentId, signature }: { documentId: string; signature: string },
): Promise<DocumentFile | null> {
  const row = await findRow(ctx, "breedingDocuments", documentId);
  if (!row) return null;
  const shown = { kennelId: row.kennelId, areas: ["breeding"], isConfidential: true } as const;
  return (await isSignedForReader(ctx, shown, signedText(row._id), signature)) ? documentFileOf(row) : null;
}

/** Takes files in as documents of a breeding, after a look at what they really are. */
import { MAX_FILE_BYTES } from "../../domain/constants/documents";
import { fail } from "../../domain/errors";
import { fileTypeOf } from "../../domain/files/file-type";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { BreedingDocument } from "./breedingDocuments";

interface Description {
  readonly breedingId: string;
  readonly fileName: string;
  readonly documentType: string;
}

async function typeOf(blob: Blob) {
  if (blob.size > MAX_FILE_BYTES) fail("FILE_TOO_LARGE");
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { bytes, fileType: fileTypeOf(bytes) ?? fail("FILE_TYPE_UNSUPPORTED") };
}

/** Makes a document of a file that a browser sent to an upload address. */
export async function acceptSentDocument(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  description: Description,
): Promise<BreedingDocument> {
  // Whoever may not add to the breeding learns nothing of the file either.
  await ctx.runQuery(internal.breedingDocuments.checkRight, { breedingId: description.breedingId });
  const blob = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
  const { fileType } = await typeOf(blob);
  return await ctx.runMutation(internal.breedingDocuments.insert, { ...description, storageId, fileType });
}

/** Makes a document of a file in a request. */
export async function acceptDocument(
  ctx: ActionCtx,
  file: Blob,
  description: Description,
): Promise<BreedingDocument> {
  await ctx.runMutation(internal.breedingDocuments.admit, { breedingId: description.breedingId });
  const { bytes, fileType } = await typeOf(file);
  return await storeDocument(ctx, bytes, { ...description, fileType });
}

/** Stores a file and adds it, or deletes it again when no document comes of it. */
export async function storeDocument(
  ctx: ActionCtx,
  bytes: Uint8Array<ArrayBuffer>,
  description: Description & { readonly fileType: BreedingDocument["mimeType"] },
): Promise<BreedingDocument> {
  const storageId = await ctx.storage.store(new Blob([bytes], { type: description.fileType }));
  try {
    return await ctx.runMutation(internal.breedingDocuments.insert, { ...description, storageId });
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}

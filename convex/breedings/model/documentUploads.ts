/** Takes files in as documents of a breeding, after a look at what they really are. */
import { fail } from "../../../domain/errors";
import { fileTypeOf } from "../../../domain/files/file-type";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { BreedingDocument } from "./breedingDocuments";
import { readFile, readUploadedFile, storeFile } from "../../platform/model/uploadedFiles";

interface Description {
  readonly breedingId: string;
  readonly fileName: string;
  readonly documentType: string;
}

const requireType = (bytes: Uint8Array) => fileTypeOf(bytes) ?? fail("FILE_TYPE_UNSUPPORTED");

/** Makes a document of a file that a browser sent to an upload address. */
export async function acceptSentDocument(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  description: Description,
): Promise<BreedingDocument> {
  // Whoever may not add to the breeding learns nothing of the file either.
  await ctx.runQuery(internal.breedings.breedingDocuments.checkRight, { breedingId: description.breedingId });
  const fileType = requireType(await readUploadedFile(ctx, storageId));
  return await ctx.runMutation(internal.breedings.breedingDocuments.insert, {
    ...description,
    storageId,
    fileType,
    isAwaited: true,
  });
}

/** Makes a document of a file in a request. */
export async function acceptDocument(
  ctx: ActionCtx,
  file: Blob,
  description: Description,
): Promise<BreedingDocument> {
  await ctx.runMutation(internal.breedings.breedingDocuments.admit, { breedingId: description.breedingId });
  const bytes = await readFile(file);
  return await storeDocument(ctx, bytes, { ...description, fileType: requireType(bytes) });
}

/** Stores a file and adds it, or deletes it again when no document comes of it. */
export const storeDocument = async (
  ctx: ActionCtx,
  bytes: Uint8Array<ArrayBuffer>,
  description: Description & { readonly fileType: BreedingDocument["mimeType"] },
): Promise<BreedingDocument> =>
  await storeFile(
    ctx,
    bytes,
    description.fileType,
    async (storageId) =>
      await ctx.runMutation(internal.breedings.breedingDocuments.insert, { ...description, storageId }),
  );

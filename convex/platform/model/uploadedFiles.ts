/** Files on their way in: read from an upload address within the limit, and stored only if a row comes of it. */
import { MAX_FILE_BYTES } from "../../../domain/constants/documents";
import { fail } from "../../../domain/errors";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";

/** Reads a file's bytes; throws FILE_TOO_LARGE. */
export async function readFile(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (blob.size > MAX_FILE_BYTES) fail("FILE_TOO_LARGE");
  return new Uint8Array(await blob.arrayBuffer());
}

/** Reads the bytes that a browser sent to an upload address; throws NOT_FOUND or FILE_TOO_LARGE. */
export const readUploadedFile = async (
  ctx: ActionCtx,
  storageId: Id<"_storage">,
): Promise<Uint8Array<ArrayBuffer>> =>
  await readFile((await ctx.storage.get(storageId)) ?? fail("NOT_FOUND"));

/** Stores a file and lets `insert` make its row, or deletes it again when no row comes of it. */
export async function storeFile<Row>(
  ctx: ActionCtx,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  insert: (storageId: Id<"_storage">) => Promise<Row>,
): Promise<Row> {
  const storageId = await ctx.storage.store(new Blob([bytes], { type }));
  try {
    return await insert(storageId);
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}

/** Accepts files. Reads a file within its size limit, and keeps the file only if a row is created for it. */
import { MAX_FILE_BYTES } from "../../../../domain/files/rules";
import { fail } from "../../../../domain/errors";
import type { Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";

export interface AcceptedFile<Type> {
  readonly storageId: Id<"_storage">;
  readonly type: Type;
  /** The file was sent to an upload address that reserved storage. */
  readonly isAwaited?: boolean;
}

interface Destination<Type, Row> {
  /** Throws unless the caller may add to the record. */
  readonly checkRight: () => Promise<unknown>;
  /** Counts a file that was sent within the request; throws like `checkRight`, or STORAGE_FULL. */
  readonly admit: () => Promise<unknown>;
  /** Throws if the type is not accepted. */
  readonly typeOf: (bytes: Uint8Array) => Type;
  readonly insert: (file: AcceptedFile<Type>) => Promise<Row>;
}

async function readFile(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (blob.size > MAX_FILE_BYTES) fail("FILE_TOO_LARGE");
  return new Uint8Array(await blob.arrayBuffer());
}

/** A browser sent the file to an upload address. Throws NOT_FOUND or FILE_TOO_LARGE. */
export async function acceptUploadedFile<Type, Row>(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  { checkRight, typeOf, insert }: Omit<Destination<Type, Row>, "admit">,
): Promise<Row> {
  // The right is checked first, so that other users learn nothing about the file.
  await checkRight();
  const type = typeOf(await readFile((await ctx.storage.get(storageId)) ?? fail("NOT_FOUND")));
  return await insert({ storageId, type, isAwaited: true });
}

/** The file was sent within a request. Throws FILE_TOO_LARGE. */
export async function acceptRequestFile<Type extends string, Row>(
  ctx: ActionCtx,
  file: Blob,
  destination: Destination<Type, Row>,
): Promise<Row> {
  await destination.admit();
  const bytes = await readFile(file);
  return await storeFile(ctx, bytes, destination.typeOf(bytes), destination);
}

/** If the row cannot be created, the file is deleted. */
export async function storeFile<Type extends string, Row>(
  ctx: ActionCtx,
  bytes: Uint8Array<ArrayBuffer>,
  type: Type,
  { insert }: Pick<Destination<Type, Row>, "insert">,
): Promise<Row> {
  const storageId = await ctx.storage.store(new Blob([bytes], { type }));
  try {
    return await insert({ storageId, type });
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}
